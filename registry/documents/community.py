"""The termo de compromisso of a community animal."""

from registry.documents.blocks import first_upper, person_block, signature_of
from zoonoses.documents.contexts_licences import CommitmentBody

# The law asks for the term and does not fix its words: these are those of responsible keeping.
DUTIES = (
    "dar água limpa, alimento e abrigo ao animal no lugar onde ele vive;",
    "observar sua saúde e levá-lo ao médico veterinário ou avisar o órgão quando for preciso;",
    "mantê-lo vacinado contra a raiva e apresentá-lo à vacinação quando chamado;",
    "mantê-lo com a identificação e o registro recebidos;",
    "comunicar ao órgão municipal a morte, o desaparecimento, a adoção do animal ou a própria mudança de endereço.",
)
UNFIXED = "A lei pede este termo e não fixa o seu texto."


def commitment_body(*, law, article, law_note, animal, caretaker, place, steps, by, at) -> CommitmentBody:
    """The term as it is printed; `steps` are those of `services.community`."""
    chips = " / ".join(chip.number for chip in animal.chips.order_by("pk"))
    rga = getattr(animal, "rga", None)
    rows = (
        ("Nome", animal.name or "sem nome"),
        ("Espécie, raça, cor e sexo", _looks(animal)),
        ("RGA", str(rga.number) if rga else "ainda sem registro"),
        ("Microchip", chips or "sem microchip"),
    )
    return {
        "law": law,
        "article": article,
        "law_note": law_note or UNFIXED,
        "date": f"{at:%d/%m/%Y}",
        "person": person_block(caretaker),
        "animal": [{"label": label, "value": value} for label, value in rows],
        "place": place,
        "duties": list(DUTIES),
        "steps": [
            {"text": first_upper(step.label), "article": article, "arithmetic": _state(step)}
            for step in steps
            if step.code != "commitment_statement"
        ],
        "caretaker": {"heading": "Tutor principal", "name": caretaker.name},
        "official": signature_of(by, "Pelo órgão municipal"),
    }


def _looks(animal) -> str:
    looks = (animal.species_label, animal.breed, animal.colour, animal.get_sex_display())
    return ", ".join(part for part in looks if part)


def _state(step) -> str:
    if not step.done:
        return "a fazer"
    return f"feito em {step.on:%d/%m/%Y}" if step.on else "feito"


def parts(body: CommitmentBody) -> list[dict]:
    """The same paper, part by part, for the page that shows it before it is issued."""
    person = body["person"]
    document = f"{person['document_label']} {person['document']}" if person["document"] else ""
    found = [
        {"label": "Lei", "text": ", ".join(part for part in (body["law"], body["article"]) if part)},
        {
            "label": "Tutor principal",
            "lines": [line for line in (person["name"], document, person["address"]) if line],
        },
        {"label": "Animal", "lines": [f"{row['label']}: {row['value']}" for row in body["animal"]]},
        {"label": "Onde o animal vive", "text": body["place"]},
        {"label": "Compromissos", "lines": body["duties"]},
        {
            "label": "Situação nesta data",
            "lines": [f"{row['text']}: {row['arithmetic']}" for row in body["steps"]],
        },
        {"label": "Observação", "text": body["law_note"]},
    ]
    return [part for part in found if part.get("text") or part.get("lines")]
