"""The laudo that reduces the limit of animals of one address, where the law of the municipality foresees it."""

from django.db import transaction

from registry.models import HouseholdReduction
from registry.services import households, licensed
from registry.text import address_key
from zoonoses.documents.refusals import Refusal, of_law
from zoonoses.law import LawError
from zoonoses.municipalities.lawbook import Lawbook
from zoonoses.municipalities.models import Municipality

PLACE = ("street", "number", "complement", "district", "city", "uf", "postal_code")


def article_of(lawbook: Lawbook) -> str | None:
    """The article of the limit that a laudo may reduce; None where the law of the day has no such reduction."""
    try:
        household = lawbook.ruleset.household
    except LawError:
        return None
    return household.article if household and "reduced_limit" in licensed.asked_by(lawbook) else None


def common_limit(lawbook: Lawbook) -> int:
    """The limit of an address without licence and without laudo. Raises `Refusal`."""
    try:
        answer = households.count(municipality=lawbook.municipality, address_key="", on=lawbook.on)
    except LawError as error:
        raise of_law(error) from error
    if answer is None:
        raise Refusal("not_in_law", "A lei deste município não limita o número de animais por domicílio.")
    return answer["limit"]


@transaction.atomic
def record(*, holder, values, at, by, key=None) -> HouseholdReduction:
    """A laudo of which the holder was intimated; from that day it is the limit of the holder's address.

    `values`: `limit`, `report`, `report_on`, `starts_on`, `reason`. Sent again with the same key it gives the same
    record. Raises `Refusal`: `not_in_law`, `no_address`, `not_reduced` (no less than the common limit),
    `in_the_future`, `before_report`.
    """
    municipality = Municipality.objects.select_for_update(no_key=True).get(pk=holder.municipality_id)
    made = HouseholdReduction.objects.of(municipality).filter(key=key).first() if key else None
    if made is not None:
        return made
    lawbook = Lawbook(municipality, at.date())
    place = address_key(holder.street, holder.number, holder.district)
    _may_record(lawbook, place, values)
    return HouseholdReduction.objects.create(
        municipality=municipality,
        holder=holder,
        address_key=place,
        recorded_by=by,
        recorded_at=at,
        law=dict(lawbook.record()),
        key=key,
        **{name: getattr(holder, name) for name in PLACE},
        **values,
    )


def _may_record(lawbook, place, values) -> None:
    article = article_of(lawbook)
    if article is None:
        raise Refusal("not_in_law", "A lei deste município não prevê limite reduzido por laudo.")
    if not place:
        raise Refusal("no_address", "Preencha primeiro o endereço no cadastro da pessoa.")
    limit = common_limit(lawbook)
    if values["limit"] >= limit:
        raise Refusal("not_reduced", f"O limite comum é {limit}: o laudo fixa um número menor.", article)
    if values["starts_on"] < values["report_on"]:
        raise Refusal("before_report", "A intimação não pode ser anterior ao laudo.", article)
    if values["starts_on"] > lawbook.on:
        raise Refusal("in_the_future", "Registre o limite depois de feita a intimação.", article)


@transaction.atomic
def lift(*, reduction, reason, on, by) -> HouseholdReduction:
    """The laudo no longer stands from a day. Lifted twice it stays as it was lifted first. Raises `Refusal`."""
    row = HouseholdReduction.objects.select_for_update(of=("self",)).get(pk=reduction.pk)
    if row.lifted_on is not None:
        return row
    if not reason.strip():
        raise Refusal("reason_missing", "Escreva por que o laudo deixa de valer.")
    row.lifted_on, row.lifted_reason, row.lifted_by = on, reason.strip(), by
    row.save(update_fields=["lifted_on", "lifted_reason", "lifted_by"])
    return row
