"""Background work of the treasury."""

from datetime import datetime

from django_tasks import task

from zoonoses.municipalities import clock
from zoonoses.treasury.models import BankRecord, BankReturn, DebtReturn, DebtReturnLine
from zoonoses.treasury.services import bank, debt_returns


@task()
def settle_return(bank_return_id: int) -> int:
    """Receives what a return file tells; how many records were decided. Idempotent."""
    municipality = BankReturn.objects.select_related("municipality").get(pk=bank_return_id).municipality
    return bank.settle(bank_return_id, lambda: clock.now(municipality))


def resume_returns(municipality, *, at: datetime) -> int:
    """Return files whose processing stopped go on; how many were put back in the queue. `at` is the night's moment."""
    pending = BankRecord.objects.of(municipality).pending().filter(bank_return__sent_at__lt=at)
    pks = sorted(set(pending.values_list("bank_return", flat=True)))
    for pk in pks:
        settle_return.enqueue(pk)
    return len(pks)


@task()
def settle_debt_return(debt_return_id: int) -> int:
    """Decides what a file of the dívida ativa tells; how many lines were decided. Idempotent."""
    municipality = DebtReturn.objects.select_related("municipality").get(pk=debt_return_id).municipality
    return debt_returns.settle(debt_return_id, lambda: clock.now(municipality))


def resume_debt_returns(municipality, *, at: datetime) -> int:
    """The same as `resume_returns`, for the files of the dívida ativa."""
    pending = DebtReturnLine.objects.of(municipality).filter(outcome="", debt_return__sent_at__lt=at)
    pks = sorted(set(pending.values_list("debt_return", flat=True)))
    for pk in pks:
        settle_debt_return.enqueue(pk)
    return len(pks)
