"""Demonstration: training municipalities with people, animals and cases at every stage, told in `data/*.toml`.

What the registry holds is told in `data/registry/`, and the depósito in `data/depot/`. Everything is done through the
services, as if the agents had done it on those days; so the papers are real papers, with the watermark of training. A
municipality that exists is left alone.
"""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from pathlib import Path

from django.db import transaction

from zoonoses.desk.demo import depot, registers
from zoonoses.desk.demo.stories import play
from zoonoses.desk.demo.towns import PASSWORD, found
from zoonoses.documents.models import Case
from zoonoses.documents.services import agenda
from zoonoses.municipalities.models import Membership, Municipality

__all__ = ["PASSWORD", "Made", "load"]

DATA = Path(__file__).parent / "data"


@dataclass(frozen=True)
class Made:
    """One municipality of the demonstration, whether it was made now, and who works in it."""

    municipality: Municipality
    is_new: bool
    people: list[Membership]


def load(*, real: datetime) -> Iterator[Made]:
    """Makes the municipalities that are not there yet, one by one; `real` is the real moment (aware)."""
    for file in sorted(DATA.glob("*.toml")):
        yield _load(file.name, real)


def _read(*path: str) -> dict:
    return tomllib.loads(DATA.joinpath(*path).read_text("utf-8"), parse_float=Decimal)


def _load(name, real) -> Made:
    data = _read(name)
    municipality = Municipality.objects.filter(slug=data["municipality"]["slug"]).first()
    is_new = municipality is None
    if is_new:
        municipality = _make(data, _read("registry", name), _read("depot", name), real)
    people = Membership.objects.of(municipality).active().select_related("user").order_by("pk")
    return Made(municipality, is_new, list(people))


def _make(data, own, stays, real) -> Municipality:
    """The whole municipality or nothing; then what is next in each case, as it stands on its day."""
    with transaction.atomic():
        town = found(data, real)
        play(town, data["cases"])
        registers.play(town, _read("registry", "acts.toml")["acts"], own)
        depot.play(town, stays)
    for case in Case.objects.of(town.municipality).order_by("pk"):
        agenda.rebuild(case, on=town.now.date())
    return town.municipality
