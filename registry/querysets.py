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


class CastrationQuerySet(OfMunicipality):
    def open(self):
        """Requests still to be attended: neither withdrawn nor done, of animals alive and not castrated elsewhere."""
        done = self._appointments().filter(result="done")
        rows = self.filter(withdrawn_on=None, animal__died_on=None).exclude(animal__is_neutered=True)
        return rows.exclude(models.Exists(done))

    def called(self):
        """Open requests that hold a place on a day to come."""
        return self.open().filter(models.Exists(self._appointments().filter(result="")))

    def waiting(self):
        """Open requests without a place, in the order of the queue: who the law names before the others, and in
        each class by the moment of the request; whoever missed a place counts from that absence.
        """
        missed = self._appointments().filter(result="missed").order_by("-result_at").values("result_at")[:1]
        others = models.Value(self.model.Ground.OTHER)
        return (
            self.open()
            .exclude(models.Exists(self._appointments().filter(result="")))
            .annotate(
                queue_class=models.Case(
                    models.When(ground=others, then=models.Value(2)), default=models.Value(1)
                ),
                queued_at=Coalesce(Subquery(missed), F("requested_at")),
            )
            .order_by("queue_class", "queued_at", "pk")
        )

    def _appointments(self):
        model = apps.get_model("registry", "CastrationAppointment")
        return model.objects.filter(request=OuterRef("pk")).order_by()


class CastrationDayQuerySet(OfMunicipality):
    def with_places(self):
        """Adds `taken`: places held or used. A deferral, an absence or a return gives the place back."""
        taken = models.Q(appointments__result__in=("", "done"))
        return self.annotate(taken=Count("appointments", filter=taken)).annotate(
            free=F("places") - F("taken")
        )
