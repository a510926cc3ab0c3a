"""Charging, asking for payment, receiving, and undoing what was received by mistake.

Every service locks the case first, when the charge has one, and then the charge's row: two clerks with the same
charge wait for each other. Amounts are reais, as `Decimal` with at most two decimal places.
"""

from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal
from uuid import UUID

from django.db import transaction

from zoonoses.documents.contexts_treasury import RECEIPT
from zoonoses.documents.kinds import DocumentKind
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import agenda, annulment, issuing
from zoonoses.municipalities import clock
from zoonoses.municipalities.models import Municipality, Role
from zoonoses.municipalities.templatetags import br
from zoonoses.text import search_key
from zoonoses.treasury.documents import receipt_body
from zoonoses.treasury.models import Charge, Payment, PaymentVoid
from zoonoses.treasury.services import guards, lateness, plans
from zoonoses.treasury.services.debts import locked, owed, paid, received, still_owed
from zoonoses.treasury.services.guides import issue_guide, withdraw_guides
from zoonoses.treasury.services.lateness import owed_on, owed_today, shown_today
from zoonoses.treasury.services.revenue import destination_of

CENT = Decimal("0.01")
HAND = "hand"

# One door to the money for the other apps: what is owed, what asks for it, what pays it.
__all__ = [
    "cancel",
    "charge",
    "charge_by_hand",
    "issue_guide",
    "owed",
    "owed_on",
    "owed_today",
    "paid",
    "pay",
    "received",
    "shown_today",
    "void_of_annulled",
    "void_payment",
    "withdraw",
]


@transaction.atomic
def charge(
    *,
    municipality,
    kind: str,
    description: str,
    article: str,
    basis: Sequence[dict],
    payer_name: str,
    payer_document: str,
    payer: str,
    subject: str,
    amount: Decimal,
    on: date,
    by,
    case=None,
    destination: str | None = None,
) -> Charge | None:
    """One debt, with the article and the steps that it rests on; None for an amount of zero, which is no debt.

    `payer` and `subject` name a record as `tutor:5`; `destination` is where the law sends the money (None: as the law
    in force says of this kind). Raises `ValueError` for a negative amount or parts of a cent.
    """
    if amount < 0 or amount != amount.quantize(CENT):
        raise ValueError(f"not an amount to charge: {amount}")
    if amount == 0:
        return None
    return Charge.objects.create(
        municipality=municipality,
        kind=kind,
        description=description,
        article=article,
        basis=list(basis),
        subject=subject,
        amount=amount,
        destination=destination_of(municipality, kind, on) if destination is None else destination,
        **_payer(payer_name, payer_document, payer),
        charged_on=on,
        charged_by=by,
        case=case,
    )


def _payer(name, document, payer) -> dict:
    return {
        "payer_name": name,
        "payer_key": search_key(name)[:200],
        "payer_document": document,
        "payer": payer,
    }


@transaction.atomic
def charge_by_hand(*, municipality, key: UUID, on: date, by, **given) -> Charge:
    """A debt that a clerk or the manager enters: `description`, `article`, `amount`, `payer_name`, `payer_document`.

    The same key gives the charge already made. Nothing is computed: the article is the word of who enters it.
    """
    Municipality.objects.select_for_update(no_key=True).get(pk=municipality.pk)
    subject = f"{HAND}:{key.hex}"
    made = Charge.objects.of(municipality).filter(subject=subject).first()
    if made is not None:
        return made
    return charge(
        municipality=municipality, kind=HAND, basis=(), payer="", subject=subject, on=on, by=by, **given
    )


@transaction.atomic
def pay(
    *,
    charge: Charge,
    amount: Decimal,
    means: str,
    paid_on: date,
    at: datetime,
    by,
    key: UUID,
    bank_record=None,
    debt_line=None,
    counted_on: date | None = None,
) -> Payment:
    """Money received for a charge, whole or in part, with its receipt; `bank_record` when it is the bank that says so,
    `debt_line` when it is the treasury office, for a debt that was sent to it.

    What a delay added is counted to `counted_on`: without it, to the day of the payment, or to the day that a guide
    which stands asked for. The same key gives the payment already made. Raises `Refusal` when nothing is owed (another
    clerk was first), when more is paid than is owed, or when the day is in the future or before the charge.
    """
    charge = locked(charge, by)
    made = Payment.objects.of(charge.municipality).filter(key=key).first()
    if made is not None:
        return _same(made, charge)
    today = clock.local(charge.municipality, at).date()
    still_owed(charge)
    if debt_line is not None:  # that office counts additions of its own
        due = lateness.principal_on(charge, paid_on)
    else:
        due = owed_on(charge, counted_on or lateness.counting_day(charge, paid_on))
    _payable(charge, amount, paid_on, today, due.total)
    if (
        bank_record is None and debt_line is None
    ):  # what the bank or the treasury office received was received
        guards.judge(charge, on=paid_on, at=at)
    _rebuild(charge, today)
    given = {"means": means, "bank_record": bank_record, "debt_line": debt_line, "key": key}
    return _write_payment(due, amount, paid_on, at, by, given)


def _write_payment(due, amount, paid_on, at, by, given) -> Payment:
    parts = due.split(amount)
    return Payment.objects.create(
        municipality=due.charge.municipality,
        charge=due.charge,
        amount=amount,
        late_fine=parts.late_fine,
        interest=parts.interest,
        monetary_update=parts.monetary_update,
        counted_on=due.counted_on,
        plan=due.plan,
        paid_on=paid_on,
        received_at=at,
        received_by=by,
        receipt=_receipt(due, amount, parts, given["means"], paid_on, at, by),
        **given,
    )


def _rebuild(charge, on) -> None:
    """What is next in the charge's case is another after its money changed."""
    if charge.case is not None:
        agenda.rebuild_at_commit(charge.case, on=on)


def _receipt(due, amount, parts, means, paid_on, at, by):
    """The numbered receipt of one payment."""
    charge = due.charge
    body = receipt_body(
        due, amount=amount, parts=parts, means=Payment.Means(means).label, paid_on=paid_on, by=by
    )
    return issuing.issue(
        municipality=charge.municipality,
        kind=DocumentKind.RECEIPT,
        template=RECEIPT,
        title=DocumentKind.RECEIPT.label,
        body=body,
        at=at,
        author=by,
        case=charge.case,
    )


def _same(made, charge) -> Payment:
    if made.charge_id != charge.pk:
        raise Refusal(
            "repeated_key", "Este envio já registrou o pagamento de outra cobrança. Abra a página de novo."
        )
    return made


def _payable(charge, amount, paid_on, today, rest) -> None:
    if amount <= 0 or amount != amount.quantize(CENT):
        raise Refusal("not_an_amount", "Informe o valor recebido, em reais e centavos.")
    if amount > rest:
        raise Refusal(
            "overpayment",
            f"Falta pagar {br.money(rest)}: não se recebe {br.money(amount)}. Receba o que falta e devolva o resto.",
        )
    if paid_on > today:
        raise Refusal("paid_in_the_future", "O dia do pagamento não pode ser depois de hoje.")
    if paid_on < charge.charged_on:
        raise Refusal(
            "paid_before_charged",
            f"A cobrança foi lançada em {charge.charged_on:%d/%m/%Y}: o pagamento não pode ser anterior.",
        )


def void_payment(*, payment: Payment, reason: str, at: datetime, by) -> PaymentVoid:
    """The payment did not happen after all: its receipt is annulled and the debt is open again.

    Only a manager; the same as annulling the receipt. Sent again with the same reason it gives the void already made;
    raises `Refusal` otherwise.
    """
    annulment.annul(document=payment.receipt, reason=reason, by=by, at=at)
    return PaymentVoid.objects.get(payment=payment)


def void_of_annulled(document, act) -> None:
    """Hook of annulment: with its receipt falls the payment."""
    payment = Payment.objects.filter(receipt=document).first()
    if payment is None:
        return
    charge = Charge.objects.select_related("case").select_for_update(of=("self",)).get(pk=payment.charge_id)
    fallen = document.annulment
    _rebuild(charge, clock.local(document.municipality, fallen.annulled_at).date())
    PaymentVoid.objects.create(
        payment=payment,
        reason=fallen.reason[:250],
        voided_on=clock.local(document.municipality, fallen.annulled_at).date(),
        voided_at=fallen.annulled_at,
        voided_by=fallen.annulled_by,
    )


@transaction.atomic
def cancel(*, charge: Charge, reason: str, at: datetime, by) -> Charge:
    """The charge is no longer owed; its guide falls with it. Only a manager.

    Sent again with the same reason it changes nothing. Raises `Refusal` without a reason, while a payment stands (void
    it first), or when it was cancelled for another reason.
    """
    if by.role != Role.MANAGER:
        raise Refusal("not_allowed", "Só o gestor cancela uma cobrança.")
    return withdraw(charge=charge, reason=reason, at=at, by=by)


@transaction.atomic
def withdraw(*, charge: Charge, reason: str, at: datetime, by) -> Charge:
    """As `cancel`, for a charge that another one takes the place of: the caller has judged who may."""
    reason = reason.strip()
    if not reason:
        raise Refusal("reason_missing", "Escreva o motivo do cancelamento.")
    charge = locked(charge, by)
    if charge.cancelled_on and charge.cancelled_reason == reason:
        return charge
    if charge.cancelled_on:
        raise Refusal("cancelled", f"Esta cobrança já foi cancelada em {charge.cancelled_on:%d/%m/%Y}.")
    if charge.payments.standing().exists():
        raise Refusal("has_payments", "Há pagamento registrado. Estorne-o antes de cancelar a cobrança.")
    plans.fall_with_charge(charge, by=by, at=at)
    withdraw_guides([charge], reason="A cobrança foi cancelada.", by=by, at=at)
    charge.cancelled_on = clock.local(charge.municipality, at).date()
    charge.cancelled_reason = reason
    _rebuild(charge, charge.cancelled_on)
    charge.save(update_fields=["cancelled_on", "cancelled_reason"])
    return charge
