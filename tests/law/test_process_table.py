"""Every act of the procedure in every state on every day that matters, under the five laws, against `process_table`."""

from dataclasses import replace
from datetime import date

import pytest

from tests.law.process_table import BY_LAW, COLUMNS, REGULATED, UNREGULATED, WORDS, rows_of
from tests.law.support import law
from zoonoses.law import Calendar
from zoonoses.law.process import ACTS, ProcessFacts, Regulation, Ruling, State, next_steps, rules_of

SILENT = ("alegre-es", "cuiaba-mt", "alvares-machado-sp", "vitoria-es")
CALENDAR = Calendar.of([date(2026, 12, 25), date(2027, 1, 1), date(2027, 2, 9), date(2027, 3, 26)])
DECREE = Regulation(
    act="Decreto nº 40/2026",
    days={"defence": 15, "reply": 5, "appeal": 10, "payment": 30},
    counts={"defence": "days", "reply": "business_days", "appeal": "business_days", "payment": "days"},
    judged_by="Secretário Municipal de Saúde",
    appealed_to="Prefeito Municipal",
)
DECIDED, FINAL = date(2027, 1, 11), date(2027, 2, 10)
RULINGS = {"kept": ("kept", True), "lowered": ("changed", True), "made light": ("changed", False)}
RULINGS |= {"cancelled": ("cancelled", False)}


def ruling(on, name, told=None):
    outcome, owes = RULINGS[name]
    return Ruling(on, outcome, owes, told)


def states(defended):
    """The facts behind each state of the tables; `defended` is the day of a defence in time."""
    drawn = ProcessFacts(drawn_on=date(2026, 12, 16))
    told = replace(drawn, served_on=date(2026, 12, 17))
    with_defence = replace(told, defended_on=defended)
    found = {
        "drawn": drawn,
        "drawn, charged": replace(drawn, charged_on=drawn.drawn_on),
        "paid at once": replace(drawn, charged_on=drawn.drawn_on, paid=True),
        "told": told,
        "told, charged": replace(told, charged_on=told.served_on),
        "defended": with_defence,
        "defended early": replace(told, defended_on=date(2026, 12, 29)),
        "defended late": replace(told, defended_on=date(2027, 1, 5)),
        "replied": replace(with_defence, replied_on=date(2026, 12, 30)),
        "annulled": replace(told, annulled=True),
        "converted": replace(told, owes=False),
    }
    for name in RULINGS:
        found[name] = replace(with_defence, decision=ruling(DECIDED, name))
        found[f"{name}, told"] = replace(with_defence, decision=ruling(DECIDED, name, told=date(2027, 1, 15)))
    found["kept, told, charged"] = replace(found["kept, told"], charged_on=date(2027, 1, 15))
    found["appealed"] = appealed = replace(found["kept, told"], appealed_on=date(2027, 1, 29))
    found["appealed late"] = replace(found["kept, told"], appealed_on=date(2027, 1, 30))
    found["appealed, charged"] = replace(appealed, charged_on=date(2027, 1, 29))
    for name in RULINGS:
        found[f"final, {name}"] = replace(appealed, final=ruling(FINAL, name))
    found["final"] = found["final, kept"]
    found["final, told"] = final = replace(appealed, final=ruling(FINAL, "kept", told=date(2027, 2, 19)))
    found["charged"] = replace(final, charged_on=date(2027, 2, 22))
    found["sent"] = replace(found["charged"], sent_on=date(2027, 3, 23))
    found["paid"] = replace(found["charged"], paid=True)
    none = replace(final.final, owes=False)
    found["converted, final"] = replace(final, owes=False, final=none)
    for name in ("defended", "replied", "appealed"):
        found[f"{name}, author"] = replace(found[name], is_author=True)
        found[f"{name}, clerk"] = replace(found[name], entitled=False)
    return found


BY_LAW_STATES, OTHER_STATES = states(date(2027, 1, 4)), states(date(2026, 12, 29))
CASES = [
    *(("joao-neiva-es", None, BY_LAW_STATES, BY_LAW, state) for state in rows_of(BY_LAW)),
    *((name, None, OTHER_STATES, UNREGULATED, state) for name in SILENT for state in rows_of(UNREGULATED)),
    *((name, DECREE, OTHER_STATES, REGULATED, state) for name in SILENT for state in rows_of(REGULATED)),
]


def test_the_tables_have_every_act_and_every_refusal_a_word():
    assert COLUMNS == ACTS
    used = {word for table in (BY_LAW, UNREGULATED, REGULATED) for days in rows_of(table).values()
            for words in days.values() for word in words.values()}  # fmt: skip
    assert used == set(WORDS)


@pytest.mark.parametrize(
    ("name", "decree", "facts", "table", "state"),
    CASES,
    ids=[f"{name}-{'decree' if decree else 'law'}-{state}" for name, decree, _, _, state in CASES],
)
def test_every_act_in_every_state_on_every_day(name, decree, facts, table, state):
    rules = rules_of(law(name), {}, decree)
    found, expected = {}, {}
    for day, words in rows_of(table)[state].items():
        on = date(*map(int, reversed(day.split("/"))))
        steps = next_steps(rules, facts[state], on, calendar=CALENDAR)
        assert all(step.reason for step in steps)
        found[day] = {step.act: (step.allowed, step.code, step.late) for step in steps}
        expected[day] = {
            act: (word in ("ok", "late"), WORDS[word], word == "late") for act, word in words.items()
        }
    assert found == expected


@pytest.mark.parametrize(
    ("payment_from", "state", "due_on"),
    [
        # Thirty days from the ciência of 17/12 end on Saturday 16/01: Monday 18/01.
        ("notice", "told", date(2027, 1, 18)),
        # The same term is over before the appeal of the decision is: never before the day when it is final.
        ("notice", "kept, told", date(2027, 1, 30)),
        ("decision", "kept, told", date(2027, 2, 15)),
        ("final", "kept, told", date(2027, 3, 1)),
        ("decision", "final, told", date(2027, 3, 22)),
        ("final", "final, told", date(2027, 3, 12)),
        ("decision", "final", None),
        ("final", "appealed", None),
        ("notice", "made light, told", None),
    ],
)
@pytest.mark.parametrize("name", SILENT)
def test_the_payment_counts_from_where_the_decree_says(name, payment_from, state, due_on):
    rules = rules_of(law(name), {}, replace(DECREE, payment_from=payment_from))
    payment = State(rules, OTHER_STATES[state], CALENDAR).payment
    assert (payment.due_on if payment else None) == due_on
