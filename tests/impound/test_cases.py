"""The worked cases of the five laws, asked of the application: rows are written, and its services answer from them."""

import json
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from itertools import count
from pathlib import Path

import pytest
from django.db import transaction

from impound.models import CustodyEvent
from impound.services import law, state
from registry.models import Microchip, Penalty, Rga, Vaccination
from tests.factories import TutorFactory
from tests.impound.depot import Depot
from zoonoses.documents.kinds import ActKind
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import acts
from zoonoses.law import Calendar
from zoonoses.municipalities.models import IndexValue

pytestmark = pytest.mark.django_db
CASES = Path(__file__).resolve().parent.parent / "law" / "cases"
QUESTIONS = ("bill", "release", "destinations", "size")
# A day on which each law is in force, for the cases that name none.
DAYS = {
    "alegre-es": "2012-03-01T09:00",
    "cuiaba-mt": "2024-06-03T08:00",
    "joao-neiva-es": "2024-06-03T08:00",
    "alvares-machado-sp": "2024-06-03T08:00",
    "vitoria-es": "2024-06-03T08:00",
}
# What no row can say: every animal of the depósito has its moment of entry.
WITHOUT_ROWS = {"AL-N114"}
# Of what a release asks, what the record proves; the rest is shown at the counter.
PROVED = {
    "neutering",
    "rabies_vaccination",
    "species_vaccination",
    "parasite_control",
    "chip",
    "identification",
}
PROVED |= {"registration", "vaccination", "cause_ceased"}
numbers = count(1)


def _cases(ruleset):
    rows = json.loads((CASES / f"{ruleset}.json").read_text(encoding="utf-8"))
    return [case for case in rows if case["question"] in QUESTIONS]


@dataclass
class Told:
    """One case written as rows: the animals, their owner, and the law of their day under the case's readings."""

    depot: Depot
    case: dict

    def __post_init__(self):
        self.given = self.case["given"]
        self.ruleset = self.case["law"]
        moment = self.given.get("seized_at") or self.given.get("seized_on", "") or DAYS[self.ruleset]
        self.seized_at = self.moment(moment)
        self.owner = TutorFactory(municipality=self.depot.municipality)
        for key, value in self.given.get("readings", {}).items():
            self.depot.choose(key, value)
        self.animals = self._animals()
        self.lawbook = law.lawbook_of(self.animals[0])
        self.lawbook.calendar = Calendar(
            {date.fromisoformat(day): "feriado" for day in self.given.get("holidays", ())}
        )

    def moment(self, text):
        naive = datetime.fromisoformat(text if "T" in text else f"{text}T09:00")
        return self.depot.at(naive.year, naive.month, naive.day, naive.hour, naive.minute)

    def _animals(self):
        unregistered = self.given.get("unregistered", 0)
        registered = self.given.get("registered", True)
        seizure = self.depot.seizure(self.seized_at, owner=self.owner, ground="loose")
        given = self.given.get("animals") or [{"species": self.given.get("species", "dog"), "count": 1}]
        found = []
        for row in given:
            for _ in range(row["count"]):
                known = registered and len(found) >= unregistered
                found.append(
                    self.depot.seize(
                        self.seized_at,
                        seizure=seizure,
                        species=row["species"],
                        size=row.get("size", ""),
                        registered=known,
                        identified=known and self.given.get("identified", True),
                    )
                )
        return found

    def event(self, kind, **values):
        fields = {"label": "caso", "on": self.seized_at.date(), "recorded_by": self.depot.vet}
        return CustodyEvent.objects.create(
            custody=self.animals[0], kind=kind, recorded_at=self.seized_at, **{**fields, **values}
        )


def _penalties(told, how_many):
    provision = told.lawbook.ruleset.custody.event_infraction
    for _ in range(how_many):
        on = date(told.seized_at.year - 1, 1, 2)
        case = acts.open_case(municipality=told.depot.municipality, on=on)
        act = acts.record(
            case=case,
            kind=ActKind.INFRACTION_NOTICE,
            at=told.depot.at(on.year, 1, 2),
            author=told.depot.agent,
        )
        Penalty.objects.create(
            tutor=told.owner,
            ruleset=told.ruleset,
            provision=provision,
            article="x",
            on=on,
            fact_on=on,
            case=case,
            act=act,
        )


def _worth(told, value):
    IndexValue.objects.create(
        municipality=told.depot.municipality,
        unit=told.lawbook.ruleset.unit,
        from_on=date(told.seized_at.year, 1, 1),
        until_on=date(told.seized_at.year, 12, 31),
        value=Decimal(value),
        source="caso",
        entered_by=told.depot.manager,
        entered_at=told.seized_at,
    )


def bill(told):
    """The bill from rows; the registry's services of the act (second copies, vaccines) are counted by who redeems."""
    given = told.given
    _penalties(told, given.get("priors", 0))
    for code, spent in given.get("expenses", {}).items():
        told.event("expense", code=code, cost=Decimal(spent["amount"]))
    if "index_value" in given:
        _worth(told, given["index_value"])
    at = told.moment(given["redeemed_at"]) if "redeemed_at" in given else told.seized_at
    facts = state.bill_facts(
        told.animals,
        owner=state.owner_of(told.animals[0]),
        on=at.date(),
        second_copies=given.get("second_copies", 0),
        vaccinated=given.get("vaccinated", 0),
        lawbook=told.lawbook,
    )
    return _bill(law.bill(told.lawbook, told.animals, at=at, facts=facts))


def _bill(found):
    if found.silent or found.refusal:
        return {"error": "not_in_law" if found.silent else found.refusal.code}
    return {
        "custody_days": found.custody_days,
        "items": {line.code: {"amount": f"{line.amount:.2f}", "unit": line.unit} for line in found.lines},
        "total": {"amount": f"{found.total:.2f}", "unit": found.unit},
    }


def destinations(told):
    """The destinations, from the evaluations on record, as a veterinarian signed them."""
    rule = told.lawbook.ruleset.destinations
    named = {fact.name for fact in rule.facts} - {"species", "identified"} if rule else set()
    stated = {name: told.given[name] for name in named if told.given.get(name) is not None}
    if stated:
        told.event("evaluation", facts=stated, vet_crmv="CRMV 1")
    on = date.fromisoformat(told.given.get("on", told.given["seized_on"]))
    found = state.destinations_on(told.animals[0], on, lawbook=told.lawbook)
    if found.silent or found.refusal:
        return {"error": "not_in_law" if found.silent else found.refusal.code}
    order = [item.code for item in rule.choices]
    return {
        "allowed": sorted((way.code for way in found.ways), key=order.index),
        "from": found.starts_on.isoformat(),
        "until": found.until_on.isoformat() if found.until_on else None,
        "preferred": [item.code for item in rule.preferred if _is_preferred(found, item.code)],
    }


def _is_preferred(found, code):
    return any(way.preferred and way.code == code for way in found.ways)


def release(told):
    """The checklist: what the record proves is proved by rows, the rest is shown."""
    given, custody = told.given, told.animals[0]
    wanted = set(given.get("provided", ()))
    _prove(told, custody, wanted & PROVED)
    on = told.seized_at.date()
    proved = state.provided(custody, on=on, lawbook=told.lawbook) & (PROVED | {"entry_exams"})
    facts = {name: given[name] for name in ("seized_on", "requested_on", "born_on") if name in given}
    purpose = given.get("purpose", "redemption")
    rule = told.lawbook.ruleset.checklists.get(purpose)
    own = {"registered": custody.registered, "identified": custody.identified}
    facts |= {fact.name: own[fact.name] for fact in (rule.facts if rule else ()) if fact.name in own}
    found = law.release(told.lawbook, purpose=purpose, provided=proved | (wanted - PROVED), facts=facts)
    if found.silent or found.refusal:
        return {"error": "not_in_law" if found.silent else found.refusal.code}
    return {"allowed": found.allowed, "missing": [need.code for need in found.needs if not need.met]}


def _prove(told, custody, codes):
    animal, on = custody.animal, told.seized_at.date()
    if "neutering" in codes:
        animal.is_neutered = True
    if codes & {"chip", "identification"}:
        Microchip.objects.create(animal=animal, number=f"9630080{next(numbers):08d}")
    if "registration" in codes and not custody.registered:
        Rga.objects.create(
            municipality=told.depot.municipality,
            number=next(numbers),
            animal=animal,
            registered_on=on,
            registered_at=told.seized_at,
            registered_by=told.depot.clerk,
            code=f"CASO{next(numbers)}",
        )
    for code, is_rabies in (
        ("rabies_vaccination", True),
        ("vaccination", True),
        ("species_vaccination", False),
    ):
        if code in codes:
            Vaccination.objects.create(
                municipality=told.depot.municipality,
                animal=animal,
                product_name=code,
                is_rabies=is_rabies,
                on=on,
                shown_proof=True,
                recorded_by=told.depot.vet,
                recorded_at=told.seized_at,
            )
    if "parasite_control" in codes:
        told.event("treatment", code="parasite_control", result="done")
    if "cause_ceased" in codes:
        told.event("cause", facts={"ceased": True})


def size(told):
    try:
        found, _ = law.size_of(told.lawbook, told.given["species"])
    except Refusal as refusal:
        return {"error": refusal.code}
    return {"size": found} if found else {"error": "not_in_law"}


ANSWERS = {"bill": bill, "release": release, "destinations": destinations, "size": size}


def _answered(depot, case):
    with transaction.atomic():
        told = Told(depot, case)
        if case["id"] in WITHOUT_ROWS:
            answer = _bill(law.bill_of_given(told.lawbook, {"animals": case["given"]["animals"]}))
        else:
            answer = ANSWERS[case["question"]](told)
        transaction.set_rollback(True)
    return answer


def _matches(expected, answer):
    return all(answer.get(key) == value for key, value in expected.items())


@pytest.mark.parametrize("ruleset", DAYS)
def test_the_worked_cases_hold_through_rows_and_services(ruleset):
    depot = Depot(ruleset, (2024, 6, 3, 9, 0))
    cases, wrong = _cases(ruleset), []
    assert len(cases) >= 6
    for case in cases:
        answer = _answered(depot, case)
        if not _matches(case["expected"], answer):
            wrong.append(f"{case['id']}: expected {case['expected']}, answered {answer}")
    assert not wrong, "\n".join(wrong)


def test_few_cases_cannot_be_put_in_rows():
    """They are listed by name, and each exists."""
    known = {case["id"] for ruleset in DAYS for case in _cases(ruleset)}
    assert known >= WITHOUT_ROWS
    assert len(WITHOUT_ROWS) == 1
