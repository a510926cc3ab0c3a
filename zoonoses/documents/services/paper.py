"""An act done on paper in the street and entered later: its own day, hour and author, its blank form and its
scan.
"""

from dataclasses import dataclass
from datetime import datetime

from zoonoses.documents.models import Attachment, Document
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import attachments
from zoonoses.municipalities.models import Membership


@dataclass(frozen=True)
class Paper:
    """What was done on paper.

    `at` is the act's own local moment; `author`, who did it; `document`, the numbered blank form it was done
    on; `scan`, the uploaded picture or PDF of the filled form. The law of the day of `at` applies.
    """

    at: datetime
    author: Membership
    document: Document
    scan: object


def check(paper: Paper, *, municipality, kinds, at) -> None:
    """Raises `Refusal` when the blank form cannot be the paper of this act; `at` is the moment of the entry.

    `kinds` are the kinds of document that serve the act. The case must be locked by the caller.
    """
    if paper.at > at:
        raise Refusal("future", "O dia e a hora do ato em papel ainda não chegaram. Confira a data.")
    if paper.author.municipality_id != municipality.pk:
        raise Refusal("other_municipality", "Quem fez o ato não trabalha neste município.")
    document = (
        Document.objects.of(municipality).select_for_update(of=("self",)).filter(pk=paper.document.pk).first()
    )
    if document is None or not document.is_blank:
        raise Refusal("not_blank", "Este número não é de um formulário impresso em branco.")
    if document.kind not in kinds:
        raise Refusal("other_kind", f"{document} não serve para este ato. Confira o número do formulário.")
    if hasattr(document, "act"):
        raise Refusal("blank_used", f"{document} já foi usado(a) em outro ato.")
    if hasattr(document, "annulment"):
        raise Refusal("blank_annulled", f"{document} foi anulado(a) e não pode mais ser usado(a).")
    if paper.at < document.issued_at:
        raise Refusal(
            "before_the_blank",
            f"{document} foi impresso(a) em {document.issued_on:%d/%m/%Y}: o ato não pode ser anterior.",
        )


def attach_scan(paper: Paper, *, act, by, at) -> Attachment:
    """Keeps the scan with the act it proves."""
    return attachments.store(
        municipality=act.case.municipality,
        kind=Attachment.Kind.SCAN,
        upload=paper.scan,
        by=by,
        at=at,
        act=act,
    )
