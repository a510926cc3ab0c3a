"""A form sent twice makes one act."""

from collections.abc import Callable

from django.db import IntegrityError, transaction

from zoonoses.documents.models import Act, Idempotency


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
