from django.db.models import DecimalField, F, Q, Sum, Value
from django.db.models.functions import Coalesce

from zoonoses.municipalities.querysets import OfMunicipality

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


class PaymentQuerySet(OfMunicipality):
    def standing(self):
        return self.filter(void=None)
