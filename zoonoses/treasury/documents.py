"""Bodies of the papers of the treasury: guide and receipt."""

from decimal import Decimal

from zoonoses.documents.contexts_treasury import GuideBody, PayerBlock, ReceiptBody
from zoonoses.documents.wording import reais_in_words
from zoonoses.municipalities.templatetags import br
from zoonoses.treasury import febraban


def payer_block(charge) -> PayerBlock:
    """Who pays, as papers name them."""
    label = "CNPJ" if len(charge.payer_document) == 14 else "CPF"
    return {
        "name": charge.payer_name,
        "document_label": label if charge.payer_document else "CPF/CNPJ",
        "document": br.document(charge.payer_document),
    }


def guide_body(lines, *, amount: Decimal, due_on, asked_on, codes) -> GuideBody:
    """What is owed now of each charge (`lines` of charge and reais), and until when, and how to pay it in a bank.

    `asked_on` is the day asked for, before it was moved to a business day; `codes` as `services.collection.codes`.
    """
    first = lines[0][0]
    before = sum((charge.amount - owed for charge, owed in lines), Decimal(0))
    note = ""
    if asked_on != due_on:
        note = f"O dia {asked_on:%d/%m/%Y} não tem expediente: o vencimento passou para o primeiro dia útil seguinte."
    body: GuideBody = {
        "payer": payer_block(first),
        "amount": br.money(amount),
        "amount_words": reais_in_words(amount),
        "due_on": br.short_date(due_on),
        "due_note": note,
        "already_paid": br.money(before) if before else "",
        "basis": [step for charge, _ in lines for step in charge.basis],
    }
    if len(lines) == 1:
        body |= {
            "description": first.description,
            "article": first.article,
            "charged_on": f"{first.charged_on:%d/%m/%Y}",
        }
    else:
        body["charged"] = [
            {"description": charge.description, "article": charge.article, "amount": br.money(owed)}
            for charge, owed in lines
        ]
    if codes.barcode:
        body["barcode"] = {"line": febraban.printed(codes.barcode)}
    if codes.pix:
        body["pix"] = {"payload": codes.pix, "receiver": codes.receiver, "key": codes.key}
    return body


def receipt_body(charge, *, amount: Decimal, owed: Decimal, means: str, paid_on, by) -> ReceiptBody:
    """One payment; `owed` is what remains after it, in reais."""
    return {
        "payer": payer_block(charge),
        "description": charge.description,
        "article": charge.article,
        "amount": br.money(amount),
        "amount_words": reais_in_words(amount),
        "means": means,
        "paid_on": f"{paid_on:%d/%m/%Y}",
        "charge_amount": br.money(charge.amount),
        "owed": br.money(owed) if owed else "",
        "basis": charge.basis,
        "received_by": {
            "heading": "Recebido por",
            "name": by.user.get_full_name(),
            "position": by.position,
            "badge": by.badge,
        },
    }
