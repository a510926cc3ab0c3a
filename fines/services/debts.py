"""The debt of an auto: charged once, in reais of the day that the reading names, and taken back when the fine falls."""

from datetime import date, datetime
from decimal import Decimal

from django.db import transaction

from fines.models import InfractionNotice
from fines.services import procedure
from fines.services.equivalents import NOTICE_DAY, REAIS, counting_day, in_reais
from fines.services.procedure import Process, locked
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import agenda
from zoonoses.municipalities import clock
from zoonoses.municipalities.models import Role
from zoonoses.municipalities.templatetags import br
from zoonoses.treasury.models import Charge
from zoonoses.treasury.services import charges
from zoonoses.treasury.services.debt_origins import Origin, last_due

DECISION_DAY = "decision"
CLERKS = (Role.CLERK, Role.MANAGER)
NOTHING = Decimal(0)
NO_PAYMENT_TERM = Refusal(
    "no_term", "Nem a lei nem regulamento do Município fixa o prazo depois do qual esta multa é dívida ativa."
)


@transaction.atomic
def charge_fine(*, notice: InfractionNotice, by, at: datetime) -> Charge:
    """Charges what the auto, or the decision, asks for. A second try gives the charge already made.

    What a redemption already charged for the same event is taken off. Raises `Refusal`: only proposed, nothing owed,
    cancelled, all of it charged already, or a value of the unit that nobody entered.
    """
    if by.role not in CLERKS:
        raise Refusal("not_allowed", "Quem lança a cobrança é o atendente ou o gestor.")
    notice = locked(notice)
    process = Process(notice)
    if process.charge is not None:
        return process.charge
    process.require("charge", at.date())
    amount, basis = amount_in_reais(process, at.date())
    made = charges.charge(
        municipality=notice.act.case.municipality,
        kind=procedure.FINE_KIND,
        description=f"Multa: {notice.act.document or notice}"[:250],
        article=_articles(process),
        basis=basis,
        payer_name=notice.offender.name,
        payer_document=notice.offender.document,
        payer=f"tutor:{notice.offender_id}",
        subject=procedure.subject_of(notice),
        amount=amount,
        on=at.date(),
        by=by,
        case=notice.act.case,
        destination=process.lawbook.ruleset.practice.money_to,
    )
    agenda.rebuild_at_commit(notice.act.case, on=at.date())
    if made is None:
        raise Refusal("all_charged", "A multa deste fato já foi cobrada por inteiro no resgate do animal.")
    return made


def amount_in_reais(process: Process, today: date) -> tuple[Decimal, list[dict]]:
    """What is to be charged, in reais, and the steps of how it was reached."""
    notice, lawbook = process.notice, process.lawbook
    basis = [dict(step) for row in standing_rows(process) for step in row["basis"]]
    amount = process.amount or NOTHING
    if notice.unit != REAIS:
        on = value_day(process, today)
        reais = in_reais(lawbook=lawbook, amount=amount, unit=notice.unit, on=on)
        written = br.quantity({"amount": amount, "unit": notice.unit})
        text = f"{written} em reais, pelo valor de {on:%d/%m/%Y}: {br.money(reais)}"
        reading = lawbook.ruleset.readings.get(lawbook.ruleset.index_date_reading)
        basis.append({"text": text, "article": reading.article if reading else "", "arithmetic": ""})
        amount = reais
    return _less_event(process, amount, basis)


def standing_rows(process: Process) -> list[dict]:
    """The conducts that stand, each with its steps."""
    if process.decision is not None:
        return list(process.decision.items)
    return [
        {"infraction": row.infraction, "article": row.article, "amount": row.amount, "basis": row.basis}
        for row in process.notice.items.all()
    ]


def value_day(process: Process, today: date) -> date:
    """The day whose value of the unit counts, by the municipality's reading."""
    day = counting_day(process.lawbook)
    if day == NOTICE_DAY:
        return process.notice.act.on
    if day == DECISION_DAY and process.decision is not None:
        return process.decision.act.on
    return today


def _less_event(process, amount, basis) -> tuple[Decimal, list[dict]]:
    """The fine of the event of a seizure is paid once: what a redemption charged of it comes off the auto."""
    charged = procedure.event_charge(process.notice)
    if charged is None or event_of(process) not in _conducts(process):
        return amount, basis
    off = min(amount, charged.amount)
    text = f"Já cobrada no resgate: {charged.description}, {br.money(off)}"
    arithmetic = f"{br.money(amount)} − {br.money(off)} = {br.money(amount - off)}"
    return amount - off, [*basis, {"text": text, "article": charged.article, "arithmetic": arithmetic}]


def event_of(process: Process) -> str:
    """The law's code of the event whose fine a redemption may charge; empty where it has none."""
    return process.lawbook.ruleset.custody.event_infraction


def _conducts(process) -> set[str]:
    return {row["infraction"] for row in standing_rows(process)}


def is_charged_elsewhere(process: Process) -> bool:
    """Whether the auto is of the event alone, and a redemption charged the fine of the event."""
    return _conducts(process) == {event_of(process)} and procedure.event_charge(process.notice) is not None


def fall_with_notice(document, act) -> None:
    """Hook of annulment: with the auto falls its charge, unless money was already received for it."""
    notice = InfractionNotice.objects.select_related("act").filter(act__document=document).first()
    charge = procedure.standing_charge(notice) if notice else None
    if charge is None or charges.paid(charge):
        return
    fallen = document.annulment
    charges.withdraw(
        charge=charge, reason="O auto foi anulado.", at=fallen.annulled_at, by=fallen.annulled_by
    )


def _articles(process) -> str:
    return "; ".join(dict.fromkeys(row["article"] for row in standing_rows(process)))[:120]


def follow_decision(*, notice: InfractionNotice, before: Decimal | None, by, at: datetime) -> None:
    """A charge that the decision no longer bears out is taken back, unless money was already received for it."""
    charge = procedure.standing_charge(notice)
    after = Process(notice).amount
    if charge is None or after == before or charges.paid(charge):
        return
    charges.withdraw(charge=charge, reason="A decisão do processo mudou a multa.", at=at, by=by)


def origin_of(charge: Charge, on: date) -> Origin:
    """What the dívida ativa is told of a fine: its auto, the days of its process, and whether it may be sent.

    After the term of payment of the law or of the regulation. Where no rule names one, and nothing is pending, only the
    manager decides.
    """
    rows = InfractionNotice.objects.select_related(
        "act__case__municipality", "act__document__annulment", "act__author", "act__recorded_by"
    )
    process = Process(rows.get(pk=int(charge.subject.partition(":")[2])))
    step = next(step for step in process.steps(on) if step.act == "active_debt")
    told = Refusal(step.code or "", step.reason, step.source.words if step.source else "")
    is_silent = step.code == "no_term" or (step.code == "not_final" and process.state.lacks_a_term)
    return Origin(
        words=str(process.notice),
        due_on=step.due_on if step.allowed else last_due(charge),
        days=_days(process),
        refusal=None if step.allowed or is_silent else told,
        no_term=NO_PAYMENT_TERM if is_silent else None,
    )


def _days(process) -> dict[str, str]:
    """The days of the process that are known, ISO, by the names that the remittance gives them."""
    facts = process.facts
    first, final = facts.decision, facts.final
    found = {
        "fact": clock.local(process.notice.act.case.municipality, process.notice.fact_at).date(),
        "drawn": facts.drawn_on,
        "served": facts.served_on,
        "decided": first and first.on,
        "decision_served": first and first.served_on,
        "final_decided": final and final.on,
        "final_served": final and final.served_on,
        "final": process.state.final_on,
    }
    return {name: day.isoformat() for name, day in found.items() if day is not None}
