"""Deciding an auto, at first or on appeal: keep it, change it by a new computation of the law, or cancel it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal

from django.db import transaction

from fines.documents import written
from fines.documents_process import decision_body
from fines.models import Decision, InfractionNotice, NoticeItem
from fines.services import debts
from fines.services.finality import tell_ledger
from fines.services.procedure import Process, locked, subject_of
from fines.services.proposals import Choice, Proposal, propose
from registry.models import Penalty, PenaltyLifted
from registry.services import ledger
from zoonoses.documents.contexts_fines import DECISION
from zoonoses.documents.kinds import ActKind, DocumentKind
from zoonoses.documents.models import Act
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import acts, idempotency, issuing
from zoonoses.law.process import Source
from zoonoses.municipalities import clock
from zoonoses.municipalities.templatetags import br

FIRST, SECOND = 1, 2
STEPS = {FIRST: "decision", SECOND: "final_decision"}
KINDS = {FIRST: ActKind.DECISION, SECOND: ActKind.FINAL_DECISION}
LABELS = {FIRST: "Decisão", SECOND: "Decisão do recurso"}
DEFAULT_BODY = {FIRST: "Autoridade julgadora", SECOND: "Autoridade superior"}
COPIES = ("autuado", "processo")
KEPT, CHANGED, CANCELLED = "kept", "changed", "cancelled"


@dataclass(frozen=True)
class Change:
    """One conduct as the decision sees it; a conduct left out of the changes falls."""

    item_id: int
    animals: int
    gravity: str = ""


@dataclass(frozen=True)
class Draft:
    """What whoever decides says. `changes` and the circumstances count only for a decision that changes."""

    outcome: str
    reasons: str
    changes: Sequence[Change] = ()
    aggravating: Sequence[str] = ()
    mitigating: Sequence[str] = ()
    votes: Sequence[dict] = ()


@dataclass(frozen=True)
class Proposed:
    """The decision before it exists: what is printed and what is written."""

    instance: int
    outcome: str
    reasons: str
    decided_by: str
    source: Source | None
    items: list[dict]
    total: Decimal | None
    unit: str
    votes: list[dict] = field(default_factory=list)

    @property
    def instance_label(self) -> str:
        return LABELS[self.instance]

    @property
    def written_total(self) -> str:
        return "" if not self.total else br.quantity({"amount": self.total, "unit": self.unit})


@dataclass(frozen=True)
class Board:
    """What whoever decides may choose from. `classes` only where the law lets a person choose the gravity."""

    items: list[dict]
    classes: list[tuple[str, str]]
    circumstances: tuple
    aggravating: list[str]
    mitigating: list[str]


def board(process: Process) -> Board:
    """What the page of a decision offers: the conducts that stand and what the law leaves open about them."""
    ruleset = process.lawbook.ruleset
    rows = list(process.notice.items.all())
    classes = [(code, row.label) for code, row in ruleset.gravities.items()]
    counted = ruleset.gravity_mode == "counted"
    return Board(
        items=standing_items(process),
        classes=classes if ruleset.gravity_mode == "chosen" else [],
        circumstances=tuple(row for row in ruleset.circumstances.values() if row.selectable and counted),
        aggravating=list(dict.fromkeys(code for row in rows for code in row.aggravating)),
        mitigating=list(dict.fromkeys(code for row in rows for code in row.mitigating)),
    )


def plan(*, notice: InfractionNotice, instance: int, draft: Draft, by, at: datetime):
    """The process and the decision as it would be made now; writes nothing. Raises `Refusal` with the reason."""
    process = Process(notice, by=by)
    step = process.require(STEPS[instance], at.date())
    _check(process, draft)
    if draft.outcome == CHANGED:
        items, total = _recomputed(process, draft, at)
        _check_change(process, instance, items, total)
    elif draft.outcome == KEPT:
        items = standing_items(process)
        total = (process.first or process.notice).total
    else:
        items, total = [], None
    body = process.rules.judged_by if instance == FIRST else process.rules.appealed_to
    return process, Proposed(
        instance=instance,
        outcome=draft.outcome,
        reasons=draft.reasons.strip(),
        decided_by=body or DEFAULT_BODY[instance],
        source=step.source,
        items=items,
        total=total,
        unit=notice.unit,
        votes=[dict(row) for row in draft.votes],
    )


def preview(*, notice: InfractionNotice, instance: int, draft: Draft, by, at: datetime):
    """The decision exactly as it would be printed now; writes nothing. Raises `Refusal`."""
    process, ruling = plan(notice=notice, instance=instance, draft=draft, by=by, at=at)
    return decision_body(process=process, ruling=ruling, by=by, at=at)


@transaction.atomic
def decide(*, notice: InfractionNotice, instance: int, draft: Draft, by, at: datetime, key=None) -> Decision:
    """Decides, issues the decision, and follows it through: ledger, debt.

    `at` is the local moment. The same `key` gives the decision already made. Raises `Refusal`: out of order, out of
    time, by who drew up the auto or may not judge, without reasons, or a change that the law does not compute.
    """
    notice = locked(notice)

    def make() -> Act:
        process, ruling = plan(notice=notice, instance=instance, draft=draft, by=by, at=at)
        act = _record(process, ruling, by, at)
        _write(act, process, ruling)
        _follow(act, process, ruling, by, at)
        return act

    act = idempotency.once(notice.act.case.municipality, key, make) if key else make()
    return Decision.objects.select_related("act__document", "notice").get(act=act)


def _check(process, draft) -> None:
    if draft.outcome not in Decision.Outcome.values:
        raise Refusal("outcome_missing", "Escolha o resultado: manter, alterar ou cancelar.")
    if not draft.reasons.strip():
        raise Refusal("reasons_missing", "A decisão é motivada: escreva os fundamentos.")
    if process.rules.collegiate and len(draft.votes) < 2:
        raise Refusal("votes_missing", "O julgamento é colegiado: informe o voto de cada membro.")


def _check_change(process, instance, items, total) -> None:
    before = standing_items(process)
    if not items:
        raise Refusal("nothing_stands", "Nenhuma conduta ficou: se é isso, o resultado é cancelar.")
    was = (process.first or process.notice).total
    same = [(row["item"], row["animals"], row["gravity"], row["amount"]) for row in before]
    if same == [(row["item"], row["animals"], row["gravity"], row["amount"]) for row in items]:
        raise Refusal("nothing_changed", "Nada muda com isto: se é isso, o resultado é manter.")
    if instance == SECOND and (total or 0) > (was or 0):
        raise Refusal("worse_on_appeal", "O recurso é do autuado: a decisão dele não pode aumentar a multa.")


def standing_items(process: Process) -> list[dict]:
    """The conducts that stand now, as a decision keeps them: by the first decision, or by the auto."""
    if process.first is not None:
        return [dict(row) for row in process.first.items]
    label = process.lawbook.ruleset.label
    return [
        {
            "item": row.pk,
            "infraction": row.infraction,
            "label": row.label,
            "article": row.article,
            "animals": row.animals,
            "gravity": row.gravity,
            "gravity_label": label(row.gravity) if row.gravity else "",
            "amount": None if row.amount is None else str(row.amount),
            "written_amount": row.written_amount,
            "consequences": [*row.consequences, *row.discretionary],
            "basis": list(row.basis),
        }
        for row in process.notice.items.all()
    ]


def _recomputed(process, draft, at) -> tuple[list[dict], Decimal | None]:
    """What the law answers for the conducts that stand, with what the decision found."""
    standing = {row["item"] for row in standing_items(process)}
    changes = {change.item_id: change for change in draft.changes if change.item_id in standing}
    rows = [row for row in process.notice.items.select_related("typed_by__user") if row.pk in changes]
    if not rows:
        return [], None
    proposal = propose(
        case=process.notice.act.case,
        choices=[_choice(row, changes[row.pk], draft) for row in rows],
        offender=process.notice.offender,
        on=at.date(),
        aggravating=tuple(draft.aggravating),
        mitigating=tuple(draft.mitigating),
        typed_by=next((row.typed_by for row in rows if row.typed_by), None),
        fact_on=clock.local(process.lawbook.municipality, process.notice.fact_at).date(),
    )
    return _computed(rows, proposal), proposal.total


def _choice(row: NoticeItem, change: Change, draft: Draft) -> Choice:
    if not 1 <= change.animals <= row.animals:
        raise Refusal("animals", f"“{row.label}”: o auto é de {row.animals}; informe de 1 a {row.animals}.")
    gravity = change.gravity or row.gravity
    return Choice(
        finding_id=row.finding_id,
        gravity=gravity,
        gravity_reason=draft.reasons
        if change.gravity and change.gravity != row.gravity
        else row.gravity_reason,
        discretionary=tuple(each["code"] for each in row.discretionary),
        typed_amount=row.typed_amount,
        typed_source=row.typed_source,
        judged_animals=change.animals,
    )


def _computed(rows, proposal: Proposal) -> list[dict]:
    by_finding = {item.finding.pk: item for item in proposal.items}
    return [
        {
            "item": row.pk,
            "infraction": row.infraction,
            "label": row.label,
            "article": row.article,
            "animals": found.animals,
            "gravity": found.gravity,
            "gravity_label": found.gravity_label,
            "amount": None if found.amount is None else str(found.amount),
            "written_amount": written(found.amount, found.unit),
            "consequences": [*found.consequences, *found.discretionary],
            "basis": [dict(step) for step in found.basis],
        }
        for row in rows
        for found in [by_finding[row.finding_id]]
    ]


def _record(process, ruling, by, at) -> Act:
    case = process.notice.act.case
    document = issuing.issue(
        municipality=case.municipality,
        kind=DocumentKind.DECISION,
        template=DECISION,
        title=ruling.instance_label,
        body=decision_body(process=process, ruling=ruling, by=by, at=at),
        at=at,
        author=by,
        case=case,
        copies=COPIES,
    )
    answered = (process.notice, process.defence, process.first, process.appeal)
    return acts.record(
        case=case,
        kind=KINDS[ruling.instance],
        at=at,
        author=by,
        document=document,
        subjects=[subject_of(process.notice)],
        rests_on=[row.act for row in answered if row is not None],
        law=process.lawbook.record(),
    )


def _write(act, process, ruling) -> None:
    Decision.objects.create(
        act=act,
        notice=process.notice,
        instance=ruling.instance,
        outcome=ruling.outcome,
        reasons=ruling.reasons,
        decided_by=ruling.decided_by,
        votes=ruling.votes,
        items=ruling.items,
        total=ruling.total or None,
        unit=ruling.unit,
    )


def _follow(act, process, ruling, by, at) -> None:
    """The penalties that fell no longer count; the debt is what the decision leaves of it."""
    notice = process.notice
    if ruling.outcome == CANCELLED:
        ledger.lift(notice_act=notice.act, by_act=act, on=at.date())
    elif ruling.outcome == CHANGED:
        kept = {row["infraction"] for row in ruling.items}
        fallen = Penalty.objects.filter(act=notice.act).standing().exclude(provision__in=kept)
        PenaltyLifted.objects.bulk_create(PenaltyLifted(penalty=row, on=at.date(), act=act) for row in fallen)
    tell_ledger(notice)
    debts.follow_decision(notice=notice, before=process.amount, by=by, at=at)


def after_annulment(document, act) -> None:
    """Hook of annulment: the penalties that a fallen decision lifted stand again."""
    decided = Act.objects.filter(document=document, kind__in=KINDS.values())
    PenaltyLifted.objects.filter(act__in=decided).delete()
