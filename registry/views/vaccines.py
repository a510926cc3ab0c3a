"""Pages of the stock of vaccines: products, lots, losses. A clinic sees its own refrigerator."""

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from registry.forms.vaccination import LossForm, LotForm, ProductForm
from registry.models import VaccineLot, VaccineProduct
from registry.services import vaccines
from registry.services.exports import Column
from registry.views.people import WRITERS
from registry.views.vaccination import VACCINATORS, house_of, sections
from zoonoses.documents.downloads import list_file
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services.idempotency import key_of
from zoonoses.municipalities import clock
from zoonoses.municipalities.access import access
from zoonoses.municipalities.paging import page_of

STATES = {
    "expired": ("vencida", "tag-attention"),
    "empty": ("sem doses", ""),
    "low": ("poucas doses", "tag-attention"),
    "expires_soon": ("vence logo", "tag-info"),
    "": ("", ""),
}
COLUMNS = [
    Column("Vacina", lambda lot: lot.product.name),
    Column("Fabricante", lambda lot: lot.product.maker),
    Column("Partida", lambda lot: lot.number),
    Column("Fabricação", lambda lot: lot.made_on),
    Column("Validade do frasco", lambda lot: lot.expires_on),
    Column("Recebida em", lambda lot: lot.received_on),
    Column("Doses recebidas", lambda lot: lot.doses),
    Column("Doses usadas", lambda lot: lot.used),
    Column("Doses perdidas", lambda lot: lot.lost),
    Column("Doses que restam", lambda lot: lot.remaining),
]


def own_lots(request):
    """Lots of the person's refrigerator: the agency's, or their clinic's."""
    rows = VaccineLot.objects.of(request.municipality).owned_by(house_of(request))
    return rows.with_stock().select_related("product")


@access(*VACCINATORS)
def stock(request):
    """Lots with doses, the first to expire first; `?todas=1` shows the empty ones too."""
    rows = own_lots(request).order_by("expires_on", "number")
    everything = request.GET.get("todas") == "1"
    if not everything:
        rows = rows.filter(remaining__gt=0)
    file = list_file(request, rows, COLUMNS, name="estoque-de-vacinas")
    if file is not None:
        return file
    today = clock.today(request.municipality)
    page = page_of(rows, request.GET.get("page", 1))
    for lot in page:
        lot.state, lot.tag = STATES[vaccines.stock_state(lot, today)]
    context = {
        "page": page,
        "everything": everything,
        "sections": sections(request),
        "products": VaccineProduct.objects.of(request.municipality)[:100],
        "may_edit_products": request.membership.role in WRITERS,
    }
    return render(request, "registry/vaccine_stock.html", context)


@access(*VACCINATORS)
def product_new(request):
    """A vaccine that is not in the list yet."""
    return _product(request, None)


@access(*WRITERS)
def product_edit(request, pk):
    """Corrects a vaccine; doses already given keep the day that they were given."""
    return _product(request, get_object_or_404(VaccineProduct.objects.of(request.municipality), pk=pk))


def _product(request, product):
    form = ProductForm(request.POST or None, instance=product)
    context = {"form": form, "product": product}
    if request.method != "POST":
        return render(request, "registry/vaccine_product.html", context)
    if not form.is_valid():
        return render(request, "registry/vaccine_product.html", context, status=422)
    try:
        vaccines.save_product(
            municipality=request.municipality,
            values=form.cleaned_data,
            product=form.instance if product else None,
        )
    except Refusal as refusal:
        return render(request, "registry/vaccine_product.html", {**context, "refusal": refusal}, status=409)
    messages.success(request, "Vacina guardada.")
    return redirect("registry:vaccine_stock")


@access(*VACCINATORS)
def lot_new(request):
    """A lot that arrived."""
    return _lot(request, None)


@access(*VACCINATORS)
def lot(request, pk):
    """One lot: its doses, its losses, and the correction of what was typed."""
    return _lot(request, get_object_or_404(own_lots(request), pk=pk))


def _lot(request, row):
    today = clock.today(request.municipality)
    form = LotForm(
        request.POST or None,
        instance=row,
        products=VaccineProduct.objects.of(request.municipality),
        today=today,
        initial={} if row else {"received_on": today},
    )
    if request.method != "POST":
        return _lot_page(request, row, form)
    if not form.is_valid():
        return _lot_page(request, row, form, status=422)
    try:
        saved = vaccines.save_lot(
            municipality=request.municipality, values=form.cleaned_data, clinic=house_of(request), lot=row
        )
    except Refusal as refusal:
        return _lot_page(request, row, form, status=409, refusal=refusal)
    messages.success(request, "Partida guardada.")
    return redirect("registry:vaccine_lot", saved.pk)


def _lot_page(request, row, form, *, status=200, **more):
    today = clock.today(request.municipality)
    context = {"form": form, "lot": row, "loss_form": LossForm(initial={"on": today}), **more}
    if row is not None:
        row.state, row.tag = STATES[vaccines.stock_state(row, today)]
        context["losses"] = row.losses.select_related("recorded_by__user")
    return render(request, "registry/vaccine_lot.html", context, status=status)


@access(*VACCINATORS)
@require_POST
def lot_loss(request, pk):
    """Doses of a lot lost, broken or thrown away."""
    row = get_object_or_404(own_lots(request), pk=pk)
    products, today = VaccineProduct.objects.of(request.municipality), clock.today(request.municipality)
    blank = LotForm(instance=row, products=products, today=today)
    form = LossForm(request.POST)
    if not form.is_valid():
        return _lot_page(request, row, blank, status=422, loss_form=form)
    try:
        vaccines.lose(
            lot=row,
            by=request.membership,
            key=key_of(request.POST.get("idempotency_key")),
            **form.cleaned_data,
        )
    except Refusal as refusal:
        return _lot_page(request, row, blank, status=409, loss_form=form, refusal=refusal)
    messages.success(request, "Perda registrada.")
    return redirect("registry:vaccine_lot", pk)
