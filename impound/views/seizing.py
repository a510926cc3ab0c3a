"""Apreender, on the phone: one page that keeps everything at every step, and one that shows what will be printed."""

import uuid
from datetime import date

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse

from impound.forms.seizing import SeizureForm
from impound.models import Seizure
from impound.services import losses, publications, seizing, seizing_files, seizing_form
from inspections.models import Complaint, Inspection
from registry.services import tutors
from zoonoses.documents.forms_paper import PaperMixin
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import idempotency, trail
from zoonoses.documents.wording import seizure_title
from zoonoses.municipalities import clock
from zoonoses.municipalities.access import access, field
from zoonoses.municipalities.models import Role
from zoonoses.text import record_key

PAPER = "paper-day"
KEPT_OUT = frozenset(
    {
        *("csrfmiddlewaretoken", "idempotency_key", "action", "signature", "remove_photo", "tutor_choice"),
        *("confirmar", "voltar", "add_known"),
    }
)
PAPER_FIELDS = frozenset(PaperMixin.base_fields)


@field
def seizure_new(request):
    """The form of a seizure; every POST keeps what was typed and sent, whatever is wrong with it."""
    key = idempotency.key_of(request.POST.get("idempotency_key")) or uuid.uuid4()
    made = idempotency.made(request.municipality, key)
    if made is not None and hasattr(made, "seizure"):
        return redirect("impound:seizure", made.seizure.pk)
    source = _source(request)
    at = clock.now(request.municipality)
    if request.method != "POST":
        return _first(request, source, at)
    refusals = _keep(request, key, at)
    data = _typed(request)
    return _answer(request, data, source, key, at, refusals)


def _first(request, source, at):
    try:
        law = seizing_form.law_of_day(request.municipality, at.date())
    except Refusal as refusal:
        return render(request, "impound/seizing_refused.html", {"refusal": refusal}, status=409)
    data = seizing_form.initial(request.municipality, **source)
    if "papel" in request.GET:
        data[PAPER] = at.date().isoformat()
    form = SeizureForm(data, municipality=request.municipality, law=law, checked=False, **source)
    return _page(request, form, uuid.uuid4(), at)


def _source(request):
    """The visit, the complaint or the decision that the seizure comes from, of this municipality, or none."""
    town = request.municipality
    joined = ("act__case", "act__document")
    sources = {
        "inspection": ("vistoria", Inspection.objects.of(town).select_related(*joined)),
        "complaint": ("denuncia", Complaint.objects.of(town).select_related(*joined)),
        "measure": ("medida", losses.standing(town).select_related("notice__inspection", *losses.JOINS)),
    }
    found = dict.fromkeys(sources)
    for name, (word, rows) in sources.items():
        value = record_key(request.POST.get(word) or request.GET.get(word, ""))
        if value is not None:
            found[name] = get_object_or_404(rows, pk=value)
    return found


def _keep(request, key, at):
    """Stores photos and signature; gives the files that could not be kept."""
    by, refused = request.membership, []
    for name in request.FILES:
        part = name.removesuffix("-photos")
        if part != name and part.startswith("animal-"):
            uploads = request.FILES.getlist(name)
            refused += seizing_files.keep_photos(key=key, part=part, uploads=uploads, by=by, at=at)
    if data_url := request.POST.get("signature"):
        refused += seizing_files.keep_signature(key=key, data_url=data_url, by=by, at=at)
    photo = record_key(request.POST.get("remove_photo"))
    if photo is not None:
        seizing_files.remove(membership=by, key=key, pk=photo)
    return refused


def _typed(request):
    """What was typed, with what the pressed button adds."""
    data = request.POST.copy()
    rows = data.get("animal-rows", "1")
    count = int(rows) if rows.isdecimal() and len(rows) < 4 else 1
    if data.get("action") == "add_animal":
        data["animal-rows"] = str(count + 1)
    if known := data.get("add_known"):
        row = next((place for place in range(count) if SeizureForm.is_row_free(data, place)), count)
        data["animal-rows"], data[f"animal-{row}-animal"] = str(max(count, row + 1)), known
    if chosen := data.get("tutor_choice"):
        data["who-who"], data["who-tutor"] = "known", chosen
    return data


def _law_day(data, at) -> date:
    """The day of the paper when the act was done on paper, else today: its law applies."""
    try:
        return min(date.fromisoformat(data.get(PAPER, "")), at.date())
    except ValueError:
        return at.date()


def _answer(request, data, source, key, at, refusals):
    action = data.get("action", "")
    asked = "confirmar" in data or action == "review"
    try:
        law = seizing_form.law_of_day(request.municipality, _law_day(data, at))
    except Refusal as refusal:
        return render(request, "impound/seizing_refused.html", {"refusal": refusal}, status=409)
    form = SeizureForm(data, municipality=request.municipality, law=law, checked=asked, **source)
    if refusals:
        return _page(request, form, key, at, status=422, file_refusals=refusals)
    if action == "search":
        found = tutors.search(municipality=request.municipality, text=data.get("who-q", ""))
        return _page(request, form, key, at, found=found)
    if not asked:
        return _page(request, form, key, at)
    if not form.is_valid():
        return _page(request, form, key, at, status=422)
    return _review(request, form, key, at)


def _page(request, form, key, at, *, status=200, **more):
    """The form as it stands. Who is looked at is recorded."""
    found = more.get("found")
    seen = [form.tutor, *(found.tutors if found else []), *(row.tutor for row in form.found_animals)]
    trail.looked(request.membership, at, "apreensão", *dict.fromkeys(seen))
    by, town = request.membership, request.municipality
    for row in form.rows:
        row.photos = list(seizing_files.files_of(by, key, row.part))
    context = {
        "form": form,
        "law": form.law,
        "key": key,
        "tutor": form.tutor,
        "warnings": tutors.standing_warnings(form.tutor),
        "offered": seizing_form.offered(town, owner=form.tutor, inspection=form.seen_in, but=form.taken),
        "signature": seizing_files.files_of(by, key, seizing_files.SIGNATURE).last(),
        "paper_day": form.data.get(PAPER),
        "draft_key": _draft_key(form),
        **more,
    }
    return render(request, "impound/seizing_new.html", context, status=status)


def _draft_key(form) -> str:
    """Under which name the device keeps what is typed."""
    if form.measure:
        return f"apreensao-medida-{form.measure.pk}"
    if form.inspection:
        return f"apreensao-vistoria-{form.inspection.pk}"
    return f"apreensao-denuncia-{form.complaint.pk}" if form.complaint else "apreensao-nova"


def _given(request, form, key):
    by = request.membership
    signature = seizing_files.files_of(by, key, seizing_files.SIGNATURE).last()
    return {
        "municipality": request.municipality,
        "seizure": form.seizure_input(signature=signature),
        "animals": form.animal_inputs(lambda part: seizing_files.files_of(by, key, part)),
        "by": by,
    }


def _review(request, form, key, at):
    """What will be printed and what the law says next; with `confirmar`, the act."""
    on_paper, sent = PAPER in form.data, "confirmar" in request.POST
    paper_form = _paper_form(request, form, sent) if on_paper else None
    given = _given(request, form, key)
    try:
        if sent and (paper_form is None or paper_form.is_valid()):
            paper = paper_form.paper() if paper_form else None
            return _done(request, form, seizing.seize(**given, at=at, key=key, paper=paper))
        day = _law_day(form.data, at)
        moment = at.replace(year=day.year, month=day.month, day=day.day)
        whole, body = seizing.plan(**given, at=moment)
    except Refusal as refusal:
        return _page(request, form, key, at, status=409, refusal=refusal)
    trail.looked(request.membership, at, "conferência de apreensão", form.tutor)
    context = {
        "form": form,
        "key": key,
        "body": body,
        "whole": whole,
        "notices": publications.of_seizure(whole),
        "title": seizure_title(whole.lawbook.ruleset),
        "rows": list(zip(body["animals"], whole.photos, whole.sizes, strict=True)),
        "paper_form": paper_form,
        "repeated": [
            (name, value)
            for name, values in form.data.lists()
            if name not in KEPT_OUT | PAPER_FIELDS
            for value in values
        ],
    }
    return render(request, "impound/seizing_review.html", context, status=422 if sent else 200)


def _paper_form(request, form, sent):
    data, files = (request.POST, request.FILES) if sent else (None, None)
    initial = {"paper_on": form.data[PAPER], "paper_author": request.membership.pk}
    town = request.municipality
    return PaperMixin(data, files, municipality=town, kinds=seizing.PAPER_KINDS, initial=initial)


def _done(request, form, seizure: Seizure):
    count = seizure.animals.count()
    animals = "1 animal" if count == 1 else f"{count} animais"
    messages.success(request, f"{seizure.act.document}: {animals} no depósito.")
    return redirect(f"{reverse('impound:seizure', args=[seizure.pk])}?rascunho={_draft_key(form)}")


@access(Role.AGENT, Role.VET, Role.CLERK, Role.MANAGER)
def identify(request):
    """Whose chip or tag this is: a fragment for one row of the form, or a page of its own."""
    at = clock.now(request.municipality)
    row = request.GET.get("linha", "")
    prefix = f"animal-{row}-" if row.isdigit() else ""
    read = [request.POST.get(f"{prefix}{name}", "") for name in ("chip_read", "tag_read")]
    found = seizing_form.found_by(request.municipality, *read)
    trail.looked(request.membership, at, "leitura de microchip ou plaqueta", *(row.tutor for row in found))
    context = {"found": found, "prefix": prefix, "read": any(text.strip() for text in read), "typed": read}
    name = "impound/_seizing_found.html" if request.headers.get("HX-Request") else "impound/identify.html"
    return render(request, name, context)
