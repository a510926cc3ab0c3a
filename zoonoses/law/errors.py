"""Errors of the law engine: refusals to answer, and faults of a ruleset file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

SENTENCES = {
    "not_in_law": "A lei não prevê o que foi perguntado.",
    "term_not_offered": "A lei não oferece este prazo ao agente.",
    "value_unknown": "Falta um valor que a lei deixa a outrem, ou um fato sem o qual não há resposta.",
    "law_not_in_force": "A lei não estava em vigor no dia do fato.",
    "species_not_in_table": "A espécie não está em nenhuma classe de porte da lei.",
    "index_value_missing": "Falta o valor da unidade para a data que conta.",
    "calendar_unknown": "Os feriados deste período ainda não foram informados.",
}


class LawError(Exception):
    """A question the law, or what is known of it, does not answer.

    ``code`` is one of the refusal codes of the engine's contract, or ``calendar_unknown``; ``message`` is a
    sentence in Portuguese for the screen; ``details`` names what is missing (fact, reading, unit, period, year).
    """

    def __init__(self, code: str, message: str = "", details: Mapping[str, Any] | None = None) -> None:
        self.code = code
        self.message = message or SENTENCES.get(code, code)
        self.details: dict[str, Any] = dict(details or {})
        super().__init__(f"{code}: {self.message}")


def missing_fact(name: str) -> LawError:
    """The refusal for a fact without which the question has no answer."""
    return LawError("value_unknown", f"Falta informar: {name}.", {"fact": name})


@dataclass(frozen=True)
class Fault:
    """One fault of a ruleset file: its path inside the file, and what was expected there."""

    path: str
    message: str

    def __str__(self) -> str:
        return f"{self.path}: {self.message}"


class RulesetInvalid(Exception):
    """A ruleset file with faults; ``faults`` holds all of them."""

    def __init__(self, source: str, faults: Sequence[Fault]) -> None:
        self.source = source
        self.faults = tuple(faults)
        listing = "\n".join(f"  {fault}" for fault in self.faults)
        super().__init__(f"{source}: {len(self.faults)} fault(s)\n{listing}")
