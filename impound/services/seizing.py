"""Apreender: one act for a lot, each animal its own record, its own number and its own life from there on."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from decimal import Decimal
from uuid import UUID

from django.db import transaction

from fines.models import Measure
from impound.documents.seizing import new_person_block, seizure_body
from impound.models import SeizedAnimal, Seizure
from impound.services import law, losses, lots
from impound.services.ahead import Ahead, ahead
from impound.services.lots import AnimalInput
from inspections.models import Complaint, Finding, Inspection
from inspections.services import lawform
from registry.models import Animal, Tutor
from registry.services import animal_facts, tutors
from registry.text import address_key
from zoonoses.documents.contexts_impound_seizing import SEIZURE
from zoonoses.documents.kinds import ActKind, DocumentKind
from zoonoses.documents.models import Attachment, Case
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import acts, issuing, numbering
from zoonoses.documents.services import paper as paper_acts
from zoonoses.documents.services.idempotency import once
from zoonoses.documents.wording import seizure_title
from zoonoses.municipalities.lawbook import Lawbook

__all__ = ["AnimalInput", "SeizureInput", "Whole", "on_seize", "plan", "seize"]

ENTRY = "seized_animal"
PAPER_KINDS = (DocumentKind.SEIZURE,)
PLACE = ("street", "number", "complement", "district", "city", "uf", "postal_code")
WITNESSES = ("witness_1", "witness_1_document", "witness_2", "witness_2_document")

Hook = Callable[[Seizure], None]
_hooks: list[Hook] = []


@dataclass(frozen=True)
class SeizureInput:
    """The act as typed and checked. `ground` is a code of the law; `ground_text` is written where it lists none; a
    `measure` that took the animals from their owner is the ground by itself.

    `new_owner` are the cleaned fields of a person entered now; `place` are address fields; `witnesses` those of a
    refusal to sign; `signature` the one drawn on the screen.
    """

    origin: str = Seizure.Origin.ROUND
    place: dict = field(default_factory=dict)
    ground: str = ""
    ground_text: str = ""
    inspection: Inspection | None = None
    complaint: Complaint | None = None
    measure: Measure | None = None
    owner: Tutor | None = None
    new_owner: dict | None = None
    holder: str = ""
    presence: str = Seizure.Presence.ABSENT
    witnesses: dict = field(default_factory=dict)
    signature: Attachment | None = None
    vehicle: str = ""
    reference: str = ""
    latitude: Decimal | None = None
    longitude: Decimal | None = None
    accuracy_m: int | None = None
    notes: str = ""


@dataclass(frozen=True)
class Whole:
    """A seizure on its way to paper: its rows not yet saved, and what the law says of what follows."""

    lawbook: Lawbook
    seizure: Seizure
    animals: list[SeizedAnimal]
    photos: list[tuple[Attachment, ...]]
    sizes: list[lots.Sized]
    ahead: Ahead


def on_seize(hook: Hook) -> None:
    """Called by a service when the app is ready: `hook(seizure)` runs inside the transaction of every seizure."""
    if hook not in _hooks:
        _hooks.append(hook)


def seize(
    *, municipality, seizure: SeizureInput, animals: Sequence[AnimalInput], at: datetime, by,
    key: UUID | None = None, paper=None,
) -> Seizure:  # fmt: skip
    """Seizes a lot: the numbered paper, one record for each animal, and the fact in each animal's life.

    `at` is the local moment; with `paper` the act has the paper's own moment, author and blank form, and `at` is when
    it was entered. The law of the act's day applies. Where the law makes an infraction of the seizure itself, the visit
    on which its auto rests is written too. Sent again with the same `key`, it gives the seizure already made. Raises
    `Refusal`: law not in force, an animal that it does not reach, no ground, a size that nobody chose, an animal in
    custody already or dead, a character that cannot be printed.
    """

    def make():
        return _seize(municipality, seizure, animals, at, by, paper).act

    with transaction.atomic():
        act = once(municipality, key, make) if key else make()
    return act.seizure


def plan(
    *, municipality, seizure: SeizureInput, animals: Sequence[AnimalInput], at: datetime, by
) -> tuple[Whole, dict]:
    """What `seize` would write and print, without writing anything: the rows, and the body of the paper."""
    lawbook = _lawbook(municipality, at)
    sizes = lots.check(lawbook, animals)
    entered = [row.animal or _unsaved(municipality, row, seizure.owner) for row in animals]
    losses.require(seizure.measure, seizure.owner, [row.animal for row in animals])
    whole = _compose(municipality, seizure, animals, entered, sizes, lawbook, at)
    body = _body(whole, by, at)
    if seizure.new_owner is not None:
        body["person"] = new_person_block(seizure.new_owner)
    return whole, body


def _lawbook(municipality, at) -> Lawbook:
    lawbook = Lawbook(municipality, at.date())
    lawform.require_in_force(lawbook)
    return lawbook


def _seize(municipality, given, rows, at, by, paper) -> Seizure:
    done_at, author = (paper.at, paper.author) if paper else (at, by)
    lawbook = _lawbook(municipality, done_at)
    sizes = lots.check(lawbook, rows)
    case = _case(municipality, given, rows, done_at)
    if paper:
        paper_acts.check(paper, municipality=municipality, kinds=PAPER_KINDS, at=at)
    lots.lock_registered(municipality, rows)
    if given.new_owner is not None:
        given = replace(
            given, owner=tutors.register(municipality=municipality, values=given.new_owner), new_owner=None
        )
    entered = [
        lots.registered_animal(municipality, row, owner=given.owner, at=done_at, by=author) for row in rows
    ]
    whole = _compose(municipality, given, rows, entered, sizes, lawbook, done_at)
    numbers = numbering.next_numbers(
        municipality=municipality, kind=ENTRY, year=done_at.year, count=len(rows)
    )
    for custody, number in zip(whole.animals, numbers, strict=True):
        custody.entry_number = number
    if paper:
        whole.seizure.printed_due_on = None  # the blank form printed no day
    document = paper.document if paper else _issue(municipality, whole, case, author, done_at)
    act = _record(whole, case, ActKind.SEIZURE, done_at, author, at, by, paper, document=document)
    _save(whole, act, case, (done_at, author, at, by, paper))
    if paper:
        paper_acts.attach_scan(paper, act=act, by=by, at=at)
    for hook in _hooks:
        hook(whole.seizure)
    return whole.seizure


def _case(municipality, given, rows, at) -> Case:
    source = given.measure or given.inspection or given.complaint
    if source is not None:
        if source.act.case.municipality_id != municipality.pk:
            raise ValueError("a case of another municipality")
        case = Case.objects.lock(source.act.case_id)
        losses.require(given.measure, given.owner, [row.animal for row in rows])
        return case
    return Case.objects.lock(acts.open_case(municipality=municipality, on=at.date()).pk)


def _unsaved(municipality, row, owner) -> Animal:
    return Animal(
        municipality=municipality,
        tutor=owner,
        name=row.name,
        species=row.species,
        species_other=row.species_other,
        sex=row.sex,
    )


def _compose(municipality, given, rows, entered, sizes, lawbook, at) -> Whole:
    """The rows as they will be saved, all but act and numbers: the paper is drawn from them."""
    seizure = _seizure(given, lawbook)
    animals = [
        _animal(municipality, row, animal, size, at)
        for row, animal, size in zip(rows, entered, sizes, strict=True)
    ]
    found = ahead(lawbook, animals, at=at, owner=given.owner, ground=seizure.ground)
    seizure.printed_due_on = found.due_on
    return Whole(lawbook, seizure, animals, [row.photos for row in rows], sizes, found)


def _seizure(given: SeizureInput, lawbook) -> Seizure:
    place = {name: given.place.get(name, "") for name in PLACE}
    seizure = Seizure(
        origin=given.origin,
        inspection=given.inspection,
        complaint=given.complaint or (given.inspection.complaint if given.inspection else None),
        measure=given.measure,
        owner=given.owner,
        holder=given.holder,
        presence=given.presence,
        signature=given.signature if given.presence == Seizure.Presence.SIGNED else None,
        vehicle=given.vehicle,
        reference=given.reference,
        latitude=given.latitude,
        longitude=given.longitude,
        accuracy_m=given.accuracy_m,
        notes=given.notes,
        **place,
        **{name: given.witnesses.get(name, "") for name in WITNESSES},
        **_ground(given, lawbook),
    )
    seizure.address_key = address_key(seizure.street, seizure.number, seizure.district)
    return seizure


def _ground(given: SeizureInput, lawbook) -> dict:
    """The ground in the law's words; written by a person only where the law lists none."""
    grounds = {row.code: row for row in lawbook.ruleset.seizure_grounds}
    if given.measure:
        return losses.ground_of(given.measure, lawbook)
    if given.ground:
        if given.ground not in grounds:
            raise Refusal("not_in_law", "A lei deste dia não tem este fundamento de apreensão.")
        row = grounds[given.ground]
        return {"ground": row.code, "ground_label": row.label, "ground_article": row.article}
    text = given.ground_text.strip()
    if not law.custody_rule(lawbook).free_ground or not text:
        raise Refusal("no_ground", "Diga o fundamento da apreensão.")
    return {"ground": "", "ground_label": text, "ground_article": ""}


def _animal(municipality, row: AnimalInput, animal, size, at) -> SeizedAnimal:
    rga = lots.rga_of(animal) if animal.pk else None
    return SeizedAnimal(
        municipality=municipality,
        animal=animal,
        entry_year=at.year,
        entry_number=0,
        seized_at=at,
        seized_on=at.date(),
        species=row.kind,
        size=size.size,
        size_reason=size.reason,
        sex=_sex(row, animal),
        presumed_age=row.presumed_age,
        description=row.description,
        apparent_health=row.apparent_health,
        tag_read=row.tag_read,
        chip_read=row.chip_read,
        registered=rga is not None,
        identified=rga is not None and lots.wears_own_tag(rga, row.tag_read),
    )


def _sex(row: AnimalInput, animal) -> str:
    """What was seen; where it was not verified, what the registry knows."""
    return animal.sex if row.sex == Animal.Sex.UNKNOWN else row.sex


def _body(whole: Whole, author, at) -> dict:
    return seizure_body(
        lawbook=whole.lawbook,
        seizure=whole.seizure,
        animals=whole.animals,
        photos=whole.photos,
        ahead=whole.ahead.lines,
        author=author,
        at=at,
    )


def _issue(municipality, whole: Whole, case, author, at):
    return issuing.issue(
        municipality=municipality,
        kind=DocumentKind.SEIZURE,
        template=SEIZURE,
        title=seizure_title(whole.lawbook.ruleset),
        body=_body(whole, author, at),
        at=at,
        author=author,
        case=case,
    )


def _record(whole, case, kind, done_at, author, at, by, paper, *, document=None):
    source = whole.seizure.measure or whole.seizure.inspection or whole.seizure.complaint
    return acts.record(
        case=case,
        kind=kind,
        at=done_at,
        author=author,
        recorded_at=at,
        recorded_by=by,
        on_paper=paper is not None,
        document=document,
        rests_on=[source.act] if source else [],
        law=whole.lawbook.record(),
    )


def _save(whole: Whole, act, case, moment) -> None:
    done_at, author, at, by, paper = moment
    seizure = whole.seizure
    seizure.act = act
    seizure.visit = _visit(whole, case, moment)
    seizure.save(force_insert=True)
    if seizure.visit is not None:
        seizure.visit.act.rests_on.set([act])
    number = f"Apreensão, {act.document}" if act.document else "Apreensão"
    for custody, photos in zip(whole.animals, whole.photos, strict=True):
        custody.seizure = seizure
        custody.save(force_insert=True)
        custody.photos.set(photos)
        animal_facts.seize(animal=custody.animal, on=done_at.date(), at=at, by=by, notes=number)
    files = [photo.pk for photos in whole.photos for photo in photos]
    files += [seizure.signature_id] if seizure.signature_id else []
    Attachment.objects.of(case.municipality).filter(pk__in=files, act=None).update(act=act)


def _visit(whole: Whole, case, moment) -> Inspection | None:
    """Where the seizure is an infraction by itself: the visit that found it, on which the auto of the event rests."""
    seizure, rules = whole.seizure, whole.lawbook.ruleset
    conduct = rules.custody.event_of(seizure.ground)
    if not conduct:
        return None
    done_at, author, at, by, paper = moment
    visit = Inspection.objects.create(
        act=_record(whole, case, ActKind.INSPECTION, done_at, author, at, by, paper),
        complaint=seizure.complaint,
        tutor=seizure.owner,
        animal_count=len(whole.animals),
        latitude=seizure.latitude,
        longitude=seizure.longitude,
        accuracy_m=seizure.accuracy_m,
        notes="Constatação da apreensão.",
        presence=seizure.presence,
        address_key=seizure.address_key,
        **{name: getattr(seizure, name) for name in (*PLACE, *WITNESSES)},
    )
    visit.animals.set([custody.animal for custody in whole.animals])
    infraction = rules.infractions[conduct]
    Finding.objects.create(
        inspection=visit,
        infraction=conduct,
        article=infraction.article,
        label=infraction.label,
        animals=len(whole.animals),
        description=seizure.ground_label,
    )
    return visit
