"""What the page of a seizure says of the law: the same lines as its paper, asked again of the law of its day."""

from collections.abc import Sequence

from impound.models import SeizedAnimal, Seizure
from impound.services import state
from impound.services.ahead import ahead
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
