"""What the file of a process says of itself: its cover, the sheets of acts that left no paper, its last sheet."""

from datetime import date, datetime

from fines.documents_process import measure_words
from registry.documents.blocks import first_upper
from zoonoses.documents.models import Act
from zoonoses.documents.refusals import Refusal
from zoonoses.municipalities.templatetags import br
from zoonoses.treasury.services.debts import owed

NO_TERM = "sem prazo: nem a lei nem regulamento do Município o fixa"
NO_APPEAL = "nem a lei nem regulamento do Município o prevê"
NOBODY_SAID = "nem a lei nem regulamento do Município o diz"
Line = tuple[str, str]


def title_of(act: Act) -> str:
    """How the index calls an act: by its paper, with the paper's own title, or by what it is."""
    document = act.document
    if document is not None:
        void = " (sem efeito)" if hasattr(document, "annulment") else ""
        return f"{document.title} nº {document.full_number}{void}"
    if hasattr(act, "acknowledgement"):
        told = act.acknowledgement
        return f"Ciência, em {told.on:%d/%m/%Y}: {title_of(told.of_act)}"
    if hasattr(act, "service_attempt"):
        return f"Tentativa de ciência, em {act.service_attempt.on:%d/%m/%Y}: {title_of(act.service_attempt.of_act)}"
    if hasattr(act, "annulment"):
        return f"Anulação: {_named(act.annulment.document)}"
    return first_upper(act.get_kind_display())


def _named(document) -> str:
    return f"{document.title} nº {document.full_number}"


def facts_of(act: Act, local: datetime) -> tuple[Line, ...]:
    """What is on record of an act without paper, for its sheet; empty values are left out."""
    if hasattr(act, "acknowledgement"):
        lines = _acknowledged(act.acknowledgement)
    elif hasattr(act, "service_attempt"):
        lines = _attempted(act.service_attempt)
    elif hasattr(act, "annulment"):
        lines = [("Documento anulado", _named(act.annulment.document)), ("Motivo", act.annulment.reason)]
    else:
        lines = [("Ato", first_upper(act.get_kind_display()))]
    lines += [("Praticado por", _hand(act.author)), ("Registrado em", f"{local:%d/%m/%Y, às %H:%M}")]
    if act.recorded_by_id != act.author_id:
        lines.append(("Registrado por", _hand(act.recorded_by)))
    return tuple(line for line in lines if line[1])


def _acknowledged(told) -> list[Line]:
    return [
        ("Do que se deu ciência", title_of(told.of_act)),
        ("Dia da ciência", br.short_date(told.on)),
        ("Meio", first_upper(told.get_means_display())),
        ("Quem recebeu", told.received_by),
        ("Código do AR", told.postal_code),
        ("Publicação", told.publication),
        ("Publicado em", br.short_date(told.published_on) if told.published_on else ""),
        ("A ciência", told.day_source),
        ("O que a lei diz do meio", told.means_note),
        ("Testemunhas", "; ".join(_witnesses(told))),
    ]


def _attempted(tried) -> list[Line]:
    return [
        ("Do que se tentou dar ciência", title_of(tried.of_act)),
        ("Dia e hora", f"{br.short_date(tried.on)}{f', às {tried.hour:%H:%M}' if tried.hour else ''}"),
        ("Meio", first_upper(tried.get_means_display())),
        ("Quem tentou", tried.tried_by),
        ("O que aconteceu", first_upper(tried.get_outcome_display())),
        ("Observação", tried.note),
        ("Código do AR", tried.postal_code),
        ("Efeito", "Nenhum prazo corre desta tentativa."),
    ]


def _witnesses(told) -> list[str]:
    rows = ((told.witness_1, told.witness_1_document), (told.witness_2, told.witness_2_document))
    return [", ".join(filter(None, row)) for row in rows if row[0]]


def _hand(membership) -> str:
    badge = f"matrícula {membership.badge}" if membership.badge else ""
    return ", ".join(filter(None, (membership.user.name, membership.position, badge)))


def money_facts(entry: dict, charge) -> tuple[Line, ...]:
    """The sheet of what happened to the charge and left no paper."""
    lines = (
        ("O que aconteceu", entry["title"]),
        ("Dia", br.short_date(entry["on"])),
        ("Cobrança", charge.description),
        ("Fundamento", charge.article),
        ("Destinação", charge.destination),
        ("Motivo", entry.get("note", "")),
        ("Registrado por", entry.get("by", "")),
    )
    return tuple(line for line in lines if line[1])


def cover_lines(notice, process, on: date) -> list[Line]:
    """The parts, the law and the state of the process on a day. `process` may be the `Refusal` that it met."""
    offender, author = notice.offender, notice.act.author
    label = "CNPJ" if len(offender.document) == 14 else "CPF"
    document = f"{label} {br.document(offender.document)}" if offender.document else ""
    lines = [
        ("Autuado", ", ".join(filter(None, (offender.name, document)))),
        ("Autuante", _hand(author)),
        ("Fato", f"{br.short_date(notice.fact_at)}, {notice.address}"),
        ("Conduta", "; ".join(f"{first_upper(row.label)} ({row.article})" for row in notice.items.all())),
    ]
    if isinstance(process, Refusal):
        return [*lines, ("Situação", process.sentence)]
    lines.append(("Lei", process.lawbook.ruleset.header.short_title))
    return [*lines, *_procedure(process), ("Situação", " ".join(standing_lines(process, on)))]


def _procedure(process) -> list[Line]:
    """Who decides, and each term with where it is written; what nobody set is said to be set by nobody."""
    rules, state = process.rules, process.state
    lines = [
        ("Quem julga", _who(rules.judged_by, rules.judged_source)),
        ("Defesa", _term(rules.defence, state.defence)),
    ]
    if rules.reply is not None:
        lines.append(("Réplica", _term(rules.reply, state.reply)))
    if rules.appeal is None and not rules.appealed_to:
        lines.append(("Recurso", NO_APPEAL))
    else:
        decided = f"; decidido por: {rules.appealed_to}" if rules.appealed_to else ""
        lines.append(("Recurso", f"{_term(rules.appeal, state.appeal)}{decided}"))
    return [*lines, ("Pagamento", _term(rules.payment, state.payment))]


def _who(name, source) -> str:
    return f"{name} – {source.words}" if name and source else NOBODY_SAID


def _term(term, last_day) -> str:
    if term is None:
        return NO_TERM
    if last_day is None:
        return f"prazo ainda não corre – {term.source.words}"
    return f"até {br.short_date(last_day.due_on)} – {term.source.words}"


def standing_lines(process, on: date) -> list[str]:
    """What the auto is worth on the day: its penalty, whether it is final, the measures, the charge."""
    notice, state = process.notice, process.state
    if process.facts.annulled:
        return [f"Auto anulado: {notice.act.document.annulment.reason.rstrip('.')}."]
    if state.is_cancelled:
        return [f"Auto cancelado pela {title_of(process.decision.act)}."]
    words = [_penalty(process)]
    if state.final_on is not None:
        words.append(
            f"Definitivo desde {state.final_on:%d/%m/%Y}."
            if state.is_final(on)
            else f"Definitivo em {state.final_on:%d/%m/%Y}, se nada mais houver."
        )
    measures = notice.measures.standing().select_related("act").order_by("act__at", "pk")
    words += [_taken(row) for row in measures]
    if process.charge is not None:
        rest = owed(process.charge)
        paid = f"faltam {br.money(rest)}" if rest > 0 else "paga"
        words.append(f"Cobrança de {br.money(process.charge.amount)}: {paid}.")
    return words


def _taken(measure) -> str:
    until = f", a cumprir até {br.short_date(measure.until_on)}" if measure.until_on else ""
    return f"{measure_words(measure.kind, measure.label)}, em {measure.act.on:%d/%m/%Y}{until}."


def _penalty(process) -> str:
    notice, decision = process.notice, process.decision
    if decision is not None:
        return f"{decision.written_total or 'Sem multa'}, pela {title_of(decision.act)}."
    if notice.total is None:
        return "Sem multa."
    stage = "propostos no auto, ainda não aplicados" if notice.is_proposed else "impostos pelo auto"
    return f"{notice.written_total}, {stage}."


def process_number(notice) -> str:
    """The number of the process: that of the auto with which it begins."""
    return notice.act.document.full_number if notice.act.document else str(notice.act_id)


def replaced_lines(notice) -> list[Line]:
    """What this auto takes the place of, and what took its place."""
    document, lines = notice.act.document, []
    if document is not None and document.replaces_id:
        lines.append(("Substitui", f"{_named(document.replaces)}, anulado"))
    if document is not None and hasattr(document, "replaced_by"):
        lines.append(("Substituído por", _named(document.replaced_by)))
    return lines
