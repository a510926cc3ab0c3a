"""An answer of the law in everyday Portuguese, for people who have never read it."""

from datetime import date

from zoonoses.municipalities.templatetags import br

LABELS = {
    "applicable": "Cabe sanção agora",
    "why_not": "Por que não",
    "intimation_required": "Exige intimação antes",
    "due_on": "Último dia do prazo",
    "gravity": "Gravidade",
    "fine": "Multa",
    "consequences": "Também por força da lei",
    "discretionary": "A autoridade pode acrescentar",
    "liable": "Quem responde",
    "last_day": "Último dia contado",
    "overdue_from": "Vencido a partir de",
    "opens_on": "Abre em",
    "request_due_on": "Último dia para pedir",
    "timely": "Em tempo",
    "admitted": "O pedido ainda é recebido",
    "visit_required": "Depende de vistoria",
    "valid_until": "Vale até",
    "in_force": "A lei vale neste dia",
    "valid_from": "Vale desde",
    "infraction": "Infração",
    "counted": "Animais que contam",
    "limit": "Limite",
    "over_limit": "Passa do limite",
    "licence_possible": "Licença especial possível",
    "custody_days": "Dias de guarda",
    "items": "Parcelas",
    "total": "Total",
    "amount": "Valor em reais",
    "allowed": "Permitido",
    "missing": "O que falta",
    "from": "A partir de",
    "until": "Até",
    "preferred": "De preferência",
    "size": "Porte",
    "complete": "Está completo",
    "copies": "Vias",
}


def value_in_words(ruleset, value):
    """A value of an answer as people write it; empty lists and nulls give an empty text."""
    if isinstance(value, bool):
        return "sim" if value else "não"
    if value is None:
        return ""
    if isinstance(value, dict):
        if set(value) == {"amount", "unit"}:
            return br.quantity(value)
        return "; ".join(f"{ruleset.label(key)}: {br.quantity(row)}" for key, row in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(ruleset.label(str(row)) for row in value)
    day = _day(value)
    if day is not None:
        return br.short_date(day)
    return ruleset.label(value) if isinstance(value, str) else str(value)


def _day(value):
    if not (isinstance(value, str) and len(value) == 10 and value[4:5] == "-"):
        return None
    return date.fromisoformat(value)


def lines_of(ruleset, found) -> tuple[tuple[str, str], ...]:
    """The details of an answer, each with its everyday name; what has no value is left out."""
    rows = [(label, value_in_words(ruleset, found.get(key))) for key, label in LABELS.items()]
    return tuple((label, text) for label, text in rows if text)


def sentence_of(ruleset, question, found) -> str:
    """The answer in one sentence."""
    writer = {
        "sanction": _sanction,
        "term": _term,
        "finding": _finding,
        "in_force": _in_force,
        "licence": _licence,
        "release": _release,
        "document": _document,
    }.get(question)
    if writer is not None:
        return writer(ruleset, found)
    for key in ("total", "amount"):
        if found.get(key):
            return f"{value_in_words(ruleset, found[key])}."
    return ""


def _sanction(ruleset, found):
    if not found["applicable"]:
        return f"Não cabe sanção agora: {ruleset.label(found['why_not'])}."
    if found["fine"]:
        return f"Cabe multa de {br.quantity(found['fine'])}."
    names = value_in_words(ruleset, found["consequences"])
    return f"Cabe sanção, sem multa: {names}." if names else "Cabe sanção, sem multa."


def _term(ruleset, found):
    if found.get("opens_on"):
        return f"Abre em {value_in_words(ruleset, found['opens_on'])}."
    if found.get("due_on"):
        return f"O último dia é {value_in_words(ruleset, found['due_on'])}; no dia seguinte está vencido."
    return "Este prazo não termina."


def _finding(ruleset, found):
    code = found.get("infraction")
    if code is None:
        return "Não é infração."
    infraction = ruleset.infractions.get(code)
    label = infraction.label if infraction else ruleset.label(code)
    return f"É infração: {label}."


def _licence(ruleset, found):
    if found["admitted"] is False:
        return "O pedido já não é recebido: terminou o prazo da lei."
    if found["valid_until"]:
        return f"Concedida, vale até {value_in_words(ruleset, found['valid_until'])}."
    if found["request_due_on"]:
        return f"Pode ser pedida até {value_in_words(ruleset, found['request_due_on'])}."
    return "A lei não fixa último dia para pedir nem, com o que foi informado, prazo de validade."


def _in_force(ruleset, found):
    if found["in_force"]:
        return "A lei vale neste dia."
    return f"A lei não vale neste dia: {ruleset.label(found['why_not'])}."


def _release(ruleset, found):
    if found["allowed"]:
        return "Pode ser entregue: nada falta."
    return f"Ainda não pode ser entregue. Falta: {value_in_words(ruleset, found['missing'])}."


def _document(ruleset, found):
    return "O documento está completo." if found["complete"] else "O documento está incompleto."
