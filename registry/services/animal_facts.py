"""What happens to an animal after it is registered: each is one fact, added and never edited.

A mistake is undone by another fact. What the animal's record repeats of a fact (tutor, castration, death) is written
with it.
"""

from dataclasses import dataclass
from datetime import date

from django.db import transaction

from registry.models import Animal, AnimalFact
from registry.services.law import ask_or_silence
from zoonoses.documents.refusals import Refusal
from zoonoses.municipalities.lawbook import Lawbook

Kind = AnimalFact.Kind


@dataclass(frozen=True)
class State:
    """Where an animal stands today, computed from its facts."""

    is_dead: bool
    is_lost: bool


def state(animal) -> State:
    """The animal's state: dead, or lost and not found since."""
    last = (
        animal.facts.filter(kind__in=(Kind.LOST, Kind.FOUND), revoked_by=None).order_by("-on", "-pk").first()
    )
    return State(is_dead=animal.died_on is not None, is_lost=last is not None and last.kind == Kind.LOST)


@transaction.atomic
def transfer(
    *, animal, to_tutor, on: date, at, by, kind=Kind.TRANSFERRED, notes="", document=None
) -> AnimalFact:
    """The new tutor came to update the registry, on the day `on`: from that day they answer for the animal.

    `kind` ADOPTED says that the animal came from the agency. Raises `Refusal` when the new tutor is the present one or
    is of another municipality.
    """
    animal = _locked(animal, on)
    if to_tutor.municipality_id != animal.municipality_id:
        raise ValueError("a tutor of another municipality")
    if animal.tutor_id == to_tutor.pk:
        same = animal.facts.filter(kind=kind, on=on, to_tutor=to_tutor, revoked_by=None).first()
        if same is not None:
            return same
        raise Refusal("same_tutor", f"{to_tutor.name} já é quem responde por este animal.")
    _in_order(animal, on)
    fact = _add(
        animal, kind, on, at, by, from_tutor=animal.tutor, to_tutor=to_tutor, notes=notes, document=document
    )
    animal.tutor = to_tutor
    animal.save(update_fields=["tutor"])
    return fact


def _in_order(animal, on) -> None:
    """Changes of tutor are recorded in the order of their days: the record holds the last one."""
    later = animal.facts.filter(kind__in=(Kind.TRANSFERRED, Kind.ADOPTED), revoked_by=None, on__gt=on).first()
    if later is not None:
        raise Refusal(
            "later_change",
            f"Já há uma mudança de tutor em {later.on:%d/%m/%Y}: a nova não pode ser anterior.",
        )


@transaction.atomic
def lose(*, animal, on: date, at, by, reported_by="", notes="") -> AnimalFact:
    """The animal is lost since a day. Lost again while lost changes nothing."""
    animal = _locked(animal, on)
    if state(animal).is_lost:
        raise Refusal("already_lost", "Este animal já consta como perdido.")
    return _add(animal, Kind.LOST, on, at, by, reported_by=reported_by, notes=notes)


@transaction.atomic
def find(*, animal, on: date, at, by, reported_by="", notes="") -> AnimalFact:
    """The lost animal was found."""
    animal = _locked(animal, on)
    if not state(animal).is_lost:
        raise Refusal("not_lost", "Este animal não consta como perdido.")
    lost = animal.facts.filter(kind=Kind.LOST, revoked_by=None).order_by("-on", "-pk").first()
    if on < lost.on:
        raise Refusal("before_lost", f"O animal foi perdido em {lost.on:%d/%m/%Y}: confira a data.")
    return _add(animal, Kind.FOUND, on, at, by, reported_by=reported_by, notes=notes)


@transaction.atomic
def neuter(*, animal, on: date, at, by, reported_by="", notes="", document=None) -> AnimalFact:
    """The animal was castrated on a day; `reported_by` names the veterinarian with the CRMV."""
    animal = _locked(animal, on)
    if animal.neutered_on is not None:
        raise Refusal("already_neutered", f"Já consta como castrado em {animal.neutered_on:%d/%m/%Y}.")
    fact = _add(animal, Kind.NEUTERED, on, at, by, reported_by=reported_by, notes=notes, document=document)
    animal.neutered_on, animal.is_neutered = on, True
    animal.save(update_fields=["neutered_on", "is_neutered"])
    return fact


@transaction.atomic
def seize(*, animal, on: date, at, by, notes="", document=None) -> AnimalFact:
    """The animal was seized on a day."""
    return _add(_locked(animal, on), Kind.SEIZED, on, at, by, notes=notes, document=document)


@transaction.atomic
def release(*, animal, on: date, at, by, notes="", document=None) -> AnimalFact:
    """The animal left the depósito on a day, to whom it already was or to where it lived."""
    return _add(_locked(animal, on), Kind.RELEASED, on, at, by, notes=notes, document=document)


def death_notice(*, municipality, died_on: date) -> dict | None:
    """Until when a death must be told (`due_on`, with `basis`); None when the law gives no term."""
    return ask_or_silence(Lawbook(municipality, died_on), "term", term="death_notice", start=died_on)


@transaction.atomic
def die(*, animal, on: date, cause: str, at, by, reported_by="", notes="") -> AnimalFact:
    """The animal died on a day, of a cause, as its tutor or a veterinarian told; with the law's term for telling it.

    The RGA keeps its number; card and tag stand no more.
    """
    animal = _locked(animal, on)
    later = animal.facts.filter(revoked_by=None, on__gt=on).exclude(kind=Kind.REVOKED).order_by("-on").first()
    if later is not None:
        raise Refusal(
            "facts_after_death",
            f"Há um fato posterior: {later.get_kind_display()} em {later.on:%d/%m/%Y}. Confira a data do óbito.",
        )
    notice = death_notice(municipality=animal.municipality, died_on=on)
    due_on = date.fromisoformat(notice["due_on"]) if notice else None
    fact = _add(
        animal, Kind.DIED, on, at, by, cause=cause, reported_by=reported_by, notes=notes, notice_due_on=due_on
    )
    animal.died_on = on
    animal.save(update_fields=["died_on"])
    return fact


@transaction.atomic
def revoke(*, fact, reason: str, on: date, at, by) -> AnimalFact:
    """A fact was entered by mistake: it stays, and this one undoes it, with what the record repeated of it.

    Only the last change of tutor can be undone; the registration is not undone here. Undoing twice changes nothing.
    """
    animal = Animal.objects.select_for_update().get(pk=fact.animal_id)
    done = AnimalFact.objects.filter(revokes=fact).first()
    if done is not None:
        return done
    if fact.kind in (Kind.REGISTERED, Kind.REVOKED):
        raise Refusal("not_undone", "O registro do RGA não se desfaz: o número é do animal para sempre.")
    if not reason.strip():
        raise Refusal("no_reason", "Escreva o motivo de desfazer.")
    _give_back(animal, fact)
    return _add(animal, Kind.REVOKED, on, at, by, notes=reason.strip(), revokes=fact)


def _give_back(animal, fact) -> None:
    if fact.kind in (Kind.TRANSFERRED, Kind.ADOPTED):
        last = (
            animal.facts.filter(kind__in=(Kind.TRANSFERRED, Kind.ADOPTED), revoked_by=None)
            .order_by("-on", "-pk")
            .first()
        )
        if last.pk != fact.pk:
            raise Refusal("not_last_change", "Desfaça primeiro a mudança de tutor mais recente.")
        animal.tutor = fact.from_tutor
    elif fact.kind == Kind.DIED:
        animal.died_on = None
    elif fact.kind == Kind.NEUTERED:
        animal.neutered_on, animal.is_neutered = None, False
    animal.save()


def _locked(animal, on: date) -> Animal:
    """The animal's row, locked; refuses a day that its life does not have."""
    row = Animal.objects.select_for_update().get(pk=animal.pk)
    if row.died_on is not None:
        raise Refusal("dead", f"Este animal morreu em {row.died_on:%d/%m/%Y}, segundo o cadastro.")
    if row.born_on and not row.age_is_presumed and on < row.born_on:
        raise Refusal("before_birth", f"O animal nasceu em {row.born_on:%d/%m/%Y}: confira a data.")
    return row


def _add(animal, kind, on, at, by, **values) -> AnimalFact:
    if on > at.date():
        raise Refusal("in_the_future", "A data não pode ser depois de hoje.")
    return AnimalFact.objects.create(
        animal=animal, kind=kind, on=on, recorded_at=at, recorded_by=by, **values
    )
