"""What an animal owes on one day and on every day of a stretch, in the law's unit and in reais, ready to be shown."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from impound.models import SeizedAnimal
from impound.services import law, state
from impound.services.worth import Reais, UnitBook, in_reais
from zoonoses.municipalities import clock
from zoonoses.municipalities.templatetags import br

DAYS_SHOWN = 41
END_OF_DAY = time(23, 59)


@dataclass(frozen=True)
class DayBill:
    """The bill of a day. `written` is the total as the law writes it; `reais` only where the unit is another."""

    on: date
    bill: law.Bill
    worth: Reais

    @property
    def written(self) -> str:
        return written(self.bill)

    @property
    def reais(self) -> str:
        if self.bill.unit == law.REAIS or self.worth.amount is None:
            return ""
        return br.money(self.worth.amount)


def written(bill: law.Bill) -> str:
    """`5,25 UPF`, `R$ 10,00`; where the total is not known, what is known of it: `60,00 UFM + R$ 170,50`."""
    if bill.silent:
        return ""
    if bill.total is not None:
        return br.quantity({"amount": bill.total, "unit": bill.unit})
    sums: dict[str, object] = {}
    for line in bill.lines:
        sums[line.unit] = sums.get(line.unit, 0) + line.amount
    return " + ".join(br.quantity({"amount": amount, "unit": unit}) for unit, amount in sums.items())


def moment_of(custody: SeizedAnimal, on: date, now: datetime) -> datetime:
    """The moment at which a day's bill is told: now for today, the end of the day for any other."""
    if on == now.date():
        return now
    return datetime.combine(on, END_OF_DAY, tzinfo=clock.zone(custody.municipality))


def bill_of_day(
    custody, on: date, now: datetime, *, lawbook, owner, priors: int, book: UnitBook | None = None
) -> DayBill:
    """What the animal alone would owe, redeemed on a day not before its seizure."""
    book = book or UnitBook(custody.municipality)
    facts = state.bill_facts([custody], owner=owner, on=on, lawbook=lawbook, priors=priors, book=book)
    found = law.bill(lawbook, [custody], at=moment_of(custody, on, now), facts=facts)
    worth = in_reais(found, lawbook=lawbook, seized_on=custody.seized_on, on=on, book=book)
    return DayBill(on, found, worth)


def table(custody, now: datetime, *, lawbook, owner) -> list[DayBill]:
    """Every day from the seizure to forty days later; nothing where the law has no bill."""
    if state.ruleset_of(lawbook).bill is None:
        return []
    book = UnitBook(custody.municipality)
    priors = state.priors_of(owner, lawbook=lawbook, custody=custody)
    days = (custody.seized_on + timedelta(days=number) for number in range(DAYS_SHOWN))
    return [
        bill_of_day(custody, day, now, lawbook=lawbook, owner=owner, priors=priors, book=book) for day in days
    ]
