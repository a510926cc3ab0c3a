"""An act of a case together with its paper: the document is issued, and the act recorded with it."""

from datetime import datetime

from zoonoses.documents.contexts import SignatureBlock
from zoonoses.documents.kinds import ActKind, DocumentKind
from zoonoses.documents.models import Act, Case
from zoonoses.documents.services import acts
from zoonoses.documents.services.issuing import issue


def act_with_paper(
    *, case: Case, kind: DocumentKind, template: str, body, at: datetime, author, copies, **recorded
) -> Act:
    """Issues the document of a kind, with the kind's own title, and records the act of the same name.

    `recorded` are what the act covers and rests on, and the law's record, as `acts.record` takes them. Inside the
    caller's transaction, with the case locked.
    """
    document = issue(
        municipality=case.municipality,
        kind=kind,
        template=template,
        title=kind.label,
        body=body,
        at=at,
        author=author,
        case=case,
        copies=copies,
    )
    return acts.record(
        case=case, kind=ActKind(kind.value), at=at, author=author, document=document, **recorded
    )


def signature_of(membership, heading: str) -> SignatureBlock:
    """The place where a public servant signs, with position and badge; the CRMV where there is one."""
    return {
        "heading": heading,
        "name": membership.user.name,
        "position": membership.position or membership.get_role_display(),
        "badge_label": "CRMV" if membership.crmv else "Matrícula",
        "badge": membership.crmv or membership.badge,
    }
