"""The municipality's own rules about money, entered by its manager with the act that sets them. None is the default.

A rule of delay holds for the charges made since its day; one of instalments, for the agreements made since then.
"""

from datetime import date, datetime
from decimal import Decimal

from django.db import transaction

from zoonoses.documents.refusals import Refusal
from zoonoses.municipalities.models import Municipality, Role
from zoonoses.treasury.models import Charge, IndexVariation, InstalmentRule, LateRule
from zoonoses.treasury.querysets import FINES

MOST_INSTALMENTS = 120
ADDS = ("late_fine", "interest", "index")


def late_rule_of(charge: Charge) -> LateRule | None:
    """What a delay adds to a charge, by the version in force on the day it was made; None where nothing is added."""
    rows = LateRule.objects.of(charge.municipality)
    found = rows.of_charge(charge.kind, charge.charged_on).first()
    return found if found is not None and any(getattr(found, name) for name in ADDS) else None


def bears_additions(municipality):
    """Whether a delay adds something to a charge, as a function of charges, for lists: one query for all of them."""
    versions = list(LateRule.objects.of(municipality))

    def answer(charge: Charge) -> bool:
        scope = LateRule.Scope.FINES if charge.kind in FINES else LateRule.Scope.ALL
        found = standing_version(versions, scope, charge.charged_on)
        return found is not None and any(getattr(found, name) for name in ADDS)

    return answer


def instalment_rule_of(charge: Charge, on: date) -> InstalmentRule | None:
    """The rule under which a charge may be paid in instalments on a day; None where there is none."""
    found = InstalmentRule.objects.of(charge.municipality).of_charge(charge.kind, on).first()
    return found if found is not None and found.max_count else None


def standing_version(rows, scope: str, on: date):
    """Which of some versions, the latest first, holds on a day for a scope: for fines, also one for all charges."""
    scopes = ("all", scope)
    return next((row for row in rows if row.from_on <= on and row.scope in scopes), None)


@transaction.atomic
def enter_late_rule(*, municipality, by, at: datetime, **values) -> LateRule:
    """A version of what a delay adds; one without any percentage or index ends the former. The same again is one row.

    Raises `Refusal`: not the manager, no act, or a limit below what a day of delay adds.
    """
    limit, daily = values.get("late_fine_limit"), values.get("late_fine", Decimal(0))
    if limit is not None and not daily <= limit <= 100:
        raise Refusal("limit_absurd", "O limite da multa de mora vai do percentual dela até 100%.")
    return _enter(LateRule, municipality, by, at, values)


@transaction.atomic
def enter_instalment_rule(*, municipality, by, at: datetime, **values) -> InstalmentRule:
    """A version of the rule of instalments; one without a number of them allows none from its day on.

    Raises `Refusal`: not the manager, no act, or a number that is none.
    """
    count, breaks = values.get("max_count"), values.get("breaks_after")
    if count is not None and not 2 <= count <= MOST_INSTALMENTS:
        raise Refusal("count_absurd", f"O número máximo de parcelas vai de 2 a {MOST_INSTALMENTS}.")
    if breaks is not None and not 1 <= breaks <= MOST_INSTALMENTS:
        raise Refusal("count_absurd", f"O acordo se rompe com 1 a {MOST_INSTALMENTS} parcelas em atraso.")
    return _enter(InstalmentRule, municipality, by, at, values)


def _enter(model, municipality, by, at, values):
    if by.role != Role.MANAGER or by.municipality_id != municipality.pk:
        raise Refusal("not_allowed", "Só o gestor informa as regras do Município.")
    values["act"] = values.get("act", "").strip()
    if not values["act"]:
        raise Refusal("act_missing", "Informe o ato do Município que fixa a regra: sem ele, nada se aplica.")
    Municipality.objects.select_for_update(no_key=True).get(pk=municipality.pk)
    latest = model.objects.of(municipality).order_by("-pk").first()
    if latest is not None and all(getattr(latest, name) == value for name, value in values.items()):
        return latest
    return model.objects.create(municipality=municipality, entered_by=by, entered_at=at, **values)


def indexes_of(municipality) -> list[str]:
    """Names of the indexes that some version of a rule uses."""
    rows = LateRule.objects.of(municipality).exclude(index="")
    return sorted(set(rows.values_list("index", flat=True)))


def variations_of(municipality):
    """What was entered of the indexes, replaced entries included, the latest month first."""
    return IndexVariation.objects.of(municipality).select_related("entered_by__user")


@transaction.atomic
def enter_variation(
    *, municipality, index: str, month: date, percent: Decimal, source: str, by, at: datetime
) -> IndexVariation:
    """How much an index varied in a month. An earlier entry of the month is replaced and stays in the history.

    Payments already received keep what they were counted with. Raises `Refusal`: not the manager, or no rule uses it.
    """
    if by.role != Role.MANAGER or by.municipality_id != municipality.pk:
        raise Refusal("not_allowed", "Só o gestor informa a variação de um índice.")
    if index not in indexes_of(municipality):
        raise Refusal("index_unknown", "Nenhuma regra do Município usa este índice.")
    Municipality.objects.select_for_update(no_key=True).get(pk=municipality.pk)
    month = month.replace(day=1)
    standing = IndexVariation.objects.of(municipality).filter(index=index, month=month, superseded=False)
    found = standing.first()
    if found is not None and (found.percent, found.source) == (percent, source):
        return found
    standing.update(superseded=True)
    return IndexVariation.objects.create(
        municipality=municipality,
        index=index,
        month=month,
        percent=percent,
        source=source,
        entered_by=by,
        entered_at=at,
    )
