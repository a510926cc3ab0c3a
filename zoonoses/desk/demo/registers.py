"""The registry of the demonstration: vaccines, clinics, registrations, money, licences, castration, campaigns.

`data/registry/acts.toml` tells what happened, in days before the municipality's own day; a file for each municipality
names its people, animals, clinics and posts, and adds the licences of its law. All is done through the services.
"""

from datetime import datetime, timedelta
from decimal import Decimal
from uuid import uuid4

from django.db import transaction

from registry.services import (
    animal_facts,
    animals,
    campaigns,
    certificates,
    clinics,
    kits,
    letters,
    merges,
    numbers,
    overdue,
    printing,
    remittances,
    rga,
    second_copies,
    tutors,
    vaccination,
    vaccines,
)
from registry.tasks import print_batch
from zoonoses.desk.demo.programmes import PROGRAMMES
from zoonoses.municipalities import clock
from zoonoses.treasury.models import Charge
from zoonoses.treasury.services import charges

PLACE = ("street", "number", "complement", "district", "city", "uf", "postal_code")


def play(town, acts, own) -> None:
    """Does the common acts and the municipality's own ones, in the order of their moments."""
    register = Register(town, own)
    told = [*acts, *own.get("acts", ())]
    skipped = set(own.get("skipped", ()))
    events = [
        (register.moment(act), place, act) for place, act in enumerate(told) if act["act"] not in skipped
    ]
    for at, _, act in sorted(events, key=lambda event: event[:2]):
        ACTS[act["act"]](register, act, at)


class Register:
    """What the acts have made so far, by the name that each gave to it."""

    def __init__(self, town, own):
        self.town = town
        self.municipality = town.municipality
        self.today = town.now.date()
        self.made = {}
        self.posts = {row["key"]: row for row in own["posts"]}
        self.clinics = {"clinic": own["clinic"], "other_clinic": own["other_clinic"]}
        for row in own["tutors"]:
            self._tutor(row)

    def _tutor(self, row) -> None:
        values = {"city": self.municipality.name, "uf": self.municipality.uf, **row}
        rows = values.pop("animals", ())
        person = tutors.register(
            municipality=self.municipality,
            values={name: value for name, value in values.items() if name != "key"},
        )
        self.town.tutors[row["key"]] = person
        for animal in rows:
            self.animal_of(person, animal)

    def animal_of(self, person, row):
        """A new animal of a person, or of nobody; `born_days` counts from the municipality's day."""
        values = {name: value for name, value in row.items() if name not in ("key", "born_days", "chip")}
        values["born_on"] = self.day(row["born_days"])
        chips = [animals.Chip(row["chip"])] if "chip" in row else None
        made = animals.register(municipality=self.municipality, tutor=person, values=values, chips=chips)
        self.town.animals[row["key"]] = made
        return made

    def day(self, days):
        return self.today + timedelta(days=days)

    def moment(self, act) -> datetime:
        """The act's day and hour, never after the municipality's own moment."""
        at = datetime.combine(self.day(act["days"]), act["time"], tzinfo=clock.zone(self.municipality))
        return min(at, self.town.now)

    def by(self, act):
        return self.town.people[act["by"]]

    def animal(self, act):
        """The animal of an act as it stands now."""
        self.town.animals[act["animal"]].refresh_from_db()
        return self.town.animals[act["animal"]]

    def clinic(self, act):
        return self.made[act["clinic"]] if "clinic" in act else None

    def values(self, act, *names) -> dict:
        """Fields taken as they were written; those named `…_days` become days."""
        found = {name: act[name] for name in names if name in act}
        return found | {
            name.removesuffix("_days") + "_on": self.day(days)
            for name, days in act.items()
            if name.endswith("_days")
        }


def _product(register, act, at):
    values = register.values(act, "name", "maker", "is_rabies", "lab_period_days", "low_stock_at")
    register.made[act["as"]] = vaccines.save_product(
        municipality=register.municipality, values={**values, "lab_period_days": act.get("lab_period")}
    )


def _lot(register, act, at):
    values = register.values(act, "number", "doses")
    values |= {"product": register.made[act["product"]], "received_on": at.date()}
    register.made[act["as"]] = vaccines.save_lot(
        municipality=register.municipality, values=values, clinic=register.clinic(act)
    )


def _loss(register, act, at):
    vaccines.lose(
        lot=register.made[act["lot"]],
        doses=act["doses"],
        reason=act["reason"],
        on=at.date(),
        by=register.by(act),
    )


def _clinic(register, act, at):
    given = register.clinics[act["as"]]
    town = register.municipality
    values = {"accredited_on": at.date(), "city": town.name, "uf": town.uf, **given}
    values["valid_until"] = register.day(act["until"])
    made = register.made[act["as"]] = clinics.save(municipality=town, values=values)
    if "person" in act:
        post = register.town.people[act["person"]]
        clinics.add_person(
            clinic=made,
            cpf=post.user.cpf,
            name=post.user.name,
            email="",
            position=post.position,
            crmv=post.crmv,
        )
    if act.get("suspended"):
        clinics.suspend(clinic=made, on=register.day(act["suspended"]))


def _kits(register, act, at):
    register.made[act["as"]] = kits.deliver(
        municipality=register.municipality,
        clinic=register.clinic(act),
        quantity=act["quantity"],
        at=at,
        by=register.by(act),
        key=uuid4(),
    )


def _spoilt(register, act, at):
    numbers.spoil(
        municipality=register.municipality,
        clinic=register.clinic(act),
        number=register.made[act["block"]].first + act["place"],
        reason=act["reason"],
        on=at.date(),
        by=register.by(act),
    )


def _vet(register, act):
    """Name and CRMV of who answers for a dose or a surgery: the clinic's, or the municipality's own."""
    clinic = register.clinic(act)
    if clinic is not None:
        return {"vet_name": clinic.vet_name, "vet_crmv": clinic.vet_crmv}
    vet = register.town.people["vet"]
    return {"vet_name": vet.user.name, "vet_crmv": vet.crmv}


def _dose(register, act, at):
    dose = vaccination.apply(
        animal=register.animal(act),
        lot=register.made[act["lot"]],
        on=at.date(),
        at=at,
        by=register.by(act),
        key=uuid4(),
        clinic=register.clinic(act),
        **_vet(register, act),
    )
    if act.get("certificate"):
        certificates.certificate(vaccination=dose, at=at, by=register.by(act))
    if "void" in act:
        vaccination.void(vaccination=dose, reason=act["void"], by=register.by(act), at=at)


def _proof(register, act, at):
    vaccination.record_proof(
        animal=register.animal(act),
        product_name=act["product_name"],
        on=register.day(act["applied"]),
        shown_until=register.day(act["until"]),
        at=at,
        by=register.by(act),
        key=uuid4(),
    )


def _rga(register, act, at):
    register.made[act.get("as", act["animal"])] = rga.register_rga(
        animal=register.animal(act), at=at, by=register.by(act), key=uuid4(), clinic=register.clinic(act)
    )


def _remittance(register, act, at):
    sent = remittances.send(clinic=register.clinic(act), at=at, by=register.by(act))
    if "received_by" in act:
        by = register.town.people[act["received_by"]]
        remittances.receive(remittance=sent, missing=(), at=at + timedelta(hours=5), by=by)


def _charge(register, act, at):
    person = register.town.tutors[act["tutor"]]
    register.made[act["as"]] = charges.charge(
        municipality=register.municipality,
        kind="other",
        description=act["description"],
        article=act["article"],
        basis=(),
        payer_name=person.name,
        payer_document=person.document,
        payer=f"tutor:{person.pk}",
        subject="",
        amount=Decimal(act["amount"]),
        on=at.date(),
        by=register.by(act),
    )


def _charge_of(register, act) -> Charge | None:
    """The charge named by an act: its own, or that of the block or registration named; None where nothing was owed."""
    made = register.made[act["of"]]
    return made if isinstance(made, Charge) else made.charge


def _pay(register, act, at):
    owed = _charge_of(register, act)
    if owed is not None:
        charges.pay(
            charge=owed,
            amount=charges.owed(owed),
            means=act["means"],
            paid_on=at.date(),
            at=at,
            by=register.by(act),
            key=uuid4(),
        )


def _guide(register, act, at):
    owed = _charge_of(register, act)
    if owed is not None:
        due_on = register.day(act["until"])
        charges.issue_guide(charge=owed, due_on=due_on, at=at, by=register.by(act))


def _second_copy(register, act, at):
    second_copies.request(
        rga=register.animal(act).rga,
        wants_card=act.get("card", False),
        wants_tag=act.get("tag", False),
        reason=act["reason"],
        at=at,
        by=register.by(act),
        key=uuid4(),
    )


def _fact(register, act, at):
    """What happened to an animal: `kind` is the name of the service."""
    given = {name: act[name] for name in ("cause", "reported_by", "notes") if name in act}
    if "to" in act:
        given["to_tutor"] = register.town.tutors[act["to"]]
    service = {"transfer": animal_facts.transfer, "lose": animal_facts.lose, "die": animal_facts.die}
    service[act["kind"]](animal=register.animal(act), on=at.date(), at=at, by=register.by(act), **given)


def _merge(register, act, at):
    """The same person entered twice, and made one."""
    kept = register.town.tutors[act["tutor"]]
    place = {name: getattr(kept, name) for name in PLACE}
    values = {"name": act["name"], "no_document_reason": act["no_document_reason"], "phones": [], **place}
    other = tutors.register(municipality=register.municipality, values=values)
    merges.merge(kept=kept, merged=other, choices={}, reason=act["reason"], by=register.by(act), at=at)


def _batch(register, act, at):
    """Cards or letters printed at once: ordered, and left to the worker."""
    given = {"municipality": register.municipality, "at": at, "by": register.by(act), "key": uuid4()}
    if act["kind"] == "letters":
        rows = overdue.overdue(municipality=register.municipality, on=at.date())
        batch = letters.order_letters(rows=rows, **given)
    else:
        cards = [
            register.made[key].cards.get(kind=act["of_card"], voided_on=None).pk for key in act["registered"]
        ]
        batch = printing.order(kind=act["kind"], cards=cards, **given)
    transaction.on_commit(lambda: print_batch.enqueue(batch.pk))


def _campaign(register, act, at):
    register.made[act["as"]] = campaigns.save_campaign(
        municipality=register.municipality,
        values={
            "name": act["name"].format(year=at.year),
            "starts_on": register.day(act["starts"]),
            "ends_on": register.day(act["ends"]),
            "product": register.made[act["product"]],
            "goal_percent": act.get("goal_percent", 80),
        },
    )


def _post(register, act, at):
    given = dict(register.posts[act["as"]])
    town = register.municipality
    values = {name: value for name, value in given.items() if name != "key"}
    values |= {"city": town.name, "uf": town.uf, "team": [register.town.people[key] for key in act["team"]]}
    register.made[act["as"]] = campaigns.save_post(campaign=register.made[act["campaign"]], values=values)


def _post_dose(register, act, at):
    campaigns.vaccinate(
        post=register.made[act["post"]],
        animal=register.animal(act),
        lot=register.made[act["lot"]],
        on=at.date(),
        at=at,
        by=register.by(act),
        key=uuid4(),
    )


def _count(register, act, at):
    given = {"at": at, "by": register.by(act)}
    for species in ("dog", "cat"):
        tally = campaigns.count(
            post=register.made[act["post"]],
            species=species,
            doses=act[species],
            lot=register.made[act["lot"]],
            on=at.date(),
            key=uuid4(),
            **given,
        )
    if "corrected" in act:
        campaigns.correct(tally=tally, doses=act["corrected"], reason=act["reason"], key=uuid4(), **given)


ACTS = {
    "product": _product,
    "lot": _lot,
    "loss": _loss,
    "clinic": _clinic,
    "kits": _kits,
    "spoilt": _spoilt,
    "dose": _dose,
    "proof": _proof,
    "rga": _rga,
    "remittance": _remittance,
    "charge": _charge,
    "pay": _pay,
    "guide": _guide,
    "second_copy": _second_copy,
    "fact": _fact,
    "merge": _merge,
    "batch": _batch,
    "campaign": _campaign,
    "post": _post,
    "post_dose": _post_dose,
    "count": _count,
    **PROGRAMMES,
}
