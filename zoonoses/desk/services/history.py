"""Everything that happened to a person, to an animal, or at an address, in one timeline: acts, RGAs, doses, licences.

One query finds which rows stand on a page, whatever their kind; then each kind is read once. Nothing is counted.
"""

from collections.abc import Callable
from dataclasses import dataclass

from django.db.models import CharField, F, Q, QuerySet, Value
from django.db.models.functions import TruncDate
from django.urls import reverse

from registry.models import (
    AnimalFact,
    CastrationRequest,
    LicenceRequest,
    Rga,
    Tutor,
    TutorAddress,
    TutorMerge,
    Vaccination,
)
from registry.querysets import group_of
from registry.text import address_key
from zoonoses.desk.services import depot
from zoonoses.desk.services.cases import is_void, note_of
from zoonoses.documents.models import Act
from zoonoses.municipalities.paging import Page

PAGE_SIZE = 25
PEOPLE_SHOWN = 25
ACT_ROWS = (
    "author__user", "document__annulment", "inspection", "complaint", "intimation", "notice",
    "acknowledgement__of_act__document", "service_attempt__of_act__document", "service_edital", "annulment__document",
    "extension", "guidance", *depot.JOINS,
)  # fmt: skip


@dataclass(frozen=True)
class Source:
    """One kind of row of the timeline: which rows, the column or expression of their day, and how one is told."""

    rows: QuerySet
    day: str | TruncDate
    tell: Callable


def of_person(tutor, number=1) -> Page:
    """The timeline of a person, of every record merged with theirs, the latest first."""
    group = group_of(tutor)
    through = ("inspection__tutor", "complaint__accused", "intimation__tutor", "notice__offender")
    acts = Q()
    for name in through:
        acts |= Q(**{f"{name}__in": group})
    # What rests on them: the ciência, or what was tried for it, of an intimação or of an auto of this person.
    for name in ("intimation__tutor", "notice__offender"):
        for told in ("acknowledgement", "service_attempt", "service_edital"):
            acts |= Q(**{f"{told}__of_act__{name}__in": group})
    mine = Q(animal__tutor__in=group)
    sources = {
        **_sources(acts, mine, Q(holder__in=group)),
        "fact": Source(
            AnimalFact.objects.filter(mine | Q(from_tutor__in=group) | Q(to_tutor__in=group)), "on", _fact
        ),
        "merge": Source(TutorMerge.objects.filter(merged__in=group), TruncDate("merged_at"), _merge),
        "custody": Source(depot.acts_of_people(group), "on", _act),
        **{code: Source(*row) for code, row in depot.rows_of_people(group).items()},
    }
    return _page(sources, number)


def of_animal(animal, number=1) -> Page:
    """The timeline of an animal, the latest first: in the registry, in visits, and in the depósito."""
    own = Q(animal=animal)
    sources = {
        **_sources(Q(inspection__animals=animal), own, Q(pk=None)),
        "fact": Source(AnimalFact.objects.filter(own), "on", _fact),
        "custody": Source(depot.acts_of_animal(animal), "on", _act),
    }
    return _page(sources, number)


def key_of(place) -> str:
    """The key of an address typed in a form or stored in a row, given as a mapping."""
    return address_key(place.get("street", ""), place.get("number", ""), place.get("district", ""))


def at_key(key, prefix="") -> Q:
    """Rows whose address is this one; an address typed without its district is that of every district."""
    name = f"{prefix}address_key"
    return Q(**{name: key}) | Q(**{f"{name}__startswith": f"{key} "})


def of_address(municipality, key, number=1) -> Page:
    """The timeline of an address: visits and complaints there, what followed from them, and the animals kept there."""
    through = ("inspection__", "complaint__", "intimation__inspection__", "notice__inspection__")
    acts = Q()
    for name in through:
        acts |= at_key(key, name)
    people = Q(animal__tutor__in=people_at(municipality, key).values("pk"))
    sources = {
        **_sources(acts & Q(case__municipality=municipality), people, at_key(key) & _in(municipality)),
        "fact": Source(AnimalFact.objects.filter(people), "on", _fact),
        "custody": Source(depot.acts_at(municipality, lambda prefix: at_key(key, prefix)), "on", _act),
    }
    return _page(sources, number)


def _in(municipality):
    return Q(municipality=municipality)


def people_at(municipality, key):
    """Records with this address, as the first one or as a further one."""
    others = TutorAddress.objects.filter(at_key(key), tutor__municipality=municipality).order_by()
    rows = Tutor.objects.of(municipality).filter(at_key(key) | Q(pk__in=others.values("tutor")))
    return rows.order_by("name_key", "pk")


def heads_at(municipality, key) -> list[Tutor]:
    """The people of an address, as they stand today, each once."""
    rows = people_at(municipality, key).select_related("merged_into")[:PEOPLE_SHOWN]
    return list(dict.fromkeys(row.merged_into or row for row in rows))


def _sources(acts, animals, licences) -> dict[str, Source]:
    return {
        "act": Source(Act.objects.filter(acts), "on", _act),
        "rga": Source(Rga.objects.filter(animals), "registered_on", _rga),
        "dose": Source(Vaccination.objects.filter(animals), "on", _dose),
        "licence": Source(LicenceRequest.objects.filter(licences), "requested_on", _licence),
        "castration": Source(
            CastrationRequest.objects.filter(animals), TruncDate("requested_at"), _castration
        ),
    }


def _page(sources, number) -> Page:
    """One page of all the sources together: a union in the database, then one query for each kind on the page."""
    text = str(number)
    number = max(int(text), 1) if text.isascii() and text.isdigit() and len(text) < 7 else 1
    parts = [
        source.rows.order_by()
        .annotate(
            source=Value(code, output_field=CharField()),
            ref=F("pk"),
            day=source.day if isinstance(source.day, TruncDate) else F(source.day),
        )
        .values_list("source", "ref", "day")
        for code, source in sources.items()
    ]
    union = parts[0].union(*parts[1:]).order_by("-day", "source", "-ref")
    start = (number - 1) * PAGE_SIZE
    found = list(union[start : start + PAGE_SIZE + 1])
    shown = found[:PAGE_SIZE]
    entries = {}
    for code, source in sources.items():
        pks = [ref for kind, ref, _ in shown if kind == code]
        rows = _with_relations(source.rows.model, pks)
        entries.update({(code, row.pk): source.tell(row) for row in rows})
    lines = [entries[kind, ref] for kind, ref, _ in shown if (kind, ref) in entries]
    return Page(lines, number, len(found) > PAGE_SIZE)


RELATIONS = {
    Act: ACT_ROWS,
    AnimalFact: ("animal", "recorded_by__user", "from_tutor", "to_tutor"),
    Rga: ("animal", "registered_by__user"),
    Vaccination: ("animal", "recorded_by__user"),
    LicenceRequest: ("document", "requested_by__user"),
    CastrationRequest: ("animal", "requested_by__user"),
    TutorMerge: ("kept", "merged", "merged_by__user"),
    **depot.RELATIONS,
}


def _with_relations(model, pks):
    rows = model._base_manager.filter(pk__in=pks).select_related(*RELATIONS[model])
    return rows.prefetch_related(*depot.PREFETCH) if model is Act else rows


def _act(act) -> dict:
    pages = {
        "inspection": "inspections:inspection",
        "complaint": "inspections:complaint",
        "intimation": "inspections:intimation",
        "notice": "fines:notice",
    }
    own = next((name for name in pages if hasattr(act, name)), None)
    if own:
        url = reverse(pages[own], args=[getattr(act, own).pk])
    else:
        url = depot.page_of(act) or reverse("desk:case", args=[act.case_id])
    placed = getattr(act, own or "seizure", None)
    place = getattr(placed, "address_line", "")
    return {
        "title": str(act.document) if act.document else act.get_kind_display().capitalize(),
        "at": act.at,
        "by": act.by_whom,
        "note": " · ".join(filter(None, (place, note_of(act)))),
        **({"copy": depot.note_of(act, names=False)} if depot.page_of(act) else {}),
        "void": is_void(act),
        "url": url,
    }


def _animal(row, title, on, by, note="", void=False) -> dict:
    return {
        "title": f"{row.animal} ({row.animal.species_label}): {title}",
        "on": on,
        "by": by.user.name,
        "note": note,
        "void": void,
        "url": reverse("registry:animal", args=[row.animal_id]),
    }


def _fact(fact) -> dict:
    moved = " → ".join(person.name for person in (fact.from_tutor, fact.to_tutor) if person)
    note = " · ".join(filter(None, (moved, fact.cause, fact.notes)))
    return _animal(fact, fact.get_kind_display(), fact.on, fact.recorded_by, note)


def _rga(rga) -> dict:
    return _animal(rga, str(rga), rga.registered_on, rga.registered_by)


def _dose(dose) -> dict:
    void = dose.voided_on is not None
    return _animal(dose, "vacinação", dose.on, dose.recorded_by, dose.product_name, void)


def _castration(request) -> dict:
    entry = _animal(request, "pedido de castração", None, request.requested_by)
    return {**entry, "at": request.requested_at}


def _licence(request) -> dict:
    return {
        "title": str(request.document or "Pedido de licença"),
        "on": request.requested_on,
        "by": request.requested_by.user.name,
        "note": request.address_line,
        "url": reverse("registry:licence", args=[request.pk]),
    }


def _merge(merge) -> dict:
    return {
        "title": f"Cadastro de {merge.merged.name} unificado ao de {merge.kept.name}",
        "at": merge.merged_at,
        "by": merge.merged_by.user.name,
        "note": merge.reason,
        "url": "",
    }
