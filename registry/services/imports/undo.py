"""Takes a whole import away, while nothing hangs from what it made."""

from collections import Counter
from datetime import datetime

from auditlog.context import disable_auditlog
from auditlog.models import LogEntry
from django.db import transaction
from django.db.models import ProtectedError, Q

from registry.models import (
    Animal,
    AnimalFact,
    IdentityCard,
    ImportedRecord,
    ImportJob,
    Microchip,
    Phone,
    Rga,
    Tutor,
    Vaccination,
)
from registry.services.imports import writing
from zoonoses.documents.refusals import Refusal

BATCH = 1000
EXAMPLES = 3
MODELS = {"vaccination": Vaccination, "animal": Animal, "tutor": Tutor}


def made(job, model):
    """The records of a model that the import made, as a query."""
    ids = ImportedRecord.objects.filter(job=job, model=model._meta.model_name).values("object_id")
    return model.objects.filter(pk__in=ids)


def hanging(job) -> list[str]:
    """What came after the import and rests on what it made, in sentences; empty when it can be undone."""
    rgas = Rga.objects.filter(animal__in=made(job, Animal), registered_at=job.started_at)
    cards = IdentityCard.objects.filter(rga__in=rgas)
    found = []
    for records in (*(made(job, model) for model in MODELS.values()), rgas, cards):
        for relation in _relations(records.model):
            rows = relation.related_model._base_manager.filter(**{f"{relation.field.name}__in": records})
            rows = rows.exclude(_own(job, relation.related_model))
            names = [str(row) for row in rows[: EXAMPLES + 1]]
            if names:
                found.append(_sentence(relation.related_model, rows.count(), names))
    return list(dict.fromkeys(found))


def _relations(model):
    """Every foreign key that points to the model, from any app, those without a name back among them."""
    fields = model._meta.get_fields(include_hidden=True)
    return [field for field in fields if field.auto_created and not field.concrete]


def _own(job, model) -> Q:
    """What the import itself wrote beside its records."""
    if model is Animal:
        return Q(pk__in=made(job, Animal).values("pk"))
    if model is Rga:
        return Q(registered_at=job.started_at, form=None)
    if model is AnimalFact:
        return Q(recorded_at=job.started_at, notes=writing.FACT_NOTE)
    if model is Vaccination:
        return Q(pk__in=made(job, Vaccination).values("pk"))
    if model is IdentityCard:
        return Q(copy=1, voided_on=None, printed_at=job.started_at)
    return ~Q(pk=None) if model in (Microchip, Phone) else Q(pk__in=())


def _sentence(model, count, names) -> str:
    label = model._meta.verbose_name if count == 1 else model._meta.verbose_name_plural
    shown = f": {', '.join(names[:EXAMPLES])}{'…' if count > EXAMPLES else ''}" if names else ""
    return f"{count} {label}{shown}"[:200]


@transaction.atomic
def ask_undo(*, job, by, at: datetime) -> bool:
    """Asks for the import to be taken away; whether there is something to start.

    Raises `Refusal` while it runs, and when something hangs from what it made.
    """
    job = ImportJob.objects.select_for_update().get(pk=job.pk)
    if job.undone_by_id:
        return False
    if job.imported_at is None:
        raise Refusal("not_imported", "Só se desfaz uma importação terminada.")
    rests = hanging(job)
    if rests:
        raise Refusal("something_hangs", f"Não dá para desfazer: depois da importação há {'; '.join(rests)}.")
    ImportJob.objects.filter(pk=job.pk).update(undone_by=by, beat_at=at, failure="")
    return True


def undo(job_id: int, *, now) -> None:
    """Takes everything away at once, or nothing when something came to hang from it meanwhile. Idempotent."""
    with transaction.atomic():
        job = ImportJob.objects.select_for_update().get(pk=job_id)
        if job.undone_by_id is None or job.undone_at:
            return
        rests = hanging(job)
        if not rests:
            try:
                with transaction.atomic():
                    remove(job, by=job.undone_by)
            except ProtectedError:
                rests = ["o que foi registrado agora mesmo"]
        if rests:
            sentence = f"Não foi desfeita: depois da importação há {'; '.join(rests)}."
            ImportJob.objects.filter(pk=job_id).update(undone_by=None, failure=sentence[:300])
        else:
            ImportJob.objects.filter(pk=job_id).update(undone_at=now())


def remove(job, *, by) -> None:
    """Deletes what the import made, last first, and says so in the trail. The caller's transaction holds it whole."""
    taken = Counter()
    with disable_auditlog():
        for model in MODELS.values():
            while batch := list(made(job, model)[:BATCH]):
                taken += _without_parts(job, model, batch, by)
                writing.log(job, LogEntry.Action.DELETE, batch, by=by)
                ids = [each.pk for each in batch]
                model.objects.filter(pk__in=ids).delete()
                job.records.filter(model=model._meta.model_name, object_id__in=ids).delete()
    for model, count in taken.items():
        writing.log_batch(job, LogEntry.Action.DELETE, model, count, by=by)


def _without_parts(job, model, batch, by) -> Counter:
    """Deletes what goes with its record (chips, numbers, cards, facts; telephones) and counts it, by model; numbers
    are named in the trail one by one.
    """
    if model is Tutor:
        return _deleted(Phone.objects.filter(tutor__in=batch))
    if model is not Animal:
        return Counter()
    rgas = Rga.objects.filter(animal__in=batch)
    taken = _deleted(IdentityCard.objects.filter(rga__in=rgas))
    writing.log(job, LogEntry.Action.DELETE, list(rgas), by=by)
    rgas.delete()
    taken += _deleted(AnimalFact.objects.filter(animal__in=batch))
    return taken + _deleted(Microchip.objects.filter(animal__in=batch))


def _deleted(rows) -> Counter:
    count, _ = rows.delete()
    return Counter({rows.model: count})
