"""Remessa mensal: the vias that a clinic sends to the agency, until when, and what the agency found missing."""

from dataclasses import dataclass
from datetime import date, datetime

from django.db import transaction
from django.db.models import Exists, Max, Min, OuterRef, Subquery

from registry.documents.remittances import list_body, receipt_body
from registry.models import Clinic, Remittance, RemittanceItem, Rga
from registry.services.law import article_of, ask_or_silence
from zoonoses.documents.contexts_clinics import REMITTANCE_LIST, REMITTANCE_RECEIPT
from zoonoses.documents.kinds import DocumentKind
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services.issuing import issue
from zoonoses.municipalities import clock
from zoonoses.municipalities.lawbook import Lawbook

NAMED = 20


@dataclass(frozen=True)
class Due:
    """What the law asks of a clinic now. `in_law` False: the law has no remittance. `due_on` None: nothing runs yet,
    or the calendar is not known (`unknown` then says why)."""

    in_law: bool
    due_on: date | None = None
    article: str = ""
    basis: tuple = ()
    unknown: str = ""


def pending(clinic: Clinic):
    """Registrations of the clinic whose via was not sent yet, or was found missing; by number."""
    sent = RemittanceItem.objects.filter(rga=OuterRef("pk"), missing=False)
    rows = Rga.objects.filter(~Exists(sent), clinic=clinic)
    return rows.select_related("animal", "animal__tutor").order_by("number")


def with_remittance(clinics):
    """Adds to a queryset of clinics `last_sent_on`, and `first_pending_on` (the oldest registration not sent)."""
    sent = Remittance.objects.filter(clinic=OuterRef("pk")).order_by().values("clinic")
    gone = RemittanceItem.objects.filter(rga=OuterRef("pk"), missing=False)
    waiting = Rga.objects.filter(~Exists(gone), clinic=OuterRef("pk")).order_by().values("clinic")
    return clinics.annotate(
        last_sent_on=Subquery(sent.annotate(day=Max("sent_on")).values("day")),
        first_pending_on=Subquery(waiting.annotate(day=Min("registered_on")).values("day")),
    )


def due_of(clinic: Clinic, lawbook: Lawbook) -> Due:
    """Until when the clinic's next remittance goes: the law's term from the previous one, or, before any, from the
    first registration. Takes the days of `with_remittance` when the row has them.
    """
    if not hasattr(clinic, "first_pending_on"):
        clinic = with_remittance(Clinic.objects.filter(pk=clinic.pk)).get()
    start = clinic.last_sent_on or clinic.first_pending_on
    try:
        answer = ask_or_silence(
            lawbook, "term", term="clinic_remittance", start=start or lawbook.on, on=lawbook.on
        )
    except Refusal as refusal:
        return Due(True, unknown=refusal.sentence)
    if answer is None:
        return Due(False)
    due_on = date.fromisoformat(answer["due_on"]) if start else None
    return Due(True, due_on, article_of(answer), tuple(answer["basis"]) if start else ())


def is_overdue(clinic: Clinic, due: Due, on: date) -> bool:
    """Whether the term ended and something is still to be sent (the row has the days of `with_remittance`)."""
    return due.due_on is not None and due.due_on < on and clinic.first_pending_on is not None


@transaction.atomic
def send(*, clinic: Clinic, at: datetime, by) -> Remittance:
    """The clinic sends every via that is pending, with the printed list; also an empty one, which renews the term.

    One a day: sent again on the same day it gives the one already made, unless something was registered meanwhile,
    which waits for the next day's. Raises `Refusal` for a law without remittance.
    """
    clinic = Clinic.objects.select_for_update(of=("self",)).select_related("municipality").get(pk=clinic.pk)
    on = clock.local(clinic.municipality, at).date()
    made = clinic.remittances.filter(until_on=on).first()
    if made is not None:
        return made
    lawbook = Lawbook(clinic.municipality, on)
    due = due_of(clinic, lawbook)
    if not due.in_law:
        raise Refusal("not_in_law", "A lei deste município não prevê remessa mensal das vias.")
    rows = list(pending(clinic))
    previous = clinic.remittances.aggregate(day=Max("until_on"))["day"]
    first = min([row.registered_on for row in rows], default=previous or on)
    title = DocumentKind.REMITTANCE_LIST.label
    document = issue(
        municipality=clinic.municipality,
        kind=DocumentKind.REMITTANCE_LIST,
        template=REMITTANCE_LIST,
        title=title,
        body=list_body(clinic, rows, first=first, until=on, due=due, law=_law(lawbook), by=by),
        at=at,
        author=by,
        copies=("órgão municipal", "clínica"),
    )
    remittance = Remittance.objects.create(
        clinic=clinic, from_on=min(first, on), until_on=on, sent_on=on, sent_by=by, list_document=document
    )
    RemittanceItem.objects.bulk_create(RemittanceItem(remittance=remittance, rga=row) for row in rows)
    return remittance


def _law(lawbook) -> str:
    return lawbook.ruleset.header.short_title


@transaction.atomic
def receive(*, remittance: Remittance, missing, at: datetime, by) -> Remittance:
    """The agency receives the vias; `missing` are the numbers of RGA whose via did not come: they go again next time.

    Issues the receipt. Received again it gives what was received first. Raises `Refusal` for a number that is not in
    the remittance.
    """
    remittance = Remittance.objects.select_for_update(of=("self",)).get(pk=remittance.pk)
    if remittance.received_on:
        return remittance
    missing = sorted(set(missing))
    items = remittance.items.filter(rga__number__in=missing)
    absent = set(missing) - set(items.values_list("rga__number", flat=True))
    if absent:
        shown = ", ".join(map(str, sorted(absent)))
        raise Refusal("not_in_remittance", f"Não são desta remessa os números: {shown}.")
    items.update(missing=True)
    clinic = Clinic.objects.select_related("municipality").get(pk=remittance.clinic_id)
    total = remittance.items.count()
    remittance.received_on = clock.local(clinic.municipality, at).date()
    remittance.received_by = by
    remittance.missing = _named(missing)
    remittance.receipt = issue(
        municipality=clinic.municipality,
        kind=DocumentKind.REMITTANCE_RECEIPT,
        template=REMITTANCE_RECEIPT,
        title=DocumentKind.REMITTANCE_RECEIPT.label,
        body=receipt_body(remittance, clinic, total=total, missing=missing, by=by),
        at=at,
        author=by,
        copies=("clínica", "órgão municipal"),
    )
    remittance.save(update_fields=["received_on", "received_by", "missing", "receipt"])
    return remittance


def _named(missing) -> str:
    shown = ", ".join(str(number) for number in missing[:NAMED])
    rest = len(missing) - NAMED
    return f"RGA {shown}" + (f" e mais {rest}" if rest > 0 else "") if missing else ""
