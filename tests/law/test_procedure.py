"""What the law allows next: the eve, the last day and the day after, along the path of each law."""

from dataclasses import replace
from datetime import date

import pytest

from tests.law.support import brl, law, ufm, upf, vrte
from zoonoses.law import Calendar
from zoonoses.law.procedure import FindingFacts, next_steps, step

CALENDAR = Calendar({date(2012, 4, 6): "Sexta-feira Santa"})
PIECES = frozenset({"control_form", "photographic_record", "vet_report"})


def on_day(name, facts, on, act, **readings):
    return step(law(name), facts, on, act, readings=readings, calendar=CALENDAR)


def allowed(name, facts, on, **readings):
    steps = next_steps(law(name), facts, on, readings=readings, calendar=CALENDAR)
    assert all(found.reason for found in steps)
    assert all(found.allowed == (found.code is None) for found in steps)
    return [found.act for found in steps if found.allowed]


# Alegre: three unregistered dogs, ciência on Thursday 2012-03-01, 30 days end on Saturday 31, due on Monday 2 April.
DOGS = FindingFacts("unregistered_animal", date(2012, 3, 1), animals=3)
DOGS_SERVED = replace(DOGS, intimated_on=date(2012, 3, 1), served_on=date(2012, 3, 1))


@pytest.mark.parametrize(
    ("checked_on", "code", "from_on"),
    [
        (None, "not_checked", date(2012, 4, 3)),
        (date(2012, 4, 1), "term_running", date(2012, 4, 3)),
        (date(2012, 4, 2), "term_running", date(2012, 4, 3)),
        (date(2012, 4, 3), None, None),
        (date(2012, 4, 20), None, None),
    ],
)
def test_alegre_around_the_last_day(checked_on, code, from_on):
    facts = replace(DOGS_SERVED, checked_on=checked_on)
    notice = on_day("alegre-es", facts, checked_on or date(2012, 4, 2), "notice")
    assert (notice.allowed, notice.code, notice.from_on) == (code is None, code, from_on)
    assert notice.due_on == date(2012, 4, 2)
    if code is None:
        assert notice.sanction["fine"] == brl("60.00")


def test_alegre_offers_the_intimation_first():
    assert allowed("alegre-es", DOGS, date(2012, 3, 1)) == ["intimation"]
    intimation = on_day("alegre-es", DOGS, date(2012, 3, 1), "intimation")
    assert (intimation.offer.kind, intimation.offer.days) == ("fixed", 30)
    assert intimation.article == "Art. 2º, § 3º, I"
    assert on_day("alegre-es", DOGS, date(2012, 3, 1), "notice").code == "not_intimated"


def test_the_term_runs_from_the_service_and_not_from_the_printing():
    printed = replace(DOGS, intimated_on=date(2012, 3, 1))
    notice = on_day("alegre-es", replace(printed, checked_on=date(2012, 5, 2)), date(2012, 5, 2), "notice")
    assert (notice.allowed, notice.code, notice.due_on) == (False, "not_served", None)
    assert allowed("alegre-es", printed, date(2012, 3, 5)) == ["service", "return_visit"]
    served = replace(printed, served_on=date(2012, 3, 8), checked_on=date(2012, 4, 9))
    assert on_day("alegre-es", served, date(2012, 4, 9), "notice").due_on == date(2012, 4, 9)
    assert on_day("alegre-es", served, date(2012, 4, 9), "notice").code == "term_running"


def test_what_remains_at_the_return_is_what_is_fined():
    facts = replace(DOGS_SERVED, checked_on=date(2012, 4, 3), remaining=2)
    assert on_day("alegre-es", facts, date(2012, 4, 3), "notice").sanction["fine"] == brl("40.00")


def test_cured_ends_the_case():
    facts = replace(DOGS_SERVED, checked_on=date(2012, 3, 20), cured=True, remaining=0)
    assert on_day("alegre-es", facts, date(2012, 4, 20), "notice").code == "cured"
    assert "nothing" in allowed("alegre-es", facts, date(2012, 4, 20))


def test_a_standing_notice_is_not_repeated():
    facts = replace(DOGS_SERVED, checked_on=date(2012, 4, 3), noticed=True)
    assert on_day("alegre-es", facts, date(2012, 4, 3), "notice").code == "already_noticed"
    assert allowed("alegre-es", facts, date(2012, 4, 3)) == ["nothing"]


def test_alegre_gives_no_extension():
    assert on_day("alegre-es", DOGS_SERVED, date(2012, 3, 20), "extension").code == "not_offered"


def test_alegre_direct_notice_and_choice_of_days():
    leash = FindingFacts("leash_plate_handler", date(2012, 3, 1), animals=2)
    assert allowed("alegre-es", leash, date(2012, 3, 1)) == ["notice"]
    assert on_day("alegre-es", leash, date(2012, 3, 1), "notice").sanction["fine"] == brl("100.00")
    cruelty = FindingFacts("mistreatment", date(2012, 3, 1))
    assert on_day("alegre-es", cruelty, date(2012, 3, 1), "intimation").offer.days == (7, 15, 30)
    again = replace(cruelty, priors=1)
    assert allowed("alegre-es", again, date(2012, 3, 1)) == ["intimation"]
    assert allowed("alegre-es", again, date(2012, 3, 1), recidivism_needs_new_intimation=False) == ["notice"]


def test_alegre_loose_animal_is_seized_without_fine():
    loose = FindingFacts("loose_animal", date(2012, 3, 1))
    assert allowed("alegre-es", loose, date(2012, 3, 1)) == ["seizure", "guidance"]
    assert on_day("alegre-es", loose, date(2012, 3, 1), "seizure").article == "Art. 23"
    assert on_day("alegre-es", loose, date(2012, 3, 1), "notice").code == "no_sanction_in_law"


def test_alegre_initial_term_bars_intimation_and_notice():
    facts = replace(DOGS, fact_on=date(2011, 8, 31))
    assert on_day("alegre-es", facts, date(2011, 8, 31), "intimation").code == "initial_term_running"
    assert on_day("alegre-es", facts, date(2011, 8, 31), "notice").code == "initial_term_running"


@pytest.mark.parametrize(
    ("fact_on", "on", "readings", "code"),
    [
        (date(2023, 1, 1), date(2023, 1, 1), {}, "value_unknown"),
        (date(2022, 12, 31), date(2023, 1, 1), {}, "value_unknown"),
        (date(2022, 12, 31), date(2022, 12, 31), {}, None),
        (date(2022, 12, 31), date(2023, 6, 1), {"valid_until": "2023-05-31"}, None),
        (date(2023, 6, 1), date(2023, 6, 1), {"valid_until": "2023-05-31"}, "law_not_in_force"),
        (date(2011, 3, 3), date(2011, 3, 4), {}, "law_not_in_force"),
    ],
)
def test_alegre_at_the_edges_of_the_law(fact_on, on, readings, code):
    facts = FindingFacts("abandonment", fact_on)
    assert on_day("alegre-es", facts, on, "notice", **readings).code == code


# Cuiabá: direct auto; the gravity is the agent's choice.
def test_cuiaba_waits_for_the_gravity():
    facts = FindingFacts("dog_without_leash", date(2024, 3, 5))
    notice = on_day("cuiaba-mt", facts, date(2024, 3, 5), "notice")
    assert (notice.code, "gravidade" in notice.reason, notice.article) == ("value_unknown", True, "Art. 36")
    assert on_day("cuiaba-mt", facts, date(2024, 3, 5), "intimation").code == "not_offered"
    chosen = replace(facts, gravity="serious", priors=1)
    assert allowed("cuiaba-mt", chosen, date(2024, 3, 5)) == ["notice", "seizure"]
    assert on_day("cuiaba-mt", chosen, date(2024, 3, 5), "notice").sanction["fine"] == upf("10.00")


def test_cuiaba_seizes_without_waiting_for_the_gravity():
    loose = FindingFacts("loose_animal", date(2024, 3, 5))
    seizure = on_day("cuiaba-mt", loose, date(2024, 3, 5), "seizure")
    assert (seizure.allowed, seizure.article) == (True, "Art. 9º, I")


# João Neiva: leve needs the three pieces, a notificação and a return; grave and gravíssima go straight to the auto.
DIRTY = FindingFacts("hygiene", date(2025, 3, 3))


def test_joao_neiva_wants_the_pieces_first():
    assert allowed("joao-neiva-es", DIRTY, date(2025, 3, 3)) == ["vet_report", "seizure"]
    missing = on_day("joao-neiva-es", DIRTY, date(2025, 3, 3), "intimation")
    assert missing.code == "pieces_missing"
    assert "Relatório do Médico Veterinário" in missing.reason
    two = replace(DIRTY, pieces=PIECES - {"vet_report"})
    assert on_day("joao-neiva-es", two, date(2025, 3, 3), "intimation").code == "pieces_missing"
    full = replace(DIRTY, pieces=PIECES)
    assert allowed("joao-neiva-es", full, date(2025, 3, 3)) == ["intimation", "seizure"]
    assert on_day("joao-neiva-es", full, date(2025, 3, 3), "intimation").offer.kind == "free"


@pytest.mark.parametrize(
    ("checked_on", "code"),
    [(date(2025, 3, 17), "term_running"), (date(2025, 3, 18), "term_running"), (date(2025, 3, 19), None)],
)
def test_joao_neiva_minor_around_the_last_day(checked_on, code):
    facts = replace(
        DIRTY,
        pieces=PIECES,
        intimated_on=date(2025, 3, 3),
        served_on=date(2025, 3, 3),
        days=15,
        checked_on=checked_on,
    )
    notice = on_day("joao-neiva-es", facts, checked_on, "notice")
    assert (notice.code, notice.due_on) == (code, date(2025, 3, 18))
    if code is None:
        assert notice.sanction["fine"] is None
        assert notice.sanction["consequences"] == ["written_warning", "police_referral"]


@pytest.mark.parametrize(
    ("checked_on", "code"),
    [(date(2025, 3, 19), "term_running"), (date(2025, 3, 24), "term_running"), (date(2025, 3, 25), None)],
)
def test_joao_neiva_extension_moves_the_last_day(checked_on, code):
    facts = replace(
        DIRTY,
        pieces=PIECES,
        intimated_on=date(2025, 3, 3),
        served_on=date(2025, 3, 3),
        days=15,
        extended_to=date(2025, 3, 24),
        checked_on=checked_on,
    )
    notice = on_day("joao-neiva-es", facts, checked_on, "notice")
    assert (notice.code, notice.due_on) == (code, date(2025, 3, 24))
    assert notice.sanction["due_on"] == "2025-03-24"
    if code:
        assert (notice.sanction["applicable"], notice.from_on) == (False, date(2025, 3, 25))


def test_joao_neiva_may_extend_while_the_term_runs():
    facts = replace(DIRTY, pieces=PIECES, intimated_on=date(2025, 3, 3), served_on=date(2025, 3, 3), days=15)
    assert on_day("joao-neiva-es", facts, date(2025, 3, 18), "extension").allowed
    assert on_day("joao-neiva-es", facts, date(2025, 3, 19), "extension").code == "term_expired"


@pytest.mark.parametrize(
    ("changes", "fine"),
    [
        ({"aggravating": ("intent",)}, "100.00"),
        ({"aggravating": ("intent", "calamitous_consequence")}, "200.00"),
        ({"priors": 1}, "200.00"),
        ({"other_priors": 1}, "100.00"),
        ({"gravity": "serious"}, "100.00"),
    ],
)
def test_joao_neiva_direct_notice(changes, fine):
    facts = replace(DIRTY, **changes)
    assert allowed("joao-neiva-es", facts, date(2025, 3, 3)) == ["notice", "seizure"]
    assert on_day("joao-neiva-es", facts, date(2025, 3, 3), "notice").sanction["fine"] == vrte(fine)
    assert on_day("joao-neiva-es", facts, date(2025, 3, 3), "intimation").code == "not_offered"


# Álvares Machado: seizure and direct auto in UFM.
def test_alvares_machado_direct_notice():
    horse = FindingFacts("loose_unaccompanied_animal", date(2026, 3, 3))
    assert allowed("alvares-machado-sp", horse, date(2026, 3, 3)) == ["notice", "seizure"]
    assert on_day("alvares-machado-sp", horse, date(2026, 3, 3), "notice").sanction["fine"] == ufm("60.00")
    again = replace(horse, priors=1)
    assert on_day("alvares-machado-sp", again, date(2026, 3, 3), "notice").sanction["fine"] == ufm("120.00")


# Vitória: abandonment, the kennel's written warning, vaccination without sanction.
def test_vitoria_company_third_time():
    company = FindingFacts("abandonment", date(2026, 3, 3), animals=2, offender="legal_person", priors=2)
    notice = on_day("vitoria-es", company, date(2026, 3, 3), "notice")
    assert (notice.sanction["fine"], notice.sanction["consequences"]) == (
        brl("2000.00"),
        ["licence_revocation"],
    )
    assert on_day("vitoria-es", company, date(2026, 3, 3), "seizure").code == "not_in_law"


def test_vitoria_older_fact_has_no_known_amount():
    facts = FindingFacts("abandonment", date(2015, 9, 3))
    assert on_day("vitoria-es", facts, date(2026, 3, 3), "notice").code == "value_unknown"
    assert on_day("vitoria-es", replace(facts, fact_on=date(2015, 9, 4)), date(2026, 3, 3), "notice").allowed


def test_vitoria_vaccination_has_an_intimation_without_fine():
    facts = FindingFacts("rabies_vaccination_missing", date(2026, 3, 3))
    assert allowed("vitoria-es", facts, date(2026, 3, 3)) == ["intimation", "guidance"]
    intimation = on_day("vitoria-es", facts, date(2026, 3, 3), "intimation")
    assert (intimation.offer.kind, intimation.offer.days, intimation.article) == (
        "at_most",
        20,
        "Art. 9º, § 3º",
    )
    late = replace(
        facts, intimated_on=date(2026, 3, 3), served_on=date(2026, 3, 3), checked_on=date(2026, 4, 3)
    )
    assert on_day("vitoria-es", late, date(2026, 4, 3), "notice").code == "no_sanction_in_law"


def test_vitoria_kennel_is_warned_fined_then_closed():
    kennel = FindingFacts("kennel_without_vet", date(2024, 7, 1), offender="legal_person")
    warning = on_day("vitoria-es", kennel, date(2024, 7, 1), "intimation")
    assert warning.reason.startswith("Advertência escrita")
    served = replace(kennel, intimated_on=date(2024, 7, 1), served_on=date(2024, 7, 1))
    eve = replace(served, checked_on=date(2024, 7, 22))
    assert on_day("vitoria-es", eve, date(2024, 7, 22), "notice").code == "term_running"
    after = replace(served, checked_on=date(2024, 7, 23))
    assert on_day("vitoria-es", after, date(2024, 7, 23), "notice").sanction["fine"] == brl("500.00")
    closed = on_day("vitoria-es", replace(kennel, priors=1), date(2024, 9, 2), "notice")
    assert (closed.sanction["fine"], closed.sanction["consequences"]) == (None, ["licence_revocation"])


def test_without_sanction_there_is_guidance():
    facts = FindingFacts("humiliation_violence", date(2026, 3, 3))
    assert allowed("vitoria-es", facts, date(2026, 3, 3)) == ["guidance"]
    assert "Sem sanção na lei" in on_day("vitoria-es", facts, date(2026, 3, 3), "guidance").reason


def test_an_unknown_infraction_is_refused_and_not_raised():
    facts = FindingFacts("no_such", date(2026, 3, 3))
    assert on_day("vitoria-es", facts, date(2026, 3, 3), "nothing").code == "not_in_law"
    assert on_day("vitoria-es", facts, date(2026, 3, 3), "notice").code == "not_offered"


def test_an_unknown_calendar_refuses_the_acts_that_count():
    calendar = Calendar({}, known_until=date(2012, 3, 31))
    steps = next_steps(law("alegre-es"), DOGS_SERVED, date(2012, 3, 20), readings={}, calendar=calendar)
    notice = next(found for found in steps if found.act == "notice")
    assert (notice.code, "2012" in notice.reason) == ("calendar_unknown", True)


@pytest.mark.parametrize(
    ("town", "infraction", "name"),
    [
        ("joao-neiva-es", "food", "Notificação"),
        ("alegre-es", "unregistered_animal", "Intimação"),
        ("vitoria-es", "kennel_without_vet", "Advertência escrita"),
    ],
)
def test_the_intimation_has_the_name_that_the_law_gives_it(town, infraction, name):
    facts = FindingFacts(infraction=infraction, fact_on=date(2022, 12, 20))
    steps = next_steps(law(town), facts, date(2022, 12, 20), readings={}, calendar=CALENDAR)
    assert next(row for row in steps if row.act == "intimation").name == name


MISTREATED = FindingFacts("short_tether", date(2025, 3, 3))


@pytest.mark.parametrize(
    ("name", "changed", "readings", "code"),
    [
        ("joao-neiva-es", {}, {}, "pieces_missing"),
        ("joao-neiva-es", {"pieces": PIECES}, {}, "not_confirmed"),
        ("joao-neiva-es", {"pieces": PIECES, "confirmed": True}, {}, None),
        ("joao-neiva-es", {"pieces": PIECES, "confirmed": True, "noticed": True}, {}, None),
        ("joao-neiva-es", {"pieces": PIECES, "confirmed": True, "referred": True}, {}, "already_referred"),
        (
            "joao-neiva-es",
            {"pieces": PIECES, "confirmed": True},
            {"police_referral": "serious_and_up"},
            "not_offered",
        ),
        (
            "joao-neiva-es",
            {"pieces": PIECES, "confirmed": True, "aggravating": ("intent",)},
            {"police_referral": "serious_and_up"},
            None,
        ),
        (
            "joao-neiva-es",
            {"infraction": "other_municipal_rule", "pieces": PIECES, "confirmed": True},
            {},
            "not_offered",
        ),
    ],
)
def test_the_police_are_told_once_the_report_finds_mistreatment(name, changed, readings, code):
    found = on_day(name, replace(MISTREATED, **changed), date(2025, 3, 4), "referral", **readings)
    assert (found.allowed, found.code, found.article) == (code is None, code, "Art. 9º, § 3º")


@pytest.mark.parametrize("name", ["alegre-es", "cuiaba-mt", "alvares-machado-sp", "vitoria-es"])
def test_no_other_law_sends_a_case_on(name):
    assert law(name).referral is None
