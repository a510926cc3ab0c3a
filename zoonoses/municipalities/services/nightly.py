"""What is done every night in each municipality. Apps register their duties; `manage.py nightly` runs them.

A duty may be run again at any time: what is done is not done twice.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

logger = logging.getLogger(__name__)

Duty = Callable[..., int]
_duties: dict[str, Duty] = {}


@dataclass(frozen=True)
class Done:
    """One duty of one municipality: how many things it did, None when it failed."""

    name: str
    count: int | None


def register(name: str, duty: Duty) -> None:
    """Called by an app when it is ready: `duty(municipality, at=moment) -> int` does its part and counts it.

    `name` says it in Portuguese, for whoever reads the log; `at` is the municipality's own moment.
    """
    _duties[name] = duty


def run(municipality, *, at: datetime) -> list[Done]:
    """Runs every duty in the order of registration. One that fails is logged with its error; the others run."""
    done = []
    for name, duty in list(_duties.items()):
        attempt = _Attempt(f"{name}, {municipality}")
        with attempt:
            attempt.count = duty(municipality, at=at)
        done.append(Done(name, attempt.count))
    return done


class _Attempt:
    """The edge at which the error of one duty, whatever it is, goes to the log and no further. A stop goes on."""

    def __init__(self, told: str):
        self.told, self.count = told, None

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        if not isinstance(error, Exception):
            return False
        logger.error("Rotina noturna falhou: %s", self.told, exc_info=(kind, error, trace))
        return True
