"""Defence and appeal by the public page: whoever has the auto's code files, without an account, and gets a receipt.

Nothing of the auto is shown back but its number and its day. The rules are those of the counter: one defence, one
appeal, what is late is received as late.
"""

from dataclasses import dataclass
from datetime import date, datetime

from django.db import transaction
from django.db.models import Q

from fines.models import Filing, InfractionNotice
from fines.services import filings
from fines.services.procedure import Process, locked
from zoonoses.documents import codes
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services.idempotency import made
from zoonoses.law.process import ProcessStep
from zoonoses.municipalities.models import Membership, Role

MOST_FILES, MOST_BYTES = 5, 10 * 1024 * 1024
PIECES = (Filing.Kind.DEFENCE, Filing.Kind.APPEAL)
# Reasons of the procedure told to servers, as they are told to a citizen.
WORDS = {
    "not_served": "O órgão ainda não registrou a ciência deste auto, e é dela que o prazo corre: nenhum prazo está "
    "correndo. Entregue a peça no órgão, ou volte depois do registro.",
    "already_defended": "Já há defesa neste auto, e só cabe uma. O que faltou pode ser levado ao órgão.",
    "already_appealed": "Já há recurso neste auto, e só cabe um. O que faltou pode ser levado ao órgão.",
    "annulled": "Este auto foi anulado: não há do que se defender.",
    "not_offered": "O auto já foi julgado, e nem a lei nem regulamento do Município prevê recurso.",
    "calendar_unknown": "Não foi possível contar o prazo agora, por falta de calendário. Entregue a peça no órgão.",
}


@dataclass(frozen=True)
class Offer:
    """What may be filed now: the piece, its step with term and source, and where a defence is handed in besides."""

    kind: str
    step: ProcessStep
    places: tuple[str, ...] = ()
    places_source: str = ""

    @property
    def label(self) -> str:
        return Filing.Kind(self.kind).label


def find(code: str) -> InfractionNotice | None:
    """The auto whose paper, or whose decision, bears this code, of a municipality at work."""
    known = codes.normalise(code)
    if known is None:
        return None
    rows = InfractionNotice.objects.filter(
        Q(act__document__code=known) | Q(decisions__act__document__code=known),
        act__case__municipality__is_active=True,
    )
    joined = ("act__case__municipality", "act__document__annulment", "act__author__user", "act__recorded_by")
    return rows.select_related(*joined).prefetch_related("act__acknowledgements").first()


def offer(notice: InfractionNotice, on: date) -> Offer:
    """What may be filed on a day; raises `Refusal` in a citizen's words."""
    try:
        process = Process(notice)
        steps = {step.act: step for step in process.steps(on)}
    except Refusal as refusal:
        raise _told(refusal.code, refusal.sentence) from refusal
    kind = next((kind for kind in PIECES if steps[kind].allowed), None)
    if kind is None:
        refused = steps[Filing.Kind.DEFENCE if process.facts.decision is None else Filing.Kind.APPEAL]
        raise _told(refused.code, refused.reason)
    rules = process.rules
    if kind != Filing.Kind.DEFENCE or rules.places_source is None:
        return Offer(kind, steps[kind])
    return Offer(kind, steps[kind], rules.places, rules.places_source.words)


def _told(code, sentence) -> Refusal:
    return Refusal(code, WORDS.get(code, sentence))


@transaction.atomic
def file_online(*, notice: InfractionNotice, piece: filings.Piece, at: datetime, key=None) -> Filing:
    """Receives what the procedure admits now, and issues its receipt. Raises `Refusal` in a citizen's words.

    The record says that it came in by the public page; the post that answers for it is the manager's, or that of who
    drew up the auto. The same `key` gives the piece already received.
    """
    notice = locked(notice)
    done = received(notice, key)
    if done is not None:
        return done
    found = offer(notice, at.date())
    _check(piece)
    try:
        return filings.file(
            notice=notice, kind=found.kind, piece=piece, by=_responsible(notice), at=at, key=key, online=True
        )
    except Refusal as refusal:
        raise _told(refusal.code, refusal.sentence) from refusal


def received(notice: InfractionNotice, key) -> Filing | None:
    """The piece of this auto that a form with this key already sent."""
    act = made(notice.act.case.municipality, key)
    return (
        Filing.objects.select_related("act__document").filter(notice=notice, act=act).first() if act else None
    )


def receipt_of(pk: int) -> Filing | None:
    """A piece that came in by the public page, with its receipt."""
    rows = Filing.objects.select_related(
        "act__document__file", "act__case__municipality", "notice__act__document"
    )
    return rows.filter(pk=pk, act__online=True, act__document__file__isnull=False).first()


def _check(piece) -> None:
    if len(piece.files) > MOST_FILES:
        raise Refusal("too_many_files", f"São no máximo {MOST_FILES} anexos: junte-os num PDF.")
    for upload in piece.files:
        if upload.size > MOST_BYTES:
            raise Refusal(
                "file_too_large",
                f"O arquivo “{upload.name}” passa de 10 MB. Diminua a resolução, ou entregue-o no órgão.",
            )


def _responsible(notice) -> Membership:
    rows = Membership.objects.of(notice.act.case.municipality).filter(is_active=True, role=Role.MANAGER)
    return rows.order_by("pk").first() or notice.act.author
