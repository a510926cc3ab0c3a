"""Before a visit is filed: exactly what will be filed, and for each finding what the law will allow, and why."""

from dataclasses import dataclass, field

from inspections.services import facts, filing, lawform
from inspections.services.answering import Answering, of_animals
from inspections.services.visits import FindingInput, VisitInput
from registry.services import duplicates
from zoonoses.documents.refusals import Refusal
from zoonoses.municipalities.lawbook import Lawbook


@dataclass(frozen=True)
class FindingReview:
    """One finding as it will be filed; `steps` are the law's, `refusal` says why the law cannot answer."""

    finding: FindingInput
    conduct: lawform.Conduct
    gravity: str
    facts: list[str]
    verdicts: list[lawform.Verdict]
    steps: tuple
    refusal: Refusal | None


@dataclass(frozen=True)
class Review:
    """All that the page of review shows. `refusal` stops the filing; the rest informs."""

    findings: list[FindingReview] = field(default_factory=list)
    refusal: Refusal | None = None
    household: dict | None = None
    household_refusal: Refusal | None = None
    outside: list[str] = field(default_factory=list)
    scope_note: str = ""
    likely: list = field(default_factory=list)
    signs: list[str] = field(default_factory=list)
    unanswered: list[str] = field(default_factory=list)
    aggravating: list[str] = field(default_factory=list)
    mitigating: list[str] = field(default_factory=list)
    answering: Answering | None = None


def review(*, municipality, visit: VisitInput, has_photos: bool, on) -> Review:
    """What filing this visit on a day means. Nothing is written."""
    lawbook = Lawbook(municipality, on)
    try:
        filing.check(lawbook, visit)
        refusal = None
    except Refusal as found:
        refusal = found
    law = lawform.law_form(lawbook)
    household, household_refusal = _household(lawbook, visit)
    species = {
        label for code, label, _ in visit.species if law.scope_species and code not in law.scope_species
    }
    around = visit.findings[0] if visit.findings else FindingInput("")
    return Review(
        findings=[
            _finding(lawbook, law, visit, row, has_photos)
            for row in visit.findings
            if law.conduct(row.infraction)
        ],
        refusal=refusal,
        household=household,
        household_refusal=household_refusal,
        outside=sorted(species),
        scope_note=law.scope_note,
        likely=_likely(municipality, visit),
        signs=[row.label for row in law.signs if row.code in visit.signs],
        unanswered=_unanswered(law, visit),
        aggravating=[row.label for row in law.aggravating if row.code in around.aggravating],
        mitigating=[row.label for row in law.mitigating if row.code in around.mitigating],
        answering=of_animals(
            visit.animals,
            infractions=[row.infraction for row in visit.findings],
            lawbook=lawbook,
            visited=visit.tutor,
        ),
    )


def _finding(lawbook, law, visit, row, has_photos) -> FindingReview:
    conduct = law.conduct(row.infraction)
    measures = {measure.code: measure for measure in conduct.measures}
    try:
        steps, refusal = _steps(lawbook, visit, row, has_photos), None
    except Refusal as found:
        steps, refusal = (), found
    return FindingReview(
        finding=row,
        conduct=conduct,
        gravity=next((choice.label for choice in law.gravities if choice.code == row.gravity), ""),
        facts=[
            sentence
            for code, given in row.measured.items()
            if code in measures
            for sentence in lawform.fact_sentences(measures[code], given)
        ],
        verdicts=filing.verdicts(lawbook, row),
        steps=steps,
        refusal=refusal,
    )


def _steps(lawbook, visit, row, has_photos):
    practice = lawbook.ruleset.practice
    pieces = {"control_form"} if practice.control_form else set()
    return facts.draft_steps(
        lawbook=lawbook,
        infraction=row.infraction,
        on=lawbook.on,
        tutor=visit.tutor,
        offender=visit.new_tutor["kind"] if visit.new_tutor else None,
        animals=row.animals,
        gravity=row.gravity,
        aggravating=row.aggravating,
        mitigating=row.mitigating,
        pieces=pieces | ({"photographic_record"} if has_photos else set()),
    )


def _household(lawbook, visit):
    rows = [{"species": a.species, "count": 1, "born_on": a.born_on} for a in visit.animals]
    rows += [
        {"species": row["species"], "count": row["quantity"], "born_on": row.get("born_on")}
        for row in visit.new_animals
    ]
    try:
        return lawform.ask_household(lawbook, rows), None
    except Refusal as refusal:
        return None, refusal


def _likely(municipality, visit):
    if visit.new_tutor is None:
        return []
    return duplicates.likely_same(municipality=municipality, values=visit.new_tutor)


def _unanswered(law, visit) -> list[str]:
    """Ticked signs of which no suggested conduct was marked: perhaps forgotten, perhaps meant."""
    marked = {row.infraction for row in visit.findings}
    ticked = [row for row in law.signs if row.code in visit.signs and row.suggests]
    return [row.label for row in ticked if not marked & set(row.suggests)]
