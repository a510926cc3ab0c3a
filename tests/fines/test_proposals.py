"""What an auto may rest on."""

from datetime import date

import pytest

from fines.services import options
from fines.services.proposals import Choice, propose
from tests.inspections.visits import Town
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import annulment

pytestmark = pytest.mark.django_db
DAY = date(2024, 3, 12)


def test_no_auto_rests_on_an_annulled_visit():
    town = Town("vitoria-es", now="2024-03-12 16:00")
    visit = town.visit(DAY, "leash_handler")
    choices = [Choice(finding.pk) for finding in visit.findings.all()]
    assert propose(case=visit.act.case, choices=choices, offender=town.tutor, on=DAY).total == 100
    annulment.annul(
        document=visit.act.document, reason="endereço errado", by=town.manager, at=town.at(DAY, 15)
    )
    with pytest.raises(Refusal) as found:
        propose(case=visit.act.case, choices=choices, offender=town.tutor, on=DAY)
    assert found.value.code == "visit_annulled"
    (option,) = options.board(visit, on=DAY, offender=town.tutor).options
    assert not option.open and "anulado" in option.reason
