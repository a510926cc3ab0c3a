"""What the notificação de apreensão says. Shape: `zoonoses.documents.contexts_impound_seizing`."""

from collections.abc import Sequence
from datetime import datetime

from impound.models import SeizedAnimal, Seizure
from inspections.document_acts import person_block, signature_of
from zoonoses.documents.contexts_impound_seizing import LawLine, SummonsBody

TITLE = "Notificação de apreensão"
ORDERED = "A lei manda convocar ou notificar o proprietário do animal identificado para retirá-lo."
ORDERED_IN_PART = (
    "A lei manda convocar ou notificar o proprietário do animal identificado para retirá-lo: {numbers}. "
    "Quanto aos demais, este aviso é de cortesia."
)
COURTESY = (
    "Esta lei não manda notificar o proprietário: este aviso é de cortesia e não abre nem altera prazo algum."
)
COURTESY_UNIDENTIFIED = (
    "A lei só manda notificar o proprietário de animal registrado e com plaqueta: este aviso é de cortesia e não "
    "abre nem altera prazo algum."
)
COST_NOTE = "O valor muda com os dias de custódia e com o que se comprovar até a entrega."


def animal_text(custody: SeizedAnimal) -> str:
    """`Nº 0001/2026: cão, fêmea, Rex – pelagem caramelo`."""
    words = [custody.animal.species_label, custody.get_sex_display()]
    if custody.size:
        words.append(f"porte {custody.get_size_display()}")
    if custody.animal.name:
        words.append(custody.animal.name)
    return f"Nº {custody.full_number}: {', '.join(words)} – {custody.description}"


def is_itemised(costs: Sequence[LawLine]) -> bool:
    """Whether the cost is told item by item, for want of a known total."""
    return any(line.get("article") for line in costs)


def summons_body(
    *, law: str, order: tuple[str, str], seizure: Seizure, animals: Sequence[SeizedAnimal], tutor,
    until: Sequence[LawLine], bring: Sequence[LawLine], costs: Sequence[LawLine], basis, author, at: datetime,
) -> SummonsBody:  # fmt: skip
    """The paper, ready to print. `order` is why it is sent, with the article where the law speaks of it."""
    document = seizure.act.document
    town = seizure.municipality
    return {
        "law": law,
        "order": order[0],
        "order_article": order[1],
        "date": f"{at:%d/%m/%Y}",
        "hour": f"{at:%H:%M}",
        "person": person_block(tutor),
        "seizure": f"{document or 'Apreensão'}, de {seizure.act.on:%d/%m/%Y}",
        "ground": f"{seizure.ground_label}{f' – {seizure.ground_article}' if seizure.ground_article else ''}",
        "place": seizure.address_line,
        "kept_at": " – ".join(part for part in (town.body_name, town.address) if part),
        "animals": [animal_text(custody) for custody in animals],
        "until": list(until),
        "bring": list(bring),
        "costs": list(costs),
        "cost_note": COST_NOTE
        if any(line.get("article") or "Total" in line["label"] for line in costs)
        else "",
        "basis": list(basis),
        "inspector": signature_of(author, "Assinatura de quem notifica"),
        "recipient": {"heading": "Ciência do notificado", "name": tutor.name},
    }
