"""Writes what a chunk of planned rows makes, in bulk, with the trail that bulk writes leave out."""

from datetime import date

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
from registry.services.imports.plans import AnimalPlan, TutorPlan
from registry.services.imports.rows import Row
from zoonoses.documents import codes
from zoonoses.documents.models import Counter

BATCH = 500
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
    made = Tutor.objects.bulk_create([person.tutor for _, person in new], batch_size=BATCH)
    phones = []
    for (_, person), tutor in zip(new, made, strict=True):
        person.pk = tutor.pk
        phones += [Phone(tutor=tutor, number=number) for number in person.phones]
        person.tutor, person.phones = None, ()
    Phone.objects.bulk_create(phones, batch_size=BATCH)
    _record(job, [row for row, _ in new], made)
    _trail(job, made)


def _animals(job, rows):
    plans = [row.plan for row in rows]
    for plan in plans:
        plan.animal.tutor_id = plan.tutor.pk if plan.tutor else None
    made = Animal.objects.bulk_create([plan.animal for plan in plans], batch_size=BATCH)
    Microchip.objects.bulk_create(
        [Microchip(animal=plan.animal, number=chip) for plan in plans for chip in plan.chips],
        batch_size=BATCH,
    )
    _rgas(job, [plan for plan in plans if plan.rga is not None])
    _facts(job, plans)
    _record(job, rows, made)
    _trail(job, made)


def _rgas(job, plans: list[AnimalPlan]):
    """Old numbers, kept; the counter moves past the highest. Their cards and tags are in the tutores' hands already."""
    if not plans:
        return
    rgas = Rga.objects.bulk_create(
        [
            Rga(
                municipality=job.municipality,
                number=plan.rga,
                animal=plan.animal,
                registered_on=plan.registered_on,
                registered_at=job.started_at,
                registered_by=job.uploaded_by,
                code=codes.new_code(),
            )
            for plan in plans
        ],
        batch_size=BATCH,
    )
    cards = [
        IdentityCard(
            rga=rga,
            kind=kind,
            issued_on=rga.registered_on,
            issued_by=job.uploaded_by,
            printed_at=job.started_at,
        )
        for rga in rgas
        for kind in IdentityCard.Kind
    ]
    IdentityCard.objects.bulk_create(cards, batch_size=BATCH)
    counter = lock_numbers(job)
    counter.last = max(counter.last, *(plan.rga for plan in plans))
    counter.save(update_fields=["last"])


def _facts(job, plans: list[AnimalPlan]):
    facts = [
        _fact(job, plan.animal, AnimalFact.Kind.REGISTERED, plan.registered_on) for plan in plans if plan.rga
    ]
    dead = [plan.animal for plan in plans if plan.animal.died_on]
    facts += [_fact(job, animal, AnimalFact.Kind.DIED, animal.died_on) for animal in dead]
    AnimalFact.objects.bulk_create(facts, batch_size=BATCH)


def _fact(job, animal, kind, on: date) -> AnimalFact:
    return AnimalFact(
        animal=animal,
        kind=kind,
        on=on,
        recorded_at=job.started_at,
        recorded_by=job.uploaded_by,
        to_tutor_id=animal.tutor_id if kind == AnimalFact.Kind.REGISTERED else None,
        notes=FACT_NOTE,
    )


def _doses(job, rows):
    for row in rows:
        row.plan.dose.recorded_by, row.plan.dose.recorded_at = job.uploaded_by, job.started_at
    made = Vaccination.objects.bulk_create([row.plan.dose for row in rows], batch_size=BATCH)
    _record(job, rows, made)
    _trail(job, made)


def _record(job, rows, made):
    ImportedRecord.objects.bulk_create(
        [
            ImportedRecord(job=job, row=row.number, model=each._meta.model_name, object_id=each.pk)
            for row, each in zip(rows, made, strict=True)
        ],
        batch_size=BATCH,
    )


def _trail(job, made: list) -> None:
    log(job, LogEntry.Action.CREATE, made, by=job.uploaded_by)


def log(job, action, objects, *, by) -> None:
    """An entry of the trail for each record that bulk writing made or took away, naming the import."""
    for model in dict.fromkeys(type(each) for each in objects):
        if not auditlog.contains(model):
            continue
        kind = ContentType.objects.get_for_model(model)
        excluded = set(auditlog.get_model_fields(model)["exclude_fields"])
        told = [
            (field.name, field.attname) for field in model._meta.concrete_fields if field.name not in excluded
        ]
        entries = [
            LogEntry(
                content_type=kind,
                object_pk=str(each.pk),
                object_id=each.pk,
                object_repr=str(each),
                action=action,
                changes=_changes(each, told, action),
                actor_id=by.user_id,
                additional_data={"municipality": job.municipality_id, "import": job.pk},
            )
            for each in objects
            if type(each) is model
        ]
        LogEntry.objects.bulk_create(entries, batch_size=BATCH)


def _changes(each, told, action) -> dict:
    """Field -> [before, after], as the library writes them for one record.

    What was made is named by a few fields: the record holds the rest, and a correction keeps what it replaces. What is
    taken away is told whole.
    """
    pairs = {name: str(value) for name, at in told if (value := getattr(each, at)) not in (None, "")}
    deleted = action == LogEntry.Action.DELETE
    return {name: [value, "None"] if deleted else ["None", value] for name, value in pairs.items()}
