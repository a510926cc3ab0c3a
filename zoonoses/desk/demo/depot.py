"""The depósito of the demonstration: boxes, and animals at every stage of custody, told in `data/depot/*.toml`.

A stay is told by when its term ends (`ends`, in days from the municipality's own day) or by its day (`days`). All is
done through the services, in the order of the moments, so that numbers follow days.
"""

from datetime import date, datetime, timedelta
from decimal import Decimal
from uuid import uuid4

from django.core.files.uploadedfile import SimpleUploadedFile

from fines.services import notices
from fines.services.proposals import Choice
from impound.models import SeizedAnimal
from impound.services import (
    adoption,
    boxes,
    evaluations,
    event_notices,
    events,
    law,
    publications,
    redemption_bills,
    redemption_checklist,
    redemptions,
    releasing,
    seizing,
)
from impound.services.events import Entry, Vet
from impound.services.seizing import AnimalInput, SeizureInput
from registry.services import bites, vaccination
from zoonoses.desk.demo import pictures
from zoonoses.documents.models import Attachment
from zoonoses.documents.services import attachments
from zoonoses.municipalities import clock
from zoonoses.municipalities.lawbook import Lawbook
from zoonoses.municipalities.services import laws, units

PAUSE = timedelta(minutes=10)
LOOK_BACK = 120
SOURCE = "valor de treinamento"


def play(town, told) -> None:
    """Makes the boxes and does the acts of one municipality's depósito."""
    depot = Depot(town)
    for row in told.get("readings", ()):
        _reading(depot, row)
    for row in told.get("values", ()):
        _value(depot, row)
    for row in told.get("boxes", ()):
        values = {name: value for name, value in row.items() if name != "key"}
        depot.boxes[row["key"]] = boxes.save_box(municipality=town.municipality, values=values)
    moments = [(depot.moment(act), place, act) for place, act in enumerate(told["acts"])]
    for at, _, act in sorted(moments, key=lambda event: event[:2]):
        ACTS[act["act"]](depot, act, at)


def _reading(depot, row) -> None:
    """A point of the law that the regulation fixes, as the manager entered it."""
    ruleset = Lawbook(depot.municipality, depot.today).ruleset
    laws.choose(
        municipality=depot.municipality,
        law=ruleset,
        key=row["key"],
        value=row["value"],
        reason=row["reason"],
        by=depot.town.people["manager"],
        at=depot.town.now,
    )


def _value(depot, row) -> None:
    """What the unit of the law is worth in the year of the municipality's own day."""
    year = depot.today.year
    units.enter(
        municipality=depot.municipality,
        unit=row["unit"],
        from_on=date(year, 1, 1),
        until_on=date(year, 12, 31),
        value=Decimal(row["value"]),
        source=SOURCE,
        by=depot.town.people["manager"],
        at=depot.town.now,
    )


class Depot:
    """What the acts have made so far: animals in custody and boxes by name; and the moment of each act."""

    def __init__(self, town):
        self.town = town
        self.municipality = town.municipality
        self.today = town.now.date()
        self.boxes = {}
        self.custodies: dict[str, int] = {}
        self.days: dict[str, date] = {}
        self.last_at: dict[str, datetime] = {}

    def moment(self, act) -> datetime:
        """The act's day and hour: after the last act of the same animal, never after the municipality's own moment."""
        at = datetime.combine(self._day(act), act["time"], tzinfo=clock.zone(self.municipality))
        last = self.last_at.get(act["animal"])
        if last is not None and at <= last:
            at = last + PAUSE
        self.last_at[act["animal"]] = min(at, self.town.now)
        return self.last_at[act["animal"]]

    def _day(self, act) -> date:
        if "after" in act:
            return min(self.days[act["animal"]] + timedelta(days=act["after"]), self.today)
        day = self._seized_on(act["ends"]) if "ends" in act else self.today + timedelta(days=act["days"])
        return self.days.setdefault(act["animal"], day)

    def _seized_on(self, in_days: int) -> date:
        """The latest day whose redemption term ends on the wanted day, or as soon as can be before it."""
        wanted, day = self.today + timedelta(days=in_days), self.today
        for _ in range(LOOK_BACK):
            ends_on = law.terms(Lawbook(self.municipality, day), day).ends_on
            if ends_on is None or ends_on <= wanted:
                return day
            day -= timedelta(days=1)
        return day

    def by(self, act):
        return self.town.people[act["by"]]

    def custody(self, act) -> SeizedAnimal:
        """The animal of an act, as it stands now."""
        rows = SeizedAnimal.objects.select_related(
            "municipality", "seizure__act__case", "seizure__owner", "animal"
        )
        return rows.get(pk=self.custodies[act["animal"]])

    def entry(self, act, at) -> Entry:
        return Entry(on=at.date(), at=at, by=self.by(act), text=act.get("text", ""))

    def vet(self) -> Vet:
        vet = self.town.people["vet"]
        return Vet(vet.user.name, vet.crmv)


def _seize(depot, act, at):
    """One animal, of the registry or unknown, with its photographs."""
    town = depot.municipality
    owner = depot.town.tutors[act["owner"]] if "owner" in act else None
    known = depot.town.animals[act["known"]] if "known" in act else None
    looks = {
        name: act[name] for name in ("species", "sex", "presumed_age", "size", "size_reason") if name in act
    }
    animal = AnimalInput(
        description=act["description"],
        apparent_health=act["health"],
        animal=known,
        photos=tuple(_photos(depot, act, at)),
        **looks,
    )
    made = seizing.seize(
        municipality=town,
        seizure=SeizureInput(
            origin=act.get("origin", "round"),
            place={"city": town.name, "uf": town.uf, **act["place"]},
            ground=act.get("ground", ""),
            ground_text=act.get("ground_text", ""),
            owner=owner,
            vehicle=act.get("vehicle", ""),
            notes=act.get("notes", ""),
        ),
        animals=[animal],
        at=at,
        by=depot.by(act),
        key=uuid4(),
    )
    depot.custodies[act["animal"]] = made.animals.get().pk


def _photos(depot, act, at):
    for number, scene in enumerate(act.get("photos", ()), start=1):
        upload = SimpleUploadedFile(f"foto-{number}.jpg", pictures.scene(scene, number))
        yield attachments.store(
            municipality=depot.municipality,
            kind=Attachment.Kind.PHOTO,
            upload=upload,
            by=depot.by(act),
            at=at,
        )


def _box(depot, act, at):
    boxes.allocate(
        custody=depot.custody(act),
        box=depot.boxes[act["box"]],
        at=at,
        by=depot.by(act),
        reason=act.get("reason", ""),
    )


def _exams(depot, act, at):
    """The entry exams and vaccines of the species under the law: each with the result told, or waiting for it."""
    custody = depot.custody(act)
    for kind in (False, True):
        for code, label in events.entry_codes(custody, vaccines=kind):
            given = {"custody": custody, "entry": depot.entry(act, at), "code": code, "vet": depot.vet()}
            if kind:
                events.vaccine(**given, product_name=act["vaccine"])
            else:
                result = "pending" if code in act.get("pending", ()) else "negative"
                events.exam(
                    **given, label=label, result=result, laboratory=act["laboratory"], is_accredited=True
                )


def _proof(depot, act, at):
    """The owner shows that the animal was vaccinated."""
    vaccination.record_proof(
        animal=depot.custody(act).animal,
        product_name="Vacina antirrábica",
        on=at.date() - timedelta(days=30),
        at=at,
        by=depot.by(act),
        key=uuid4(),
    )


def _expense(depot, act, at):
    given = {"code": act["code"]} if "code" in act else {}
    events.expense(
        custody=depot.custody(act),
        entry=depot.entry(act, at),
        label=act["label"],
        cost=Decimal(act["cost"]),
        **given,
    )


def _bite(depot, act, at):
    """The animal bit somebody: it stays for its observation."""
    values = {"bitten_on": depot.today + timedelta(days=act["bitten"])}
    values |= {name: act[name] for name in ("notified_by", "sinan_number", "condition", "place")}
    bites.open_observation(
        animal=depot.custody(act).animal, values=values, at=at, by=depot.by(act), key=uuid4()
    )


def _evaluate(depot, act, at):
    """A laudo of the vet, with what the law lets a vet state."""
    evaluations.evaluate(custody=depot.custody(act), stated=act.get("stated", {}), entry=depot.entry(act, at))


def _publish(depot, act, at):
    publications.publish(custody=depot.custody(act), at=at, by=depot.by(act))


def _redeem(depot, act, at):
    """The whole redemption in one sitting: what is shown, the registration, the auto, the money, the release."""
    custody, by = depot.custody(act), depot.by(act)
    person = depot.town.tutors[act["tutor"]]
    requester = redemptions.Requester(person, "owner", None, act.get("born_on"))
    asked = redemptions.ask(custodies=[custody], requester=requester, at=at, by=by, key=uuid4())
    given = {"redemption": asked, "at": at, "by": by}
    if "auto" in act:
        _auto(depot, act, custody, at)
        event_notices.sign(**given, key=uuid4())
    for item in redemption_checklist.checklist(asked, at=at).missing:
        if item.by_hand:
            redemptions.see(**given, code=item.need.code, label=act["shown"], copy=None)
        elif item.need.code == "registration":
            redemptions.register(**given, custody=custody, key=uuid4())
        elif item.need.code == "cause_ceased":
            events.find_cause(custody=custody, entry=depot.entry(act, at), ceased=True)
    redemption_bills.make_bill(**given, key=uuid4())
    redemption_bills.pay(**given, means="pix", paid_on=at.date(), key=uuid4())
    if act.get("released", True):
        releasing.release(**given, key=uuid4())


def _auto(depot, act, custody, at):
    """The auto of the event itself, on the visit that the seizure wrote."""
    visit = custody.seizure.visit
    notices.draw_up(
        inspection=visit,
        choices=[Choice(finding.pk) for finding in visit.findings.all()],
        offender=depot.town.tutors[act["tutor"]],
        fact_at=custody.seizure.act.at,
        address=custody.seizure.address_line,
        description=act["auto"],
        by=depot.town.people["agent"],
        at=at,
        key=uuid4(),
    )


def _adopt(depot, act, at):
    """Adoção by contract, with the usual text of every clause."""
    custody = depot.custody(act)
    found = adoption.shape(custody, act["code"])
    contract = adoption.Contract(
        code=act["code"],
        form="adoption",
        receiver=depot.town.tutors[act["tutor"]],
        clauses={part.code: part.text or act["usual"] for part in found.clauses},
        told={part.code: part.text or act["usual"] for part in found.told},
        informed=bool(found.told),
        chip=act.get("chip", ""),
        visits=tuple(adoption.usual_visits(at.date())),
    )
    adoption.adopt(custody=custody, contract=contract, by=depot.by(act), at=at, key=uuid4())


ACTS = {
    "seize": _seize,
    "box": _box,
    "exams": _exams,
    "proof": _proof,
    "expense": _expense,
    "bite": _bite,
    "evaluate": _evaluate,
    "publish": _publish,
    "redeem": _redeem,
    "adopt": _adopt,
}
