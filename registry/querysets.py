from django.apps import apps
from django.db import models
from django.db.models import Count, F, OuterRef, Subquery, Sum
from django.db.models.functions import Coalesce

from zoonoses.municipalities.querysets import OfMunicipality


class TutorQuerySet(OfMunicipality):
    def heads(self):
        """People as they stand today: those merged into another are reached through the other."""
        return self.filter(merged_into=None)


def group_of(*tutors):
    """Ids of all records that are these people (a query): the head of each merge and every record merged into it."""
    heads = {tutor.merged_into_id or tutor.pk for tutor in tutors if tutor is not None}
    towns = {tutor.municipality_id for tutor in tutors if tutor is not None}
    model = next((type(tutor) for tutor in tutors if tutor is not None), None)
    if model is None:
        return ()
    rows = model.objects.filter(municipality__in=towns)
    return rows.filter(models.Q(pk__in=heads) | models.Q(merged_into__in=heads)).order_by().values("pk")


class PenaltyQuerySet(models.QuerySet):
    def of(self, municipality):
        return self.filter(tutor__municipality=municipality)

    def standing(self):
        return self.filter(lifted=None)

    def against(self, tutors):
        return self.filter(tutor__in=tutors)


def _total_of_lot(rows, amount):
    """A total of each lot as a subquery, so that several totals do not multiply each other."""
    totals = rows.filter(lot=OuterRef("pk")).order_by().values("lot").annotate(total=amount).values("total")
    return Coalesce(Subquery(totals, output_field=models.IntegerField()), 0)


class LotQuerySet(OfMunicipality):
    def owned_by(self, clinic):
        """The lots of a clinic; of the agency itself when `clinic` is None."""
        return self.filter(clinic=clinic)

    def with_stock(self):
        """Adds `used`, `lost` and `remaining` doses: applications that stand, counts not corrected, losses."""
        applied = apps.get_model("registry", "Vaccination").objects.standing()
        counted = apps.get_model("registry", "CampaignTally").objects.standing()
        losses = apps.get_model("registry", "LotLoss").objects.all()
        return self.annotate(
            used=_total_of_lot(applied, Count("pk")) + _total_of_lot(counted, Sum("doses")),
            lost=_total_of_lot(losses, Sum("doses")),
        ).annotate(remaining=F("doses") - F("used") - F("lost"))

    def usable(self, on):
        """Not past the vial's own expiry on the day, already received, and with some dose left."""
        return self.with_stock().filter(expires_on__gte=on, received_on__lte=on, remaining__gt=0)


class VaccinationQuerySet(OfMunicipality):
    def standing(self):
        """Doses that were not voided."""
        return self.filter(voided_on=None)

    def against_rabies(self):
        """Standing doses against rabies, given here or shown by document."""
        return self.standing().filter(is_rabies=True)


class TallyQuerySet(models.QuerySet):
    def of(self, municipality):
        return self.filter(post__campaign__municipality=municipality)

    def standing(self):
        """Counts that no later row corrected."""
        return self.filter(corrected_by=None)
