"""Households: how many dogs and cats live at an address, and what the law says of the number."""

from django.db.models import Count, Min
from django.shortcuts import get_object_or_404, render
from django.urls import reverse

from registry.models import Animal, HouseholdReduction, Tutor
from registry.services import households, licences, reductions
from registry.views.people import WRITERS
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import trail
from zoonoses.municipalities import clock
from zoonoses.municipalities.access import access
from zoonoses.municipalities.lawbook import Lawbook
from zoonoses.municipalities.models import Role
from zoonoses.municipalities.paging import page_of

FIELD = (Role.AGENT, Role.VET, Role.MANAGER)


@access(*WRITERS)
def household_list(request):
    """Addresses by number of living dogs and cats; at first those above the law's common limit."""
    town = request.municipality
    try:
        answer, refusal = licences.household_answer(Lawbook(town, clock.today(town)), ""), None
    except Refusal as found:
        answer, refusal = None, found
    limit = answer["limit"] if answer else None
    every = limit is None or request.GET.get("todos") == "1"
    page = page_of(_addresses(town, None if every else limit), request.GET.get("page", 1))
    people = Tutor.objects.in_bulk([row["person"] for row in page])
    trail.looked(request.membership, clock.now(town), "domicílios", *people.values())
    chips = [
        {"label": f"Mais de {limit} animais", "url": "?", "active": not every},
        {"label": "Todos os endereços", "url": "?todos=1", "active": every},
    ]
    context = {
        "page": page,
        "rows": [_row(row, people) for row in page],
        "chips": chips if limit is not None else [],
        "limit": limit,
        "refusal": refusal,
        "basis": answer["basis"] if answer else [],
    }
    return render(request, "registry/households.html", context)


def _addresses(town, limit):
    rows = Animal.objects.of(town).filter(
        species__in=households.COUNTED, died_on=None, kept_at="", tutor__merged_into=None
    )
    rows = rows.exclude(tutor=None).exclude(tutor__address_key="").order_by()
    rows = rows.values("tutor__address_key").annotate(animals=Count("pk"), person=Min("tutor"))
    if limit is not None:
        rows = rows.filter(animals__gt=limit)
    return rows.order_by("-animals", "tutor__address_key")


def _row(row, people):
    person = people[row["person"]]
    return {
        "url": reverse("registry:household", args=[person.pk]),
        "title": person.address_line,
        "subtitle": person.name,
        "next": f"{row['animals']} {'cão ou gato' if row['animals'] == 1 else 'cães e gatos'}",
    }


@access(*WRITERS)
def household(request, pk):
    """The home of a person: every dog and cat of the address, whoever answers for it, against the law's limit."""
    town = request.municipality
    person = get_object_or_404(Tutor.objects.of(town), pk=pk)
    on = clock.today(town)
    key = person.address_key
    animals = households.animals_at(municipality=town, address_key=key, on=on)
    refusal = answer = None
    try:
        answer = licences.household_answer(Lawbook(town, on), key)
    except Refusal as found:
        refusal = found
    trail.looked(request.membership, clock.now(town), "domicílio", *{person, *(a.tutor for a in animals)})
    context = {
        "tutor": person,
        "animals": animals,
        "answer": answer,
        "refusal": refusal,
        "licences": licences.at_address(municipality=town, key=key),
        "reduces": reductions.article_of(Lawbook(town, on)) is not None,
        "reductions": HouseholdReduction.objects.of(town).filter(address_key=key) if key else [],
        "may_reduce": request.membership.role in FIELD,
    }
    context["infraction"] = licences.label_on(Lawbook(town, on), answer["infraction"]) if answer else ""
    return render(request, "registry/household.html", context)
