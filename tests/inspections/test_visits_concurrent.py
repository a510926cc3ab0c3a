"""One draft filed by many requests at one moment: one visit, one number. Only PostgreSQL writes at one moment."""

import pytest

from inspections.models import Inspection
from inspections.services import drafts, filing
from inspections.services.visits import FindingInput, VisitInput
from registry.models import Tutor
from registry.services import tutors
from tests.factories import MembershipFactory, MunicipalityFactory, local_moment
from tests.together import at_once
from zoonoses.documents.models import Document
from zoonoses.documents.refusals import Refusal

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
AT_ONCE = 8


def test_a_draft_is_filed_once():
    town = MunicipalityFactory(law="joao-neiva-es")
    agent, at = MembershipFactory(municipality=town), local_moment(town, 2025, 3, 10, 9)
    draft = drafts.begin(author=agent, at=at)
    visit = VisitInput(
        place={"street": "Rua A"},
        findings=[FindingInput("deprivation")],
        closing={"presence": "absent", "notes": ""},
    )
    found = at_once([lambda: filing.file_visit(draft=draft, visit=visit, at=at, by=agent).pk] * AT_ONCE)
    assert len(set(found)) == 1
    assert (Inspection.objects.count(), Document.objects.get().full_number) == (1, "0001/2025")


def test_one_document_makes_one_person():
    town = MunicipalityFactory(law="joao-neiva-es")
    values = {"name": "Ana", "document": "52998224725", "kind": "natural_person", "phones": ["27999990000"]}

    def enter():
        try:
            return tutors.register(municipality=town, values=values).pk
        except Refusal as refusal:
            return refusal.code

    assert sorted(map(str, at_once([enter] * AT_ONCE)))[1:] == ["same_document"] * (AT_ONCE - 1)
    assert Tutor.objects.count() == 1
