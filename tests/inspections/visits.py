"""Visits for tests of the acts that follow them: records written straight, without pages and without PDFs."""

from datetime import datetime
from itertools import count

from django.test import TestCase

from inspections.models import Finding, Inspection, ReturnOutcome
from tests.factories import CaseFactory, MembershipFactory, MunicipalityFactory, TutorFactory, local_moment
from zoonoses.documents.kinds import ActKind, DocumentKind
from zoonoses.documents.models import Act, Attachment, Document
from zoonoses.municipalities.models import Role

_numbers = count(1)


class Town:
    """A municipality under one law, with a person of each role and a tutor.

    `now` (`2012-03-01 15:00`) makes it a training one, whose clock starts at that local moment.
    """

    def __init__(self, law, now="", **kwargs):
        if now:
            kwargs["at"] = datetime.fromisoformat(now)
        self.municipality = MunicipalityFactory(law=law, **kwargs)
        self.agent = MembershipFactory(municipality=self.municipality)
        self.vet = MembershipFactory(municipality=self.municipality, role=Role.VET)
        self.manager = MembershipFactory(municipality=self.municipality, role=Role.MANAGER)
        self.clerk = MembershipFactory(municipality=self.municipality, role=Role.CLERK)
        self.judge = MembershipFactory(municipality=self.municipality, role=Role.JUDGE)
        self.clinic = MembershipFactory(municipality=self.municipality, role=Role.CLINIC)
        self.tutor = TutorFactory(municipality=self.municipality)

    def at(self, day, hour=10, minute=0):
        """The local moment of a date at an hour."""
        return local_moment(self.municipality, day.year, day.month, day.day, hour, minute)

    def document(self, kind, at, case=None):
        number = next(_numbers)
        return Document.objects.create(
            municipality=self.municipality,
            kind=kind,
            year=at.year,
            number=9000 + number,
            code=f"TESTE-{number:06d}",
            title=DocumentKind(kind).label,
            case=case,
            issued_on=at.date(),
            issued_at=at,
            issued_by=self.agent,
        )

    def act(self, kind, at, *, case, document=None, subjects=(), author=None):
        return Act.objects.create(
            case=case,
            kind=kind,
            on=at.date(),
            at=at,
            author=author or self.agent,
            recorded_by=author or self.agent,
            recorded_at=at,
            document=document,
            subjects=list(subjects),
        )

    def visit(self, on, *infractions, tutor="own", case=None, kind=DocumentKind.INSPECTION_RECORD, **finding):
        """A visit of a day with one finding for each infraction code; `tutor=None` leaves nobody identified."""
        at = self.at(on, 9)
        case = case or CaseFactory(municipality=self.municipality, opened_on=on)
        act = self.act(ActKind.INSPECTION, at, case=case, document=self.document(kind, at, case))
        inspection = Inspection.objects.create(
            act=act,
            tutor=self.tutor if tutor == "own" else tutor,
            street="Rua das Flores",
            number="157",
            district="Centro",
        )
        for code in infractions:
            Finding.objects.create(
                inspection=inspection,
                infraction=code,
                article="Art. 16",
                label=f"Conduta {code}",
                **{"animals": 1, **finding},
            )
        return inspection

    def photo(self, inspection):
        return Attachment.objects.create(
            municipality=self.municipality,
            kind=Attachment.Kind.PHOTO,
            act=inspection.act,
            original_name="foto.jpg",
            original_sha256="0" * 64,
            uploaded_by=self.agent,
            uploaded_at=inspection.act.at,
        )

    def return_visit(self, inspection, on, result, remaining=0):
        """A return with the same outcome for every finding of the first visit."""
        at, case = self.at(on, 11), inspection.act.case
        document = self.document(DocumentKind.INSPECTION_RECORD, at, case)
        act = self.act(ActKind.RETURN_VISIT, at, case=case, document=document)
        back = Inspection.objects.create(act=act, return_of=inspection, tutor=inspection.tutor)
        for finding in inspection.findings.all():
            ReturnOutcome.objects.create(
                inspection=back,
                finding=finding,
                result=result,
                remaining=0 if result == "cured" else (remaining or finding.animals),
            )
        return back

    def notice_of(self, finding, on):
        """A standing auto that covers the finding, as the spine knows it."""
        at, case = self.at(on, 15), finding.inspection.act.case
        document = self.document(DocumentKind.INFRACTION_NOTICE, at, case)
        return self.act(
            ActKind.INFRACTION_NOTICE, at, case=case, document=document, subjects=[finding.subject]
        )


def commits():
    """Runs what waits for the commit (the agenda), as in a real request."""
    return TestCase.captureOnCommitCallbacks(execute=True)
