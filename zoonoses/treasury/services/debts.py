"""What is owed of a charge, and the locks under which that may be asked.

What a delay adds to it is counted apart (`lateness`): here a payment counts for what it paid of the charge itself.
"""

from decimal import Decimal

from zoonoses.documents.models import Case
from zoonoses.documents.refusals import Refusal
from zoonoses.treasury.models import Charge


def owed(charge: Charge) -> Decimal:
    """What is still owed of a charge, without what a delay adds; zero when it was cancelled."""
    if charge.cancelled_on:
        return Decimal(0)
    return charge.amount - paid(charge)


def paid(charge: Charge) -> Decimal:
    """What the standing payments of a charge paid of it, without what they paid of a delay."""
    return sum((payment.principal for payment in charge.payments.standing()), Decimal(0))


def received(charge: Charge) -> Decimal:
    """The sum of the standing payments of a charge, with what they paid of a delay."""
    return sum(charge.payments.standing().values_list("amount", flat=True), Decimal(0))


def locked(charge: Charge, by) -> Charge:
    """The charge as it stands, locked until the transaction ends; its case before it."""
    return locked_all([charge], by)[0]


def locked_all(charges, by) -> list[Charge]:
    """As `locked`, for several, in the order given. Rows are locked by their number, so that nobody waits in a ring."""
    if any(charge.municipality_id != by.municipality_id for charge in charges):
        raise ValueError("a charge is handled by its own municipality")
    for case in sorted({charge.case_id for charge in charges if charge.case_id}):
        Case.objects.lock(case)
    rows = Charge.objects.select_related("municipality", "case").select_for_update(of=("self",))
    found = {row.pk: row for row in rows.filter(pk__in=[charge.pk for charge in charges]).order_by("pk")}
    return [found[charge.pk] for charge in charges]


def still_owed(charge: Charge) -> Decimal:
    """What is owed of a locked charge. Raises `Refusal` when it was cancelled or nothing is."""
    if charge.cancelled_on:
        raise Refusal("cancelled", f"Esta cobrança foi cancelada em {charge.cancelled_on:%d/%m/%Y}.")
    rest = owed(charge)
    if rest <= 0:
        raise Refusal("paid", "Esta cobrança já está paga. Confira os recibos na página dela.")
    return rest
