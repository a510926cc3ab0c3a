"""A town that issues documents, and the text of what it issued."""

import io
import uuid
from dataclasses import dataclass

import pypdf
import pytest

from tests.documents import bodies
from tests.factories import CaseFactory, MembershipFactory, MunicipalityFactory, local_moment
from zoonoses.documents import contexts
from zoonoses.documents.kinds import ActKind
from zoonoses.documents.services import acts
from zoonoses.documents.services.issuing import issue
from zoonoses.municipalities.models import Membership, Municipality, Role


@dataclass
class Office:
    """A municipality with its agent and manager; `issue` draws a full body of a template at a fixed moment."""

    municipality: Municipality
    agent: Membership
    manager: Membership

    def at(self, *wall_clock):
        return local_moment(self.municipality, *wall_clock)

    def issue(self, template=contexts.COMPLAINT, *, at=None, body=None, **given):
        kind, title, full = bodies.FULL[template]
        given = {"kind": kind, "title": title, "author": self.agent} | given
        return issue(
            municipality=self.municipality,
            template=template,
            body=full() if body is None else body,
            at=at or self.at(2025, 3, 10, 14, 30),
            **given,
        )

    def act(self, kind=ActKind.INTIMATION, template=contexts.INTIMATION, at=None):
        """An act of a new case with its document."""
        at = at or self.at(2025, 3, 10, 14, 30)
        case = CaseFactory(municipality=self.municipality, opened_on=at.date())
        document = self.issue(template, case=case, at=at)
        return acts.record(case=case, kind=kind, at=at, author=self.agent, document=document)


def make_office(law="joao-neiva-es", **given) -> Office:
    municipality = MunicipalityFactory(law=law, calendar=False, **given)
    return Office(
        municipality,
        MembershipFactory(municipality=municipality),
        MembershipFactory(municipality=municipality, role=Role.MANAGER),
    )


@pytest.fixture
def office():
    return make_office()


def text_of(document) -> str:
    """The text of all pages, with single spaces."""
    reader = pypdf.PdfReader(io.BytesIO(bytes(document.file.pdf)))
    return " ".join(" ".join(page.extract_text().split()) for page in reader.pages)


def pages_of(document) -> list[str]:
    reader = pypdf.PdfReader(io.BytesIO(bytes(document.file.pdf)))
    return [" ".join(page.extract_text().split()) for page in reader.pages]


def new_key():
    return uuid.uuid4()
