"""Each reading changes exactly what it says: one row for the default and one for every other value."""

import pytest

from tests.law.support import ask, brl

AFTER = {"intimated_on": "2014-08-04", "checked_on": "2014-09-04"}


@pytest.mark.parametrize(
    ("infraction", "given", "readings", "amount"),
    [
        ("training_in_public", {"priors": 3}, {}, "200.00"),
        ("training_in_public", {"priors": 3}, {"doubling_mode": "geometric"}, "800.00"),
        ("training_in_public", {"other_priors": 1}, {}, "100.00"),
        ("training_in_public", {"other_priors": 1}, {"recidivism_scope": "any_provision"}, "200.00"),
        ("inadequate_keeping", {**AFTER, "animals": 3}, {}, "100.00"),
        ("inadequate_keeping", {**AFTER, "animals": 3}, {"art16_basis": "per_animal"}, "300.00"),
        ("inadequate_keeping", {**AFTER, "animals": 3, "priors": 2}, {"art16_basis": "per_animal"}, "600.00"),
        ("inadequate_keeping", {**AFTER, "priors": 3}, {}, "250.00"),
        ("inadequate_keeping", {**AFTER, "priors": 3}, {"art16_increment": "compound"}, "337.50"),
        ("inadequate_keeping", {**AFTER, "priors": 3}, {"art16_increment": "constant_once"}, "150.00"),
        ("too_many_animals", {**AFTER, "priors": 2}, {}, "200.00"),
        ("too_many_animals", {**AFTER, "priors": 2}, {"doubling_mode": "geometric"}, "400.00"),
        ("too_many_animals", {**AFTER, "priors": 2}, {"art17_doubling": "declined"}, "100.00"),
        (
            "too_many_animals",
            {**AFTER, "priors": 2},
            {"art17_doubling": "declined", "doubling_mode": "geometric"},
            "100.00",
        ),
        ("abandonment", {"animals": 3}, {}, "500.00"),
        ("abandonment", {"animals": 3}, {"art21_basis": "per_animal"}, "1500.00"),
        ("abandonment", {**AFTER, "days": 15, "animals": 3}, {"abandonment_track": "art29"}, "1500.00"),
        ("reduced_limit_exceeded", AFTER, {"reduced_limit_fine": True}, "100.00"),
        ("dangerous_animal_sign_missing", AFTER, {"sign_fine": True}, "100.00"),
        ("loose_animal", {"priors": 1}, {"loose_animal_fine": "as_training"}, "200.00"),
        ("ferocity_advertising", {"priors": 1}, {"recidivism_needs_new_intimation": False}, "4000.00"),
        ("mistreatment", {"priors": 1, "animals": 2}, {"recidivism_needs_new_intimation": False}, "2000.00"),
    ],
)
def test_fines_of_alegre(infraction, given, readings, amount):
    found = ask("alegre-es", "sanction", infraction=infraction, readings=readings, **given)
    assert found["fine"] == brl(amount)


@pytest.mark.parametrize(("readings", "liable"), [({}, "owner"), ({"art14_15_liable": "handler"}, "handler")])
@pytest.mark.parametrize("infraction", ["leash_plate_handler", "feces_not_collected"])
def test_liable_of_alegre(infraction, readings, liable):
    assert ask("alegre-es", "sanction", infraction=infraction, readings=readings)["liable"] == liable


def test_single_fine_of_alegre():
    given = {"infraction": "unregistered_animal", "priors": 1, **AFTER}
    assert ask("alegre-es", "sanction", **given)["fine"] == brl("20.00")
    barred = ask("alegre-es", "sanction", **given, readings={"unregistered_repeat": "single"})
    assert (barred["applicable"], barred["why_not"]) == (False, "already_fined")


def test_loss_of_possession_stays_with_the_same_provision():
    given = {"infraction": "mistreatment", "other_priors": 1, "days": 15, **AFTER}
    found = ask("alegre-es", "sanction", **given, readings={"recidivism_scope": "any_provision"})
    assert found["fine"] == brl("1000.00")
    assert found["consequences"] == []


@pytest.mark.parametrize(
    ("given", "bar"),
    [
        ({"fact_on": "2011-08-31"}, "initial_term_running"),
        ({"fact_on": "2011-09-01"}, "not_intimated"),
        ({"intimated_on": "2011-08-31"}, "initial_term_running"),
        ({"intimated_on": "2011-09-01"}, "not_checked"),
        ({}, "not_intimated"),
    ],
)
def test_initial_term_of_alegre(given, bar):
    assert ask("alegre-es", "sanction", infraction="unregistered_animal", **given)["why_not"] == bar


@pytest.mark.parametrize(
    ("readings", "given", "expected"),
    [
        ({}, {"licensed": 13}, (13, False)),
        ({}, {"licensed": 13, "licensed_gone": 5}, (10, True)),
        ({}, {"reduced_limit": 8}, (8, True)),
        ({}, {"reduced_limit": 8, "licensed": 12}, (12, True)),
        ({"special_licence": "ended"}, {"licensed": 13, "on": "2012-03-06"}, (10, True)),
        ({"special_licence": "ended"}, {"licensed": 13, "on": "2012-03-05"}, (13, False)),
        ({"special_licence": "ended"}, {"licensed": 13}, (13, False)),
        ({"special_licence": "ended"}, {"licensed": 13, "reduced_limit": 6, "on": "2012-06-01"}, (6, True)),
    ],
)
def test_limit_of_alegre(readings, given, expected):
    found = ask(
        "alegre-es", "household", animals=[{"species": "dog", "count": 13}], readings=readings, **given
    )
    assert (found["limit"], found["over_limit"]) == expected


@pytest.mark.parametrize(
    ("readings", "counted", "infraction"),
    [({}, 12, "too_many_animals"), ({"art17_count": "per_species"}, 7, None)],
)
def test_count_of_alegre(readings, counted, infraction):
    animals = [
        {"species": "dog", "count": 7},
        {"species": "cat", "count": 5},
        {"species": "rabbit", "count": 9},
    ]
    found = ask("alegre-es", "household", animals=animals, readings=readings)
    assert (found["counted"], found["infraction"]) == (counted, infraction)


@pytest.mark.parametrize(
    ("readings", "total"),
    [
        ({}, "30.00"),
        ({"redemption_fee": "per_redemption"}, "10.00"),
        ({"redemption_fee": "per_day"}, "120.00"),
    ],
)
def test_redemption_of_alegre(readings, total):
    found = ask(
        "alegre-es",
        "bill",
        animals=[{"species": "dog", "count": 2}, {"species": "cat", "count": 1}],
        seized_at="2012-03-01T23:00",
        redeemed_at="2012-03-04T01:00",
        readings=readings,
    )
    assert (found["custody_days"], found["total"]) == (4, brl(total))


def test_redemption_by_the_day_needs_the_days():
    animals = [{"species": "dog", "count": 1}]
    found = ask("alegre-es", "bill", animals=animals, readings={"redemption_fee": "per_day"})
    assert found == {"error": "value_unknown"}


@pytest.mark.parametrize(
    ("service", "quantity", "readings", "total"),
    [
        ("second_copy", 2, {}, "16.00"),
        ("second_copy", 2, {"second_copy_fee_basis": "per_request"}, "8.00"),
        ("adoption_with_registration", 3, {}, "15.00"),
        ("adoption_with_registration", 3, {"adoption_registration_fee": "0.00"}, "0.00"),
    ],
)
def test_prices_of_alegre(service, quantity, readings, total):
    found = ask("alegre-es", "price", service=service, quantity=quantity, readings=readings)
    assert found["total"] == brl(total)


@pytest.mark.parametrize(
    ("readings", "days", "last_day"),
    [
        ({}, None, "2016-06-10"),
        ({}, 180, "2015-12-07"),
        ({"revaccination_basis": "annual"}, 180, "2016-06-10"),
    ],
)
def test_revaccination_of_alegre(readings, days, last_day):
    found = ask("alegre-es", "term", term="revaccination", start="2015-06-10", days=days, readings=readings)
    assert found["last_day"] == last_day


@pytest.mark.parametrize(
    ("identified", "readings", "allowed"),
    [
        (False, {}, ["vet_decision"]),
        (True, {}, []),
        (True, {"early_destination": "all"}, ["vet_decision"]),
    ],
)
def test_early_destination_of_alegre(identified, readings, allowed):
    found = ask(
        "alegre-es",
        "destinations",
        seized_on="2012-03-01",
        on="2012-03-05",
        gravely_ill=True,
        vet_opinion=True,
        identified=identified,
        readings=readings,
    )
    assert found["allowed"] == allowed


@pytest.mark.parametrize(
    ("licence", "expected"),
    [("transitional", ("2012-03-05", False)), ("permanent", (None, True)), ("ended", ("2012-03-05", False))],
)
def test_special_licence_request_of_alegre(licence, expected):
    given = {"term": "special_licence_request", "acted_on": "2013-01-02"}
    found = ask("alegre-es", "term", **given, readings={"special_licence": licence})
    assert (found["due_on"], found["timely"]) == expected
