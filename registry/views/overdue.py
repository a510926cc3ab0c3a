"""Who must be vaccinated: by area, as a list, as a file, and as letters."""

from django.contrib import messages
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from registry.forms.campaigns import AreaFilter
from registry.services.exports import Column
from registry.services.letters import order_letters
from registry.services.overdue import EXPIRED, KINDS, areas, latest_dose, overdue
from registry.tasks import print_batch
from registry.views.people import WRITERS
from registry.views.vaccination import sections
from zoonoses.documents.downloads import list_file
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import trail
from zoonoses.documents.services.idempotency import key_of
from zoonoses.municipalities import clock
from zoonoses.municipalities.access import access
from zoonoses.municipalities.paging import page_of
from zoonoses.municipalities.templatetags import br

AREA, KIND, NO_AREA = "area", "lista", "-"


def _tutor(animal):
    return animal.tutor.merged_into or animal.tutor if animal.tutor else None


def _of_dose(animal, name):
    dose = latest_dose(animal)
    return getattr(dose, name) if dose else None


COLUMNS = [
    Column("Bairro", lambda animal: animal.area or ""),
    Column("Tutor", lambda animal: _tutor(animal).name if animal.tutor else ""),
    Column("Endereço", lambda animal: _tutor(animal).address_line if animal.tutor else ""),
    Column("Telefones", lambda animal: ", ".join(br.phone(row.number) for row in _phones(animal))),
    Column("Animal", lambda animal: animal.name),
    Column("Espécie", lambda animal: animal.species_label),
    Column("Nº do RGA", lambda animal: animal.rga.number if hasattr(animal, "rga") else None),
    Column("Última dose", lambda animal: _of_dose(animal, "on")),
    Column("Protegia até", lambda animal: _of_dose(animal, "revaccinate_on")),
]


def _phones(animal):
    return _tutor(animal).phones.all() if animal.tutor else []


def _chosen(data, municipality):
    """The list that the query string (or the hidden fields of a form) asks for; odd values ask for everything."""
    kind = data.get(KIND) if data.get(KIND) in KINDS else EXPIRED
    area = data.get(AREA) or None
    form = AreaFilter(data)
    species = form.cleaned_data["species"] if form.is_valid() else ""
    given = {"municipality": municipality, "on": clock.today(municipality), "kind": kind, "species": species}
    return kind, area, form, overdue(**given, district="" if area == NO_AREA else area), given


@access(*WRITERS)
def overdue_list(request):
    """Areas with how many animals each, then the animals of one area or of all."""
    kind, area, form, rows, given = _chosen(request.GET, request.municipality)
    rows = rows.select_related("tutor__merged_into", "rga")
    rows = rows.prefetch_related("tutor__phones", "tutor__merged_into__phones")
    file = list_file(request, rows, COLUMNS, name=f"vacinas-{kind}", seen=lambda animal: [_tutor(animal)])
    if file is not None:
        return file
    page = page_of(rows, request.GET.get("page", 1))
    for animal in page:
        animal.person, animal.until = _tutor(animal), _of_dose(animal, "revaccinate_on")
    people = {animal.person for animal in page if animal.person}
    trail.looked(request.membership, clock.now(request.municipality), "lista de vacinas vencidas", *people)
    context = {
        "page": page,
        "form": form,
        "kind": kind,
        "area": area,
        "species": given["species"],
        "areas": areas(overdue(**given)),
        "kinds": _kind_chips(kind),
        "sections": sections(request),
        "no_area": NO_AREA,
    }
    return render(request, "registry/overdue.html", context)


def _kind_chips(kind):
    here = reverse("registry:overdue")
    return [
        {"label": label, "url": f"{here}?{KIND}={code}", "active": code == kind}
        for code, label in KINDS.items()
    ]


@access(*WRITERS)
@require_POST
def overdue_letters(request):
    """Orders one letter to each tutor of the list shown, and sends the drawing to the worker."""
    town = request.municipality
    kind, area, _, rows, _ = _chosen(request.POST, town)
    try:
        batch = order_letters(
            municipality=town,
            rows=rows,
            at=clock.now(town),
            by=request.membership,
            key=key_of(request.POST.get("idempotency_key")),
        )
    except Refusal as refusal:
        messages.error(request, refusal.sentence)
        return redirect(f"{reverse('registry:overdue')}?{KIND}={kind}&{AREA}={area or ''}")
    print_batch.enqueue(batch.pk)
    messages.success(request, "Cartas pedidas: o arquivo fica pronto em instantes.")
    return redirect("registry:batch", batch.pk)
