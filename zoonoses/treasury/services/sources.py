"""The page from which a charge came, for the link that leads back to it. Each app tells of its own records.

The treasury knows only how a charge names its subject: `notice:5`, `redemption:3`.
"""

from collections.abc import Callable
from dataclasses import dataclass

from zoonoses.treasury.models import Charge


@dataclass(frozen=True)
class Source:
    """A page: what it is called, and its address."""

    label: str
    url: str


Tell = Callable[[Charge], Source | None]
_sources: dict[str, Tell] = {}


def register(kind: str, tell: Tell) -> None:
    """Called by an app when it is ready: `tell(charge)` for charges whose subject is of this kind (`redemption`)."""
    _sources[kind] = tell


def source_of(charge: Charge) -> Source | None:
    """Where a charge came from; None for one by hand, and where no app has a page for it."""
    tell = _sources.get(charge.subject.partition(":")[0])
    return tell(charge) if tell is not None else None


def key_of(charge: Charge) -> int:
    """The key of the record that the subject names."""
    return int(charge.subject.partition(":")[2])
