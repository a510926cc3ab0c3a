"""What the termo de apreensão says. Everything is ready to print; templates compute nothing.

Shape: `zoonoses.documents.contexts_impound_seizing`.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime

from impound.models import SeizedAnimal, Seizure
from inspections.document_acts import person_block, signature_blocks, signature_of
from inspections.documents import position_text
from zoonoses.documents.contexts import PersonBlock
from zoonoses.documents.contexts_impound_seizing import LawLine, SeizedLine, SeizureBody
from zoonoses.municipalities.templatetags import br

UNKNOWN_OWNER = "proprietário não identificado no ato"
# The columns of the record that a law's own list of fields may name.
RECORD_COLUMNS = {"animal_characteristics": "description", "apparent_health": "apparent_health"}
COLUMN_LABELS = {"description": "Características", "apparent_health": "Aparente estado de saúde"}


def seizure_body(
    *, lawbook, seizure: Seizure, animals: Sequence[SeizedAnimal], photos, ahead: Sequence[LawLine], author,
    at: datetime,
) -> SeizureBody:  # fmt: skip
    """The paper of a lot; `animals` are not yet saved, and `photos` are the pictures of each, in the same order."""
    rules = lawbook.ruleset
    record = rules.documents.get(rules.custody.record_document)
    return {
        "law": rules.header.short_title,
        "article": rules.custody.article,
        "record_article": record.article if record else "",
        "origin": origin_text(seizure),
        "date": f"{at:%d/%m/%Y}",
        "hour": f"{at:%H:%M}",
        "place": seizure.address_line,
        "reference": seizure.reference,
        "position": position_text(seizure.latitude, seizure.longitude, seizure.accuracy_m),
        "vehicle": seizure.vehicle,
        "ground": seizure.ground_label,
        "ground_article": seizure.ground_article,
        "ground_note": free_ground_note(rules) if not (seizure.ground or seizure.measure) else "",
        "person": person_block(seizure.owner) or {"name": UNKNOWN_OWNER},
        "holder": seizure.holder,
        "animals": [animal_line(row, record) for row in animals],
        "ahead": list(ahead),
        "notes": seizure.notes,
        "photos": _photos(animals, photos),
        **_signatures(seizure, author),
    }


def new_person_block(values: Mapping) -> PersonBlock:
    """A person entered in the same form, as the paper will name them."""
    document = values.get("document", "")
    return {
        "name": values["name"],
        "document_label": "CNPJ" if len(document) == 14 else "CPF",
        "document": br.document(document),
        "no_document_reason": values.get("no_document_reason", ""),
    }


def free_ground_note(rules) -> str:
    """What the paper says where the law lists no grounds of seizure."""
    article = rules.custody.free_ground_article
    note = "A lei não enumera os casos de apreensão"
    return f"{note} ({article[:1].lower()}{article[1:]})." if article else f"{note}."


def origin_text(seizure: Seizure) -> str:
    """`Ronda`, `Denúncia nº 0001/2026`, `Vistoria: Termo de vistoria nº 0002/2026`."""
    if seizure.measure is not None:
        return f"Processo do {seizure.measure.notice}"
    if seizure.inspection is not None and seizure.inspection.act.document is not None:
        return f"Vistoria: {seizure.inspection.act.document}"
    if seizure.complaint is not None:
        return str(seizure.complaint.act.document)
    return Seizure.Origin(seizure.origin).label.capitalize()


def animal_line(row: SeizedAnimal, record) -> SeizedLine:
    """One animal as the paper lists it, the law's own fields in the law's words."""
    size = row.get_size_display()
    reason = f" ({row.size_reason})" if row.size_reason else ""
    fields = [
        ("Espécie", row.animal.species_label),
        ("Porte", f"{size}{reason}" if size else ""),
        ("Sexo", row.get_sex_display()),
        ("Idade presumida", row.presumed_age),
        ("Plaqueta lida", row.tag_read),
        ("Microchip lido", row.chip_read),
        ("Nome no cadastro", row.animal.name),
        ("Situação", _standing(row)),
    ]
    named = {RECORD_COLUMNS[field.code]: field.label for field in record.fields} if record else {}
    labels = COLUMN_LABELS | named
    return {
        "entry": row.full_number,
        "fields": [{"label": label, "value": value} for label, value in fields if value],
        "record": [
            {"label": f"{label[:1].upper()}{label[1:]}", "value": getattr(row, column), "long": True}
            for column, label in labels.items()
        ],
    }


def _standing(row: SeizedAnimal) -> str:
    if row.identified:
        return "registrado e com plaqueta"
    return "registrado, sem a plaqueta lida" if row.registered else "sem registro conhecido"


def _photos(animals, photos):
    return [
        {"image": photo.pk, "caption": f"Animal nº {row.full_number}, fotografia {place}"}
        for row, pictures in zip(animals, photos, strict=True)
        for place, photo in enumerate(pictures, 1)
    ]


def _signatures(seizure: Seizure, author) -> dict:
    """The agent, and whoever was with the animals: who signs, who refused before witnesses, or nobody."""
    blocks = {"inspector": signature_of(author, "Assinatura do agente")}
    if seizure.presence == Seizure.Presence.ABSENT:
        return blocks
    name = seizure.holder or (seizure.owner.name if seizure.owner else "")
    recipient = {"heading": "Assinatura de quem estava com os animais", "name": name}
    return {**blocks, **signature_blocks(seizure, "recipient", recipient)}
