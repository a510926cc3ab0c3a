"""Many rows into one table at once: `COPY` where the database is PostgreSQL, inserts of many rows elsewhere.

The rows of an import are more than a million: made as records one by one, they cost several times as much.
"""

import json
from collections.abc import Callable, Iterable, Sequence

from django.db import connection
from django.db.models import CharField, JSONField

BATCH = 500


def insert(model, names: Sequence[str], rows: Iterable[Sequence], **same) -> list[int]:
    """Writes rows, given as values of the columns `names` (`attname`), and says their primary keys, in order.

    `same` are columns with one value for all rows; the rest take the field's default. No signal is sent. Raises
    `IntegrityError` as a save would.
    """
    rows = list(rows)
    if not rows:
        return []
    if connection.vendor != "postgresql":
        objects = [model(**dict(zip(names, row, strict=True)), **same) for row in rows]
        return [made.pk for made in model._base_manager.bulk_create(objects, batch_size=BATCH)]
    named = {field.attname: field for field in model._meta.concrete_fields if not field.primary_key}
    given = [named.pop(name) for name in names]
    rest = [
        _stored(field)(same[name] if name in same else field.get_default()) for name, field in named.items()
    ]
    fields = [model._meta.pk, *given, *named.values()]
    stored = [_stored(field) for field in given]
    ids = _new_ids(model, len(rows))
    table = connection.ops.quote_name(model._meta.db_table)
    columns = ", ".join(connection.ops.quote_name(field.column) for field in fields)
    command = f"COPY {table} ({columns}) FROM STDIN"
    with connection.wrap_database_errors, connection.cursor() as cursor, cursor.copy(command) as copy:
        for pk, row in zip(ids, rows, strict=True):
            values = (write(value) for write, value in zip(stored, row, strict=True))
            copy.write_row((pk, *values, *rest))
    return ids


def insert_objects(model, objects: Sequence) -> None:
    """Writes records made in memory and gives them their primary keys."""
    names = [field.attname for field in model._meta.concrete_fields if not field.primary_key]
    ids = insert(model, names, ([getattr(made, name) for name in names] for made in objects))
    for made, pk in zip(objects, ids, strict=True):
        made.pk, made._state.adding, made._state.db = pk, False, connection.alias


def _new_ids(model, count: int) -> list[int]:
    """Primary keys taken from the table's own sequence."""
    table = connection.ops.quote_name(model._meta.db_table)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT nextval(pg_get_serial_sequence(%s, %s)) FROM generate_series(1, %s)",
            [table, model._meta.pk.column, count],
        )
        return [pk for (pk,) in cursor.fetchall()]


def _stored(field) -> Callable:
    """How a value of the field is written in `COPY`."""
    if isinstance(field, JSONField):
        return lambda value: None if value is None else json.dumps(value, cls=field.encoder)
    if isinstance(field, CharField) and field.choices:
        return lambda value: None if value is None else str(value)
    return lambda value: value
