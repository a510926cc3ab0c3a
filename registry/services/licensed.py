"""Licences that stand at an address on a day, and which of their animals are gone: what the household's limit counts.

An animal of a licence is gone when it died, passed to another tutor, is lost, or was said to have left. Gone is gone:
no other takes its place.
"""

from collections.abc import Iterable
from datetime import date, timedelta

from django.db.models import Exists, OuterRef, Prefetch, Q

from registry.models import AnimalFact, HouseholdReduction, LicenceAnimal, LicenceRequest
from zoonoses.municipalities.lawbook import all_rulesets

Kind = AnimalFact.Kind
LEAVING = (Kind.TRANSFERRED, Kind.ADOPTED)
HOME = "home"
SOON_DAYS = 60


def granted(*, municipality, on: date):
    """Requests whose licence or laudo stands on a day: granted by then, not annulled, and not past its validity."""
    return LicenceRequest.objects.of(municipality).filter(
        Q(decision__valid_until=None) | Q(decision__valid_until__gte=on),
        decision__granted=True,
        decision__decided_on__lte=on,
        decision__document__annulment=None,
    )


def gone_by(rows: Iterable[LicenceAnimal], on: date) -> dict[int, date]:
    """The day on which each animal of a licence left it, by the row's key; those still there are not in it."""
    rows = list(rows)
    facts = AnimalFact.objects.filter(
        animal__in=[row.animal_id for row in rows],
        kind__in=(*LEAVING, Kind.LOST, Kind.FOUND),
        on__lte=on,
        revoked_by=None,
    ).order_by("on", "pk")
    by_animal: dict[int, list[AnimalFact]] = {}
    for fact in facts:
        by_animal.setdefault(fact.animal_id, []).append(fact)
    days = {}
    for row in rows:
        found = _days_out(row, by_animal.get(row.animal_id, []))
        first = min((day for day in found if day <= on), default=None)
        if first is not None:
            days[row.pk] = first
    return days


def _days_out(row: LicenceAnimal, facts: list[AnimalFact]) -> list[date]:
    """Days on which the animal left, whatever the reason; a lost one that was found did not leave."""
    days = [day for day in (row.gone_on, row.animal.died_on) if day is not None]
    days += [fact.on for fact in facts if fact.kind in LEAVING and fact.on > row.request.requested_on]
    search = [fact for fact in facts if fact.kind in (Kind.LOST, Kind.FOUND)]
    if search and search[-1].kind == Kind.LOST:
        days.append(search[-1].on)
    return days


def facts_at(lawbook, *, municipality, address_key: str, on: date) -> dict:
    """What the law's `household` measures besides the animals, as far as licences say it: `licensed` and
    `licensed_gone` (the last licence that lists its animals), `has_report`, and `reduced_limit` (the laudo that
    stands there). Only facts that the law asks for.
    """
    asked = asked_by(lawbook)
    if not address_key or not asked:
        return {}
    found = _licence_facts(lawbook, asked, municipality, address_key, on)
    if "reduced_limit" in asked:
        row = reduction_at(municipality=municipality, address_key=address_key, on=on)
        if row is not None:
            found["reduced_limit"] = row.limit
    return found


def asked_by(lawbook) -> set[str]:
    """What the household of the law of the day asks besides the animals; empty where it limits nothing."""
    household = lawbook.ruleset.household
    return {fact.name for fact in household.facts} if household else set()


def reduction_at(*, municipality, address_key: str, on: date) -> HouseholdReduction | None:
    """The laudo that reduces the limit of an address on a day: the last to begin, if it was not lifted by then."""
    rows = HouseholdReduction.objects.of(municipality).filter(address_key=address_key, starts_on__lte=on)
    rows = rows.filter(Q(lifted_on=None) | Q(lifted_on__gt=on))
    return rows.order_by("-starts_on", "-pk").first() if address_key else None


def _licence_facts(lawbook, asked, municipality, address_key, on) -> dict:
    kinds = {code for code, rule in lawbook.ruleset.licences.items() if rule.holder == HOME and rule.paper}
    if not kinds or not asked & {"licensed", "has_report"}:
        return {}
    animals = Prefetch("animals", LicenceAnimal.objects.select_related("animal", "request"))
    rows = granted(municipality=municipality, on=on).filter(address_key=address_key, kind__in=kinds)
    last = rows.prefetch_related(animals).order_by("decision__decided_on", "pk").last()
    found = {"has_report": last is not None} if "has_report" in asked else {}
    if "licensed" in asked and last is not None and lawbook.ruleset.licences[last.kind].lists_animals:
        listed = list(last.animals.all())
        found.update(licensed=len(listed), licensed_gone=len(gone_by(listed, on)))
    return found


def situated(rows, situation, today):
    """Requests in one situation on a day. An expired licence that was renewed is no longer listed as expired."""
    without_paper = {
        code
        for ruleset in all_rulesets().values()
        for code, rule in ruleset.licences.items()
        if not rule.paper
    }
    standing = Q(decision__granted=True, decision__document__annulment=None)
    if situation == "analise":
        return rows.filter(decision=None, document__annulment=None).exclude(kind__in=without_paper)
    if situation == "registros":
        return rows.filter(kind__in=without_paper)
    if situation == "indeferidas":
        return rows.filter(decision__granted=False)
    if situation == "vigentes":
        until = Q(decision__valid_until=None) | Q(decision__valid_until__gte=today)
        return rows.filter(standing, until).order_by("decision__valid_until", "pk")
    if situation == "a-vencer":
        limits = {"decision__valid_until__range": (today, today + timedelta(days=SOON_DAYS))}
        return rows.filter(standing, **limits).order_by("decision__valid_until", "pk")
    if situation == "vencidas":
        newer = LicenceRequest.objects.filter(
            standing, kind=OuterRef("kind"), holder=OuterRef("holder"), pk__gt=OuterRef("pk")
        )
        late = rows.filter(standing, decision__valid_until__lt=today).exclude(Exists(newer))
        return late.order_by("decision__valid_until", "pk")
    return rows
