"""Who answers for the animals of a visit, where the law charges whoever the registry names on the day of the fact."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from inspections.models import Finding
from registry.models import Animal, Tutor
from registry.services import animals as registered
from zoonoses.law import LawError
from zoonoses.municipalities.lawbook import Lawbook


@dataclass(frozen=True)
class Holder:
    """Somebody whom the registry named on the day, with their animals there and what was recorded only later."""

    tutor: Tutor
    animals: tuple[Animal, ...]
    sentence: str


@dataclass(frozen=True)
class Answering:
    """Who answers by the registry of the day, with the law's words; the agent may still choose another."""

    holders: tuple[Holder, ...]
    others: tuple[Tutor, ...]
    article: str
    law_text: str

    @property
    def proposed(self) -> Tutor | None:
        """The one person to propose; None when the animals were of several."""
        return self.holders[0].tutor if len(self.holders) == 1 else None

    @property
    def people(self) -> list[Tutor]:
        """All who may answer: those of the day first, then those who have the animals now."""
        return list(dict.fromkeys([*(holder.tutor for holder in self.holders), *self.others]))


def of_visit(inspection, *, on: date | None = None) -> Answering | None:
    """Who answers for the animals of a filed visit on a day (that of the visit by default); see `of_animals`."""
    rows = Finding.objects.filter(inspection=inspection)
    town = inspection.act.case.municipality
    return of_animals(
        inspection.animals.select_related("tutor__merged_into").order_by("name_key", "pk"),
        infractions=rows.values_list("infraction", flat=True),
        lawbook=Lawbook(town, on or inspection.act.on),
        visited=inspection.tutor,
    )


def of_animals(animals, *, infractions: Iterable[str], lawbook, visited: Tutor | None) -> Answering | None:
    """Who answers for these animals on the lawbook's day, when it is not simply the person visited.

    None where the law has no such rule, where none of the conducts is charged to whoever owns the animal, and where
    the registry names nobody else than the person visited, then and now.
    """
    rule = _rule(lawbook, infractions)
    animals = list(animals) if rule is not None else []
    if rule is None or not animals:
        return None
    later = registered.transfers_after(animals, lawbook.on)
    held: dict[Tutor, list[Animal]] = {}
    for animal in animals:
        fact = later.get(animal.pk)
        tutor = _head(fact.from_tutor if fact else animal.tutor)
        if tutor is not None:
            held.setdefault(tutor, []).append(animal)
    others = [person for animal in animals if (person := _head(animal.tutor)) not in (None, *held)]
    if not held or (set(held) | set(others)) <= {_head(visited)}:
        return None
    holders = [
        Holder(tutor, tuple(rows), _sentence(tutor, rows, later, lawbook.on)) for tutor, rows in held.items()
    ]
    return Answering(tuple(holders), tuple(dict.fromkeys(others)), rule.article, rule.law_text)


def _rule(lawbook, infractions):
    """The law's rule on transfers, when it reaches one of these conducts."""
    try:
        ruleset = lawbook.ruleset
    except LawError:
        return None  # no law on that day: the acts themselves are refused, with the reason
    rule = ruleset.transfer
    known = [ruleset.infractions[code] for code in infractions if code in ruleset.infractions]
    return rule if rule is not None and any(row.liable in rule.liable for row in known) else None


def _head(tutor: Tutor | None) -> Tutor | None:
    """The person as they stand today."""
    return (tutor.merged_into or tutor) if tutor is not None else None


def _sentence(tutor, rows, later, on: date) -> str:
    names = ", ".join(str(animal) for animal in rows)
    verb = "estava" if len(rows) == 1 else "estavam"
    text = f"Em {on:%d/%m/%Y}, {names} {verb} no cadastro em nome de {tutor.name}."
    facts = [later[animal.pk] for animal in rows if animal.pk in later]
    for fact in {(fact.on, _head(fact.to_tutor)): fact for fact in facts}.values():
        new = f" para {_head(fact.to_tutor).name}" if fact.to_tutor else ""
        text += f" A mudança{new} só foi registrada em {fact.on:%d/%m/%Y}."
    return text
