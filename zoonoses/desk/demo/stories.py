"""Cases of the demonstration, act by act, through the services and on past moments of their municipality."""

import base64
from datetime import date, datetime, timedelta
from uuid import uuid4

from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils.datastructures import MultiValueDict

from fines.services import notices
from fines.services.proposals import Choice
from inspections.services import complaints, drafts, extensions, filing, guidance, intimations, reports
from inspections.services.intimations import Order
from inspections.services.visits import FindingInput, OutcomeInput, VisitInput
from zoonoses.desk.demo import pictures
from zoonoses.documents.services import acknowledgement, annulment
from zoonoses.documents.services.acknowledgement import Service
from zoonoses.municipalities import clock
from zoonoses.municipalities.lawbook import Lawbook

PAUSE = timedelta(minutes=10)
PLACE = ("street", "number", "complement", "district", "city", "uf", "postal_code")
SATURDAY = 5


def play(town, cases) -> None:
    """Does the acts of all cases in the order of their moments, so that numbers follow days."""
    events = []
    for case in cases:
        story = Story(town, case)
        events += [
            (story.moment(act), len(events) + place, story, act) for place, act in enumerate(case["acts"])
        ]
    for at, _, story, act in sorted(events, key=lambda event: event[:2]):
        ACTS[act["act"]](story, act, at)


class Story:
    """What the acts of one case have made so far, and the moment of the next one."""

    def __init__(self, town, case):
        self.town = town
        self.ends = case.get("ends")
        self.base = self._first_day() if self.ends else town.now.date()
        self.last_at = None
        self.complaint = self.inspection = self.intimation = self.extension = self.notice = None

    def moment(self, act) -> datetime:
        """The act's own day, or so many days from the case's; never before the last act, never in the future."""
        at = datetime.combine(self._day(act), act["time"], tzinfo=clock.zone(self.town.municipality))
        if self.last_at is not None and at <= self.last_at:
            at = self.last_at + PAUSE
        self.last_at = min(at, self.town.now)
        return self.last_at

    def _day(self, act) -> date:
        if "on" in act:
            return act["on"]
        day = self.base + timedelta(days=act["days"])
        return day if self.ends else day - timedelta(days=max(0, day.weekday() - SATURDAY + 1))

    def _first_day(self) -> date:
        """The latest day of ciência whose term ends on the wanted day, or as soon as can be after it."""
        last = self.town.now.date() + timedelta(days=self.ends["in_days"])
        book = Lawbook(self.town.municipality, last)
        asked = {"term": "intimation", "infraction": self.ends["infraction"], "days": self.ends["term"]}
        day = last
        while True:
            earlier = day - timedelta(days=1)
            if date.fromisoformat(book.ask("term", start=earlier, **asked)["due_on"]) < last:
                return day
            day = earlier

    def finding(self, code):
        """The finding of the first visit for one conduct."""
        return self.inspection.findings.get(infraction=code)

    def by(self, act):
        return self.town.people[act["by"]]

    def tutor(self, act):
        return self.town.tutors[act["tutor"]] if "tutor" in act else None


def _complaint(story, act, at):
    """A denúncia at the counter, with or without a name."""
    values = {name: act[name] for name in ("what", "channel", "accused_name", "reference") if name in act}
    values |= {name: act["place"][name] for name in PLACE if name in act.get("place", {})}
    town = story.town.municipality
    if "street" in values:
        values |= {"city": town.name, "uf": town.uf}
    story.complaint = complaints.receive(
        municipality=town,
        values={**values, "accused": story.tutor(act)},
        complainant=act.get("complainant"),
        at=at,
        by=story.by(act),
        key=uuid4(),
    )


def _draft(story, act, at):
    """A visit begun and not filed."""
    draft = drafts.begin(
        author=story.by(act), at=at, complaint=story.complaint, tutor=story.tutor(act), place=act.get("place")
    )
    typed = MultiValueDict({**draft.data, **{name: [value] for name, value in act["typed"].items()}})
    drafts.keep(draft=draft, typed=typed, at=at)
    _pictures(draft, act, story.by(act), at)


def _visit(story, act, at):
    """A first visit, filed with its paper."""
    by, tutor = story.by(act), story.tutor(act)
    draft = drafts.begin(author=by, at=at, complaint=story.complaint, tutor=tutor)
    _pictures(draft, act, by, at)
    place = act.get("place") or {name: getattr(tutor, name) for name in PLACE}
    town = story.town.municipality
    visit = VisitInput(
        tutor=tutor,
        place={"city": town.name, "uf": town.uf, **place},
        animals=[story.town.animals[key] for key in act.get("animals", ())],
        new_animals=[dict(row) for row in act.get("new_animals", ())],
        findings=[_finding_input(row) for row in act.get("findings", ())],
        signs=act.get("signs", []),
        closing=_closing(act),
    )
    story.inspection = filing.file_visit(draft=draft, visit=visit, at=at, by=by)


def _finding_input(row) -> FindingInput:
    given = {name: tuple(value) if isinstance(value, list) else value for name, value in row.items()}
    return FindingInput(**given)


def _closing(act) -> dict:
    names = ("presence", "notes", "witness_1", "witness_1_document", "witness_2", "witness_2_document")
    return {"presence": "absent", **{name: act[name] for name in names if name in act}}


def _pictures(draft, act, by, at):
    uploads = [
        SimpleUploadedFile(f"foto-{number}.jpg", pictures.scene(scene, number))
        for number, scene in enumerate(act.get("photos", ()), start=1)
    ]
    refused = drafts.add_photos(draft=draft, uploads=uploads, by=by, at=at)
    if act.get("presence") == "signed":
        data = base64.b64encode(pictures.signature()).decode()
        refused.append(drafts.add_signature(draft=draft, data_url=drafts.PNG_URL + data, by=by, at=at))
    for refusal in filter(None, refused):
        raise refusal


def _return(story, act, at):
    """A return visit to the first one."""
    by = story.by(act)
    draft = drafts.begin_return(inspection=story.inspection, author=by, at=at)
    _pictures(draft, act, by, at)
    outcomes = [
        OutcomeInput(
            finding=story.finding(row["infraction"]),
            result=row["result"],
            remaining=row.get("remaining", 0),
            notes=row.get("notes", ""),
        )
        for row in act["outcomes"]
    ]
    visit = VisitInput(outcomes=outcomes, closing=_closing(act))
    filing.file_visit(draft=draft, visit=visit, at=at, by=by)


def _vet_report(story, act, at):
    reports.report(inspection=story.inspection, data=dict(act["data"]), author=story.by(act), at=at)


def _intimate(story, act, at):
    """Intimação, notificação or advertência, with the ciência when it was given at once."""
    chosen = act.get("infractions") or [row.infraction for row in story.inspection.findings.all()]
    story.intimation = intimations.intimate(
        inspection=story.inspection,
        orders=[Order(story.finding(code), act.get("term")) for code in chosen],
        text=act["orders"],
        author=story.by(act),
        at=at,
        service=_service(act["service"], at) if "service" in act else None,
    )


def _service(given, at) -> Service:
    given = dict(given)
    witnesses = tuple(tuple(pair) for pair in given.pop("witnesses", ()))
    return Service(on=at.date(), witnesses=witnesses, **given)


def _acknowledge(story, act, at):
    acknowledgement.acknowledge(
        of_act=_act_of(story, act["of"]), service=_service(act["service"], at), by=story.by(act), at=at
    )


def _act_of(story, name):
    return {
        "intimation": lambda: story.intimation,
        "extension": lambda: story.extension,
        "notice": lambda: story.notice.act,
    }[name]()


def _extend(story, act, at):
    item = story.intimation.intimation.items.get(finding__infraction=act["infraction"])
    story.extension = extensions.extend(
        item=item, until_on=act["until_on"], reason=act["reason"], author=story.by(act), at=at
    )


def _guide(story, act, at):
    guidance.guide(finding=story.finding(act["infraction"]), text=act["text"], author=story.by(act), at=at)


def _notice(story, act, at):
    """An auto over the findings named, or over all of the first visit."""
    inspection = story.inspection
    codes = act.get("infractions") or [row.infraction for row in inspection.findings.all()]
    decided = {name: act[name] for name in ("gravity", "gravity_reason") if name in act}
    measures = tuple(act.get("discretionary", ()))
    story.notice = notices.draw_up(
        inspection=inspection,
        choices=[Choice(story.finding(code).pk, discretionary=measures, **decided) for code in codes],
        offender=inspection.tutor,
        fact_at=inspection.act.at,
        address=inspection.address_line,
        description=act["description"],
        by=story.by(act),
        at=at,
        key=uuid4(),
        aggravating=tuple(act.get("aggravating", ())),
        mitigating=tuple(act.get("mitigating", ())),
    )


def _annul(story, act, at):
    annulment.annul(
        document=_act_of(story, act["of"]).document, reason=act["reason"], by=story.by(act), at=at
    )


ACTS = {
    "complaint": _complaint,
    "draft": _draft,
    "visit": _visit,
    "return": _return,
    "vet_report": _vet_report,
    "intimate": _intimate,
    "acknowledge": _acknowledge,
    "extend": _extend,
    "guide": _guide,
    "notice": _notice,
    "annul": _annul,
}
