from django.db import models

from zoonoses.municipalities.querysets import OfMunicipality


class TutorQuerySet(OfMunicipality):
    def heads(self):
        """People as they stand today: those merged into another are reached through the other."""
        return self.filter(merged_into=None)


class PenaltyQuerySet(models.QuerySet):
    def of(self, municipality):
        return self.filter(tutor__municipality=municipality)

    def standing(self):
        return self.filter(lifted=None)

    def against(self, tutors):
        return self.filter(tutor__in=tutors)
