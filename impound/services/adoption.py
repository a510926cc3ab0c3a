"""Adoção e doação por contrato: who receives an animal, under which clauses, told what before, and visited when."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from uuid import UUID, uuid5

from dateutil.relativedelta import relativedelta
from django.db import transaction

from impound.documents.adoption_texts import CLAUSES, FROM_RECORDS, OF_ENTITY, TOLD
from impound.documents.destinations import contract_body
from impound.models import CustodyEvent, Exit, FollowUp
from impound.services import bars, destining, law, leaving, state
from impound.services.destining import BY_CONTRACT, CHIP, INFORMED, Kind, Offer
from impound.services.leaving import Leaving
from registry.models import Tutor
from registry.services import animals, rga
from registry.services.animals import Chip
from zoonoses.documents.contexts_impound_destinations import CONTRACT, ContractBody
from zoonoses.documents.kinds import ActKind, DocumentKind
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import acts
from zoonoses.documents.services.idempotency import once
from zoonoses.documents.services.issuing import issue
from zoonoses.municipalities import clock
from zoonoses.municipalities.lawbook import Lawbook

OF_AGE = 18
COPIES = {Kind.ADOPTION: ("adotante", "processo"), Kind.DONATION: ("entidade", "processo")}
PAPERS = {Kind.ADOPTION: DocumentKind.ADOPTION, Kind.DONATION: DocumentKind.DONATION}
REGISTRATION = "registration"
# Practice, not law: a month, a quarter and half a year after the adoption.
USUAL_VISITS = (30, 90, 180)


@dataclass(frozen=True)
class Part:
    """One clause of the contract or one thing told before it, in the law's words, with the usual text."""

    code: str
    label: str
    article: str
    text: str


@dataclass(frozen=True)
class Shape:
    """What the contract of one destination holds. `labels` are the law's words for the parts from the records;
    empty where the law fixes no clause. `young_only` are the things told only of a young animal.
    """

    labels: Mapping[str, str]
    clauses: tuple[Part, ...]
    told: tuple[Part, ...]
    told_article: str = ""
    young_only: frozenset[str] = frozenset()
    free_article: str = ""
    takers: str = ""


@dataclass(frozen=True)
class Contract:
    """What was agreed. `clauses` and `told` are texts by code; `signer` signs for an entity; `chip` is implanted now.

    `register` asks for the RGA in the same act, in the new tutor's name.
    """

    code: str
    form: str
    receiver: Tutor
    signer: str = ""
    clauses: Mapping[str, str] = field(default_factory=dict)
    told: Mapping[str, str] = field(default_factory=dict)
    informed: bool = False
    young: bool = False
    chip: str = ""
    born_on: date | None = None
    visits: tuple[date, ...] = ()
    register: bool = False


def shape(custody, code: str, form: str = Kind.ADOPTION) -> Shape:
    """The contract of one destination in one form, under the law of the seizure.

    Raises `Refusal` for what the law does not list.
    """
    lawbook = law.lawbook_of(custody)
    rules = state.ruleset_of(lawbook)
    way = rules.custody.way(code)
    if way is None:
        raise Refusal("not_listed", f"A {rules.header.short_title} não lista esta destinação.")
    usual = OF_ENTITY if form == Kind.DONATION else CLAUSES
    labels, clauses = {}, [Part(key, label, "", text) for key, (label, text) in usual.items()]
    if way.contract:
        document = rules.documents[way.contract]
        labels = {row.code: row.label for row in document.fields if row.code in FROM_RECORDS}
        clauses = [
            Part(row.code, row.label, row.article or document.article, usual.get(row.code, ("", ""))[1])
            for row in document.fields
            if row.code not in FROM_RECORDS
        ]
    return Shape(
        labels=labels,
        clauses=tuple(clauses),
        takers=way.takers,
        free_article=way.free_article,
        **_informed_of(lawbook, way),
    )


def _informed_of(lawbook, way) -> dict:
    """What the law wants told before the contract: all of it, and what of it only for a young animal."""
    if not way.informs:
        return {"told": ()}
    document = lawbook.ruleset.documents[way.informs]
    listed = {
        young: lawbook.ask("document", document=way.informs, provided=[], **_young(document, young))[
            "missing"
        ]
        for young in (True, False)
    }
    rows = [row for row in document.fields if row.code in listed[True]]
    return {
        "told": tuple(Part(row.code, row.label, "", TOLD.get(row.code, "")) for row in rows),
        "told_article": document.article,
        "young_only": frozenset(listed[True]) - frozenset(listed[False]),
    }


def _young(document, young) -> dict:
    return {"young": young} if any(fact.name == "young" for fact in document.facts) else {}


def usual_visits(on: date) -> list[date]:
    """The days usually chosen for the visits after an adoption: a practice, that no law fixes."""
    return [on + timedelta(days=days) for days in USUAL_VISITS]


def registration_service(custody, code: str, on: date) -> str:
    """The public price of registering an animal that leaves this way, under the law of the day of the registration."""
    way = state.ruleset_of(law.lawbook_of(custody)).custody.way(code)
    prices = state.ruleset_of(Lawbook(custody.municipality, on)).prices
    own = [
        price.code
        for price in prices.values()
        if way.registration_reading and way.registration_reading in [row.value for row in price.versions]
    ]
    return own[0] if own else REGISTRATION


def offers_registration(custody, on: date) -> bool:
    """Whether the RGA may be made in the act: the law of the day has a price for it and the animal has none yet."""
    rules = state.ruleset_of(Lawbook(custody.municipality, on))
    return REGISTRATION in rules.prices and not hasattr(custody.animal, "rga")


def registration_price(custody, code: str, on: date) -> rga.Price:
    """What the registration costs then. Raises `Refusal` where a unit's value was not entered."""
    service = registration_service(custody, code, on)
    return rga.price(municipality=custody.municipality, on=on, service=service)


def plan(*, custody, contract: Contract, by, at: datetime) -> tuple[Offer, ContractBody]:
    """The contract as it will be printed. Raises `Refusal`: not allowed now, who may not receive, what is missing."""
    lawbook, on = law.lawbook_of(custody), clock.local(custody.municipality, at).date()
    if contract.form not in BY_CONTRACT:
        raise ValueError(f"not made by contract: {contract.form}")
    found = shape(custody, contract.code, contract.form)
    done = _done(custody, contract, state.ruleset_of(lawbook).custody.way(contract.code))
    offer = destining.check(
        custody, code=contract.code, form=contract.form, at=at, done=set(done), lawbook=lawbook
    )
    _check_receiver(contract, on)
    _check_visits(contract, on)
    _check_registration(custody, contract, on)
    told = [part for part in found.told if contract.young or part.code not in found.young_only]
    parts = {
        "chip": contract.chip,
        "clauses": _filled(found.clauses, contract.clauses, "clause_missing", "Escreva a cláusula"),
        "told": _filled(told, contract.told, "not_told", "Escreva o que foi informado sobre"),
        "told_article": found.told_article,
        "fees": _fees(custody, contract, found, on),
        "visits": [f"{day:%d/%m/%Y}" for day in contract.visits],
    }
    body = contract_body(
        custody, offer, lawbook.ruleset, form=contract.form, receiver=contract.receiver, signer=contract.signer,
        labels=found.labels, parts=parts, done=done, at=at, by=by,
    )  # fmt: skip
    return offer, body


def _done(custody, contract, way) -> dict[str, str]:
    """Conditions that the act fulfils, and how the contract says it."""
    found = {way.contract: "neste contrato"} if way.contract else {}
    if way.informs and contract.informed:
        found[INFORMED] = "informação dada antes e assinada neste contrato"
    if contract.chip:
        found[CHIP] = f"{contract.chip}, em nome de {contract.receiver.name}"
    return found


def _filled(parts, texts, code, words) -> list[dict]:
    rows = []
    for part in parts:
        text = texts.get(part.code, "").strip()
        if not text:
            raise Refusal(code, f"{words}: {part.label}.", part.article)
        rows.append({"label": part.label, "article": part.article, "text": text})
    return rows


def _check_receiver(contract, on) -> None:
    person = contract.receiver
    is_entity = person.kind == Tutor.Kind.LEGAL
    if contract.form == Kind.DONATION and not is_entity:
        raise Refusal("not_an_entity", f"{person.name} é pessoa física: a doação é a entidade. Use a adoção.")
    if is_entity and not contract.signer.strip():
        raise Refusal("no_signer", "Diga quem assina pela entidade.")
    if contract.born_on and not is_entity and contract.born_on + relativedelta(years=OF_AGE) > on:
        raise Refusal("minor", f"{person.name} ainda não tem {OF_AGE} anos: quem adota é o responsável.")
    bars.check(person, on)


def _check_visits(contract, on) -> None:
    if any(day <= on for day in contract.visits):
        raise Refusal("visit_in_the_past", "As visitas são depois de hoje.")


def _check_registration(custody, contract, on) -> None:
    """What the law does not let into the register is said before the contract is issued."""
    for remark in rga.remarks(animal=custody.animal, on=on) if contract.register else ():
        if remark.blocks:
            raise Refusal(remark.code, remark.sentence, remark.article)


def _fees(custody, contract, found, on) -> list[str]:
    rows = [f"Nada se cobra por esta destinação ({found.free_article})."] if found.free_article else []
    if contract.register:
        owed = registration_price(custody, contract.code, on)
        if owed.amount is not None:
            rows.append(f"Registro do animal (RGA), cobrado no próprio registro: {owed.line}.")
    return rows


@transaction.atomic
def adopt(*, custody, contract: Contract, by, at: datetime, key: UUID) -> Exit:
    """The animal leaves by a signed contract: its paper, the chip, the new tutor, the RGA where asked, the visits.

    The same key gives the exit already made. Raises `Refusal` as `plan`, and those of the registry (a chip that another
    animal has, a registration that the law does not let through).
    """

    def make():
        row = leaving.lock([custody])[0]
        offer, body = plan(custody=row, contract=contract, by=by, at=at)
        return _write(row, contract, offer, body, by, at, key)

    return destining.exit_by(once(custody.municipality, key, make), custody)


def _write(custody, contract, offer, body, by, at, key):
    evaluation = last_evaluation(custody)
    kind = PAPERS[contract.form]
    act = record(custody, kind, CONTRACT, kind.label, body, by, at, evaluation, COPIES[contract.form])
    if contract.chip:
        kept = [
            Chip(row.number, row.implanted_on, row.collision_accepted) for row in custody.animal.chips.all()
        ]
        animals.set_chips(animal=custody.animal, chips=[*kept, Chip(contract.chip, at.date())])
    going = Leaving(
        kind=contract.form,
        destination=contract.code,
        article=offer.state.article[:120],
        receiver=contract.receiver,
        evaluation=evaluation,
    )
    left = leaving.leave(custodies=[custody], leaving=going, act=act, at=at, by=by)[0]
    if contract.register:
        service = registration_service(custody, contract.code, at.date())
        custody.animal.refresh_from_db()
        rga.register_rga(animal=custody.animal, at=at, by=by, key=uuid5(key, "rga"), service=service)
    for day in sorted(set(contract.visits)):
        FollowUp.objects.create(exit=left, due_on=day, responsible=by)
    return act


def last_evaluation(custody) -> CustodyEvent | None:
    """The last standing evaluation of the animal, on which the destination rests."""
    rows = [row for row in state.standing_events(custody) if row.kind == CustodyEvent.Kind.EVALUATION]
    return rows[-1] if rows else None


def record(custody, kind, template, title, body, by, at, evaluation, copies):
    """The paper and the act of a destination, resting on the seizure and on the evaluation."""
    case = custody.seizure.act.case
    document = issue(
        municipality=custody.municipality,
        kind=kind,
        template=template,
        title=title,
        body=body,
        at=at,
        author=by,
        case=case,
        copies=copies,
    )
    rests_on = [custody.seizure.act]
    if evaluation is not None and evaluation.act_id:
        rests_on.append(evaluation.act)
    return acts.record(
        case=case,
        kind=ActKind.DESTINATION,
        at=at,
        author=by,
        document=document,
        subjects=[f"custody:{custody.pk}"],
        rests_on=rests_on,
        law=law.lawbook_of(custody).record(),
    )
