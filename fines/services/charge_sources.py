"""The auto that made a charge."""

from django.urls import reverse

from fines.models import InfractionNotice
from zoonoses.treasury.services.sources import Source, key_of


def of_notice(charge) -> Source | None:
    """The page of the auto, by its number."""
    notice = InfractionNotice.objects.filter(pk=key_of(charge)).select_related("act__document").first()
    return Source(str(notice), reverse("fines:notice", args=[notice.pk])) if notice else None
