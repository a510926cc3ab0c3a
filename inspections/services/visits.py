"""What a visit is made of before it is filed: the values that forms give and services take."""

from dataclasses import dataclass, field
from datetime import datetime

from inspections.models import Finding, Inspection, ReturnOutcome
from registry.models import Animal, Tutor
from zoonoses.documents.models import Attachment
from zoonoses.municipalities.models import Membership


@dataclass(frozen=True)
class FindingInput:
    """One conduct found. `measured`: by measure code, the facts given (days, decimals, yes or no)."""

    infraction: str
    animals: int = 1
    description: str = ""
    measured: dict = field(default_factory=dict)
    gravity: str = ""
    gravity_reason: str = ""
    aggravating: tuple[str, ...] = ()
    mitigating: tuple[str, ...] = ()
    handler: str = ""


@dataclass(frozen=True)
class OutcomeInput:
    """What a return saw of an earlier finding; `remaining` is 0 only when cured."""

    finding: Finding
    result: str
    remaining: int = 0
    cured_animals: tuple[Animal, ...] = ()
    notes: str = ""


@dataclass(frozen=True)
class VisitInput:
    """A visit as typed and checked. `new_animals` carry `quantity`: above one they are counted, not registered."""

    tutor: Tutor | None = None
    new_tutor: dict | None = None
    place: dict = field(default_factory=dict)
    animals: list[Animal] = field(default_factory=list)
    new_animals: list[dict] = field(default_factory=list)
    findings: list[FindingInput] = field(default_factory=list)
    signs: list[str] = field(default_factory=list)
    signs_other: str = ""
    closing: dict = field(default_factory=dict)
    outcomes: list[OutcomeInput] = field(default_factory=list)

    @property
    def animal_count(self) -> int:
        """All animals there: those told apart and those counted."""
        return len(self.animals) + sum(row["quantity"] for row in self.new_animals)

    @property
    def species(self) -> list[tuple[str, str, bool]]:
        """Species code, its words and whether it is wild, of every animal there."""
        known = [(animal.species, animal.species_label, animal.is_wild) for animal in self.animals]
        labels = dict(Animal.Species.choices)
        return known + [
            (row["species"], row.get("species_other") or labels[row["species"]], bool(row.get("is_wild")))
            for row in self.new_animals
        ]


@dataclass
class Visit:
    """A visit on its way to paper: rows not yet saved, and what the document needs around them."""

    inspection: Inspection
    at: datetime
    author: Membership
    ruleset: object
    animals: list[Animal]
    findings: list[Finding]
    facts: dict[str, list[str]]
    outcomes: list[ReturnOutcome]
    photos: list[Attachment]
    origin: str
