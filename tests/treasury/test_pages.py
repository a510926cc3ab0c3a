"""Pages of the counter: who opens them, what they show, what they refuse."""

import uuid
from datetime import date
from decimal import Decimal

import pytest
from django.urls import reverse

from tests.factories import MembershipFactory, sign_in
from tests.treasury.counter import make_counter
from zoonoses.documents.models import AccessRecord
from zoonoses.municipalities.models import Role
from zoonoses.treasury.models import Charge, CollectionSettings, Guide, Payment, PaymentVoid
from zoonoses.treasury.services import charges

pytestmark = pytest.mark.django_db
OPENS = {Role.CLERK, Role.MANAGER}


@pytest.fixture
def counter():
    """A training town, so that pages work on 10 March 2025."""
    return make_counter(at=(2025, 3, 10, 9, 30))


def page(client, name, *args):
    return client.get(reverse(f"treasury:{name}", args=args))


def send(client, name, *args, **data):
    return client.post(reverse(f"treasury:{name}", args=args), data)


def paying(amount="100,00", **more):
    return {"amount": amount, "means": "pix", "paid_on": "2025-03-10", "idempotency_key": uuid.uuid4()} | more


@pytest.mark.parametrize("role", list(Role))
def test_who_opens_the_counter(client, counter, role):
    charge = counter.charge()
    sign_in(client, MembershipFactory(municipality=counter.municipality, role=role))
    expected = 200 if role in OPENS else 403
    assert page(client, "charges").status_code == expected
    assert page(client, "charge", charge.pk).status_code == expected
    strange = make_counter("cuiaba-mt").charge()
    assert page(client, "charge", strange.pk).status_code == (404 if role in OPENS else 403)


def test_a_payment_at_the_counter(client, counter):
    charge = counter.charge()
    sign_in(client, counter.clerk)
    data = paying("60,00")
    assert send(client, "pay", charge.pk, **data).status_code == 302
    assert send(client, "pay", charge.pk, **data).status_code == 302
    payment = Payment.objects.get()
    assert (payment.amount, payment.means, payment.paid_on) == (Decimal("60.00"), "pix", date(2025, 3, 10))
    text = page(client, "charge", charge.pk).content.decode()
    for words in ("R$ 60,00", "R$ 40,00", "em aberto", "Recibo nº 0001/2025", "Art. 11, I"):
        assert words in text
    assert "Estornar" not in text and "Cancelar" not in text
    assert AccessRecord.objects.filter(what="cobrança").exists()


@pytest.mark.parametrize(
    ("data", "status", "words"),
    [
        (paying("abc"), 422, "Valor recebido"),
        (paying("0"), 422, "Valor recebido"),
        (paying("100,01"), 409, "Falta pagar R$ 100,00"),
        (paying(paid_on="2025-03-11"), 409, "depois de hoje"),
        (paying(idempotency_key="x"), 422, "Abra a página de novo"),
    ],
)
def test_what_was_typed_stays_with_the_reason(client, counter, data, status, words):
    charge = counter.charge()
    sign_in(client, counter.clerk)
    response = send(client, "pay", charge.pk, **data)
    text = response.content.decode()
    assert response.status_code == status and words in text
    assert f'value="{data["amount"]}"' in text
    assert not Payment.objects.exists()


def test_a_guide_at_the_counter(client, counter):
    charge = counter.charge()
    sign_in(client, counter.clerk)
    assert send(client, "guide_new", charge.pk, due_on="2025-03-15").status_code == 302
    assert Guide.objects.get().due_on == date(2025, 3, 17)
    assert "vence em 17/03/2025" in page(client, "charge", charge.pk).content.decode()
    assert send(client, "guide_new", charge.pk, due_on="2025-03-09").status_code == 409
    assert send(client, "guide_new", charge.pk, due_on="ontem").status_code == 422


def test_a_guide_of_all_that_a_person_owes(client, counter):
    charge, other = counter.charge(), counter.charge("8.00", description="Segunda via")
    stranger = counter.charge(payer="clinic:2")
    sign_in(client, counter.clerk)
    assert "Segunda via: R$ 8,00" in page(client, "charge", charge.pk).content.decode()
    assert "Na mesma guia" not in page(client, "charge", stranger.pk).content.decode()
    data = {"due_on": "2025-03-17", "also": [stranger.pk]}
    assert send(client, "guide_new", charge.pk, **data).status_code == 422
    data["also"] = [other.pk]
    assert send(client, "guide_new", charge.pk, **data).status_code == 302
    assert Guide.objects.get().amount == 108
    assert "vence em 17/03/2025" in page(client, "charge", other.pk).content.decode()


COLLECTION = {"segment": "1", "value_id": "6"}


@pytest.mark.parametrize(
    ("typed", "wrong"),
    [
        ({"febraban_code": "12"}, "4 dígitos; foram digitados 2"),
        ({"febraban_code": "1234", "segment": "6"}, "8 dígitos"),
        ({"febraban_code": "12a4"}, "Só números"),
        ({"pix_key": "31776479000187", "receiver_name": "A", "receiver_city": "B"}, "CNPJ inválido"),
        ({"pix_key": "31776479000186", "receiver_city": "B"}, "O PIX precisa deste dado"),
        ({"receiver_name": "李"}, "alfabeto latino"),
    ],
)
def test_bank_settings_that_are_wrong(client, counter, typed, wrong):
    sign_in(client, counter.manager)
    response = client.post(reverse("treasury:collection"), COLLECTION | typed)
    assert response.status_code == 422 and wrong in response.content.decode()
    assert not CollectionSettings.objects.exists()


def test_the_manager_says_how_the_town_is_paid(client, counter):
    sign_in(client, counter.clerk)
    assert page(client, "collection").status_code == 403
    sign_in(client, counter.manager)
    assert "Código FEBRABAN" in page(client, "collection").content.decode()
    typed = COLLECTION | {"febraban_code": "9999", "receiver_city": "São Gabriel"}
    typed |= {"pix_key": "31.776.479/0001-86", "receiver_name": "Fundo de Saúde"}
    assert client.post(reverse("treasury:collection"), typed).status_code == 302
    assert client.post(reverse("treasury:collection"), typed | {"febraban_code": "8888"}).status_code == 302
    row = CollectionSettings.objects.get()
    assert (row.febraban_code, row.pix_key, row.receiver_name) == ("8888", "31776479000186", "Fundo de Saude")
    assert row.receiver_city == "Sao Gabriel"
    audit = client.get(reverse("municipalities:audit"), {"o": "collectionsettings"}).content.decode()
    assert "9999" in audit and "8888" in audit


def test_the_manager_undoes(client, counter):
    charge = counter.charge()
    payment = counter.pay(charge)
    sign_in(client, counter.clerk)
    assert page(client, "payment_void", payment.pk).status_code == 403
    assert send(client, "cancel", charge.pk, **{"cancel-reason": "x"}).status_code == 403
    sign_in(client, counter.manager)
    assert send(client, "cancel", charge.pk, **{"cancel-reason": "engano"}).status_code == 409
    assert "R$ 100,00" in page(client, "payment_void", payment.pk).content.decode()
    assert send(client, "payment_void", payment.pk, reason="").status_code == 422
    assert send(client, "payment_void", payment.pk, reason="cheque devolvido").status_code == 302
    assert PaymentVoid.objects.get().voided_by == counter.manager
    assert "já foi estornado" in page(client, "payment_void", payment.pk).content.decode()
    assert send(client, "cancel", charge.pk, **{"cancel-reason": ""}).status_code == 422
    assert send(client, "cancel", charge.pk, **{"cancel-reason": "engano"}).status_code == 302
    assert Charge.objects.get().cancelled_reason == "engano"
    text = page(client, "charge", charge.pk).content.decode()
    assert "cheque devolvido" in text and "Cobrança cancelada" in text and "Receber e emitir" not in text


def test_the_list_by_state_and_by_payer(client, counter):
    counter.charge(payer_name="Em Aberto Ltda.")
    paid = counter.charge(payer_name="José D'Ávila", payer_document="52998224725")
    counter.pay(paid)
    cancelled = counter.charge(payer_name="Cancelada Ltda.")
    Charge.objects.filter(pk=cancelled.pk).update(cancelled_on=date(2025, 3, 10), cancelled_reason="x")
    sign_in(client, counter.clerk)
    url = reverse("treasury:charges")
    names = {"Em Aberto Ltda.", "José D&#x27;Ávila", "Cancelada Ltda."}
    for query, shown in (
        ("", {"Em Aberto Ltda."}),
        ("?situacao=pagas", {"José D&#x27;Ávila"}),
        ("?situacao=canceladas", {"Cancelada Ltda."}),
        ("?situacao=todas", names),
    ):
        text = client.get(url + query).content.decode()
        assert {name for name in names if name in text} == shown, query
    for typed in ("529.982.247-25", "josé ávila"):
        text = client.post(f"{url}?situacao=todas", {"payer": typed}).content.decode()
        assert "José D&#x27;Ávila" in text and "Em Aberto" not in text


@pytest.mark.parametrize(
    ("asked", "overdue"),
    [((2025, 3, 14, 9, 30), False), ((2025, 3, 17, 9, 30), False), ((2025, 3, 18, 0, 30), True)],
    ids=["before", "the Monday after a Saturday", "day after"],
)
def test_what_was_not_paid_in_time_is_a_list(client, unseen_papers, asked, overdue):
    counter = make_counter(at=asked)
    late, paid = counter.charge(payer_name="Devedora Ltda."), counter.charge(payer_name="Pontual Ltda.")
    for charge in (late, paid):
        given = {"due_on": date(2025, 3, 15), "at": counter.at(2025, 3, 10, 9, 0), "by": counter.clerk}
        charges.issue_guide(charge=charge, **given)
    counter.pay(late, "30.00")
    counter.pay(paid)
    counter.charge(payer_name="Sem Guia Ltda.")
    sign_in(client, counter.clerk)
    url = reverse("treasury:charges") + "?situacao=vencidas"
    text = client.get(url).content.decode()
    assert ("Devedora" in text, "Pontual" in text, "Sem Guia" in text) == (overdue, False, False)
    csv = b"".join(client.get(f"{url}&formato=csv").streaming_content).decode()
    assert ("70,00;17/03/2025" in csv) == overdue


def test_the_list_asks_as_much_for_many_as_for_one(client, counter, django_assert_max_num_queries):
    sign_in(client, counter.clerk)
    counter.charge()
    url = reverse("treasury:charges")
    client.get(url)
    with django_assert_max_num_queries(20) as few:
        client.get(url)
    for _ in range(26):
        counter.pay(counter.charge(), "1.00") if _ < 2 else counter.charge()
    with django_assert_max_num_queries(len(few.captured_queries)):
        assert "Próximas" in client.get(url).content.decode()


HAND = {"description": "Exame de leishmaniose", "amount": "48,00", "payer_name": "Luzia Sfalsin"}


@pytest.mark.parametrize(
    ("typed", "article", "document"),
    [
        ({}, "sem previsão na lei", ""),
        ({"article": " Art. 3º, Lei nº 100/2020 "}, "Art. 3º, Lei nº 100/2020", ""),
        ({"payer_document": "11.222.333/0001-81"}, "sem previsão na lei", "11222333000181"),
    ],
)
def test_a_charge_by_hand_is_made_once(client, counter, typed, article, document):
    sign_in(client, counter.clerk)
    data = HAND | typed | {"idempotency_key": str(uuid.uuid4())}
    pages = [client.post(reverse("treasury:charge_new"), data) for _ in range(2)]
    made = Charge.objects.get()
    assert [page.url for page in pages] == [reverse("treasury:charge", args=[made.pk])] * 2
    assert (made.amount, made.article, made.payer_document) == (Decimal("48.00"), article, document)
    assert article in client.get(pages[0].url).content.decode()


@pytest.mark.parametrize("typed", [{"amount": "0"}, {"payer_name": ""}, {"payer_document": "111.111.111-11"}])
def test_a_charge_by_hand_that_is_wrong_stays_typed(client, counter, typed):
    sign_in(client, counter.manager)
    data = HAND | typed | {"idempotency_key": str(uuid.uuid4())}
    page = client.post(reverse("treasury:charge_new"), data)
    assert page.status_code == 422 and "Exame de leishmaniose" in page.content.decode()
    assert not Charge.objects.exists()
