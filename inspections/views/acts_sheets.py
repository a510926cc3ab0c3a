"""What the confirmation page shows of a paper before it is issued: its body, part by part."""


def sheet(body) -> list[dict]:
    """The parts of a paper for `partials/_confirm.html`."""
    return [
        part for part in (*_head(body), *_items(body), *_foot(body)) if part.get("text") or part.get("lines")
    ]


def _head(body):
    person = body.get("person", {})
    document = person.get("document") and f"{person['document_label']} {person['document']}"
    yield {"label": "Encaminhado a", "text": body.get("to", "")}
    order = f"{body['article']}: “{body['law_text']}”" if body.get("law_text") else ""
    yield {"label": "Lei", "lines": [line for line in (body.get("law"), order) if line]}
    yield {
        "label": "Responsável",
        "lines": [line for line in (person.get("name"), document, person.get("address")) if line],
    }
    yield {"label": "Local", "text": body.get("place", "")}
    yield {"label": "Origem", "text": body.get("inspection") or body.get("of", "")}
    yield {"label": "Data e hora", "text": " ".join(filter(None, (body.get("date"), body.get("hour"))))}


def _items(body):
    for item in body.get("items", ()):
        lines = [
            item["law_text"],
            item["animals"],
            item["description"],
        ]
        if item.get("term"):
            lines.append(f"Prazo: {item['term']} ({item['term_article']})")
        if item.get("last_day"):
            lines.append(f"Último dia: {item['last_day']}")
        yield {"label": f"{item['conduct']} – {item['article']}", "lines": [line for line in lines if line]}


def _foot(body):
    yield {"label": "O que deve ser feito", "text": body.get("orders", "")}
    yield {"label": "Prazo", "lines": [line for line in (body.get("term_note"), body.get("after")) if line]}
    refusal = body.get("refusal")
    if refusal:
        names = [witness["name"] for witness in refusal["witnesses"]]
        yield {"label": "Recusa", "lines": [refusal["statement"], *names]}
    for field in body.get("fields", ()):
        yield {"label": field["label"], "text": field["value"] or "não informado"}
    yield {"label": "Conclusão", "text": body.get("conclusion", "")}
    yield {"label": "Documentos do caso", "lines": body.get("pieces", ())}
    yield {"label": "Outras informações", "text": body.get("text", "")}
    if "new_last_day" in body:
        yield {"label": "Conduta", "text": body["conduct"]}
        yield {"label": "Último dia atual", "text": body["previous_last_day"]}
        yield {"label": "Novo último dia", "text": body["new_last_day"]}
        yield {"label": "Motivo", "text": body["reason"]}
    recipient = body.get("recipient")
    if recipient:
        lines = [recipient["name"], recipient.get("note", "")]
        yield {"label": recipient["heading"], "lines": [line for line in lines if line]}
    signer = body.get("inspector") or body.get("vet") or body.get("authority")
    if signer:
        yield {
            "label": signer["heading"],
            "lines": [signer["name"], signer["position"], f"{signer['badge_label']} {signer['badge']}"],
        }
