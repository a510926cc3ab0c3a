"""Amounts that the published text lacks for a day: only a person, with a source, fills them."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from tests.law.invented import INVENTED
from tests.law.support import brl, law
from zoonoses.law import Calendar, LawError, answer, load
from zoonoses.law.procedure import FindingFacts, step

EVE, FIRST = date(2015, 9, 3), date(2015, 9, 4)
TYPED = {"typed_amount": "1000.00", "typed_source": "Informado por Ana. Fonte: DOM de 26/05/2011."}
FACTS = FindingFacts("abandonment", EVE)


def ask(**given):
    return answer(law("vitoria-es"), "sanction", {"infraction": "abandonment", **given})


def refused(**given):
    with pytest.raises(LawError) as error:
        ask(**given)
    return error.value


@pytest.mark.parametrize(
    ("day", "given", "fine"),
    [
        (FIRST, {}, "2000.00"),
        (FIRST, {"priors": 1}, "4000.00"),
        (EVE, TYPED, "1000.00"),
        (EVE, TYPED | {"animals": 3}, "1000.00"),
        (EVE, TYPED | {"priors": 2}, "2000.00"),
        (EVE, TYPED | {"animals": 3, "readings": {"natural_person_basis": "per_animal"}}, "3000.00"),
        (EVE, {"offender": "legal_person", "animals": 2}, "1000.00"),
    ],
)
def test_the_eve_and_the_first_day_of_the_wording(day, given, fine):
    assert ask(fact_on=day, **given)["fine"] == brl(fine)


@pytest.mark.parametrize(
    ("day", "given", "code", "fact"),
    [
        (EVE, {}, "value_unknown", "amount"),
        (EVE, {"typed_source": "DOM"}, "value_unknown", "amount"),
        (EVE, {"typed_amount": "1000.00"}, "value_unknown", "typed_source"),
        (EVE, TYPED | {"typed_source": "  "}, "value_unknown", "typed_source"),
        (EVE, TYPED | {"typed_amount": "0"}, "value_unknown", "typed_amount"),
        (EVE, TYPED | {"typed_amount": "-1"}, "value_unknown", "typed_amount"),
        (EVE, TYPED | {"typed_amount": 10.5}, "value_unknown", "typed_amount"),
        (FIRST, TYPED, "not_in_law", None),
        (EVE, TYPED | {"offender": "legal_person"}, "not_in_law", None),
        (date(2011, 5, 24), TYPED, "law_not_in_force", None),
    ],
)
def test_refused_without_both_and_wherever_the_law_knows(day, given, code, fact):
    error = refused(fact_on=day, **given)
    assert (error.code, error.details.get("fact")) == (code, fact)


def test_the_basis_says_that_the_amount_is_a_persons():
    found = ask(fact_on=EVE, priors=1, **TYPED)
    line, fine = found["basis"][-2:]
    assert (found["consequences"], found["discretionary"]) == ([], []), (
        "only the fine rests on the typed amount"
    )
    assert "não dá o valor vigente em 03/09/2015" in line["text"] and "DOM de 26/05/2011" in line["text"]
    assert (line["article"], line["arithmetic"]) == ("Art. 2º, § 1º", "R$ 1.000,00")
    assert fine["arithmetic"] == "R$ 1.000,00 × 2 = R$ 2.000,00"


def notice(rs, facts, on):
    return step(rs, facts, on, "notice", readings={}, calendar=Calendar({}, None))


def test_the_guard_names_the_missing_amount_and_its_article():
    found = notice(law("vitoria-es"), FACTS, EVE)
    assert (found.allowed, found.code, found.missing, found.is_open) == (
        False,
        "value_unknown",
        "amount",
        True,
    )
    assert found.article == "Art. 2º, § 1º" and found.sanction is None
    typed = replace(FACTS, typed_amount=Decimal("1000.00"), typed_source="Fonte: DOM.")
    assert notice(law("vitoria-es"), typed, EVE).sanction["fine"] == brl("1000.00")
    closed = notice(law("vitoria-es"), replace(FACTS, noticed=True), EVE)
    assert (closed.code, closed.is_open) == ("already_noticed", False)


def test_under_an_invented_law_the_intimation_does_not_wait_for_the_amount(tmp_path):
    """In July 2021 no wording gives the amount; the term runs all the same, and only the auto asks for it."""
    path = tmp_path / "sixth.toml"
    path.write_text(INVENTED, encoding="utf-8")
    rs, day = load(path), date(2021, 7, 5)
    facts = FindingFacts("noise", day, animals=2)
    assert step(rs, facts, day, "intimation", readings={}, calendar=Calendar({}, None)).allowed
    before = notice(rs, facts, day)
    assert (before.code, before.missing) == ("not_intimated", "")
    after = replace(facts, intimated_on=day, served_on=day, days=4, checked_on=date(2021, 7, 12))
    asked = notice(rs, after, date(2021, 7, 12))
    assert (asked.code, asked.missing) == ("value_unknown", "amount")
    typed = replace(after, typed_amount=Decimal("11.00"), typed_source="Fonte: arquivo da Câmara.")
    sanction = notice(rs, typed, date(2021, 7, 12)).sanction
    assert sanction["fine"] == {"amount": "22.00", "unit": "UPSA"}
    running = notice(rs, replace(typed, checked_on=date(2021, 7, 9)), date(2021, 7, 9))
    assert (running.code, running.missing) == ("term_running", "")
