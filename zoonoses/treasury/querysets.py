from django.db.models import DecimalField, F, OuterRef, Subquery, Sum, Value
from django.db.models.functions import Coalesce

from zoonoses.municipalities.querysets import OfMunicipality

MONEY = DecimalField(max_digits=14, decimal_places=2)


class ChargeQuerySet(OfMunicipality):
    def standing(self):
        return self.filter(cancelled_on=None)

    def with_paid(self):
        """Adds `paid`: the sum of standing payments of each charge."""
        from zoonoses.treasury.models import Payment  # the models import this module

        paid = (
            Payment.objects.standing()
            .filter(charge=OuterRef("pk"))
            .order_by()
            .values("charge")
            .annotate(total=Sum("amount"))
            .values("total")
        )
        return self.annotate(paid=Coalesce(Subquery(paid, output_field=MONEY), Value(0), output_field=MONEY))

    def open(self):
        """Standing charges of which something is still owed."""
        return self.standing().with_paid().filter(paid__lt=F("amount"))


class PaymentQuerySet(OfMunicipality):
    def standing(self):
        return self.filter(void=None)
