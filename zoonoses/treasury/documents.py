"""Bodies of the papers of the treasury: guide, receipt and termo de parcelamento."""

from decimal import Decimal

from zoonoses.documents.contexts_treasury import GuideBody, PayerBlock, PlanBody, ReceiptBody
from zoonoses.documents.wording import reais_in_words
from zoonoses.municipalities.templatetags import br
from zoonoses.treasury import febraban
from zoonoses.treasury.models import LateRule


def payer_block(charge) -> PayerBlock:
    """Who pays, as papers name them."""
    label = "CNPJ" if len(charge.payer_document) == 14 else "CPF"
    return {
        "name": charge.payer_name,
        "document_label": label if charge.payer_document else "CPF/CNPJ",
        "document": br.document(charge.payer_document),
    }


def guide_body(lines, *, amount: Decimal, due_on, asked_on, codes, instalment=None) -> GuideBody:
    """What is owed of each charge (`lines` of `lateness.Owed` and the reais asked for), until when, and how to pay it.

    `asked_on` is the day asked for, before it was moved to a business day; `codes` as `services.collection.codes`.
    """
    first = lines[0][0].charge
    before = sum((due.charge.amount - due.parts.principal for due, _ in lines), Decimal(0))
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
        "basis": [step for due, _ in lines for step in (*due.charge.basis, *due.steps)],
    }
    if instalment is not None:
        body["already_paid"] = ""
        plan, count = instalment.plan, instalment.plan.instalments.count()
        body["instalment"] = f"Parcela {instalment.number} de {count} – {plan.document}"
    body |= _charged(lines)
    if codes.barcode:
        body["barcode"] = {"line": febraban.printed(codes.barcode)}
    if codes.pix:
        body["pix"] = {"payload": codes.pix, "receiver": codes.receiver, "key": codes.key}
    return body


def _charged(lines) -> GuideBody:
    """One charge in the fields of the guide; several, or one with what a delay added, as a list."""
    first = lines[0][0]
    head: GuideBody = {}
    if len(lines) == 1:
        charge = first.charge
        head = {
            "description": charge.description,
            "article": charge.article,
            "charged_on": f"{charge.charged_on:%d/%m/%Y}",
        }
        if not first.parts.additions or first.plan:
            return head
    items = []
    for due, asked in lines:
        own = due.parts.principal if not due.plan else asked
        items.append(_item(due.charge.description, due.charge.article, own))
        if not due.plan:
            items += [_item(label, due.rule.act, part) for label, part in due.parts.lines]
    return head | {"charged": items}


def _item(description, article, amount):
    return {"description": description, "article": article, "amount": br.money(amount)}


def receipt_body(due, *, amount: Decimal, parts, means: str, paid_on, by) -> ReceiptBody:
    """One payment of what was owed (`lateness.Owed`); `parts` is what it quits of the charge and of a delay."""
    charge, owed = due.charge, due.total - amount
    body: ReceiptBody = {
        "payer": payer_block(charge),
        "description": charge.description,
        "article": charge.article,
        "amount": br.money(amount),
        "amount_words": reais_in_words(amount),
        "means": means,
        "paid_on": f"{paid_on:%d/%m/%Y}",
        "charge_amount": br.money(charge.amount),
        "owed": br.money(owed) if owed else "",
        "basis": [*charge.basis, *due.steps],
        "received_by": signature(by, "Recebido por"),
    }
    if parts.additions:
        principal = [_item(charge.description, charge.article, parts.principal)] if parts.principal else []
        act = due.rule.act if due.rule else due.plan.rule.act
        body["parts"] = principal + [_item(label, act, part) for label, part in parts.lines]
        body["parts_note"] = _allocation(due) if owed else ""
    return body


def _allocation(due) -> str:
    if due.rule is not None and due.rule.allocation == LateRule.Allocation.ADDITIONS_FIRST:
        return f"Pagamento parcial: quitou primeiro os acréscimos, como manda {due.rule.act}."
    return "Pagamento parcial: quitou a cobrança e os acréscimos na mesma proporção."


def signature(by, heading: str):
    """The block where a server signs."""
    return {
        "heading": heading,
        "name": by.user.get_full_name(),
        "position": by.position,
        "badge": by.badge,
    }


def plan_body(due, *, rule, signer: str, instalments, by, agreed_on) -> PlanBody:
    """The termo de parcelamento: the debt part by part, and its instalments (`number`, `due_on`, `amount`)."""
    charge = due.charge
    items = [_item(charge.description, charge.article, due.parts.principal)]
    items += [_item(label, due.rule.act, part) for label, part in due.parts.lines]
    return {
        "payer": payer_block(charge),
        "charged": items,
        "amount": br.money(due.total),
        "amount_words": reais_in_words(due.total),
        "rule": rule.act,
        "breaks": breaking_words(rule),
        "instalments": [
            {
                "number": str(row.number),
                "due_on": br.short_date(row.due_on),
                "amount": br.money(row.amount),
            }
            for row in instalments
        ],
        "date": br.long_date(agreed_on),
        "basis": [*charge.basis, *due.steps],
        "official": signature(by, "Pelo Município"),
        "debtor": {"heading": "Devedor ou quem o representa", "name": signer},
    }


def breaking_words(rule) -> str:
    """When the rule breaks an agreement, in words."""
    if rule.breaks_after is None:
        return (
            "O ato não diz com quantas parcelas em atraso o acordo se rompe: rompe-se por decisão motivada."
        )
    many = rule.breaks_after > 1
    return f"Rompe-se com {rule.breaks_after} parcela{'s' * many} em atraso."
