"""One search over the municipality: animals by RGA or chip, documents by number, people, animals by name, and cases.

Exact hits come first; of each kind only the first are read, and nothing is counted.
"""

import re
from dataclasses import dataclass, field

from inspections.models import Complaint, Inspection
from registry.models import Animal
from registry.querysets import group_of
from registry.services import tutors
from registry.services.identify import animals_by
from registry.text import search_key
from zoonoses.desk.services import depot
from zoonoses.documents.models import Document

SHOWN = 25
NUMBER = re.compile(r"\s*(\d{1,7})\s*/\s*(\d{4})\s*")
TAG = re.compile(r"(?:rga|plaqueta|chip|microchip)\b[\s.:nº°]*", re.IGNORECASE)


@dataclass(frozen=True)
class Results:
    """What was found, the first of each; `sentence` says why what was typed cannot be searched for."""

    text: str
    sentence: str = ""
    animals: list = field(default_factory=list)
    seized: list = field(default_factory=list)
    documents: list = field(default_factory=list)
    people: list = field(default_factory=list)
    inspections: list = field(default_factory=list)
    complaints: list = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        found = (self.animals, self.seized, self.documents, self.people, self.inspections, self.complaints)
        return not any(found)


def search(*, municipality, text: str) -> Results:
    """Searches one municipality. A document's number is `0001/2026`, and so is that of an animal of the depósito; an
    RGA is its number, with or without `RGA` before it; a chip may be written with spaces and dashes. An invalid CPF
    that is no chip either says so.
    """
    text = text.strip()
    number = NUMBER.fullmatch(text)
    if number:
        given = (municipality, int(number[1]), int(number[2]))
        return Results(text, documents=_documents(*given), seized=depot.by_number(*given))
    named = _tagged(municipality, text)
    if TAG.match(text):
        return Results(text, animals=named, seized=depot.by_chip(municipality, TAG.sub("", text, count=1)))
    found = tutors.search(municipality=municipality, text=text)
    if found.sentence:
        return Results(text, sentence="" if named else found.sentence, animals=named)
    return Results(
        text,
        animals=(named + _animals(municipality, text, but=named))[:SHOWN],
        people=list(found.tutors)[:SHOWN],
        inspections=_inspections(municipality, text, found.tutors),
        complaints=_complaints(municipality, text, found.tutors),
    )


def _tagged(municipality, text) -> list[Animal]:
    """Animals of this RGA, tag code or chip."""
    return animals_by(municipality=municipality, text=TAG.sub("", text, count=1), with_people=False)[:SHOWN]


def _animals(municipality, text, but) -> list[Animal]:
    """Animals by name: the exact name first, then those that hold every word."""
    key = search_key(text)
    if not any(word.isalpha() for word in key.split()):
        return []
    rows = Animal.objects.of(municipality).exclude(pk__in=[animal.pk for animal in but])
    return list(tutors.named(rows.select_related("tutor", "rga"), key)[:SHOWN])


def _documents(municipality, number, year):
    rows = Document.objects.of(municipality).filter(number=number, year=year)
    return list(rows.select_related("annulment").order_by("kind")[:SHOWN])


def _at_address(rows, text):
    """Rows whose address holds every word; a search without a letter is no address."""
    words = search_key(text).split()
    if not any(word.isalpha() for word in words):
        return rows.none()
    for word in words:
        rows = rows.filter(address_key__contains=word)
    return rows


def _any(rows, *queries):
    """Rows that some query gives. Each query finds its own rows by its own index: joined by `OR`, none would."""
    first, *others = (query.order_by().values("pk") for query in queries)
    return rows.filter(pk__in=first.union(*others))


def _inspections(municipality, text, people):
    rows = Inspection.objects.of(municipality)
    found = _any(rows, _at_address(rows, text), rows.filter(tutor__in=group_of(*people)))
    found = found.filter(return_of=None).select_related("act__case", "act__document", "tutor")
    return list(found.order_by("-act__at")[:SHOWN])


def _complaints(municipality, text, people):
    rows = Complaint.objects.of(municipality)
    accused = rows.filter(accused__in=group_of(*people))
    found = _any(rows, _at_address(rows, text), accused, rows.filter(accused_name__icontains=text))
    return list(found.select_related("act__document", "accused").order_by("-act__at")[:SHOWN])
