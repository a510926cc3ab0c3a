"""Evaluations: what is stated of an animal for the destinations of its law. A veterinarian's is printed as a laudo."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from impound.documents.custody import evaluation_body, parts
from impound.models import CustodyEvent
from impound.services import law, leaving, state
from impound.services.events import Entry, locked
from zoonoses.documents.contexts_impound_custody import EVALUATION, EvaluationBody
from zoonoses.documents.kinds import ActKind, DocumentKind
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import acts
from zoonoses.documents.services.issuing import issue

OWN_FACTS = ("species", "identified")
YES, NO = "sim", "não"


def facts_of(custody, *, author) -> list:
    """The facts of the law's destinations that this person may state, in the law's order."""
    rules = state.ruleset_of(law.lawbook_of(custody))
    rule = rules.destinations
    facts = rule.facts if rule else ()
    return [
        fact
        for fact in facts
        if fact.name not in OWN_FACTS and (author.crmv or fact.name not in rules.custody.vet_facts)
    ]


def plan(*, custody, stated: Mapping[str, Any], text: str, author, at) -> EvaluationBody:
    """The evaluation as it will be printed. Raises `Refusal` for what this person may not state, or without text."""
    rules = state.ruleset_of(law.lawbook_of(custody))
    if not text.strip():
        raise Refusal("no_text", "Escreva o exame feito e a conclusão.")
    known = {fact.name: fact for fact in rules.destinations.facts} if rules.destinations else {}
    for name in stated:
        if name not in known or name in OWN_FACTS:
            raise Refusal("not_in_law", "A lei deste caso não pede esta constatação.")
        if name in rules.custody.vet_facts and not author.crmv:
            raise Refusal(
                "no_crmv",
                "Só o médico veterinário constata isto: falta o CRMV em seu cadastro.",
                rules.destinations.article,
            )
    lines = [
        {
            "label": known[name].label,
            "value": _value_words(known[name], value),
            "article": rules.destinations.article,
        }
        for name, value in stated.items()
    ]
    return evaluation_body(
        rules=rules, custody=custody, stated=lines, text=text.strip(), author=author, at=at
    )


def parts_of(**given) -> list[dict]:
    """What the confirmation page shows of the laudo. Takes and refuses what `plan` does."""
    return parts(plan(**given))


def _value_words(fact, value) -> str:
    for option in fact.choices:
        if option.value == value:
            return option.label
    return YES if value else NO


@transaction.atomic
def evaluate(*, custody, stated: Mapping[str, Any], entry: Entry) -> CustodyEvent:
    """Records what is stated of an animal on the day of the entry's moment; with a CRMV it is issued as a laudo.

    A form sent again with the same key gives the evaluation already made. Raises `Refusal` as `plan`, and for an
    animal that has left.
    """
    custody = locked(custody, after_exit=True)
    made = CustodyEvent.objects.filter(key=entry.key).first() if entry.key else None
    if made is not None:
        return made
    leaving.check_present(custody)
    body = plan(custody=custody, stated=stated, text=entry.text, author=entry.by, at=entry.at)
    by_vet = bool(entry.by.crmv)
    return CustodyEvent.objects.create(
        custody=custody,
        kind=CustodyEvent.Kind.EVALUATION,
        label="Laudo veterinário" if by_vet else "Avaliação do agente",
        on=entry.at.date(),
        text=entry.text.strip(),
        vet_name=entry.by.user.name if by_vet else "",
        vet_crmv=entry.by.crmv,
        facts=dict(stated),
        act=_act(custody, body, entry) if by_vet else None,
        recorded_at=entry.at,
        recorded_by=entry.by,
        key=entry.key,
    )


def _act(custody, body, entry):
    case = custody.seizure.act.case
    document = issue(
        municipality=custody.municipality,
        kind=DocumentKind.EVALUATION,
        template=EVALUATION,
        title=DocumentKind.EVALUATION.label,
        body=body,
        at=entry.at,
        author=entry.by,
        case=case,
    )
    return acts.record(
        case=case,
        kind=ActKind.EVALUATION,
        at=entry.at,
        author=entry.by,
        document=document,
        subjects=[f"custody:{custody.pk}"],
        rests_on=[custody.seizure.act],
        law=law.lawbook_of(custody).record(),
    )
