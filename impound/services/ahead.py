"""What the law says of what follows a seizure: the redemption term, the first day's bill, who is told, and how.

The same lines are read on the page before the act and printed on its paper. What the law does not say is said so.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from impound.models import SeizedAnimal
from impound.services import law
from registry.services import ledger
from zoonoses.documents.contexts_impound_seizing import LawLine
from zoonoses.law import LawError
from zoonoses.municipalities.templatetags import br

SILENT = "sem previsão na lei"
IDENTIFIED = "identified"


@dataclass(frozen=True)
class Ahead:
    """The lines, and the last day of the redemption term where it is known."""

    lines: tuple[LawLine, ...]
    due_on: date | None = None


def ahead(
    lawbook, custodies: Sequence[SeizedAnimal], *, at: datetime, owner, ground: str, terms=None
) -> Ahead:
    """What follows a seizure of these animals at a moment; `custodies` need not be saved.

    `terms` are those of a seizure already printed, whose last day never becomes earlier.
    """
    rule = law.custody_rule(lawbook)
    terms = terms or law.terms(lawbook, at.date())
    priors = _priors(lawbook, owner, rule.event_of(ground))
    lines = [*term_lines(terms), *first_day(lawbook, custodies, at=at, priors=priors)]
    lines += [_summons(rule, custodies), *_notice(rule), *_event(lawbook, rule, ground)]
    if rule.entry_document:
        lines += _entry(lawbook, rule, custodies)
    if rule.liability:
        lines.append({"label": "Responsabilidade", "text": rule.liability, "article": rule.liability_article})
    return Ahead(tuple(lines), terms.ends_on)


def term_lines(terms) -> list[LawLine]:
    """Until when the animals wait for their owner, and until when they may be kept at all."""
    return [_term(terms), *_ceiling(terms)]


def _term(terms) -> LawLine:
    if terms.silent:
        return {"label": "Prazo de resgate", "text": SILENT}
    label = terms.name.capitalize()
    if terms.ends_on is None:
        return {"label": label, "text": terms.refusal.sentence, "article": terms.refusal.article}
    return {
        "label": label,
        "text": f"até {br.short_date(terms.ends_on)}, inclusive",
        "article": terms.article,
    }


def _ceiling(terms) -> list[LawLine]:
    if terms.ceiling_on is None:
        return []
    text = f"até {br.short_date(terms.ceiling_on)}"
    return [{"label": "Permanência máxima no depósito", "text": text, "article": terms.ceiling_article}]


def first_day(lawbook, custodies, *, at: datetime, priors: int) -> list[LawLine]:
    """The bill on the day of the seizure, item by item; what is added each day or by proof is said by its item."""
    unregistered = sum(not custody.registered for custody in custodies)
    facts = law.BillFacts(priors=priors, unregistered=unregistered)
    found = law.bill(lawbook, custodies, at=at, facts=facts)
    if found.silent:
        return [{"label": "Custo do resgate", "text": SILENT}]
    lot = f" (total dos {len(custodies)} animais)" if len(custodies) > 1 else ""
    lines: list[LawLine] = [
        {
            "label": f"{line.label[:1].upper()}{line.label[1:]}, no primeiro dia",
            "text": br.quantity(line) + lot,
            "article": line.article,
        }
        for line in found.lines
        if line.amount
    ]
    rule = lawbook.ruleset.bill
    if rule.expenses:
        names = ", ".join(item.label for item in rule.expenses)
        lines.append(
            {
                "label": "Despesas",
                "text": f"o que for gasto e comprovado: {names}",
                "article": rule.expenses[0].article,
            }
        )
    if not lines:
        sentence = found.refusal.sentence if found.refusal else "nada a pagar"
        return [{"label": "Custo do resgate", "text": sentence}]
    return lines


def _priors(lawbook, owner, conduct: str) -> int:
    if owner is None or not conduct:
        return 0
    return len(ledger.priors(tutor=owner, lawbook=lawbook, provision=conduct, on=lawbook.on).same)


def _summons(rule, custodies) -> LawLine:
    label = "Notificação do tutor"
    if rule.summons != IDENTIFIED:
        return {"label": label, "text": SILENT}
    known = [custody for custody in custodies if custody.identified]
    if not known:
        text = "a lei só manda notificar o tutor de animal registrado e com plaqueta"
    elif len(known) < len(custodies):
        text = f"a lei manda notificar o tutor dos animais identificados: {len(known)} de {len(custodies)}"
    else:
        text = "a lei manda notificar o tutor"
    return {"label": label, "text": text, "article": rule.summons_article}


def _notice(rule) -> list[LawLine]:
    if not rule.notice_ordered:
        return []
    text = "obrigatória, desde a apreensão até a destinação"
    return [{"label": "Divulgação eletrônica", "text": text, "article": rule.notice_article}]


def _event(lawbook, rule, ground) -> list[LawLine]:
    conduct = rule.event_of(ground)
    if not conduct:
        return []
    infraction = lawbook.ruleset.infractions[conduct]
    asked = (
        "condição para a entrega"
        if rule.event_notice == "condition"
        else "pode ser lavrado, separado do resgate"
    )
    article = rule.event_article or infraction.article
    return [{"label": "Auto de infração", "text": f"{infraction.label}: {asked}", "article": article}]


def _entry(lawbook, rule, custodies) -> list[LawLine]:
    """Exams and vaccines before the animals leave quarantine, by the species of the lot."""
    document = lawbook.ruleset.documents[rule.entry_document]
    labels = {field.code: field.label for field in document.fields}
    asked = []
    for species in dict.fromkeys(custody.species for custody in custodies):
        try:
            answer = lawbook.ask("document", document=document.code, species=species, provided=[])
        except LawError as error:
            return [{"label": "Quarentena", "text": error.message, "article": rule.entry_article}]
        asked += [labels[code] for code in answer["missing"]]
    if not asked:
        return []
    text = f"até os resultados de: {', '.join(dict.fromkeys(asked))}"
    return [{"label": "Quarentena", "text": text, "article": rule.entry_article or document.article}]
