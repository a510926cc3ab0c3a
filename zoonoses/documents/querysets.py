import re

from django.db import connection, models

from zoonoses.documents import codes
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


class ThroughCase(models.QuerySet):
    """Rows of a case, reached by the municipality of their act's case."""

    def of(self, municipality):
        return self.filter(act__case__municipality=municipality)

    def recent_first(self):
        return self.order_by("-act__at", "-pk")


class DocumentQuerySet(OfMunicipality):
    def matching(self, text):
        """Documents that what was typed names: `0001/2026`, a number or year alone, or a verification code."""
        numbered = re.fullmatch(r"\s*(\d{1,7})\s*/\s*(\d{4})\s*", text)
        if numbered:
            return self.filter(number=int(numbered[1]), year=int(numbered[2]))
        if re.fullmatch(r"\s*\d{1,7}\s*", text):
            return self.filter(models.Q(number=int(text)) | models.Q(year=min(int(text), 9999)))
        code = codes.normalise(text)
        return self.filter(code=code) if code else self.none()

    def standing(self):
        return self.filter(annulment=None)

    def numbered(self, kind, year, number):
        return self.filter(kind=kind, year=year, number=number)
