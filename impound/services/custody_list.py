"""The animals of the depósito, with their day: since when, until when, what is owed today, what may happen next.

The whole of a page is computed from a few queries, however many animals it shows; nothing is stored.
"""

import re
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from django.db.models import Exists, OuterRef, Prefetch, Q, Subquery

from impound.models import BoxStay, CustodyEvent, Exit, Redemption, SeizedAnimal
from impound.services import bills, law, losses, state
from impound.services.priors import PriorsBook
from impound.services.worth import UnitBook
from registry.models import BiteObservation, Microchip, Rga
from registry.services.bites import OBSERVATION_DAYS
from zoonoses.brazil import bare
from zoonoses.documents.refusals import Refusal
from zoonoses.municipalities.lawbook import Lawbook, Shelf

LARGEST = 2_147_483_647
NUMBER = re.compile(r"(\d{1,7})/(\d{4})")
NO_BOX = "sem"
# How far back the end of a term is looked for: longer than any term of a law, whatever holidays move it.
LOOK_BACK_DAYS = 400
INSIDE, RUNNING, ENDED, OWNERLESS, REDEMPTION, OBSERVED, GONE = (
    *("", "no-prazo", "prazo-encerrado", "sem-proprietario"),
    *("com-pedido", "em-observacao", "saidos"),
)
STATES = {
    INSIDE: "No depósito",
    RUNNING: "No prazo",
    ENDED: "Prazo encerrado",
    OWNERLESS: "Sem proprietário",
    REDEMPTION: "Com pedido de resgate",
    OBSERVED: "Em observação",
    GONE: "Já saíram",
}


@dataclass(frozen=True)
class Filters:
    """What a person chose to see; anything unknown is as if nothing was chosen. `box` is a name, or `sem`."""

    state: str = INSIDE
    species: str = ""
    box: str = ""
    text: str = ""


@dataclass(frozen=True)
class Row:
    """One animal as the list shows it. `next` is the next lawful step in words; `note` what is not known."""

    custody: SeizedAnimal
    owner: object
    terms: law.Terms
    owed: str
    reais: str
    next: str
    quarantine: bool = False

    @property
    def has_left(self) -> bool:
        return state.has_left(self.custody)

    @property
    def until_on(self):
        return None if self.has_left else self.terms.ends_on


def animals(municipality, filters: Filters, on: date, shelf: Shelf):
    """The animals that these filters choose, the first to come in first; those gone, the last to leave first."""
    rows = SeizedAnimal.objects.of(municipality)
    gone = filters.state == GONE
    rows = rows.gone() if gone else rows.in_custody()
    rows = _in_state(rows, filters.state, on, shelf)
    if filters.species:
        rows = rows.filter(species=filters.species)
    if filters.box == NO_BOX:
        rows = rows.exclude(Exists(BoxStay.objects.filter(custody=OuterRef("pk")).current()))
    elif filters.box.strip():
        stays = BoxStay.objects.filter(custody=OuterRef("pk"), box__name__icontains=filters.box.strip())
        rows = rows.filter(Exists(stays.current()))
    if filters.text.strip():
        rows = rows.filter(_named(filters.text.strip()))
    return rows.order_by("-exit__at", "-pk") if gone else rows.order_by("seized_at", "pk")


def _in_state(rows, chosen, on, shelf):
    if chosen == OWNERLESS:
        named = CustodyEvent.objects.standing().filter(custody=OuterRef("pk"), kind="owner")
        known = Q(identified=True) & Q(animal__tutor__isnull=False)
        return rows.filter(seizure__owner=None).exclude(known).exclude(Exists(named))
    if chosen == REDEMPTION:
        return rows.filter(Exists(Redemption.objects.filter(animals=OuterRef("pk"), withdrawn_on=None)))
    if chosen == OBSERVED:
        return rows.filter(Exists(_observations()))
    if chosen in (RUNNING, ENDED):
        ended = _ended(shelf, on)
        return rows.filter(ended) if chosen == ENDED else rows.exclude(ended)
    return rows


def _observations():
    return BiteObservation.objects.filter(animal=OuterRef("animal"), outcome="").order_by("bitten_on")


def _ended(shelf: Shelf, on: date) -> Q:
    """Animals whose redemption term is over on a day: those seized up to the last day whose term has ended.

    The engine is asked of day after day, backwards, so nothing is read but the law; a printed last day is kept.
    """
    day = on
    for _ in range(LOOK_BACK_DAYS):
        ends_on = law.terms(shelf.book(day), day).ends_on
        if ends_on is not None and ends_on < on:
            late = Q(seizure__printed_due_on__gte=on)
            return Q(seized_on__lte=day) & (Q(seizure__printed_due_on=None) | ~late)
        day -= timedelta(days=1)
    return Q(pk=None)


def _named(text: str) -> Q:
    """Entry number (`12/2026` or `12`), chip, or tag."""
    found = NUMBER.fullmatch(text.replace(" ", ""))
    if found:
        return Q(entry_number=int(found[1]), entry_year=int(found[2]))
    number = bare(text)
    chips = Microchip.objects.filter(animal=OuterRef("animal"), number=number)
    chosen = Q(chip_read=number) | Q(tag_read__iexact=text) | Q(Exists(chips))
    if number.isascii() and number.isdigit() and int(number) <= LARGEST:
        tags = Rga.objects.filter(animal=OuterRef("animal"), number=int(number))
        chosen |= Q(entry_number=int(number)) | Q(Exists(tags))
    return chosen


class Pages:
    """The chosen animals, to be cut into pages: the page is chosen by its numbers alone, and then completed."""

    def __init__(self, rows):
        self._rows = rows

    def __getitem__(self, cut: slice):
        chosen = SeizedAnimal.objects.filter(pk__in=self._rows.values("pk")[cut])
        return complete(chosen).order_by(*self._rows.query.order_by)


def complete(rows):
    """The queryset with all that a row needs, in two queries.

    Exit and RGA are asked for as values: PostgreSQL plans so many joins together and no more (`join_collapse_limit`).
    """
    exits, tags = Exit.objects.filter(custody=OuterRef("pk")), Rga.objects.filter(animal=OuterRef("animal"))
    stays = BoxStay.objects.filter(custody=OuterRef("pk")).current()
    events = CustodyEvent.objects.exclude(kind=CustodyEvent.Kind.OBSERVATION).defer("text")
    return (
        rows.select_related("seizure", "seizure__owner__merged_into", "animal__tutor__merged_into")
        .annotate(
            box_name=Subquery(stays.values("box__name")[:1]),
            observed_since=Subquery(_observations().values("bitten_on")[:1]),
            exit_kind=Subquery(exits.values("kind")[:1]),
            exit_on=Subquery(exits.values("on")[:1]),
            rga_known=Exists(tags),
        )
        .prefetch_related(Prefetch("events", events.select_related("tutor__merged_into")))
    )


def of_page(municipality, found: list[SeizedAnimal], now: datetime, shelf: Shelf) -> list[Row]:
    """The rows of a page: the law is asked for each animal, the database for all of them at once."""
    on = now.date()
    book = UnitBook(municipality, shelf.laws)
    for custody in found:
        custody.municipality = municipality
    owners = {custody.pk: state.owner_of(custody) for custody in found}
    billed = [owners[row.pk] for row in found if shelf.book(row.seized_on).ruleset.custody.event_infraction]
    priors = PriorsBook(billed)
    lost = losses.standing_among(municipality, found)
    terms: dict[date, law.Terms] = {}
    rows = []
    for custody in found:
        lawbook, owner = shelf.book(custody.seized_on), owners[custody.pk]
        if custody.seized_on not in terms:
            terms[custody.seized_on] = law.terms(lawbook, custody.seized_on)
        own_terms = _own_terms(custody, terms[custody.seized_on])
        counted = priors.count(owner, lawbook=lawbook, custody=custody)
        custody.is_lost = custody.seizure.measure_id in lost
        rows.append(_row(custody, owner, own_terms, lawbook, now, counted, book, on))
    return rows


def _own_terms(custody, found: law.Terms) -> law.Terms:
    printed = custody.seizure.printed_due_on
    return replace(found, ends_on=printed) if printed and found.ends_on and found.ends_on < printed else found


def _row(custody, owner, terms, lawbook, now, priors, book, on) -> Row:
    if state.has_left(custody):
        label = Exit.Kind(custody.exit_kind).label
        return Row(custody, owner, terms, "", "", f"Saiu em {custody.exit_on:%d/%m/%Y}: {label}")
    owed = reais = ""
    if lawbook.ruleset.bill is not None:
        found = bills.bill_of_day(custody, on, now, lawbook=lawbook, owner=owner, priors=priors, book=book)
        owed, reais = found.written, found.reais
    missing = state.quarantine(custody, lawbook=lawbook)
    return Row(
        custody,
        owner,
        terms,
        owed,
        reais,
        next_words(custody, terms, lawbook, on, missing),
        quarantine=bool(missing),
    )


def next_words(custody, terms: law.Terms, lawbook: Lawbook, on: date, missing) -> str:
    """The next lawful step of an animal in custody, in one line."""
    if custody.observed_since is not None:
        last = custody.observed_since + timedelta(days=OBSERVATION_DAYS)
        return f"Observar até {last:%d/%m/%Y}"
    if terms.refusal is not None:
        return terms.refusal.sentence
    if terms.runs_on(on):
        if missing:
            return "Fazer os exames de entrada"
        if custody.is_lost:
            return "Aguardar o fim do prazo: perda da posse"
        return "Aguardar o resgate" if terms.is_redemption else f"Aguardar o fim do {terms.name}"
    try:
        found = state.destinations_on(custody, on, lawbook=lawbook)
    except Refusal as refusal:
        return refusal.sentence
    if found.refusal is not None:
        return found.refusal.sentence
    names = [way.label for way in found.ways if way.code != "redemption"]
    if not names:
        return "Sem destinação possível ainda"
    return f"Destinar: {names[0]}" + (f" ou {names[1]}" if len(names) > 1 else "")
