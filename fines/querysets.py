from django.db import models


class NoticeQuerySet(models.QuerySet):
    def of(self, municipality):
        return self.filter(act__case__municipality=municipality)

    def standing(self):
        return self.filter(act__document__annulment=None)

    def recent_first(self):
        return self.order_by("-act__at", "-pk")
