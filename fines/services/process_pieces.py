"""What the process of an auto is made of, in the order in which it happened: papers, attachments, facts, money."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime

from fines.documents_process_file import facts_of, money_facts, title_of
from fines.models import InfractionNotice
from fines.services.procedure import FINE_KIND, subject_of
from zoonoses.documents.kinds import ActKind
from zoonoses.documents.models import Act, Attachment, DocumentFile
from zoonoses.municipalities import clock
from zoonoses.treasury.models import Charge
from zoonoses.treasury.services import history

# Acts that are of the process because of what they tell of, complete or undo.
FOLLOWING = {
    *(ActKind.ACKNOWLEDGEMENT, ActKind.ANNULMENT, ActKind.VET_REPORT, ActKind.EXTENSION),
    *(ActKind.SERVICE_ATTEMPT, ActKind.SERVICE_EDITAL, ActKind.REFERRAL),
}


@dataclass
class Piece:
    """One entry of the index: a frozen paper, an attachment, or a fact that left no paper and gets a sheet.

    `on` and `hour` are local, as printed; `first` and `last` are its sheets in the whole file, once it is put together.
    """

    title: str
    on: str
    by: str
    hour: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    paper: DocumentFile | None = None
    scan: Attachment | None = None
    code: str = ""
    sha256: str = ""
    first: int = 0
    last: int = 0

    @property
    def sheets(self) -> str:
        """`3` or `3–5`."""
        return str(self.first) if self.first == self.last else f"{self.first}–{self.last}"


def acts_of(notice: InfractionNotice) -> list[Act]:
    """Every act of the process, in the order in which it happened.

    The auto, what it rests on (visits, intimações, returns), what was filed and decided about it, and each one's
    ciência, annulment, veterinary report and extension. Another person's auto of the same case is no part of it.
    """
    rows = Act.objects.filter(case_id=notice.act.case_id).prefetch_related("rests_on", "attachments")
    joined = ("document__file", "document__annulment", "author__user", "recorded_by__user")
    rows = list(
        rows.select_related(
            *joined, "acknowledgement__of_act__document", "service_attempt", "annulment__document"
        )
    )
    by_pk = {row.pk: row for row in rows}
    found, waiting = set(), [notice.act_id, *(row.pk for row in rows if subject_of(notice) in row.subjects)]
    while waiting:
        pk = waiting.pop()
        if pk in found or pk not in by_pk:
            continue
        found.add(pk)
        waiting += [each.pk for each in by_pk[pk].rests_on.all()]
        waiting += [row.pk for row in rows if row.kind in FOLLOWING and _rests_on(row, pk)]
    return sorted((by_pk[pk] for pk in found), key=lambda row: (row.at, row.pk))


def _rests_on(row, pk) -> bool:
    return any(each.pk == pk for each in row.rests_on.all())


def pieces_of(notice: InfractionNotice) -> list[Piece]:
    """Everything in order of time; of one day, what was done in the process comes before the money."""
    municipality = notice.act.case.municipality
    dated: list[tuple[date, Piece]] = []
    for act in acts_of(notice):
        local = clock.local(municipality, act.at)
        dated += [(local.date(), piece) for piece in _of_act(act, local)]
    rows = Charge.objects.filter(case_id=notice.act.case_id, kind=FINE_KIND, subject=subject_of(notice))
    for charge in rows.select_related("charged_by__user").order_by("pk"):
        dated += [(entry["on"], _of_money(entry, charge)) for entry in history.entries(charge)]
    dated.sort(key=lambda pair: pair[0])
    return [piece for _, piece in dated]


def _of_act(act: Act, local: datetime) -> Iterator[Piece]:
    """The act's paper, or the sheet of its facts, then what was attached to it."""
    when = {"on": f"{local:%d/%m/%Y}", "hour": f"{local:%H:%M}", "by": act.by_whom}
    scans = [row for row in act.attachments.all() if row.kind == Attachment.Kind.SCAN]
    file = getattr(act.document, "file", None)
    if file is not None and not (act.document.is_blank and scans):
        yield Piece(title_of(act), **when, paper=file, code=act.document.code, sha256=file.sha256)
    elif file is None:
        yield Piece(title_of(act), **when, facts=facts_of(act, local))
    for row in scans:
        title = (
            f"{title_of(act)} (em papel)" if file and act.document.is_blank else f"Anexo: {row.original_name}"
        )
        yield Piece(title, **when, scan=row, sha256=row.original_sha256)


def _of_money(entry: dict, charge: Charge) -> Piece:
    """What happened to the charge: its guide or receipt, or a sheet that tells it."""
    document, title = entry.get("document"), entry["title"]
    if document is not None and not title.startswith(str(document)):
        title = f"{document}: {title[0].lower()}{title[1:]}"
    void = " (sem efeito)" if entry.get("void") else ""
    piece = Piece(f"{title}{void}", f"{entry['on']:%d/%m/%Y}", entry.get("by", ""))
    if document is None:
        piece.facts = money_facts(entry, charge)
    else:
        piece.paper, piece.code, piece.sha256 = document.file, document.code, document.file.sha256
    return piece
