"""Orientar: what is left to do where the law has no sanction for what was found."""

from django.db import transaction

from inspections.models import Guidance
from inspections.services.facts import lawbook_for, step_of
from zoonoses.documents.kinds import ActKind
from zoonoses.documents.models import Act, Case
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import acts
from zoonoses.documents.services.idempotency import once


@transaction.atomic
def guide(*, finding, text: str, author, at, key=None) -> Act:
    """Records the guidance given on one finding, where the law's steps allow it.

    A form sent again with the same `key` gives the act it already made. Raises `Refusal`.
    """
    case = Case.objects.lock(finding.inspection.act.case_id)

    def make():
        if not text.strip():
            raise Refusal("no_text", "Escreva a orientação dada.")
        lawbook = lawbook_for(finding)
        step_of(finding, "guidance", on=at.date(), lawbook=lawbook)
        act = acts.record(
            case=case,
            kind=ActKind.GUIDANCE,
            at=at,
            author=author,
            subjects=[finding.subject],
            rests_on=[finding.inspection.act],
            law=lawbook.record(),
        )
        Guidance.objects.create(act=act, finding=finding, text=text.strip())
        return act

    return once(case.municipality, key, make) if key else make()
