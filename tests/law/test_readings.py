"""Each reading changes exactly what it says: one row for the default and one for every other value."""

import pytest

from tests.law.support import LAWS, ask, brl, law, ufm, vrte


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
    found = ask("vitoria-es", "sanction", infraction=infraction, readings=readings, **given)
    assert found["fine"] == brl(amount)


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
