"""What a seizure waits for besides its animals: the call of the tutor where the law orders it, and its ciência."""

from datetime import date

from impound.models import SeizedAnimal, Summons
from impound.services import law, state
from impound.services.ahead import IDENTIFIED
from impound.services.summons import numbers_text
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services.agenda import Line
from zoonoses.municipalities.lawbook import Shelf

CALL, SERVICE = "summons", "summons_service"


def lines_of(case, on: date):
    """The lines of a case: identified animals whose tutor was not called, and calls without ciência."""
    rows = SeizedAnimal.objects.in_custody().filter(seizure__act__case=case)
    rows = rows.select_related(
        "municipality", "seizure__act", "seizure__owner__merged_into", "animal__tutor__merged_into"
    )
    inside = list(rows.prefetch_related("events__tutor__merged_into").order_by("pk"))
    if not inside:
        return
    standing = Summons.objects.filter(seizure__act__case=case, act__document__annulment=None)
    calls = list(
        standing.select_related("act__document", "tutor", "seizure__act").prefetch_related(
            "animals", "act__acknowledgements"
        )
    )
    yield from _to_call(inside, calls, Shelf(case.municipality))
    here = {custody.pk for custody in inside}
    for call in calls:
        if not call.act.acknowledgements.all() and here & {row.pk for row in call.animals.all()}:
            yield _line(f"{SERVICE}:{call.pk}", SERVICE, f"Registrar ciência: {call.act.document}", call)


def _to_call(inside, calls, shelf):
    called = {row.pk for call in calls for row in call.animals.all()}
    waiting: dict[int, list[SeizedAnimal]] = {}
    for custody in inside:
        if custody.identified and custody.pk not in called and _is_ordered(custody, shelf):
            waiting.setdefault(custody.seizure_id, []).append(custody)
    for seizure_pk, animals in waiting.items():
        lawbook, owner = shelf.book(animals[0].seized_on), state.owner_of(animals[0])
        yield Line(
            key=f"{CALL}:{seizure_pk}",
            next_act=CALL,
            sentence=f"Notificar o tutor: animal {numbers_text(animals)}",
            who=owner.name if owner else "",
            where=animals[0].seizure.address_line,
            responsible_id=animals[0].seizure.act.author_id,
            due_on=state.terms_of(animals[0], lawbook=lawbook).ends_on,
        )


def _is_ordered(custody, shelf) -> bool:
    """Whether the law of its day orders the call; a day without a law orders nothing."""
    try:
        return law.custody_rule(shelf.book(custody.seized_on)).summons == IDENTIFIED
    except Refusal:
        return False


def _line(key, act, sentence, call) -> Line:
    return Line(
        key=key,
        next_act=act,
        sentence=sentence,
        who=call.tutor.name,
        where=call.seizure.address_line,
        responsible_id=call.act.author_id,
        from_on=call.act.on,
    )
