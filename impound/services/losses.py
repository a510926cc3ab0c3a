"""Perda da posse: a measure decided in the process of an auto that takes the animal from its owner.

The fine's process decides and records it; the depósito reads it, seizes by it, and gives the animal back to nobody who
lost it. Which measures are such is said by the laws' files (`[[custody.takings]]`).
"""

from collections.abc import Iterable
from datetime import date

from django.db.models import Exists, OuterRef, Q

from fines.models import Decision, Measure
from impound.models import SeizedAnimal, Seizure
from registry.models import Animal, Tutor
from registry.querysets import group_of
from zoonoses.documents.refusals import Refusal
from zoonoses.law import LawError
from zoonoses.municipalities.lawbook import all_rulesets

JOINS = ("act__document", "notice__act__document", "notice__act__case", "notice__offender__merged_into")


def codes() -> frozenset[str]:
    """The measures that take the animal, under any law of the installation."""
    rules = all_rulesets().values()
    return frozenset(row.measure for law in rules for row in law.custody.takings)


def standing(municipality):
    """Measures that took an animal and hold: not annulled, not lifted, of an auto that was neither annulled nor
    cancelled by a decision."""
    lifted = Measure.objects.standing().filter(
        notice=OuterRef("notice"), code=OuterRef("code"), kind=Measure.Kind.LIFTED, pk__gt=OuterRef("pk")
    )
    cancelled = Decision.objects.standing().filter(
        notice=OuterRef("notice"), outcome=Decision.Outcome.CANCELLED
    )
    rows = Measure.objects.of(municipality).standing()
    rows = rows.filter(kind=Measure.Kind.APPLIED, code__in=codes(), notice__act__document__annulment=None)
    return rows.filter(~Exists(lifted), ~Exists(cancelled)).select_related(*JOINS)


def waiting(municipality):
    """Those by which nothing was seized yet, the earliest first."""
    done = Seizure.objects.filter(measure=OuterRef("pk"), act__document__annulment=None)
    return standing(municipality).filter(~Exists(done)).order_by("act__at", "pk")


def refusal_for(custody: SeizedAnimal, people: Iterable[Tutor | None]) -> Refusal | None:
    """Why an animal is not given back to these people, or None: one of them lost it by a decision that stands.

    The decision concerns an animal that was seized by it, and one that the same case seized before it.
    """
    named = [person for person in people if person is not None]
    if not named:
        return None
    rows = standing(custody.municipality).filter(
        Q(seizures__animals__animal=custody.animal_id) | Q(notice__act__case=custody.seizure.act.case_id),
        notice__offender__in=group_of(*named),
    )
    found = rows.order_by("-act__at", "-pk").first()
    if found is None:
        return None
    return Refusal(
        "possession_lost",
        f"O animal nº {custody.full_number} não é devolvido a {found.notice.offender.name}: {words(found)}.",
        found.article,
    )


def standing_among(municipality, custodies: Iterable[SeizedAnimal]) -> frozenset[int]:
    """Of the measures by which these animals were seized, the keys of those that stand; one query, or none."""
    asked = {custody.seizure.measure_id for custody in custodies} - {None}
    return (
        frozenset(standing(municipality).filter(pk__in=asked).values_list("pk", flat=True))
        if asked
        else frozenset()
    )


def require(measure: Measure | None, owner: Tutor | None, animals: Iterable[Animal | None] = ()) -> None:
    """Raises `Refusal` where this measure no longer takes an animal, or where the animals are not those of who lost
    them. Without a measure there is nothing to check. Call it with the case of the auto locked.
    """
    if measure is None:
        return
    if not standing(measure.act.case.municipality).filter(pk=measure.pk).exists():
        raise Refusal("not_standing", f"A decisão não vale mais: {words(measure)}.")
    offender = measure.notice.offender
    heads = {offender.merged_into_id or offender.pk}
    if owner is None or (owner.merged_into_id or owner.pk) not in heads:
        raise Refusal(
            "another_owner",
            f"A perda da posse é de {offender.name}: os animais são apreendidos dessa pessoa.",
        )
    for animal in animals:
        tutor = animal.tutor if animal is not None else None
        if tutor is not None and (tutor.merged_into_id or tutor.pk) not in heads:
            raise Refusal(
                "another_owner",
                f"{animal} é de {tutor.name} no cadastro, e a perda da posse é de {offender.name}.",
            )


def ground_of(measure: Measure, lawbook) -> dict[str, str]:
    """The ground of a seizure by this measure: that of the law's list where it has one, and always the decision."""
    taking = lawbook.ruleset.custody.taking(measure.code)
    label = f"{measure.label}: {measure.act.document}, de {measure.act.on:%d/%m/%Y}, no {measure.notice}"
    return {
        "ground": taking.ground if taking else "",
        "ground_label": label[:250],
        "ground_article": measure.article,
    }


def words(measure: Measure) -> str:
    """`perda da posse do animal, de 02/04/2012 (Termo de sanção nº 0001/2012, no Auto de infração nº 0003/2012)`."""
    return f"{measure.label}, de {measure.act.on:%d/%m/%Y} ({measure.act.document}, no {measure.notice})"


def may_concern(lawbook) -> bool:
    """Whether the law of a seizure knows such a measure at all."""
    return bool(lawbook.ruleset.custody.takings)


def is_known(shelf, on: date) -> bool:
    """Whether the law in force on a day knows such a measure; False where no law is in force."""
    try:
        return may_concern(shelf.book(on))
    except LawError:
        return False


def owner_refusal(custody: SeizedAnimal, owner: Tutor | None, lawbook) -> Refusal | None:
    """As `refusal_for`, of the known owner; asks the database only where the law knows such a measure."""
    return refusal_for(custody, [owner]) if owner is not None and may_concern(lawbook) else None
