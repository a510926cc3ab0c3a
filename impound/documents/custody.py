"""What the laudo and the term of the end of custody say. Shapes: `zoonoses.documents.contexts_impound_custody`."""

from datetime import datetime

from registry.documents.blocks import person_block, signature_of
from zoonoses.documents.contexts_impound_custody import CustodyEndBody, EvaluationBody
from zoonoses.municipalities import clock

SILENT_LIABILITY = "A lei deste caso não trata de quem responde."
UNKNOWN_OWNER = {"name": "proprietário não identificado"}


def animal_fields(custody) -> list[dict]:
    """The animal as its record at the entry describes it."""
    seized_at = clock.local(custody.municipality, custody.seized_at)
    fields = [
        ("Nº de entrada", custody.full_number),
        ("Apreendido em", f"{seized_at:%d/%m/%Y às %H:%M}"),
        ("Espécie", custody.animal.species_label),
        ("Porte", custody.get_size_display()),
        ("Sexo", custody.get_sex_display()),
        ("Idade presumida", custody.presumed_age),
        ("Nome no cadastro", custody.animal.name),
        ("Microchip", custody.chip_read or ", ".join(chip.number for chip in custody.animal.chips.all())),
        ("Plaqueta", custody.tag_read),
        ("Características", custody.description),
    ]
    return [{"label": label, "value": value} for label, value in fields if value]


def seizure_words(custody) -> str:
    """`Termo de apreensão nº 0001/2026, de 01/03/2026`."""
    act = custody.seizure.act
    return f"{act.document or 'Apreensão'}, de {act.on:%d/%m/%Y}"


def evaluation_body(*, rules, custody, stated, text, author, at: datetime) -> EvaluationBody:
    """The laudo as it will be printed; `stated` are the facts in words, with their articles."""
    return {
        "law": rules.header.short_title,
        "date": f"{at:%d/%m/%Y}",
        "hour": f"{at:%H:%M}",
        "animal": animal_fields(custody),
        "seizure": seizure_words(custody),
        "stated": list(stated),
        "text": text,
        "vet": signature_of(author, "Médico veterinário" if author.crmv else "Assinatura do agente"),
    }


def end_body(*, rules, custody, what, fields, owner, receiver, note, by, at: datetime) -> CustodyEndBody:
    """The term of the end of custody, with the law's own words on who answers."""
    custody_rule = rules.custody
    body: CustodyEndBody = {
        "law": rules.header.short_title,
        "what": what,
        "date": f"{at:%d/%m/%Y}",
        "hour": f"{at:%H:%M}",
        "animal": animal_fields(custody),
        "seizure": seizure_words(custody),
        "person": person_block(owner) if owner else UNKNOWN_OWNER,
        "fields": [{"label": label, "value": value, "long": True} for label, value in fields if value],
        "liability": custody_rule.liability or SILENT_LIABILITY,
        "liability_article": custody_rule.liability_article,
        "note": note,
        "official": signature_of(by, "Assinatura do servidor"),
    }
    if receiver is not None:
        body["receiver"] = person_block(receiver)
    return body


def parts(body) -> list[dict]:
    """What the confirmation page shows of a paper, in the order in which it is printed."""
    stated = [f"{row['label']}: {row['value']}" for row in body.get("stated", ())]
    lines = [f"{row['label']}: {row['value']}" for row in body.get("animal", ())]
    liability = " ".join(part for part in (body.get("liability"), body.get("liability_article")) if part)
    signer = body.get("vet") or body.get("official")
    found = [
        {"label": "Lei", "text": body["law"]},
        {"label": "O que ocorreu", "text": body.get("what", "")},
        {"label": "Data e hora", "text": f"{body['date']} {body['hour']}"},
        {"label": "Animal", "lines": lines},
        {"label": "Apreensão", "text": body["seizure"]},
        {"label": "Proprietário", "text": body.get("person", {}).get("name", "")},
        *({"label": row["label"], "text": row["value"]} for row in body.get("fields", ())),
        {"label": "O que se constata", "lines": stated},
        {"label": "Exame e conclusão", "text": body.get("text", "")},
        {"label": "Quem responde", "text": liability},
        {"label": "Entregue a", "text": body.get("receiver", {}).get("name", "")},
        {"label": "Observação", "text": body.get("note", "")},
        {
            "label": signer["heading"],
            "lines": [signer["name"], signer["position"], f"{signer['badge_label']} {signer['badge']}"],
        },
    ]
    return [part for part in found if part.get("text") or part.get("lines")]
