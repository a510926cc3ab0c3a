"""Each reading changes exactly what it says: one row for the default and one for every other value."""

import pytest

from tests.law.support import LAWS, ask, brl, law, ufm, upf, vrte

AFTER = {"intimated_on": "2014-08-04", "checked_on": "2014-09-04"}


def fine(name, infraction, readings, **given):
    return ask(name, "sanction", infraction=infraction, readings=readings, **given)["fine"]


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
    assert fine("alegre-es", infraction, readings, **given) == brl(amount)


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


@pytest.mark.parametrize(
    ("readings", "aggravating", "mitigating", "gravity"),
    [
        ({}, ["intent"], ["excusable_mistake", "spontaneous_repair"], "serious"),
        (
            {"concurrence_rule": "mitigating_prevails"},
            ["intent", "failed_to_prevent"],
            ["excusable_mistake"],
            "minor",
        ),
        ({"concurrence_rule": "mitigating_prevails"}, ["intent", "failed_to_prevent"], [], "very_serious"),
        (
            {"concurrence_rule": "offset_one_for_one"},
            ["intent"],
            ["excusable_mistake", "spontaneous_repair"],
            "minor",
        ),
        ({"concurrence_rule": "offset_one_for_one"}, ["intent", "failed_to_prevent"], [], "very_serious"),
        ({}, ["intent", "intent"], [], "serious"),
    ],
)
def test_gravity_of_joao_neiva(readings, aggravating, mitigating, gravity):
    found = ask(
        "joao-neiva-es",
        "sanction",
        infraction="violence",
        aggravating=aggravating,
        mitigating=mitigating,
        readings=readings,
    )
    assert found["gravity"] == gravity


@pytest.mark.parametrize("rule", ["aggravating_count_decides", "mitigating_prevails", "offset_one_for_one"])
def test_specific_recidivism_is_very_serious_under_every_rule(rule):
    found = ask(
        "joao-neiva-es",
        "sanction",
        infraction="hygiene",
        priors=1,
        mitigating=["excusable_mistake", "spontaneous_repair"],
        readings={"concurrence_rule": rule},
    )
    assert (found["gravity"], found["fine"]) == ("very_serious", vrte("200.00"))


@pytest.mark.parametrize(
    ("infraction", "gravity", "readings", "consequences"),
    [
        ("hygiene", "minor", {}, ["police_referral"]),
        ("hygiene", "minor", {"police_referral": "serious_and_up"}, []),
        ("hygiene", "serious", {"police_referral": "serious_and_up"}, ["police_referral"]),
        ("other_municipal_rule", "serious", {}, []),
    ],
)
def test_police_referral_of_joao_neiva(infraction, gravity, readings, consequences):
    found = ask("joao-neiva-es", "sanction", infraction=infraction, gravity=gravity, readings=readings)
    assert found["consequences"] == consequences


def test_fine_per_animal_of_joao_neiva():
    given = {"infraction": "violence", "gravity": "serious", "animals": 3}
    assert ask("joao-neiva-es", "sanction", **given)["fine"] == vrte("100.00")
    per_animal = ask("joao-neiva-es", "sanction", **given, readings={"fine_basis": "per_animal"})
    assert per_animal["fine"] == vrte("300.00")


VALUES = [{"from": "2024-01-01", "value": "4.00"}, {"from": "2025-01-01", "value": "5.00"}]
DATES = {
    "notice": "2024-12-01",
    "seizure": "2024-12-02",
    "decision": "2025-01-10",
    "payment": "2025-02-10",
    "bill_issue": "2025-01-11",
}


@pytest.mark.parametrize(
    ("name", "unit", "reading", "amount"),
    [
        ("joao-neiva-es", "VRTE", None, "500.00"),
        ("joao-neiva-es", "VRTE", "notice", "400.00"),
        ("joao-neiva-es", "VRTE", "payment", "500.00"),
        ("cuiaba-mt", "UPF", None, "500.00"),
        ("cuiaba-mt", "UPF", "seizure", "400.00"),
        ("cuiaba-mt", "UPF", "notice", "400.00"),
        ("cuiaba-mt", "UPF", "payment", "500.00"),
        ("alvares-machado-sp", "UFM", None, "500.00"),
        ("alvares-machado-sp", "UFM", "seizure", "400.00"),
    ],
)
def test_index_date(name, unit, reading, amount):
    readings = {"index_date": reading} if reading else {}
    money = {"amount": "100.00", "unit": unit}
    found = ask(name, "convert", amount=money, index_values=VALUES, dates=DATES, readings=readings)
    assert found["amount"] == brl(amount)


def test_no_value_for_the_date_that_counts():
    money = {"amount": "100.00", "unit": "VRTE"}
    early = [{"from": "2026-01-01", "value": "5.00"}]
    assert ask("joao-neiva-es", "convert", amount=money, index_values=early, dates=DATES) == {
        "error": "index_value_missing"
    }
    assert ask(
        "joao-neiva-es", "convert", amount=money, index_values=VALUES, dates={"notice": "2024-12-01"}
    ) == {"error": "index_value_missing"}
    assert ask("joao-neiva-es", "convert", amount=money) == {"error": "index_value_missing"}


@pytest.mark.parametrize(
    ("given", "readings", "amount"),
    [
        ({"animals": 3}, {}, "60.00"),
        ({"animals": 3}, {"fine_basis": "per_animal"}, "180.00"),
        ({"priors": 2}, {}, "120.00"),
        ({"priors": 2}, {"doubling_mode": "geometric"}, "240.00"),
        ({"other_priors": 2}, {}, "60.00"),
    ],
)
def test_fines_of_alvares_machado(given, readings, amount):
    found = ask(
        "alvares-machado-sp", "sanction", infraction="loose_unaccompanied_animal", readings=readings, **given
    )
    assert found["fine"] == ufm(amount)
    assert found["consequences"] == ["animal_seizure"]


@pytest.mark.parametrize(
    ("value", "liable"), [("owner", "owner"), ("owner_or_possessor", "owner_or_possessor")]
)
def test_liable_of_alvares_machado(value, liable):
    readings = {"fine_liable": value}
    found = ask("alvares-machado-sp", "sanction", infraction="loose_unaccompanied_animal", readings=readings)
    assert found["liable"] == liable


@pytest.mark.parametrize(
    ("readings", "due_on"),
    [
        ({}, "2024-06-22"),
        ({"extend_custody_ceiling": True}, "2024-06-24"),
        ({"extend_custody_ceiling": True, "extend_last_day": False}, "2024-06-22"),
    ],
)
def test_custody_ceiling_of_alvares_machado(readings, due_on):
    found = ask("alvares-machado-sp", "term", term="custody_ceiling", start="2024-05-23", readings=readings)
    assert found["due_on"] == due_on


@pytest.mark.parametrize(
    ("born_on", "readings", "missing"),
    [
        ("2006-06-10", {}, False),
        ("2006-06-11", {}, True),
        ("2006-06-10", {"min_age": 19}, True),
        ("2005-06-10", {"min_age": 19}, False),
    ],
)
def test_age_of_the_requester_of_alvares_machado(born_on, readings, missing):
    found = ask(
        "alvares-machado-sp", "release", born_on=born_on, requested_on="2024-06-10", readings=readings
    )
    assert ("of_age" in found["missing"]) is missing


@pytest.mark.parametrize(
    ("requested_on", "readings", "missing"),
    [
        ("2024-06-03", {}, False),
        ("2024-06-04", {}, True),
        ("2024-06-04", {"late_redemption_allowed": True}, False),
    ],
)
def test_redemption_within_term_of_alvares_machado(requested_on, readings, missing):
    given = {"seized_on": "2024-05-24", "requested_on": requested_on}
    found = ask("alvares-machado-sp", "release", **given, readings=readings)
    assert ("within_term" in found["missing"]) is missing


@pytest.mark.parametrize(
    ("species", "readings", "missing"),
    [
        ("horse", {}, ["glanders_exam", "equine_anaemia_exam", "equine_influenza_vaccine"]),
        ("mule", {}, []),
        (
            "mule",
            {"exams": "treat_equideos_as_equinos"},
            ["glanders_exam", "equine_anaemia_exam", "equine_influenza_vaccine"],
        ),
        ("cattle", {}, ["brucellosis_exam", "tuberculosis_exam"]),
        ("pig", {}, []),
    ],
)
def test_entry_exams_of_alvares_machado(species, readings, missing):
    given = {"document": "entry_health_record", "species": species, "provided": []}
    assert ask("alvares-machado-sp", "document", **given, readings=readings)["missing"] == missing


@pytest.mark.parametrize(
    ("exam", "readings", "allowed"),
    [
        (None, {}, False),
        ("negative", {}, False),
        ("positive", {}, True),
        ("negative", {"sacrifice_requires": "any_exam"}, True),
        (None, {"sacrifice_requires": "any_exam"}, False),
    ],
)
def test_sacrifice_of_alvares_machado(exam, readings, allowed):
    found = ask("alvares-machado-sp", "destinations", seized_on="2024-07-01", exam=exam, readings=readings)
    assert ("sacrifice" in found["allowed"]) is allowed


@pytest.mark.parametrize(
    ("infraction", "given", "readings", "amount"),
    [
        ("abandonment", {"animals": 3}, {}, "2000.00"),
        ("abandonment", {"animals": 3}, {"natural_person_basis": "per_animal"}, "6000.00"),
        ("abandonment", {"priors": 2}, {}, "4000.00"),
        ("abandonment", {"priors": 2}, {"doubling_mode": "geometric"}, "8000.00"),
        ("abandonment", {"other_priors": 1}, {"recidivism_scope": "any_provision"}, "4000.00"),
        ("abandonment", {"fact_on": "2014-01-10"}, {"natural_person_fine_from": "2014-01-10"}, "2000.00"),
        ("abandonment", {"offender": "legal_person", "animals": 2, "priors": 2}, {}, "2000.00"),
        ("abandonment_any_area", {}, {"art24_fine": "as_abandonment"}, "2000.00"),
        ("feces_not_collected", {"animals": 2}, {"art12_basis": "per_animal"}, "70.00"),
        ("leash_handler", {"animals": 2, "priors": 3}, {}, "200.00"),
    ],
)
def test_fines_of_vitoria(infraction, given, readings, amount):
    assert fine("vitoria-es", infraction, readings, **given) == brl(amount)


def test_third_incidence_of_vitoria():
    given = {"infraction": "abandonment", "offender": "legal_person", "priors": 2}
    both = ask("vitoria-es", "sanction", **given)
    assert (both["fine"], both["consequences"]) == (brl("1000.00"), ["licence_revocation"])
    alone = ask("vitoria-es", "sanction", **given, readings={"third_incidence": "revocation_only"})
    assert (alone["fine"], alone["consequences"]) == (None, ["licence_revocation"])
    scope = {"recidivism_scope": "any_provision"}
    second = ask("vitoria-es", "sanction", **{**given, "priors": 1, "other_priors": 1}, readings=scope)
    assert (second["fine"], second["consequences"]) == (brl("1000.00"), [])


def test_custody_of_vitoria_is_unknown_until_configured():
    assert ask("vitoria-es", "term", term="redemption", start="2024-06-03") == {"error": "value_unknown"}
    assert ask("vitoria-es", "destinations", seized_on="2024-06-03") == {"error": "value_unknown"}
    found = ask("vitoria-es", "term", term="redemption", start="2024-06-03", readings={"custody_days": 5})
    assert (found["last_day"], found["due_on"]) == ("2024-06-08", "2024-06-10")


@pytest.mark.parametrize("name", LAWS)
@pytest.mark.parametrize(
    ("readings", "error"),
    [
        ({"no_such_reading": 1}, "not_in_law"),
        ({"publication_date": "hoje"}, "value_unknown"),
        ([1], "value_unknown"),
    ],
)
def test_readings_that_cannot_be(name, readings, error):
    assert ask(name, "in_force", on="2024-05-24", readings=readings) == {"error": error}


@pytest.mark.parametrize("name", LAWS)
def test_every_default_may_be_said_aloud(name):
    rs = law(name)
    said = {key: reading.default for key, reading in rs.readings.items()}
    for code in rs.infractions:
        given = {"infraction": code, "gravity": "serious"}
        assert ask(name, "sanction", **given, readings=said) == ask(name, "sanction", **given)
