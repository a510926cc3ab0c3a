"""A law file, loaded strictly and once: a typed, dated, citable ruleset."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from functools import lru_cache
from pathlib import Path
from typing import Any

from zoonoses.law.errors import Fault, RulesetInvalid
from zoonoses.law.expressions import Expression
from zoonoses.law.model import (
    Check,
    Choice,
    Circumstance,
    Coded,
    Counting,
    Gravity,
    GravityRule,
    Header,
    Infraction,
    Obligation,
    Practice,
    Reading,
    ReferralRule,
    Repeat,
    Sign,
    TermRule,
    TransferRule,
    Validity,
)
from zoonoses.law.reader import Context, Reader
from zoonoses.law.schema import read_ruleset
from zoonoses.law.tables import (
    BillRule,
    CustodyRule,
    Destinations,
    DocumentRule,
    Household,
    LicenceRule,
    Price,
    Release,
    SizeClass,
)

VOCABULARY = Path(__file__).with_name("vocabulary.toml")


@lru_cache(maxsize=1)
def vocabulary() -> Mapping[str, str]:
    """Portuguese words for the codes of the engine's contract."""
    return tomllib.loads(VOCABULARY.read_text(encoding="utf-8"))["labels"]  # type: ignore[no-any-return]


@dataclass(frozen=True)
class Ruleset:
    """One law. ``hash`` is the SHA-256 of its file."""

    id: str
    hash: str
    unit: str
    units: Mapping[str, str]
    header: Header
    validity: Validity
    counting: Counting
    readings: Mapping[str, Reading]
    defaults: Mapping[str, Any]
    gravities: Mapping[str, Gravity]
    gravity: GravityRule
    circumstances: Mapping[str, Circumstance]
    repeats: Mapping[str, Choice[Repeat]]
    prior_count: Choice[Expression]
    infractions: Mapping[str, Infraction]
    obligations: Mapping[str, Obligation]
    signs: tuple[Sign, ...]
    checks: Mapping[str, Check]
    terms: Mapping[str, TermRule]
    sizes: Mapping[str, SizeClass]
    prices: Mapping[str, Price]
    checklists: Mapping[str, Release]
    documents: Mapping[str, DocumentRule]
    licences: Mapping[str, LicenceRule]
    practice: Practice
    labels: Mapping[str, str]
    seizure_grounds: tuple[Coded, ...]
    custody: CustodyRule = CustodyRule("")
    index_date_reading: str = ""
    bill: BillRule | None = None
    household: Household | None = None
    destinations: Destinations | None = None
    transfer: TransferRule | None = None
    referral: ReferralRule | None = None
    size_of: Mapping[str, str] = field(default_factory=dict)

    @property
    def gravity_mode(self) -> str:
        """``none``, ``chosen`` (by the agent) or ``counted`` (from circumstances)."""
        return self.gravity.mode

    def label(self, code: str | None) -> str:
        """The Portuguese words of a code of this law or of the contract; the code itself when it has none."""
        if code is None:
            return ""
        for table in (self.labels, vocabulary()):
            if code in table:
                return table[code]
        for source in (
            self.infractions,
            self.gravities,
            self.circumstances,
            self.sizes,
            self.documents,
            self.terms,
            self.licences,
        ):
            if code in source:
                return str(source[code].label)
        return code


def _read(path: Path) -> tuple[Ruleset | None, list[Fault]]:
    content = path.read_bytes()
    try:
        data = tomllib.loads(content.decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        return None, [Fault("(file)", f"not readable as TOML: {error}")]
    context = Context()
    root = Reader(data, "", context)
    parts = read_ruleset(root)
    if context.faults:
        return None, list(dict.fromkeys(context.faults))
    return Ruleset(hash=hashlib.sha256(content).hexdigest(), **parts), []


def check(path: Path | str) -> list[Fault]:
    """All the faults of a ruleset file at once, each with its path inside the file and what was expected."""
    return _read(Path(path))[1]


@lru_cache(maxsize=64)
def _load(path: Path, modified: int, size: int) -> Ruleset:
    ruleset, faults = _read(path)
    if ruleset is None:
        raise RulesetInvalid(str(path), faults)
    return ruleset


def load(path: Path | str) -> Ruleset:
    """The ruleset of a file, read once while the file stays the same. Raises RulesetInvalid with all faults."""
    file = Path(path)
    state = file.stat()
    return _load(file, state.st_mtime_ns, state.st_size)


def load_folder(*folders: Path | str) -> dict[str, Ruleset]:
    """All rulesets of the folders by id; a later folder replaces an id of an earlier one."""
    found: dict[str, Ruleset] = {}
    for folder in folders:
        for file in sorted(Path(folder).glob("*.toml")):
            ruleset = load(file)
            found[ruleset.id] = ruleset
    return found


def reading_value(reading: Reading, value: Any) -> Any:
    """``value`` (from JSON, a form or the file) as the kind of the reading asks; ValueError when it cannot be."""
    if value is None:
        if reading.default is None:
            return None
        raise ValueError(f"{reading.key}: a value is needed")
    if reading.kind == "date":
        found: Any = value if isinstance(value, date) else date.fromisoformat(str(value))
    elif reading.kind == "decimal":
        found = Decimal(str(value))
        if not found.is_finite():
            raise ValueError(f"{reading.key}: not a number")
    elif reading.kind == "bool":
        if not isinstance(value, bool):
            raise ValueError(f"{reading.key}: true or false expected")
        found = value
    elif reading.kind == "int":
        found = int(str(value))
        if found < 0:
            raise ValueError(f"{reading.key}: not below zero")
    else:
        found = value
    if reading.kind == "choice" and found not in [option.value for option in reading.options]:
        raise ValueError(f"{reading.key}: {value!r} is not one of its values")
    return found
