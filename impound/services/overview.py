"""One animal in custody, whole, on a day: what its page shows to the person at the gate. It decides no act."""

from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

from impound.models import BoxStay, CustodyEvent, SeizedAnimal
from impound.services import bills, law, leaving, losses, state
from impound.services.ways import REDEMPTION, Outlook, outlook
from zoonoses.documents.refusals import Refusal

# The ceiling is told when so few days are left.
CEILING_NEAR = timedelta(days=5)


@dataclass(frozen=True)
class Warned:
    """Something to know before anything is done, with its article. `kind` is the look of the remark."""

    text: str
    article: str = ""
    title: str = ""
    kind: str = "warning"
    enter: str = ""


@dataclass(frozen=True)
class Overview:
    """What stands on the page of one animal. `today` is None where the law has no bill.

    `redemption_article`: a law whose list of destinations leaves redemption out allows it until one is carried out.
    """

    custody: SeizedAnimal
    rules: object
    terms: law.Terms
    outlook: Outlook
    owner: object
    stay: BoxStay | None
    today: bills.DayBill | None
    warnings: tuple[Warned, ...] = ()
    quarantine: tuple = ()
    pending: list[CustodyEvent] = field(default_factory=list)
    charges: bool = False
    redemption_article: str = ""
    lost: Refusal | None = None

    @property
    def is_silent(self) -> bool:
        """Whether the law has neither term nor bill: the page says so and offers nothing of the kind."""
        return self.terms.silent


def overview(custody: SeizedAnimal, now: datetime) -> Overview:
    """The animal on the day of `now`. Raises `Refusal` where no law was adopted for the day of its seizure."""
    lawbook, on = law.lawbook_of(custody), now.date()
    rules = state.ruleset_of(lawbook)
    owner, gone = state.owner_of(custody), hasattr(custody, "exit")
    terms = state.terms_of(custody, lawbook=lawbook)
    found = Outlook() if gone else outlook(custody, on, lawbook=lawbook)
    today = None
    if rules.bill is not None and not gone:
        priors = state.priors_of(owner, lawbook=lawbook, custody=custody)
        today = bills.bill_of_day(custody, on, now, lawbook=lawbook, owner=owner, priors=priors)
    missing = () if gone else state.quarantine(custody, lawbook=lawbook)
    lost = None if gone else losses.owner_refusal(custody, owner, lawbook)
    return Overview(
        custody=custody,
        rules=rules,
        terms=terms,
        outlook=found,
        owner=owner,
        stay=custody.stays.filter(left_at=None).select_related("box").first(),
        today=today,
        warnings=(*_of_loss(lost), *_warnings(custody, rules, terms, found, missing, on, gone)),
        quarantine=missing,
        pending=state.pending_exams(custody),
        charges=bool(rules.bill and rules.bill.expenses),
        redemption_article="" if lost else _redemption_article(rules, gone),
        lost=lost,
    )


def _redemption_article(rules, gone) -> str:
    rule = rules.checklists.get(REDEMPTION)
    listed = rules.destinations is not None and REDEMPTION in {
        item.code for item in rules.destinations.choices
    }
    return rule.article if rule is not None and not listed and not gone else ""


def ended_by_itself(custody: SeizedAnimal) -> bool:
    """Whether custody ended by what happened or by an order, and not by an act that hands the animal over."""
    return hasattr(custody, "exit") and custody.exit.kind in leaving.EVENTS


def _of_loss(lost):
    if lost is not None:
        yield Warned(lost.sentence, lost.article, "Perda da posse")


def _warnings(custody, rules, terms, found, missing, on: date, gone: bool):
    for event in state.positive_exams(custody):
        yield Warned(
            f"{event.label}, em {event.on:%d/%m/%Y}. Comunique ao serviço veterinário oficial e mantenha-o isolado.",
            title="Resultado positivo",
            kind="error",
        )
    if gone:
        return
    if found.held is not None:
        yield Warned(found.held.sentence, title="Animal em observação")
    if missing:
        names = ", ".join(row.label for row in missing)
        yield Warned(
            f"Fica em quarentena até o resultado. Faltam: {names}.", missing[0].article, "Quarentena"
        )
    yield from _of_term(rules, terms, on)
    yield from _of_ceiling(terms, on)
    if found.refusal is not None and terms.refusal is None:
        yield _unknown(found.refusal)


def _of_term(rules, terms, on):
    if terms.refusal is not None:
        yield _unknown(terms.refusal)
    elif terms.ends_on and on > terms.ends_on:
        words = f"O {terms.name} terminou em {terms.ends_on:%d/%m/%Y}."
        if rules.custody.after_term:
            words += f" Diz a lei: “{rules.custody.after_term}”"
        article = rules.custody.after_term_article or terms.article
        yield Warned(words, article, "Depois do prazo", "info")


def _of_ceiling(terms, on):
    if terms.ceiling_on is None:
        return
    if on > terms.ceiling_on:
        words = f"O animal devia ter saído até {terms.ceiling_on:%d/%m/%Y}: dê a ele uma destinação hoje."
        yield Warned(words, terms.ceiling_article, "Permanência máxima ultrapassada", "error")
    elif terms.ceiling_on - on <= CEILING_NEAR:
        words = f"O animal deve sair até {terms.ceiling_on:%d/%m/%Y}."
        yield Warned(words, terms.ceiling_article, "Permanência máxima perto do fim")


def _unknown(refusal: Refusal) -> Warned:
    return Warned(refusal.sentence, refusal.article, "Falta informar", enter=refusal.enter)


@dataclass(frozen=True)
class Moment:
    """One line of the animal's history: an event, a move, its entry or its exit."""

    title: str
    at: datetime | None = None
    on: date | None = None
    by: str = ""
    note: str = ""
    article: str = ""
    document: object = None
    files: tuple = ()
    event: CustodyEvent | None = None
    is_void: bool = False
    may_undo: bool = False
    waits: bool = False
    acts_on: object = None


def history(custody: SeizedAnimal) -> list[Moment]:
    """Everything that happened to the animal in custody, the latest first; what was undone stays, marked."""
    rows = list(
        custody.events.select_related(
            "recorded_by__user", "receipt", "act__document__annulment", "tutor", "revokes"
        )
    )
    undone = {row.revokes_id for row in rows if row.revokes_id}
    waiting = {row.pk for row in state.pending_exams(custody)}
    found = [_entry(custody), *_moves(custody)]
    found += [_event(row, row.pk in undone, row.pk in waiting) for row in rows]
    found += [_undone(row) for row in _undone_of(custody)]
    found.sort(key=lambda moment: (moment.on or moment.at.date(), moment.at or custody.seized_at))
    if hasattr(custody, "exit"):
        found.append(_exit(custody))
    return list(reversed(found))


def _entry(custody) -> Moment:
    act = custody.seizure.act
    if custody.mother_id:
        return Moment(f"Nasceu no depósito, da mãe nº {custody.mother.full_number}", at=custody.seized_at)
    return Moment(
        f"Apreensão: {custody.seizure.ground_label}",
        at=custody.seized_at,
        by=act.author.user.name,
        note=custody.seizure.address_line,
        article=custody.seizure.ground_article,
        document=act.document,
        acts_on=custody.seizure,
    )


def _moves(custody):
    for stay in custody.stays.select_related("box", "moved_by__user"):
        yield Moment(f"Baia: {stay.box}", at=stay.entered_at, by=stay.moved_by.user.name, note=stay.reason)


def _event(event, is_void, waits) -> Moment:
    kinds = CustodyEvent.Kind
    fixed = event.kind in (kinds.REVOKED, kinds.BIRTH) or (event.kind == kinds.EVALUATION and event.act_id)
    words = [event.get_result_display() if event.kind == kinds.EXAM else "", _vet(event), event.text]
    return Moment(
        event.label,
        on=event.on,
        at=event.recorded_at,
        by=event.recorded_by.user.name,
        note=" · ".join(part for part in words if part),
        document=event.act.document if event.act_id else None,
        files=(event.receipt,) if event.receipt else (),
        event=event,
        is_void=is_void,
        may_undo=not (is_void or fixed),
        waits=waits and not is_void,
    )


def _vet(event) -> str:
    lab = f"{event.laboratory}{' (credenciado)' if event.is_accredited else ''}" if event.laboratory else ""
    vet = f"{event.vet_name}, CRMV {event.vet_crmv}" if event.vet_crmv else event.vet_name
    return " · ".join(part for part in (lab, vet) if part)


def _undone_of(custody):
    return custody.undone_exits.select_related(
        "act__author__user", "act__document", "undone_by__user", "receiver"
    )


def _undone(row) -> Moment:
    """An end recorded by mistake, with who undid it and why."""
    undone = f"desfeita em {row.undone_at:%d/%m/%Y} por {row.undone_by.user.name}: {row.undone_reason}"
    said = (row.receiver.name if row.receiver else "", row.reason, undone)
    return Moment(
        f"Saída: {row.get_kind_display()}",
        at=row.at,
        by=row.act.author.user.name,
        note=" · ".join(part for part in said if part),
        document=row.act.document,
        is_void=True,
    )


def _exit(custody) -> Moment:
    exit = custody.exit
    return Moment(
        f"Saída: {exit.get_kind_display()}",
        at=exit.at,
        by=exit.act.author.user.name,
        note=" · ".join(part for part in (exit.receiver.name if exit.receiver else "", exit.reason) if part),
        article=exit.article,
        document=exit.act.document,
    )
