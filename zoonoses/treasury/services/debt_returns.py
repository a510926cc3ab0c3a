"""What the treasury office says of the debts sent to it: inscriptions and payments, of a file or by hand.

Each line is kept first and decided in a transaction of its own, so that a stop in the middle loses nothing; a payment
told twice, in one file, in two, or in a file and by hand, is received once.
"""

import hashlib
from collections.abc import Callable
from datetime import date, datetime
from decimal import Decimal
from pathlib import PurePath
from uuid import UUID, uuid5

from django.db import transaction
from django.db.models import Count, Sum

from zoonoses.documents.refusals import Refusal
from zoonoses.municipalities.models import Municipality
from zoonoses.treasury import debt_file
from zoonoses.treasury.models import DebtReturn, DebtReturnLine, Payment, SentDebt
from zoonoses.treasury.services import active_debt
from zoonoses.treasury.services.charges import pay
from zoonoses.treasury.services.debts import locked_all, owed

KEYS = UUID("0b7b0e0f-5a37-5f6e-8d1e-3f9a2c4d7e21")
CHUNK = 500
Outcome = DebtReturnLine.Outcome
TO_SEE = (Outcome.NOT_OWED, Outcome.UNKNOWN, Outcome.REFUSED)


@transaction.atomic
def take(*, municipality, name: str, data: bytes, by, at: datetime) -> tuple[DebtReturn, bool]:
    """Keeps a file and its lines; whether it is new: the same bytes again give the row already there.

    Raises `return_file.BadFile` with every fault of every line; then nothing is kept.
    """
    digest = hashlib.sha256(data).hexdigest()
    Municipality.objects.select_for_update(no_key=True).get(pk=municipality.pk)
    known = DebtReturn.objects.of(municipality).filter(sha256=digest).first()
    if known is not None:
        return known, False
    items = debt_file.parse(data)
    made = DebtReturn.objects.create(
        municipality=municipality,
        sha256=digest,
        name=PurePath(name or "retorno").name[-150:],
        sent_at=at,
        sent_by=by,
    )
    rows = [
        DebtReturnLine(municipality=municipality, debt_return=made, recorded_by=by, **vars(item))
        for item in items
    ]
    DebtReturnLine.objects.bulk_create(rows, batch_size=CHUNK)
    return made, True


def settle(debt_return_id: int, now: Callable[[], datetime]) -> int:
    """Decides every line of a file that was not decided yet; how many. May be asked again at any time."""
    pending = DebtReturnLine.objects.filter(debt_return=debt_return_id, outcome="").order_by("line", "pk")
    return sum(decide(pk, at=now()) for pk in list(pending.values_list("pk", flat=True)))


@transaction.atomic
def paid_by_hand(
    *,
    debt: SentDebt,
    paid_on: date,
    amount: Decimal,
    document: str,
    by,
    at: datetime,
    key: UUID | None = None,
) -> DebtReturnLine:
    """A payment at the dívida ativa that a clerk or the manager enters. Raises `Refusal` when nothing came of it.

    The same key gives the line already made. The same day, amount and document from another form are the same payment
    too: it is refused, and counted once.
    """
    if by.role not in active_debt.SENDERS:
        raise Refusal("not_allowed", "Quem registra pagamentos é o atendente ou o gestor.")
    Municipality.objects.select_for_update(no_key=True).get(pk=debt.municipality_id)
    made = Payment.objects.of(debt.municipality).filter(key=_key(key, debt.charge)).first() if key else None
    if made is not None:
        return made.debt_line
    line = DebtReturnLine.objects.create(
        municipality=debt.municipality,
        charge_number=debt.charge_id,
        inscription=debt.inscription,
        paid_on=paid_on,
        amount=amount,
        document=document.strip(),
        recorded_by=by,
    )
    decide(line.pk, at=at, key=key)
    line.refresh_from_db()
    if line.outcome not in (Outcome.PAID, Outcome.PARTIAL):
        raise Refusal(line.outcome, line.note)
    return line


@transaction.atomic
def decide(line_id: int, *, at: datetime, key: UUID | None = None) -> bool:
    """What one line does: an inscription, payments with their receipts, or why not; False when decided before.

    `key` is the form's that the line came from, if it came from one.
    """
    town = DebtReturnLine.objects.values_list("municipality", flat=True).get(pk=line_id)
    Municipality.objects.select_for_update(no_key=True).get(pk=town)
    line = DebtReturnLine.objects.select_related("recorded_by__user", "municipality").get(pk=line_id)
    if line.outcome:
        return False
    debts = _debts(line)
    try:
        with transaction.atomic():
            _decide(line, debts, at, key or line.pk)
    except Refusal as refusal:
        line.outcome, line.note, line.additions = Outcome.REFUSED, refusal.sentence[:500], Decimal(0)
    line.decided_at = at
    line.save(update_fields=["outcome", "note", "additions", "decided_at"])
    return True


def _debts(line) -> list[SentDebt]:
    """The debts at the dívida ativa that a line names: by our number, else by that of the inscription, oldest first."""
    rows = SentDebt.objects.of(line.municipality).standing().select_related("charge", "remittance")
    if line.charge_number is not None:
        return list(rows.filter(charge=line.charge_number))
    return list(rows.filter(inscription=line.inscription).order_by("charge__charged_on", "charge_id"))


def _decide(line, debts, at, key) -> None:
    if not debts:
        line.outcome = Outcome.UNKNOWN
        line.note = "Nenhuma dívida enviada por este município, e não retirada, tem este número."
        return
    if line.inscribed_on is not None:
        for debt in debts:
            active_debt.inscribe(
                debt=debt, number=line.inscription, on=line.inscribed_on, by=line.recorded_by, at=at
            )
        line.outcome = Outcome.INSCRIBED
    if line.amount is not None:
        _receive(line, debts, at, key)


def _receive(line, debts, at, key) -> None:
    """Pays what is owed, oldest first. What the office received beyond it are its own additions."""
    again = _told_before(line, debts)
    if again is not None:
        line.outcome = Outcome.REPEATED
        line.note = (
            f"Já registrado: {again.receipt}. Se for outro pagamento, informe o número do documento dele."
        )
        return
    if any(line.paid_on < debt.remittance.sent_on for debt in debts):
        raise Refusal("paid_before_sent", "O dia do pagamento é anterior ao envio à dívida ativa.")
    charges = locked_all([debt.charge for debt in debts], line.recorded_by)
    owing = [(charge, owed(charge)) for charge in charges]
    total = sum((rest for _, rest in owing), Decimal(0))
    if not total:
        line.outcome = Outcome.NOT_OWED
        words = "foi cancelada" if all(charge.cancelled_on for charge in charges) else "já estava paga"
        line.note = f"A cobrança {words}: confira com a Fazenda, ou devolva."
        return
    _pay(line, owing, at, key)
    line.additions = max(line.amount - total, Decimal(0))
    line.outcome = Outcome.PARTIAL if line.amount < total else Outcome.PAID


def _told_before(line, debts) -> Payment | None:
    """A standing payment of these debts that another line told: of the same day, amount and document."""
    same = DebtReturnLine.objects.of(line.municipality).exclude(pk=line.pk)
    same = same.filter(paid_on=line.paid_on, amount=line.amount, document=line.document)
    rows = Payment.objects.of(line.municipality).standing().select_related("receipt")
    return rows.filter(debt_line__in=same, charge__in=[debt.charge_id for debt in debts]).first()


def _key(key, charge) -> UUID:
    """The payment's own key: of what told it, and of the charge."""
    return uuid5(KEYS, f"{key}:{charge.pk}")


def _pay(line, owing, at, key) -> None:
    left = line.amount
    for charge, rest in owing:
        part = min(left, rest)
        if part <= 0:
            continue
        left -= part
        pay(
            charge=charge,
            amount=part,
            means=Payment.Means.DEBT,
            paid_on=line.paid_on,
            at=at,
            by=line.recorded_by,
            key=_key(key, charge),
            debt_line=line,
        )


def payments_of(debt: SentDebt):
    """What was paid of a debt at the dívida ativa, in order, with receipts and the lines that told it."""
    rows = Payment.objects.filter(charge=debt.charge_id).exclude(debt_line=None)
    return rows.select_related("receipt", "void", "debt_line__debt_return").order_by("paid_on", "pk")


def tally(debt_return: DebtReturn) -> list[dict]:
    """How many lines had each result, and their sum: `label`, `count`, `amount`; the undecided as `""`."""
    rows = debt_return.lines.values("outcome").annotate(count=Count("pk"), sum=Sum("amount")).order_by()
    found = {row["outcome"]: row for row in rows}
    labels = [("", "por processar"), *Outcome.choices]
    return [
        {"kind": kind, "label": label, "count": found[kind]["count"], "amount": found[kind]["sum"] or 0}
        for kind, label in labels
        if kind in found
    ]
