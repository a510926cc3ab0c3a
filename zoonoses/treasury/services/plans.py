"""Parcelamento: an agreement on what is owed of a charge, under the municipality's own rule, and its end.

The debt stays the charge's: payments are payments of the charge, counted to the oldest instalments.
"""

from dataclasses import dataclass
from datetime import date, datetime
from decimal import ROUND_DOWN, Decimal
from uuid import UUID

from django.db import transaction

from zoonoses.documents.contexts_treasury import PLAN
from zoonoses.documents.kinds import DocumentKind
from zoonoses.documents.refusals import Refusal, of_law
from zoonoses.documents.services import agenda, annulment, issuing
from zoonoses.documents.services.idempotency import once_document
from zoonoses.law import LawError
from zoonoses.law.calendar import add_months
from zoonoses.municipalities import clock
from zoonoses.municipalities.calendars import calendar_of
from zoonoses.municipalities.models import Role
from zoonoses.municipalities.templatetags import br
from zoonoses.treasury.documents import plan_body
from zoonoses.treasury.models import Charge, Guide, Instalment, InstalmentPlan, InstalmentRule
from zoonoses.treasury.services import guards
from zoonoses.treasury.services.debts import locked, still_owed
from zoonoses.treasury.services.delays import CENT
from zoonoses.treasury.services.guides import paid_under, withdraw_guides
from zoonoses.treasury.services.lateness import Owed, owed_on, standing_plan
from zoonoses.treasury.services.own_rules import instalment_rule_of

COUNTER = (Role.CLERK, Role.MANAGER)


@dataclass(frozen=True)
class Draft:
    """What an agreement would be: the debt part by part, the rule, and the instalments, not yet saved."""

    due: Owed
    rule: InstalmentRule
    instalments: tuple[Instalment, ...]


def draft(*, charge: Charge, count: int, first_on: date, on: date) -> Draft:
    """What an agreement made on a day would be. Instalments are equal, the cents that are left over in the first; each
    falls due on the day of the month of `first_on`, or on the next business day.

    Raises `Refusal`: no rule, more instalments or smaller ones than it allows, nothing owed, already in instalments, a
    first day in the past, or a year whose days nobody confirmed.
    """
    rule = instalment_rule_of(charge, on)
    if rule is None:
        raise Refusal(
            "no_instalment_rule",
            "O Município não tem regra de parcelamento em vigor para esta cobrança: recebe-se por inteiro.",
        )
    still_owed(charge)
    standing = standing_plan(charge)
    if standing is not None:
        raise Refusal("in_instalments", f"Esta cobrança já está parcelada ({standing.document}).")
    if first_on < on:
        raise Refusal("due_in_the_past", "A primeira parcela não pode vencer antes de hoje.")
    if not 2 <= count <= (rule.max_count or 0):
        raise Refusal("too_many_instalments", f"{rule.act} permite de 2 a {rule.max_count} parcelas.")
    due = owed_on(charge, on)
    amounts = shares(due.total, count)
    least = max(rule.min_amount, CENT)
    if amounts[-1] < least:
        most = int(due.total / least)
        more = f": no máximo {most} parcelas." if most >= 2 else ", e esta dívida não se divide."
        raise Refusal("instalment_too_small", f"A parcela mínima é de {br.money(least)} ({rule.act}){more}")
    return Draft(due, rule, tuple(_instalments(charge, amounts, first_on)))


def shares(total: Decimal, count: int) -> list[Decimal]:
    """A debt in so many equal parts; the cents that are left over are in the first. Their sum is the debt."""
    each = (total / count).quantize(CENT, ROUND_DOWN)
    return [total - each * (count - 1), *[each] * (count - 1)]


def _instalments(charge, amounts, first_on):
    calendar, until = calendar_of(charge.municipality), Decimal(0)
    for number, amount in enumerate(amounts, start=1):
        until += amount
        asked = add_months(first_on, number - 1, last_day_of_month=True)
        try:
            due_on = calendar.next_business_day(asked)
        except LawError as error:
            raise of_law(error) from error
        yield Instalment(number=number, due_on=due_on, amount=amount, until=until)


@transaction.atomic
def agree(
    *, charge: Charge, count: int, first_on: date, signer: str, at: datetime, by, key: UUID
) -> InstalmentPlan:
    """The agreement, with its termo to be signed; guides that asked for the whole fall. The same key is one agreement.

    Raises `Refusal` as `draft`, without who signs, or where another app says that the charge may not be settled.
    """
    if by.role not in COUNTER:
        raise Refusal("not_allowed", "Quem faz o parcelamento é o atendente ou o gestor.")
    if not signer.strip():
        raise Refusal("signer_missing", "Informe quem assina o termo.")
    document = once_document(
        charge.municipality, key, lambda: _agree(charge, count, first_on, signer.strip(), at, by).document
    )
    return InstalmentPlan.objects.select_related("document", "charge").get(document=document)


def _agree(charge, count, first_on, signer, at, by) -> InstalmentPlan:
    charge = locked(charge, by)
    on = clock.local(charge.municipality, at).date()
    made = draft(charge=charge, count=count, first_on=first_on, on=on)
    guards.judge(charge, on=on, at=at)
    withdraw_guides([charge], reason="A cobrança foi parcelada.", by=by, at=at)
    body = plan_body(
        made.due, rule=made.rule, signer=signer, instalments=made.instalments, by=by, agreed_on=on
    )
    document = issuing.issue(
        municipality=charge.municipality,
        kind=DocumentKind.INSTALMENT_PLAN,
        template=PLAN,
        title=DocumentKind.INSTALMENT_PLAN.label,
        body=body,
        at=at,
        author=by,
        case=charge.case,
        copies=("1ª via – processo", "2ª via – devedor"),
    )
    parts = made.due.parts
    plan = InstalmentPlan.objects.create(
        municipality=charge.municipality,
        charge=charge,
        rule=made.rule,
        document=document,
        agreed_on=on,
        agreed_at=at,
        agreed_by=by,
        signer=signer,
        principal=parts.principal,
        late_fine=parts.late_fine,
        interest=parts.interest,
        monetary_update=parts.monetary_update,
    )
    for row in made.instalments:
        row.plan = plan
    Instalment.objects.bulk_create(made.instalments)
    _rebuild(charge, on)
    return plan


@transaction.atomic
def break_plan(*, plan: InstalmentPlan, reason: str, at: datetime, by) -> InstalmentPlan:
    """The agreement is broken: what is left is owed at once, and what a delay adds is counted again. Sent again with
    the same reason it changes nothing.

    Raises `Refusal`: no reason, ended before, nothing left to pay, or fewer instalments in arrears than the rule wants.
    """
    if by.role not in COUNTER:
        raise Refusal("not_allowed", "Quem rompe o parcelamento é o atendente ou o gestor.")
    reason = reason.strip()
    if not reason:
        raise Refusal("reason_missing", "Escreva o motivo do rompimento: ele fica na cobrança.")
    charge = locked(plan.charge, by)
    plan = InstalmentPlan.objects.select_related("document", "rule").get(pk=plan.pk)
    if plan.ended_on and plan.ended_reason == reason:
        return plan
    if plan.ended_on:
        raise Refusal("plan_ended", f"Este parcelamento foi encerrado em {plan.ended_on:%d/%m/%Y}.")
    still_owed(charge)
    on = clock.local(charge.municipality, at).date()
    missed, wanted = len(missed_of(plan, on)), plan.rule.breaks_after or 0
    if missed < wanted:
        raise Refusal(
            "not_broken",
            f"O acordo se rompe com {wanted} parcelas em atraso ({plan.rule.act}): hoje há {missed}.",
        )
    withdraw_guides([charge], reason="O parcelamento foi rompido.", by=by, at=at)
    return _end(plan, charge, on, reason, by)


def _end(plan, charge, on, reason, by) -> InstalmentPlan:
    plan.ended_on, plan.ended_reason, plan.ended_by = on, reason[:250], by
    plan.save(update_fields=["ended_on", "ended_reason", "ended_by"])
    _rebuild(charge, on)
    return plan


def fall_with_document(document, act) -> None:
    """Hook of annulment: with its termo falls the agreement, and what asked for its instalments."""
    plan = InstalmentPlan.objects.select_related("charge").filter(document=document, ended_on=None).first()
    if plan is None:
        return
    fallen = document.annulment
    charge = locked(plan.charge, fallen.annulled_by)
    on = clock.local(document.municipality, fallen.annulled_at).date()
    withdraw_guides(
        [charge], reason="O parcelamento foi anulado.", by=fallen.annulled_by, at=fallen.annulled_at
    )
    _end(plan, charge, on, f"Termo anulado: {fallen.reason}", fallen.annulled_by)


def fall_with_charge(charge: Charge, *, by, at: datetime) -> None:
    """An agreement on a charge that is no longer owed ends with it; the caller has locked the charge."""
    plan = standing_plan(charge)
    if plan is not None:
        annulment.withdraw(document=plan.document, reason="A cobrança foi cancelada.", by=by, at=at)


def _rebuild(charge, on) -> None:
    if charge.case is not None:
        agenda.rebuild_at_commit(charge.case, on=on)


@dataclass(frozen=True)
class Row:
    """One instalment as it stands: what of it was paid, and whether it is late on the day asked."""

    instalment: Instalment
    paid: Decimal
    is_late: bool

    @property
    def rest(self) -> Decimal:
        """What is still to be paid of it."""
        return self.instalment.amount - self.paid


def rows_of(plan: InstalmentPlan, on: date) -> list[Row]:
    """The instalments in order, what was received counted to the oldest."""
    received, rows = paid_under(plan), []
    for instalment in plan.instalments.all():
        paid = min(max(received - instalment.until + instalment.amount, Decimal(0)), instalment.amount)
        rows.append(Row(instalment, paid, paid < instalment.amount and instalment.due_on < on))
    return rows


def missed_of(plan: InstalmentPlan, on: date) -> list[Row]:
    """Instalments that could be paid until a day before `on` and were not, or not whole."""
    return [row for row in rows_of(plan, on) if row.is_late]


def standing_guides(plan: InstalmentPlan) -> dict[int, Guide]:
    """The guide that asks for each instalment, by the instalment."""
    rows = Guide.objects.filter(instalment__plan=plan, document__annulment=None).select_related("document")
    return {guide.instalment_id: guide for guide in rows}


def outside(plan: InstalmentPlan) -> Decimal:
    """What is owed of the charge beyond the instalments: a payment of before the agreement was undone since."""
    agreed = plan.principal + plan.late_fine + plan.interest + plan.monetary_update
    left = max(agreed - paid_under(plan), Decimal(0))
    return max(owed_on(plan.charge, plan.agreed_on).total - left, Decimal(0))
