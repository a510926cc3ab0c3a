"""The bill of every day from the seizure to forty days later under every law, against tables worked by hand."""

from datetime import date, timedelta
from decimal import Decimal

import pytest

from impound.models import CustodyEvent
from impound.services import bills, law, state
from tests.factories import TutorFactory
from tests.impound.depot import Depot
from zoonoses.municipalities.models import IndexValue

pytestmark = pytest.mark.django_db
DAYS = 41


def _table(depot, custody):
    book = law.lawbook_of(custody)
    now = depot.at(*custody.seized_on.timetuple()[:3], 12)
    rows = bills.table(custody, now, lawbook=book, owner=state.owner_of(custody))
    assert [row.on for row in rows] == [custody.seized_on + timedelta(days=n) for n in range(len(rows))]
    return rows


def test_alegre_charges_ten_reais_once_whatever_the_day():
    """Art. 26, p.ú.: R$ 10,00 by animal, once; and R$ 5,00 (art. 11, I) for one never registered."""
    depot = Depot("alegre-es", (2012, 3, 1, 18, 0))
    known = depot.seize(depot.at(2012, 3, 1, 9), registered=True)
    never = depot.seize(depot.at(2012, 3, 1, 9), species="cat")
    assert [row.written for row in _table(depot, known)] == ["R$ 10,00"] * DAYS
    assert [row.written for row in _table(depot, never)] == ["R$ 15,00"] * DAYS
    assert {row.reais for row in _table(depot, known)} == {""}


# Cuiabá, art. 11, § 3º: transporte + multa, then the diárias of the 1st, 2nd and 3rd day; the table ends there.
#   pequeno 0,25 + 0,50 = 0,75; + 1,00 = 1,75; + 1,50 = 3,25; + 2,00 = 5,25
#   médio   0,50 + 1,00 = 1,50; + 2,00 = 3,50; + 2,50 = 6,00; + 3,00 = 9,00
#   grande  1,00 + 2,00 = 3,00; + 3,00 = 6,00; + 3,50 = 9,50; + 4,00 = 13,50
CUIABA = [
    ("dog", "", ["1,75 UPF", "3,25 UPF", "5,25 UPF"]),
    ("sheep", "", ["3,50 UPF", "6,00 UPF", "9,00 UPF"]),
    ("horse", "", ["6,00 UPF", "9,50 UPF", "13,50 UPF"]),
    ("buffalo", "large", ["6,00 UPF", "9,50 UPF", "13,50 UPF"]),
]


@pytest.mark.parametrize(("species", "size", "first"), CUIABA)
def test_cuiaba_charges_its_table_until_the_third_day(species, size, first):
    depot = Depot("cuiaba-mt", (2024, 3, 28, 18, 0))
    custody = depot.seize(depot.at(2024, 3, 28, 9), species=species, size=size)
    assert [row.written for row in _table(depot, custody)] == [*first, *first[-1:] * (DAYS - 3)]


def test_cuiaba_counts_on_where_the_municipality_reads_so_and_tells_reais():
    """`repeat_third`: + 2,00 UPF for each day after the third, so 5,25 + 2,00 × 38 = 81,25 UPF on the last day.

    Each day is worth the UPF of that day: 200,00 in March, 210,00 in April and May.
    """
    depot = Depot("cuiaba-mt", (2024, 3, 28, 18, 0))
    depot.choose("custody_after_third_day", "repeat_third")
    IndexValue.objects.filter(municipality=depot.municipality).delete()
    for first, last, value in (
        (date(2024, 3, 1), date(2024, 3, 31), "200.00"),
        (date(2024, 4, 1), date(2024, 5, 31), "210.00"),
    ):
        IndexValue.objects.create(
            municipality=depot.municipality,
            unit="UPF",
            from_on=first,
            until_on=last,
            value=value,
            source="Sefaz",
            entered_by=depot.manager,
            entered_at=depot.at(2024, 3, 1, 8),
        )
    custody = depot.seize(depot.at(2024, 3, 28, 9))
    rows = _table(depot, custody)
    expected = [Decimal("1.75"), Decimal("3.25")] + [Decimal("5.25") + 2 * n for n in range(DAYS - 2)]
    assert [row.bill.total for row in rows] == expected
    assert rows[-1].written == "81,25 UPF"
    worth = [row.worth.amount for row in rows]
    assert worth[:6] == [
        Decimal("350.00"),  # 28/03: 1,75 × 200
        Decimal("650.00"),  # 29/03: 3,25 × 200
        Decimal("1050.00"),  # 30/03: 5,25 × 200
        Decimal("1450.00"),  # 31/03: 7,25 × 200
        Decimal("1942.50"),  # 01/04: 9,25 × 210
        Decimal("2362.50"),  # 02/04: 11,25 × 210
    ]
    assert (rows[-1].on, worth[-1]) == (date(2024, 5, 7), Decimal("17062.50"))  # 81,25 × 210


@pytest.mark.parametrize(
    ("basis", "first"),
    [
        ("calendar_nights", ["0,75 UPF", "1,75 UPF", "3,25 UPF", "5,25 UPF"]),
        # Thu 28 Mar; Good Friday, Saturday and Sunday are no business days
        ("business_days", ["0,75 UPF"] * 4 + ["1,75 UPF", "3,25 UPF", "5,25 UPF"]),
    ],
)
def test_cuiaba_counts_days_as_the_reading_says(basis, first):
    depot = Depot("cuiaba-mt", (2024, 3, 28, 18, 0))
    depot.choose("custody_day_basis", basis)
    rows = _table(depot, depot.seize(depot.at(2024, 3, 28, 9)))
    assert [row.written for row in rows] == [*first, *["5,25 UPF"] * (DAYS - len(first))]


def test_alvares_machado_charges_what_was_spent_until_the_day_and_the_fine():
    """Art. 8º: expenses and 60 UFM. R$ 150,00 on the first day, R$ 20,00 a day for ten days, UFM of R$ 5,00:
    450,00 + 20,00 × (days, at most ten). The owner's earlier penalty makes the fine 120 UFM (art. 10, p.ú.).
    """
    depot = Depot("alvares-machado-sp", (2024, 6, 3, 18, 0))
    IndexValue.objects.create(
        municipality=depot.municipality,
        unit="UFM",
        from_on=date(2024, 1, 1),
        until_on=date(2024, 12, 31),
        value="5.00",
        source="Decreto",
        entered_by=depot.manager,
        entered_at=depot.at(2024, 1, 2, 8),
    )
    owner = TutorFactory(municipality=depot.municipality)
    custody = depot.seize(depot.at(2024, 6, 3, 9), species="horse", size="large", owner=owner)
    spent = [("seizure", 0, "150.00"), *(("feeding", day, "20.00") for day in range(10))]
    for code, day, value in spent:
        CustodyEvent.objects.create(
            custody=custody,
            kind="expense",
            code=code,
            label=code,
            on=custody.seized_on + timedelta(days=day),
            cost=value,
            recorded_at=custody.seized_at,
            recorded_by=depot.agent,
        )
    rows = _table(depot, custody)
    expected = [Decimal(450 + 20 * min(day, 10)) for day in range(1, DAYS + 1)]
    assert [row.bill.total for row in rows] == expected
    assert (rows[0].written, rows[9].written, rows[40].written) == ("R$ 470,00", "R$ 650,00", "R$ 650,00")
    again = bills.bill_of_day(
        custody,
        date(2024, 6, 3),
        depot.at(2024, 6, 3, 12),
        lawbook=law.lawbook_of(custody),
        owner=owner,
        priors=1,
    )
    assert again.written == "R$ 770,00"  # 170,00 + 120 × 5,00


def test_without_the_units_value_what_is_known_is_told():
    depot = Depot("alvares-machado-sp", (2024, 6, 3, 18, 0))
    custody = depot.seize(depot.at(2024, 6, 3, 9), species="pig", size="medium")
    CustodyEvent.objects.create(
        custody=custody,
        kind="expense",
        code="seizure",
        label="x",
        on=custody.seized_on,
        cost="80.00",
        recorded_at=custody.seized_at,
        recorded_by=depot.agent,
    )
    first = _table(depot, custody)[0]
    assert first.written == "R$ 80,00 + 60,00 UFM"
    assert first.worth.refusal.enter == "municipalities:index_values"


@pytest.mark.parametrize(
    ("ruleset", "day"), [("joao-neiva-es", (2025, 3, 10)), ("vitoria-es", (2025, 3, 10))]
)
def test_a_law_without_a_bill_has_no_table(ruleset, day):
    depot = Depot(ruleset, (*day, 18, 0))
    assert (
        bills.table(
            depot.seize(depot.at(*day, 9)),
            depot.at(*day, 12),
            lawbook=law.Lawbook(depot.municipality, date(*day)),
            owner=None,
        )
        == []
    )
