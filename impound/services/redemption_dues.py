"""What a redemption owes at a moment: the law's bill, the part that is a fine, the part that the registry charges.

Amounts are kept in the law's unit and in reais. The fine of the event is asked once of each owner: what an earlier
redemption of the same seizure already charged is taken off.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal

from impound.models import Redemption, RedemptionBill, SeizedAnimal
from impound.services import event_notices, law, state
from registry.models import SecondCopyRequest
from registry.querysets import group_of
from zoonoses.documents.refusals import Refusal, of_law
from zoonoses.law import LawError
from zoonoses.municipalities import clock
from zoonoses.municipalities.lawbook import Lawbook
from zoonoses.municipalities.services import units
from zoonoses.municipalities.templatetags import br
from zoonoses.treasury.models import Charge

NOTHING = Decimal(0)
INDEX_MISSING = "index_value_missing"


@dataclass(frozen=True)
class Line:
    """One line of the bill. `is_fine`: the fine of the event, charged to the owner. `is_apart`: charged where it is
    done, by the registry. `note` says what was taken off."""

    code: str
    label: str
    article: str
    amount: Decimal
    unit: str
    is_fine: bool = False
    is_apart: bool = False
    note: str = ""

    @property
    def written(self) -> str:
        return br.quantity({"amount": self.amount, "unit": self.unit})


@dataclass(frozen=True)
class Due:
    """What is owed. `own` is charged to who redeems, `fine` to the owner, `apart` by the registry: all in reais.

    `basis` tells how the whole comes about, and `own_basis` and `fine_basis` each part.
    `silent`: the law has no bill. With `refusal` the amounts are unknown, and `lines` are what is known anyway.
    """

    lines: tuple[Line, ...] = ()
    total: Decimal = NOTHING
    unit: str = law.REAIS
    reais: Decimal = NOTHING
    own: Decimal = NOTHING
    fine: Decimal = NOTHING
    apart: Decimal = NOTHING
    custody_days: int | None = None
    index_value: Decimal | None = None
    index_on: date | None = None
    basis: tuple = ()
    fine_basis: tuple = ()
    article: str = ""
    silent: bool = False
    refusal: Refusal | None = None

    @property
    def own_basis(self) -> tuple:
        """The whole bill, and what of it is left to who redeems when a part is paid elsewhere."""
        apart = [(self.fine, "multa do evento"), (self.apart, "registro")]
        taken = "".join(f" − {br.money(amount)} ({label})" for amount, label in apart if amount)
        if not taken or not self.own:
            return self.basis
        arithmetic = f"{br.money(self.reais)}{taken} = {br.money(self.own)}"
        part = {"text": "Parte de quem pede o resgate.", "article": self.article, "arithmetic": arithmetic}
        return (*self.basis, part)

    @property
    def written(self) -> str:
        return br.quantity({"amount": self.total, "unit": self.unit})

    @property
    def is_zero(self) -> bool:
        return not self.silent and self.refusal is None and not self.own and not self.fine


@dataclass(frozen=True)
class Charged:
    """The fine of the event that earlier redemptions of the same owner charged, in the law's unit, and by which."""

    amount: Decimal = NOTHING
    animals: tuple[SeizedAnimal, ...] = ()
    document: str = ""


@dataclass(frozen=True)
class OfRegistry:
    """What the registry charged for animals since they were seized, and what of it still stands."""

    registrations: tuple[Charge, ...] = ()
    copies: tuple[Charge, ...] = ()

    @property
    def charges(self) -> tuple[Charge, ...]:
        return self.registrations + self.copies


@dataclass(frozen=True)
class _Asked:
    """The law's answer to be divided, with what converts it."""

    lawbook: Lawbook
    animals: Sequence[SeizedAnimal]
    facts: law.BillFacts
    bill: law.Bill
    at: datetime
    index_on: date
    index_value: Decimal | None = None

    def reais(self, amount: Decimal, unit: str) -> Decimal:
        if unit == law.REAIS:
            return amount
        answer = self._convert(amount, unit)
        return Decimal(answer["amount"]["amount"])

    def conversion(self, amount: Decimal, unit: str) -> tuple:
        return () if unit == law.REAIS else tuple(self._convert(amount, unit)["basis"])

    def _convert(self, amount, unit):
        value = str(self.index_value)
        return self.lawbook.ask(
            "convert", amount={"amount": f"{amount:.2f}", "unit": unit}, index_value=value
        )


def present(redemption: Redemption) -> list[SeizedAnimal]:
    """The animals of a redemption that are still in custody, as the law is asked about them."""
    rows = redemption.animals.in_custody().select_related(
        "municipality",
        "seizure__act__case",
        "seizure__owner",
        "animal__tutor__merged_into",
        "animal__rga__charge",
    )
    return list(rows.prefetch_related("events__tutor").order_by("pk"))


def of_registry(animals: Sequence[SeizedAnimal]) -> OfRegistry:
    """Registrations and second copies charged since the seizure; `animals` come with `animal__rga`."""
    since = {row.animal_id: row.seized_on for row in animals}
    rgas = [row.animal.rga for row in animals if hasattr(row.animal, "rga")]
    new = [rga.charge for rga in rgas if rga.charge_id and rga.registered_on >= since[rga.animal_id]]
    rows = SecondCopyRequest.objects.filter(rga__animal__in=since, document__annulment=None)
    copies = [
        copy.charge
        for copy in rows.exclude(charge=None).select_related("charge", "rga").order_by("pk")
        if copy.requested_on >= since[copy.rga.animal_id]
    ]
    return OfRegistry(*(tuple(row for row in found if row.cancelled_on is None) for found in (new, copies)))


def due(redemption: Redemption, *, at: datetime, animals: Sequence[SeizedAnimal] | None = None) -> Due:
    """What is owed if the animals still here are redeemed at a moment, also a future one. Never raises for a value
    that nobody entered: `refusal` then says which unit, which day, and where it is entered.
    """
    animals = present(redemption) if animals is None else list(animals)
    if not animals:
        return Due(silent=True)
    try:
        asked = _ask(redemption, animals, at)
        return _divided(redemption, asked)
    except LawError as error:
        return Due(refusal=of_law(error))


def _ask(redemption, animals, at) -> _Asked:
    lawbook = law.lawbook_of(animals[0])
    on = clock.local(lawbook.municipality, at).date()
    rule = law.custody_rule(lawbook)
    notice = event_notices.standing(redemption.seizure, redemption.owner, rule)
    notice_on = notice.act.on if notice else None
    facts = state.bill_facts(animals, owner=redemption.owner, on=on, notice_on=notice_on, lawbook=lawbook)
    charged = of_registry(animals)
    facts = replace(
        facts,
        unregistered=facts.unregistered + len(charged.registrations),
        second_copies=len(charged.copies),
    )
    bill = law.bill(lawbook, animals, at=at, facts=facts)
    day = state.index_day(lawbook, animals[0].seized_on, on, notice_on)
    return _Asked(lawbook, animals, facts, bill, at, day, facts.index_value)


def _divided(redemption, asked) -> Due:
    bill, rule = asked.bill, asked.lawbook.ruleset.bill
    if bill.silent:
        return Due(silent=True)
    before = _charged_before(redemption)
    lines = tuple(_line(line, rule, asked, before) for line in bill.lines)
    units_used = {line.unit for line in bill.lines} - {law.REAIS}
    if bill.refusal is not None or (units_used and asked.index_value is None):
        return Due(lines=lines, custody_days=bill.custody_days, refusal=_named(asked, bill, units_used))
    taken_off = sum((old.amount - new.amount for old, new in zip(bill.lines, lines, strict=True)), NOTHING)
    fines = [line for line in lines if line.is_fine]
    if taken_off and bill.unit == law.REAIS:
        before_off = sum(
            asked.reais(line.amount, line.unit) for line in bill.lines if line.code in _codes(fines)
        )
        taken_off = before_off - sum(asked.reais(line.amount, line.unit) for line in fines)
    total = bill.total - taken_off
    reais = asked.reais(total, bill.unit)
    fine = sum((asked.reais(line.amount, line.unit) for line in fines), NOTHING)
    apart = sum((asked.reais(line.amount, line.unit) for line in lines if line.is_apart), NOTHING)
    return Due(
        lines=lines,
        total=total,
        unit=bill.unit,
        reais=reais,
        own=reais - fine - apart,
        fine=fine,
        apart=apart,
        custody_days=bill.custody_days,
        index_value=asked.index_value if units_used else None,
        index_on=asked.index_on if units_used else None,
        basis=_basis(asked, lines, total, rule) if taken_off else _plain_basis(asked, total),
        fine_basis=tuple(step for line in fines for step in _fine_basis(asked, line)),
        article=rule.article,
    )


def _fine_basis(asked, line) -> tuple:
    text = f"{line.label}. {line.note}" if line.note else line.label
    step = {"text": text, "article": line.article, "arithmetic": line.written}
    return (step, *asked.conversion(line.amount, line.unit))


def _codes(lines) -> set[str]:
    return {line.code for line in lines}


def _line(line, rule, asked, before) -> Line:
    item = next((item for item in rule.items if item.code == line.code), None)
    is_fine = bool(item and item.fine_of)
    amount, note = line.amount, ""
    if is_fine and before.amount:
        whole = _fine_of_all(line.code, asked, before)
        amount = max(NOTHING, whole - before.amount)
        charged = br.quantity({"amount": before.amount, "unit": line.unit})
        note = f"A multa do evento é cobrada uma vez: {charged} já estão no {before.document}."
    return Line(
        line.code, line.label, line.article, amount, line.unit, is_fine, bool(item and item.service), note
    )


def _fine_of_all(code, asked, before) -> Decimal:
    """The fine of the event for these animals and those that earlier redemptions of the owner took."""
    everyone = {row.pk: row for row in (*before.animals, *asked.animals)}
    facts = law.BillFacts(priors=asked.facts.priors, index_value=asked.facts.index_value)
    bill = law.bill(asked.lawbook, list(everyone.values()), at=asked.at, facts=facts)
    return next((line.amount for line in bill.lines if line.code == code), NOTHING)


def _charged_before(redemption) -> Charged:
    rows = RedemptionBill.objects.filter(
        redemption__seizure=redemption.seizure_id,
        redemption__owner__in=group_of(redemption.owner),
        replaced_by=None,
        fine_charge__isnull=False,
        fine_charge__cancelled_on=None,
    ).exclude(redemption=redemption)
    bills = list(rows.select_related("document", "redemption").order_by("pk"))
    if not bills:
        return Charged()
    amounts = [Decimal(item["amount"]) for bill in bills for item in bill.items if item["is_fine"]]
    animals = SeizedAnimal.objects.filter(redemptions__in=[bill.redemption for bill in bills]).distinct()
    return Charged(sum(amounts, NOTHING), tuple(animals.order_by("pk")), str(bills[-1].document))


def _named(asked, bill, units_used) -> Refusal:
    """Why the bill is not known. A missing unit value names the unit, the day and the page where it is entered."""
    if bill.refusal is not None and bill.refusal.code != INDEX_MISSING:
        return bill.refusal
    unit = next(iter(sorted(units_used)), asked.lawbook.ruleset.unit)
    try:
        units.value_on(asked.lawbook.municipality, unit, asked.index_on)
    except LawError as error:
        return of_law(error)
    return bill.refusal


def _plain_basis(asked, total) -> tuple:
    """The law's own steps, and the conversion of the total where it is in the law's unit."""
    return (*asked.bill.basis, *asked.conversion(total, asked.bill.unit))


def _basis(asked, lines, total, rule) -> tuple:
    """The law's steps with what was taken off of the fine before the total."""
    steps = [
        {"text": line.note, "article": line.article, "arithmetic": f"resta {line.written}"}
        for line in lines
        if line.note
    ]
    last = {
        "text": "Total a pagar.",
        "article": rule.article,
        "arithmetic": br.quantity({"amount": total, "unit": asked.bill.unit}),
    }
    return (*asked.bill.basis[:-1], *steps, last, *asked.conversion(total, asked.bill.unit))
