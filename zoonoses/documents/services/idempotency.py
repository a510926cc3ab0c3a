"""A form sent twice makes one act."""

from collections.abc import Callable
from uuid import UUID

from django.db import IntegrityError, transaction

from zoonoses.documents.models import Act, Document, Idempotency


@transaction.atomic
def once(municipality, key, make: Callable[[], Act]) -> Act:
    """The act that this key already made, or the one that `make()` makes now.

    The key's row is inserted first: a second request with the same key waits for the first one's transaction, then
    finds its act. When `make` raises, the key is free again.
    """
    try:
        with transaction.atomic():
            row = Idempotency.objects.create(municipality=municipality, key=key)
    except IntegrityError:
        return Idempotency.objects.select_related("act").get(municipality=municipality, key=key).act
    row.act = make()
    row.save(update_fields=["act"])
    return row.act


@transaction.atomic
def once_document(municipality, key, make: Callable[[], Document]) -> Document:
    """As `once`, for what leaves a document and no act of a case (a registration, a certificate)."""
    try:
        with transaction.atomic():
            row = Idempotency.objects.create(municipality=municipality, key=key)
    except IntegrityError:
        rows = Idempotency.objects.select_related("document")
        return rows.get(municipality=municipality, key=key).document
    row.document = make()
    row.save(update_fields=["document"])
    return row.document


def key_of(text: str | None) -> UUID | None:
    """The key that a form sent, or None when it sent none or something else."""
    try:
        return UUID(text or "")
    except ValueError:
        return None


def made(municipality, key) -> Act | None:
    """The act that this key already made. A page asks before it reads the form again: the act itself may have
    changed what the form offers.
    """
    if key is None:
        return None
    row = Idempotency.objects.select_related("act").filter(municipality=municipality, key=key).first()
    return row.act if row else None
