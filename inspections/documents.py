"""What the papers of complaint, visit and return say. Everything is ready to print; templates compute
nothing.

Shapes: `zoonoses.documents.contexts`. The complainant appears in none of them.
"""

from datetime import date, datetime

from dateutil.relativedelta import relativedelta

from inspections.document_acts import person_block, signature_blocks, signature_of
from zoonoses.documents.contexts import (
    AnimalLine,
    ComplaintBody,
    ControlFormBody,
    FindingLine,
    InspectionRecordBody,
    Mark,
    OutcomeLine,
)

COMMON_TYPES = ("dog", "cat")
UNKNOWN_TUTOR = "responsável não identificado no momento da vistoria"
ABSENT = "ausente no momento da vistoria"


def complaint_body(*, values, received_by, at: datetime) -> ComplaintBody:
    """Protocolo de denúncia, from the cleaned fields of the complaint."""
    return {
        "channel": values["channel_label"],
        "date": f"{at:%d/%m/%Y}",
        "hour": f"{at:%H:%M}",
        "what": values["what"],
        "accused": values["accused_name"],
        "place": values["place"],
        "reference": values["reference"],
        "received_by": signature_of(received_by, "Recebida por"),
    }


def age_text(born_on: date | None, on: date, presumed: bool) -> str:
    """`3 anos (presumida)`, `5 meses`, from the birth day on a day; empty when unknown."""
    if born_on is None:
        return ""
    age = relativedelta(on, born_on)
    if age.years:
        text = f"{age.years} {'ano' if age.years == 1 else 'anos'}"
    else:
        text = f"{age.months} {'mês' if age.months == 1 else 'meses'}"
    return f"{text} (presumida)" if presumed else text


def animal_line(animal, on: date) -> AnimalLine:
    """One animal as papers list it."""
    return {
        "name": animal.name,
        "species": animal.species_label,
        "breed": animal.breed,
        "colour": animal.colour,
        "sex": animal.get_sex_display(),
        "size": animal.get_size_display(),
        "age": age_text(animal.born_on, on, animal.age_is_presumed),
    }


def group_lines(groups) -> list[AnimalLine]:
    """Animals that were counted and not told apart: `gato × 6`."""
    return [{"species": f"{group['label']} × {group['count']}"} for group in groups]


def position_text(latitude, longitude, accuracy_m) -> str:
    """`-19.757000, -40.385000 (± 12 m)`; empty without a position."""
    if latitude is None or longitude is None:
        return ""
    accuracy = f" (± {accuracy_m} m)" if accuracy_m else ""
    return f"{latitude}, {longitude}{accuracy}"


def finding_line(finding, *, ruleset, facts) -> FindingLine:
    """One conduct found, in the law's words; `facts` are the measured facts as sentences."""
    infraction = ruleset.infractions[finding.infraction]
    return {
        "conduct": infraction.label,
        "article": infraction.article,
        "law_text": infraction.law_text,
        "animals": f"{finding.animals} {'animal' if finding.animals == 1 else 'animais'}",
        "description": finding.description,
        "handler": finding.handler,
        "note": infraction.note,
        "facts": facts,
        "gravity": ruleset.label(finding.gravity) if finding.gravity else "",
    }


def outcome_line(outcome) -> OutcomeLine:
    """What the return saw of one finding."""
    detail = ""
    if outcome.remaining:
        words = "animal ainda irregular" if outcome.remaining == 1 else "animais ainda irregulares"
        detail = f"{outcome.remaining} {words}"
    return {
        "conduct": outcome.finding.label,
        "article": outcome.finding.article,
        "result": outcome.get_result_display(),
        "detail": "; ".join(part for part in (detail, outcome.notes) if part),
    }


def signatures(inspection, *, author) -> dict:
    """Who signs: the inspector, and the person present, who refused, or who was absent."""
    reported = {
        "heading": "Assinatura do denunciado",
        "name": inspection.tutor.name if inspection.tutor else "",
    }
    if inspection.presence == "absent":
        reported["note"] = ABSENT
    return {
        "inspector": signature_of(author, "Assinatura do fiscal"),
        **signature_blocks(inspection, "reported", reported),
    }


def _common(visit) -> dict:
    """What both papers of a visit say."""
    row, at = visit.inspection, visit.at
    return {
        "person": person_block(row.tutor) or {"name": UNKNOWN_TUTOR},
        "animal_count": str(row.animal_count),
        "date": f"{at:%d/%m/%Y}",
        "hour": f"{at:%H:%M}",
        "place": row.address_line,
        "position": position_text(row.latitude, row.longitude, row.accuracy_m),
        "findings": [
            finding_line(finding, ruleset=visit.ruleset, facts=visit.facts.get(finding.infraction, []))
            for finding in visit.findings
        ],
        "outcomes": [outcome_line(outcome) for outcome in visit.outcomes],
        "notes": row.notes,
        "photos": [
            {"image": photo.pk, "caption": f"Fotografia {n}"} for n, photo in enumerate(visit.photos, 1)
        ],
        **signatures(row, author=visit.author),
    }


def record_body(visit) -> InspectionRecordBody:
    """Termo de vistoria, for the laws that fix no form; `visit` is `services.filing.Visit`."""
    animals = [animal_line(animal, visit.at.date()) for animal in visit.animals]
    return {
        **_common(visit),
        "law": visit.ruleset.header.short_title,
        "origin": visit.origin,
        "animals": animals + group_lines(visit.inspection.animal_groups),
    }


def control_form_body(visit) -> ControlFormBody:
    """The form that the law fixes, box by box; what else the visit recorded follows on a continuation."""
    row, animals = visit.inspection, visit.animals
    species = [(animal.species, animal.species_label) for animal in animals]
    species += [(group["species"], group["label"]) for group in row.animal_groups]
    others = sorted({label for code, label in species if code not in COMMON_TYPES})
    codes = {code for code, _ in species}
    types: list[Mark] = [
        {"text": "cão", "checked": "dog" in codes},
        {"text": "gato", "checked": "cat" in codes},
        {"text": "Outro", "checked": bool(others), "detail": ", ".join(others), "line": True},
    ]
    sizes = {animal.size for animal in animals}
    return {
        **_common(visit),
        "return_of": visit.origin if row.return_of_id else "",
        "animal_names": _listed(animal.name for animal in animals),
        "animal_types": types,
        "breed": _listed(animal.breed for animal in animals),
        "colour": _listed(animal.colour for animal in animals),
        "sizes": [{"text": size, "checked": size in sizes} for size in ("P", "M", "G", "EG")],
        "signs": sign_marks(visit.ruleset, row),
    }


def sign_marks(ruleset, inspection) -> list[Mark]:
    """The law's own list of signs in its exact words; the last one takes what the agent wrote."""
    marks: list[Mark] = [
        {"text": sign.text, "checked": sign.code in inspection.signs} for sign in ruleset.signs
    ]
    if marks:
        marks[-1]["line"] = True
        marks[-1]["detail"] = inspection.signs_other
        marks[-1]["checked"] = marks[-1]["checked"] or bool(inspection.signs_other)
    return marks


def _listed(values) -> str:
    return ", ".join(dict.fromkeys(value for value in values if value))
