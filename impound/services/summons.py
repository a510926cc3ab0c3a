"""Notificar o tutor: who is called, for which animals, until when, with what, and at what cost.

Where the law orders it for an identified animal, the paper says so; elsewhere it is a courtesy, and says that too.
Nobody is called who was not identified.
"""

from collections.abc import Sequence
from datetime import datetime, time
from uuid import UUID

from django.db import transaction

from impound.documents.summons import (
    COURTESY,
    COURTESY_UNIDENTIFIED,
    ORDERED,
    ORDERED_IN_PART,
    TITLE,
    summons_body,
)
from impound.models import SeizedAnimal, Seizure, Summons
from impound.services import law, leaving, state
from impound.services.ahead import IDENTIFIED, SILENT, term_lines
from impound.services.redemption_checklist import PURPOSE, facts_of
from registry.models import Tutor
from zoonoses.documents.contexts_impound_seizing import SUMMONS, LawLine
from zoonoses.documents.kinds import ActKind, DocumentKind
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import acts, issuing
from zoonoses.documents.services.idempotency import once
from zoonoses.municipalities import clock
from zoonoses.municipalities.templatetags import br

NOON = time(12)


def ordered(lawbook, animals: Sequence[SeizedAnimal]) -> list[SeizedAnimal]:
    """Those for which the law orders the call: registered and wearing their tag, where it says so."""
    if law.custody_rule(lawbook).summons != IDENTIFIED:
        return []
    return [custody for custody in animals if custody.identified]


def order_text(lawbook, animals: Sequence[SeizedAnimal]) -> tuple[str, str]:
    """Why this paper is sent, with the article where the law orders it."""
    rule, found = law.custody_rule(lawbook), ordered(lawbook, animals)
    if rule.summons != IDENTIFIED:
        return COURTESY, ""
    if not found:
        return COURTESY_UNIDENTIFIED, rule.summons_article
    if len(found) < len(animals):
        return ORDERED_IN_PART.format(numbers=numbers_text(found)), rule.summons_article
    return ORDERED, rule.summons_article


def numbers_text(animals: Sequence[SeizedAnimal]) -> str:
    """`nº 0001/2026`, `nº 0001/2026 e 0002/2026`."""
    numbers = [custody.full_number for custody in animals]
    return f"nº {' e '.join(filter(None, (', '.join(numbers[:-1]), numbers[-1])))}"


def present(seizure: Seizure) -> list[SeizedAnimal]:
    """The animals of a seizure that are still in custody, by entry number."""
    rows = SeizedAnimal.objects.filter(seizure=seizure).in_custody()
    return list(
        rows.select_related("animal__tutor", "municipality", "seizure__owner", "seizure__act").order_by(
            "entry_number"
        )
    )


def owners(animals: Sequence[SeizedAnimal]) -> list[Tutor]:
    """Whom the record knows as owners of these animals, each once."""
    found = [state.owner_of(custody) for custody in animals]
    return list(dict.fromkeys(tutor for tutor in found if tutor is not None))


def plan(*, seizure: Seizure, animals: Sequence[SeizedAnimal], tutor: Tutor, by, at: datetime) -> dict:
    """The body of the paper, without writing anything; raises `Refusal` as `summon`."""
    _check(seizure, animals, tutor)
    lawbook = law.lawbook_of(animals[0])
    terms = state.terms_of(animals[0], lawbook=lawbook)
    return summons_body(
        law=lawbook.ruleset.header.short_title,
        order=order_text(lawbook, animals),
        seizure=seizure,
        animals=animals,
        tutor=tutor,
        until=term_lines(terms),
        bring=_bring(lawbook, animals, at),
        costs=_costs(lawbook, animals, terms, tutor, at),
        basis=terms.basis,
        author=by,
        at=at,
    )


@transaction.atomic
def summon(
    *,
    seizure: Seizure,
    animals: Sequence[SeizedAnimal],
    tutor: Tutor,
    by,
    at: datetime,
    key: UUID | None = None,
) -> Summons:
    """Calls the tutor of animals in custody; the ciência is a later fact. Sent again with the same `key`, one paper.

    Raises `Refusal`: no animal of this seizure in custody, or a call of the same person that still stands.
    """

    def make():
        locked = leaving.lock(animals)
        return _issue(seizure, locked, tutor, by, at).act

    act = once(seizure.municipality, key, make) if key else make()
    return act.summons


def _check(seizure, animals, tutor) -> None:
    if not animals:
        raise Refusal("no_animals", "Escolha ao menos um animal que ainda esteja no depósito.")
    if any(custody.seizure_id != seizure.pk for custody in animals):
        raise ValueError("an animal of another seizure")
    if tutor.municipality_id != seizure.municipality.pk:
        raise ValueError("a person of another municipality")
    standing = Summons.objects.filter(seizure=seizure, tutor=tutor, act__document__annulment=None)
    for earlier in standing.filter(animals__in=animals).select_related("act__document"):
        raise Refusal(
            "already_called",
            f"{tutor.name} já foi notificado(a): {earlier.act.document}, de {earlier.act.on:%d/%m/%Y}. "
            "Registre a ciência dela, ou anule-a antes de emitir outra.",
        )


def _issue(seizure, animals, tutor, by, at) -> Summons:
    case, lawbook = seizure.act.case, law.lawbook_of(animals[0])
    body = plan(seizure=seizure, animals=animals, tutor=tutor, by=by, at=at)
    document = issuing.issue(
        municipality=seizure.municipality,
        kind=DocumentKind.SUMMONS,
        template=SUMMONS,
        title=TITLE,
        body=body,
        at=at,
        author=by,
        case=case,
        copies=("1ª via – tutor", "2ª via – processo"),
    )
    act = acts.record(
        case=case,
        kind=ActKind.SUMMONS,
        at=at,
        author=by,
        document=document,
        rests_on=[seizure.act],
        law=lawbook.record(),
    )
    found = Summons.objects.create(act=act, seizure=seizure, tutor=tutor)
    found.animals.set(animals)
    return found


def _bring(lawbook, animals, at) -> list[LawLine]:
    """What the law wants to see before the animals are handed over, each thing once, in the law's order."""
    rule = lawbook.ruleset.checklists.get(PURPOSE)
    if rule is None:
        return [{"label": "O que apresentar", "text": SILENT}]
    asked = set()
    for custody in animals:
        facts = facts_of(custody, lawbook, requested_on=at.date(), born_on=None)
        answer = law.release(lawbook, purpose=PURPOSE, provided=[], facts=facts)
        asked |= {need.code for need in answer.needs} if answer.refusal is None else _all_needs(rule)
    return [
        {"label": need.label or lawbook.ruleset.label(need.code), "article": need.article or rule.article}
        for need in rule.needs
        if need.code in asked
    ]


def _all_needs(rule) -> set[str]:
    return {need.code for need in rule.needs}


def _costs(lawbook, animals, terms, tutor, at) -> list[LawLine]:
    """The total on the day of the paper and on the last day of the term; item by item where no total is known."""
    town = lawbook.municipality
    days = [(at, "hoje")]
    if terms.ends_on and terms.ends_on > clock.local(town, at).date():
        last = datetime.combine(terms.ends_on, NOON, tzinfo=clock.zone(town))
        days.append((last, f"no último dia, {br.short_date(terms.ends_on)}"))
    lines: list[LawLine] = []
    for moment, words in days:
        bill = state.bill_on(animals, at=moment, owner=tutor, lawbook=lawbook)
        if bill.silent:
            return [{"label": "Custo do resgate", "text": SILENT}]
        if bill.total is not None:
            lines.append(
                {"label": f"Total {words}", "text": br.quantity({"amount": bill.total, "unit": bill.unit})}
            )
            continue
        for row in bill.lines:
            label = f"{row.label[:1].upper()}{row.label[1:]}, {words}"
            lines.append({"label": label, "text": br.quantity(row), "article": row.article})
    return lines
