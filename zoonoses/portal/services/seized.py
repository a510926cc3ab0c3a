"""What anybody may read of the animals of the depósito: the notices that are up, and nothing else of any record."""

from impound.models import Publication, PublicPhoto
from registry.models import Animal
from zoonoses.documents import codes
from zoonoses.municipalities.models import Municipality


def towns() -> list[Municipality]:
    """The municipalities at work, the real ones first."""
    return list(Municipality.objects.filter(is_active=True).order_by("is_training", "name", "pk"))


def notices(town: Municipality | None, species: str = ""):
    """Notices that are up, the latest first: of one municipality, or of all the real ones."""
    rows = Publication.objects.filter(withdrawn_at=None, municipality__is_active=True)
    rows = rows.filter(municipality=town) if town else rows.filter(municipality__is_training=False)
    if species in Animal.Species.values:
        rows = rows.filter(custody__species=species)
    return rows.select_related("municipality").prefetch_related("photos").order_by("-published_at", "-pk")


def notice(code: str) -> Publication | None:
    """The notice of this code, up or not, of a municipality at work."""
    known = codes.normalise(code)
    if known is None:
        return None
    rows = Publication.objects.filter(municipality__is_active=True).select_related("municipality")
    return rows.filter(code=known).first()


def photo(code: str, pk: int) -> PublicPhoto | None:
    """A photograph of a notice that is up."""
    found = notice(code)
    if found is None or found.withdrawn_at is not None:
        return None
    return found.photos.filter(pk=pk).first()


def first_value(publication, code: str) -> str:
    """One field of what was published."""
    rows = publication.content["fields"]
    return next((row["value"] for row in rows if row["code"] == code), "")
