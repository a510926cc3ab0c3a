"""The page of an animal in custody, its bill of any day, and the list of the depósito."""

from datetime import date

from django.shortcuts import get_object_or_404, render
from django.urls import reverse

from impound.forms.lists import BillDayForm
from impound.models import SeizedAnimal
from impound.services import bills, custody_list, events, law, losses, overview, state
from impound.services.custody_columns import COLUMNS
from impound.services.custody_list import STATES, Filters
from registry.models import Animal
from zoonoses.documents.downloads import PARAMETER, list_file
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import trail
from zoonoses.municipalities import clock
from zoonoses.municipalities.access import FIELD, staff
from zoonoses.municipalities.lawbook import Shelf
from zoonoses.municipalities.models import Role
from zoonoses.municipalities.paging import page_of

RECORDERS = FIELD | {Role.CLERK}
CAUSE = ("causa", "Causas da apreensão")
# What may be recorded, as the page of `event_new` names it, and the words of its button.
RECORDS = (
    ("exame", "Exame"),
    ("vacina", "Vacina"),
    ("tratamento", "Tratamento"),
    ("despesa", "Despesa"),
    ("observacao", "Observação"),
)
CUSTODY_JOINS = (
    *("municipality", "seizure__act__document", "seizure__act__author__user", "seizure__visit"),
    *("seizure__owner__merged_into", "animal__tutor__merged_into", "animal__rga", "mother"),
    *("exit__act__document", "exit__act__author__user", "exit__receiver"),
)


def custody_of(request, pk) -> SeizedAnimal:
    """An animal of this municipality's depósito, gone or not, or 404."""
    rows = SeizedAnimal.objects.of(request.municipality).select_related(*CUSTODY_JOINS)
    return get_object_or_404(rows.prefetch_related("events__tutor__merged_into"), pk=pk)


@staff
def custody_list_page(request):
    """Depósito: every animal, since when, until when, what it owes today and what may happen next."""
    municipality, now = request.municipality, clock.now(request.municipality)
    filters, shelf = _filters(request), Shelf(municipality)
    rows = custody_list.animals(municipality, filters, now.date(), shelf)
    if request.GET.get(PARAMETER):
        found = custody_list.of_page(municipality, list(custody_list.complete(rows)), now, shelf)
        file = list_file(request, found, COLUMNS, name="depósito", seen=lambda row: [row.owner])
        if file is not None:
            return file
    page = page_of(custody_list.Pages(rows), request.GET.get("page", 1))
    shown = custody_list.of_page(municipality, page.object_list, now, shelf)
    trail.looked(request.membership, now, "depósito", *dict.fromkeys(row.owner for row in shown))
    context = {
        "page": page,
        "rows": shown,
        "filters": filters,
        "chips": _chips(request, filters),
        "species": Animal.Species.choices,
        "may_seize": request.membership.role in FIELD,
        "takes": losses.is_known(shelf, now.date()),
    }
    return render(request, "impound/custody_list.html", context)


def _filters(request) -> Filters:
    chosen = {name: request.GET.get(name, "")[:40] for name in ("situacao", "especie", "baia", "q")}
    return Filters(
        state=chosen["situacao"] if chosen["situacao"] in STATES else custody_list.INSIDE,
        species=chosen["especie"] if chosen["especie"] in Animal.Species.values else "",
        box=chosen["baia"],
        text=chosen["q"],
    )


def _chips(request, filters):
    query = request.GET.copy()
    query.pop("page", None)
    found = []
    for code, label in STATES.items():
        query["situacao"] = code
        found.append({"label": label, "url": f"?{query.urlencode()}", "active": code == filters.state})
    return found


@staff
def custody(request, pk):
    """One animal: until when, what it owes today, what may lawfully happen next and why not yet, its history."""
    animal, now = custody_of(request, pk), clock.now(request.municipality)
    context = {"custody": animal, "back_url": reverse("impound:custodies")}
    try:
        view = overview.overview(animal, now)
    except Refusal as refusal:
        return render(request, "impound/custody.html", context | {"refusal": refusal}, status=409)
    trail.looked(request.membership, now, "animal apreendido", *filter(None, (animal, view.owner)))
    may_record = request.membership.role in RECORDERS
    context |= {
        "view": view,
        "history": overview.history(animal),
        "offered": _offered(animal) if may_record else (),
        "may_record": may_record,
        "may_field": request.membership.role in FIELD,
        "may_undo_end": request.membership.role == Role.MANAGER and overview.ended_by_itself(animal),
        "photos": [_photo(photo) for photo in animal.photos.order_by("pk")],
        "young": list(animal.offspring.order_by("pk")),
        "owner_event": state.owner_event(animal),
    }
    return render(request, "impound/custody.html", context)


def _offered(animal):
    """The buttons of the history: nothing is recorded of an animal that has left."""
    if hasattr(animal, "exit"):
        return ()
    return RECORDS if events.cause_rule(animal) is None else (*RECORDS, CAUSE)


def _photo(attachment):
    return {"url": reverse("documents:attachment", args=[attachment.pk]), "caption": "Animal apreendido"}


@staff
def custody_bill(request, pk):
    """What the animal owes on any day, future days too, and on each of the forty days after its seizure."""
    animal, now = custody_of(request, pk), clock.now(request.municipality)
    form = BillDayForm(request.GET if "em" in request.GET else None, custody=animal, today=now.date())
    context = {"custody": animal, "form": form}
    status = 422 if form.is_bound and not form.is_valid() else 200
    try:
        context |= _bill(animal, form.day, now)
    except Refusal as refusal:
        context["refusal"], status = refusal, 409
    trail.looked(request.membership, now, "conta do animal", *filter(None, (context.get("owner"),)))
    return render(request, "impound/custody_bill.html", context, status=status)


def _bill(animal, on: date, now) -> dict:
    lawbook, owner = law.lawbook_of(animal), state.owner_of(animal)
    rules = state.ruleset_of(lawbook)
    found = {"rules": rules, "owner": owner, "on": on, "expenses": state.expenses([animal], on=on)}
    if rules.bill is None:
        return found
    priors = state.priors_of(owner, lawbook=lawbook, custody=animal)
    day = bills.bill_of_day(animal, on, now, lawbook=lawbook, owner=owner, priors=priors)
    charged = state.charged([animal], on=on, lawbook=lawbook)
    table = bills.table(animal, now, lawbook=lawbook, owner=owner)
    return found | {
        "day": day,
        "priors": priors,
        "uncharged": sum(found["expenses"].values()) - sum(charged.values()),
        "table": table,
        "has_reais": any(row.reais for row in table),
    }
