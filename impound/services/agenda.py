"""What the animals in custody of a case wait for: the lines that lists show. No guard reads them.

Animals of one seizure that wait for the same thing until the same day are one line.
"""

from datetime import date

from impound.models import SeizedAnimal
from impound.services import state
from impound.services.events import cause_rule
from impound.services.ways import outlook
from registry.models import BiteObservation
from registry.services import bites
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services.agenda import Line
from zoonoses.municipalities.lawbook import Shelf

TERM, DESTINE, EXAMS, RESULTS, OBSERVED, CAUSE, BLOCKED = (
    *("custody_term", "custody_destine", "custody_exams", "custody_results", "custody_observed"),
    *("custody_cause", "custody_blocked"),
)
SENTENCES = {
    DESTINE: "Destinar",
    EXAMS: "Fazer os exames de entrada",
    RESULTS: "Registrar o resultado do exame",
    OBSERVED: "Encerrar a observação",
    CAUSE: "Verificar se cessaram as causas da apreensão",
}
NUMBERS_SHOWN = 3


def lines_of(case, on: date):
    """The lines of a case on a day."""
    rows = SeizedAnimal.objects.in_custody().filter(seizure__act__case=case)
    rows = rows.select_related(
        "municipality", "seizure__act", "seizure__owner__merged_into", "animal__tutor__merged_into"
    ).prefetch_related("events__tutor__merged_into")
    shelf = Shelf(case.municipality)
    waiting: dict[tuple, list] = {}
    for custody in rows.order_by("pk"):
        lawbook = shelf.book(custody.seized_on)
        for act, sentence, from_on, due_on in _waits(custody, on, lawbook):
            waiting.setdefault((act, custody.seizure_id, sentence, from_on, due_on), []).append(custody)
    for place, ((act, _, sentence, from_on, due_on), animals) in enumerate(waiting.items()):
        yield _line(f"{act}:{animals[0].pk}:{place}", act, sentence, animals, from_on, due_on)


def _waits(custody, on, lawbook):
    """What one animal waits for, as (act, sentence, first day, last day)."""
    try:
        yield from _care(custody, lawbook)
        yield from _term(custody, on, lawbook)
    except Refusal as refusal:
        yield BLOCKED, refusal.sentence, None, None


def _care(custody, lawbook):
    observed = BiteObservation.objects.filter(animal_id=custody.animal_id, outcome="").first()
    if observed is not None:
        yield OBSERVED, SENTENCES[OBSERVED], observed.bitten_on, bites.ends_on(observed)
    missing = {row.code for row in state.quarantine(custody, lawbook=lawbook)}
    pending = {event.code for event in state.pending_exams(custody)}
    if pending:
        yield RESULTS, SENTENCES[RESULTS], custody.seized_on, None
    if missing - pending:
        yield EXAMS, SENTENCES[EXAMS], custody.seized_on, None


def _term(custody, on, lawbook):
    terms = state.terms_of(custody, lawbook=lawbook)
    if terms.refusal is not None:
        yield BLOCKED, terms.refusal.sentence, None, None
        return
    if terms.silent:
        yield DESTINE, "Destinar ou devolver: a lei não fixa prazo", custody.seized_on, None
        return
    if terms.runs_on(on):
        yield TERM, terms.name.capitalize(), custody.seized_on, terms.ends_on
        if cause_rule(custody) is not None and state.cause_ceased(custody) is None:
            yield CAUSE, SENTENCES[CAUSE], custody.seized_on, None
    found = outlook(custody, max(on, state.first_day_after(terms)), lawbook=lawbook)
    names = " ou ".join(way.label for way in found.allowed[:2]) or "sem destinação possível ainda"
    yield DESTINE, f"{SENTENCES[DESTINE]}: {names}", found.starts_on, terms.ceiling_on


def _line(key, act, sentence, animals, from_on, due_on) -> Line:
    seizure, owner = animals[0].seizure, state.owner_of(animals[0])
    return Line(
        key=key,
        next_act=act,
        sentence=f"{sentence} – {_names(animals)}"[:200],
        who=owner.name if owner else "",
        where=seizure.address_line,
        responsible_id=seizure.act.author_id,
        from_on=from_on,
        due_on=due_on,
    )


def _names(animals) -> str:
    """`nº 0012/2026`, `nº 0012/2026, 0013/2026 e mais 4`."""
    numbers = [row.full_number for row in animals[:NUMBERS_SHOWN]]
    more = len(animals) - len(numbers)
    return f"nº {', '.join(numbers)}" + (f" e mais {more}" if more > 0 else "")
