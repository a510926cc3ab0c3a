"""Receiving what is filed in the process of an auto: defence, the agent's réplica, appeal. A receipt at once."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import uuid4

from django.db import transaction

from fines.documents_process import as_public, receipt_body
from fines.models import Filing, InfractionNotice
from fines.services import enclosures
from fines.services.finality import tell_ledger
from fines.services.procedure import Process, locked, subject_of
from zoonoses.documents.contexts_fines import FILING_RECEIPT
from zoonoses.documents.kinds import ActKind, DocumentKind
from zoonoses.documents.models import Act
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import acts, attachments, idempotency, issuing

ACTS = {
    Filing.Kind.DEFENCE: ActKind.DEFENCE,
    Filing.Kind.REPLY: ActKind.REPLY,
    Filing.Kind.APPEAL: ActKind.APPEAL,
}
COPIES = ("quem apresentou", "processo")


@dataclass(frozen=True)
class Piece:
    """What is handed in: whose words, in which capacity, the words, and the files that come with them.

    `email` is where who filed it by the public page may be answered.
    """

    filed_by: str
    capacity: str
    text: str
    files: Sequence = ()
    email: str = ""


@transaction.atomic
def file(
    *, notice: InfractionNotice, kind: str, piece: Piece, by, at: datetime, key=None, online: bool = False
) -> Filing:
    """Receives a piece and issues its receipt. What comes after the last day is received as late.

    The last day is kept with the piece, as it was known then. The same `key` gives the piece already received. What
    comes in by the public page (`online`) was received by nobody: `by` is the post that answers for it, and the receipt
    names no server and repeats nothing of the auto's person. Raises `Refusal` when the piece has no place in the
    process now.
    """
    notice = locked(notice)
    municipality = notice.act.case.municipality

    def make() -> Act:
        process = Process(notice, by=by)
        step = process.require(kind, at.date())
        _check(piece, kind, by, notice)
        filing, draft = _row(notice, kind, piece, step), uuid4()
        stored = enclosures.keep(municipality=municipality, uploads=piece.files, by=by, at=at, draft=draft)
        document = _receipt(process, filing, step, stored, by, at, online)
        filing.act = act = acts.record(
            case=notice.act.case,
            kind=ACTS[Filing.Kind(kind)],
            at=at,
            author=by,
            online=online,
            document=document,
            subjects=[subject_of(notice)],
            rests_on=_rests_on(process, kind),
            law=process.lawbook.record(),
        )
        filing.save()
        attachments.adopt(draft=draft, act=act)
        tell_ledger(notice)
        return act

    act = idempotency.once(municipality, key, make) if key else make()
    return Filing.objects.select_related("act__document", "notice").get(act=act)


def came_online(notice: InfractionNotice, kind: str) -> Filing | None:
    """The standing piece of a kind that came in by the public page, where nobody checked who sends.

    While it stands no other is received; whoever has the code could have sent it. The manager annuls its receipt.
    """
    rows = notice.filings.standing().filter(kind=kind, act__online=True)
    return rows.select_related("act__document").first()


def _row(notice, kind, piece, step) -> Filing:
    return Filing(
        notice=notice,
        kind=kind,
        filed_by=piece.filed_by.strip(),
        capacity=piece.capacity.strip(),
        text=piece.text.strip(),
        email=piece.email.strip(),
        due_on=step.due_on,
        is_late=step.late,
    )


def _check(piece, kind, by, notice) -> None:
    if not piece.filed_by.strip() or not piece.text.strip():
        raise Refusal("words_missing", "Informe quem apresenta a peça e o que ela alega.")
    if kind == Filing.Kind.REPLY and by.user_id != notice.act.author.user_id:
        raise Refusal("not_the_author", "A réplica é de quem lavrou o auto.")


def _rests_on(process, kind) -> list[Act]:
    """The act that the piece answers."""
    answered = {
        Filing.Kind.DEFENCE: process.notice.act,
        Filing.Kind.REPLY: process.defence and process.defence.act,
        Filing.Kind.APPEAL: process.first and process.first.act,
    }
    return [answered[Filing.Kind(kind)]]


def _receipt(process, filing, step, stored, by, at, online):
    """The paper of what was received; when it cannot be issued, no file of the piece stays on the disk."""
    body = receipt_body(process=process, filing=filing, step=step, attachments=stored, by=by, at=at)
    try:
        return issuing.issue(
            municipality=process.lawbook.municipality,
            kind=DocumentKind.FILING_RECEIPT,
            template=FILING_RECEIPT,
            title=f"Recibo de {filing.get_kind_display()}",
            body=as_public(body) if online else body,
            at=at,
            author=by,
            case=process.notice.act.case,
            copies=("",) if online else COPIES,
        )
    except Refusal:
        enclosures.forget(stored)
        raise
