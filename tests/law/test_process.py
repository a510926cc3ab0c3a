"""The procedure after the auto, as a table: state × act × day, under a law that has one and under regulations."""

from dataclasses import replace
from datetime import date

import pytest

from tests.law.support import law
from zoonoses.law import Calendar, LawError
from zoonoses.law.process import ProcessFacts, Regulation, Ruling, State, next_steps, rules_of, step

GOOD_FRIDAY, PENHA, TIRADENTES = date(2026, 4, 3), date(2026, 4, 13), date(2026, 4, 21)
CALENDAR = Calendar.of([GOOD_FRIDAY, PENHA, TIRADENTES, date(2026, 5, 1), date(2026, 6, 4)])
NEIVA = rules_of(law("joao-neiva-es"), {})
SILENT = rules_of(law("alegre-es"), {})
DECREE = Regulation(
    act="Decreto nº 12/2012",
    days={"defence": 15, "reply": 5, "appeal": 10, "payment": 30},
    counts={"defence": "days", "reply": "business_days", "appeal": "business_days", "payment": "days"},
    judged_by="Secretário Municipal de Saúde",
    appealed_to="Prefeito Municipal",
)
REGULATED = rules_of(law("alegre-es"), {}, DECREE)
SERVED = date(2026, 4, 2)  # a Thursday; ten business days end on Monday 20/04
DUE = date(2026, 4, 20)

DRAWN = ProcessFacts(drawn_on=date(2026, 4, 1))
KNOWN = replace(DRAWN, served_on=SERVED)
DEFENDED = replace(KNOWN, defended_on=DUE)
KEPT = Ruling(date(2026, 4, 22), "kept", owes=True)
DECIDED = replace(DEFENDED, decision=KEPT)
# Ciência on Wednesday 22/04: ten business days without 01/05 end on Thursday 07/05.
TOLD = replace(DECIDED, decision=replace(KEPT, served_on=date(2026, 4, 22)))
APPEALED = replace(TOLD, appealed_on=date(2026, 5, 7))
LATE_APPEAL = replace(TOLD, appealed_on=date(2026, 5, 8))
CLOSED = replace(APPEALED, final=Ruling(date(2026, 5, 20), "kept", owes=True, served_on=date(2026, 5, 21)))
LIGHT = replace(DECIDED, decision=Ruling(date(2026, 4, 22), "changed", owes=False))
CANCELLED = replace(DECIDED, decision=Ruling(date(2026, 4, 22), "cancelled", owes=False))
CHARGED = replace(CLOSED, charged_on=date(2026, 5, 21))
SENT = replace(CHARGED, sent_on=date(2026, 6, 23))

OK = None
TABLE = [
    # rules, facts, act, {day: reason code or OK}
    (NEIVA, DRAWN, "service", {date(2026, 4, 1): OK}),
    (NEIVA, DRAWN, "defence", {date(2026, 4, 1): "not_served"}),
    (NEIVA, DRAWN, "decision", {date(2026, 6, 1): "not_served"}),
    (NEIVA, KNOWN, "service", {SERVED: "already_served"}),
    (NEIVA, KNOWN, "defence", {SERVED: OK, date(2026, 4, 17): OK, DUE: OK, TIRADENTES: OK}),
    (NEIVA, KNOWN, "decision", {SERVED: "term_running", DUE: "term_running", TIRADENTES: OK}),
    (NEIVA, KNOWN, "reply", {DUE: "not_offered"}),
    (NEIVA, KNOWN, "appeal", {date(2026, 5, 30): "not_decided"}),
    (NEIVA, KNOWN, "final_decision", {date(2026, 5, 30): "not_appealed"}),
    (NEIVA, KNOWN, "charge", {date(2026, 5, 30): "only_proposed"}),
    (NEIVA, KNOWN, "payment", {date(2026, 5, 30): "not_charged"}),
    (NEIVA, KNOWN, "active_debt", {date(2026, 5, 30): "nothing_owed"}),
    (NEIVA, DEFENDED, "defence", {DUE: "already_defended"}),
    (NEIVA, DEFENDED, "decision", {DUE: OK}),
    (NEIVA, replace(DEFENDED, is_author=True), "decision", {DUE: "own_notice"}),
    (NEIVA, replace(DEFENDED, entitled=False), "decision", {DUE: "not_entitled"}),
    (NEIVA, DECIDED, "defence", {date(2026, 4, 22): "decided"}),
    (NEIVA, DECIDED, "decision", {date(2026, 4, 22): "decided"}),
    (NEIVA, DECIDED, "decision_service", {date(2026, 4, 22): OK}),
    (NEIVA, DECIDED, "appeal", {date(2026, 4, 22): "not_served"}),
    (NEIVA, DECIDED, "charge", {date(2026, 4, 22): OK}),
    (NEIVA, TOLD, "decision_service", {date(2026, 4, 23): "already_served"}),
    (NEIVA, TOLD, "appeal", {date(2026, 5, 6): OK, date(2026, 5, 7): OK, date(2026, 5, 8): OK}),
    (NEIVA, TOLD, "final_decision", {date(2026, 5, 8): "not_appealed"}),
    (NEIVA, APPEALED, "appeal", {date(2026, 5, 7): "already_appealed"}),
    (NEIVA, APPEALED, "final_decision", {date(2026, 5, 7): OK}),
    (NEIVA, replace(APPEALED, is_author=True), "final_decision", {date(2026, 5, 7): "own_notice"}),
    (NEIVA, LATE_APPEAL, "final_decision", {date(2026, 5, 8): "late_appeal"}),
    (NEIVA, CLOSED, "final_decision", {date(2026, 5, 20): "decided"}),
    (NEIVA, CLOSED, "final_service", {date(2026, 5, 21): "already_served"}),
    (NEIVA, CLOSED, "appeal", {date(2026, 5, 21): "final"}),
    (NEIVA, CHARGED, "charge", {date(2026, 5, 21): "already_charged"}),
    # Thirty days from 21/05 end on Saturday 20/06: payable until Monday 22/06.
    (NEIVA, CHARGED, "payment", {date(2026, 6, 22): OK}),
    (NEIVA, CHARGED, "active_debt", {date(2026, 6, 22): "term_running", date(2026, 6, 23): OK}),
    (NEIVA, replace(CHARGED, paid=True), "payment", {date(2026, 6, 1): "paid"}),
    (NEIVA, replace(CHARGED, paid=True), "active_debt", {date(2026, 6, 23): "nothing_owed"}),
    (NEIVA, SENT, "payment", {date(2026, 6, 23): "at_active_debt"}),
    (NEIVA, SENT, "active_debt", {date(2026, 6, 23): "already_sent"}),
    (NEIVA, LIGHT, "charge", {date(2026, 4, 22): "nothing_owed"}),
    (NEIVA, CANCELLED, "charge", {date(2026, 4, 22): "cancelled"}),
    (NEIVA, CANCELLED, "appeal", {date(2026, 4, 22): "cancelled"}),
    (NEIVA, replace(KNOWN, annulled=True), "defence", {SERVED: "annulled"}),
    # Nothing entered: no term, the auto stands and can be paid, a defence can still be received and judged.
    (SILENT, DRAWN, "charge", {date(2026, 4, 1): OK}),
    (SILENT, KNOWN, "defence", {date(2026, 12, 1): OK}),
    (SILENT, KNOWN, "decision", {date(2026, 12, 1): "not_defended"}),
    (SILENT, DEFENDED, "decision", {DUE: OK}),
    (SILENT, TOLD, "appeal", {date(2026, 5, 6): "not_offered"}),
    (SILENT, replace(KNOWN, charged_on=SERVED), "payment", {date(2026, 12, 1): OK}),
    (SILENT, replace(KNOWN, charged_on=SERVED), "active_debt", {date(2026, 12, 1): "not_final"}),
    (SILENT, replace(TOLD, charged_on=SERVED), "active_debt", {date(2026, 12, 1): "no_term"}),
    # The regulation: fifteen days from 02/04 end on Friday 17/04; without a defence the auto is final on 18/04.
    (REGULATED, KNOWN, "defence", {date(2026, 4, 17): OK, date(2026, 4, 18): OK}),
    (REGULATED, KNOWN, "decision", {date(2026, 4, 17): "term_running", date(2026, 4, 18): "final"}),
    # Defended on 10/04: the reply runs to 20/04 (five business days without 13/04).
    (
        REGULATED,
        replace(KNOWN, defended_on=date(2026, 4, 10)),
        "reply",
        {date(2026, 4, 20): OK, date(2026, 4, 22): "term_expired"},
    ),
    (
        REGULATED,
        replace(KNOWN, defended_on=date(2026, 4, 10)),
        "decision",
        {date(2026, 4, 20): "term_running", date(2026, 4, 21): OK},
    ),
    (
        REGULATED,
        replace(KNOWN, defended_on=date(2026, 4, 10), replied_on=date(2026, 4, 14)),
        "decision",
        {date(2026, 4, 14): OK},
    ),
]
CASES = [(rules, facts, act, on, code) for rules, facts, act, days in TABLE for on, code in days.items()]


@pytest.mark.parametrize(("rules", "facts", "act", "on", "code"), CASES)
def test_each_act_on_each_day(rules, facts, act, on, code):
    found = step(rules, facts, on, act, calendar=CALENDAR)
    assert (found.allowed, found.code) == (code is OK, code)
    assert found.reason


def test_the_last_day_crosses_good_friday_and_the_penha():
    found = step(NEIVA, KNOWN, SERVED, "defence", calendar=CALENDAR)
    assert found.due_on == DUE and found.source.words == "Art. 9º, V"
    assert not found.late
    assert step(NEIVA, KNOWN, TIRADENTES, "defence", calendar=CALENDAR).late
    ten_days = rules_of(law("joao-neiva-es"), {"defence_term": "10_calendar_days"})
    assert step(ten_days, KNOWN, SERVED, "defence", calendar=CALENDAR).due_on == date(2026, 4, 14)


@pytest.mark.parametrize(
    ("rules", "facts", "final_on", "payment"),
    [
        (NEIVA, KNOWN, None, None),
        (NEIVA, DECIDED, None, None),
        (NEIVA, TOLD, date(2026, 5, 8), date(2026, 5, 22)),
        (NEIVA, APPEALED, None, None),
        (NEIVA, LATE_APPEAL, date(2026, 5, 8), date(2026, 5, 22)),
        (NEIVA, CLOSED, date(2026, 5, 20), date(2026, 6, 22)),
        (NEIVA, CANCELLED, date(2026, 4, 22), None),
        (SILENT, KNOWN, None, None),
        (SILENT, TOLD, date(2026, 4, 22), None),
        (REGULATED, KNOWN, date(2026, 4, 18), date(2026, 5, 18)),
        (REGULATED, replace(KNOWN, defended_on=date(2026, 4, 18)), date(2026, 4, 18), date(2026, 5, 18)),
        (REGULATED, replace(KNOWN, defended_on=date(2026, 4, 17)), None, None),
    ],
)
def test_what_is_final_by_lapse_of_time_and_until_when_it_is_paid(rules, facts, final_on, payment):
    state = State(rules, facts, CALENDAR)
    assert state.final_on == final_on
    assert (state.payment.due_on if state.payment else None) == payment


@pytest.mark.parametrize("name", ["alegre-es", "cuiaba-mt", "alvares-machado-sp", "vitoria-es"])
def test_a_silent_law_shows_no_term_and_a_regulation_is_named_as_such(name):
    silent = rules_of(law(name), {})
    assert not any((silent.defence, silent.appeal, silent.payment, silent.judged_by, silent.appealed_to))
    for found in next_steps(silent, KNOWN, SERVED, calendar=CALENDAR):
        assert found.due_on is None and found.source is None
    regulated = rules_of(law(name), {}, DECREE)
    found = step(regulated, KNOWN, SERVED, "defence", calendar=CALENDAR)
    assert "Decreto nº 12/2012" in found.source.words and "não da lei" in found.source.words


def test_a_regulation_never_takes_the_place_of_the_law():
    rules = rules_of(law("joao-neiva-es"), {}, DECREE)
    assert rules.judged_by == "Conselho Municipal de Meio Ambiente"
    assert rules.defence.source.is_law and rules.appeal.source.is_law and rules.payment.source.is_law
    assert not rules.reply.source.is_law


def test_a_year_without_a_confirmed_calendar_is_not_guessed():
    known = Calendar({}, known_until=date(2026, 4, 10))
    with pytest.raises(LawError) as refused:
        next_steps(NEIVA, KNOWN, SERVED, calendar=known)
    assert refused.value.code == "calendar_unknown"


@pytest.mark.parametrize(
    ("rules", "facts", "lacks"),
    [
        (SILENT, KNOWN, True),
        (SILENT, DRAWN, False),  # nobody was told of it
        (SILENT, DEFENDED, False),  # there is a defence to judge
        (SILENT, TOLD, False),  # without an appeal it is final
        (SILENT, replace(KNOWN, annulled=True), False),
        (REGULATED, KNOWN, False),
        (NEIVA, KNOWN, False),
    ],
)
def test_a_fine_lacks_a_term_only_where_no_rule_would_ever_make_it_final(rules, facts, lacks):
    assert State(rules, facts, CALENDAR).lacks_a_term is lacks
