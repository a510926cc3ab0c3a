"""Two at one moment with the same auto: one act, and the other is told why not."""

from datetime import date

import pytest

from fines.models import Decision, Filing, Measure
from fines.services import debts, measures
from fines.services.procedure import is_converted
from tests.factories import MembershipFactory, unit_value
from tests.fines.process import charge_of, decide, defend, drawn, serve
from tests.inspections.visits import Town
from tests.together import at_once
from zoonoses.documents.models import Document
from zoonoses.municipalities.models import Role
from zoonoses.treasury.models import Charge, Payment
from zoonoses.treasury.services import charges

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
ON = date(2026, 4, 22)


@pytest.fixture
def town():
    made = Town("joao-neiva-es")
    unit_value(made.municipality, "VRTE", 2026, "4.50")
    return made


@pytest.fixture
def auto(town):
    made = drawn(town, date(2026, 4, 1), "short_tether", aggravating=("intent",))
    serve(town, made.act, date(2026, 4, 2))
    return made


def test_two_who_judge_make_one_decision(town, auto):
    other = MembershipFactory(municipality=town.municipality, role=Role.JUDGE)
    made = at_once(
        [
            lambda: decide(town, auto, ON).pk,
            lambda: decide(town, auto, ON, outcome="cancelled", by=other).pk,
            lambda: decide(town, auto, ON, by=other).pk,
        ]
    )
    assert sorted(map(str, made)).count("decided") == 2 and Decision.objects.count() == 1
    numbers = Document.objects.filter(kind="decision").values_list("number", flat=True)
    assert list(numbers) == [1], "a refused decision takes no number"


def test_a_late_defence_and_the_decision_are_in_one_order(town, auto):
    made = at_once([lambda: decide(town, auto, ON).pk, lambda: defend(town, auto, ON).pk])
    decision = Decision.objects.get()
    if "decided" in made:
        assert not Filing.objects.exists()
        return
    filing = Filing.objects.get()
    assert filing.is_late and filing.act in decision.act.rests_on.all(), "the decision read the defence"


def test_two_clerks_charge_once(town, auto):
    decide(town, auto, ON)
    clerks = (town.clerk, town.manager, town.clerk, town.manager)
    made = at_once(
        [lambda by=by: debts.charge_fine(notice=auto, by=by, at=town.at(ON, 17)).pk for by in clerks]
    )
    assert len(set(made)) == 1 and Charge.objects.count() == 1


def test_a_fine_is_converted_or_paid_and_never_both():
    town, on = Town("vitoria-es"), date(2024, 3, 4)
    auto = drawn(town, on, "abandonment")
    charge = debts.charge_fine(notice=auto, by=town.clerk, at=town.at(on, 17))
    given = {"offer_key": "converted:conversion_to_activity", "text": "Duas feiras."}
    at = town.at(date(2024, 3, 5))
    made = at_once(
        [
            lambda: measures.take(notice=auto, by=town.judge, at=at, until_on=date(2024, 7, 1), **given).pk,
            lambda: (
                charges.pay(
                    charge=charge,
                    amount=charge.amount,
                    means="cash",
                    paid_on=on,
                    at=at,
                    by=town.clerk,
                    key="5f0c5a86-9d6c-4a39-9a3e-0d6a5a0c7a11",
                ).pk
            ),
        ]
    )
    converted, paid = Measure.objects.exists(), Payment.objects.exists()
    assert converted != paid, made
    assert (charge_of(auto) is None) == converted == is_converted(auto)
