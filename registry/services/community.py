"""Community animals: the termo de compromisso of the main caretaker, and the steps until the animal goes back."""

from dataclasses import dataclass
from datetime import date

from django.db import transaction

from registry.documents.community import commitment_body
from registry.models import Animal, AnimalFact, CommunityCommitment, Rga, Tutor
from registry.services.law import SILENT, ask_or_silence
from zoonoses.documents.contexts_licences import COMMUNITY_COMMITMENT, CommitmentBody
from zoonoses.documents.kinds import DocumentKind
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import issuing
from zoonoses.law import LawError
from zoonoses.municipalities.lawbook import Lawbook

PURPOSE = "community_return"
COPIES = ("tutor principal", "processo")
# In the order in which the law tells them; the return comes after all of them.
STEPS = (
    ("collection", "recolhimento"),
    ("identification", "identificação (microchip ou RGA)"),
    ("neutering", "esterilização"),
    ("registration", "registro"),
    ("commitment_statement", "solicitação e termo de compromisso do tutor principal"),
)


@dataclass(frozen=True)
class StepDone:
    """One step: whether it was done, and since when where it is known."""

    code: str
    label: str
    done: bool
    on: date | None = None


@dataclass(frozen=True)
class Standing:
    """Where a community animal stands: its steps, and whether the law lets it go back (None: the law is silent)."""

    steps: list[StepDone]
    allowed: bool | None
    missing: list[str]
    article: str
    basis: list[dict]

    @property
    def next_step(self) -> StepDone | None:
        return next((step for step in self.steps if not step.done), None)


def standing(animal: Animal, on: date) -> Standing:
    """The steps of an animal and the law's answer to its return. Raises `Refusal`."""
    steps = _steps(animal, on)
    provided = [step.code for step in steps if step.done and step.code != "collection"]
    if "commitment_statement" in provided:
        provided.append("request")  # the term is also the request of the return
    lawbook = Lawbook(animal.municipality, on)
    answer = ask_or_silence(lawbook, "release", purpose=PURPOSE, provided=provided)
    if answer is None:
        return Standing(steps, None, [], "", [])
    missing = [lawbook.ruleset.label(code) for code in answer["missing"]]
    article = lawbook.ruleset.checklists[PURPOSE].article
    return Standing(steps, answer["allowed"], missing, article, answer["basis"])


def _steps(animal, on) -> list[StepDone]:
    seized = (
        animal.facts.filter(kind=AnimalFact.Kind.SEIZED, revoked_by=None, on__lte=on).order_by("on").last()
    )
    rga = Rga.objects.filter(animal=animal).first()
    chip = animal.chips.order_by("pk").first()
    term = commitment_of(animal)
    days = {
        "collection": (seized is not None, seized and seized.on),
        "identification": (
            chip is not None or rga is not None,
            chip.implanted_on if chip else rga and rga.registered_on,
        ),
        "neutering": (bool(animal.is_neutered), animal.neutered_on),
        "registration": (rga is not None, rga and rga.registered_on),
        "commitment_statement": (term is not None, term and term.signed_on),
    }
    return [StepDone(code, label, *days[code]) for code, label in STEPS]


def commitment_of(animal: Animal) -> CommunityCommitment | None:
    """The last term of compromise that was not annulled."""
    rows = CommunityCommitment.objects.filter(animal=animal, document__annulment=None)
    return rows.select_related("caretaker", "document").order_by("signed_on", "pk").last()


def plan(*, animal, caretaker: Tutor, place: str, at, by) -> CommitmentBody:
    """The term as it will be printed. Raises `Refusal`: dead, wild, or the same caretaker's term stands."""
    if animal.died_on is not None or animal.is_wild:
        raise Refusal("not_community", "Só um animal doméstico e vivo pode ser reconhecido como comunitário.")
    if caretaker.municipality_id != animal.municipality_id:
        raise ValueError("a caretaker of another municipality")
    last = commitment_of(animal)
    if last is not None and last.caretaker_id == caretaker.pk and last.place == place:
        raise Refusal(
            "already_committed", f"{last.document} já vale para este animal e este tutor principal."
        )
    found = standing(animal, at.date())
    return commitment_body(
        law=_title(animal.municipality, at.date()),
        article=found.article,
        law_note="" if found.article else f"Termo de compromisso: {SILENT}.",
        animal=animal,
        caretaker=caretaker,
        place=place,
        steps=found.steps,
        by=by,
        at=at,
    )


def _title(municipality, on) -> str:
    try:
        return Lawbook(municipality, on).ruleset.header.short_title
    except LawError:
        return ""


@transaction.atomic
def commit(*, animal, caretaker, place, at, by, key=None) -> CommunityCommitment:
    """The main caretaker signs the term: the animal is a community animal from then on, with its paper in two vias.

    Sent again with the same `key` it gives the same term. Refusals as `plan`.
    """
    animal = Animal.objects.select_for_update(of=("self",)).get(pk=animal.pk)
    made = CommunityCommitment.objects.filter(animal=animal, key=key).first() if key else None
    if made is not None:
        return made
    body = plan(animal=animal, caretaker=caretaker, place=place, at=at, by=by)
    document = issuing.issue(
        municipality=animal.municipality,
        kind=DocumentKind.COMMUNITY_COMMITMENT,
        template=COMMUNITY_COMMITMENT,
        title=DocumentKind.COMMUNITY_COMMITMENT.label,
        body=body,
        at=at,
        author=by,
        copies=COPIES,
    )
    if not animal.is_community:
        animal.is_community = True
        animal.save(update_fields=["is_community"])
    return CommunityCommitment.objects.create(
        animal=animal,
        caretaker=caretaker,
        signed_on=at.date(),
        place=place,
        document=document,
        recorded_by=by,
        key=key,
    )
