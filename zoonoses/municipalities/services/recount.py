"""When a reading, a holiday or a law changes, whatever was computed from it and kept for lists is computed again.

Apps that keep such projections register here; nothing printed changes, and a due day already printed never becomes
earlier: that is each projection's own care.
"""

from collections.abc import Callable
from datetime import date

from django.db import transaction

Recounter = Callable[..., None]
_recounters: list[Recounter] = []


def register(recounter: Recounter) -> None:
    """Called by an app when it is ready: `recounter(municipality, on=date)` rebuilds what the app keeps."""
    if recounter not in _recounters:
        _recounters.append(recounter)


def announce(municipality, *, on: date) -> None:
    """Something that terms are computed from changed; recounts once the change is safely stored."""

    def run():
        for recounter in _recounters:
            recounter(municipality, on=on)

    transaction.on_commit(run)
