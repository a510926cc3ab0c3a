"""One search over the municipality: documents by number, people, and cases by person, reported name or address."""

import re
from dataclasses import dataclass, field

from django.db.models import Q

from inspections.models import Complaint, Inspection
from registry.services import tutors
from registry.text import search_key
from zoonoses.documents.models import Document

SHOWN = 25
NUMBER = re.compile(r"\s*(\d{1,7})\s*/\s*(\d{4})\s*")


@dataclass(frozen=True)
class Results:
    """What was found, the first of each; `sentence` says why what was typed cannot be searched for."""

    text: str
    sentence: str = ""
    documents: list = field(default_factory=list)
    people: list = field(default_factory=list)
    inspections: list = field(default_factory=list)
    complaints: list = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        return not (self.documents or self.people or self.inspections or self.complaints)


def search(*, municipality, text: str) -> Results:
    """Searches one municipality. A document's number is `0001/2026`; an invalid CPF says so and finds nobody."""
    text = text.strip()
    number = NUMBER.fullmatch(text)
    if number:
        return Results(text, documents=_documents(municipality, int(number[1]), int(number[2])))
    found = tutors.search(municipality=municipality, text=text)
    if found.sentence:
        return Results(text, sentence=found.sentence)
    return Results(
        text,
        people=list(found.tutors)[:SHOWN],
        inspections=_inspections(municipality, text, found.tutors),
        complaints=_complaints(municipality, text, found.tutors),
    )


def _documents(municipality, number, year):
    rows = Document.objects.of(municipality).filter(number=number, year=year)
    return list(rows.select_related("annulment").order_by("kind")[:SHOWN])


def _address(text) -> Q:
    """Rows whose address holds every word; a search without a letter is no address."""
    words = search_key(text).split()
    if not any(word.isalpha() for word in words):
        return Q(pk=None)
    place = Q()
    for word in words:
        place &= Q(address_key__contains=word)
    return place


def _inspections(municipality, text, people):
    rows = Inspection.objects.of(municipality).filter(_address(text) | Q(tutor__in=people))
    rows = rows.filter(return_of=None).select_related("act__case", "act__document", "tutor")
    return list(rows.order_by("-act__at")[:SHOWN])


def _complaints(municipality, text, people):
    named = Q(accused__in=people) | Q(accused_name__icontains=text)
    rows = Complaint.objects.of(municipality).filter(_address(text) | named)
    return list(rows.select_related("act__document", "accused").order_by("-act__at")[:SHOWN])
