"""What the papers of a licence say: the request, the licence or laudo, and the refusal."""

from registry.documents.blocks import animal_line, first_upper, person_block, signature_of
from zoonoses.documents.contexts_licences import LicenceBody
from zoonoses.municipalities.templatetags import br

HOLDERS = {"home": "Requerente", "establishment": "Estabelecimento"}


def request_body(*, rule, law, request, animals, pieces, notes, by, at) -> LicenceBody:
    """The request as it is received. `animals` and `pieces` are those of `services.licences`."""
    fields = [{"label": piece.label, "value": piece.words, "long": True} for piece in pieces if piece.words]
    if request.vet_name:
        vet = f"{request.vet_name}, {br.crmv(request.vet_crmv)}"
        fields.append({"label": "médico veterinário responsável", "value": vet})
    if request.housing and not any(piece.code == "housing_description" for piece in pieces):
        fields.append({"label": "alojamento e manutenção", "value": request.housing, "long": True})
    return {
        **_head(rule, law, request, at),
        "fields": fields,
        "animals_title": "Animais relacionados",
        "animals": [_animal(row) for row in animals],
        "notes": list(notes),
        "holder": {"heading": f"Assinatura do {HOLDERS[rule.holder].lower()}", "name": request.holder.name},
        "official": signature_of(by, "Recebido por"),
    }


def decision_body(*, rule, law, request, animals, granted, reason, validity, basis, by, at) -> LicenceBody:
    """The licence, or its refusal, with reasons, validity and the memória."""
    notes = []
    if granted and rule.no_replacement and animals:
        notes.append(
            "Os animais relacionados que ultrapassem o limite da lei nunca poderão ser substituídos em caso de "
            f"óbito, perda, doação ou qualquer outro evento ({rule.no_replacement})."
        )
    return {
        **_head(rule, law, request, at),
        "request": str(request.document),
        "statement": f"{rule.paper}: {'CONCEDIDA' if _feminine(rule.paper) else 'CONCEDIDO'}."
        if granted
        else "Pedido INDEFERIDO.",
        "validity": validity if granted else "",
        "reason": reason,
        "animals_title": "Animais relacionados",
        "animals": [_animal(row) for row in animals] if granted else [],
        "notes": notes,
        "basis": list(basis),
        "official": signature_of(by, first_upper(rule.decided_label)),
    }


def _feminine(paper: str) -> bool:
    """A licença, but o laudo."""
    return paper.lower().startswith("licença")


def _head(rule, law, request, at) -> LicenceBody:
    return {
        "law": law,
        "article": rule.article,
        "what": rule.label,
        "date": f"{at:%d/%m/%Y}",
        "holder_label": HOLDERS[rule.holder],
        "person": person_block(request.holder),
        "place": request.address_line,
    }


def _animal(row) -> dict:
    return {"label": f"RGA {row.number}" if row.number else "sem RGA", "value": _looks(row)}


def _looks(row) -> str:
    proof = f"vacina contra a raiva em {row.vaccinated_on:%d/%m/%Y}" if row.vaccinated_on else ""
    return "; ".join(part for part in (animal_line(row.animal), proof) if part)


def parts(body: LicenceBody) -> list[dict]:
    """The same paper, part by part, for the page that shows it before it is issued."""
    person = body["person"]
    document = f"{person['document_label']} {person['document']}" if person["document"] else ""
    found = [
        {"label": "Lei", "text": f"{body['law']}, {body['article']}"},
        {"label": body["holder_label"], "lines": [t for t in (person["name"], document) if t]},
        {"label": "Local", "text": body["place"]},
        {"label": "O que se pede", "text": body["what"]},
        {"label": "Decisão", "text": body.get("statement", "")},
        {"label": "Validade", "text": body.get("validity", "")},
        {"label": "Fundamentos", "text": body.get("reason", "")},
        *({"label": first_upper(row["label"]), "text": row["value"]} for row in body.get("fields", ())),
    ]
    if body.get("animals"):
        lines = [f"{row['label']}: {row['value']}" for row in body["animals"]]
        found.append({"label": body["animals_title"], "lines": lines})
    found.append({"label": "Observações", "lines": body.get("notes", [])})
    signer = body["official"]
    found.append({"label": signer["heading"], "lines": [signer["name"], signer["position"]]})
    return [part for part in found if part.get("text") or part.get("lines")]
