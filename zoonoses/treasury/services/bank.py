"""The bank's return file: taken once, and each payment that it tells matched to its guide.

The file is kept record by record in one transaction; then each record is decided in a transaction of its own, so that a
stop in the middle loses nothing and nothing is received twice.
"""

import hashlib
from collections.abc import Callable
from datetime import date, datetime
from decimal import Decimal
from pathlib import PurePath
from uuid import UUID, uuid5

from django.db import transaction
from django.db.models import Count, Sum

from zoonoses.documents.refusals import Refusal, of_law
from zoonoses.law import LawError
from zoonoses.municipalities.calendars import calendar_of
from zoonoses.municipalities.models import Municipality
from zoonoses.treasury import febraban, return_file
from zoonoses.treasury.models import BankOutcome, BankRecord, BankReturn, Guide, Payment
from zoonoses.treasury.services.charges import pay
from zoonoses.treasury.services.debts import locked_all
from zoonoses.treasury.services.lateness import owed_on

KEYS = UUID("6f2f0f3e-6a3c-5d0a-9a53-0b1f6c5b7d11")
CHUNK = 500


@transaction.atomic
def take(*, municipality, name: str, data: bytes, by, at: datetime) -> tuple[BankReturn, bool]:
    """Keeps a return file and its records; whether it is new: the same bytes again give the row already there.

    Raises `return_file.BadFile` with every fault of every line; then nothing is kept.
    """
    digest = hashlib.sha256(data).hexdigest()
    Municipality.objects.select_for_update(no_key=True).get(pk=municipality.pk)
    known = BankReturn.objects.of(municipality).filter(sha256=digest).first()
    if known is not None:
        return known, False
    parsed = return_file.parse(data)
    head = parsed.header
    made = BankReturn.objects.create(
        municipality=municipality,
        sha256=digest,
        name=PurePath(name or "retorno").name[-150:],
        bank=head.bank,
        bank_name=head.bank_name,
        sequence=head.sequence,
        generated_on=head.generated_on,
        total=parsed.total,
        sent_at=at,
        sent_by=by,
    )
    for start in range(0, len(parsed.items), CHUNK):
        _keep(made, parsed.items[start : start + CHUNK])
    return made, True


def _keep(made: BankReturn, items) -> None:
    """Records of a file; one with the bytes of an earlier record points to it."""
    rows = [_record(made, item) for item in items]
    prints = [row.fingerprint for row in rows]
    earlier = BankRecord.objects.of(made.municipality).filter(repeats=None, fingerprint__in=prints)
    first = {row.fingerprint: row for row in earlier}
    fresh, again = [], []
    for row in rows:
        (again if row.fingerprint in first else fresh).append(row)
        first.setdefault(row.fingerprint, row)
    BankRecord.objects.bulk_create(fresh)
    for row in again:
        row.repeats = first[row.fingerprint]
    BankRecord.objects.bulk_create(again)


def _record(made, item) -> BankRecord:
    return BankRecord(
        municipality=made.municipality,
        bank_return=made,
        line=item.line,
        sequence=item.sequence,
        paid_on=item.paid_on,
        credited_on=item.credited_on,
        barcode=item.barcode,
        amount=item.amount,
        fee=item.fee,
        agency=item.agency,
        channel=item.channel,
        authentication=item.authentication,
        fingerprint=hashlib.sha256(f"{made.bank}{item.record}".encode()).hexdigest(),
    )


def settle(bank_return_id: int, now: Callable[[], datetime]) -> int:
    """Decides every record of a file that was not decided yet; how many. May be asked again at any time."""
    pending = BankRecord.objects.filter(bank_return=bank_return_id).pending().order_by("line")
    made = 0
    for pk in list(pending.values_list("pk", flat=True)):
        made += decide(pk, at=now())
    return made


@transaction.atomic
def decide(record_id: int, *, at: datetime) -> bool:
    """What one record does: payments with their receipts, or why not; False when that was decided before."""
    BankRecord.objects.select_for_update().get(pk=record_id)
    record = BankRecord.objects.select_related(
        "bank_return__sent_by__user", "municipality", "repeats__bank_return"
    ).get(pk=record_id)
    if BankOutcome.objects.filter(record=record).exists():
        return False
    given = {"record": record, "decided_at": at}
    if record.repeats is not None:
        note = f"{record.repeats.bank_return}, linha {record.repeats.line}."
        BankOutcome.objects.create(**given, kind=BankOutcome.Kind.REPEATED, note=note)
        return True
    guide, why = _guide(record)
    if guide is None:
        given |= {"kind": BankOutcome.Kind.UNKNOWN, "surplus": record.amount, "note": why}
    else:
        given |= {"guide": guide} | _received(record, guide, at)
    BankOutcome.objects.create(**given)
    return True


def _guide(record) -> tuple[Guide | None, str]:
    """The guide that the barcode names by its number, when the whole barcode is its own; else why not."""
    number = int(febraban.read(record.barcode).number)
    guides = Guide.objects.of(record.municipality).select_related("document")
    guide = guides.filter(number=number).first()
    if guide is None or not guide.barcode:
        return None, "Nenhuma guia deste município tem este número."
    if guide.barcode != record.barcode:
        return None, f"O número é o da {guide.document}, mas o código de barras não é o dela."
    return guide, ""


def _received(record, guide, at) -> dict:
    """Receives the money for what the guide asks, in its order, up to what is still owed of each charge.

    Paid in time, a guide is worth what it asked for; paid late, what is owed on the day of the payment.
    """
    kinds = BankOutcome.Kind
    charges = [line.charge for line in guide.lines.select_related("charge")]
    charges = locked_all(charges, record.bank_return.sent_by)
    note = "" if not hasattr(guide.document, "annulment") else "A guia tinha sido anulada."
    try:
        with transaction.atomic():
            counted_on = _counted_on(record, guide)
            debts = [owed_on(charge, counted_on) for charge in charges]
            debt = sum((due.total for due in debts), Decimal(0))
            _pay(record, debts, counted_on, at)
    except Refusal as refusal:
        return {"kind": kinds.REFUSED, "surplus": record.amount, "note": refusal.sentence[:500]}
    if not debt:
        words = "foi cancelada" if all(charge.cancelled_on for charge in charges) else "já estava paga"
        note = f"A cobrança {words}. {note}".strip()
        return {"kind": kinds.NOT_OWED, "surplus": record.amount, "note": note}
    surplus = max(record.amount - debt, Decimal(0))
    asked = min(debt, guide.amount) if guide.instalment_id else debt
    kind = kinds.OVER if surplus else kinds.PAID if record.amount >= asked else kinds.PARTIAL
    return {"kind": kind, "surplus": surplus, "note": note}


def _counted_on(record, guide) -> date:
    """To which day a delay is counted: the guide's own, when it was paid until it could last be."""
    own = guide.counted_on or guide.due_on
    if record.paid_on <= guide.due_on:
        return own
    try:
        last_day = calendar_of(record.municipality).next_business_day(guide.due_on)
    except LawError as error:
        raise of_law(error) from error
    return own if record.paid_on <= last_day else record.paid_on


def _pay(record, debts, counted_on, at) -> None:
    left = record.amount
    for due in debts:
        part = min(left, due.total)
        if part <= 0:
            continue
        left -= part
        pay(
            charge=due.charge,
            amount=part,
            means=Payment.Means.BANK,
            paid_on=record.paid_on,
            at=at,
            by=record.bank_return.sent_by,
            key=uuid5(KEYS, f"{record.pk}:{due.charge.pk}"),
            bank_record=record,
            counted_on=counted_on,
        )


def tally(bank_return: BankReturn) -> list[dict]:
    """How many records had each result, and their sum: `kind`, `label`, `count`, `amount`; the undecided as `""`."""
    rows = bank_return.records.values("outcome__kind").annotate(count=Count("pk"), sum=Sum("amount"))
    found = {row["outcome__kind"] or "": row for row in rows.order_by()}
    labels = [("", "por processar"), *BankOutcome.Kind.choices]
    return [
        {"kind": kind, "label": label, "count": found[kind]["count"], "amount": found[kind]["sum"]}
        for kind, label in labels
        if kind in found
    ]


def left_of(bank_return: BankReturn) -> Decimal:
    """Money of a file that pays no charge and was not returned: to be matched by somebody, or returned."""
    found = bank_return.records.exclude(outcome=None).with_left().aggregate(sum=Sum("left"))
    return found["sum"] or Decimal(0)
