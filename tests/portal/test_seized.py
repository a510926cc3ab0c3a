"""What anybody reads of seized animals: what was published, and not one word of any person."""

import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from PIL import Image

from impound.models import CustodyEvent
from impound.services import publications
from tests.factories import TutorFactory
from tests.impound.depot import Depot
from zoonoses.documents.models import Attachment
from zoonoses.documents.services import attachments
from zoonoses.municipalities.models import Municipality

pytestmark = pytest.mark.django_db
NOW = (2024, 6, 3, 9, 30)
SECRETS = (
    "529.982.247-25",
    "52998224725",
    "99876",
    "Severina",
    "Barbosa",
    "982000123456789",
    "RGA-777",
    "-22.07",
    "segredo",
    "157",
)


def photo_of(depot, kind=Attachment.Kind.PHOTO):
    buffer = io.BytesIO()
    Image.new("RGB", (400, 300), "#664422").save(buffer, "JPEG")
    upload = SimpleUploadedFile("foto.jpg", buffer.getvalue(), content_type="image/jpeg")
    given = {"municipality": depot.municipality, "by": depot.agent, "at": depot.at(*NOW)}
    return attachments.store(upload=upload, kind=kind, **given)


def real_town(law):
    """A depósito of a town that is no training: its animals are on the list of all the towns."""
    depot = Depot(law, NOW)
    Municipality.objects.filter(pk=depot.municipality.pk).update(is_training=False, clock_shift=None)
    return depot


def divulged(depot, **values):
    custody = depot.seize(depot.at(*NOW), **values)
    return publications.publish(custody=custody, at=depot.at(*NOW), by=depot.agent)


def secretive(depot):
    """An animal whose record names a person in every field where something can be written."""
    owner = TutorFactory(municipality=depot.municipality, name="Severina Barbosa", document="52998224725")
    told = "de Severina Barbosa, CPF 529.982.247-25, tel. (18) 99876-5432"
    seizure = depot.seizure(
        depot.at(*NOW), owner=owner, holder="Severina Barbosa", presence="refused", witness_1="Severina Barbosa",
        witness_1_document="52998224725", witness_2="Severina Barbosa", witness_2_document="52998224725",
        vehicle="segredo", reference=f"segredo {told}", notes=f"segredo {told}", latitude="-22.079999",
        longitude="-51.470000", street=f"Rua das Flores, 157 {told}", number="157", complement="segredo",
        district=f"Centro {told}",
    )  # fmt: skip
    custody = depot.seize(
        depot.at(*NOW), seizure=seizure, tutor=owner, description=f"baia {told}",
        presumed_age="8 anos, Severina Barbosa, 529.982.247-25",
        apparent_health=f"segredo {told}", size_reason=f"segredo {told}", tag_read="RGA-777",
        chip_read="982000123456789", species="horse", size="large",
    )  # fmt: skip
    CustodyEvent.objects.create(
        custody=custody, kind="observation", label=f"segredo {told}", text=told, on=custody.seized_on,
        vet_name="Severina Barbosa", recorded_at=custody.seized_at, recorded_by=depot.vet,
    )  # fmt: skip
    custody.photos.add(photo_of(depot))
    return custody


def test_no_page_says_anything_of_a_person_whatever_was_typed(client):
    depot = real_town("alvares-machado-sp")
    custody = secretive(depot)
    made = publications.publish(custody=custody, at=depot.at(*NOW), by=depot.agent)
    one = reverse("portal:seized_animal", args=[made.code])
    for url in (
        reverse("portal:seized"),
        f"{reverse('portal:seized')}?municipio={depot.municipality.slug}",
        one,
    ):
        page = client.get(url).content.decode()
        assert f"nº {custody.full_number}" in page.replace("Nº", "nº"), url
        assert not [secret for secret in (*SECRETS, depot.agent.user.name) if secret in page], url
    page = client.get(one).content.decode()
    for told in ("Rua das Flores", "Centro", "Baia", "8 anos", "03/06/2024", "Art. 15"):
        assert told in page


def test_a_photograph_is_served_by_its_notice_alone_while_it_is_up(client):
    depot = Depot("alegre-es", NOW)
    custody = depot.seize(depot.at(*NOW))
    custody.photos.add(photo_of(depot))
    made = publications.publish(custody=custody, at=depot.at(*NOW), by=depot.agent)
    other = divulged(depot)
    photo = made.photos.get()
    answer = client.get(reverse("portal:seized_photo", args=[made.code, photo.pk]))
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/jpeg")
    assert "max-age=600" in answer["Cache-Control"] and "public" in answer["Cache-Control"]
    assert client.get(reverse("portal:seized_photo", args=[other.code, photo.pk])).status_code == 404
    publications.withdraw(publication=made, reason="engano", at=depot.at(*NOW), by=depot.manager)
    assert client.get(reverse("portal:seized_photo", args=[made.code, photo.pk])).status_code == 404


def test_a_scan_of_a_document_has_no_public_address(client):
    depot = Depot("alegre-es", NOW)
    made, scan = divulged(depot), photo_of(depot, Attachment.Kind.SCAN)
    for name in ("documents:attachment", "documents:attachment_original"):
        answer = client.get(reverse(name, args=[scan.pk]))
        assert answer.status_code == 302 and reverse("account_login") in answer.url
    assert client.get(reverse("portal:seized_photo", args=[made.code, scan.pk])).status_code == 404
    assert client.get(f"/{scan.display.name}").status_code == 404


def test_what_came_down_is_gone_and_not_to_be_indexed(client):
    depot = Depot("alegre-es", NOW, phone="2833334444")
    made = divulged(depot)
    url = reverse("portal:seized_animal", args=[made.code])
    assert client.get(url).status_code == 200
    assert client.get(url.replace(made.code, made.code.lower())).url == url
    publications.withdraw(publication=made, reason="engano", at=depot.at(*NOW), by=depot.manager)
    gone = client.get(url)
    assert (gone.status_code, gone["X-Robots-Tag"]) == (410, "noindex")
    assert "(28) 3333-4444" in gone.content.decode() and "caramelo" not in gone.content.decode()
    assert client.get(reverse("portal:seized_animal", args=["0000-0000-0000-0000"])).status_code == 404
    assert made.content["entry"] not in client.get(reverse("portal:seized")).content.decode()


def test_the_list_chooses_town_and_species_in_pages_of_the_same_queries(
    client, django_assert_max_num_queries
):
    here, there = real_town("alegre-es"), real_town("cuiaba-mt")
    divulged(Depot("vitoria-es", NOW))  # a training one is shown to who chooses it alone
    for _ in range(27):
        divulged(here)
    divulged(there, species="cat", size="small")
    url = reverse("portal:seized")
    with django_assert_max_num_queries(4):
        page = client.get(url).content.decode()
    assert page.count('class="tile"') == 25
    assert client.get(f"{url}?page=2").content.decode().count('class="tile"') == 3
    only = client.get(f"{url}?municipio={there.municipality.slug}").content.decode()
    assert only.count('class="tile"') == 1 and there.municipality.body_name in only
    assert client.get(f"{url}?especie=cat").content.decode().count('class="tile"') == 1
    assert client.get(f"{url}?especie=horse").content.decode().count('class="tile"') == 0
