"""What other apps still judge before a charge of theirs is settled."""

from collections.abc import Callable
from datetime import date, datetime

from zoonoses.treasury.models import Charge

Guard = Callable[[Charge, date, datetime], None]
_guards: list[Guard] = []


def on_settling(guard: Guard) -> None:
    """Called by an app when it is ready: `guard(charge, on, at)`, inside the transaction, raises `Refusal` when the
    charge may not be paid, or asked for by a guide, on the day `on`.
    """
    if guard not in _guards:
        _guards.append(guard)


def judge(charge: Charge, *, on: date, at: datetime) -> None:
    """Asks every guard about a charge to be settled on a day; raises the first `Refusal`."""
    for guard in _guards:
        guard(charge, on, at)
