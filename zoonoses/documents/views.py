"""Issued documents: find, open, print, annul."""

from csp.decorators import csp_exempt
from django.contrib import messages
from django.http import HttpResponse, HttpResponseNotModified
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import parse_etags
from django.utils.text import slugify

from zoonoses.documents.downloads import list_file
from zoonoses.documents.forms import AnnulForm
from zoonoses.documents.kinds import DocumentKind
from zoonoses.documents.models import Document, DocumentFile
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import annulment
from zoonoses.documents.services.listing import DOCUMENT_COLUMNS
from zoonoses.documents.services.trail import looked
from zoonoses.municipalities import clock
from zoonoses.municipalities.access import access, staff
from zoonoses.municipalities.models import Role
from zoonoses.municipalities.paging import page_of


@staff
def document_list(request):
    """Documents of the municipality, the latest first, 25 a page; by kind, number, year or verification code."""
    kind, text = request.GET.get("tipo", ""), request.GET.get("q", "").strip()
    rows = Document.objects.of(request.municipality).select_related("annulment")
    if kind in DocumentKind.values:
        rows = rows.filter(kind=kind)
    if text:
        rows = rows.matching(text)
    file = list_file(request, rows, DOCUMENT_COLUMNS, name="documentos", seen=lambda document: [document])
    if file is not None:
        return file
    page = page_of(rows, request.GET.get("page"))
    context = {
        "page": page,
        "rows": [_row(document) for document in page],
        "chips": _chips(kind, text),
        "kind": kind,
        "q": text,
        "filtered": bool(kind or text),
    }
    return render(request, "documents/list.html", context)


def _chips(kind, text):
    search = f"&q={text}" if text else ""
    kinds = [("", "Todos"), *DocumentKind.choices]
    return [
        {"label": label, "url": f"?tipo={value}{search}", "active": value == kind} for value, label in kinds
    ]


def _row(document):
    blank = "formulário em branco · " if document.is_blank else ""
    return {
        "url": reverse("documents:document", args=[document.pk]),
        "title": f"{document.title} nº {document.full_number}",
        "subtitle": f"{blank}emitido em {document.issued_on:%d/%m/%Y} · código {document.code}",
        "tag": "anulado" if hasattr(document, "annulment") else "",
    }


@staff
def document(request, pk):
    """What a document is, whether it stands, and its PDF."""
    rows = Document.objects.of(request.municipality)
    rows = rows.select_related(
        "case", "act", "issued_by__user", "annulment__annulled_by__user", "replaces", "replaced_by", "file"
    ).defer("file__pdf", "file__context")
    found = get_object_or_404(rows, pk=pk)
    looked(request.membership, clock.now(request.municipality), "documento", found)
    context = {
        "document": found,
        "annulled": getattr(found, "annulment", None),
        "replaced_by": getattr(found, "replaced_by", None),
        "act": getattr(found, "act", None),
        "may_annul": request.membership.role == Role.MANAGER and not hasattr(found, "annulment"),
    }
    return render(request, "documents/document.html", context)


@csp_exempt()
@staff
def pdf(request, pk):
    """The frozen bytes. The browser keeps them but asks again each time, so that access is always checked."""
    file = get_object_or_404(
        DocumentFile.objects.select_related("document").filter(document__municipality=request.municipality),
        document_id=pk,
    )
    looked(request.membership, clock.now(request.municipality), "pdf", file.document)
    etag = f'"{file.sha256}"'
    if etag in parse_etags(request.headers.get("If-None-Match", "")):
        response = HttpResponseNotModified()
    else:
        response = HttpResponse(bytes(file.pdf), content_type="application/pdf")
        name = f"{slugify(file.document.title)}-{file.document.number:04d}-{file.document.year}.pdf"
        response["Content-Disposition"] = f'inline; filename="{name}"'
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-cache"
    return response


@access(Role.MANAGER)
def annul(request, pk):
    """Takes a document out of effect: the reason first, then one page that says what it means, then the act."""
    found = get_object_or_404(Document.objects.of(request.municipality).select_related("annulment"), pk=pk)
    form = AnnulForm(request.POST or None)
    context = {"document": found, "form": form, "refusal": None}
    if request.method != "POST":
        return render(request, "documents/annul.html", context)
    if not form.is_valid():
        return render(request, "documents/annul.html", context, status=422)
    if "confirmed" not in request.POST:
        return render(request, "documents/annul_confirm.html", context)
    try:
        annulment.annul(
            document=found,
            reason=form.cleaned_data["reason"],
            by=request.membership,
            at=clock.now(request.municipality),
        )
    except Refusal as refusal:
        return render(request, "documents/annul.html", context | {"refusal": refusal}, status=409)
    messages.success(request, f"{found} foi anulado.")
    return redirect("documents:document", pk=found.pk)
