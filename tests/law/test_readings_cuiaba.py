"""Each reading changes exactly what it says: one row for the default and one for every other value."""

import pytest

from tests.law.support import ask, upf

BILL = {"animals": [{"species": "dog", "count": 2}, {"species": "horse", "count": 1}]}


@pytest.mark.parametrize(
    ("readings", "days", "rates"),
    [
        ({}, 5, "19.50"),
        ({"custody_after_third_day": "repeat_third"}, 5, "35.50"),
        ({"custody_after_third_day": "progressive"}, 5, "40.00"),
        ({"custody_table_mode": "total_by_day"}, 5, "8.00"),
        ({"custody_table_mode": "total_by_day", "custody_after_third_day": "repeat_third"}, 5, "8.00"),
        ({"custody_day_basis": "calendar_nights"}, 4, "19.50"),
        ({"custody_day_basis": "periods_24h"}, 4, "19.50"),
        ({"custody_day_basis": "business_days"}, 2, "11.50"),
        ({"tariff_basis": "per_lot"}, 5, "15.00"),
    ],
)
def test_custody_of_cuiaba(readings, days, rates):
    found = ask(
        "cuiaba-mt",
        "bill",
        **BILL,
        seized_at="2024-05-10T10:00",
        redeemed_at="2024-05-14T09:00",
        readings=readings,
    )
    assert (found["custody_days"], found["items"]["daily_rates"]) == (days, upf(rates))


def test_no_daily_rate_for_no_day():
    found = ask(
        "cuiaba-mt",
        "bill",
        **BILL,
        seized_at="2024-05-10T10:00",
        redeemed_at="2024-05-10T18:00",
        readings={"custody_day_basis": "calendar_nights"},
    )
    assert found["items"]["daily_rates"] == upf("0.00")
    assert found["total"] == upf("4.50")


@pytest.mark.parametrize(
    ("priors", "readings", "amount"),
    [
        (1, {}, "3.00"),
        (1, {"double_art11_fine": True}, "6.00"),
        (3, {"double_art11_fine": True}, "6.00"),
        (0, {"double_art11_fine": True}, "3.00"),
    ],
)
def test_fine_of_the_table_of_cuiaba(priors, readings, amount):
    found = ask(
        "cuiaba-mt",
        "bill",
        **BILL,
        seized_at="2024-05-10T10:00",
        redeemed_at="2024-05-10T18:00",
        priors=priors,
        readings=readings,
    )
    assert found["items"]["seizure_fine"] == upf(amount)


@pytest.mark.parametrize(
    ("readings", "given", "allowed"),
    [
        ({}, {}, ["redemption", "auction", "adoption", "donation"]),
        ({}, {"vet_report": True}, ["redemption", "auction", "adoption", "donation", "sacrifice"]),
        ({}, {"species": "horse", "breed_animal": True}, None),
        (
            {"sacrifice_requires_report": False},
            {},
            ["redemption", "auction", "adoption", "donation", "sacrifice"],
        ),
        ({"late_redemption_allowed": False}, {}, ["auction", "adoption", "donation"]),
    ],
)
def test_destinations_of_cuiaba(readings, given, allowed):
    found = ask("cuiaba-mt", "destinations", seized_on="2024-06-05", readings=readings, **given)
    everything = ["redemption", "auction", "adoption", "donation", "sacrifice", "public_tender"]
    assert found["allowed"] == (allowed or everything)


def test_focus_area_of_cuiaba():
    given = {"seized_on": "2024-06-05", "on": "2024-06-06", "focus_area": True}
    assert ask("cuiaba-mt", "destinations", **given)["allowed"] == ["redemption"]
    assert ask("cuiaba-mt", "destinations", **given, vet_report=True)["allowed"] == [
        "redemption",
        "sacrifice",
    ]


@pytest.mark.parametrize(
    ("priors", "other", "readings", "amount", "last"),
    [
        (1, 0, {}, "10.00", "definitive_seizure"),
        (0, 1, {}, "5.00", "licence_revocation"),
        (0, 1, {"recidivism_scope": "any_provision"}, "10.00", "licence_revocation"),
        (
            2,
            1,
            {"recidivism_scope": "any_provision", "doubling_mode": "geometric"},
            "40.00",
            "definitive_seizure",
        ),
    ],
)
def test_recidivism_of_cuiaba(priors, other, readings, amount, last):
    found = ask(
        "cuiaba-mt",
        "sanction",
        infraction="loose_animal",
        gravity="serious",
        priors=priors,
        other_priors=other,
        readings=readings,
    )
    assert found["fine"] == upf(amount)
    assert found["consequences"] == ["animal_seizure"]
    assert found["discretionary"][-1] == last
