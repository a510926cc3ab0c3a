"""Prorrogar: a manager gives more days, with reasons, where the law's ruleset admits it."""

from datetime import date

from django.db import transaction

from inspections import document_acts
from inspections.models import Extension
from inspections.services.facts import lawbook_for, served_on, step_of
from inspections.services.intimations import term_of
from zoonoses.documents.contexts import EXTENSION, ExtensionBody
from zoonoses.documents.kinds import DocumentKind
from zoonoses.documents.models import Act, Case
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services.idempotency import once
from zoonoses.documents.services.papers import act_with_paper

COPIES = ("1ª via – intimado", "2ª via – processo")
LONGEST_YEARS = 2


def standing(item, *, on: date) -> dict:
    """For the page: the last day that stands (`due_on`, None before the ciência), and why the term cannot be
    extended on that day (`refusal`), when it cannot.
    """
    try:
        term = term_of(item, served_on=served_on(item.intimation.act))
        step_of(item.finding, "extension", on=on)
    except Refusal as refusal:
        return {"due_on": None, "refusal": refusal}
    return {"due_on": term["due_on"] if term else None, "refusal": None}


def plan(*, item, until_on: date, reason: str, author, at) -> ExtensionBody:
    """The extension as it will be printed. `until_on` is the new last day, included. Raises `Refusal`."""
    finding, lawbook = item.finding, lawbook_for(item.finding)
    step = step_of(finding, "extension", on=at.date(), lawbook=lawbook)
    term = term_of(item, served_on=served_on(item.intimation.act), lawbook=lawbook)
    if term is None:
        raise Refusal("not_served", "Ainda não há ciência: o prazo nem começou a correr.", step.article)
    if until_on <= term["due_on"]:
        raise Refusal(
            "not_later", f"O novo último dia tem de ser posterior ao atual, que é {term['due_on']:%d/%m/%Y}."
        )
    if until_on.year > at.year + LONGEST_YEARS:
        raise Refusal("too_far", "Confira o ano do novo último dia.")
    if not reason.strip():
        raise Refusal("no_reason", "A prorrogação é ato motivado: escreva o motivo.")
    return document_acts.extension_body(
        law=lawbook.ruleset.header.short_title,
        article=step.article,
        item=item,
        previous=term["due_on"],
        until_on=until_on,
        reason=reason.strip(),
        author=author,
        at=at,
    )


@transaction.atomic
def extend(*, item, until_on: date, reason: str, author, at, key=None) -> Act:
    """Issues the extension of the term of one item of an intimação and records it.

    A form sent again with the same `key` gives the act it already made. Raises `Refusal`.
    """
    case = Case.objects.lock(item.intimation.act.case_id)

    def make():
        body = plan(item=item, until_on=until_on, reason=reason, author=author, at=at)
        act = act_with_paper(
            case=case,
            kind=DocumentKind.EXTENSION,
            template=EXTENSION,
            body=body,
            at=at,
            author=author,
            copies=COPIES,
            subjects=[item.finding.subject],
            rests_on=[item.intimation.act],
            law=lawbook_for(item.finding).record(),
        )
        Extension.objects.create(act=act, item=item, until_on=until_on, reason=reason.strip())
        return act

    return once(case.municipality, key, make) if key else make()
