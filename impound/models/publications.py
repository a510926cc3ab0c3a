"""Divulgação eletrônica: what the public sees of an animal in custody. No personal data, no scan, no position."""

from django.db import models
from django.db.models import F, Q

from impound.models.custody import SeizedAnimal
from zoonoses.documents.models import Attachment, Document
from zoonoses.municipalities.models import Membership, Municipality
from zoonoses.municipalities.querysets import OfMunicipality


class Publication(models.Model):
    """One notice, from the moment it went up to the moment it came down. What it said is frozen with its hash."""

    municipality = models.ForeignKey(Municipality, on_delete=models.PROTECT, related_name="publications")
    custody = models.ForeignKey(SeizedAnimal, on_delete=models.PROTECT, related_name="publications")
    code = models.CharField("código", max_length=20, unique=True)
    content = models.JSONField("o que se publicou")
    content_sha256 = models.CharField(max_length=64)
    published_at = models.DateTimeField("no ar desde")
    published_by = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="+")
    withdrawn_at = models.DateTimeField("até", null=True, blank=True)
    withdrawn_by = models.ForeignKey(
        Membership, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    withdrawn_reason = models.CharField("por que saiu do ar", max_length=200, blank=True)
    proof = models.OneToOneField(
        Document, on_delete=models.PROTECT, null=True, blank=True, related_name="publication"
    )

    objects = OfMunicipality.as_manager()

    class Meta:
        verbose_name = "divulgação"
        verbose_name_plural = "divulgações"
        ordering = ["-published_at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["custody"], condition=Q(withdrawn_at=None), name="one_notice_up_per_animal"
            ),
            models.CheckConstraint(
                condition=Q(withdrawn_at=None) | Q(withdrawn_at__gte=F("published_at")),
                name="notice_comes_down_after_it_went_up",
            ),
        ]
        indexes = [
            models.Index(
                fields=["municipality", "-published_at"], condition=Q(withdrawn_at=None), name="notices_up"
            )
        ]


class PublicPhoto(models.Model):
    """A copy of a photograph of the animal, made for the public: encoded anew, without EXIF. Never of a scan."""

    publication = models.ForeignKey(Publication, on_delete=models.PROTECT, related_name="photos")
    source = models.ForeignKey(Attachment, on_delete=models.PROTECT, related_name="public_copies")
    file = models.FileField(upload_to="public/animals/%Y/%m/")
    sha256 = models.CharField(max_length=64)

    class Meta:
        ordering = ["pk"]
