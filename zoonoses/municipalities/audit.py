"""The trail of changes. An app registers here the models whose changes a manager may read on the audit page."""

from auditlog.registry import auditlog


def _municipality(instance):
    """What the library keeps beside each entry: whose record this is."""
    found = instance if instance._meta.label == "municipalities.Municipality" else instance.municipality
    return {"municipality": found.pk}


def register(model, **fields) -> None:
    """Every change of the model enters the trail of its municipality.

    `fields` as auditlog's own: `include_fields`, `exclude_fields`, `mask_fields`. The model has a `municipality`.
    """
    model.get_additional_data = _municipality
    auditlog.register(model, **fields)
