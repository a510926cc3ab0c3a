"""Observation of an animal that bit someone: ten days, visits, outcome. The victim's data stay with SINAN.

The period is the one of the national surveillance of human rabies (dogs and cats are observed for ten days from the
bite, day 0), not of a municipal law.
"""

from datetime import date, timedelta

from django.db import transaction
from django.db.models import ExpressionWrapper, F, Value, fields
from django.db.models.functions import Cast

from registry.models import BiteObservation, BiteVisit
from zoonoses.documents.refusals import Refusal

OBSERVATION_DAYS = 10
ALIVE = (BiteObservation.Outcome.HEALTHY, BiteObservation.Outcome.SUSPECT)


def ends_on(observation) -> date:
    """The tenth day, counted from the bite (day 0). Weekends and holidays count, and it is never extended."""
    return observation.bitten_on + timedelta(days=OBSERVATION_DAYS)


def observations(municipality, *, closed=False):
    """Observations without outcome, the first to end first; or those closed, the latest first. Adds `due_on`."""
    rows = BiteObservation.objects.of(municipality).select_related("animal__tutor__merged_into")
    # A day plus an interval is a moment on PostgreSQL: the cast makes it a day on both databases.
    end = ExpressionWrapper(
        F("bitten_on") + Value(timedelta(days=OBSERVATION_DAYS)), output_field=fields.DateTimeField()
    )
    rows = rows.annotate(due_on=Cast(end, fields.DateField()))
    if closed:
        return rows.exclude(outcome="").order_by("-outcome_on", "-pk")
    return rows.filter(outcome="").order_by("bitten_on", "pk")


@transaction.atomic
def open_observation(*, animal, values, at, by, key) -> BiteObservation:
    """A bite that was notified. Sent again with the same key: the observation made then.

    Raises `Refusal`: `in_the_future`; `already_observed`, the animal has an open observation of a bite of that day.
    """
    made = BiteObservation.objects.of(animal.municipality).filter(key=key).first()
    if made is not None:
        return made
    bitten_on = values["bitten_on"]
    if bitten_on > at.date():
        raise Refusal("in_the_future", "A agressão não pode ser depois de hoje.")
    if animal.bite_observations.filter(bitten_on=bitten_on, outcome="").exists():
        raise Refusal("already_observed", f"{animal} já está em observação pela agressão deste dia.")
    return BiteObservation.objects.create(
        municipality=animal.municipality, animal=animal, opened_by=by, opened_at=at, key=key, **values
    )


def _locked(observation) -> BiteObservation:
    rows = BiteObservation.objects.select_for_update(of=("self",), no_key=True).select_related("animal")
    return rows.get(pk=observation.pk)


@transaction.atomic
def visit(*, observation, on, condition, notes, at, by, key) -> BiteVisit:
    """The animal was seen on a day, in a condition. Raises `Refusal`: `closed`, `before_bite`, `in_the_future`."""
    observation = _locked(observation)
    made = observation.visits.filter(key=key).first()
    if made is not None:
        return made
    _may_write(observation, on, at)
    return BiteVisit.objects.create(
        observation=observation, on=on, condition=condition, notes=notes, by=by, key=key
    )


@transaction.atomic
def close(*, observation, outcome, on, at, by) -> BiteObservation:
    """The outcome, once. An animal alive is released on the tenth day and not before; a rabid, dead or missing one
    ends the observation on the day it is found so.

    Raises `Refusal`: `too_early`, `closed`, `before_bite`, `in_the_future`, `before_visit`.
    """
    observation = _locked(observation)
    if observation.outcome == outcome and observation.outcome_on == on:
        return observation
    _may_write(observation, on, at)
    last = observation.visits.order_by("-on").first()
    if last is not None and on < last.on:
        raise Refusal("before_visit", f"O animal foi visto depois disso, em {last.on:%d/%m/%Y}.")
    due = ends_on(observation)
    if outcome in ALIVE and on < due:
        raise Refusal(
            "too_early",
            f"A observação vai até {due:%d/%m/%Y} (dez dias da agressão). Antes disso só se encerra se o animal "
            "for confirmado raivoso, morrer ou desaparecer; registre a visita.",
        )
    observation.outcome, observation.outcome_on, observation.outcome_by = outcome, on, by
    observation.save(update_fields=["outcome", "outcome_on", "outcome_by"])
    return observation


def _may_write(observation, on, at) -> None:
    if observation.outcome:
        raise Refusal(
            "closed",
            f"Esta observação foi encerrada em {observation.outcome_on:%d/%m/%Y}: "
            f"{observation.get_outcome_display()}.",
        )
    if on < observation.bitten_on:
        raise Refusal("before_bite", f"A agressão foi em {observation.bitten_on:%d/%m/%Y}: confira o dia.")
    if on > at.date():
        raise Refusal("in_the_future", "Este dia ainda não chegou.")
