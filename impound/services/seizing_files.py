"""Photos and signature sent before the act: kept at every step, by the key of the form, until the act takes them."""

from uuid import UUID, uuid5

from django.db import transaction

from inspections.services.drafts import signature_upload
from zoonoses.documents.models import Attachment
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import attachments

SIGNATURE = "signature"


def draft_of(key: UUID, part: str) -> UUID:
    """The mark of files sent before the act, for one part of one form (`animal-0`, `signature`)."""
    return uuid5(key, part)


def files_of(membership, key: UUID, part: str):
    """Files that this person sent for a part of the form, oldest first."""
    rows = Attachment.objects.of(membership.municipality).filter(uploaded_by=membership, act=None)
    return rows.filter(draft=draft_of(key, part)).order_by("pk")


def keep_photos(*, key: UUID, part: str, uploads, by, at) -> list[Refusal]:
    """Keeps each photo; what cannot be kept is refused by itself, the others stay."""
    return [
        refusal
        for upload in uploads
        if (refusal := _store(key, part, Attachment.Kind.PHOTO, upload, by, at)) is not None
    ]


def keep_signature(*, key: UUID, data_url: str, by, at) -> list[Refusal]:
    """Keeps the signature drawn on the screen in the place of an earlier one."""
    earlier = list(files_of(by, key, SIGNATURE))
    try:
        upload = signature_upload(data_url)
    except Refusal as refusal:
        return [refusal]
    refusal = _store(key, SIGNATURE, Attachment.Kind.SIGNATURE, upload, by, at)
    if refusal is not None:
        return [refusal]
    for row in earlier:
        _discard(row)
    return []


def remove(*, membership, key: UUID, pk: int) -> None:
    """Takes out a photo that was not yet given to the act; one of another form or person is left alone."""
    row = (
        Attachment.objects.of(membership.municipality).filter(pk=pk, uploaded_by=membership, act=None).first()
    )
    if row is not None and row.draft in {draft_of(key, f"animal-{index}") for index in range(100)}:
        _discard(row)


def _store(key, part, kind, upload, by, at) -> Refusal | None:
    try:
        attachments.store(
            municipality=by.municipality, kind=kind, upload=upload, by=by, at=at, draft=draft_of(key, part)
        )
    except Refusal as refusal:
        return refusal
    return None


def _discard(row) -> None:
    files = [(row.original.storage, row.original.name), (row.display.storage, row.display.name)]
    with transaction.atomic():
        row.delete()
        transaction.on_commit(lambda: [storage.delete(name) for storage, name in files])
