"""The castration programme: who may enter the queue and why, the places of each day, and what came of each call.

Order of the queue: those whom the law names (street and community animals, families in a social programme) before the
others; in each class, by the moment of the request. A deferred animal, and whoever gives a place back, keeps its turn;
whoever misses it counts from that day.
"""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from django.db import IntegrityError, transaction

from registry.models import (
    Animal,
    CastrationAppointment,
    CastrationDay,
    CastrationRequest,
    CommunityCommitment,
    Tutor,
)
from registry.services import animal_facts
from registry.services.law import SILENT, ask_or_silence
from zoonoses.documents.refusals import Refusal
from zoonoses.law import LawError
from zoonoses.municipalities.lawbook import Lawbook
from zoonoses.municipalities.models import Municipality
from zoonoses.municipalities.templatetags import br

Ground = CastrationRequest.Ground
Result = CastrationAppointment.Result
SERVICE = "neutering"
SPECIES = (Animal.Species.DOG, Animal.Species.CAT)
STATED_ORDER = (
    "Primeiro os animais de rua, os comunitários e os de famílias em programa socioassistencial; depois os demais. "
    "Dentro de cada classe, pela hora do pedido. Quem tem a cirurgia adiada ou devolve a vaga mantém o lugar; "
    "quem falta conta de novo a partir do dia da falta."
)


@dataclass(frozen=True)
class Eligibility:
    """What the law says of a request: whether it is free by the law, in words, and the steps."""

    free: bool
    sentence: str
    basis: list[dict]


def eligibility(*, municipality, ground: str, programme: str, is_resident: bool, on: date) -> Eligibility:
    """Whether the law of the day gives the castration free of charge on this ground.

    Where the law has no such service, or names other people, it is silent: the municipality goes on as it decides.
    Raises `Refusal` for a family outside the town or without its programme, when that is the ground.
    """
    if ground == Ground.SOCIAL and not programme:
        raise Refusal("programme_missing", "Informe o programa socioassistencial da família.")
    lawbook = Lawbook(municipality, on)
    answer = ask_or_silence(
        lawbook,
        "price",
        service=SERVICE,
        street_animal=ground in (Ground.STREET, Ground.COMMUNITY),
        social_programme=ground == Ground.SOCIAL,
        resident=is_resident,
    )
    if answer is not None:
        amount = answer["total"]["amount"]
        free = not Decimal(amount)
        return Eligibility(
            free, "Gratuita pela lei." if free else f"Preço da lei: {br.money(amount)}.", answer["basis"]
        )
    article = _article(lawbook)
    if ground == Ground.SOCIAL and article and not is_resident:
        raise Refusal(
            "not_resident", "A lei dá a castração gratuita a famílias que residem no município.", article
        )
    sentence = f"Atendimento como o município decidir: {SILENT}"
    return Eligibility(False, f"{sentence}.", [{"text": sentence, "article": article, "arithmetic": ""}])


def _article(lawbook) -> str:
    """The article of the law's own programme; empty where it has none, or where the town has no law."""
    try:
        price = lawbook.ruleset.prices.get(SERVICE)
    except LawError:
        return ""
    return price.article if price else ""


def refusal_for(animal: Animal) -> Refusal | None:
    """Why this animal does not enter the queue at all, or None."""
    if animal.species not in SPECIES or animal.is_wild:
        return Refusal("not_served", "O programa de castração atende cães e gatos.")
    if animal.died_on is not None:
        return Refusal("dead", f"O animal morreu em {animal.died_on:%d/%m/%Y}.")
    if animal.is_neutered:
        return Refusal("already_neutered", "O animal já consta como castrado.")
    return None


def grounds_of(animal: Animal) -> list[str]:
    """The grounds that fit the animal's record: with a tutor, of the community, or of the street."""
    if animal.is_community:
        return [Ground.COMMUNITY]
    return [Ground.SOCIAL, Ground.OTHER] if animal.tutor_id else [Ground.STREET]


@transaction.atomic
def enter(*, animal: Animal, ground, programme="", is_resident=True, at, by, key=None) -> CastrationRequest:
    """An animal enters the queue, with the law's basis. Sent again with the same `key` it gives the same request.

    Raises `Refusal`: not a dog or cat, dead, already castrated, already in the queue, a ground that does not fit.
    """
    animal = Animal.objects.select_for_update(of=("self",)).get(pk=animal.pk)
    made = CastrationRequest.objects.of(animal.municipality).filter(key=key).first() if key else None
    if made is not None:
        return made
    refusal = refusal_for(animal)
    if refusal is not None:
        raise refusal
    if ground not in grounds_of(animal):
        label = Ground(ground).label
        raise Refusal(
            "other_ground", f"O cadastro do animal não é de “{label}”. Corrija o cadastro ou o fundamento."
        )
    waiting = CastrationRequest.objects.of(animal.municipality).open().filter(animal=animal).first()
    if waiting is not None:
        raise Refusal("already_waiting", f"Já está na fila desde {waiting.requested_at:%d/%m/%Y}.")
    on = at.date()
    found = eligibility(
        municipality=animal.municipality, ground=ground, programme=programme, is_resident=is_resident, on=on
    )
    return CastrationRequest.objects.create(
        municipality=animal.municipality,
        animal=animal,
        ground=ground,
        programme=programme if ground == Ground.SOCIAL else "",
        is_resident=is_resident,
        requested_at=at,
        requested_by=by,
        basis=[{"text": found.sentence, "article": "", "arithmetic": ""}, *found.basis],
        law=_record(Lawbook(animal.municipality, on)),
        key=key,
    )


def _record(lawbook) -> dict:
    try:
        return dict(lawbook.record())
    except LawError:
        return {}


def contact_of(request: CastrationRequest) -> Tutor | None:
    """Whom to call: the tutor, or the caretaker of a community animal."""
    if request.animal.tutor is not None:
        return request.animal.tutor
    last = CommunityCommitment.objects.filter(animal=request.animal).select_related("caretaker").last()
    return last.caretaker if last else None


def position_of(request: CastrationRequest) -> int | None:
    """The place in the queue, from 1; None when the request does not wait."""
    keys = list(CastrationRequest.objects.of(request.municipality).waiting().values_list("pk", flat=True))
    return keys.index(request.pk) + 1 if request.pk in keys else None


@dataclass(frozen=True)
class Situation:
    """Where a request stands, in words, and whether it is still to be attended."""

    words: str
    is_open: bool


def situation_of(request: CastrationRequest) -> Situation:
    """Withdrawn, done, with a place, waiting in its turn, or closed by what happened to the animal."""
    if request.withdrawn_on is not None:
        return Situation(f"saiu em {request.withdrawn_on:%d/%m/%Y}: {request.withdrawn_reason}", False)
    held = request.appointments.filter(result__in=("", Result.DONE)).select_related("day").last()
    if held is not None and held.result == Result.DONE:
        return Situation(f"castrado em {held.day.on:%d/%m/%Y}", False)
    refusal = refusal_for(request.animal)
    if refusal is not None:
        return Situation(f"encerrado: {refusal.sentence[:1].lower()}{refusal.sentence[1:]}", held is not None)
    if held is not None:
        return Situation(f"com vaga em {held.day.on:%d/%m/%Y}", True)
    return Situation(f"{position_of(request)}º lugar", True)


@transaction.atomic
def withdraw(*, request: CastrationRequest, reason: str, on: date, at, by) -> CastrationRequest:
    """The request leaves the queue; a place that it holds is given back. Withdrawing twice changes nothing."""
    _lock_queue(request.municipality_id)
    request = CastrationRequest.objects.select_for_update(of=("self",)).get(pk=request.pk)
    if request.withdrawn_on is not None:
        return request
    if request.appointments.filter(result=Result.DONE).exists():
        raise Refusal("already_done", "A castração já foi realizada.")
    for held in request.appointments.filter(result=""):
        held.result, held.result_reason = Result.CANCELLED, reason
        held.result_at, held.result_by = at, by
        held.save()
    request.withdrawn_on, request.withdrawn_reason = on, reason
    request.save(update_fields=["withdrawn_on", "withdrawn_reason"])
    return request


def _lock_queue(municipality_id) -> None:
    """One call at a time in a municipality. It keeps nobody from writing other records of the municipality."""
    Municipality.objects.select_for_update(no_key=True).get(pk=municipality_id)


def open_day(*, municipality, on: date, place: str, places: int, today: date, by) -> CastrationDay:
    """A day of surgery with its places. Raises `Refusal` for a day past, or already open at the place."""
    if on < today:
        raise Refusal("day_past", "O dia já passou.")
    try:
        with transaction.atomic():
            return CastrationDay.objects.create(
                municipality=municipality, on=on, place=place, places=places, opened_by=by
            )
    except IntegrityError as error:
        raise Refusal("day_open", f"O dia {on:%d/%m/%Y} já está aberto em {place}.") from error


@transaction.atomic
def call_next(*, day: CastrationDay, at, by, key=None) -> CastrationAppointment:
    """Gives the next place of a day to the head of the queue, once for each `key`.

    Raises `Refusal`: the day is past, there is no free place, nobody waits. Who was already called for this very day
    is not called for it again.
    """
    _lock_queue(day.municipality_id)
    CastrationDay.objects.select_for_update(of=("self",)).get(pk=day.pk)
    made = CastrationAppointment.objects.filter(key=key).first() if key else None
    if made is not None:
        return made
    day = CastrationDay.objects.with_places().get(pk=day.pk)
    if day.on < at.date():
        raise Refusal("day_past", "O dia já passou: abra outro dia.")
    if day.free < 1:
        raise Refusal("day_full", f"As {day.places} vagas deste dia já foram dadas.")
    queue = CastrationRequest.objects.of(day.municipality).waiting().exclude(appointments__day=day)
    request = queue.first()
    if request is None:
        raise Refusal("queue_empty", "Ninguém espera na fila para este dia.")
    return CastrationAppointment.objects.create(request=request, day=day, called_by=by, called_at=at, key=key)


@transaction.atomic
def record_result(
    *, appointment: CastrationAppointment, result, reason="", vet_name="", vet_crmv="", at, by
) -> CastrationAppointment:
    """What came of a place. Done copies the castration to the animal; anything else gives the place back.

    The same result recorded twice changes nothing. Raises `Refusal`: another result is on record, a surgery or an
    absence before its day, no vet, no reason.
    """
    _lock_queue(appointment.day.municipality_id)
    row = CastrationAppointment.objects.select_for_update(of=("self",)).get(pk=appointment.pk)
    if row.result:
        if row.result == result:
            return row
        raise Refusal("already_recorded", f"Já consta: {row.get_result_display()}.")
    on = at.date()
    if result in (Result.DONE, Result.MISSED) and on < row.day.on:
        raise Refusal("before_the_day", f"O dia da cirurgia é {row.day.on:%d/%m/%Y}.")
    if result == Result.DONE and not (vet_name and vet_crmv):
        raise Refusal("vet_missing", "Informe quem operou e o CRMV.")
    if result == Result.DEFERRED and not reason:
        raise Refusal("reason_missing", "Escreva por que a cirurgia foi adiada.")
    row.result, row.result_reason, row.result_at, row.result_by = result, reason, at, by
    if result == Result.DONE:
        row.vet_name, row.vet_crmv = vet_name, vet_crmv
        animal_facts.neuter(
            animal=row.request.animal,
            on=row.day.on,
            at=at,
            by=by,
            reported_by=f"{vet_name}, {br.crmv(vet_crmv)}",
            notes="Programa de castração",
        )
    row.save()
    return row
