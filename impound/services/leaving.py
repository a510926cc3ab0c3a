"""The one door out of custody. Redemption, each destination, death, escape and theft all pass here, once per animal."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from impound.models import BoxStay, Exit, SeizedAnimal
from registry.models import AnimalFact, BiteObservation, Tutor
from registry.services import animal_facts
from zoonoses.documents.models import Case
from zoonoses.documents.refusals import Refusal

Kind = Exit.Kind
# What ends the custody whatever the law allows: it happened, or a judge ordered it.
EVENTS = (Kind.DEATH, Kind.ESCAPE, Kind.THEFT, Kind.ORDER)
DEAD = (Kind.DEATH, Kind.SACRIFICE)
Hook = Callable[[Exit], None]
_hooks: list[Hook] = []


@dataclass(frozen=True)
class Leaving:
    """How an animal leaves: what `Exit` keeps. `died` says that a vet's decision ended its life."""

    kind: str
    destination: str = ""
    article: str = ""
    receiver: Tutor | None = None
    place: str = ""
    reason: str = ""
    vet_name: str = ""
    vet_crmv: str = ""
    evaluation: object = None
    died: bool = False


def on_leave(hook: Hook) -> None:
    """Called by a service when the app is ready: `hook(exit)` runs inside the transaction of every exit."""
    if hook not in _hooks:
        _hooks.append(hook)


def lock(custodies: Sequence[SeizedAnimal]) -> list[SeizedAnimal]:
    """Locks the cases of these animals, in one order for everybody, and reads the animals again.

    Must run inside a transaction, before anything is judged. Raises `Refusal("gone")` when one of them has left.
    """
    pks = [custody.pk for custody in custodies]
    cases = SeizedAnimal.objects.filter(pk__in=pks).values_list("seizure__act__case_id", flat=True)
    for case_id in sorted(set(cases)):
        Case.objects.lock(case_id)
    rows = SeizedAnimal.objects.filter(pk__in=pks).select_related(
        "municipality", "seizure__act__case", "seizure__owner", "animal__tutor", "exit"
    )
    found = list(rows.order_by("pk"))
    for custody in found:
        check_present(custody)
    return found


def check_present(custody) -> None:
    """Raises `Refusal("gone")`, saying how and when, for an animal that is no longer in custody."""
    gone = Exit.objects.filter(custody=custody).first()
    if gone is not None:
        raise Refusal(
            "gone",
            f"O animal nº {custody.full_number} já saiu: {gone.get_kind_display()} em {gone.on:%d/%m/%Y}.",
        )


def check_observed(custody, kind: str) -> None:
    """A biting or suspect animal stays until its observation is closed; raises `Refusal("observed")`."""
    if kind in EVENTS:
        return
    open_one = BiteObservation.objects.filter(animal_id=custody.animal_id, outcome="").first()
    if open_one is not None:
        raise Refusal(
            "observed",
            f"O animal está em observação desde a agressão de {open_one.bitten_on:%d/%m/%Y}: "
            "registre o desfecho da observação antes da saída.",
        )


def leave(*, custodies: Sequence[SeizedAnimal], leaving: Leaving, act, at: datetime, by) -> list[Exit]:
    """The animals leave by this act: the exit, the free place in the box, the registry, and the public notice.

    The caller locked the animals (`lock`) in this transaction and asked the law. Raises `Refusal` for one that has
    left or is under observation.
    """
    exits = []
    for custody in custodies:
        check_present(custody)
        check_observed(custody, leaving.kind)
        exits.append(_leave(custody, leaving, act, at, by))
    return exits


def _leave(custody, leaving, act, at, by) -> Exit:
    found = Exit.objects.create(
        custody=custody,
        act=act,
        kind=leaving.kind,
        destination=leaving.destination,
        article=leaving.article,
        at=at,
        on=at.date(),
        receiver=leaving.receiver,
        place=leaving.place,
        reason=leaving.reason,
        vet_name=leaving.vet_name,
        vet_crmv=leaving.vet_crmv,
        evaluation=leaving.evaluation,
    )
    BoxStay.objects.filter(custody=custody).current().update(left_at=at)
    _tell_registry(custody, leaving, act, at, by)
    for hook in _hooks:
        hook(found)
    return found


def words_of(custody, kind: str) -> str:
    """What the animal's own record says of the exit."""
    return f"Saída do depósito, nº {custody.full_number}: {Kind(kind).label}."


def _tell_registry(custody, leaving, act, at, by) -> None:
    """The animal's own record: whose it is now, or that it died. Ownership passes with the exit."""
    animal, on = custody.animal, at.date()
    animal.refresh_from_db()
    words = words_of(custody, leaving.kind)
    if leaving.kind in DEAD or leaving.died:
        if animal.died_on is None:
            animal_facts.die(animal=animal, on=on, cause=leaving.reason[:200], at=at, by=by)
        return
    if (
        leaving.receiver is not None
        and animal.tutor_id != leaving.receiver.pk
        and leaving.kind != Kind.REDEMPTION
    ):
        kind = AnimalFact.Kind.ADOPTED if leaving.kind == Kind.ADOPTION else AnimalFact.Kind.TRANSFERRED
        animal_facts.transfer(
            animal=animal, to_tutor=leaving.receiver, on=on, at=at, by=by, kind=kind, notes=words
        )
        return
    animal_facts.release(animal=animal, on=on, at=at, by=by, notes=words)
