"""The demonstration's bites under observation, licences, castration programme and community animals."""

from uuid import uuid4

from registry.services import bites, castration, community, licence_decisions, licences


def _bite(register, act, at):
    observation = bites.open_observation(
        animal=register.animal(act),
        values={
            "bitten_on": register.day(act["bitten"]),
            **{name: act[name] for name in ("notified_by", "sinan_number", "condition", "place")},
        },
        at=at,
        by=register.by(act),
        key=uuid4(),
    )
    register.made[act["as"]] = observation


def _bite_visit(register, act, at):
    bites.visit(
        observation=register.made[act["of"]],
        on=at.date(),
        condition=act["condition"],
        notes=act["notes"],
        at=at,
        by=register.by(act),
        key=uuid4(),
    )


def _bite_close(register, act, at):
    bites.close(
        observation=register.made[act["of"]],
        outcome=act["outcome"],
        on=at.date(),
        at=at,
        by=register.by(act),
    )


def _licence(register, act, at):
    """A request, and the decision on another moment of its own act."""
    holder = register.town.tutors[act["tutor"]]
    place = {name: getattr(holder, name) for name in licences.PLACE}
    values = {name: act[name] for name in ("housing", "vet_name", "vet_crmv") if name in act}
    register.made[act["as"]] = licences.receive(
        municipality=register.municipality,
        kind=act["kind"],
        holder=holder,
        values={**place, **values},
        at=at,
        by=register.by(act),
        key=uuid4(),
    )


def _decide(register, act, at):
    licence_decisions.decide(
        request=register.made[act["of"]],
        granted=act["granted"],
        reason=act["reason"],
        valid_until=register.day(act["until"]) if "until" in act else None,
        at=at,
        by=register.by(act),
    )


def _stray(register, act, at):
    """An animal of the street, without tutor."""
    register.animal_of(None, act["looks"])


def _commitment(register, act, at):
    community.commit(
        animal=register.animal(act),
        caretaker=register.town.tutors[act["tutor"]],
        place=act["place"],
        at=at,
        by=register.by(act),
        key=uuid4(),
    )


def _castration_request(register, act, at):
    register.made[act["as"]] = castration.enter(
        animal=register.animal(act),
        ground=act["ground"],
        programme=act.get("programme", ""),
        at=at,
        by=register.by(act),
        key=uuid4(),
    )


def _castration_day(register, act, at):
    register.made[act["as"]] = castration.open_day(
        municipality=register.municipality,
        on=register.day(act["on"]),
        place=act["place"],
        places=act["places"],
        today=at.date(),
        by=register.by(act),
    )


def _castration_call(register, act, at):
    register.made[act["as"]] = castration.call_next(
        day=register.made[act["of"]], at=at, by=register.by(act), key=uuid4()
    )


def _castration_result(register, act, at):
    vet = register.town.people["vet"]
    done = {"vet_name": vet.user.name, "vet_crmv": vet.crmv} if act["result"] == "done" else {}
    castration.record_result(
        appointment=register.made[act["of"]],
        result=act["result"],
        reason=act.get("reason", ""),
        at=at,
        by=register.by(act),
        **done,
    )


PROGRAMMES = {
    "bite": _bite,
    "bite_visit": _bite_visit,
    "bite_close": _bite_close,
    "licence": _licence,
    "decide": _decide,
    "stray": _stray,
    "commitment": _commitment,
    "castration_request": _castration_request,
    "castration_day": _castration_day,
    "castration_call": _castration_call,
    "castration_result": _castration_result,
}
