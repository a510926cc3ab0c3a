from django.db import models


class ThroughCase(models.QuerySet):
    """Rows of a case, reached by the municipality of their act's case."""

    def of(self, municipality):
        return self.filter(act__case__municipality=municipality)

    def recent_first(self):
        return self.order_by("-act__at", "-pk")
