"""The trail of changes, read back and told in Portuguese."""

from datetime import datetime

from auditlog.models import LogEntry
from auditlog.registry import auditlog
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import FieldDoesNotExist
from django.db.models import Q

from zoonoses.accounts.models import User
from zoonoses.municipalities.models import Membership

VERBS = {
    LogEntry.Action.CREATE: "incluiu",
    LogEntry.Action.UPDATE: "alterou",
    LogEntry.Action.DELETE: "excluiu",
    LogEntry.Action.ACCESS: "consultou",
}
UNSAID = {"id", "municipality", "is_training"}


def kinds() -> list[tuple[str, str]]:
    """Kinds of records that have a trail, as (key, words)."""
    models = auditlog.get_models()
    found = [(model._meta.model_name, str(model._meta.verbose_name)) for model in models]
    return sorted(found, key=lambda pair: pair[1])


def entries(municipality, *, kind=""):
    """Entries of the municipality's records, and of the accounts of who has a post in it; newest first."""
    users = ContentType.objects.get_for_model(User)
    people = Membership.objects.of(municipality).values("user_id")
    found = LogEntry.objects.filter(
        Q(additional_data__municipality=municipality.pk) | Q(content_type=users, object_id__in=people)
    )
    if kind:
        found = found.filter(content_type__model=kind)
    return found.select_related("actor", "content_type").order_by("-timestamp", "-pk")


def told(entry) -> dict:
    """One entry as the page shows it: who, did what, to which record, and each field before and after."""
    model = entry.content_type.model_class()
    return {
        "at": entry.timestamp,
        "is_new": entry.action == LogEntry.Action.CREATE,
        "by": entry.actor.name if entry.actor else "o sistema",
        "verb": VERBS[entry.action],
        "kind": str(model._meta.verbose_name) if model else entry.content_type.model,
        "what": entry.object_repr,
        "changes": list(_changes(model, entry.changes or {})),
    }


def _changes(model, changes):
    for name, pair in changes.items():
        field = _field(model, name)
        if field is None or name in UNSAID or not isinstance(pair, list) or len(pair) != 2:
            continue
        old, new = (_words(field, value) for value in pair)
        if old != new:
            yield {"field": str(field.verbose_name), "old": old, "new": new}


def _field(model, name):
    try:
        field = model._meta.get_field(name) if model else None
    except FieldDoesNotExist:
        return None
    return None if field is None or field.is_relation else field


def _words(field, value) -> str:
    """A stored value as a person says it."""
    if value in (None, "None", ""):
        return "vazio"
    if field.get_internal_type() == "BooleanField":
        return "sim" if value in ("True", True) else "não"
    if field.choices:
        return str(dict(field.flatchoices).get(value, value))
    if field.get_internal_type() == "DateField":
        return f"{datetime.fromisoformat(value):%d/%m/%Y}"
    return str(value)
