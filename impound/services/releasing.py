"""Entrega por resgate: the Termo de resgate e responsabilidade, the exit of each animal, and whose it is from now."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from impound.documents.redemption import release_body
from impound.models import Exit, Redemption, RedemptionItem, SeizedAnimal
from impound.services import law, leaving, losses
from impound.services.leaving import Leaving, leave
from impound.services.redemption_bills import COPIES, account, check_open
from impound.services.redemption_checklist import PURPOSE, TERM, checklist
from impound.services.redemption_dues import present
from impound.services.redemptions import owner_is_proved, take_tutor
from zoonoses.documents.contexts_impound_redemption import RELEASE, ReleaseBody
from zoonoses.documents.kinds import ActKind, DocumentKind
from zoonoses.documents.models import Act
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import acts, issuing
from zoonoses.documents.services.idempotency import once


@dataclass(frozen=True)
class Plan:
    """A release as it would be: the animals, and the Termo to be signed."""

    redemption: Redemption
    animals: tuple[SeizedAnimal, ...]
    body: ReleaseBody


def act_of(redemption: Redemption) -> Act | None:
    """The act of the release, or None while the animals wait."""
    rows = Act.objects.filter(kind=ActKind.RELEASE, rests_on=redemption.act_id)
    return rows.select_related("document", "author__user").order_by("-pk").first()


def plan(*, redemption: Redemption, at: datetime, by) -> Plan:
    """The release of the animals still here, under the law of the day of the seizure. Writes nothing.

    Raises `Refusal` with the article of what is missing, for an animal under observation, or for a request that ended.
    """
    animals = present(redemption)
    check_open(redemption, animals)
    for custody in animals:
        lost = losses.refusal_for(custody, [redemption.owner, redemption.requester])
        if lost is not None:
            raise lost
    paid = account(redemption)
    found = checklist(redemption, at=at, animals=animals, paid=paid)
    if found.refusal is not None:
        raise found.refusal
    if found.missing:
        needs = [item.need for item in found.missing]
        raise Refusal(
            "missing",
            f"Falta para a entrega: {'; '.join(need.label for need in needs)}.",
            "; ".join(dict.fromkeys(need.article for need in needs if need.article)),
        )
    for custody in animals:
        leaving.check_observed(custody, Exit.Kind.REDEMPTION)
    lawbook = law.lawbook_of(animals[0])
    body = release_body(
        redemption,
        animals,
        [(item.need, item.how) for item in found.items],
        paid=paid,
        law=lawbook.ruleset.header.short_title,
        rule=lawbook.ruleset.custody,
        article=lawbook.ruleset.checklists[PURPOSE].article,
        at=at,
        by=by,
    )
    return Plan(redemption, tuple(animals), body)


@transaction.atomic
def release(*, redemption: Redemption, at: datetime, by, key) -> Act:
    """Hands the animals over: the Termo is issued for the requester to sign in the act, and each animal leaves once.

    The same key gives the release already made. Raises `Refusal` as `plan`, and for an animal that somebody else has
    taken out meanwhile.
    """

    def make() -> Act:
        leaving.lock(present(redemption))
        row = Redemption.objects.select_related(
            "act__case__municipality", "seizure__act", "requester", "owner"
        ).get(pk=redemption.pk)
        ready = plan(redemption=row, at=at, by=by)
        return _hand_over(ready, at, by)

    return once(redemption.municipality, key, make)


def _hand_over(ready: Plan, at, by) -> Act:
    redemption, lawbook = ready.redemption, law.lawbook_of(ready.animals[0])
    rule = lawbook.ruleset.checklists[PURPOSE]
    document = _issue(ready, at, by)
    act = acts.record(
        case=redemption.act.case,
        kind=ActKind.RELEASE,
        at=at,
        author=by,
        document=document,
        subjects=[f"seized_animal:{row.pk}" for row in ready.animals],
        rests_on=[redemption.act],
        law=lawbook.record(),
    )
    if any(need.code == TERM for need in rule.needs):
        RedemptionItem.objects.get_or_create(
            redemption=redemption,
            code=TERM,
            undone_at=None,
            defaults={"label": str(document), "recorded_at": at, "recorded_by": by},
        )
    for custody in ready.animals:
        if owner_is_proved(redemption, custody):
            take_tutor(redemption, custody, at=at, by=by)
    leaving_by = Leaving(
        kind=Exit.Kind.REDEMPTION,
        destination=PURPOSE if _choice(lawbook) else "",
        article=_article(lawbook, rule),
        receiver=redemption.requester,
    )
    leave(custodies=ready.animals, leaving=leaving_by, act=act, at=at, by=by)
    return act


def _issue(ready: Plan, at, by):
    return issuing.issue(
        municipality=ready.redemption.municipality,
        kind=DocumentKind.RELEASE,
        template=RELEASE,
        title=DocumentKind.RELEASE.label,
        body=ready.body,
        at=at,
        author=by,
        case=ready.redemption.act.case,
        copies=COPIES,
    )


def _choice(lawbook):
    """Redemption as an item of the law's list of destinations, where the law lists it."""
    rule = lawbook.ruleset.destinations
    return next((item for item in rule.choices if item.code == PURPOSE), None) if rule else None


def _article(lawbook, rule) -> str:
    choice = _choice(lawbook)
    return (choice.article if choice and choice.article else rule.article)[:120]
