from django.db import models


class NoticeQuerySet(models.QuerySet):
    def of(self, municipality):
        return self.filter(act__case__municipality=municipality)

    def standing(self):
        return self.filter(act__document__annulment=None)

    def annulled(self):
        return self.exclude(act__document__annulment=None)

    def unserved(self):
        """Standing autos of which the person has not been told."""
        return self.standing().filter(act__acknowledgements=None)

    def numbered(self, text):
        """`12` finds number 12 of every year; `0012/2026`, that one."""
        number, _, year = text.replace(" ", "").partition("/")
        rows = self.filter(act__document__number=int(number))
        return rows.filter(act__document__year=int(year)) if year else rows

    def against_named(self, name_key):
        """Autos against people whose name holds every word of a search key, in any order."""
        rows = self
        for word in name_key.split():
            rows = rows.filter(offender__name_key__contains=word)
        return rows

    def between(self, since, until):
        rows = self.filter(act__on__gte=since) if since else self
        return rows.filter(act__on__lte=until) if until else rows

    def for_page(self):
        """With what a page of autos shows, in one query."""
        return self.select_related(
            "act__case__municipality",
            "act__document__annulment",
            "act__document__replaced_by",
            "act__author__user",
            "offender",
            "inspection",
        ).prefetch_related("act__acknowledgements")

    def recent_first(self):
        return self.order_by("-act__at", "-pk")


class StandingActQuerySet(models.QuerySet):
    """Rows that rest on an act with a document: they stand while it was not annulled."""

    def of(self, municipality):
        return self.filter(act__case__municipality=municipality)

    def standing(self):
        return self.filter(act__document__annulment=None)


class ProcedureRuleQuerySet(models.QuerySet):
    def of(self, municipality):
        return self.filter(municipality=municipality)

    def on(self, day):
        """The versions that hold on a day, the one in force first."""
        return self.filter(from_on__lte=day).order_by("-from_on", "-pk")
