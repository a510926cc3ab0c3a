"""Divulgação: up with the seizure where the law orders it, down with the exit, and nothing of any person in it."""

import hashlib
import io
import uuid
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from PIL import Image

from impound.documents import public_text
from impound.documents.publications import FIELDS, labels_of, sha256_of
from impound.models import Publication, PublicPhoto, SeizedAnimal
from impound.services import leaving, public_photos, publications, seizing
from impound.services.seizing import AnimalInput, SeizureInput
from tests.documents.conftest import text_of
from tests.factories import sign_in
from tests.impound.depot import Depot
from zoonoses.documents.kinds import ActKind
from zoonoses.documents.models import Attachment, DocumentFile
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import acts, attachments
from zoonoses.municipalities.lawbook import all_rulesets

pytestmark = pytest.mark.django_db
NOW = (2024, 6, 3, 9, 30)
CPF, PHONE, CHIP = "529.982.247-25", "(18) 99876-5432", "982000123456789"


def picture(depot, kind=Attachment.Kind.PHOTO):
    """A photograph with a position and a comment inside."""
    exif = Image.Exif()
    exif[0x010E] = "Maria da Silva"
    exif.get_ifd(0x8825)[1] = "S"
    buffer = io.BytesIO()
    Image.new("RGB", (1600, 1200), "#664422").save(buffer, "JPEG", exif=exif)
    upload = SimpleUploadedFile(
        "Maria da Silva 529.982.247-25.jpg", buffer.getvalue(), content_type="image/jpeg"
    )
    given = {"municipality": depot.municipality, "kind": kind, "by": depot.agent, "at": depot.at(*NOW)}
    return attachments.store(upload=upload, **given)


def horse(depot, **values):
    return depot.seize(
        depot.at(*NOW), **({"species": "horse", "size": "large", "presumed_age": "8 anos"} | values)
    )


def leave(depot, custody, at, kind="death"):
    act = acts.record(case=custody.seizure.act.case, kind=ActKind.CUSTODY_END, at=at, author=depot.vet)
    way = leaving.Leaving(kind=kind, reason="caiu")
    leaving.leave(custodies=leaving.lock([custody]), leaving=way, act=act, at=at, by=depot.vet)


def values_of(publication):
    return {row["code"]: row["value"] for row in publication.content["fields"]}


def test_every_law_s_notice_has_only_fields_that_can_be_told():
    for rules in all_rulesets().values():
        assert set(labels_of(rules)) <= set(FIELDS), rules.id


def test_where_the_law_orders_it_the_notice_goes_up_with_the_seizure(unseen_papers):
    depot = Depot("alvares-machado-sp", (2024, 6, 3, 12))
    animals = [
        AnimalInput(species="horse", sex="male", description="baio", apparent_health="bom", presumed_age="8 anos",
                    photos=(picture(depot),)),
        AnimalInput(species="horse", sex="female", description="tordilha", apparent_health="bom"),
    ]  # fmt: skip
    given = SeizureInput(
        ground="loose_unaccompanied",
        place={"street": "Rua das Flores, 157", "number": "157", "district": "Centro"},
    )
    whole, _ = seizing.plan(
        municipality=depot.municipality, seizure=given, animals=animals, at=depot.at(*NOW), by=depot.agent
    )
    before = publications.of_seizure(whole)
    made = seizing.seize(
        municipality=depot.municipality, seizure=given, animals=animals, at=depot.at(*NOW), by=depot.agent,
        key=uuid.uuid4(),
    )  # fmt: skip
    first, second = Publication.objects.order_by("pk")
    assert [row["fields"] for row in before] == [first.content["fields"], second.content["fields"]]
    assert (first.content["ordered"], first.content["article"]) == (True, "Art. 15")
    assert values_of(first) == {
        "species": "cavalo ou égua"
        if "cavalo" in values_of(first)["species"]
        else values_of(first)["species"],
        "physical_characteristics": "Macho, porte grande. Baio",
        "presumed_age": "8 anos",
        "seizure_place": "Rua das Flores – Centro",
        "seizure_date": "03/06/2024",
    }
    assert values_of(second)["presumed_age"] == "não informado"
    assert first.photos.count() == 1 and not second.photos.exists()
    assert first.published_at == made.act.recorded_at and first.published_by == depot.agent
    assert first.content_sha256 == sha256_of(first.content)
    assert first.content["photos"] == [first.photos.get().sha256]


@pytest.mark.parametrize("law", ["alegre-es", "cuiaba-mt", "joao-neiva-es", "vitoria-es"])
def test_elsewhere_it_is_an_option_that_says_so(law, client):
    depot = Depot(law, NOW)
    custody = depot.seize(depot.at(*NOW))
    publications.publish_seized(custody.seizure)
    assert not Publication.objects.exists()
    page = sign_in(client, depot.clerk).get(reverse("impound:publish", args=[custody.pk]))
    assert "A lei não obriga" in page.content.decode()
    made = publications.publish(custody=custody, at=depot.at(*NOW), by=depot.clerk)
    assert (made.content["ordered"], made.content["article"]) == (False, "")
    assert set(values_of(made)) == set(FIELDS)


def test_it_stays_until_the_exit_and_comes_down_when_that_is_recorded():
    depot = Depot("alvares-machado-sp", NOW)
    custody = horse(depot)
    made = publications.publish(custody=custody, at=depot.at(*NOW), by=depot.agent)
    with pytest.raises(Refusal) as refused:
        publications.withdraw(publication=made, reason="enfeia", at=depot.at(2024, 6, 4, 9), by=depot.manager)
    assert (refused.value.code, refused.value.article) == ("notice_ordered", "Art. 15")
    leave(depot, custody, depot.at(2024, 6, 5, 8))
    made.refresh_from_db()
    assert made.withdrawn_at == depot.at(2024, 6, 5, 8)
    assert made.withdrawn_reason == "o animal saiu: óbito em custódia"
    with pytest.raises(Refusal) as gone:
        publications.publish(custody=custody, at=depot.at(2024, 6, 6, 9), by=depot.agent)
    assert gone.value.code == "gone"


def test_the_same_again_is_one_and_a_correction_takes_its_place():
    depot = Depot("alvares-machado-sp", NOW)
    custody, at = horse(depot), depot.at(*NOW)
    first = publications.publish(custody=custody, at=at, by=depot.agent)
    assert publications.publish(custody=custody, at=at, by=depot.clerk) == first
    later = at + timedelta(hours=2)
    second = publications.publish(custody=custody, looks="baio, estrela na testa", at=later, by=depot.clerk)
    first.refresh_from_db()
    assert (first.withdrawn_at, first.withdrawn_reason) == (later, "substituída por outra, corrigida")
    assert second.code != first.code and second.withdrawn_at is None
    assert values_of(second)["physical_characteristics"].endswith("Baio, estrela na testa")


def test_the_public_copy_is_pixels_alone_and_of_a_photograph_of_this_animal():
    depot = Depot("alvares-machado-sp", NOW)
    custody, photo = horse(depot), picture(depot)
    custody.photos.add(photo)
    made = publications.publish(custody=custody, at=depot.at(*NOW), by=depot.agent).photos.get()
    data = made.file.read()
    shown = Image.open(io.BytesIO(data))
    assert shown.size == (1200, 900) and not dict(shown.getexif())
    assert not {"exif", "xmp", "icc_profile", "comment"} & set(shown.info)
    assert made.sha256 == hashlib.sha256(data).hexdigest() and b"Maria" not in data
    assert "maria" not in made.file.name.lower()


@pytest.mark.parametrize("kind", [Attachment.Kind.SCAN, Attachment.Kind.SIGNATURE])
def test_a_scan_never_becomes_public(kind):
    depot = Depot("alvares-machado-sp", NOW)
    custody, scan = horse(depot), picture(depot)
    Attachment.objects.filter(pk=scan.pk).update(kind=kind)
    scan.refresh_from_db()
    custody.photos.add(scan)
    assert public_photos.of_animal(custody) == []
    assert not publications.publish(custody=custody, at=depot.at(*NOW), by=depot.agent).photos.exists()
    with pytest.raises(ValueError, match="not a photograph"):
        publications.publish(custody=custody, photos=[scan], at=depot.at(*NOW), by=depot.agent)
    with pytest.raises(ValueError, match="not a photograph"):
        publications.publish(custody=horse(depot), photos=[picture(depot)], at=depot.at(*NOW), by=depot.agent)


@pytest.mark.parametrize(
    ("typed", "names", "read"),
    [
        ("baio, 1,50 m, casco 2 rachado", [], "baio, 1,50 m, casco 2 rachado"),
        (f"dono CPF {CPF}", [], "dono CPF [omitido]"),
        ("CPF 52998224725", [], "CPF [omitido]"),
        (f"ligar {PHONE}", [], "ligar [omitido]"),
        (f"microchip {CHIP}", [], "microchip [omitido]"),
        ("escrever a dona@exemplo.org", [], "escrever a [omitido]"),
        ("da MARIA da Silva, mansa", ["Maria da Silva"], "da [omitido], mansa"),
        ("do Joao Ávila", ["João de Ávila"], "do [omitido]"),
        ("é do Zequinha", ["Zequinha"], "é do [omitido]"),
        ("mancha silva no dorso", ["Maria da Silva"], "mancha silva no dorso"),
        ("visto em 03/06/2024", [], "visto em 03/06/2024"),
    ],
)
def test_what_tells_who_somebody_is_does_not_go_up(typed, names, read):
    assert public_text.clean(typed, names) == read


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("Rua das Flores, 157", "Rua das Flores"),
        ("Rua das Flores nº 157 fundos", "Rua das Flores"),
        ("Avenida 7 de Setembro", "Avenida 7 de Setembro"),
        ("Rodovia BR-101 km 12", "Rodovia BR-101 km 12"),
        ("Rua A casa 3", "Rua A"),
    ],
)
def test_a_street_has_no_house(typed, read):
    assert public_text.street(typed) == read


def test_the_certidao_says_since_when_until_when_with_the_hash(unseen_papers):
    depot = Depot("alvares-machado-sp", NOW)
    custody = horse(depot)
    made = publications.publish(custody=custody, at=depot.at(*NOW), by=depot.agent)
    given = {"publication": made, "by": depot.clerk}
    up = publications.certify(**given, at=depot.at(2024, 6, 4, 10), key=uuid.uuid4())
    body = DocumentFile.objects.get(document=up).context["body"]
    assert (body["since"], body["until"]) == ("03/06/2024, 09:30", "continua no ar em 04/06/2024, 10:00")
    assert body["sha256"] == made.content_sha256 and body["order_article"] == "Art. 15"
    assert publications.certify(**given, at=depot.at(2024, 6, 4, 11), key=uuid.uuid4()) == up
    leave(depot, custody, depot.at(2024, 6, 5, 8))
    down = publications.certify(**given, at=depot.at(2024, 6, 6, 9), key=uuid.uuid4())
    assert down != up
    body = DocumentFile.objects.get(document=down).context["body"]
    assert (body["until"], body["reason"]) == ("05/06/2024, 08:00", "o animal saiu: óbito em custódia")
    assert body["address"].endswith(f"/animais-recolhidos/{made.code}/")


def test_the_certidao_is_read_back_from_its_paper():
    depot = Depot("alvares-machado-sp", NOW)
    custody = horse(depot, description="alazã, crina longa")
    custody.photos.add(picture(depot))
    made = publications.publish(custody=custody, at=depot.at(*NOW), by=depot.agent)
    paper = publications.certify(publication=made, at=depot.at(2024, 6, 4, 10), by=depot.clerk)
    text = text_of(paper)
    for words in (
        "CERTIDÃO DE DIVULGAÇÃO", "0001/2024", "03/06/2024, 09:30", "continua no ar em 04/06/2024, 10:00", "Art. 15",
        "Fêmea, porte grande. Alazã, crina longa", "Rua do Fato", "Fotografia divulgada 1", made.content_sha256,
    ):  # fmt: skip
        assert words in text, words


def test_the_page_shows_exactly_what_goes_up_before_it_does(client):
    depot = Depot("alegre-es", NOW)
    custody = depot.seize(depot.at(*NOW), description=f"caramelo, CPF {CPF}")
    sign_in(client, depot.clerk)
    url = reverse("impound:publish", args=[custody.pk])
    read = client.post(url, {"looks": f"caramelo, CPF {CPF}"})
    assert "Fêmea. Caramelo, CPF [omitido]" in read.content.decode() and not Publication.objects.exists()
    assert client.post(url, {"looks": ""}).status_code == 422
    made = client.post(url, {"looks": "caramelo", "confirmar": "1"})
    publication = Publication.objects.get()
    assert made.url == reverse("impound:publication", args=[publication.pk])
    assert publication.content["fields"][1]["value"] == "Fêmea. Caramelo"
    down = client.post(
        reverse("impound:publication_withdraw", args=[publication.pk]), {"reason": "adotante espera"}
    )
    assert down.status_code == 302
    assert client.post(url, {"looks": "caramelo", "confirmar": "1"}).status_code == 302
    assert Publication.objects.count() == 2


def test_the_list_of_notices_asks_the_same_queries_however_many_there_are(
    client, django_assert_max_num_queries
):
    depot = Depot("alegre-es", NOW)
    for _ in range(6):
        publications.publish(custody=depot.seize(depot.at(*NOW)), at=depot.at(*NOW), by=depot.agent)
    depot.seize(depot.at(*NOW))
    sign_in(client, depot.judge)
    for query in ("", "?situacao=falta", "?situacao=fora"):
        with django_assert_max_num_queries(10):
            assert client.get(reverse("impound:publications") + query).status_code == 200
    assert PublicPhoto.objects.count() == 0 and SeizedAnimal.objects.count() == 7
