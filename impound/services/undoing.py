"""A fact of custody entered by mistake: it stays, and a later row undoes it, with what it wrote in the registry."""

from datetime import datetime

from django.db import transaction

from impound.models import CustodyEvent
from impound.services.events import locked
from registry.models import AnimalFact, Vaccination
from registry.services import animal_facts, animals, vaccination
from zoonoses.documents.models import Act
from zoonoses.documents.refusals import Refusal

Kind = CustodyEvent.Kind


@transaction.atomic
def undo(*, event: CustodyEvent, reason: str, at: datetime, by, key=None) -> CustodyEvent:
    """Undoes a fact, with the reason. Undoing it twice gives the row already made.

    Raises `Refusal`: without a reason; for a birth (the newborn has its own record); for an evaluation whose laudo
    stands (the laudo is annulled, and the evaluation falls with it) or on which the animal left.
    """
    custody = locked(event.custody, after_exit=True)
    made = CustodyEvent.objects.filter(revokes=event).first()
    if made is not None:
        return made
    if not reason.strip():
        raise Refusal("no_reason", "Escreva o motivo de desfazer.")
    _check(event)
    _give_back(custody, event, reason, at, by)
    return _revoke(event, reason, at, by, key)


def _check(event) -> None:
    if event.kind in (Kind.REVOKED, Kind.BIRTH):
        raise Refusal("not_undone", "Este registro não se desfaz: o que nasceu tem o próprio registro.")
    if event.exits.exists():
        raise Refusal("left_on_it", "O animal já saiu com base nesta avaliação.")
    document = event.act.document if event.act_id else None
    if document is not None and not hasattr(document, "annulment"):
        raise Refusal("laudo_stands", f"{document} vale: o gestor o anula, e a avaliação cai com ele.")


def _give_back(custody, event, reason, at, by) -> None:
    """What the fact wrote in the animal's own record."""
    facts = event.facts
    if event.kind == Kind.VACCINE and "vaccination" in facts:
        dose = Vaccination.objects.get(pk=facts["vaccination"])
        vaccination.void(vaccination=dose, reason=reason, by=by, at=at)
    if event.kind == Kind.TREATMENT and "animal_fact" in facts:
        fact = AnimalFact.objects.get(pk=facts["animal_fact"])
        animal_facts.revoke(fact=fact, reason=reason, on=at.date(), at=at, by=by)
    if event.kind == Kind.TREATMENT and "chip" in facts:
        kept = custody.animal.chips.exclude(number=facts["chip"]).order_by("pk")
        chips = [animals.Chip(row.number, row.implanted_on, row.collision_accepted) for row in kept]
        animals.set_chips(animal=custody.animal, chips=chips)


def _revoke(event, reason, at, by, key=None) -> CustodyEvent:
    return CustodyEvent.objects.create(
        custody_id=event.custody_id,
        kind=Kind.REVOKED,
        label=f"Desfeito: {event.label}"[:200],
        on=at.date(),
        text=reason.strip(),
        recorded_at=at,
        recorded_by=by,
        revokes=event,
        key=key,
    )


def fall_with_laudo(document, act: Act | None) -> None:
    """When a laudo is annulled, what it stated no longer counts. Hook of the annulment service."""
    event = CustodyEvent.objects.filter(act__document=document, kind=Kind.EVALUATION, revoked_by=None).first()
    if event is not None and act is not None:
        _revoke(event, f"{document} foi anulado.", act.at, act.author)
