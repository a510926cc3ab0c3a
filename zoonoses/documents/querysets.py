from django.db import connection, models

from zoonoses.municipalities.querysets import OfMunicipality


class CaseQuerySet(OfMunicipality):
    def lock(self, pk):
        """The case row, locked until the transaction ends: every service that acts on a case begins here."""
        rows = self.select_for_update(of=("self",)) if connection.features.has_select_for_update else self
        return rows.get(pk=pk)


class ActQuerySet(models.QuerySet):
    def of(self, municipality):
        return self.filter(case__municipality=municipality)

    def standing(self):
        """Acts whose document, where they have one, was not annulled."""
        return self.filter(document__annulment=None)

    def kind(self, *kinds):
        return self.filter(kind__in=kinds)


class DocumentQuerySet(OfMunicipality):
    def standing(self):
        return self.filter(annulment=None)

    def numbered(self, kind, year, number):
        return self.filter(kind=kind, year=year, number=number)
