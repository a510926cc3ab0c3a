"""Letters to the tutors of animals that must be vaccinated: ordered from the overdue list, drawn by the worker."""

from collections import defaultdict
from collections.abc import Sequence
from decimal import Decimal

from django.db.models import Q
from django.template.loader import render_to_string

from registry.documents.identity import owner_of
from registry.documents.letters import letter
from registry.models import BatchRow, PrintBatch
from registry.services import printing
from registry.services.overdue import EXPIRED, NEVER, latest_dose, overdue
from registry.services.rga import price
from zoonoses.documents import glyphs, rendering
from zoonoses.documents.refusals import Refusal
from zoonoses.law import LawError
from zoonoses.municipalities import clock
from zoonoses.municipalities.lawbook import Lawbook
from zoonoses.municipalities.templatetags import br

TEMPLATE, SHEET = "documents/letters.html", "letters.css"
CHUNK = 50
DUTY = "rabies_vaccination_missing"


def one_per_tutor(rows) -> list[int]:
    """The first animal of each person of a list of `overdue`, in the list's order; those without tutor stay apart."""
    first: dict[object, int] = {}
    for pk, tutor, head in rows.prefetch_related(None).values_list("pk", "tutor_id", "tutor__merged_into_id"):
        first.setdefault(head or tutor or f"animal {pk}", pk)
    return list(first.values())


def order_letters(*, municipality, rows, at, by, key) -> PrintBatch:
    """A batch with one letter to each person of an overdue list. Raises `Refusal` when nobody is on it, or too many."""
    return printing.order(
        municipality=municipality,
        kind=PrintBatch.Kind.LETTERS,
        at=at,
        by=by,
        key=key,
        animals=one_per_tutor(rows),
    )


def draw_letters(batch: PrintBatch, rows: Sequence[BatchRow]) -> printing.Drawn:
    """Letters of a chunk: each lists every animal of the person that must be vaccinated on the day of the request."""
    town = batch.municipality
    on = clock.local(town, batch.requested_at).date()
    article, paid = _duty(town, on), _price(town, on)
    animals = _animals_of_people(town, on, rows)
    drawn, faults = [], {}
    for row in rows:
        try:
            tutor = _reachable(row)
            due = animals[tutor.pk]
            if not due:
                raise Refusal("not_overdue", f"{row.animal}: já não há vacina vencida.")
            made = letter(
                municipality=town,
                tutor=tutor,
                animals=due,
                on=on,
                article=article,
                price=paid,
                number=row.position,
            )
            drawn.append(glyphs.clean(made))
        except Refusal as refusal:
            faults[row.pk] = refusal.sentence
    if not drawn:
        return printing.Drawn(None, faults)
    html = render_to_string(TEMPLATE, {"letters": drawn})
    return printing.Drawn(rendering.draw_batch(html, images={}, sheet=SHEET), faults)


def _reachable(row):
    tutor = owner_of(row.animal)
    if tutor is None:
        raise Refusal("no_tutor", f"{row.animal}: sem tutor conhecido.")
    if not tutor.street:
        raise Refusal("no_address", f"{tutor.name}: sem endereço no cadastro.")
    return tutor


def _animals_of_people(municipality, on, rows) -> dict[int, list]:
    """Overdue animals of the people of a chunk, by the person who answers for them."""
    people = {owner.pk for row in rows if (owner := owner_of(row.animal)) is not None}
    found = defaultdict(list)
    for kind in (EXPIRED, NEVER):
        listed = overdue(municipality=municipality, on=on, kind=kind)
        listed = listed.filter(Q(tutor__in=people) | Q(tutor__merged_into__in=people))
        for animal in listed.select_related("tutor__merged_into", "rga"):
            found[owner_of(animal).pk].append((animal, latest_dose(animal)))
    return found


def _duty(municipality, on) -> str:
    """The law and the article that make people vaccinate; "" where the law has no such rule."""
    try:
        law = Lawbook(municipality, on).ruleset
    except LawError:
        return ""
    rule = law.infractions.get(DUTY)
    return f"{rule.article}, {law.header.short_title}" if rule else ""


def _price(municipality, on) -> str:
    """What the agency asks for the vaccine, with its article; "" where the law says nothing."""
    owed = price(municipality=municipality, on=on, service="rabies_vaccination")
    if owed.amount is None:
        return ""
    if owed.amount == Decimal(0):
        return f"A vacina contra a raiva neste órgão é gratuita ({owed.article})."
    return f"A vacina contra a raiva neste órgão custa {br.money(owed.amount)} ({owed.article})."


printing.register_drawer(PrintBatch.Kind.LETTERS, draw_letters, chunk=CHUNK)
