from django.db.models import DecimalField, F, OuterRef, Q, Subquery, Sum, Value
from django.db.models.functions import Coalesce

from zoonoses import brazil
from zoonoses.municipalities.querysets import OfMunicipality
from zoonoses.text import search_key

MONEY = DecimalField(max_digits=14, decimal_places=2)


class ChargeQuerySet(OfMunicipality):
    def standing(self):
        return self.filter(cancelled_on=None)

    def with_paid(self):
        """Adds `paid`: the sum of standing payments of each charge."""
        paid = Sum("payments__amount", filter=Q(payments__void=None))
        return self.annotate(paid=Coalesce(paid, Value(0), output_field=MONEY))

    def open(self):
        """Standing charges of which something is still owed."""
        return self.standing().with_paid().filter(paid__lt=F("amount"))

    def paid_off(self):
        """Standing charges of which nothing is owed any more."""
        return self.standing().with_paid().filter(paid__gte=F("amount"))

    def with_due(self):
        """Adds `due_on`: until when the guide that stands asks for the charge; None without one."""
        lines = self.model.guide_lines.rel.related_model.objects.filter(charge=OuterRef("pk"))
        lines = lines.filter(guide__document__annulment=None).order_by("-guide__due_on")
        return self.annotate(due_on=Subquery(lines.values("guide__due_on")[:1]))

    def overdue(self, on):
        """Open charges whose guide could be paid until a day before `on`: the last day itself is not over."""
        return self.open().with_due().filter(due_on__lt=on)

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


class PaymentQuerySet(OfMunicipality):
    def standing(self):
        return self.filter(void=None)


TO_SEE = ("over", "not_owed", "unknown", "refused")


class BankRecordQuerySet(OfMunicipality):
    def pending(self):
        """Records that nothing was decided of yet."""
        return self.filter(outcome=None)

    def to_see(self):
        """Records that somebody has to look at: no debt for the money, no guide, or a refused payment."""
        return self.filter(outcome__kind__in=TO_SEE)
