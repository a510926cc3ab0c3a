from django.db import models
from django.db.models import Q


class OfMunicipality(models.QuerySet):
    """Every record belongs to exactly one municipality: pages start from `.of(municipality)`."""

    def of(self, municipality):
        return self.filter(municipality=municipality)


class MembershipQuerySet(OfMunicipality):
    def active(self):
        """Posts in which somebody can act now: neither the post nor the person is switched off."""
        return self.filter(is_active=True, user__is_active=True)


class HolidayQuerySet(OfMunicipality):
    def standing(self):
        """Days that no later act revoked."""
        return self.filter(revoked_by="")


class IndexValueQuerySet(OfMunicipality):
    def standing(self):
        """Values not replaced by a later entry."""
        return self.filter(superseded=False)

    def on(self, unit, day):
        """The standing value of a unit on a day."""
        return self.standing().filter(unit=unit, from_on__lte=day, until_on__gte=day)


class RulesetInForceQuerySet(OfMunicipality):
    def on(self, day):
        """Laws adopted by the municipality on a day, the latest first."""
        return self.filter(Q(from_on__lte=day) | Q(from_on=None)).order_by(
            models.F("from_on").desc(nulls_last=True), "-pk"
        )
