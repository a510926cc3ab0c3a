"""The pages of the redemption, driven as at the counter; the scan of a document that only the staff can open."""

import io
import uuid
from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import NoReverseMatch, get_resolver, reverse
from PIL import Image

from impound.models import Exit, Redemption
from registry.models import Tutor, Vaccination
from tests.factories import TutorFactory, sign_in
from tests.impound.depot import Depot
from tests.impound.redeeming import asked, billed, event, seen, unit_value
from zoonoses.documents.models import AccessRecord, Attachment
from zoonoses.municipalities.access import PUBLIC, rule_of

pytestmark = pytest.mark.django_db
NOW = (2012, 3, 5, 10, 0)


@pytest.fixture
def depot():
    return Depot("alegre-es", NOW)


@pytest.fixture
def dog(depot):
    found = depot.seize(depot.at(2012, 3, 1, 9), registered=True, identified=True)
    Vaccination.objects.create(
        municipality=depot.municipality,
        animal=found.animal,
        on=date(2012, 3, 1),
        is_rabies=True,
        product_name="Raiva",
        shown_proof=True,
        recorded_by=depot.clerk,
        recorded_at=depot.at(2012, 3, 1, 9),
    )
    return found


@pytest.fixture
def clerk(depot):
    return sign_in(Client(), depot.clerk)


def keyed(**fields):
    return {"idempotency_key": str(uuid.uuid4()), **fields}


def scan(name="rg.jpg"):
    stored = io.BytesIO()
    Image.new("RGB", (60, 40), "#334455").save(stored, "JPEG")
    return SimpleUploadedFile(name, stored.getvalue(), content_type="image/jpeg")


def test_one_sitting_from_the_gate_to_the_release(depot, dog, clerk):
    url = reverse("impound:redeem", args=[dog.pk])
    page = clerk.get(url)
    assert "Quem veio buscar o animal?" in page.content.decode()
    new = reverse("registry:tutor_new") + f"?volta={url}&campo=tutor"
    typed = {
        "kind": "natural_person",
        "name": "Zulmira Araújo",
        "no_document_reason": "não trouxe",
        "uf": "ES",
    }
    back = clerk.post(new, typed)
    person = Tutor.objects.get(name="Zulmira Araújo")
    assert back.url == f"{url}?tutor={person.pk}"
    form = clerk.get(back.url).content.decode()
    assert "Zulmira Araújo" in form and "Nascimento" not in form
    faulty = clerk.post(back.url, keyed(capacity="owner"))
    assert faulty.status_code == 422
    asked_for = clerk.post(back.url, keyed(capacity="owner", animals=[dog.pk]))
    found = Redemption.objects.get()
    home = reverse("impound:redemption", args=[found.pk])
    assert asked_for.url == home
    text = clerk.get(home).content.decode()
    assert "Art. 26, parágrafo único" in text and "Fazer a conta" in text and "1 falta" in text
    assert clerk.get(reverse("impound:release", args=[found.pk])).status_code == 409
    clerk.post(reverse("impound:redemption_bill", args=[found.pk]), keyed())
    assert "Receber R$\xa010,00" in clerk.get(home).content.decode().replace("R$ ", "R$\xa0")
    payment = keyed(means="cash", paid_on="2012-03-05")
    for _ in range(2):
        assert clerk.post(reverse("impound:redemption_pay", args=[found.pk]), payment).url == home
    text = clerk.get(home).content.decode()
    assert "O pagamento encerrou a contagem dos dias" in text and "Conferir o Termo e entregar" in text
    release = reverse("impound:release", args=[found.pk])
    sheet = clerk.get(release).content.decode()
    assert "Termo de resgate e responsabilidade" in sheet and "Zulmira Araújo" in sheet
    assert clerk.post(release, keyed()).status_code == 422
    sent = keyed(signed="on")
    for _ in range(2):
        assert clerk.post(release, sent).url == home
    assert Exit.objects.get().custody == dog
    assert "Entregue" in clerk.get(home).content.decode()
    assert clerk.get(url).url == home


def test_what_the_law_does_not_foresee_is_said_and_nothing_is_offered():
    depot = Depot("joao-neiva-es", (2025, 3, 12, 9, 0))
    custody = depot.seize(depot.at(2025, 3, 10, 9))
    text = sign_in(Client(), depot.clerk).get(reverse("impound:redeem", args=[custody.pk])).content.decode()
    assert "não prevê resgate" in text and "Arts. 10 a 13" in text
    assert "Registrar pedido" not in text


def test_the_bill_that_cannot_be_made_says_which_unit_which_day_and_where():
    depot = Depot("cuiaba-mt", (2024, 6, 4, 9, 0))
    dog = depot.seize(depot.at(2024, 6, 3, 9))
    found = asked(depot, [dog], depot.at(2024, 6, 4, 9))
    url = reverse("impound:redemption", args=[found.pk])
    for member, shown in ((depot.clerk, False), (depot.manager, True)):
        text = sign_in(Client(), member).get(url).content.decode()
        assert "O valor da UPF em 04/06/2024 não foi informado" in text
        assert (reverse("municipalities:index_values") + '"' in text.split('<h2 id="h-conta">')[1]) is shown
    assert "0,25 UPF" in text
    client = sign_in(Client(), depot.manager)
    assert client.post(reverse("impound:redemption_bill", args=[found.pk]), keyed()).status_code == 409
    unit_value(depot, "UPF", "50.00", date(2024, 6, 1), date(2024, 6, 30))
    assert "3,25 UPF" in client.get(url).content.decode()


def test_a_grown_bill_is_said_and_replaced():
    depot = Depot("cuiaba-mt", (2024, 6, 5, 9, 0))
    unit_value(depot, "UPF", "50.00", date(2024, 6, 1), date(2024, 6, 30))
    dog = depot.seize(depot.at(2024, 6, 3, 9))
    event(depot, dog, "cause", date(2024, 6, 3), facts={"ceased": True})
    found = asked(depot, [dog], depot.at(2024, 6, 4, 9))
    billed(depot, found, depot.at(2024, 6, 4, 9))
    client, url = sign_in(Client(), depot.clerk), reverse("impound:redemption", args=[found.pk])
    assert "A conta cresceu" in client.get(url).content.decode()
    paying = keyed(means="cash", paid_on="2024-06-05")
    answer = client.post(reverse("impound:redemption_pay", args=[found.pk]), paying)
    assert answer.status_code == 409 and "Refaça a conta" in answer.content.decode()
    client.post(reverse("impound:redemption_bill", args=[found.pk]), keyed())
    text = client.get(url).content.decode()
    assert "A conta cresceu" not in text and "5,25 UPF" in text


def test_the_counter_receives_money_and_the_agent_does_not(depot, dog):
    found = asked(depot, [dog], depot.at(*NOW))
    agent = sign_in(Client(), depot.agent)
    assert agent.get(reverse("impound:redemption", args=[found.pk])).status_code == 200
    assert agent.post(reverse("impound:redemption_pay", args=[found.pk]), keyed()).status_code == 403
    judge = sign_in(Client(), depot.judge)
    text = judge.get(reverse("impound:redemption", args=[found.pk])).content.decode()
    assert "Fazer a conta" not in text and "Visto e conferido" not in text


@pytest.mark.parametrize(
    ("fields", "status", "words"),
    [
        ({"code": "proof_of_ownership", "label": " "}, 422, "Diga o que foi apresentado, ou junte a cópia."),
        ({"code": "redemption_payment", "label": "pago"}, 409, "não se marca à mão"),
    ],
)
def test_items_that_are_refused_keep_what_was_typed(depot, dog, clerk, fields, status, words):
    found = asked(depot, [dog], depot.at(*NOW))
    answer = clerk.post(reverse("impound:redemption_item", args=[found.pk]), fields)
    assert answer.status_code == status and words in answer.content.decode()


def test_withdrawing_from_the_page(depot, dog, clerk):
    found = asked(depot, [dog], depot.at(*NOW))
    url = reverse("impound:redemption_withdraw", args=[found.pk])
    assert clerk.post(url, {"reason": ""}).status_code == 422
    clerk.post(url, {"reason": "não quer mais"})
    assert "não quer mais" in clerk.get(reverse("impound:redemption", args=[found.pk])).content.decode()
    listed = clerk.get(reverse("impound:redemptions") + "?situacao=desistencias").content.decode()
    assert "desistência em 05/03/2012" in listed


def test_the_list_asks_the_same_however_many(depot, clerk, django_assert_max_num_queries):
    def many(count):
        for _ in range(count):
            person = TutorFactory(municipality=depot.municipality)
            asked(depot, [depot.seize(depot.at(2012, 3, 1, 9))], depot.at(*NOW), person=person)

    many(2)
    url = reverse("impound:redemptions")
    clerk.get(url)
    with django_assert_max_num_queries(12) as first:
        clerk.get(url)
    many(6)
    with django_assert_max_num_queries(12) as second:
        assert clerk.get(url).content.decode().count("Continuar o resgate") == 8
    assert len(first) == len(second)


def test_the_scan_of_a_document_is_out_of_reach_of_the_public_and_of_another_town(depot, dog, clerk):
    found = asked(depot, [dog], depot.at(*NOW))
    copy = scan()
    item = reverse("impound:redemption_item", args=[found.pk])
    clerk.post(item, {"code": "proof_of_ownership", "label": "recibo", "copy": copy})
    kept = Attachment.objects.get(kind="scan")
    assert (kept.act, found.items.get().copy) == (found.act, kept)
    url = reverse("documents:attachment", args=[kept.pk])
    shown = b"".join(clerk.get(url).streaming_content)
    assert shown.startswith(b"\xff\xd8") and AccessRecord.objects.filter(what="digitalização").exists()
    stranger = Depot("alegre-es", NOW)
    assert sign_in(Client(), stranger.manager).get(url).status_code == 404
    public = Client()
    assert public.get(url).status_code == 302
    for name in (kept.original.name, kept.display.name):
        for root in ("/media/", "/", "/static/", "/private/"):
            assert public.get(root + name).status_code == 404
    for address in public_addresses(kept, dog):
        answer = public.get(address)
        body = b"".join(answer.streaming_content) if answer.streaming else answer.content
        assert shown not in body and url.encode() not in body, address


def public_addresses(kept, dog):
    """Every address that anybody may open, with the numbers of the scan and of the animal where it takes one."""
    for prefix, resolver in [
        ("", get_resolver()),
        *((f"{n}:", r[1]) for n, r in get_resolver().namespace_dict.items()),
    ]:
        for name in {key for key in resolver.reverse_dict if isinstance(key, str)}:
            for args in ([], [kept.pk], [dog.pk, kept.pk], [str(kept.pk)]):
                try:
                    address = reverse(prefix + name, args=args)
                except NoReverseMatch:
                    continue
                match = get_resolver().resolve(address)
                if rule_of(match.func, match.view_name) == PUBLIC:
                    yield address


def test_somebody_sees_what_was_shown_and_by_whom(depot, dog, clerk):
    found = asked(depot, [dog], depot.at(*NOW))
    seen(depot, found, depot.at(*NOW), "proof_of_ownership")
    text = clerk.get(reverse("impound:redemption", args=[found.pk])).content.decode()
    assert f"visto por {depot.clerk.user.name}" in text
    clerk.post(reverse("impound:redemption_item_undo", args=[found.items.get().pk]))
    assert "visto por" not in clerk.get(reverse("impound:redemption", args=[found.pk])).content.decode()
