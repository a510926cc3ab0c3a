"""What an auto would say: the law asked for each chosen conduct, with what the agent decided. Writes nothing.

The same proposal is shown before the auto is drawn up and written when it is, so that paper and screen never differ.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal

from inspections.models import Finding
from inspections.services.facts import as_refusal, check_stands, facts_of, lawbook_for, on_record
from registry.models import Penalty, Tutor
from registry.services import ledger
from zoonoses.documents.refusals import Refusal
from zoonoses.law import LawError
from zoonoses.law.procedure import FindingFacts, Step
from zoonoses.municipalities.lawbook import Lawbook

NOTICE = "notice"
ONE_FINE = "one_fine"
PROPOSED = "proposed"


@dataclass(frozen=True)
class Choice:
    """One conduct chosen for the auto, with what the law leaves to the agent.

    `judged_animals`: how many animals a decision finds, when an auto that already stands is being computed again.
    """

    finding_id: int
    gravity: str = ""
    gravity_reason: str = ""
    discretionary: tuple[str, ...] = ()
    typed_amount: Decimal | None = None
    typed_source: str = ""
    judged_animals: int | None = None


@dataclass(frozen=True)
class Item:
    """One conduct of the auto as the law answers it. `amount` is null where no fine follows, or in one joint fine."""

    finding: Finding
    fact_on: date
    article: str
    label: str
    law_text: str
    animals: int
    liable: str
    liable_label: str
    penalty_article: str
    gravity: str
    gravity_label: str
    gravity_reason: str
    aggravating: tuple[str, ...]
    mitigating: tuple[str, ...]
    priors: tuple[Penalty, ...]
    amount: Decimal | None
    unit: str
    consequences: tuple[dict, ...]
    discretionary: tuple[dict, ...]
    basis: tuple[dict, ...]
    typed_amount: Decimal | None = None
    typed_source: str = ""


@dataclass(frozen=True)
class Proposal:
    """The whole auto before it exists."""

    lawbook: Lawbook
    offender: Tutor
    items: tuple[Item, ...]
    total: Decimal | None
    unit: str
    is_proposed: bool
    one_fine: bool
    aggravating: tuple[str, ...] = ()
    mitigating: tuple[str, ...] = ()
    gravity_label: str = ""
    circumstances: tuple[dict, ...] = field(default_factory=tuple)


def propose(
    *,
    case,
    choices: Sequence[Choice],
    offender: Tutor | None,
    on: date,
    aggravating: Sequence[str] = (),
    mitigating: Sequence[str] = (),
    typed_by=None,
    fact_on: date | None = None,
) -> Proposal:
    """The auto that the chosen conducts make on a day, or `Refusal` with the law's reason.

    The law of the day of the fact applies: `fact_on`, by default the day of each visit. `typed_by` is the membership
    that gives the amounts which the published text lacks (`Choice.typed_amount`).

    Refused: nothing chosen, nobody to answer, conducts of two laws, and whatever the guard refuses for one of them (a
    running term, cured, no sanction in the law, an unknown value, a law not in force, an auto that already stands).
    """
    if offender is None:
        raise Refusal("offender_missing", "Identifique quem responde pela infração antes de lavrar o auto.")
    if not choices:
        raise Refusal("nothing_chosen", "Escolha ao menos uma conduta para o auto.")
    findings = _findings(case, choices)
    lawbook = _one_law(findings, fact_on)
    _check_circumstances(lawbook.ruleset, aggravating, mitigating)
    try:
        drafts = [
            _facts(finding, choice, lawbook, offender, (aggravating, mitigating), typed_by, fact_on)
            for finding, choice in zip(findings, choices, strict=True)
        ]
        classes = _joint_gravity(lawbook, drafts)
        items = [
            _item(lawbook, finding, choice, draft, decides, on)
            for finding, choice, draft, decides in zip(findings, choices, drafts, classes, strict=True)
        ]
    except LawError as error:
        raise as_refusal(error) from error
    return _assemble(lawbook, offender, items, aggravating, mitigating)


def _findings(case, choices) -> list[Finding]:
    ids = [choice.finding_id for choice in choices]
    rows = on_record(Finding.objects.filter(inspection__act__case=case, pk__in=ids)).order_by("pk")
    by_id = {row.pk: row for row in rows}
    if len(by_id) != len(set(ids)) or len(ids) != len(set(ids)):
        raise Refusal("not_in_case", "Uma das condutas escolhidas não é deste caso.")
    for finding in by_id.values():
        check_stands(finding)
    return [by_id[pk] for pk in ids]


def _one_law(findings, fact_on) -> Lawbook:
    """One auto is under one law: that of the day of its facts, for conducts that were found under one law."""
    lawbooks = [lawbook_for(finding) for finding in findings]
    try:
        ids = {lawbook.ruleset.id for lawbook in lawbooks}
    except LawError as error:
        raise as_refusal(error) from error
    if len(ids) > 1:
        raise Refusal("two_laws", "As condutas são de dias sob leis diferentes: lavre um auto para cada lei.")
    return lawbooks[0] if fact_on is None else Lawbook(lawbooks[0].municipality, fact_on)


def _check_circumstances(ruleset, aggravating, mitigating) -> None:
    for code in (*aggravating, *mitigating):
        circumstance = ruleset.circumstances.get(code)
        if circumstance is None or not circumstance.selectable:
            raise Refusal("not_in_law", "Uma das circunstâncias escolhidas não está na lei.")


def _facts(finding, choice, lawbook, offender, circumstances, typed_by, fact_on):
    """The record of the finding, with the agent's choices and the history of who really answers."""
    facts = facts_of(finding, lawbook=lawbook)
    facts = replace(facts, fact_on=fact_on or facts.fact_on)
    priors = ledger.priors(tutor=offender, lawbook=lawbook, provision=finding.infraction, on=facts.fact_on)
    facts = replace(facts, offender=offender.kind, priors=len(priors.same), other_priors=len(priors.other))
    mode = lawbook.ruleset.gravity_mode
    if mode == "counted":
        aggravating, mitigating = map(tuple, circumstances)
        facts = replace(facts, gravity=None, aggravating=aggravating, mitigating=mitigating)
    elif mode == "chosen":
        facts = replace(facts, gravity=choice.gravity or None)
        if choice.gravity and not choice.gravity_reason.strip():
            raise Refusal("reason_missing", f"Escreva por que escolheu a gravidade de “{finding.label}”.")
    if choice.judged_animals is not None:
        count = choice.judged_animals
        facts = replace(facts, noticed=False, cured=False, judged=True, animals=count, remaining=count)
    return replace(facts, **_typed(finding, choice, typed_by)), priors


def _typed(finding, choice, typed_by) -> dict:
    """The amount that a person gives for want of it in the published text, and who gives it from what source."""
    source = choice.typed_source.strip()
    if choice.typed_amount is None and not source:
        return {}
    if choice.typed_amount is None or choice.typed_amount <= 0 or not source or typed_by is None:
        raise Refusal(
            "source_missing",
            f"“{finding.label}”: informe o valor, maior que zero, junto com a fonte em que foi consultado.",
            finding.article,
        )
    return {
        "typed_amount": choice.typed_amount,
        "typed_source": f"Informado por {who_typed(typed_by)}. Fonte: {source.rstrip('.')}.",
    }


def who_typed(membership) -> str:
    """`Maria Souza, agente, matrícula 123`: who answers for an amount that is not in the law's text."""
    post = membership.position or membership.get_role_display()
    badge = f", matrícula {membership.badge}" if membership.badge else ""
    return f"{membership.user.name}, {post}{badge}"


def gravity_rank(ruleset, gravity: str | None) -> int:
    """Place of a class in the law's own order, the lightest first; -1 for none."""
    order = list(ruleset.gravities)
    return order.index(gravity) if gravity in order else -1


def _joint_gravity(lawbook, drafts) -> list[tuple[str | None, str | None]]:
    """For each conduct its own class and the class of the whole auto.

    Where the law makes one auto, one class and one fine, the gravest class among the conducts is that of all;
    elsewhere nothing is joined (null).
    """
    ruleset = lawbook.ruleset
    if ruleset.practice.multiple != ONE_FINE or ruleset.gravity_mode != "counted":
        return [(None, None) for _ in drafts]
    classes = [sanction_of(lawbook, facts).get("gravity") for facts, _ in drafts]
    joint = max(classes, key=lambda gravity: gravity_rank(ruleset, gravity))
    return [(own, joint) for own in classes]


def sanction_of(lawbook, facts: FindingFacts) -> dict:
    """The law's answer on the sanction of a finding, applicable now or not. Raises `LawError`."""
    given = {
        "infraction": facts.infraction,
        "fact_on": facts.fact_on.isoformat(),
        "animals": facts.animals,
        "offender": facts.offender,
        "priors": facts.priors,
        "other_priors": facts.other_priors,
        "gravity": facts.gravity,
        "aggravating": list(facts.aggravating),
        "mitigating": list(facts.mitigating),
        "typed_amount": facts.typed_amount,
        "typed_source": facts.typed_source,
    }
    return lawbook.ask("sanction", **{key: value for key, value in given.items() if value is not None})


def notice_step(lawbook, facts: FindingFacts, on: date) -> Step | None:
    """The law's step "notice" for these facts on a day, allowed or refused."""
    return next((step for step in lawbook.steps(facts, on) if step.act == NOTICE), None)


def _item(lawbook, finding, choice, draft, classes, on) -> Item:
    facts, priors = draft
    own, joint = classes
    decides = own == joint
    asked = facts if decides else replace(facts, gravity=joint)
    step = notice_step(lawbook, asked, on)
    if step is None:
        raise Refusal("not_offered", f"A lei não prevê auto para “{finding.label}”.", finding.article)
    judged = choice.judged_animals is not None and step.sanction is not None
    if not step.allowed and not judged:
        raise Refusal(step.code, f"“{finding.label}”: {step.reason}", step.article or finding.article)
    answer = step.sanction
    ruleset = lawbook.ruleset
    infraction = ruleset.infractions[finding.infraction]
    fine = (step.allowed and answer.get("fine")) or {}
    return Item(
        finding=finding,
        fact_on=facts.fact_on,
        article=infraction.article,
        label=infraction.label,
        law_text=infraction.law_text,
        animals=facts.remaining or facts.animals,
        liable=answer.get("liable") or "",
        liable_label=ruleset.label(answer["liable"]) if answer.get("liable") else "",
        penalty_article=answer.get("penalty_article") or infraction.article,
        gravity=answer.get("gravity") or "",
        gravity_label=ruleset.label(answer["gravity"]) if answer.get("gravity") else "",
        gravity_reason=choice.gravity_reason.strip(),
        aggravating=facts.aggravating,
        mitigating=facts.mitigating,
        priors=_counted(lawbook, facts, priors),
        amount=Decimal(fine["amount"]) if fine else None,
        unit=fine.get("unit") or ruleset.unit,
        consequences=tuple(coded(ruleset, code) for code in answer.get("consequences", ())),
        discretionary=tuple(_measures(ruleset, finding, choice, answer)),
        basis=tuple(answer.get("basis", ()) if decides else _joint_basis(ruleset)),
        typed_amount=facts.typed_amount,
        typed_source=choice.typed_source.strip(),
    )


def _counted(lawbook, facts: FindingFacts, priors: ledger.Priors) -> tuple[Penalty, ...]:
    """The earlier penalties that weighed: those of the provision, and the others where they change the answer."""
    if not priors.other:
        return tuple(priors.same)
    with_them = sanction_of(lawbook, facts)
    without = sanction_of(lawbook, replace(facts, other_priors=0))
    weighed = any(with_them.get(key) != without.get(key) for key in ("fine", "gravity"))
    return (*priors.same, *(priors.other if weighed else ()))


def coded(ruleset, code: str) -> dict:
    return {"code": code, "label": ruleset.label(code)}


def _measures(ruleset, finding, choice, answer):
    offered = answer.get("discretionary", ())
    for code in choice.discretionary:
        if code not in offered and choice.judged_animals is not None:
            continue
        if code not in offered:
            raise Refusal(
                "measure_not_offered",
                f"A lei não permite acrescentar “{ruleset.label(code)}” a “{finding.label}”.",
                finding.article,
            )
        yield coded(ruleset, code)


def _joint_basis(ruleset):
    article = ruleset.practice.articles.get("multiple", "")
    return [
        {
            "text": "Conduta do mesmo fato: integra a multa única do auto.",
            "article": article,
            "arithmetic": "",
        }
    ]


def _assemble(lawbook, offender, items, aggravating, mitigating) -> Proposal:
    ruleset = lawbook.ruleset
    one_fine = ruleset.practice.multiple == ONE_FINE
    if one_fine:
        items = _fine_once(items)
    amounts = [item.amount for item in items if item.amount is not None]
    circumstances = [ruleset.circumstances[code] for code in (*aggravating, *mitigating)]
    return Proposal(
        lawbook=lawbook,
        offender=offender,
        items=tuple(items),
        total=sum(amounts, Decimal(0)) if amounts else None,
        unit=ruleset.unit,
        is_proposed=ruleset.practice.penalty_stage == PROPOSED,
        one_fine=one_fine,
        aggravating=tuple(aggravating),
        mitigating=tuple(mitigating),
        gravity_label=items[0].gravity_label if one_fine else "",
        circumstances=tuple(
            {"label": row.label, "article": row.article, "kind": row.kind} for row in circumstances
        ),
    )


def _fine_once(items: list[Item]) -> list[Item]:
    """One fine for the whole auto: the conduct whose fine is greatest carries it, the others none.

    The conduct that bears its own arithmetic comes first, so that the fine stands beside the reckoning it rests on.
    """
    amounts = [item.amount for item in items if item.amount is not None]
    if not amounts:
        return items
    greatest = max(amounts)
    carriers = [index for index, item in enumerate(items) if item.amount == greatest]
    carrier = next((index for index in carriers if len(items[index].basis) > 1), carriers[0])
    return [item if index == carrier else replace(item, amount=None) for index, item in enumerate(items)]
