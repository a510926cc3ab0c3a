"""What follows an auto besides money: conversion of the fine, sanctions applied and lifted. Acts of their own."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from uuid import uuid4

from django.db import transaction

from fines.documents_process import measure_body, measure_words
from fines.models import InfractionNotice, Measure
from fines.services import debts, enclosures
from fines.services.decisions import standing_items
from fines.services.procedure import JUDGES, Process, locked, subject_of
from fines.services.proposals import sanction_of
from zoonoses.documents.contexts_fines import MEASURE
from zoonoses.documents.kinds import ActKind, DocumentKind
from zoonoses.documents.models import Act
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.refusals import of_law as as_refusal
from zoonoses.documents.services import acts, attachments, idempotency, issuing
from zoonoses.law import LawError
from zoonoses.law.procedure import FindingFacts
from zoonoses.law.steps import SEIZURES
from zoonoses.municipalities import clock
from zoonoses.treasury.services import charges

CONVERSION = "conversion_to_activity"
KIND = Measure.Kind
FROM_BEFORE = {KIND.FULFILLED: KIND.CONVERTED, KIND.BROKEN: KIND.CONVERTED, KIND.LIFTED: KIND.APPLIED}
COPIES = ("autuado", "processo")
TOLD_ELSEWHERE = ("licence_revocation", "interdiction")  # who grants the alvará carries them out


@dataclass(frozen=True)
class Offer:
    """One act that may be done now: its kind, the law's code, how it is called, its article."""

    kind: str
    code: str
    label: str
    article: str

    @property
    def key(self) -> str:
        return f"{self.kind}:{self.code}"

    @property
    def has_last_day(self) -> bool:
        """Whether it is to be fulfilled by a day."""
        return self.kind == KIND.CONVERTED

    @property
    def words(self) -> str:
        return measure_words(self.kind, self.label)


def offers(process: Process, on: date) -> list[Offer]:
    """What the law lets the authority do about this auto on a day, besides deciding it. Raises `Refusal`."""
    if process.state.is_cancelled:
        return []
    last = {row.code: row for row in process.notice.measures.standing().order_by("pk")}
    found = []
    for code, label, article in _allowed(process, on):
        row = last.pop(code, None)
        if row is None or row.kind == KIND.LIFTED:
            found.append(Offer(KIND.CONVERTED if code == CONVERSION else KIND.APPLIED, code, label, article))
        else:
            found += _after(row)
    return found + [offer for row in last.values() for offer in _after(row)]


def _after(row: Measure) -> list[Offer]:
    """What may follow a measure that stands."""
    kinds = [kind for kind, before in FROM_BEFORE.items() if before == row.kind]
    return [Offer(kind, row.code, row.label, row.article) for kind in kinds]


def _allowed(process, on):
    """Measures that the law gives for the conducts that stand: code, label, article.

    Seizing is no act of the fine, and to send the case on is an act of its own that waits for no decision.
    """
    ruleset = process.lawbook.ruleset
    label, decision = ruleset.label, process.decision
    standing = {row["item"]: row for row in (decision.items if decision else standing_items(process))}
    rows = [row for row in process.notice.items.all() if row.pk in standing]
    converted = None if not process.state.owes or _has_payment(process) else _conversion(process, rows)
    if converted:
        yield CONVERSION, label(CONVERSION), converted.get("penalty_article") or ""
    if process.charged_from is None or process.charged_from > on:
        return
    elsewhere, done = {CONVERSION, *SEIZURES, ruleset.referral and ruleset.referral.code}, {}
    for row in standing.values():
        for each in row["consequences"]:
            if each["code"] not in elsewhere:
                done.setdefault(each["code"], (each["code"], each["label"], _article_of(each, row)))
    yield from done.values()


def _article_of(consequence: dict, row: dict) -> str:
    """The article of a consequence, as the memória de cálculo of its conduct has it; else that of the conduct."""
    steps = (step["article"] for step in row["basis"] if consequence["label"] in step["text"])
    return next(filter(None, steps), row["article"])


def _has_payment(process) -> bool:
    return process.charge is not None and charges.paid(process.charge) > 0


def _conversion(process, rows) -> dict | None:
    """The law's answer for the conducts, when it lets their fine be converted: for all of them, or not at all."""
    answers = []
    for row in rows:
        if row.amount is None:
            continue
        facts = FindingFacts(
            infraction=row.infraction,
            fact_on=clock.local(process.lawbook.municipality, process.notice.fact_at).date(),
            animals=row.animals,
            offender=process.notice.offender.kind,
            priors=sum(prior["provision"] == row.infraction for prior in row.priors),
            gravity=row.gravity or None,
            typed_amount=row.typed_amount,
            typed_source=row.typed_source,
        )
        try:
            answers.append(sanction_of(process.lawbook, facts))
        except LawError as error:
            raise as_refusal(error) from error
    offered = answers and all(CONVERSION in answer.get("discretionary", ()) for answer in answers)
    return answers[0] if offered else None


@transaction.atomic
def take(
    *,
    notice: InfractionNotice,
    offer_key: str,
    text: str,
    by,
    at: datetime,
    recipient: str = "",
    until_on: date | None = None,
    files: Sequence = (),
    key=None,
) -> Measure:
    """One measure, with its termo and the files that prove it. A conversion takes the charge back; broken, it is owed.

    Only who judges, and never who drew up the auto. Raises `Refusal` when the law does not offer it now.
    """
    notice = locked(notice)

    def make() -> Act:
        process = Process(notice, by=by)
        offer = next((row for row in offers(process, at.date()) if row.key == offer_key), None)
        _check(process, offer, text, recipient, until_on, by, at)
        before = process.amount
        measure = _row(notice, offer, text, recipient, until_on)
        _issue(process, measure, files, by, at)
        debts.follow_decision(notice=notice, before=before, by=by, at=at)
        return measure.act

    act = idempotency.once(notice.act.case.municipality, key, make) if key else make()
    return Measure.objects.select_related("act__document").get(act=act)


def _row(notice, offer, text, recipient, until_on) -> Measure:
    return Measure(
        notice=notice,
        kind=offer.kind,
        code=offer.code,
        label=offer.label,
        article=offer.article,
        text=text.strip(),
        recipient=recipient.strip(),
        until_on=until_on,
    )


def _issue(process, measure, files, by, at) -> None:
    """Keeps the files, issues the termo that names them, and saves the measure with its act."""
    draft, municipality = uuid4(), process.lawbook.municipality
    stored = enclosures.keep(municipality=municipality, uploads=files, by=by, at=at, draft=draft)
    try:
        measure.act = _record(process, measure, stored, by, at)
    except Refusal:
        enclosures.forget(stored)
        raise
    measure.save()
    attachments.adopt(draft=draft, act=measure.act)


def _check(process, offer, text, recipient, until_on, by, at) -> None:
    if by.role not in JUDGES:
        raise Refusal("not_entitled", "Só a autoridade julgadora aplica ou converte a penalidade.")
    if process.facts.is_author:
        raise Refusal("own_notice", "Quem lavrou o auto não decide sobre ele. Outra pessoa decide.")
    if offer is None:
        raise Refusal("not_offered", "A lei não oferece esta medida agora.")
    if not text.strip():
        raise Refusal("words_missing", "Escreva os termos: o que se acordou, aplicou ou provou, e por quê.")
    if offer.code in TOLD_ELSEWHERE and offer.kind in (KIND.APPLIED, KIND.LIFTED) and not recipient.strip():
        raise Refusal(
            "recipient_missing",
            "Informe a quem se comunica: esta sanção se cumpre em outro órgão, como o de alvarás.",
        )
    if offer.kind == KIND.CONVERTED and (until_on is None or until_on <= at.date()):
        raise Refusal("until_missing", "Informe até que dia a conversão deve ser cumprida, depois de hoje.")


def _record(process, measure, stored, by, at) -> Act:
    is_sanction = measure.kind in (KIND.APPLIED, KIND.LIFTED)
    kind = DocumentKind.SANCTION if is_sanction else DocumentKind.CONVERSION
    case = process.notice.act.case
    document = issuing.issue(
        municipality=case.municipality,
        kind=kind,
        template=MEASURE,
        title=kind.label,
        body=measure_body(process=process, measure=measure, attachments=stored, by=by, at=at),
        at=at,
        author=by,
        case=case,
        copies=COPIES,
    )
    return acts.record(
        case=case,
        kind=ActKind.SANCTION if is_sanction else ActKind.CONVERSION,
        at=at,
        author=by,
        document=document,
        subjects=[subject_of(process.notice)],
        rests_on=[process.decision.act if process.decision else process.notice.act],
        law=process.lawbook.record(),
    )
