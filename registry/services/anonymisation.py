"""Personal data kept no longer than the manager's term: who may be anonymised, who may not and why, and the act.

It concerns the whole person (every record merged together) and cannot be undone. Legal acts resist: a person named in
a complaint, visit, intimação, auto, penalty, licence, charge or numbered document stays as they are.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from auditlog.context import disable_auditlog
from auditlog.models import LogEntry
from dateutil.relativedelta import relativedelta
from django.contrib.contenttypes.models import ContentType
from django.db import connection, transaction
from django.db.models import PROTECT, Max, Q

from registry.models import (
    Animal,
    AnimalFact,
    Phone,
    Rga,
    Tutor,
    TutorAddress,
    TutorMerge,
    TutorWarning,
    Vaccination,
)
from registry.querysets import group_of
from zoonoses.documents.refusals import Refusal
from zoonoses.municipalities import clock
from zoonoses.treasury.models import Charge

NAME = "Pessoa anonimizada"
REASON = "anonimizado ao fim do prazo de guarda"
OLDEST_ANIMAL_YEARS = 25
BLANK = (
    "document", "rg", "rg_issuer", "rg_uf", "email", "cadunico", "social_programme", "street", "number",
    "complement", "district", "city", "uf", "postal_code",
)  # fmt: skip
# Rows that are the person's own record, and fall or stay with it: they are no legal acts.
OWN = (Tutor, Phone, TutorAddress, TutorWarning, TutorMerge, Animal, AnimalFact)


@dataclass(frozen=True)
class Verdict:
    """Whether a person may be anonymised; `reason` says why not, and is empty when they may."""

    tutor: Tutor
    reason: str = ""
    last_on: date | None = None


def candidates(municipality):
    """People as they stand today, not yet anonymised, the oldest records first."""
    return Tutor.objects.of(municipality).heads().filter(anonymised_on=None).order_by("pk")


def judge(tutor: Tutor, *, on: date) -> Verdict:
    """May this person be anonymised on a day? The term runs from the last movement of the record or of its animals."""
    years = tutor.municipality.retention_years
    if years is None:
        return Verdict(tutor, "A gestão ainda não definiu o prazo de guarda.")
    group = list(group_of(tutor).values_list("pk", flat=True))
    acts = _legal_acts(group)
    if acts:
        return Verdict(tutor, f"Consta em atos que a lei manda guardar: {', '.join(acts)}.")
    if _living(group, on):
        return Verdict(tutor, "Tem animal que pode estar vivo, sem óbito registrado.")
    last = _last_movement(tutor.municipality, group)
    if last is None:
        return Verdict(tutor, "Não se sabe quando o cadastro foi usado pela última vez.")
    until = last + relativedelta(years=years)
    if on <= until:
        return Verdict(tutor, f"O prazo de guarda corre até {until:%d/%m/%Y}.", last)
    return Verdict(tutor, last_on=last)


def _legal_acts(group) -> list[str]:
    """Kinds of record, in Portuguese, that name these people and that no term of keeping erases."""
    found = []
    for relation in Tutor._meta.related_objects:
        if relation.related_model in OWN or getattr(relation, "on_delete", None) is not PROTECT:
            continue
        rows = relation.related_model._base_manager.filter(**{f"{relation.field.name}__in": group})
        if rows.exists():
            found.append(str(relation.related_model._meta.verbose_name))
    if Charge.objects.filter(payer__in=[f"tutor:{pk}" for pk in group]).exists():
        found.append("cobrança")
    of_animals = {"animal__tutor__in": group}
    issued = (
        Rga.objects.filter(**of_animals).exclude(form=None),
        Vaccination.objects.filter(**of_animals).exclude(document=None),
        AnimalFact.objects.filter(**of_animals).exclude(document=None),
    )
    if any(rows.exists() for rows in issued):
        found.append("documento numerado")
    return list(dict.fromkeys(found))


def _living(group, on) -> bool:
    born = on - relativedelta(years=OLDEST_ANIMAL_YEARS)
    alive = Animal.objects.filter(tutor__in=group, died_on=None)
    return alive.filter(Q(born_on=None) | Q(born_on__gt=born)).exists()


def _last_movement(municipality, group) -> date | None:
    """The last day on which the record was written, or something happened to an animal of the person."""
    kind = ContentType.objects.get_for_model(Tutor)
    entries = LogEntry.objects.filter(content_type=kind, object_id__in=group)
    written = entries.aggregate(last=Max("timestamp"))["last"]
    days = [clock.local(municipality, written).date()] if written else []
    animals = Animal.objects.filter(tutor__in=group)
    for rows, name in (
        (AnimalFact.objects.filter(Q(animal__in=animals) | Q(from_tutor__in=group)), "on"),
        (Vaccination.objects.filter(animal__in=animals), "on"),
        (Rga.objects.filter(animal__in=animals), "registered_on"),
        (animals, "died_on"),
    ):
        days.append(rows.aggregate(last=Max(name))["last"])
    return max(filter(None, days), default=None)


@transaction.atomic
def anonymise(*, tutor: Tutor, on: date) -> None:
    """Takes away who the person was, from the record, from those merged with it, and from the trail of changes (which
    keeps who changed what kind of record, and when). Raises `Refusal("kept")` with the reason while it must be kept.
    """
    rows = Tutor.objects.filter(pk__in=group_of(tutor)).order_by("pk")
    if connection.features.has_select_for_update:
        rows = rows.select_for_update(of=("self",))
    group = list(rows)
    verdict = judge(tutor, on=on)
    if verdict.reason:
        raise Refusal("kept", verdict.reason)
    with disable_auditlog():
        for row in group:
            _blank(row, on)
    pks = [row.pk for row in group]
    TutorMerge.objects.filter(merged__in=pks).update(before={}, reason=REASON)
    _scrub_trail(pks)
    for row in group:
        changes = {"anonymised_on": ["None", on.isoformat()]}
        LogEntry.objects.log_create(
            row, force_log=True, action=LogEntry.Action.UPDATE, changes=changes,
            additional_data={"municipality": row.municipality_id},
        )  # fmt: skip


def _blank(row, on) -> None:
    for name in BLANK:
        setattr(row, name, "")
    row.name, row.no_document_reason, row.anonymised_on = NAME, REASON, on
    row.clean_keys()
    row.save()
    row.phones.all().delete()
    row.addresses.all().delete()
    row.warnings.update(reason=REASON)


def _scrub_trail(pks) -> None:
    """Empties what the trail keeps of these records and of their telephones, addresses and warnings, gone or not."""
    scrubbed = {"changes": {}, "object_repr": NAME, "serialized_data": None, "changes_text": ""}
    kind = ContentType.objects.get_for_model(Tutor)
    LogEntry.objects.filter(content_type=kind, object_id__in=pks).update(**scrubbed)
    # The trail keeps a reference as a number, or as text in entries made by other hands.
    named_as = [*pks, *(str(pk) for pk in pks)]
    owners = {
        Phone: ["tutor"],
        TutorAddress: ["tutor"],
        TutorWarning: ["tutor"],
        TutorMerge: ["kept", "merged"],
    }
    for model, fields in owners.items():
        entries = LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(model))
        named = Q()
        for name in fields:
            for place in (0, 1):
                named |= Q(**{f"changes__{name}__{place}__in": named_as})
        parts = list(entries.filter(named).values_list("object_pk", flat=True))
        entries.filter(object_pk__in=parts).update(**scrubbed)


def anonymise_all(*, municipality, on: date) -> int:
    """Anonymises whoever may be, one transaction each; how many were. What was done is not done again."""
    done = 0
    if municipality.retention_years is None:
        return done
    for tutor in candidates(municipality).select_related("municipality").iterator(chunk_size=200):
        if judge(tutor, on=on).reason:
            continue
        anonymise(tutor=tutor, on=on)
        done += 1
    return done


def verdicts(people: Iterable[Tutor], *, on: date) -> list[Verdict]:
    """The verdict of each person of a page of the list."""
    return [judge(tutor, on=on) for tutor in people]


def set_term(*, municipality, years: int | None) -> None:
    """The manager's term of keeping, in years from the last movement; None: nobody is anonymised."""
    municipality.retention_years = years
    municipality.save(update_fields=["retention_years"])
