"""The boxes of the depósito: who is where, a box entered or corrected, an animal moved."""

from django.contrib import messages
from django.db.models import Prefetch
from django.shortcuts import get_object_or_404, redirect, render

from impound.forms.boxes import BoxForm, MoveForm
from impound.models import Box, BoxStay, SeizedAnimal
from impound.services import boxes
from zoonoses.documents.refusals import Refusal
from zoonoses.municipalities import clock
from zoonoses.municipalities.access import FIELD, access, staff
from zoonoses.municipalities.models import Role
from zoonoses.municipalities.paging import page_of

KEEPERS = (Role.VET, Role.MANAGER)
FILTERS = (
    ("", "Em uso"),
    ("com-vaga", "Com vaga"),
    ("quarentena", "Quarentena"),
    ("observacao", "Observação"),
    ("fora-de-uso", "Fora de uso"),
)


@staff
def box_list(request):
    """Each box with its places and who is inside; and the animals that are in none."""
    town = request.municipality
    situation = request.GET.get("situacao", "")
    stays = BoxStay.objects.current().select_related("custody__animal").order_by("pk")
    rows = boxes.listed(town, situation).prefetch_related(Prefetch("stays", stays, to_attr="inside"))
    page = page_of(rows, request.GET.get("page", 1))
    nowhere = boxes.without_box(town)
    context = {
        "page": page,
        "chips": [
            {"label": label, "url": f"?situacao={value}" if value else "?", "active": value == situation}
            for value, label in FILTERS
        ],
        "nowhere": nowhere.select_related("animal")[:25],
        "nowhere_count": nowhere.count(),
        "may_keep": request.membership.role in KEEPERS,
        "may_move": request.membership.role in FIELD | {Role.CLERK},
    }
    return render(request, "impound/boxes_list.html", context)


@access(*KEEPERS)
def box_new(request):
    """A new box."""
    return _box(request, None)


@access(*KEEPERS)
def box_edit(request, pk):
    """Corrects a box, or takes it out of use."""
    return _box(request, get_object_or_404(Box.objects.of(request.municipality), pk=pk))


def _box(request, box):
    form = BoxForm(request.POST or None, instance=box)
    context = {"form": form, "box": box, "refusal": None}
    if request.method != "POST":
        return render(request, "impound/boxes_form.html", context)
    if not form.is_valid():
        return render(request, "impound/boxes_form.html", context, status=422)
    try:
        saved = boxes.save_box(municipality=request.municipality, values=form.cleaned_data, box=box)
    except Refusal as refusal:
        return render(request, "impound/boxes_form.html", context | {"refusal": refusal}, status=409)
    messages.success(request, f"{saved}: {boxes.occupation(saved.stays.current().count(), saved.capacity)}.")
    return redirect("impound:boxes")


@access(Role.AGENT, Role.VET, Role.CLERK, Role.MANAGER)
def box_move(request, pk):
    """Puts an animal in a box or moves it; each box says why not, when not."""
    rows = SeizedAnimal.objects.of(request.municipality).select_related("animal", "municipality", "exit")
    custody = get_object_or_404(rows, pk=pk)
    stay = custody.stays.current().select_related("box").first()
    form = MoveForm(request.POST or None, municipality=request.municipality, needs_reason=stay is not None)
    status, refusal = 200, None
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                done = boxes.allocate(
                    custody=custody,
                    box=form.cleaned_data["box"],
                    reason=form.cleaned_data["reason"],
                    at=clock.now(request.municipality),
                    by=request.membership,
                )
                messages.success(request, f"Nº {custody.full_number}: {done.box}.")
                return redirect("impound:boxes")
            except Refusal as found:
                status, refusal = 409, found
    context = {"custody": custody, "stay": stay, "form": form, "refusal": refusal}
    context["choices"], context["law_refusal"] = _choices(custody)
    return render(request, "impound/boxes_move.html", context, status=status)


def _choices(custody):
    """The boxes with why not, or why the law cannot be asked at all."""
    try:
        return boxes.choices(custody), None
    except Refusal as refusal:
        return [], refusal
