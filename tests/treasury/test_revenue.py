"""What came in, by destination, month and kind: nothing twice, nothing that was voided."""

from datetime import date
from decimal import Decimal

import pytest
from django.urls import reverse

from tests.factories import sign_in
from tests.treasury.counter import make_counter
from zoonoses.treasury.services import charges, revenue

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unseen_papers")]
FUND = "Fundo Municipal de Meio Ambiente"


@pytest.mark.parametrize(
    ("law", "kind", "destination"),
    [
        ("joao-neiva-es", "fine", FUND),
        ("joao-neiva-es", "event_fine", FUND),
        ("joao-neiva-es", "registration", ""),
        ("cuiaba-mt", "registration", "Manutenção do Centro de Controle de Zoonoses"),
        ("cuiaba-mt", "fine", "Manutenção do Centro de Controle de Zoonoses"),
        ("alegre-es", "fine", ""),
    ],
)
def test_where_the_law_sends_the_money(law, kind, destination):
    assert make_counter(law).charge(kind=kind).destination == destination


def test_who_charges_may_say_where_the_money_goes(counter):
    assert counter.charge(destination="Fundo de Saúde").destination == "Fundo de Saúde"


@pytest.fixture
def town():
    """João Neiva in March 2025: fines of two articles, a registration, and one payment that was voided."""
    counter = make_counter("joao-neiva-es", at=(2025, 4, 2, 9, 30))
    one = counter.charge("200.00", kind="fine", article="Art. 3º, I")
    two = counter.charge("50.00", kind="fine", article="Art. 3º, II")
    small = counter.charge("5.00", kind="registration")
    counter.pay(one, "80.00")
    april = {"paid_on": date(2025, 4, 1), "at": counter.at(2025, 4, 1, 9, 0)}
    counter.pay(one, "120.00", **april)
    voided = counter.pay(two, "50.00")
    charges.void_payment(payment=voided, reason="engano", at=counter.at(2025, 4, 1, 9, 0), by=counter.manager)
    counter.pay(two, "10.00", **april)
    counter.pay(small, "5.00")
    make_counter("cuiaba-mt").charge("7.00")
    return counter


def test_each_payment_stands_in_one_line(town):
    found = revenue.lines(town.municipality, since=date(2025, 1, 1), until=date(2025, 12, 31))
    march, april = date(2025, 3, 1), date(2025, 4, 1)
    assert [(line.destination, line.month, line.what, line.count, line.amount) for line in found] == [
        (revenue.NOWHERE, march, "Registro de animal", 1, Decimal("5.00")),
        (FUND, march, "Multa – Art. 3º, I", 1, Decimal("80.00")),
        (FUND, april, "Multa – Art. 3º, I", 1, Decimal("120.00")),
        (FUND, april, "Multa – Art. 3º, II", 1, Decimal("10.00")),
    ]
    assert [(fund.name, fund.amount) for fund in revenue.by_fund(found)] == [
        (revenue.NOWHERE, 5),
        (FUND, 210),
    ]


@pytest.mark.parametrize(
    ("since", "until", "amount"),
    [
        (date(2025, 3, 9), date(2025, 3, 9), 0),
        (date(2025, 3, 10), date(2025, 3, 10), 85),
        (date(2025, 3, 11), date(2025, 3, 31), 0),
        (date(2025, 4, 1), date(2025, 4, 1), 130),
    ],
)
def test_both_ends_of_a_period_are_in_it(town, since, until, amount):
    assert revenue.total(revenue.lines(town.municipality, since=since, until=until)) == amount


def test_the_report(client, town, django_assert_max_num_queries):
    sign_in(client, town.clerk)
    url = reverse("treasury:revenue")
    client.get(url)
    with django_assert_max_num_queries(12):
        text = client.get(url).content.decode()
    for words in (FUND, "R$ 210,00", "Multa – Art. 3º, II", "R$ 215,00", "03/2025"):
        assert words in text, words
    march = client.get(url, {"de": "2025-03-01", "ate": "2025-03-31"}).content.decode()
    assert "R$ 85,00" in march and "<td>04/2025" not in march
    csv = b"".join(client.get(url, {"formato": "csv"}).streaming_content).decode()
    assert f"{FUND};04/2025;Multa – Art. 3º, I;1;120,00" in csv
    assert client.get(url, {"de": "2025-05-01", "ate": "2025-04-01"}).status_code == 422
    assert "Nada recebido" in client.get(url, {"de": "2024-01-01", "ate": "2024-12-31"}).content.decode()
