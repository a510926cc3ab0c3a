"""What came in, by where the law sends it, by month and by what was charged. Voided payments are not revenue."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from itertools import groupby

from django.db.models import Case, Count, F, Sum, Value, When
from django.db.models.functions import TruncMonth

from zoonoses.documents.services.exports import Column
from zoonoses.law import LawError
from zoonoses.municipalities.lawbook import Lawbook
from zoonoses.treasury.models import Payment
from zoonoses.treasury.querysets import FINES, MONEY

LABELS = {
    "fine": "Multa",
    "event_fine": "Multa cobrada no resgate",
    "redemption": "Resgate de animal",
    "sale": "Venda, leilão ou licitação de animal",
    "registration": "Registro de animal",
    "second_copy": "Segunda via",
    "kits": "Kits de registro",
    "rabies_vaccination": "Vacinação antirrábica",
    "hand": "Lançada à mão",
    "other": "Outra cobrança",
}
CENT = Decimal("0.01")
NOWHERE = "Sem destinação na lei"


@dataclass(frozen=True)
class Line:
    """Standing payments of one month (its first day) for one thing; `article` tells the infractions of fines apart.

    `additions` is what of `amount` paid a delay: multa de mora, juros, atualização.
    """

    destination: str
    month: date
    kind: str
    article: str
    count: int
    amount: Decimal
    additions: Decimal = Decimal(0)

    @property
    def what(self) -> str:
        """What was charged, in words."""
        label = LABELS.get(self.kind, self.kind)
        return f"{label} – {self.article}" if self.article else label


@dataclass(frozen=True)
class Fund:
    """One destination with its lines, and their sum in reais."""

    name: str
    lines: tuple[Line, ...]
    amount: Decimal
    additions: Decimal


def destination_of(municipality, kind: str, on: date) -> str:
    """Where the law of the day sends the money of a charge of this kind, in its own words; "" when it says nothing."""
    try:
        practice = Lawbook(municipality, on).ruleset.practice
    except LawError:
        return ""  # no law was adopted: what is charged then is charged by hand
    return practice.money_to if practice.money_of == "all" or kind in FINES else ""


def lines(municipality, *, since: date, until: date) -> list[Line]:
    """Revenue of the payments made from `since` to `until`, both included, in one query."""
    rows = Payment.objects.of(municipality).standing().filter(paid_on__range=(since, until))
    article = Case(When(charge__kind__in=FINES, then=F("charge__article")), default=Value(""))
    rows = rows.annotate(
        destination=F("charge__destination"),
        month=TruncMonth("paid_on"),
        kind=F("charge__kind"),
        article=article,
    )
    rows = rows.values("destination", "month", "kind", "article")
    added = Sum(F("late_fine") + F("interest") + F("monetary_update"), output_field=MONEY)
    rows = rows.annotate(count=Count("pk"), sum=Sum("amount"), added=added).order_by(
        "destination", "month", "kind", "article"
    )
    return [
        Line(
            destination=row["destination"] or NOWHERE,
            month=row["month"],
            kind=row["kind"],
            article=row["article"],
            count=row["count"],
            amount=row["sum"].quantize(CENT),
            additions=row["added"].quantize(CENT),
        )
        for row in rows
    ]


def by_fund(found: list[Line]) -> list[Fund]:
    """The lines under their destinations."""
    funds = []
    for name, group in groupby(found, key=lambda line: line.destination):
        own = tuple(group)
        added = sum((line.additions for line in own), Decimal(0))
        funds.append(Fund(name, own, total(own), added))
    return funds


def total(found) -> Decimal:
    """The sum of some lines, in reais."""
    return sum((line.amount for line in found), Decimal(0))


def columns(found) -> list[Column]:
    """Columns of the report as a file; what a delay added has one of its own only where something was added."""
    return COLUMNS + ADDED if any(line.additions for line in found) else COLUMNS


COLUMNS = [
    Column("Destinação", lambda line: line.destination),
    Column("Mês", lambda line: f"{line.month:%m/%Y}"),
    Column("O que se cobrou", lambda line: line.what),
    Column("Pagamentos", lambda line: line.count),
    Column("Valor (R$)", lambda line: line.amount),
]
ADDED = [Column("Dos quais, acréscimos por atraso (R$)", lambda line: line.additions)]
