"""What the auto de infração says, ready to print: the same body is shown for confirmation and frozen in the PDF."""

from datetime import datetime

from inspections.document_acts import animals_text, person_block, signature_of
from zoonoses.documents.contexts import NoticeBody, NoticeItemLine, notice_template
from zoonoses.municipalities.templatetags import br

TYPED_NOTE = "valor informado por pessoa; a fonte está na memória de cálculo"
PROPOSED_NOTE = "Penalidade proposta: é aplicada por quem julga o processo, depois da defesa."


def template_of(practice) -> str:
    """Template of the auto under this law: its own form, or the common layout."""
    return notice_template(practice.notice_form)


def written(amount, unit: str) -> str:
    """`60,00 UFM` or `R$ 60,00`; empty where there is no money."""
    return "" if amount is None else br.quantity({"amount": amount, "unit": unit})


def prior_line(penalty) -> dict:
    """An earlier penalty as kept with the auto that counted it: which, of which day, under which article."""
    document = penalty.act.document
    return {
        "act": penalty.act_id,
        "document": str(document) if document else "Auto de infração",
        "on": penalty.on.isoformat(),
        "final_on": penalty.final_on.isoformat() if penalty.final_on else "",
        "article": penalty.article,
        "provision": penalty.provision,
    }


def notice_body(
    *, proposal, equivalent, defence_line, fact_at, address, description, author, at: datetime
) -> NoticeBody:
    """The auto as it will be printed. `fact_at` and `at` are local; `equivalent` as `equivalent_of` gives it."""
    ruleset = proposal.lawbook.ruleset
    practice = ruleset.practice
    form_words = practice.notice_form is not None
    body: NoticeBody = {
        "law": ruleset.header.short_title,
        "date": f"{at:%d/%m/%Y}",
        "hour": f"{at:%H:%M}",
        "address": address.strip(),
        "person": person_block(proposal.offender),
        "offender_document": offender_document(proposal.offender),
        "description": _description(proposal, fact_at, description),
        "penalty": "\n".join(penalty_lines(proposal)),
        "penalty_stage": "proposed" if proposal.is_proposed else "imposed",
        "penalty_note": _penalty_note(practice) if proposal.is_proposed else "",
        "fixed_text": practice.notice_fixed_text,
        "defence_line": defence_line,
        "items": [_item_line(proposal, item) for item in proposal.items],
        "total": written(proposal.total, proposal.unit),
        "equivalent": equivalent_text(equivalent),
        "consequences": _consequences(proposal),
        "origin": _origin(proposal),
        "notes": _notes(proposal),
        "signature_date": f"{at:%d/%m/%Y}",
        "inspector": signature_of(author, "Assinatura do fiscal" if form_words else "Assinatura do agente"),
        "offender": {"heading": "Assinatura do autuado", "name": proposal.offender.name},
    }
    return body


def offender_document(tutor) -> str:
    """`CPF 123.456.789-09 · RG 1.234.567`, or the CNPJ, or why there is none."""
    parts = []
    if tutor.document:
        label = "CNPJ" if len(tutor.document) == 14 else "CPF"
        parts.append(f"{label} {br.document(tutor.document)}")
    if tutor.rg:
        parts.append("RG " + " ".join(part for part in (tutor.rg, tutor.rg_issuer, tutor.rg_uf) if part))
    return " · ".join(parts) or tutor.no_document_reason


def equivalent_text(equivalent) -> str:
    """The amount in reais as far as it may be said on this day; empty when the amount is already in reais."""
    if equivalent.kind == "missing":
        return equivalent.sentence
    if equivalent.amount is None:
        return ""
    return f"{equivalent.sentence}: {br.money(equivalent.amount)}"


def penalty_lines(proposal) -> list[str]:
    """One line for each penalty: the fine with its articles, then what follows beside it."""
    lines = []
    for item in proposal.items:
        fine = written(item.amount, item.unit)
        if not fine and proposal.one_fine:
            continue
        what = f"multa de {fine}" if fine else ", ".join(row["label"] for row in item.consequences)
        if not what:
            continue
        grade = f" (infração {item.gravity_label})" if item.gravity_label else ""
        typed = "" if item.typed_amount is None else f" ({TYPED_NOTE})"
        lines.append(f"{_upper(what)}{grade} – {item.penalty_article}{typed}")
    if not lines:
        first = proposal.items[0]
        what = ", ".join(row["label"] for row in first.consequences) or "sem multa"
        grade = f" (infração {first.gravity_label})" if first.gravity_label else ""
        lines.append(f"{_upper(what)}{grade} – {first.penalty_article}")
    others = [
        label for label in _consequences(proposal) if not any(label.lower() in line.lower() for line in lines)
    ]
    lines.extend(_upper(label) for label in others)
    return lines


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def _description(proposal, fact_at, description) -> str:
    conducts = [f"{_upper(item.label)} ({item.article})" for item in proposal.items]
    when = f"Fato de {fact_at:%d/%m/%Y}, às {fact_at:%H:%M}."
    return "\n".join([description.strip(), when, *conducts])


def _seen(finding) -> str:
    """What was seen, and who led the animal when the duty was theirs and the fine is the owner's."""
    handler = f"Conduzia o animal: {finding.handler}." if finding.handler else ""
    return "\n".join(part for part in (finding.description, handler) if part)


def _penalty_note(practice) -> str:
    if not practice.judged_by:
        return PROPOSED_NOTE
    article = practice.articles.get("judged_by", "")
    return f"A penalidade é aplicada por: {practice.judged_by}{f' ({article})' if article else ''}."


def _item_line(proposal, item) -> NoticeItemLine:
    line: NoticeItemLine = {
        "conduct": item.label,
        "article": item.article,
        "law_text": item.law_text,
        "description": _seen(item.finding),
        "animals": animals_text(item.animals),
        "gravity": item.gravity_label,
        "gravity_reason": item.gravity_reason,
        "circumstances": [
            f"{'agravante' if row['kind'] == 'aggravating' else 'atenuante'}: {row['label']} ({row['article']})"
            for row in proposal.circumstances
        ],
        "penalty": _item_penalty(proposal, item),
        "penalty_article": "" if _is_joined(proposal, item) else item.penalty_article,
        "amount": written(item.amount, item.unit),
        "consequences": [row["label"] for row in (*item.consequences, *item.discretionary)],
        "priors": [_printed_prior(prior) for prior in item.priors],
        "basis": [dict(row) for row in item.basis],
    }
    return line


def _is_joined(proposal, item) -> bool:
    """Whether the conduct's fine is the one that stands beside another conduct of the same auto."""
    return proposal.one_fine and item.amount is None and proposal.total is not None


def _item_penalty(proposal, item) -> str:
    if _is_joined(proposal, item):
        return "integra a multa única deste auto"
    return "" if item.amount is None else f"multa de {written(item.amount, item.unit)}"


def _printed_prior(penalty) -> dict:
    row = prior_line(penalty)
    return {
        "document": row["document"],
        "on": f"{penalty.on:%d/%m/%Y}",
        "article": penalty.article,
        "conduct": "",
    }


def _consequences(proposal) -> list[str]:
    rows = [row for item in proposal.items for row in (*item.consequences, *item.discretionary)]
    return list(dict.fromkeys(_upper(row["label"]) for row in rows))


def _origin(proposal) -> list[str]:
    found = {}
    for item in proposal.items:
        finding = item.finding
        found[finding.inspection.act_id] = ("Vistoria", finding.inspection.act)
        for standing in finding.standing_items[-1:]:
            found[standing.intimation.act_id] = ("", standing.intimation.act)
        for outcome in finding.standing_outcomes[-1:]:
            found[outcome.inspection.act_id] = ("Vistoria de retorno", outcome.inspection.act)
    lines = []
    for what, act in found.values():
        name = f"{what} – {act.document}" if what and act.document else str(act.document or what or act)
        lines.append(f"{name}, de {act.on:%d/%m/%Y}")
    return lines


def _notes(proposal) -> list[str]:
    notes = []
    liable = {item.liable_label for item in proposal.items if item.liable_label}
    if liable:
        notes.append("Quem responde, segundo a lei: " + ", ".join(sorted(liable)) + ".")
    if proposal.one_fine and len(proposal.items) > 1:
        notes.append("As condutas do mesmo fato formam um só auto, uma só classe e uma só multa.")
    return notes


def sheet_parts(body: NoticeBody) -> list[dict]:
    """The auto part by part, for the page that shows what will be printed before it is."""
    stage = "Penalidade proposta" if body["penalty_stage"] == "proposed" else "Penalidade"
    person = body["person"]
    parts = [
        {"label": "Data e hora", "text": f"{body['date']}, {body['hour']}"},
        {"label": "Endereço da infração", "text": body["address"]},
        {
            "label": "Infrator",
            "lines": [person["name"], body["offender_document"], person.get("address", "")],
        },
        {"label": "Descrição da infração e dispositivo legal transgredido", "text": body["description"]},
        {"label": f"{stage} e dispositivo legal que a fundamenta", "text": body["penalty"]},
        {"label": "Quem aplica", "text": body["penalty_note"]},
        {"label": "Total", "lines": [body["total"], body["equivalent"]]},
        {"label": "Reincidência considerada", "lines": _prior_sentences(body)},
        {"label": "Documentos de origem", "lines": body["origin"]},
        {"label": "Observações", "lines": body["notes"]},
        {"label": "Defesa", "text": body["defence_line"]},
        {"label": "Texto do formulário", "text": body["fixed_text"]},
    ]
    for part in parts:
        if "lines" in part:
            part["lines"] = [line for line in part["lines"] if line]
    return [part for part in parts if part.get("text") or part.get("lines")]


def _prior_sentences(body) -> list[str]:
    rows = {}
    for item in body["items"]:
        for prior in item["priors"]:
            rows[(prior["document"], prior["on"])] = (
                f"{prior['document']}, de {prior['on']} ({prior['article']})"
            )
    return list(rows.values())


def sheet_basis(body: NoticeBody) -> list[dict]:
    """The memória de cálculo of all the conducts, in order; each names its conduct when there is more than one."""
    several = len(body["items"]) > 1
    return [
        {**row, "text": f"{_upper(item['conduct'])}: {row['text']}" if several else row["text"]}
        for item in body["items"]
        for row in item["basis"]
    ]
