"""What the page of a seizure says of the law: the same lines as its paper, asked again of the law of its day."""

from collections.abc import Iterable, Sequence

from impound.models import SeizedAnimal, Seizure, Summons
from impound.services import law, state
from impound.services.ahead import IDENTIFIED, ahead
from zoonoses.documents.contexts_impound_seizing import LawLine
from zoonoses.documents.refusals import Refusal, of_law
from zoonoses.law import LawError
from zoonoses.municipalities import clock
from zoonoses.municipalities.lawbook import Lawbook


def lines_of(seizure: Seizure, animals: Sequence[SeizedAnimal]) -> tuple[tuple[LawLine, ...], Refusal | None]:
    """What follows the seizure, or why the law cannot say."""
    town = seizure.municipality
    try:
        found = ahead(
            Lawbook(town, seizure.act.on),
            animals,
            at=clock.local(town, seizure.act.at),
            owner=seizure.owner,
            ground=seizure.ground,
            terms=state.terms_of(animals[0]),
        )
    except Refusal as refusal:
        return (), refusal
    except LawError as error:
        return (), of_law(error)
    return found.lines, None


def must_call(seizure: Seizure, animals: Sequence[SeizedAnimal], calls: Iterable[Summons]) -> bool:
    """Whether the law orders the tutor of some animal still here to be called, and nobody was called for it yet."""
    called = {
        row.pk for call in calls if not hasattr(call.act.document, "annulment") for row in call.animals.all()
    }
    waiting = [row for row in animals if row.identified and not state.has_left(row) and row.pk not in called]
    try:
        return bool(waiting) and law.custody_rule(law.lawbook_of(waiting[0])).summons == IDENTIFIED
    except Refusal:
        return False
