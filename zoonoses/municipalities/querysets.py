from django.db import models
from django.db.models import Q


class OfMunicipality(models.QuerySet):
    """Every record belongs to exactly one municipality: pages start from `.of(municipality)`."""

    def of(self, municipality):
        return self.filter(municipality=municipality)


class MembershipQuerySet(OfMunicipality):
    def active(self):
        return self.filter(is_active=True, user__is_active=True)


class RulesetInForceQuerySet(OfMunicipality):
    def on(self, day):
        """Laws adopted by the municipality on a day, the latest first."""
        return self.filter(Q(from_on__lte=day) | Q(from_on=None)).order_by(
            models.F("from_on").desc(nulls_last=True), "-pk"
        )
