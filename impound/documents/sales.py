"""What the edital and the ata of a sale say."""

from impound.documents.redemption import seized_line
from impound.models.sales import sale_words
from registry.documents.blocks import first_upper, person_block, signature_of
from zoonoses.documents.contexts_impound_sales import SaleNoticeBody, SaleResultBody
from zoonoses.municipalities import clock
from zoonoses.municipalities.templatetags import br


def terms_of(words) -> list[str]:
    """The conditions of the edital, in the words of its form of sale."""
    return [
        f"Não se aceita {words.offer} abaixo do mínimo.",
        f"Quem {words.buys} paga o valor inteiro pela guia do Município e só então recebe os animais.",
        "Quem recebe os animais responde por eles, pela contenção e pelo transporte.",
    ]


def notice_body(plan, *, rules, at, by) -> SaleNoticeBody:
    """The edital of a lot as `sales.plan` composed it."""
    held, words = clock.local(by.municipality, plan.lot.held_at), sale_words(plan.lot.kind)
    return {
        "law": rules.header.short_title,
        "what": first_upper(plan.label),
        "article": plan.article,
        "day": f"{held:%d/%m/%Y}",
        "hour": f"{held:%H:%M}",
        "place": plan.lot.place,
        "published": plan.lot.published,
        "animals": [seized_line(row) for row in plan.animals],
        "least": words.least,
        "minimum": br.money(plan.minimum),
        "basis": list(plan.basis),
        "terms": terms_of(words),
        "official": signature_of(by, "Pelo Município"),
    }


def result_body(lot, animals, bids, winner, *, rules, article, notes, at, by) -> SaleResultBody:
    """The ata: every lance, the best one, or that the lot was deserted."""
    local = clock.local(by.municipality, at)
    held = clock.local(by.municipality, lot.held_at)
    body: SaleResultBody = {
        "law": rules.header.short_title,
        "what": first_upper(lot.get_kind_display()),
        "article": article,
        "notice": lot.act.document.full_number,
        "held": f"{held:%d/%m/%Y às %H:%M}",
        "place": lot.place,
        "date": f"{local:%d/%m/%Y}",
        "hour": f"{local:%H:%M}",
        "animals": [seized_line(row) for row in animals],
        "least": lot.words.least,
        "minimum": br.money(lot.minimum),
        "offers": lot.words.offers,
        "bids": [_bid_line(bid, by) for bid in bids],
        "result": _result(lot.words, winner),
        "notes": notes,
        "official": signature_of(by, "Quem conduziu a sessão"),
    }
    if winner is not None:
        body["winner"] = person_block(winner.bidder)
        body["winner_label"] = lot.words.buyer
        body["winner_signature"] = {
            "heading": f"Assinatura de quem {lot.words.bought}",
            "name": winner.bidder.name,
            "document": br.document(winner.bidder.document),
        }
    return body


def _bid_line(bid, by) -> dict:
    at = clock.local(by.municipality, bid.at)
    return {"bidder": bid.bidder.name, "amount": br.money(bid.amount), "at": f"{at:%d/%m/%Y %H:%M}"}


def _result(words, winner) -> str:
    if winner is None:
        return f"Lote deserto: {words.none}. Os animais continuam no depósito."
    to = f"{words.sold_to.capitalize()} {winner.bidder.name}"
    return f"{to}, {words.by_offer} {br.money(winner.amount)}."


def notice_parts(body: SaleNoticeBody) -> list[dict]:
    """The edital, part by part, for the page that shows it before it is issued."""
    return [
        {"label": "Lei", "text": f"{body['law']}, {body['article']}"},
        {"label": "Forma", "text": body["what"]},
        {"label": "Sessão", "text": f"{body['day']} às {body['hour']}, {body['place']}"},
        {"label": "Publicação", "text": body["published"]},
        {
            "label": "Animais do lote",
            "lines": [f"nº {row['number']}: {row['looks']}" for row in body["animals"]],
        },
        {"label": body["least"].capitalize(), "text": body["minimum"]},
        {"label": "De que se compõe", "lines": [_basis_line(row) for row in body["basis"]]},
        {"label": "Condições", "lines": body["terms"]},
    ]


def _basis_line(row) -> str:
    article = f" ({row['article']})" if row["article"] else ""
    return f"{row['text']}{article}: {row['arithmetic']}" if row["arithmetic"] else f"{row['text']}{article}"


def result_parts(body: SaleResultBody) -> list[dict]:
    """The ata, part by part."""
    found = [
        {"label": "Edital", "text": f"nº {body['notice']}, sessão de {body['held']}"},
        {
            "label": "Animais do lote",
            "lines": [f"nº {row['number']}: {row['looks']}" for row in body["animals"]],
        },
        {
            "label": body["offers"].capitalize(),
            "lines": [f"{row['bidder']}: {row['amount']}, {row['at']}" for row in body["bids"]],
        },
        {"label": "Resultado", "text": body["result"]},
        {"label": "Observação", "text": body["notes"]},
    ]
    return [part for part in found if part.get("text") or part.get("lines")]
