"""Numbers without gap or duplicate: a locked counter per municipality, kind and local year."""

from django.db import transaction

from zoonoses.documents.models import Counter


def next_number(*, municipality, kind, year) -> int:
    """The next number of a kind in the municipality's local year; 0 as year never restarts.

    Must run inside the transaction that issues the document: the counter's row stays locked until it ends, and a
    rollback gives the number back, so there is no gap.
    """
    return next_numbers(municipality=municipality, kind=kind, year=year, count=1)[0]


def start_at(*, municipality, kind, year, number) -> None:
    """Sets the first number of a sequence that has none yet (a town that comes from paper goes on from its last).

    `number` is the next to be given. Raises `ValueError` when the sequence already gave that number or a later one.
    """
    with transaction.atomic():
        counter = locked(municipality=municipality, kind=kind, year=year)
        if number <= counter.last:
            raise ValueError(f"O último número já dado é {counter.last}.")
        counter.last = number - 1
        counter.save(update_fields=["last"])


def next_numbers(*, municipality, kind, year, count) -> range:
    """As `next_number`, for `count` consecutive numbers at once."""
    counter = locked(municipality=municipality, kind=kind, year=year)
    first = counter.last + 1
    counter.last += count
    counter.save(update_fields=["last"])
    return range(first, counter.last + 1)


def locked(*, municipality, kind, year) -> Counter:
    """The counter's row, made when absent, locked until the transaction ends."""
    if not transaction.get_connection().in_atomic_block:
        raise RuntimeError("a number taken outside a transaction would leave gaps")
    Counter.objects.bulk_create(
        [Counter(municipality=municipality, kind=kind, year=year)], ignore_conflicts=True
    )
    return Counter.objects.select_for_update().get(municipality=municipality, kind=kind, year=year)
