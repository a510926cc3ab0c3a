"""Random lives of a town's money: payments, receipts and report say the same sum after every step.

Days pass, guides fall due, a delay costs what the town's own rule says; charges are paid in instalments, agreements are
broken, and what the bank brought without a debt is matched by hand or returned. Debts go to the dívida ativa, are paid
there and come back.
`SOAK_STEPS` in the environment asks for that many steps (`make soak-money`: 10,000); the suite takes 500, always the
same ones.
"""

import os
import uuid
from datetime import date, timedelta
from decimal import Decimal

import pytest
from django.db import transaction
from django.db.models import Sum
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.treasury.counter import make_counter
from tests.treasury.owing import instalment_rule, late_rule
from tests.treasury.returns import file_of, line
from zoonoses.documents.kinds import DocumentKind
from zoonoses.documents.models import DocumentFile
from zoonoses.documents.refusals import Refusal
from zoonoses.treasury.models import (
    BankRecord,
    Charge,
    CollectionSettings,
    Guide,
    Instalment,
    InstalmentPlan,
    Payment,
    SentDebt,
)
from zoonoses.treasury.services import active_debt, bank, charges, debt_returns, plans, revenue, settling
from zoonoses.treasury.services.guides import issue_guide, issue_instalment_guide, same_person
from zoonoses.treasury.services.lateness import owed_on

pytestmark = pytest.mark.django_db
SOAK = int(os.environ.get("SOAK_STEPS", "0"))
STEPS = 50
DAYS = date(2025, 3, 10), date(2025, 12, 31)
PEOPLE = ("clinic:1", "tutor:1", "tutor:2")
KINDS = ("fine", "event_fine", "registration", "kits")
NOTHING = Decimal(0)

ACTS = "charge pay pay guide guide bank bank resend void cancel wait agree agree instalment end settle settle".split()
ACTS += "remit remit debt debt debt recall".split()
act = st.sampled_from(ACTS)
step = st.tuples(act, st.integers(0, 50), st.integers(1, 150), st.booleans())


class Life:
    """A town from March 2025 on, and what its money must be: told apart from the services."""

    def __init__(self):
        self.counter = make_counter("joao-neiva-es")
        self.town = self.counter.municipality
        CollectionSettings.objects.create(municipality=self.town, febraban_code="9999")
        self.at = self.counter.at(2025, 3, 31, 12, 0)
        late_rule(self.counter)
        late_rule(self.counter, scope="fines", act="LC nº 13/2010", interest="3", allocation="additions")
        instalment_rule(self.counter, min_amount=Decimal("0.01"))
        self.files, self.received, self.returned, self.sent = [], NOTHING, NOTHING, 0
        for which in range(3):
            self.charge(which, 100, False)

    def do(self, name, which, share, flag):
        """One step; what is refused changes nothing."""
        before = self.received, self.returned
        try:
            with transaction.atomic():
                getattr(self, name)(which, share, flag)
        except Refusal:
            self.received, self.returned = before

    @property
    def today(self):
        return self.at.date()

    def wait(self, which, share, flag):
        """Some days pass; the year does not end."""
        self.at = min(self.at + timedelta(days=1 + which % 12), self.counter.at(2025, 11, 28, 12, 0))

    def agree(self, which, share, flag):
        charge = self._pick(Charge.objects.of(self.town).open().without_plan(), which)
        if charge is not None:
            first_on = self.today + timedelta(days=which % 30)
            given = {"count": 2 + which % 5, "first_on": min(first_on, date(2025, 7, 30)), "signer": "Ana"}
            plan = plans.agree(charge=charge, at=self.at, by=self.counter.clerk, key=uuid.uuid4(), **given)
            asked = plan.principal + plan.late_fine + plan.interest + plan.monetary_update
            assert sum_of(plan.instalments, "amount") == asked == owed_on(charge, self.today).total

    def instalment(self, which, share, flag):
        rows = Instalment.objects.filter(plan__municipality=self.town).select_related("plan__charge")
        found = self._pick(rows, which)
        if found is not None:
            issue_instalment_guide(instalment=found, due_on=self.today, at=self.at, by=self.counter.clerk)

    def end(self, which, share, flag):
        plan = self._pick(InstalmentPlan.objects.of(self.town).filter(ended_on=None), which)
        if plan is not None and flag:
            plans.break_plan(plan=plan, reason="atraso", at=self.at, by=self.counter.clerk)

    def settle(self, which, share, flag):
        """Money without a debt pays a charge found by hand, or is returned."""
        rows = BankRecord.objects.of(self.town)
        record = self._pick(rows.to_settle(), which)
        if record is None:
            return
        given = {"record": record, "at": self.at, "by": self.counter.clerk, "key": uuid.uuid4(), "note": "x"}
        amount = max((record.left * share / 100).quantize(charges.CENT), charges.CENT)
        if flag:
            charge = self._pick(Charge.objects.of(self.town), which + share)
            settling.match(charge=charge, amount=amount, **given)
            self.received += amount
        else:
            proof = {"who": "Ana", "document_number": "1", "on": self.today}
            settling.give_back(amount=amount, **proof, **given)
            self.returned += amount

    def remit(self, which, share, flag):
        """Some charges go to the dívida ativa in one remittance."""
        rows = Charge.objects.of(self.town).open().without_plan().not_sent()
        chosen = [self._pick(rows, which + more) for more in range(1 + flag)]
        given = {"by": self.counter.manager, "at": self.at, "key": uuid.uuid4(), "reason": "não paga"}
        active_debt.send(municipality=self.town, charges=[each for each in chosen if each], **given)

    def debt(self, which, share, flag):
        """The treasury office received something: told twice it counts once; beyond the charge itself it is its own."""
        debt = self._pick(SentDebt.objects.of(self.town).standing().select_related("charge"), which)
        if debt is None:
            return
        owed = charges.owed(debt.charge)
        amount = max((debt.amount * share / 250).quantize(charges.CENT), charges.CENT)
        given = {
            "debt": debt,
            "paid_on": self.today,
            "amount": amount,
            "by": self.counter.clerk,
            "at": self.at,
        }
        debt_returns.paid_by_hand(document=str(which), **given)
        self.received += min(amount, owed)
        if flag:
            with pytest.raises(Refusal), transaction.atomic():
                debt_returns.paid_by_hand(document=str(which), **given)

    def recall(self, which, share, flag):
        debt = self._pick(SentDebt.objects.of(self.town).standing().select_related("charge"), which)
        if debt is not None and flag:
            active_debt.withdraw(debt=debt, reason="engano", by=self.counter.manager, at=self.at)

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
            given = {"amount": amount, "at": self.at, "paid_on": self.today, "key": uuid.uuid4()}
            for by in (self.counter.clerk, self.counter.other_clerk) if flag else (self.counter.clerk,):
                charges.pay(charge=charge, means="pix", by=by, **given)
            self.received += amount

    def guide(self, which, share, flag):
        charge = self._pick(Charge.objects.of(self.town), which)
        if charge is not None:
            also = list(same_person(charge)) if flag else ()
            issue_guide(
                charge=charge,
                also=also,
                due_on=self.today + timedelta(days=5),
                at=self.at,
                by=self.counter.clerk,
            )

    def bank(self, which, share, flag):
        guide = self._pick(Guide.objects.of(self.town), which)
        if guide is not None:
            self.sent += 1
            amount = max((guide.amount * share / 100).quantize(charges.CENT), charges.CENT)
            lines = [line(guide.barcode, amount, number=self.sent, on=self.today)] * (1 + flag)
            in_time = self.today <= guide.due_on  # then it is worth what it asked for
            counted_on = guide.counted_on if in_time else self.today
            owed = sum((owed_on(charge, counted_on).total for charge in guide.charges.all()), NOTHING)
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
        standing = Payment.objects.of(self.town).standing()
        principal = sum((row.paid for row in paid), NOTHING)
        added = sum(
            (sum_of(standing, name) for name in ("late_fine", "interest", "monetary_update")), NOTHING
        )
        assert principal + added == self.received
        for row in paid:
            due = owed_on(row, self.today)
            assert due.parts.principal == (NOTHING if row.cancelled_on else row.amount - row.paid)
            assert due.total == 0 or due.parts.principal > 0, "the charge is open while anything is owed"
        self.check_plans()
        records = BankRecord.objects.of(self.town)
        told = sum_of(records.filter(repeats=None), "amount")
        left = sum((row.left for row in records.with_left()), NOTHING)
        assert told == left + self.returned + sum_of(standing.exclude(bank_record=None), "amount")
        at_office = SentDebt.objects.of(self.town).standing().values("charge")
        assert at_office.count() == at_office.distinct().count(), "a charge is at the dívida ativa once"
        assert not records.pending().exists()

    def check_plans(self):
        """Instalments are a plan over what is owed: what is left of them is what is left of the charge."""
        for plan in InstalmentPlan.objects.of(self.town).filter(ended_on=None):
            rest = sum((row.rest for row in plans.rows_of(plan, self.today)), NOTHING)
            assert rest + plans.outside(plan) == owed_on(plan.charge, self.today).total

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
            if number % 25 == 0:
                life.check_all()
        transaction.set_rollback(True)
