"""What is owed of a charge on a day: the charge itself and, where the municipality's own rule says so, a delay's cost.

A charge is late from the day after its guide could last be paid. A guide taken out of effect until its due day does not
count; without a guide that fell due nothing is late. Under an agreement of instalments what was owed when it was made
stays as it was. A payment quits the charge and the additions in the same proportion, unless the rule says otherwise.
"""

from dataclasses import dataclass, replace
from datetime import date
from decimal import ROUND_DOWN, Decimal

from zoonoses.documents.refusals import Refusal, of_law
from zoonoses.law import LawError
from zoonoses.municipalities import clock
from zoonoses.municipalities.calendars import calendar_of
from zoonoses.municipalities.templatetags import br
from zoonoses.treasury.models import Charge, InstalmentPlan, LateRule
from zoonoses.treasury.services.delays import CENT, KINDS, LABELS, NOTHING, Delay, cents
from zoonoses.treasury.services.own_rules import late_rule_of


@dataclass(frozen=True)
class Parts:
    """An amount in reais, part by part: of the charge itself, and of what a delay added to it."""

    principal: Decimal = NOTHING
    late_fine: Decimal = NOTHING
    interest: Decimal = NOTHING
    monetary_update: Decimal = NOTHING

    @property
    def additions(self) -> Decimal:
        """What a delay added."""
        return self.late_fine + self.interest + self.monetary_update

    @property
    def total(self) -> Decimal:
        """All of it."""
        return self.principal + self.additions

    @property
    def lines(self) -> list[tuple[str, Decimal]]:
        """Each addition that there is, by its name."""
        found = [(LABELS[kind], getattr(self, kind)) for kind in KINDS]
        return [(label, amount) for label, amount in found if amount]


@dataclass(frozen=True)
class Owed:
    """What is owed of a charge, counted to a day. `steps` is how the additions were reached, each with the act."""

    charge: Charge
    parts: Parts
    counted_on: date
    rule: LateRule | None = None
    due_on: date | None = None
    steps: tuple[dict, ...] = ()
    plan: InstalmentPlan | None = None

    @property
    def total(self) -> Decimal:
        """In reais."""
        return self.parts.total

    def split(self, amount: Decimal) -> Parts:
        """What a payment of that much, at most the whole, quits. The charge stays open while anything is owed."""
        parts = self.parts
        if amount == parts.total or not parts.additions:
            return replace(parts, principal=amount - parts.additions)
        first = self.rule is not None and self.rule.allocation == LateRule.Allocation.ADDITIONS_FIRST
        found, left = {}, amount
        for kind in KINDS:
            owed = getattr(parts, kind)
            share = min(owed, left) if first else _down(amount * owed / parts.total)
            found[kind] = share
            left -= share
        principal = min(left, max(parts.principal - CENT, NOTHING))
        left -= principal
        for kind in KINDS:  # parts of a cent that the proportion left over
            more = min(left, getattr(parts, kind) - found[kind])
            found[kind] += more
            left -= more
        return Parts(principal, **found)


def standing_plan(charge: Charge) -> InstalmentPlan | None:
    """The agreement of instalments under which a charge is paid."""
    rows = charge.plans.filter(ended_on=None)
    return rows.select_related("document", "rule").first()


def owed_on(charge: Charge, on: date) -> Owed:
    """What is owed of a charge on a day, additions included; nothing when it was cancelled.

    Raises `Refusal` where the additions cannot be counted: a month of the index, or a year of the calendar, that nobody
    entered.
    """
    if charge.cancelled_on:
        return Owed(charge, Parts(), on)
    payments = list(charge.payments.standing())
    principal = charge.amount - sum((payment.principal for payment in payments), NOTHING)
    plan = standing_plan(charge)
    if plan is not None:
        return _under_plan(charge, principal, plan, payments)
    plain = Owed(charge, Parts(principal), on)
    rule = late_rule_of(charge) if principal > 0 else None
    due_on = fell_due(charge) if rule else None
    if rule is None or due_on is None or on <= due_on:
        return plain
    return _delayed(charge, principal, Delay(rule, _last_day(charge, due_on), on), payments)


def _delayed(charge, principal, delay, payments) -> Owed:
    """What had come due until each payment, and until now on what is left, less what was paid of additions.

    It is rounded once: what a payment leaves owed on its own day is what was owed less the payment.
    """
    rates, steps = delay.rates, delay.steps(principal)
    found = {kind: principal * rates[kind] for kind in KINDS}
    before, paid = NOTHING, NOTHING
    for payment in payments:
        past = replace(delay, on=payment.counted_on or payment.paid_on).rates
        for kind in KINDS:
            found[kind] += payment.principal * past[kind]
            before += payment.principal * past[kind]
        paid += payment.additions
    left = {
        kind: cents(found[kind]) - sum((getattr(row, kind) for row in payments), NOTHING) for kind in KINDS
    }
    if before or paid:
        arithmetic = f"+ {br.money(before)} − {br.money(paid)}"
        text = "Acréscimos contados sobre o que já foi pago, até cada pagamento, menos os acréscimos já pagos"
        steps.append({"text": text, "article": delay.rule.act, "arithmetic": arithmetic})
    parts = Parts(principal, **{kind: max(amount, NOTHING) for kind, amount in left.items()})
    return Owed(charge, parts, delay.on, delay.rule, delay.last_day, tuple(steps))


def principal_on(charge: Charge, on: date) -> Owed:
    """As `owed_on`, without any addition: for what another office counts its own additions to."""
    principal = charge.amount - sum((row.principal for row in charge.payments.standing()), NOTHING)
    return Owed(charge, Parts(NOTHING if charge.cancelled_on else principal), on)


def counting_day(charge: Charge, paid_on: date) -> date:
    """To which day a payment is counted: a guide that could be paid on that day asks for no more than it said."""
    guides = charge.guides.filter(document__annulment=None, issued_on__lte=paid_on, due_on__gte=paid_on)
    asked = [guide.counted_on or guide.due_on for guide in guides]
    return min([paid_on, *asked])


def owed_today(charge: Charge, on: date) -> Owed:
    """What the counter receives on a day: as `owed_on`, under a guide that can still be paid."""
    return owed_on(charge, counting_day(charge, on))


def shown_today(charge: Charge, on: date) -> Decimal:
    """What a page says is owed on a day; without additions where they cannot be counted: receiving it says why."""
    try:
        return owed_today(charge, on).total
    except Refusal:
        return charge.amount - sum((row.principal for row in charge.payments.standing()), NOTHING)


def fell_due(charge: Charge) -> date | None:
    """The day on which a charge first fell due: its earliest guide that stood until its own day, or what an agreement
    that was broken left unpaid. None while nothing fell due.
    """
    days = []
    for guide in charge.guides.filter(instalment=None).select_related("document__annulment"):
        annulment = getattr(guide.document, "annulment", None)
        if annulment is None or clock.local(charge.municipality, annulment.annulled_at).date() > guide.due_on:
            days.append(guide.due_on)
    for plan in charge.plans.exclude(ended_on=None):
        paid = sum(plan.payments.standing().values_list("amount", flat=True), NOTHING)
        missed = plan.instalments.filter(until__gt=paid).first()
        if missed is not None:
            days.append(min(missed.due_on, plan.ended_on))
    return min(days, default=None)


def _last_day(charge, due_on) -> date:
    try:
        return calendar_of(charge.municipality).next_business_day(due_on)
    except LawError as error:
        raise of_law(error) from error


def _under_plan(charge, principal, plan, payments) -> Owed:
    """What the agreement fixed, less what was paid of it since."""
    own = [payment for payment in payments if payment.plan_id == plan.pk]
    left = {
        kind: max(getattr(plan, kind) - sum((getattr(row, kind) for row in own), NOTHING), NOTHING)
        for kind in KINDS
    }
    parts = Parts(principal, **left)
    text = f"{plan.document}: o que se devia em {plan.agreed_on:%d/%m/%Y}, menos o que foi pago"
    steps = ({"text": text, "article": plan.rule.act, "arithmetic": ""},) if parts.additions else ()
    return Owed(charge, parts, plan.agreed_on, late_rule_of(charge), None, steps, plan)


def _down(amount: Decimal) -> Decimal:
    return amount.quantize(CENT, ROUND_DOWN)
