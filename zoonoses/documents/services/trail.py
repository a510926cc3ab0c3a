"""Who looked at whose personal data. Pages, lists, PDFs and exports write it here, one query a page."""

from datetime import datetime

from zoonoses.documents.models import AccessRecord


def looked(membership, at: datetime, what: str, *objects) -> None:
    """Records that the member saw these objects at a moment; `what` names the page (`tutor`, `pdf`, `exportação`)."""
    AccessRecord.objects.bulk_create(
        AccessRecord(
            municipality_id=membership.municipality_id,
            membership=membership,
            at=at,
            what=what[:40],
            object_type=seen._meta.label_lower,
            object_id=str(seen.pk),
        )
        for seen in objects
        if seen is not None
    )
