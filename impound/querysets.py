from django.db import models

from zoonoses.municipalities.querysets import OfMunicipality


class SeizedAnimalQuerySet(OfMunicipality):
    def in_custody(self):
        """Animals that have not left the depósito."""
        return self.filter(exit=None)

    def gone(self):
        return self.exclude(exit=None)


class BoxQuerySet(OfMunicipality):
    def active(self):
        return self.filter(is_active=True)

    def with_occupation(self):
        """Adds `occupied`: animals in the box now."""
        inside = models.Count("stays", filter=models.Q(stays__left_at=None))
        return self.annotate(occupied=inside)


class BoxStayQuerySet(models.QuerySet):
    def current(self):
        return self.filter(left_at=None)


class EventQuerySet(models.QuerySet):
    def standing(self):
        """Events that no later one undid."""
        return self.filter(revoked_by=None).exclude(kind="revoked")
