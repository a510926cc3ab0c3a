"""What other apps know of a charge that is to be sent to the dívida ativa: where it comes from, and who owes it.

A charge names its records as `notice:5` and `tutor:3`; each app tells what it knows of its own.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date

from zoonoses.documents.refusals import Refusal
from zoonoses.treasury.models import Charge

GUIDE_DUE = "guide_due"
NO_TERM = Refusal("no_term", "Nem a lei nem regulamento do Município fixa prazo de pagamento desta cobrança.")


@dataclass(frozen=True)
class Origin:
    """Where a debt comes from, as on a day.

    `refusal` says why it may not be sent yet; `no_term`, the reason why only the manager may decide it. `days` are
    those of the process, ISO by the names of `DAYS`.
    """

    words: str
    due_on: date | None = None
    days: dict[str, str] = field(default_factory=dict)
    refusal: Refusal | None = None
    no_term: Refusal | None = None


@dataclass(frozen=True)
class Debtor:
    """Who owes, as registered on the day that it was asked."""

    name: str
    document: str
    address: str


# The days of a process that a remittance tells, in their order.
DAYS = {
    "fact": "Fato em",
    "drawn": "Auto lavrado em",
    "served": "Ciência do auto em",
    "decided": "Decisão em",
    "decision_served": "Ciência da decisão em",
    "final_decided": "Decisão do recurso em",
    "final_served": "Ciência da decisão do recurso em",
    "final": "Definitiva em",
}
_origins: dict[str, Callable[[Charge, date], Origin]] = {}
_debtors: dict[str, Callable[[Charge], Debtor]] = {}


def register_origin(kind: str, tell: Callable[[Charge, date], Origin]) -> None:
    """Called by an app when it is ready: `tell(charge, on)` for charges whose subject is of this kind (`notice`)."""
    _origins[kind] = tell


def register_debtor(kind: str, tell: Callable[[Charge], Debtor]) -> None:
    """Called by an app when it is ready: `tell(charge)` for charges whose payer is of this kind (`tutor`)."""
    _debtors[kind] = tell


def origin_of(charge: Charge, on: date) -> Origin:
    """Where a locked charge comes from. One that no app knows rests on no term of the law: only on its guide's day."""
    tell = _origins.get(charge.subject.partition(":")[0])
    if tell is not None:
        return tell(charge, on)
    return Origin(charge.description, due_on=last_due(charge), no_term=NO_TERM)


def debtor_of(charge: Charge) -> Debtor:
    """Who owes a charge: as the registry has the person today, or as the charge names them."""
    tell = _debtors.get(charge.payer.partition(":")[0])
    return tell(charge) if tell else Debtor(charge.payer_name, charge.payer_document, "")


def last_due(charge: Charge) -> date | None:
    """Until when the last guide of a charge asked for it, also one taken out of effect; None without any."""
    return charge.guides.order_by("-due_on").values_list("due_on", flat=True).first()
