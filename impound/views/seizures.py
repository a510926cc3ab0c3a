"""The seizures of the municipality: the list, and the page of each."""

from django.db.models import Count, Q
from django.shortcuts import get_object_or_404, render
from django.urls import reverse

from impound.models import SeizedAnimal, Seizure, Summons
from impound.services import seized
from impound.services.seizure_columns import COLUMNS
from zoonoses.documents.downloads import list_file
from zoonoses.documents.services import trail
from zoonoses.municipalities import clock
from zoonoses.municipalities.access import FIELD, staff
from zoonoses.municipalities.models import Role
from zoonoses.municipalities.paging import page_of

COUNTER = FIELD | {Role.CLERK}


@staff
def seizure_list(request):
    """All seizures, the latest first; or those with animals still in custody."""
    town = request.municipality
    situation = request.GET.get("situacao", "")
    rows = Seizure.objects.of(town).annotate(
        lot=Count("animals", distinct=True),
        inside=Count("animals", filter=Q(animals__exit=None), distinct=True),
    )
    if situation == "no-deposito":
        rows = rows.filter(inside__gt=0)
    rows = rows.select_related("act__document__annulment", "act__author__user", "owner").recent_first()
    file = list_file(request, rows, COLUMNS, name="apreensões", seen=lambda row: [row.owner])
    if file is not None:
        return file
    page = page_of(rows, request.GET.get("page", 1))
    trail.looked(request.membership, clock.now(town), "apreensões", *[row.owner for row in page])
    chips = [
        {"label": label, "url": f"?situacao={value}" if value else "?", "active": value == situation}
        for value, label in (("", "Todas"), ("no-deposito", "Com animais no depósito"))
    ]
    context = {"page": page, "rows": [_row(row) for row in page], "chips": chips}
    context["may_seize"] = request.membership.role in FIELD
    return render(request, "impound/seizing_list.html", context)


def _row(row):
    document = row.act.document
    animals = "1 animal" if row.lot == 1 else f"{row.lot} animais"
    annulled = document is not None and hasattr(document, "annulment")
    return {
        "url": reverse("impound:seizure", args=[row.pk]),
        "title": f"{document or 'Apreensão'} · {row.owner.name if row.owner else 'proprietário não identificado'}",
        "subtitle": f"{row.act.on:%d/%m/%Y} · {row.address_line or 'local não informado'}",
        "next": animals,
        "done": "" if row.inside else "nenhum no depósito",
        "tag": "termo anulado" if annulled else f"{row.inside} no depósito" if row.inside else "",
    }


@staff
def seizure(request, pk):
    """One seizure: its paper, its animals and where each is, what the law says next, and who was called."""
    rows = Seizure.objects.of(request.municipality).select_related(
        "act__case__municipality", "act__document__annulment", "act__author__user", "act__recorded_by__user",
        "inspection__act__document", "complaint__act__document", "visit", "owner",
        "measure__act__document", "measure__notice__act__document",
    )  # fmt: skip
    row = get_object_or_404(rows, pk=pk)
    animals = SeizedAnimal.objects.filter(seizure=row).select_related("animal__tutor", "exit", "municipality")
    animals = list(animals.prefetch_related("photos", "stays__box").order_by("entry_number"))
    for animal in animals:
        animal.stay = next((stay for stay in animal.stays.all() if stay.left_at is None), None)
    calls = Summons.objects.filter(seizure=row).select_related("act__document__annulment", "tutor")
    calls = list(calls.prefetch_related("act__acknowledgements", "animals").order_by("act__at", "pk"))
    now = clock.now(request.municipality)
    people = [row.owner, *(animal.animal.tutor for animal in animals), *(call.tutor for call in calls)]
    trail.looked(request.membership, now, "apreensão", *dict.fromkeys(people))
    lines, refusal = seized.lines_of(row, animals)
    role = request.membership.role
    context = {
        "seizure": row,
        "animals": animals,
        "calls": calls,
        "lines": lines,
        "refusal": refusal,
        "findings": list(row.visit.findings.all()) if row.visit else [],
        "draft_clear": request.GET.get("rascunho", ""),
        "may_act": role in COUNTER,
        "must_call": seized.must_call(row, animals, calls),
        "may_notice": role in FIELD and row.visit is not None,
    }
    return render(request, "impound/seizing.html", context)
