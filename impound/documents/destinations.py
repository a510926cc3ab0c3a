"""What the contract of adoption and the termo de destinação say, on paper and on the page that shows them before."""

from impound.documents.adoption_texts import ANIMAL, DONOR, RECEIVER
from impound.documents.custody import animal_fields, seizure_words
from impound.documents.redemption import seized_line
from impound.models import Exit
from registry.documents.blocks import first_upper, person_block, signature_of
from zoonoses.documents.contexts_impound_destinations import ContractBody, TermBody
from zoonoses.municipalities import clock
from zoonoses.municipalities.templatetags import br

OWN_CLAUSES = "A lei deste caso não fixa as cláusulas deste contrato: são do Município."
LAW_CLAUSES = "As cláusulas são as que a lei manda; a redação delas é do Município."
LABELS = {ANIMAL: "Animal", RECEIVER: "Adotante", DONOR: "Doador"}
ENTITY = "Entidade que recebe o animal"
SIGNS, ENTITY_SIGNS = "Assinatura de quem recebe o animal", "Assinatura pela entidade que recebe o animal"


def conditions_of(offer, done: dict) -> list[dict]:
    """Each condition of the law with its article and how it was met; `done` says it for those met in the act."""
    return [
        {
            "text": first_upper(row.label),
            "article": row.article,
            "how": done.get(row.code) or row.how or "consta do registro",
        }
        for row in offer.conditions
    ]


def _head(custody, offer, rules, at) -> dict:
    local = clock.local(custody.municipality, at)
    return {
        "law": rules.header.short_title,
        "article": offer.state.article,
        "date": f"{local:%d/%m/%Y}",
        "hour": f"{local:%H:%M}",
        "seizure": seizure_words(custody),
        "animal": animal_fields(custody),
    }


def donor_fields(municipality) -> list[dict]:
    """The municipality as the one who gives the animal."""
    rows = (
        ("Município", str(municipality)),
        ("Órgão", municipality.body_name),
        ("CNPJ", br.cnpj(municipality.cnpj)),
        ("Endereço", municipality.address),
        ("Telefone", br.phone(municipality.phone)),
    )
    return [{"label": label, "value": value} for label, value in rows if value]


def contract_body(
    custody, offer, rules, *, form, receiver, signer, labels, parts, done, at, by
) -> ContractBody:
    """The contract. `labels` are the law's words for animal, receiver and giver; `parts` what `adoption` composes:
    clauses, told, told_article, fees, visits, chip."""
    body = _head(custody, offer, rules, at)
    if parts["chip"]:
        body["animal"] = [row for row in body["animal"] if row["label"] != "Microchip"]
        body["animal"].append({"label": "Microchip", "value": f"{parts['chip']}, em nome de {receiver.name}"})
    return body | {
        "note": LAW_CLAUSES if labels else OWN_CLAUSES,
        "animal_label": labels.get(ANIMAL) or LABELS[ANIMAL],
        "receiver": person_block(receiver),
        "receiver_label": labels.get(RECEIVER)
        or (ENTITY if form == Exit.Kind.DONATION else LABELS[RECEIVER]),
        "donor": donor_fields(custody.municipality),
        "donor_label": labels.get(DONOR) or LABELS[DONOR],
        "clauses": parts["clauses"],
        "told": parts["told"],
        "told_article": parts["told_article"],
        "conditions": conditions_of(offer, done),
        "fees": parts["fees"],
        "visits": parts["visits"],
        "official": signature_of(by, "Pelo Município"),
        "receiver_signature": {
            "heading": ENTITY_SIGNS if signer else SIGNS,
            "name": signer or receiver.name,
            "document": br.document(receiver.document),
        },
    }


def term_body(custody, offer, rules, *, what, fields, receiver, signer, notes, at, by) -> TermBody:
    """The termo de destinação of one animal; `fields` are pairs of label and text, empty ones left out.

    `signer` signs for an entity.
    """
    body = _head(custody, offer, rules, at) | {
        "what": first_upper(what),
        "fields": [{"label": label, "value": value} for label, value in fields if value],
        "conditions": conditions_of(offer, {}),
        "notes": [note for note in notes if note],
        "official": signature_of(by, "Médico veterinário" if by.crmv else "Pelo Município"),
    }
    if receiver is not None:
        body["receiver"] = person_block(receiver)
        body["other_signature"] = {
            "heading": ENTITY_SIGNS if signer else SIGNS,
            "name": signer or receiver.name,
            "document": br.document(receiver.document),
        }
    return body


def lot_term_body(lot, animals, offer, result, *, rules, at, by) -> TermBody:
    """The termo by which the animals of a lot are handed to who won it and paid."""
    local, held = clock.local(lot.municipality, at), clock.local(lot.municipality, lot.held_at)
    winner = result.winner
    rows = (
        ("Edital e sessão", f"{lot.act.document}; sessão de {held:%d/%m/%Y}"),
        ("Resultado", f"{result.act.document}; {lot.words.sold} por {br.money(winner.amount)}, pagos"),
    )
    return {
        "law": rules.header.short_title,
        "what": first_upper(offer.state.label),
        "article": offer.state.article,
        "date": f"{local:%d/%m/%Y}",
        "hour": f"{local:%H:%M}",
        "seizure": "; ".join(dict.fromkeys(seizure_words(row) for row in animals)),
        "animals": [seized_line(row) for row in animals],
        "fields": [{"label": label, "value": value} for label, value in rows],
        "conditions": conditions_of(offer, {}),
        "notes": [],
        "receiver": person_block(winner.bidder),
        "official": signature_of(by, "Pelo Município"),
        "other_signature": {
            "heading": SIGNS if len(animals) == 1 else "Assinatura de quem recebe os animais",
            "name": winner.bidder.name,
            "document": br.document(winner.bidder.document),
        },
    }


def _words(row) -> str:
    article = f" ({row['article']})" if row.get("article") else ""
    return f"{first_upper(row['label'])}{article}: {row['text']}"


def sheet(body) -> list[dict]:
    """The same paper, part by part, for the page that shows it before it is issued."""
    person = body.get("receiver") or {}
    signer = body.get("receiver_signature") or body.get("other_signature") or {}
    document = f"{person.get('document_label')} {person['document']}" if person.get("document") else ""
    found = [
        {"label": "Lei", "text": f"{body['law']}, {body['article']}"},
        {"label": "Destinação", "text": body.get("what", "")},
        {"label": "Apreensão", "text": body["seizure"]},
        {"label": body.get("animal_label") or "Animal", "lines": _lines(body["animal"])},
        {
            "label": body.get("receiver_label") or "Entregue a",
            "lines": [text for text in (person.get("name"), document, person.get("address")) if text],
        },
        {"label": body.get("donor_label", ""), "lines": _lines(body.get("donor", ()))},
        *({"label": row["label"], "text": row["value"]} for row in body.get("fields", ())),
        {"label": "Cláusulas", "lines": [_words(row) for row in body.get("clauses", ())]},
        {"label": "Informação prévia", "lines": [_words(row) for row in body.get("told", ())]},
        {
            "label": "Condições da lei",
            "lines": [f"{row['text']} ({row['article']}): {row['how']}" for row in body["conditions"]],
        },
        {"label": "Taxas", "lines": body.get("fees", [])},
        {"label": "Visitas de acompanhamento", "lines": body.get("visits", [])},
        {"label": "Observação", "lines": [body["note"]] if body.get("note") else body.get("notes", [])},
        {
            "label": "Assinaturas",
            "lines": [
                text for text in (body["official"]["name"], signer.get("name") or person.get("name")) if text
            ],
        },
    ]
    return [
        part | {"label": first_upper(part["label"])}
        for part in found
        if part.get("text") or part.get("lines")
    ]


def _lines(fields) -> list[str]:
    return [f"{row['label']}: {row['value']}" for row in fields]
