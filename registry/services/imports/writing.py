"""Writes what a chunk of planned rows makes, in bulk, with the trail that bulk writes leave out."""

from auditlog.models import LogEntry
from auditlog.registry import auditlog
from django.contrib.contenttypes.models import ContentType

from registry.models import (
    Animal,
    AnimalFact,
    IdentityCard,
    ImportedRecord,
    Microchip,
    Phone,
    Rga,
    Tutor,
    Vaccination,
)
from registry.services.imports import bulk
from registry.services.imports.plans import AnimalPlan, TutorPlan
from registry.services.imports.rows import Row
from zoonoses.documents import codes
from zoonoses.documents.models import Counter
from zoonoses.municipalities.templatetags import br

NAMING = {"id", "kind", "name", "document", "species", "born_on", "tutor", "product_name", "on", "animal"}
FACT_NOTE = "importado de planilha"


def write(job, rows: list[Row]) -> None:
    """Makes the records of the rows that have a plan. Runs inside the chunk's transaction."""
    planned = [row for row in rows if row.plan is not None]
    if job.kind == job.Kind.VACCINATIONS:
        _doses(job, planned)
        return
    _tutors(job, planned)
    if job.kind == job.Kind.ANIMALS:
        _animals(job, planned)


def lock_numbers(job) -> Counter:
    """The counter of RGA numbers, locked: nobody takes a number between the judgement and the writing."""
    Counter.objects.bulk_create(
        [Counter(municipality=job.municipality, kind="rga", year=0)], ignore_conflicts=True
    )
    return Counter.objects.select_for_update().get(municipality=job.municipality, kind="rga", year=0)


def _tutors(job, rows):
    new = [(row, row.plan.tutor) for row in rows if isinstance(row.plan, TutorPlan) or row.plan.is_new_tutor]
    made = [person.tutor for _, person in new]
    bulk.insert_objects(Tutor, made)
    phones = []
    for (_, person), tutor in zip(new, made, strict=True):
        person.pk = tutor.pk
        phones += [(tutor.pk, number) for number in person.phones]
        person.tutor, person.phones = None, ()
    bulk.insert(Phone, ("tutor_id", "number"), phones)
    _record(job, [row for row, _ in new], made)
    _trail(job, made)


def _animals(job, rows):
    plans = [row.plan for row in rows]
    for plan in plans:
        plan.animal.tutor_id = plan.tutor.pk if plan.tutor else None
    made = [plan.animal for plan in plans]
    bulk.insert_objects(Animal, made)
    chips = [(plan.animal.pk, chip) for plan in plans for chip in plan.chips]
    bulk.insert(Microchip, ("animal_id", "number"), chips)
    _rgas(job, [plan for plan in plans if plan.rga is not None])
    _facts(job, plans)
    _record(job, rows, made)
    _trail(job, made)


def _rgas(job, plans: list[AnimalPlan]):
    """Old numbers, kept; the counter moves past the highest. Their cards and tags are in the tutores' hands already."""
    if not plans:
        return
    rgas = bulk.insert(
        Rga,
        ("number", "animal_id", "registered_on", "code"),
        ((plan.rga, plan.animal.pk, plan.registered_on, codes.new_code()) for plan in plans),
        municipality_id=job.municipality_id,
        registered_at=job.started_at,
        registered_by_id=job.uploaded_by_id,
    )
    bulk.insert(
        IdentityCard,
        ("rga_id", "kind", "issued_on"),
        (
            (rga, kind, plan.registered_on)
            for rga, plan in zip(rgas, plans, strict=True)
            for kind in IdentityCard.Kind.values
        ),
        issued_by_id=job.uploaded_by_id,
        printed_at=job.started_at,
    )
    counter = lock_numbers(job)
    counter.last = max(counter.last, *(plan.rga for plan in plans))
    counter.save(update_fields=["last"])


def _facts(job, plans: list[AnimalPlan]):
    facts = [
        (plan.animal.pk, AnimalFact.Kind.REGISTERED, plan.registered_on, plan.animal.tutor_id)
        for plan in plans
        if plan.rga
    ]
    dead = [plan.animal for plan in plans if plan.animal.died_on]
    facts += [(animal.pk, AnimalFact.Kind.DIED, animal.died_on, None) for animal in dead]
    bulk.insert(
        AnimalFact,
        ("animal_id", "kind", "on", "to_tutor_id"),
        facts,
        recorded_at=job.started_at,
        recorded_by_id=job.uploaded_by_id,
        notes=FACT_NOTE,
    )


def _doses(job, rows):
    made = [row.plan.dose for row in rows]
    for dose in made:
        dose.recorded_by, dose.recorded_at = job.uploaded_by, job.started_at
    bulk.insert_objects(Vaccination, made)
    _record(job, rows, made)
    _trail(job, made)


def _record(job, rows, made):
    found = [(row.number, each._meta.model_name, each.pk) for row, each in zip(rows, made, strict=True)]
    bulk.insert(ImportedRecord, ("row", "model", "object_id"), found, job_id=job.pk)


def _trail(job, made: list) -> None:
    log(job, LogEntry.Action.CREATE, made, by=job.uploaded_by)


def log(job, action, objects, *, by) -> None:
    """An entry of the trail for each record that bulk writing made or took away, naming the import."""
    for model in dict.fromkeys(type(each) for each in objects):
        if not auditlog.contains(model):
            continue
        excluded = set(auditlog.get_model_fields(model)["exclude_fields"])
        named = [field for field in model._meta.concrete_fields if field.name not in excluded]
        if action == LogEntry.Action.CREATE:
            named = [field for field in named if field.name in NAMING]
        told = [(field.name, field.attname) for field in named]
        entries = (
            (str(each.pk), each.pk, str(each), _changes(each, told, action))
            for each in objects
            if type(each) is model
        )
        bulk.insert(
            LogEntry,
            ("object_pk", "object_id", "object_repr", "changes"),
            entries,
            **_common(job, model, action, by),
        )


def log_batch(job, action, model, count: int, *, by) -> None:
    """One entry of the trail for all records of a model that the import made, or its undoing took away."""
    if not count:
        return
    label = model._meta.verbose_name if count == 1 else model._meta.verbose_name_plural
    told = f"{br.decimal_br(count, 0)} {label} da planilha {job.file_name}"
    LogEntry.objects.create(
        object_pk=f"importação {job.pk}", object_repr=told, **_common(job, model, action, by)
    )


def log_parts(job) -> None:
    """At the end of an import: what came in beside people and animals, an entry for each kind."""
    if job.kind == job.Kind.VACCINATIONS:
        return
    made = {
        model: ImportedRecord.objects.filter(job=job, model=model._meta.model_name).values("object_id")
        for model in (Tutor, Animal)
    }
    rows = {
        Phone: Phone.objects.filter(tutor__in=made[Tutor]),
        Microchip: Microchip.objects.filter(animal__in=made[Animal]),
        Rga: Rga.objects.filter(animal__in=made[Animal]),
        IdentityCard: IdentityCard.objects.filter(rga__animal__in=made[Animal]),
        AnimalFact: AnimalFact.objects.filter(animal__in=made[Animal], notes=FACT_NOTE),
    }
    for model, found in rows.items():
        log_batch(job, LogEntry.Action.CREATE, model, found.count(), by=job.uploaded_by)


def _common(job, model, action, by) -> dict:
    return {
        "content_type_id": ContentType.objects.get_for_model(model).pk,
        "action": action,
        "actor_id": by.user_id,
        "additional_data": {"municipality": job.municipality_id, "import": job.pk},
    }


def _changes(each, told, action) -> dict:
    """Field -> [before, after], as the library writes them for one record.

    What was made is named by a few fields: the record holds the rest, and a correction keeps what it replaces. What is
    taken away is told whole.
    """
    pairs = {name: str(value) for name, at in told if (value := getattr(each, at)) not in (None, "")}
    deleted = action == LogEntry.Action.DELETE
    return {name: [value, "None"] if deleted else ["None", value] for name, value in pairs.items()}
