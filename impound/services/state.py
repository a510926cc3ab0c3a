"""What the record says of an animal in custody, in the words in which the law is asked.

Everything is read from rows: events that no later one undid, the registry, the ledger of penalties. `lawbook` may be
given by a list that asks for many animals (`municipalities.lawbook.Shelf`); alone, each function makes its own, which
is that of the day of the seizure.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from impound.models import CustodyEvent
from impound.services import law
from impound.services.worth import UnitBook, index_day, index_value
from registry.models import Tutor
from registry.services import ledger, vaccination
from registry.services.animals import tutor_on
from zoonoses.documents.refusals import of_law
from zoonoses.law import LawError
from zoonoses.municipalities import clock

Kind = CustodyEvent.Kind
Result = CustodyEvent.Result
KNOWN_RESULTS = (Result.NEGATIVE, Result.POSITIVE, Result.DONE)


@dataclass(frozen=True)
class Missing:
    """Something that the law asks for on entry and that has no result yet."""

    code: str
    label: str
    article: str


def ruleset_of(lawbook):
    """The law asked; raises `Refusal` where the municipality adopted none for the day."""
    try:
        return lawbook.ruleset
    except LawError as error:
        raise of_law(error) from error


def standing_events(custody) -> list[CustodyEvent]:
    """Events that no later one undid, oldest first. Reads `custody.events.all()`, so a list may prefetch them."""
    rows = list(custody.events.all())
    undone = {row.revokes_id for row in rows if row.revokes_id}
    kept = [row for row in rows if row.pk not in undone and row.kind != Kind.REVOKED]
    return sorted(kept, key=lambda row: (row.on, row.pk))


def destination_facts(custody, *, lawbook=None) -> dict[str, Any]:
    """The facts that the law's list of destinations reads: what the last standing evaluation says of each of them.

    What only a veterinarian may state counts only from an evaluation signed with a CRMV. `species` and `identified`
    are those of the entry. A fact that the law does not name is left out, and one that nobody stated as well.
    """
    lawbook = lawbook or law.lawbook_of(custody)
    rules = ruleset_of(lawbook)
    rule = rules.destinations
    if rule is None:
        return {}
    named = {fact.name for fact in rule.facts}
    of_vets = set(rules.custody.vet_facts)
    found: dict[str, Any] = {}
    for event in standing_events(custody):
        if event.kind == Kind.EVALUATION:
            found.update(
                {
                    name: value
                    for name, value in event.facts.items()
                    if name in named and (name not in of_vets or event.vet_crmv)
                }
            )
    own = {"species": custody.species, "identified": custody.identified}
    found.update({name: value for name, value in own.items() if name in named})
    return {name: value for name, value in found.items() if value not in (None, "")}


def entry_exams(custody, *, lawbook=None) -> tuple[Missing, ...]:
    """All exams and vaccines that the law asks for on entry of this species, done or not; empty where none is asked."""
    return tuple(_entry(custody, lawbook or law.lawbook_of(custody), ()))


def quarantine(custody, *, lawbook=None) -> tuple[Missing, ...]:
    """Entry exams without a result and entry vaccines not applied; empty: the animal is out of quarantine.

    An exam still `pending` counts as missing. A positive result ends the waiting, not the care: the page warns of it.
    """
    return tuple(_entry(custody, lawbook or law.lawbook_of(custody), _codes_with_result(custody)))


def _codes_with_result(custody) -> tuple[str, ...]:
    """Codes of exams and vaccines whose last standing event has its result."""
    last = {
        event.code: event.result
        for event in standing_events(custody)
        if event.code and event.kind in (Kind.EXAM, Kind.VACCINE)
    }
    return tuple(code for code, result in last.items() if result in KNOWN_RESULTS)


def answered_exams(custody) -> list[str]:
    """Codes or, without one, labels of the exams whose last standing row has its result."""
    last: dict[str, str] = {}
    for event in standing_events(custody):
        if event.kind == Kind.EXAM:
            last[event.code or event.label] = event.result
    return [name for name, result in last.items() if result != Result.PENDING]


def pending_exams(custody) -> list[CustodyEvent]:
    """Standing exams that still wait for their result: no later row of the same exam has one."""
    answered = set(answered_exams(custody))
    waiting = {
        event.code or event.label: event
        for event in standing_events(custody)
        if event.kind == Kind.EXAM and event.result == Result.PENDING
    }
    return [event for name, event in waiting.items() if name not in answered]


def _entry(custody, lawbook, provided):
    rules = ruleset_of(lawbook)
    rule = rules.custody
    document = rules.documents.get(rule.entry_document)
    if document is None:
        return []
    answer = lawbook.ask("document", document=document.code, species=custody.species, provided=list(provided))
    fields = {field.code: field for field in document.fields}
    return [
        Missing(code, fields[code].label, fields[code].article or rule.entry_article or document.article)
        for code in answer["missing"]
    ]


def positive_exams(custody) -> list[CustodyEvent]:
    """Standing exams with a positive result."""
    return [
        event
        for event in standing_events(custody)
        if event.kind == Kind.EXAM and event.result == Result.POSITIVE
    ]


def provided(custody, *, on: date, lawbook=None) -> set[str]:
    """Codes of what a release or a destination asks for and the record itself proves on a day.

    Papers that a person must show (`rga_card`, copies, proofs) are never here: who sees them says so.
    """
    animal = custody.animal
    treated = {event.code for event in standing_events(custody) if event.kind == Kind.TREATMENT}
    vaccines = {event.code for event in standing_events(custody) if event.kind == Kind.VACCINE}
    protected = vaccination.is_protected(animal, on)
    has_chip, is_registered = animal.chips.exists(), has_rga(custody)
    other_dose = animal.vaccinations.standing().filter(is_rabies=False).exists()
    facts = {
        "entry_exams": not quarantine(custody, lawbook=lawbook),
        "neutering": bool(animal.is_neutered or animal.neutered_on),
        "rabies_vaccination": protected,
        "vaccination": protected,
        "species_vaccination": other_dose or "species_vaccination" in vaccines,
        "parasite_control": "parasite_control" in treated,
        "deworming": "deworming" in treated,
        "chip": has_chip,
        "registration": custody.registered or is_registered,
        "identification": has_chip or is_registered,
        "accredited_laboratory_exam": accredited_exam(custody) is not None,
        "cause_ceased": cause_ceased(custody) is not None,
    }
    return {code for code, met in facts.items() if met}


def accredited_exam(custody) -> CustodyEvent | None:
    """The last standing exam with a result, made by an accredited laboratory."""
    exams = [
        event
        for event in standing_events(custody)
        if event.kind == Kind.EXAM and event.is_accredited and event.result in KNOWN_RESULTS
    ]
    return exams[-1] if exams else None


def cause_ceased(custody) -> CustodyEvent | None:
    """The last finding on the causes of the seizure, when it says that they ended; otherwise None."""
    findings = [event for event in standing_events(custody) if event.kind == Kind.CAUSE]
    return findings[-1] if findings and findings[-1].facts.get("ceased") is True else None


def owner_of(custody) -> Tutor | None:
    """Who owns the animal, as the record knows: named later by an event, named at the seizure, or, for an animal
    identified by its tag, the tutor of the registry. Merged records give the person who stands.

    For an animal that has left, the registry is asked of the day of the seizure: who adopted it owed nothing.
    """
    named = [event.tutor for event in standing_events(custody) if event.kind == Kind.OWNER]
    tutor = named[-1] if named else custody.seizure.owner
    if tutor is None and custody.identified:
        tutor = tutor_on(custody.animal, custody.seized_on) if has_left(custody) else custody.animal.tutor
    return tutor.merged_into or tutor if tutor else None


def has_left(custody) -> bool:
    """Whether the animal left custody; a list that knows it says so in `exit_kind`."""
    return custody.exit_kind is not None if hasattr(custody, "exit_kind") else hasattr(custody, "exit")


def has_rga(custody) -> bool:
    """Whether the animal has its RGA; a list that knows it says so in `rga_known`."""
    return custody.rga_known if hasattr(custody, "rga_known") else hasattr(custody.animal, "rga")


def owner_event(custody) -> CustodyEvent | None:
    """The event by which the owner was named after the seizure, if so."""
    named = [event for event in standing_events(custody) if event.kind == Kind.OWNER]
    return named[-1] if named else None


def expenses(custodies: Sequence, *, on: date) -> dict[str, Decimal]:
    """Actual expenses of these animals until a day, that day included, in reais by code. Undone ones do not count."""
    found: dict[str, Decimal] = {}
    for custody in custodies:
        for event in standing_events(custody):
            if event.kind == Kind.EXPENSE and event.on <= on:
                found[event.code] = found.get(event.code, Decimal(0)) + event.cost
    return found


def charged(custodies: Sequence, *, on: date, lawbook) -> dict[str, Decimal]:
    """Of those expenses, the ones that the law makes the owner pay."""
    rule = ruleset_of(lawbook).bill
    known = {item.code for item in rule.expenses} if rule else set()
    return {code: value for code, value in expenses(custodies, on=on).items() if code in known}


def bill_facts(
    custodies: Sequence,
    *,
    owner: Tutor | None,
    on: date,
    second_copies: int = 0,
    vaccinated: int = 0,
    notice_on: date | None = None,
    lawbook=None,
    priors: int | None = None,
    book: UnitBook | None = None,
) -> law.BillFacts:
    """What the bill of these animals of one seizure counts on a day.

    An animal that was not registered when it came counts as unregistered until it has its RGA: from then on the
    registration itself was charged. `notice_on` is the day of the auto, for the reading that counts the unit's value
    from it. `priors` are counted in the ledger unless given; `book` is a `UnitBook` that many bills share.
    """
    lawbook = lawbook or law.lawbook_of(custodies[0])
    if priors is None:
        priors = priors_of(owner, lawbook=lawbook, custody=custodies[0])
    day = index_day(lawbook, custodies[0].seized_on, on, notice_on)
    value = index_value(lawbook, unit=lawbook.ruleset.unit, on=day, book=book)
    return law.BillFacts(
        priors=priors,
        unregistered=sum(not row.registered and not has_rga(row) for row in custodies),
        second_copies=second_copies,
        vaccinated=vaccinated,
        expenses=charged(custodies, on=on, lawbook=lawbook),
        index_value=value,
    )


def priors_of(owner: Tutor | None, *, lawbook, custody) -> int:
    """Earlier penalties of the owner for the conduct that this seizure is; none where its ground is no conduct."""
    provision = ruleset_of(lawbook).custody.event_of(custody.seizure.ground)
    if owner is None or not provision:
        return 0
    return len(ledger.priors(tutor=owner, lawbook=lawbook, provision=provision, on=custody.seized_on).same)


def bill_on(custodies: Sequence, *, at: datetime, owner: Tutor | None = None, lawbook=None) -> law.Bill:
    """What is owed for animals of one seizure if they are redeemed at a moment, also a future one."""
    lawbook = lawbook or law.lawbook_of(custodies[0])
    owner = owner or owner_of(custodies[0])
    on = clock.local(lawbook.municipality, at).date()
    facts = bill_facts(custodies, owner=owner, on=on, lawbook=lawbook)
    return law.bill(lawbook, custodies, at=at, facts=facts)


def terms_of(custody, *, lawbook=None) -> law.Terms:
    """The redemption term and the ceiling of an animal's custody. A last day already printed never becomes earlier."""
    found = law.terms(lawbook or law.lawbook_of(custody), custody.seized_on)
    printed = custody.seizure.printed_due_on
    if printed and found.ends_on and found.ends_on < printed:
        return replace(found, ends_on=printed)
    return found


def first_day_after(terms: law.Terms) -> date:
    """The first day after the redemption term; raises `Refusal` or `ValueError` where there is none known."""
    if terms.refusal is not None:
        raise terms.refusal
    if terms.ends_on is None:
        raise ValueError("the law has no term")
    return terms.ends_on + law.ONE_DAY


def destinations_on(custody, on: date, *, lawbook=None) -> law.Destinations:
    """What the law allows for the animal on a day, from what the record says of it."""
    lawbook = lawbook or law.lawbook_of(custody)
    return destinations_with(custody, on, destination_facts(custody, lawbook=lawbook), lawbook=lawbook)


def destinations_with(custody, on: date, facts: Mapping[str, Any], *, lawbook) -> law.Destinations:
    """As `destinations_on`, with facts that somebody may still state. A printed last day is kept here too."""
    found = law.destinations(lawbook, seized_on=custody.seized_on, on=on, facts=facts)
    printed = custody.seizure.printed_due_on
    if not printed or found.starts_on is None or printed < found.starts_on:
        return found
    if on <= printed:
        eve = found.starts_on - law.ONE_DAY
        found = law.destinations(lawbook, seized_on=custody.seized_on, on=min(on, eve), facts=facts)
    return replace(found, starts_on=printed + law.ONE_DAY)
