"""What the papers of the process say: receipts of what was filed, and decisions. Ready to print."""

from fines.models import Measure
from inspections.document_acts import animals_text, person_block, signature_of
from registry.documents.blocks import first_upper
from zoonoses.documents.contexts_fines import DecisionBody, FilingReceiptBody, MeasureBody, StandingItem
from zoonoses.documents.glyphs import legible
from zoonoses.municipalities.templatetags import br

EFFECTS = {
    "converted": "A multa fica convertida: cumprido o acordo, nada se paga; descumprido, volta a ser devida.",
    "fulfilled": "Conversão cumprida: nada resta a pagar deste auto.",
    "broken": "Conversão descumprida: a multa volta a ser devida.",
    "applied": "A sanção vale desta data.",
    "lifted": "A sanção deixa de valer desta data.",
}
ONLINE = (
    "Recebida pela página pública, com o código de verificação do auto. Quem apresenta declarou o próprio nome; nenhum "
    "servidor conferiu a identidade. Este recibo é emitido pelo sistema e dispensa assinatura."
)
NOTHING_SETS = "nem a lei nem regulamento do Município a fixa"
OUTCOMES = {
    "kept": "Mantido o auto de infração.",
    "changed": "Alterada a penalidade do auto de infração.",
    "cancelled": "Cancelado o auto de infração: nenhuma penalidade subsiste.",
}


def measure_words(kind: str, label: str) -> str:
    """`Cassação do alvará` as `Aplicação de sanção: cassação do alvará`; a conversion is named once, not twice."""
    first = str(Measure.Kind(kind).label)
    label = label[:1].lower() + label[1:]
    told = str(Measure.Kind.CONVERTED.label)
    if label.startswith(told):
        short = told.split(" ")[0]
        return first_upper(label if kind == Measure.Kind.CONVERTED else first.removesuffix(short) + label)
    return first_upper(f"{first}: {label}")


def notice_reference(notice) -> str:
    """`Auto de infração nº 0001/2026, de 01/04/2026`."""
    return f"{notice.act.document or 'Auto de infração'}, de {notice.act.on:%d/%m/%Y}"


def receipt_body(*, process, filing, step, attachments, by, at) -> FilingReceiptBody:
    """The receipt of one piece; `at` is local."""
    last_day = br.short_date(step.due_on) if step.due_on else ""
    late = "Recebida fora do prazo." if step.late else "Recebida dentro do prazo."
    return {
        "law": process.lawbook.ruleset.header.short_title,
        "piece": first_upper(filing.get_kind_display()),
        "notice": notice_reference(process.notice),
        "person": person_block(process.notice.offender),
        "filed_by": filing.filed_by,
        "capacity": filing.capacity,
        "date": f"{at:%d/%m/%Y}",
        "hour": f"{at:%H:%M}",
        "last_day": last_day,
        "term_source": step.source.words if step.source else "",
        "timeliness": late
        if last_day
        else "Recebida. Nem a lei nem regulamento do Município fixa este prazo.",
        "text": filing.text,
        "attachments": _named_files(attachments),
        "basis": [dict(row) for row in step.last_day.basis] if step.last_day else [],
        "official": signature_of(by, "Recebido por"),
        "filer": {"heading": "Quem apresentou", "name": filing.filed_by},
    }


def as_public(body: FilingReceiptBody) -> FilingReceiptBody:
    """The receipt of what came in by the public page: who has the code of an auto reads nothing of its person there."""
    kept = {name: value for name, value in body.items() if name not in ("person", "official", "filer")}
    return {**kept, "online": ONLINE}


def _named_files(attachments) -> list[str]:
    """`laudo.pdf – SHA-256 ab12…`; a sign that paper does not have is no reason to refuse a file for its name."""
    return [f"{legible(row.original_name)} – SHA-256 {row.original_sha256}" for row in attachments]


def decision_body(*, process, ruling, by, at) -> DecisionBody:
    """The decision as it will be printed; `ruling` as `services.decisions.propose` gives it, `at` local."""
    total = ruling.written_total
    return {
        "law": process.lawbook.ruleset.header.short_title,
        "instance": ruling.instance_label,
        "notice": notice_reference(process.notice),
        "person": person_block(process.notice.offender),
        "decided_by": ruling.decided_by,
        "competence": ruling.source.words if ruling.source else NOTHING_SETS,
        "date": f"{at:%d/%m/%Y}",
        "report": report_lines(process),
        "outcome": OUTCOMES[ruling.outcome],
        "reasons": ruling.reasons,
        "items": [_standing(row) for row in ruling.items],
        "total": f"Multa: {total}." if total else "Nada a pagar.",
        "before": f"Antes: {before_text(process)}.",
        "votes": [{"name": row["name"], "vote": row["vote"]} for row in ruling.votes],
        "next_lines": next_lines(process, ruling),
        "official": signature_of(by, "Autoridade julgadora" if not ruling.votes else "Registrada por"),
    }


def before_text(process) -> str:
    """What the auto, or the first decision, asked for until now."""
    standing = process.first or process.notice
    return standing.written_total or "sem multa"


def report_lines(process) -> list[str]:
    """What is in the file, in order, for whoever decides and for whoever reads the decision."""
    lines = [f"{notice_reference(process.notice)}, lavrado por {process.notice.act.author.user.name}."]
    if process.facts.served_on:
        lines.append(f"Ciência do auto em {process.facts.served_on:%d/%m/%Y}.")
    lines += [_filed(filing) for filing in (process.defence, process.reply) if filing is not None]
    if process.defence is None:
        lines.append("Não há defesa no processo.")
    first, appeal = process.first, process.appeal
    if first is not None:
        outcome = f"{first.get_outcome_display()} o auto; {first.written_total or 'nada a pagar'}"
        lines.append(f"{first.act.document}, de {first.act.on:%d/%m/%Y}, por {first.decided_by}: {outcome}.")
    if first is not None and process.facts.decision.served_on:
        lines.append(f"Ciência da decisão em {process.facts.decision.served_on:%d/%m/%Y}.")
    return lines + ([_filed(appeal)] if appeal is not None else [])


def _filed(filing) -> str:
    """`Defesa de João da Silva (procurador), em 20/04/2026: Recibo de defesa nº 0001/2026.`"""
    document, capacity = filing.act.document, f" ({filing.capacity})" if filing.capacity else ""
    late = ", fora do prazo" if filing.is_late else ""
    late += ", recebida pela página pública" if filing.act.online else ""
    piece = f"{first_upper(filing.get_kind_display())} de {filing.filed_by}{capacity}"
    return f"{piece}, em {filing.act.on:%d/%m/%Y}{late}: {document.title} nº {document.full_number}."


def next_lines(process, ruling) -> list[str]:
    """What may follow, each with where it is written; nothing is said of a term that nobody set."""
    rules, lines = process.rules, []
    if ruling.outcome == "cancelled":
        return lines
    if ruling.instance == 1 and rules.appeal is not None:
        to = f", decidido por: {rules.appealed_to}" if rules.appealed_to else ""
        lines.append(
            f"Cabe recurso{to}. O prazo conta da ciência desta decisão ({rules.appeal.source.words})."
        )
    if ruling.total and rules.payment is not None:
        lines.append(f"A multa tem prazo de pagamento ({rules.payment.source.words}).")
    return lines


def _standing(row) -> StandingItem:
    return {
        "conduct": first_upper(row["label"]),
        "article": row["article"],
        "animals": animals_text(row["animals"]),
        "gravity": row["gravity_label"],
        "amount": row["written_amount"],
        "consequences": [first_upper(each["label"]) for each in row["consequences"]],
        "basis": row["basis"],
    }


def decision_parts(body: DecisionBody) -> list[dict]:
    """The decision part by part, for the page that shows what will be printed before it is."""
    items = [
        f"{row['conduct']} ({row['article']}), {row['animals']}"
        f"{', infração ' + row['gravity'] if row['gravity'] else ''}: {row['amount'] or 'sem multa'}"
        for row in body["items"]
    ]
    parts = [
        {"label": "Processo", "text": body["notice"]},
        {"label": "Autuado", "text": body["person"]["name"]},
        {"label": "Quem decide", "lines": [body["decided_by"], f"Fonte: {body['competence']}"]},
        {"label": "O que consta do processo", "lines": body["report"]},
        {"label": "Fundamentos", "text": body["reasons"]},
        {"label": "Decisão", "lines": [body["outcome"], *items, body["total"], body["before"]]},
        {"label": "Votos", "lines": [f"{row['name']}: {row['vote']}" for row in body["votes"]]},
        {"label": "O que segue", "lines": body["next_lines"]},
    ]
    return [part for part in parts if part.get("text") or part.get("lines")]


def measure_body(*, process, measure, attachments, by, at) -> MeasureBody:
    """The termo of one measure, with the files that prove it; `at` is local."""
    return {
        "law": process.lawbook.ruleset.header.short_title,
        "what": measure_words(measure.kind, measure.label),
        "article": measure.article,
        "notice": notice_reference(process.notice),
        "person": person_block(process.notice.offender),
        "date": f"{at:%d/%m/%Y}",
        "until": br.short_date(measure.until_on) if measure.until_on else "",
        "recipient": measure.recipient,
        "text": measure.text,
        "attachments": _named_files(attachments),
        "effect": EFFECTS[measure.kind],
        "official": signature_of(by, "Autoridade"),
        "offender": {"heading": "Autuado", "name": process.notice.offender.name},
    }
