"""Dívida ativa: debts are sent to the town's treasury office once, in numbered remittances, and may be withdrawn.

While a debt is there, that office receives it: no guide and no payment at the counter. Whatever it receives, and what
a bank had received, still pays the charge.
"""

from collections.abc import Sequence
from datetime import date, datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, Value
from django.db.models.functions import Concat

from zoonoses.documents.models import Agenda
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import agenda, annulment
from zoonoses.documents.services.numbering import next_number
from zoonoses.municipalities import clock
from zoonoses.municipalities.models import Municipality, Role
from zoonoses.treasury.models import Charge, DebtRemittance, Guide, SentDebt
from zoonoses.treasury.services import debt_origins
from zoonoses.treasury.services.debts import locked, locked_all, paid, still_owed
from zoonoses.treasury.services.lateness import owed_on, standing_plan

COUNTER = "debt_remittance"
LINE = "active_debt"
PAYMENT = "payment"
LARGEST = 200
SENDERS = (Role.CLERK, Role.MANAGER)


def _line_of_charge(act: str):
    """The agenda's lines of an act about the charge of the outer query."""
    key = Concat(Value(f"{act}:"), OuterRef("subject"))
    return Agenda.objects.filter(case=OuterRef("case"), next_act=act, key=key)


def to_send(municipality, on: date):
    """Open charges whose term of payment is over, as the agenda tells; whether one may be sent is judged at sending."""
    rows = Charge.objects.of(municipality).open().without_plan().not_sent().with_due()
    return rows.filter(Exists(_line_of_charge(LINE).filter(from_on__lte=on)))


def without_term(municipality, on: date):
    """Open charges whose guide was not paid in time and for which no rule names a term: the manager decides."""
    rows = Charge.objects.of(municipality).overdue(on).not_sent()
    running = _line_of_charge(PAYMENT).filter(due_on__gte=on)
    return rows.filter(~Exists(_line_of_charge(LINE)), ~Exists(running))


def standing(charge: Charge) -> SentDebt | None:
    """The remittance in which a charge is at the dívida ativa today."""
    rows = SentDebt.objects.filter(charge=charge).standing()
    return rows.select_related("remittance__sent_by__user").first()


def refuse_at_counter(charge: Charge, on: date, at: datetime) -> None:
    """Guard of settling: what is at the dívida ativa is paid there."""
    sent = standing(charge)
    if sent is not None:
        raise Refusal(
            "at_active_debt",
            f"Esta cobrança está na dívida ativa ({sent.remittance}, {sent.remittance.sent_on:%d/%m/%Y}): paga-se na "
            "Fazenda do Município. Para receber aqui, o gestor retira a dívida antes.",
        )


@transaction.atomic
def send(
    *, municipality, charges: Sequence[Charge], by, at: datetime, key: UUID, reason: str = ""
) -> DebtRemittance:
    """Sends what is owed of these charges to the dívida ativa. The same key gives the remittance already made.

    Guides that ask for them fall. Without a term of payment in law or regulation only the manager sends, with `reason`.
    Raises `Refusal`: nothing chosen, already sent, nothing owed, a term or a guide that still runs.
    """
    if by.role not in SENDERS or by.municipality_id != municipality.pk:
        raise Refusal("not_allowed", "Quem envia à dívida ativa é o atendente ou o gestor.")
    Municipality.objects.select_for_update(no_key=True).get(pk=municipality.pk)
    made = DebtRemittance.objects.of(municipality).filter(key=key).first()
    if made is not None:
        return made
    chosen = sorted({charge.pk: charge for charge in charges}.values(), key=lambda charge: charge.pk)
    if not chosen:
        raise Refusal("nothing_chosen", "Marque ao menos uma cobrança.")
    if len(chosen) > LARGEST:
        raise Refusal("too_many", f"Uma remessa leva até {LARGEST} cobranças: envie o resto em outra.")
    on = clock.local(municipality, at).date()
    rows = [_row(charge, by, on, reason.strip(), len(chosen) > 1) for charge in locked_all(chosen, by)]
    _withdraw_guides([row.charge for row in rows], by, at)
    remittance = DebtRemittance.objects.create(
        municipality=municipality,
        year=on.year,
        number=next_number(municipality=municipality, kind=COUNTER, year=on.year),
        sent_on=on,
        sent_at=at,
        sent_by=by,
        key=key,
    )
    for row in rows:
        row.remittance = remittance
    SentDebt.objects.bulk_create(rows)
    _rebuild(rows, on)
    return remittance


def _row(charge, by, on, reason, names_it) -> SentDebt:
    """The debt as it is today, judged; a refusal among many says whose charge it is about."""
    try:
        return _judged(charge, by, on, reason)
    except Refusal as refusal:
        if not names_it:
            raise
        told = f"{charge.payer_name}, {charge.description}: {refusal.sentence}"
        raise Refusal(refusal.code, told, refusal.article, refusal.enter) from refusal


def _judged(charge, by, on, reason) -> SentDebt:
    _may_be_sent(charge, on)
    origin = debt_origins.origin_of(charge, on)
    if origin.refusal is not None:
        raise origin.refusal
    if origin.no_term is not None:
        _decided_by_manager(origin.no_term, by, reason)
    debtor = debt_origins.debtor_of(charge)
    due = owed_on(charge, on)
    return SentDebt(
        municipality=charge.municipality,
        charge=charge,
        debtor_name=debtor.name,
        debtor_document=debtor.document,
        debtor_address=debtor.address,
        origin=origin.words[:250],
        article=charge.article,
        amount=charge.amount,
        paid=paid(charge),
        owed=due.parts.principal,
        additions=due.parts.additions,
        due_on=origin.due_on,
        days=origin.days,
        reason=reason if origin.no_term is not None else "",
    )


def _may_be_sent(charge, on) -> None:
    """Raises `Refusal` for what the treasury itself knows: sent, paid, in instalments, asked for by a guide."""
    sent = standing(charge)
    if sent is not None:
        raise Refusal("already_sent", f"Já foi enviada à dívida ativa na {sent.remittance}.")
    still_owed(charge)
    plan = standing_plan(charge)
    if plan is not None:
        raise Refusal("in_instalments", f"Está parcelada ({plan.document}): só depois de rompido o acordo.")
    running = (
        charge.guides.filter(document__annulment=None, due_on__gte=on).select_related("document").first()
    )
    if running is not None:
        raise Refusal("guide_running", f"A {running.document} pode ser paga até {running.due_on:%d/%m/%Y}.")


def preview(charge: Charge, *, by, on: date) -> SentDebt:
    """What would be sent of a charge today, not kept; where the manager decides, as if the reason were given.

    Raises `Refusal` as `send`.
    """
    return _judged(charge, by, on, "informado ao enviar")


def _decided_by_manager(no_term: Refusal, by, reason) -> None:
    if by.role != Role.MANAGER:
        raise Refusal(
            no_term.code, f"{no_term.sentence} Só o gestor decide o envio, com motivo.", no_term.article
        )
    if not reason:
        raise Refusal("reason_missing", f"{no_term.sentence} Escreva o motivo do envio.", no_term.article)


def _withdraw_guides(charges, by, at) -> None:
    guides = Guide.objects.filter(charges__in=charges, replaced_by=None, document__annulment=None).distinct()
    for guide in guides.select_related("document"):
        annulment.withdraw(
            document=guide.document, reason="A cobrança foi enviada à dívida ativa.", by=by, at=at
        )


@transaction.atomic
def withdraw(*, debt: SentDebt, reason: str, by, at: datetime) -> SentDebt:
    """Takes a debt back from the dívida ativa: it is paid at the counter again. Only a manager.

    Sent again with the same reason it changes nothing. Raises `Refusal` without a reason, or when it was withdrawn
    before for another one.
    """
    if by.role != Role.MANAGER:
        raise Refusal("not_allowed", "Só o gestor retira uma dívida da dívida ativa.")
    reason = reason.strip()
    if not reason:
        raise Refusal("reason_missing", "Escreva o motivo da retirada.")
    debt = locked_debt(debt, by)
    if debt.withdrawn_on is not None:
        if debt.withdrawn_reason == reason:
            return debt
        raise Refusal("already_withdrawn", f"Esta dívida já foi retirada em {debt.withdrawn_on:%d/%m/%Y}.")
    debt.withdrawn_on = clock.local(debt.municipality, at).date()
    debt.withdrawn_reason, debt.withdrawn_by = reason, by
    debt.save(update_fields=["withdrawn_on", "withdrawn_reason", "withdrawn_by"])
    _rebuild([debt], debt.withdrawn_on)
    return debt


@transaction.atomic
def inscribe(*, debt: SentDebt, number: str, on: date, by, at: datetime) -> SentDebt:
    """The number and the day of the inscription, as the treasury office gave them; a correction stays in the trail.

    Raises `Refusal` for a day before the remittance or still to come, and for a debt that was withdrawn.
    """
    number = number.strip()
    debt = locked_debt(debt, by)
    if debt.withdrawn_on is not None:
        raise Refusal("withdrawn", f"Esta dívida foi retirada em {debt.withdrawn_on:%d/%m/%Y}.")
    if not number:
        raise Refusal("number_missing", "Informe o número da inscrição.")
    if on > clock.local(debt.municipality, at).date():
        raise Refusal("inscribed_in_the_future", "O dia da inscrição não pode ser depois de hoje.")
    if on < debt.remittance.sent_on:
        sent = f"{debt.remittance.sent_on:%d/%m/%Y}"
        raise Refusal("inscribed_before_sent", f"A dívida foi enviada em {sent}: a inscrição não é anterior.")
    if (debt.inscription, debt.inscribed_on) != (number, on):
        debt.inscription, debt.inscribed_on = number, on
        debt.save(update_fields=["inscription", "inscribed_on"])
    return debt


def locked_debt(debt: SentDebt, by) -> SentDebt:
    """The row as it stands, its charge and case locked before it."""
    locked(debt.charge, by)
    rows = SentDebt.objects.select_related("remittance", "municipality", "charge__case")
    return rows.select_for_update(of=("self",)).get(pk=debt.pk)


def _rebuild(rows, on) -> None:
    for case in {row.charge.case for row in rows if row.charge.case_id}:
        agenda.rebuild_at_commit(case, on=on)
