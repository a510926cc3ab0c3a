"""Blank forms for the street: print them numbered, see which were not used yet."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.shortcuts import redirect, render
from django.urls import reverse

from zoonoses.documents.forms_paper import BlankForm
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import blanks
from zoonoses.documents.services.idempotency import key_of
from zoonoses.municipalities import clock
from zoonoses.municipalities.access import access
from zoonoses.municipalities.models import Role

PAGE_SIZE = 25


@access(Role.AGENT, Role.VET, Role.CLERK, Role.MANAGER)
def blank_forms(request):
    """The blanks of the law of the day, and those not used yet, 25 a page."""
    now = clock.now(request.municipality)
    page = Paginator(blanks.unused(request.municipality), PAGE_SIZE).get_page(request.GET.get("page"))
    context = {"page": page, "rows": [_row(document) for document in page], "refusal": None, "form": None}
    try:
        offered = blanks.offered(request.municipality, now.date())
    except Refusal as refusal:
        return render(
            request, "documents/blanks.html", context | {"refusal": refusal}, status=_status(request)
        )
    kinds = [(kind, blank.title) for kind, blank in offered.items()]
    form = context["form"] = BlankForm(request.POST or None, kinds=kinds)
    if request.method != "POST":
        return render(request, "documents/blanks.html", context)
    if not form.is_valid():
        return render(request, "documents/blanks.html", context, status=422)
    try:
        printed = blanks.print_blanks(
            municipality=request.municipality,
            kind=form.cleaned_data["kind"],
            quantity=form.cleaned_data["quantity"],
            at=now,
            author=request.membership,
            key=key_of(request.POST.get("idempotency_key")),
        )
    except Refusal as refusal:
        return render(request, "documents/blanks.html", context | {"refusal": refusal}, status=409)
    if printed:
        messages.success(request, f"{len(printed)} folha(s) numerada(s). Abra cada uma para imprimir.")
    return redirect("documents:blanks")


def _status(request):
    return 409 if request.method == "POST" else 200


def _row(document):
    return {
        "url": reverse("documents:pdf", args=[document.pk]),
        "title": f"{document.title} nº {document.full_number}",
        "subtitle": f"impresso em {document.issued_on:%d/%m/%Y}",
    }
