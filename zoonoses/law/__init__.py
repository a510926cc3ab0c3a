"""The law engine: pure Python, no clock, no I/O beyond reading a ruleset."""

from zoonoses.law.answers import answer
from zoonoses.law.calendar import Calendar, municipal_days
from zoonoses.law.errors import Fault, LawError, RulesetInvalid
from zoonoses.law.model import TermOffer
from zoonoses.law.question import Answer
from zoonoses.law.ruleset import Ruleset, check, load, load_folder

__all__ = [
    "Answer",
    "Calendar",
    "Fault",
    "LawError",
    "Ruleset",
    "RulesetInvalid",
    "TermOffer",
    "answer",
    "check",
    "load",
    "load_folder",
    "municipal_days",
]
