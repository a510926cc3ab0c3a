"""The visit on the phone: one page that keeps everything at every step, and one that shows what will be filed."""

from datetime import date

from django.contrib import messages
from django.http import QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from inspections.forms.visit import VisitForm
from inspections.models import Complaint, Inspection
from inspections.services import drafts, filing, lawform, returns
from inspections.services.review import review
from registry.models import LicenceRequest, Tutor
from registry.services import tutors
from zoonoses.documents.forms_paper import PaperMixin
from zoonoses.documents.models import Attachment
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import trail
from zoonoses.municipalities import clock
from zoonoses.municipalities.access import field
from zoonoses.municipalities.lawbook import Lawbook
from zoonoses.municipalities.paging import page_of
from zoonoses.text import record_key

PAPER = drafts.PAPER_DAY


@field
def inspection_new(request):
    """POST makes a draft: from a complaint, a tutor, a request of licence, or nothing. GET offers where to begin."""
    town = request.municipality
    waiting = Complaint.objects.of(town).filter(inspections=None, act__document__annulment=None)
    if request.method != "POST":
        page = page_of(waiting.select_related("act__document").recent_first(), request.GET.get("page", 1))
        return render(request, "inspections/inspection_new.html", {"page": page})
    complaint = _chosen(
        Complaint.objects.of(town).select_related("act__case", "accused"), request, "complaint"
    )
    tutor = _chosen(Tutor.objects.of(town).heads(), request, "tutor")
    licence = _chosen(LicenceRequest.objects.of(town).select_related("holder"), request, "licence")
    now = clock.now(town)
    sources = {"complaint": complaint, "tutor": tutor, "licence_request": licence}
    paper_on = now.date() if "paper" in request.POST else None
    draft = drafts.begin(author=request.membership, at=now, paper_on=paper_on, **sources)
    return redirect("inspections:draft", draft.key)


def _chosen(rows, request, name):
    key = record_key(request.POST.get(name))
    return None if key is None else get_object_or_404(rows, pk=key)


@field
@require_POST
def return_new(request, pk):
    """A return to this visit; the same draft again while it is open."""
    rows = Inspection.objects.of(request.municipality).select_related("act__case", "return_of__act__case")
    inspection = get_object_or_404(rows, pk=pk)
    at = clock.now(request.municipality)
    draft = drafts.begin_return(inspection=inspection, author=request.membership, at=at)
    return redirect("inspections:draft", draft.key)


def fetch(request, key):
    """A draft of one's own (a manager: of the municipality), or 404."""
    rows = drafts.visible_to(request.membership).select_related(
        "municipality", "author__user", "complaint__act__document", "return_of__act__document", "return_of__tutor",
        "filed_as__inspection", "licence_request__document",
    )  # fmt: skip
    return get_object_or_404(rows, key=key)


def as_typed(data) -> QueryDict:
    """What the draft holds, as a form receives it."""
    typed = QueryDict(mutable=True)
    for name, values in data.items():
        typed.setlist(name, values)
    return typed


def law_day(draft, at) -> date:
    """The day whose law applies: the day of the paper when the act was done on paper, else today."""
    text = draft.data.get(PAPER, [""])[0]
    try:
        return min(date.fromisoformat(text), at.date())
    except ValueError:
        return at.date()


def build(draft, *, at, strict, checked=True) -> VisitForm:
    """The form over the draft's data; raises `Refusal` when there is no law to file under."""
    on = law_day(draft, at)
    law = lawform.law_form(Lawbook(draft.municipality, on))
    typed = as_typed(draft.data)
    for conduct in law.conducts:
        typed.setdefault(f"f-{conduct.code}-animals", "1")
    return VisitForm(
        typed,
        municipality=draft.municipality,
        law=law,
        today=on,
        strict=strict,
        checked=checked,
        findings_before=returns.findings_to_check(draft.case) if draft.return_of_id else (),
        is_return=draft.return_of_id is not None,
    )


def page(request, draft, form, *, status=200, **more):
    """The draft's page. Who is looked at is recorded."""
    tutor = draft.return_of.tutor if draft.return_of_id else form.tutor
    found = more.get("found")
    seen = [tutor, *(found.tutors if found else [])]
    trail.looked(request.membership, clock.now(request.municipality), "rascunho de vistoria", *seen)
    context = {
        "draft": draft,
        "form": form,
        "law": form.law,
        "tutor": tutor,
        "warnings": tutors.standing_warnings(tutor),
        "photos": list(drafts.files_of(draft, Attachment.Kind.PHOTO)),
        "signature": drafts.files_of(draft, Attachment.Kind.SIGNATURE).last(),
        "on_paper": PAPER in draft.data,
        "paper_day": draft.data.get(PAPER, [""])[0],
        **more,
    }
    name = "inspections/return.html" if draft.return_of_id else "inspections/draft.html"
    return render(request, name, context, status=status)


def refused(request, draft, refusal):
    """No law to file under: what was typed stays in the draft."""
    return render(request, "inspections/draft_refused.html", {"draft": draft, "refusal": refusal}, status=409)


@field
def draft(request, key):
    """The draft. Every POST keeps what was typed, whatever is wrong with it."""
    row = fetch(request, key)
    if row.filed_as_id is not None:
        return redirect("inspections:inspection", row.filed_as.inspection.pk)
    at = clock.now(request.municipality)
    if request.method == "POST":
        return _receive(request, row, at)
    try:
        form = build(row, at=at, strict=False, checked=False)
    except Refusal as refusal:
        return refused(request, row, refusal)
    return page(request, row, form)


def _receive(request, row, at):
    refusals = _keep(request, row, at)
    row = fetch(request, row.key)
    action = request.POST.get("action", "save")
    strict = action == "review"
    try:
        form = build(row, at=at, strict=strict, checked=action in ("save", "review"))
    except Refusal as refusal:
        return refused(request, row, refusal)
    if refusals:
        return page(request, row, form, status=422, file_refusals=refusals)
    if action == "search":
        found = tutors.search(municipality=request.municipality, text=request.POST.get("who-q", ""))
        return page(request, row, form, found=found)
    if action in ("save", "review") and not form.is_valid():
        return page(request, row, form, status=422)
    if strict:
        return redirect("inspections:draft_review", row.key)
    if action == "save":
        messages.success(request, "Rascunho guardado no servidor.")
    anchor = {"add_animal": "#animais", "photos": "#fotos", "choose": "#quem"}.get(action, "")
    return redirect(f"{reverse('inspections:draft', args=[row.key])}?guardado=1{anchor}")


def _keep(request, row, at) -> list[Refusal]:
    """Stores the fields, the photos and the signature; gives the files that could not be kept."""
    typed = request.POST.copy()
    if typed.get("action") == "add_animal":
        rows = typed.get("animal-rows", "1")
        typed["animal-rows"] = str(int(rows) + 1) if rows.isdecimal() and len(rows) < 4 else "2"
    drafts.keep(draft=row, typed=typed, at=at, tutor_choice=request.POST.get("tutor_choice", ""))
    by = request.membership
    refusals = drafts.add_photos(draft=row, uploads=request.FILES.getlist("photos"), by=by, at=at)
    if request.POST.get("signature"):
        refusals += [drafts.add_signature(draft=row, data_url=request.POST["signature"], by=by, at=at)]
    photo = record_key(request.POST.get("remove_photo"))
    if photo is not None:
        drafts.remove_photo(draft=row, pk=photo)
    return [refusal for refusal in refusals if refusal is not None]


@field
def draft_review(request, key):
    """What will be filed, and what the law then allows. POST files it; sent again it leads to the same visit."""
    row = fetch(request, key)
    if row.filed_as_id is not None:
        return redirect("inspections:inspection", row.filed_as.inspection.pk)
    at = clock.now(request.municipality)
    try:
        form = build(row, at=at, strict=True)
    except Refusal as refusal:
        return refused(request, row, refusal)
    if not form.is_valid():
        return page(request, row, form, status=422)
    paper_form = _paper_form(request, row)
    if request.method == "POST" and (paper_form is None or paper_form.is_valid()):
        try:
            return _file(request, row, form, paper_form, at)
        except Refusal as refusal:
            return _review_page(request, row, form, paper_form, at, refusal=refusal, status=409)
    return _review_page(request, row, form, paper_form, at, status=422 if request.method == "POST" else 200)


def _paper_form(request, row):
    if PAPER not in row.data:
        return None
    data, files = (request.POST, request.FILES) if request.method == "POST" else (None, None)
    initial = {"paper_on": row.data[PAPER][0], "paper_author": row.author_id}
    town = request.municipality
    return PaperMixin(data, files, municipality=town, kinds=filing.PAPER_KINDS, initial=initial)


def _file(request, row, form, paper_form, at):
    inspection = filing.file_visit(
        draft=row,
        visit=form.visit_input(),
        at=at,
        by=request.membership,
        paper=paper_form.paper() if paper_form else None,
    )
    what = "Retorno registrado" if row.return_of_id else "Vistoria registrada"
    messages.success(request, f"{what}: {inspection.act.document}.")
    return redirect(f"{reverse('inspections:inspection', args=[inspection.pk])}?rascunho={row.key}")


def _review_page(request, row, form, paper_form, at, *, refusal=None, status=200):
    visit = form.visit_input()
    photos = list(drafts.files_of(row, Attachment.Kind.PHOTO))
    shown = review(municipality=row.municipality, visit=visit, has_photos=bool(photos), on=law_day(row, at))
    tutor = row.return_of.tutor if row.return_of_id else visit.tutor
    trail.looked(request.membership, at, "conferência de vistoria", tutor)
    context = {
        "draft": row,
        "form": form,
        "visit": visit,
        "review": shown,
        "refusal": refusal or shown.refusal,
        "tutor": tutor,
        "warnings": tutors.standing_warnings(tutor),
        "photos": photos,
        "signature": drafts.files_of(row, Attachment.Kind.SIGNATURE).last(),
        "presence": dict(Inspection.Presence.choices)[visit.closing["presence"]],
        "paper_form": paper_form,
        "at": at,
    }
    return render(request, "inspections/draft_review.html", context, status=status)


@field
@require_POST
def draft_discard(request, key):
    """Throws the draft away; what was filed cannot be."""
    row = fetch(request, key)
    try:
        drafts.discard(draft=row)
    except Refusal as refusal:
        messages.error(request, refusal.sentence)
        return redirect("inspections:draft", key)
    messages.success(request, "Rascunho apagado.")
    return redirect("inspections:inspections")
