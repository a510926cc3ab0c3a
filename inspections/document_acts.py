"""What the papers of the acts after the visit say: relatório, intimação and prorrogação.

Everything is ready to print; templates compute nothing. Shapes: `zoonoses.documents.contexts`.
"""

from datetime import date

from registry.documents import blocks
from registry.documents.blocks import signature_of
from zoonoses.documents.contexts import (
    ExtensionBody,
    IntimationBody,
    IntimationItemLine,
    PersonBlock,
    ReferralBody,
    RefusalBlock,
    SignatureBlock,
    VetReportBody,
)
from zoonoses.documents.wording import in_words
from zoonoses.municipalities.templatetags import br

REFUSAL_STATEMENT = "Recusou-se a assinar, na presença das testemunhas abaixo, que assinam."


def days_text(days: int) -> str:
    """`30 (trinta) dias`."""
    return f"{days} ({in_words(days)}) {'dia' if days == 1 else 'dias'}"


def animals_text(animals: int) -> str:
    return f"{animals} {'animal' if animals == 1 else 'animais'}"


def person_block(tutor) -> PersonBlock:
    """A tutor as papers name them, the address also part by part; empty when nobody was identified."""
    if tutor is None:
        return {}
    return {
        **blocks.person_block(tutor),
        "street": tutor.street,
        "number": tutor.number,
        "complement": tutor.complement,
        "district": tutor.district,
        "city": tutor.city,
        "uf": tutor.uf,
        "postal_code": br.cep(tutor.postal_code),
    }


def refusal_block(service) -> RefusalBlock:
    """The refusal to sign with its two witnesses, when the ciência was so; otherwise empty."""
    if service is None or service.means != "refused":
        return {}
    return _refused_before(service.witnesses)


def _refused_before(witnesses) -> RefusalBlock:
    told = [{"name": name, "document": document} for name, document in witnesses]
    return {"statement": REFUSAL_STATEMENT, "witnesses": told}


def signature_blocks(row, name: str, signer: dict) -> dict:
    """What the person at the act did, for its paper: `signer` under `name`, signed or refused before two witnesses.

    `row` is a visit or a seizure: its `presence`, its witnesses, and the signature made on the screen.
    """
    if row.presence == "refused":
        witnesses = ((row.witness_1, row.witness_1_document), (row.witness_2, row.witness_2_document))
        return {name: {**signer, "note": "recusou-se a assinar"}, "refusal": _refused_before(witnesses)}
    if row.presence == "signed" and row.signature_id:
        return {name: {**signer, "image": row.signature_id}}
    return {name: signer}


def inspection_reference(inspection) -> str:
    """`Vistoria de 01/03/2012, Termo de vistoria nº 0001/2012`."""
    act = inspection.act
    text = f"Vistoria de {act.on:%d/%m/%Y}"
    return f"{text}, {act.document}" if act.document else text


def intimation_item(*, finding, infraction, days, offer, due_on: date | None, basis) -> IntimationItemLine:
    """One conduct with its term; the last day only when the ciência is given in the same act."""
    line: IntimationItemLine = {
        "conduct": finding.label,
        "article": infraction.article,
        "law_text": infraction.law_text,
        "description": finding.description,
        "animals": animals_text(finding.animals),
        "term": days_text(days),
        "term_article": offer.article if offer else "",
        "basis": list(basis),
    }
    if due_on:
        line["last_day"] = br.short_date(due_on)
    return line


def intimation_body(
    *, name, law, inspection, tutor, items, orders, after, author, at, service
) -> IntimationBody:
    """The intimação, notificação or advertência escrita as it will be printed."""
    term_note = "O prazo conta da ciência, e não da emissão deste documento."
    return {
        "name": name,
        "law": law,
        "person": person_block(tutor),
        "inspection": inspection_reference(inspection),
        "place": inspection.address_line,
        "date": f"{at:%d/%m/%Y}",
        "hour": f"{at:%H:%M}",
        "items": items,
        "orders": orders,
        "term_note": term_note,
        "after": after,
        "inspector": signature_of(author, "Assinatura do agente"),
        "recipient": _recipient(tutor, service),
        "refusal": refusal_block(service),
    }


def _recipient(tutor, service) -> SignatureBlock:
    block: SignatureBlock = {"heading": "Ciência do responsável", "name": tutor.name}
    if service is not None and service.received_by:
        block["name"] = service.received_by
    if service is not None and service.means == "refused":
        block["note"] = "recusou-se a assinar"
    return block


def vet_report_body(*, law, article, inspection, fields, conclusion, vet, at) -> VetReportBody:
    """Relatório do médico veterinário: the law's own items, in its order."""
    return {
        "law": law,
        "article": article,
        "inspection": inspection_reference(inspection),
        "person": person_block(inspection.tutor),
        "place": inspection.address_line,
        "date": f"{at:%d/%m/%Y}",
        "hour": f"{at:%H:%M}",
        "fields": fields,
        "conclusion": conclusion,
        "vet": signature_of(vet, "Médico veterinário"),
    }


def referral_body(
    *, rule, law, person, report, findings, papers, recipient, text, author, at
) -> ReferralBody:
    """Ofício de encaminhamento: the law's words, the conducts, what the report found, and the papers that prove it.

    `rule` is the law's `referral`; `findings` are pairs of a finding and its conduct's words in the law.
    """
    inspection, frozen = report.inspection, report.act.document.file.context["body"]
    return {
        "law": law,
        "article": rule.article,
        "law_text": rule.law_text,
        "to": recipient,
        "person": person_block(person),
        "inspection": inspection_reference(inspection),
        "place": inspection.address_line,
        "date": f"{at:%d/%m/%Y}",
        "items": [
            {
                "conduct": blocks.first_upper(finding.label),
                "article": conduct.article,
                "law_text": conduct.law_text,
                "description": finding.description,
                "animals": animals_text(finding.animals),
            }
            for finding, conduct in findings
        ],
        "report": f"{report.act.document}, de {report.act.on:%d/%m/%Y}",
        "fields": frozen["fields"],
        "conclusion": frozen["conclusion"],
        "pieces": [f"{paper}, código {paper.code}" for paper in papers],
        "text": text,
        "authority": signature_of(author, "Autoridade"),
    }


def extension_body(*, law, article, item, previous, until_on, reason, author, at) -> ExtensionBody:
    """Prorrogação de prazo: of which act, from which day to which day, and why."""
    act = item.intimation.act
    return {
        "law": law,
        "article": article,
        "person": person_block(item.intimation.tutor),
        "of": f"{act.document}, de {act.on:%d/%m/%Y}",
        "conduct": item.finding.label,
        "previous_last_day": br.short_date(previous),
        "new_last_day": br.short_date(until_on),
        "reason": reason,
        "date": f"{at:%d/%m/%Y}",
        "authority": signature_of(author, "Autoridade"),
    }
