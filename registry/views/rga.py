"""Pages of the RGA: registration, second copies, and printing of cards and tags."""

from django.contrib import messages
from django.http import FileResponse, Http404
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from registry import tasks
from registry.forms.animal_facts import PrintForm, SecondCopyForm
from registry.models import Animal, IdentityCard, PrintBatch, Rga, SecondCopyRequest
from registry.services import printing, second_copies
from registry.services import rga as rgas
from registry.views.people import WRITERS
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import trail
from zoonoses.documents.services.idempotency import key_of
from zoonoses.municipalities import clock
from zoonoses.municipalities.access import access
from zoonoses.municipalities.paging import page_of


@access(*WRITERS)
def rga_new(request, pk):
    """What the law says of registering the animal today, the price, and the button that registers it for ever."""
    town = request.municipality
    animal = get_object_or_404(
        Animal.objects.of(town).select_related("tutor__merged_into", "municipality"), pk=pk
    )
    key = key_of(request.POST.get("idempotency_key"))
    context = {"animal": animal}
    try:
        if request.method == "POST" and key:
            made = rgas.register_rga(animal=animal, at=clock.now(town), by=request.membership, key=key)
            messages.success(request, f"Registrado: RGA {made.number}. Imprima a carteira e a plaqueta.")
            return redirect("registry:animal", pk)
        context["remarks"] = rgas.remarks(animal=animal, on=clock.today(town))
        context["price"] = rgas.price(municipality=town, on=clock.today(town), service="registration")
    except Refusal as refusal:
        return render(request, "registry/rga_new.html", {**context, "refusal": refusal}, status=409)
    context["blocked"] = any(remark.blocks for remark in context["remarks"])
    return render(request, "registry/rga_new.html", context)


def _rga(request, pk) -> Rga:
    """The RGA of an animal of the municipality, or 404."""
    rows = Rga.objects.of(request.municipality).select_related("animal__tutor", "municipality")
    return get_object_or_404(rows, animal_id=pk)


@access(*WRITERS)
def second_copy_new(request, pk):
    """The request of a second copy: what the law says of it, the form, and its paper."""
    rga = _rga(request, pk)
    today, key = clock.today(request.municipality), key_of(request.POST.get("idempotency_key"))
    form = SecondCopyForm(request.POST or None)
    context = {"form": form, "animal": rga.animal, "rga": rga}
    try:
        if request.method == "POST" and form.is_valid() and key:
            asked = second_copies.request(
                rga=rga,
                at=clock.now(request.municipality),
                by=request.membership,
                key=key,
                **form.cleaned_data,
            )
            messages.success(request, "Pedido registrado. Uma via fica com o tutor.")
            return redirect("documents:document", asked.document_id)
        context["law"] = second_copies.terms(municipality=request.municipality, on=today, quantity=1)
    except Refusal as refusal:
        return render(request, "registry/rga_second_copy.html", {**context, "refusal": refusal}, status=409)
    status = 422 if request.method == "POST" else 200
    return render(request, "registry/rga_second_copy.html", context, status=status)


@access(*WRITERS)
def second_copy_list(request):
    """Requests whose second copy was not issued yet, the oldest first."""
    rows = SecondCopyRequest.objects.filter(
        rga__municipality=request.municipality, issued_on=None, document__annulment=None
    ).select_related("rga__animal__tutor", "document", "charge")
    page = page_of(rows.order_by("requested_on", "pk"), request.GET.get("page", 1))
    people = {asked.rga.animal.tutor for asked in page if asked.rga.animal.tutor}
    trail.looked(request.membership, clock.now(request.municipality), "pedidos de segunda via", *people)
    context = {"page": page, "today": clock.today(request.municipality)}
    return render(request, "registry/rga_second_copies.html", context)


@access(*WRITERS)
@require_POST
def second_copy_issue(request, pk):
    """Issues the second copy that was asked for; the former one is void from today."""
    rows = SecondCopyRequest.objects.filter(rga__municipality=request.municipality).select_related("rga")
    asked = get_object_or_404(rows, pk=pk)
    try:
        second_copies.issue_copy(asked=asked, at=clock.now(request.municipality), by=request.membership)
        messages.success(request, "Segunda via emitida. A anterior não tem mais valor. Imprima-a agora.")
    except Refusal as refusal:
        messages.error(request, refusal.sentence)
    return redirect("registry:animal", asked.rga.animal_id)


@access(*WRITERS)
def card_list(request):
    """Cards or tags never printed, to be chosen or printed all at once; `?tipo=tag` for tags."""
    kind = IdentityCard.Kind.TAG if request.GET.get("tipo") == "tag" else IdentityCard.Kind.CARD
    rows = printing.unprinted(municipality=request.municipality, kind=kind)
    page = page_of(rows.select_related("rga__animal__tutor"), request.GET.get("page", 1))
    people = {card.rga.animal.tutor for card in page if card.rga.animal.tutor}
    trail.looked(request.membership, clock.now(request.municipality), "carteiras a imprimir", *people)
    return render(request, "registry/rga_cards.html", {"page": page, "kind": kind, "is_tag": kind == "tag"})


@access(*WRITERS)
@require_POST
def batch_new(request):
    """Orders a batch and hands it to the worker."""
    form, key = PrintForm(request.POST), key_of(request.POST.get("idempotency_key"))
    if not form.is_valid() or key is None:
        messages.error(request, "Escolha o que imprimir.")
        return redirect("registry:cards")
    data, town = form.cleaned_data, request.municipality
    cards = data["cards"]
    if data["all"]:
        kind = printing.CARD_KINDS[data["kind"]]
        cards = printing.unprinted(municipality=town, kind=kind).values_list("pk", flat=True)
    try:
        batch = printing.order(
            municipality=town,
            kind=data["kind"],
            at=clock.now(town),
            by=request.membership,
            key=key,
            cards=cards,
        )
    except Refusal as refusal:
        messages.error(request, refusal.sentence)
        return redirect("registry:cards")
    tasks.print_batch.enqueue(batch.pk)
    return redirect("registry:batch", batch.pk)


@access(*WRITERS)
def batch_list(request):
    """Batches, the last first."""
    rows = PrintBatch.objects.of(request.municipality).select_related("requested_by__user")
    return render(request, "registry/rga_batches.html", {"page": page_of(rows, request.GET.get("page", 1))})


def _batch(request, pk) -> PrintBatch:
    return get_object_or_404(PrintBatch.objects.of(request.municipality), pk=pk)


@access(*WRITERS)
@never_cache
def batch(request, pk):
    """Progress of a batch, rows that failed, and its PDF when it is done. Fetched again by htmx or by the browser."""
    row = _batch(request, pk)
    context = {
        "batch": row,
        "progress": printing.progress(row),
        "failed": row.rows.exclude(error="").select_related("card__rga", "animal")[:200],
        "stale": printing.is_stale(row, clock.now(request.municipality)),
    }
    template = "registry/_rga_batch.html" if request.headers.get("HX-Request") else "registry/rga_batch.html"
    response = render(request, template, context)
    if row.finished_at is None and not request.headers.get("HX-Request"):
        response["Refresh"] = "5"
    return response


@access(*WRITERS)
@require_POST
def batch_resume(request, pk):
    """Hands a batch whose work stopped to the worker again."""
    row = _batch(request, pk)
    if printing.is_stale(row, clock.now(request.municipality)):
        tasks.print_batch.enqueue(row.pk)
        messages.success(request, "A impressão continua.")
    return redirect("registry:batch", pk)


@access(*WRITERS)
def batch_pdf(request, pk):
    """The PDF of a finished batch; who opened it is recorded."""
    row = _batch(request, pk)
    if not row.pdf:
        raise Http404
    trail.looked(request.membership, clock.now(request.municipality), "impressão em lote", row)
    response = FileResponse(row.pdf.open("rb"), content_type="application/pdf", filename=f"lote-{row.pk}.pdf")
    response["Cache-Control"] = "private, no-store"
    return response
