"""What the papers of a redemption say: the demonstrativo of what is owed, and the Termo signed at the release."""

from registry.documents.blocks import first_upper, person_block, signature_of
from zoonoses.documents.contexts_impound_redemption import (
    BillLine,
    RedemptionBillBody,
    ReleaseBody,
    SeizedLine,
)
from zoonoses.municipalities import clock
from zoonoses.municipalities.templatetags import br

COUNT_NOTE = "O pagamento encerra a contagem dos dias; sem pagamento, a conta de outro dia substitui esta."
DUTIES = (
    "Recebo os animais relacionados neste termo, no estado em que se encontram, e respondo por eles desde agora.",
    "Comprometo-me a mantê-los presos em local seguro, alimentados e tratados, e a não os deixar soltos na rua.",
    "Declaro verdadeiras as informações e os documentos que apresentei.",
)


def bill_item(line) -> dict:
    """A line of the bill as its row keeps it."""
    return {
        "code": line.code,
        "label": line.label,
        "article": line.article,
        "amount": f"{line.amount:.2f}",
        "unit": line.unit,
        "is_fine": line.is_fine,
        "is_apart": line.is_apart,
        "note": line.note,
    }


def seized_line(custody) -> SeizedLine:
    """`nº 0012/2026`, `equino, fêmea, porte grande, pelagem baia`, `03/06/2024 às 09:00`."""
    at = clock.local(custody.municipality, custody.seized_at)
    size = f"porte {custody.get_size_display()}" if custody.size else ""
    looks = (
        custody.animal.name,
        custody.animal.species_label,
        custody.get_sex_display(),
        size,
        custody.description,
    )
    return {
        "number": custody.full_number,
        "looks": ", ".join(part for part in looks if part),
        "seized": f"{at:%d/%m/%Y} às {at:%H:%M}",
    }


def _seizure(redemption) -> str:
    act = redemption.seizure.act
    return f"{act.document or 'Apreensão'}, de {act.on:%d/%m/%Y}"


def _owner_is_another(redemption) -> bool:
    return redemption.owner_id != redemption.requester_id


def bill_body(redemption, animals, now, *, law: str, at, by) -> RedemptionBillBody:
    """What is owed at a moment, line by line, with the memória de cálculo. `now` is a `redemption_dues.Due`."""
    local = clock.local(redemption.municipality, at)
    counted = f"até {local:%d/%m/%Y} às {local:%H:%M}"
    if now.custody_days is not None:
        days = "1 dia de custódia" if now.custody_days == 1 else f"{now.custody_days} dias de custódia"
        counted += f" ({days})"
    in_unit = now.index_value is not None
    return {
        "law": law,
        "article": now.article,
        "seizure": _seizure(redemption),
        "requester": person_block(redemption.requester),
        "capacity": redemption.get_capacity_display(),
        "owner": redemption.owner.name if _owner_is_another(redemption) else "",
        "animals": [seized_line(row) for row in animals],
        "counted": counted,
        "lines": [_line(line) for line in now.lines],
        "total": now.written,
        "total_reais": br.money(now.reais) if now.unit != "BRL" else "",
        "index": f"Valor da unidade em {now.index_on:%d/%m/%Y}: R$ {br.decimal_br(now.index_value, 4)}."
        if in_unit
        else "",
        "parts": _parts(redemption, now),
        "notes": [COUNT_NOTE] if now.reais else ["Nada a pagar."],
        "basis": list(now.basis),
        "official": signature_of(by, "Elaborado por"),
    }


def _line(line) -> BillLine:
    note = "cobrado no próprio registro" if line.is_apart else line.note
    return {"label": line.label, "article": line.article, "amount": line.written, "note": note}


def _parts(redemption, now) -> list[BillLine]:
    """By which charge each part is paid, where there is more than one."""
    found = [
        (f"Resgate, a cargo de {redemption.requester.name}", now.own),
        (f"Multa do evento, a cargo do proprietário {redemption.owner.name}", now.fine),
        ("Registro, cobrado no próprio registro", now.apart),
    ]
    rows = [{"label": label, "amount": br.money(amount)} for label, amount in found if amount]
    return rows if len(rows) > 1 else []


def release_body(redemption, animals, conditions, *, paid, law, rule, article, at, by) -> ReleaseBody:
    """The Termo: `conditions` are pairs of a need of the law and how it was met; `paid` is the account of the money."""
    local = clock.local(redemption.municipality, at)
    return {
        "law": law,
        "article": article,
        "date": f"{local:%d/%m/%Y}",
        "hour": f"{local:%H:%M}",
        "seizure": _seizure(redemption),
        "requester": person_block(redemption.requester),
        "capacity": redemption.get_capacity_display(),
        "owner": person_block(redemption.owner) if _owner_is_another(redemption) else {},
        "animals": [seized_line(row) for row in animals],
        "conditions": [
            {"text": first_upper(need.label), "article": need.article, "how": how or "neste ato"}
            for need, how in conditions
        ],
        "paid": _paid(paid),
        "duties": list(DUTIES),
        "liability": rule.liability,
        "liability_article": rule.liability_article,
        "official": signature_of(by, "Entregue por"),
        "requester_signature": {
            "heading": "Assinatura de quem recebe os animais",
            "name": redemption.requester.name,
            "document": br.document(redemption.requester.document),
        },
    }


def _paid(paid) -> str:
    """What was paid, and by which demonstrativo."""
    if paid.bill is None:
        return ""
    if not paid.charges:
        return f"{paid.bill.document}: nada a pagar."
    total = sum(charge.amount for charge in paid.charges)
    return f"{paid.bill.document}: {br.money(total)}, pagos até {paid.settled_on:%d/%m/%Y}."


def release_parts(body: ReleaseBody) -> list[dict]:
    """The same Termo, part by part, for the page that shows it before it is issued."""
    person = body["requester"]
    document = f"{person['document_label']} {person['document']}" if person["document"] else ""
    owner = body["owner"].get("name", "")
    conditions = [
        f"{row['text']} ({row['article']}): {row['how']}"
        if row["article"]
        else f"{row['text']}: {row['how']}"
        for row in body["conditions"]
    ]
    found = [
        {"label": "Lei", "text": f"{body['law']}, {body['article']}"},
        {"label": "Quem recebe", "lines": [t for t in (person["name"], document, body["capacity"]) if t]},
        {"label": "Proprietário", "text": owner},
        {
            "label": "Animais",
            "lines": [
                f"nº {row['number']}: {row['looks']}; apreendido em {row['seized']}"
                for row in body["animals"]
            ],
        },
        {"label": "Condições da lei", "lines": conditions},
        {"label": "Pagamento", "text": body["paid"]},
        {"label": "Termo", "lines": body["duties"]},
        {
            "label": "Responsabilidade",
            "text": " ".join(t for t in (body["liability"], body["liability_article"]) if t),
        },
        {"label": "Assinaturas", "lines": [body["official"]["name"], person["name"]]},
    ]
    return [part for part in found if part.get("text") or part.get("lines")]
