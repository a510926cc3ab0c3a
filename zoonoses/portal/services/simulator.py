"""The simulator: what may be asked of a law, which facts each question takes, and the answer. Nothing is written.

Everything comes from the rulesets, so that a law added by a file is here at once.
"""

from dataclasses import dataclass
from datetime import date
from typing import Any

from zoonoses.law import Calendar, LawError, Ruleset, answer
from zoonoses.law.model import Fact
from zoonoses.municipalities.calendars import official_days
from zoonoses.municipalities.lawbook import all_rulesets
from zoonoses.portal.services import wording

QUESTIONS = {
    "sanction": "Que sanção cabe a uma infração",
    "term": "Quando termina um prazo",
    "finding": "Se os fatos medidos são infração",
    "household": "Quantos animais cabem numa casa",
    "licence": "Até quando se pede e vale uma licença ou laudo",
    "price": "Quanto custa um serviço",
    "bill": "Quanto se paga para resgatar",
    "release": "Se o animal pode ser entregue",
    "destinations": "Que destino pode ter o animal apreendido",
    "document": "Se um documento está completo",
    "size": "Em que porte está uma espécie",
    "convert": "Quanto vale em reais",
    "in_force": "Se a lei vale num dia",
}
SUBJECT_KEYS = {
    "sanction": ("infraction", "Infração"),
    "term": ("term", "Prazo"),
    "finding": ("check", "Verificação"),
    "licence": ("licence", "Licença ou laudo"),
    "price": ("service", "Serviço"),
    "release": ("purpose", "Para quê"),
    "document": ("document", "Documento"),
}
SPECIES = (
    *("dog", "cat", "poultry", "sheep", "goat", "pig", "cattle", "horse", "donkey", "mule", "buffalo"),
    *("ostrich", "rabbit"),
)
ROWS = 3


@dataclass(frozen=True)
class Spec:
    """One fact as the page asks for it. `kind`: bool, int, decimal, date, datetime, choice, codes or animals."""

    name: str
    kind: str
    label: str
    default: Any = None
    required: bool = False
    choices: tuple[tuple[str, str], ...] = ()
    help: str = ""


@dataclass(frozen=True)
class Outcome:
    """The answer in words: a sentence, the details, and the steps with their articles; or why there is none."""

    sentence: str = ""
    lines: tuple[tuple[str, Any], ...] = ()
    basis: tuple[dict, ...] = ()
    error: str = ""


def laws() -> list[tuple[str, str]]:
    """Every law of the installation: its code, and municipality with the law's name."""
    found = [
        (key, f"{rules.header.municipality}/{rules.header.uf} – {rules.header.short_title}")
        for key, rules in all_rulesets().items()
    ]
    return sorted(found, key=lambda row: row[1])


def ruleset_of(key: str) -> Ruleset | None:
    return all_rulesets().get(key)


def questions_of(rules: Ruleset) -> list[tuple[str, str]]:
    """The questions that this law answers, in everyday words."""
    absent = {
        "household": rules.household is None,
        "licence": not rules.licences,
        "bill": rules.bill is None,
        "destinations": rules.destinations is None,
        "size": not rules.sizes,
        "price": not rules.prices,
        "release": not rules.checklists,
        "document": not rules.documents,
        "finding": not rules.checks,
        "convert": not rules.index_date_reading,
    }
    return [(code, label) for code, label in QUESTIONS.items() if not absent.get(code)]


def subjects_of(rules: Ruleset, question: str) -> list[tuple[str, str]]:
    """About what the question may be asked (an infraction, a term, a service); empty when it needs nothing."""
    tables = {
        "sanction": rules.infractions,
        "term": rules.terms,
        "finding": rules.checks,
        "licence": rules.licences,
        "price": rules.prices,
        "release": rules.checklists,
        "document": rules.documents,
    }
    return [(code, _named(row)) for code, row in tables.get(question, {}).items()]


def _named(row) -> str:
    label = row.label[:1].upper() + row.label[1:]
    return f"{label} ({row.article})" if row.article else label


def specs_of(rules: Ruleset, question: str, subject: str) -> list[Spec]:
    """The facts that a question takes under a law, in the order in which they are asked."""
    makers = {
        "sanction": _sanction,
        "term": _term,
        "finding": lambda rules, code: _facts(rules, rules.checks[code].facts),
        "household": _household,
        "licence": lambda rules, code: [
            Spec("requested_on", "date", "Dia do pedido"),
            Spec("issued_on", "date", "Dia da concessão"),
        ],
        "price": _price,
        "bill": _bill,
        "release": _release,
        "destinations": _destinations,
        "document": _document,
        "size": lambda rules, code: [
            Spec("species", "choice", "Espécie", required=True, choices=_species(rules))
        ],
        "convert": _convert,
        "in_force": lambda rules, code: [Spec("on", "date", "Dia", required=True)],
    }
    return makers[question](rules, subject)


def _species(rules) -> tuple[tuple[str, str], ...]:
    return tuple(
        (code, rules.label(code) if rules.label(code) != code else "outra espécie") for code in SPECIES
    )


def _facts(rules, facts: tuple[Fact, ...]) -> list[Spec]:
    """Facts that the ruleset declares, as it labels them."""
    found = []
    for fact in facts:
        kind = "choice" if fact.kind == "species" else fact.kind
        choices = _species(rules) if fact.kind == "species" else ()
        if fact.choices:
            choices = tuple((str(option.value), option.label) for option in fact.choices)
        label = fact.label[:1].upper() + fact.label[1:]
        found.append(Spec(fact.name, kind, label, fact.default, fact.required, choices))
    return found


def _sanction(rules, subject) -> list[Spec]:
    infraction = rules.infractions[subject]
    kinds = tuple((code, rules.label(code)) for code in ("natural_person", "legal_person"))
    found = [
        Spec("fact_on", "date", "Dia do fato"),
        Spec("animals", "int", "Animais", 1),
        Spec("offender", "choice", "Quem responde é", "natural_person", choices=kinds),
        Spec("priors", "int", "Penalidades anteriores pela mesma infração", 0),
        Spec("other_priors", "int", "Penalidades anteriores por outras infrações desta lei", 0),
    ]
    if rules.gravity_mode != "none":
        classes = tuple((row.code, row.label) for row in rules.gravities.values())
        found.append(Spec("gravity", "choice", "Gravidade", choices=classes))
    for kind, label in (("aggravating", "Agravantes"), ("mitigating", "Atenuantes")):
        rows = tuple((row.code, row.label) for row in rules.circumstances.values() if row.kind == kind)
        if rows:
            found.append(Spec(kind, "codes", label, choices=rows))
    if infraction.intimation is not None:
        found += [
            Spec("intimated_on", "date", "Ciência da intimação"),
            Spec("days", "int", "Prazo dado, em dias", help=infraction.intimation.label),
            Spec("checked_on", "date", "Dia do retorno"),
            Spec("cured", "bool", "A irregularidade foi sanada", False),
        ]
    return found


def _term(rules, subject) -> list[Spec]:
    term = rules.terms[subject]
    shapes = [shape for version in term.versions for _, shape in version.value.options]
    found = []
    if not term.from_publication:
        found.append(Spec("start", "date", f"Começo: {term.start_label}", required=True))
    if term.offered_by == "infraction":
        rows = [row for row in rules.infractions.values() if row.intimation is not None]
        found.append(
            Spec("infraction", "choice", "Infração", choices=tuple((row.code, _named(row)) for row in rows))
        )
    if term.offered_by or any(shape.length_from == "given" for shape in shapes):
        found.append(Spec("days", "int", "Prazo escolhido, em dias"))
    return [*found, Spec("acted_on", "date", "Dia em que a pessoa agiu")]


def _household(rules, subject) -> list[Spec]:
    rows = Spec(
        "animals", "animals", "Animais da casa", required=True, choices=_species(rules), help="born_on"
    )
    return [rows, Spec("on", "date", "Dia da contagem"), *_facts(rules, rules.household.facts)]


def _price(rules, subject) -> list[Spec]:
    return [Spec("quantity", "int", "Quantidade", 1), *_facts(rules, rules.prices[subject].facts)]


def _bill(rules, subject) -> list[Spec]:
    bill = rules.bill
    needed = bill.times == "required"
    found = [
        Spec(
            "animals",
            "animals",
            "Animais",
            required=True,
            choices=_species(rules),
            help="size" if bill.sized else "",
        ),
        Spec("seized_at", "datetime", "Apreendido em", required=needed),
        Spec("redeemed_at", "datetime", "Resgatado em", required=needed),
        *_facts(rules, bill.facts),
    ]
    found += [Spec(f"expense_{row.code}", "decimal", f"{row.label} (R$)") for row in bill.expenses]
    if bill.expenses:
        found.append(Spec("index_value", "decimal", f"Valor de uma {rules.unit} em reais"))
    return found


def _release(rules, subject) -> list[Spec]:
    checklist = rules.checklists[subject]
    needs = tuple((row.code, row.label or rules.label(row.code)) for row in checklist.needs)
    return [
        *_facts(rules, checklist.facts),
        Spec("provided", "codes", "O que já foi apresentado", choices=needs),
    ]


def _destinations(rules, subject) -> list[Spec]:
    found = [Spec("seized_on", "date", "Apreendido em", required=True), Spec("on", "date", "Dia da decisão")]
    return found + _facts(rules, rules.destinations.facts)


def _document(rules, subject) -> list[Spec]:
    document = rules.documents[subject]
    fields = tuple((row.code, row.label) for row in document.fields)
    return [*_facts(rules, document.facts), Spec("provided", "codes", "Campos preenchidos", choices=fields)]


def _convert(rules, subject) -> list[Spec]:
    return [
        Spec("quantity", "decimal", f"Quantidade de {rules.unit}", required=True),
        Spec("index_value", "decimal", f"Valor de uma {rules.unit} em reais", required=True),
    ]


def reading_specs(rules: Ruleset) -> list[Spec]:
    """The readings that may be tried; left empty, the law's default reading holds."""
    found = []
    for reading in rules.readings.values():
        help_text = f"{reading.article}. {reading.why}"
        if reading.options:
            choices = tuple((str(option.value), option.label) for option in reading.options)
            found.append(Spec(reading.key, "choice", reading.label, choices=choices, help=help_text))
        elif reading.kind in ("date", "int", "decimal"):
            found.append(Spec(reading.key, reading.kind, reading.label, help=help_text))
    return found


def reading_values(rules: Ruleset, typed: dict[str, Any]) -> dict[str, Any]:
    """The readings chosen on the page, in the types of the ruleset; empty ones are left out."""
    found = {}
    for key, value in typed.items():
        if value in (None, ""):
            continue
        options = rules.readings[key].options
        match = next((option.value for option in options if str(option.value) == str(value)), value)
        found[key] = match.isoformat() if isinstance(match, date) else match
    return found


def ask(
    rules: Ruleset,
    question: str,
    given: dict[str, Any],
    *,
    readings: dict[str, Any],
    own_holidays: list[date],
    official: bool,
) -> Outcome:
    """Asks the law. `official` counts national and state holidays; `own_holidays` are added to them.

    What the law refuses to answer comes back as a sentence.
    """
    days = dict(official_days(rules.header.uf)) if official else {}
    days.update(dict.fromkeys(own_holidays, ""))
    asked = {key: value for key, value in given.items() if value not in (None, "")} | {"readings": readings}
    if question == "convert":
        asked["amount"] = {"amount": asked.pop("quantity"), "unit": rules.unit}
    expenses = {
        key.removeprefix("expense_"): value for key, value in asked.items() if key.startswith("expense_")
    }
    asked = {key: value for key, value in asked.items() if not key.startswith("expense_")}
    if expenses:
        asked["expenses"] = {key: {"amount": value, "unit": "BRL"} for key, value in expenses.items()}
    try:
        found = answer(rules, question, asked, calendar=Calendar(days))
        basis = tuple(found["basis"])
    except LawError as error:
        return Outcome(error=_explained(rules, question, error))
    sentence = wording.sentence_of(rules, question, found)
    return Outcome(sentence, wording.lines_of(rules, found), basis)


def _explained(rules, question, error: LawError) -> str:
    """The refusal, naming the missing fact as the page names it."""
    fact = error.details.get("fact")
    labels = {spec.name: spec.label for subject in _any_subject(rules, question) for spec in subject}
    if fact in labels and error.code == "value_unknown":
        return f"Para responder, falta informar: {labels[fact]}."
    return error.message


def _any_subject(rules, question):
    subjects = subjects_of(rules, question) or [("", "")]
    return [specs_of(rules, question, code) for code, _ in subjects]
