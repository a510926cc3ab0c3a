"""Random lives of a town's money: payments, receipts and report say the same sum after every step.

`SOAK_STEPS` in the environment asks for that many steps (`make soak-money`: 10,000); the suite takes 500, always the
same ones.
"""

import os
import uuid
from datetime import date
from decimal import Decimal

import pytest
from django.db import transaction
from django.db.models import Sum
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.treasury.conftest import make_counter
from tests.treasury.returns import file_of, line
from zoonoses.documents.kinds import DocumentKind
from zoonoses.documents.models import DocumentFile
from zoonoses.documents.refusals import Refusal
from zoonoses.treasury.models import BankOutcome, BankRecord, Charge, CollectionSettings, Guide, Payment
from zoonoses.treasury.services import bank, charges, revenue
from zoonoses.treasury.services.guides import issue_guide, same_person

pytestmark = pytest.mark.django_db
SOAK = int(os.environ.get("SOAK_STEPS", "0"))
STEPS = 50
DAYS = date(2025, 3, 10), date(2025, 3, 31)
PEOPLE = ("clinic:1", "tutor:1", "tutor:2")
KINDS = ("fine", "event_fine", "registration", "kits")
NOTHING = Decimal(0)

act = st.sampled_from(["charge", "pay", "pay", "guide", "guide", "bank", "bank", "resend", "void", "cancel"])
step = st.tuples(act, st.integers(0, 50), st.integers(1, 150), st.booleans())


class Life:
    """A town in March 2025, on its last day, and what its money must be: told apart from the services."""

    def __init__(self):
        self.counter = make_counter("joao-neiva-es")
        self.town = self.counter.municipality
        CollectionSettings.objects.create(municipality=self.town, febraban_code="9999")
        self.at = self.counter.at(2025, 3, 31, 12, 0)
        self.files, self.received, self.sent = [], NOTHING, 0
        for which in range(3):
            self.charge(which, 100, False)

    def do(self, name, which, share, flag):
        """One step; what is refused changes nothing."""
        before = self.received
        try:
            with transaction.atomic():
                getattr(self, name)(which, share, flag)
        except Refusal:
            self.received = before

    def charge(self, which, share, flag):
        self.counter.charge(
            f"{share}.{which:02}", kind=KINDS[which % 4], payer=PEOPLE[which % 3], on=date(2025, 3, 10 + which % 20)
        )  # fmt: skip

    def _pick(self, rows, which):
        found = list(rows.order_by("pk"))
        return found[which % len(found)] if found else None

    def pay(self, which, share, flag):
        charge = self._pick(Charge.objects.of(self.town), which)
        if charge is not None:
            amount = (charge.amount * share / 100).quantize(charges.CENT)
            given = {"amount": amount, "at": self.at, "paid_on": date(2025, 3, 31), "key": uuid.uuid4()}
            for by in (self.counter.clerk, self.counter.other_clerk) if flag else (self.counter.clerk,):
                charges.pay(charge=charge, means="pix", by=by, **given)
            self.received += amount

    def guide(self, which, share, flag):
        charge = self._pick(Charge.objects.of(self.town), which)
        if charge is not None:
            also = list(same_person(charge)) if flag else ()
            issue_guide(charge=charge, also=also, due_on=date(2025, 4, 5), at=self.at, by=self.counter.clerk)

    def bank(self, which, share, flag):
        guide = self._pick(Guide.objects.of(self.town), which)
        if guide is not None:
            self.sent += 1
            amount = max((guide.amount * share / 100).quantize(charges.CENT), charges.CENT)
            lines = [line(guide.barcode, amount, number=self.sent, on=date(2025, 3, 31))] * (1 + flag)
            owed = sum((charges.owed(charge) for charge in guide.charges.all()), NOTHING)
            self.received += min(amount, owed)
            self._send(file_of(*lines, sequence=self.sent))

    def resend(self, which, share, flag):
        """The same file, or its lines in another one."""
        if self.files:
            data = self.files[which % len(self.files)]
            self._send(data.replace(b"20250313", b"20250314") if flag else data)

    def _send(self, data):
        self.files.append(data)
        found, _ = bank.take(municipality=self.town, name="r", data=data, by=self.counter.clerk, at=self.at)
        bank.settle(found.pk, lambda: self.at)

    def void(self, which, share, flag):
        payment = self._pick(Payment.objects.of(self.town).standing().select_related("receipt"), which)
        if payment is not None:
            charges.void_payment(payment=payment, reason="engano", at=self.at, by=self.counter.manager)
            self.received -= payment.amount

    def cancel(self, which, share, flag):
        charge = self._pick(Charge.objects.of(self.town), which)
        if charge is not None:
            charges.cancel(charge=charge, reason="engano", at=self.at, by=self.counter.manager)

    def check(self):
        """Payments are what was received."""
        assert sum_of(Payment.objects.of(self.town).standing(), "amount") == self.received

    def check_all(self):
        """So are receipts and report; each charge is paid at most once; nothing of what the bank told is lost."""
        report = revenue.total(revenue.lines(self.town, since=DAYS[0], until=DAYS[1]))
        assert self.received == report == self.receipts()
        paid = Charge.objects.of(self.town).with_paid()
        assert all(0 <= row.paid <= row.amount and not (row.cancelled_on and row.paid) for row in paid)
        records = BankRecord.objects.of(self.town)
        told = sum_of(records.filter(repeats=None), "amount")
        surplus = sum_of(BankOutcome.objects.filter(record__in=records), "surplus")
        assert told == surplus + sum_of(Payment.objects.of(self.town).exclude(bank_record=None), "amount")
        assert not records.pending().exists()

    def receipts(self):
        """The sum printed on the receipts that stand."""
        rows = DocumentFile.objects.filter(
            document__municipality=self.town, document__kind=DocumentKind.RECEIPT, document__annulment=None
        )
        printed = [context["body"]["amount"] for context in rows.values_list("context", flat=True)]
        return sum((Decimal(text[3:].replace(".", "").replace(",", ".")) for text in printed), NOTHING)


def sum_of(rows, name):
    return rows.aggregate(sum=Sum(name))["sum"] or NOTHING


@settings(
    max_examples=(SOAK or 500) // STEPS,
    derandomize=not SOAK,
    database=None,
    deadline=None,
    phases=[Phase.generate] if not SOAK else [Phase.generate, Phase.shrink],
    suppress_health_check=list(HealthCheck),
)
@given(steps=st.lists(step, min_size=STEPS, max_size=STEPS))
def test_all_sums_agree(unseen_papers, steps):
    with transaction.atomic():
        life = Life()
        for number, (name, which, share, flag) in enumerate(steps, start=1):
            life.do(name, which, share, flag)
            life.check()
            if number % 10 == 0:
                life.check_all()
        transaction.set_rollback(True)
