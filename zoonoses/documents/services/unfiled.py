"""Files sent for an act that never came: swept some days later, row and file. A file that anything names stays."""

from collections.abc import Callable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef

from zoonoses.documents.models import Attachment

# A form may lie open over a weekend, a leave, a month without network.
KEPT_DAYS = 30
# Lots, so that a sweep that was long due holds no lock for long.
LOT = 200
OpenDrafts = Callable[..., object]
_open: list[OpenDrafts] = []


def register_drafts(keys: OpenDrafts) -> None:
    """Called by an app when it is ready: `keys(municipality)` selects those of drafts still open: their files stay."""
    if keys not in _open:
        _open.append(keys)


def unfiled(municipality, *, at: datetime):
    """Files of no act, sent for a draft more than `KEPT_DAYS` days before a moment, that no row names."""
    before = at - timedelta(days=KEPT_DAYS)
    rows = Attachment.objects.of(municipality).filter(act=None, draft__isnull=False, uploaded_at__lt=before)
    for keys in _open:
        rows = rows.exclude(draft__in=keys(municipality))
    for relation in Attachment._meta.related_objects:
        if relation.many_to_many:
            through = relation.through.objects.filter(
                **{f"{relation.field.m2m_reverse_field_name()}": OuterRef("pk")}
            )
            rows = rows.exclude(Exists(through))
        else:
            named = relation.related_model.objects.filter(**{relation.field.name: OuterRef("pk")})
            rows = rows.exclude(Exists(named))
    return rows


def sweep(municipality, *, at: datetime) -> int:
    """Deletes them, rows first and then their files; how many. Run again, it does what is left."""
    swept = 0
    while found := _sweep_lot(municipality, at):
        swept += found
    return swept


@transaction.atomic
def _sweep_lot(municipality, at) -> int:
    chosen = list(unfiled(municipality, at=at).order_by("pk").values_list("pk", flat=True)[:LOT])
    rows = list(Attachment.objects.select_for_update(of=("self",)).filter(pk__in=chosen, act=None))
    files = [(file.storage, file.name) for row in rows for file in (row.original, row.display)]
    Attachment.objects.filter(pk__in=[row.pk for row in rows]).delete()
    transaction.on_commit(lambda: [storage.delete(name) for storage, name in files])
    return len(rows)
