from django.db.models import Case, DecimalField, Exists, F, OuterRef, Q, Subquery, Sum, Value, When
from django.db.models.functions import Coalesce, Round

from zoonoses import brazil
from zoonoses.municipalities.querysets import OfMunicipality
from zoonoses.text import search_key

MONEY = DecimalField(max_digits=14, decimal_places=2)


# The part of a payment that paid the charge itself, and not what a delay added to it.
PRINCIPAL = (
    F("payments__amount")
    - F("payments__late_fine")
    - F("payments__interest")
    - F("payments__monetary_update")
)
FINES = ("fine", "event_fine")


def _cents(amount):
    """To the cent: SQLite adds decimals as binary fractions, and what was paid is compared with what was charged."""
    return Round(amount, precision=2, output_field=MONEY)


class ChargeQuerySet(OfMunicipality):
    def standing(self):
        return self.filter(cancelled_on=None)

    def with_paid(self):
        """Adds `paid`: what the standing payments of each charge paid of it, without what a delay added."""
        paid = Sum(PRINCIPAL, filter=Q(payments__void=None), output_field=MONEY)
        return self.annotate(paid=_cents(Coalesce(paid, Value(0), output_field=MONEY)))

    def open(self):
        """Standing charges of which something is still owed."""
        return self.standing().with_paid().filter(paid__lt=F("amount"))

    def paid_off(self):
        """Standing charges of which nothing is owed any more."""
        return self.standing().with_paid().filter(paid__gte=F("amount"))

    def with_due(self):
        """Adds `due_on`: the oldest unpaid instalment, or until when the guide that stands asks; None without any."""
        lines = self.model.guide_lines.rel.related_model.objects.filter(charge=OuterRef("pk"))
        lines = lines.filter(guide__document__annulment=None, guide__instalment=None)
        lines = lines.order_by("-guide__due_on")
        asked = Subquery(lines.values("guide__due_on")[:1])
        return self.annotate(due_on=Coalesce(Subquery(self._next_instalment()), asked))

    def _plans(self):
        rows = self.model.plans.rel.related_model.objects
        return rows.filter(charge=OuterRef("pk"), ended_on=None)

    def _next_instalment(self):
        """The due day of the first instalment that the money received under its agreement does not reach."""
        paid = self.model.payments.rel.related_model.objects.filter(plan=OuterRef("plan"), void=None)
        paid = paid.order_by().values("plan").annotate(sum=Sum("amount")).values("sum")
        rows = self.model.plans.rel.related_model.instalments.rel.related_model.objects
        rows = rows.filter(plan__charge=OuterRef("pk"), plan__ended_on=None)
        rows = rows.filter(until__gt=_cents(Coalesce(Subquery(paid), Value(0), output_field=MONEY)))
        return rows.order_by("number").values("due_on")[:1]

    def in_instalments(self):
        """Open charges that are being paid in instalments."""
        return self.open().filter(Exists(self._plans()))

    def without_plan(self):
        """Charges of which no agreement of instalments stands."""
        return self.filter(~Exists(self._plans()))

    def with_sent(self):
        """Adds `sent_on`: the day on which the charge was sent to the dívida ativa, where it still is; else None."""
        return self.annotate(sent_on=Subquery(self._sent().values("remittance__sent_on")[:1]))

    def not_sent(self):
        """Charges that are not at the dívida ativa."""
        return self.filter(~Exists(self._sent()))

    def at_active_debt(self):
        """Charges that are at the dívida ativa."""
        return self.filter(Exists(self._sent()))

    def _sent(self):
        rows = self.model.sent_debts.rel.related_model.objects
        return rows.filter(charge=OuterRef("pk"), withdrawn_on=None)

    def overdue(self, on):
        """Open charges whose guide could be paid until a day before `on`: the last day itself is not over.

        What is paid in instalments is not among them, nor a debt to send to anybody, until the agreement is broken.
        """
        return self.open().without_plan().with_due().filter(due_on__lt=on)

    def cancelled(self):
        return self.exclude(cancelled_on=None).with_paid()

    def payer_like(self, text):
        """Charges whose payer has every word of the text in the name, or has it as document."""
        document = brazil.bare(text)
        if len(document) in (11, 14) and any(char.isdigit() for char in document):
            return self.filter(payer_document=document)
        rows = self
        for word in search_key(text).split():
            rows = rows.filter(payer_key__contains=word)
        return rows


class SentDebtQuerySet(OfMunicipality):
    def standing(self):
        return self.filter(withdrawn_on=None)


class PaymentQuerySet(OfMunicipality):
    def standing(self):
        return self.filter(void=None)


class BankRecordQuerySet(OfMunicipality):
    def pending(self):
        """Records that nothing was decided of yet."""
        return self.filter(outcome=None)

    def with_left(self):
        """Adds `left`: money of the record that pays no charge and was not returned; zero for a repeated record."""
        payments = self.model.payments.rel.related_model.objects.filter(void=None)
        settled = self.model.settlements.rel.related_model.objects.filter(kind="returned")
        used = _sum_of(payments, "bank_record") + _sum_of(settled, "record")
        left = Case(When(repeats=None, then=_cents(F("amount") - used)), default=Value(0), output_field=MONEY)
        return self.annotate(left=left)

    def to_settle(self):
        """Decided records that left money: nobody said yet what is done with it."""
        return self._left_over().filter(~Exists(self._marked()))

    def to_return(self):
        """Records whose money is to be returned, and was not yet."""
        return self._left_over().filter(Exists(self._marked()))

    def settled(self):
        """Records of which somebody decided, and nothing is left."""
        rows = self.model.settlements.rel.related_model.objects.filter(record=OuterRef("pk"))
        return self.with_left().filter(Exists(rows), left__lte=0)

    def _left_over(self):
        return self.exclude(outcome=None).with_left().filter(left__gt=0)

    def _marked(self):
        rows = self.model.settlements.rel.related_model.objects
        return rows.filter(record=OuterRef("pk"), kind="to_return")


def _sum_of(rows, name):
    """The amounts of the rows that point to the outer one."""
    rows = rows.filter(**{name: OuterRef("pk")}).order_by().values(name).annotate(sum=Sum("amount"))
    return Coalesce(Subquery(rows.values("sum")), Value(0), output_field=MONEY)


class OwnRuleQuerySet(OfMunicipality):
    def of_charge(self, kind, on):
        """Versions in force on a day for a kind of charge, the latest first."""
        rows = self if kind in FINES else self.filter(scope="all")
        return rows.filter(from_on__lte=on).order_by("-from_on", "-pk")
