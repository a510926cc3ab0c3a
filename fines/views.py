"""Pages of the autos: drawing one up (form, then exactly what will be printed), the auto, and the list."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.forms import DateField
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse

from fines.documents import sheet_basis, sheet_parts
from fines.forms import NoticeFilter, NoticeForm, PaperNoticeForm
from fines.models import InfractionNotice
from fines.services import options
from fines.services.equivalents import equivalent_of_notice
from fines.services.exports import NOTICE_COLUMNS
from fines.services.notices import body_of, draw_up, made_with
from fines.services.proposals import Choice, propose
from fines.services.timeline import timeline_of
from inspections.models import Inspection
from inspections.services import answering
from registry.models import Tutor
from registry.services import tutors
from registry.text import search_key
from zoonoses.documents.downloads import list_file
from zoonoses.documents.kinds import DocumentKind
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import trail
from zoonoses.documents.services.idempotency import key_of
from zoonoses.municipalities import clock
from zoonoses.municipalities.access import field, staff
from zoonoses.municipalities.paging import page_of
from zoonoses.municipalities.returning import return_url
from zoonoses.text import record_key

UNREPEATED = ("csrfmiddlewaretoken", "idempotency_key", "confirmar", "voltar", "procurar")
FILTER_KEY = "notices_filter"
MOST_BUTTONS = 2  # of the acts that may be done now; the timeline has them all


@field
def notice_new(request, pk):
    """Lavrar auto: choose conducts and offender, confirm what will be printed, issue."""
    return _new(request, pk, NoticeForm, "fines/notice_new.html")


@field
def notice_paper(request, pk):
    """Enter an auto already drawn up on a numbered blank: its own day, hour, author and scan."""
    return _new(request, pk, PaperNoticeForm, "fines/notice_paper.html")


def _new(request, pk, form_class, template):
    rows = Inspection.objects.of(request.municipality).select_related("act__case__municipality", "tutor")
    inspection = get_object_or_404(rows, pk=pk)
    now = clock.now(request.municipality)
    key = key_of(request.POST.get("idempotency_key"))
    made = made_with(municipality=request.municipality, key=key)
    if made is not None:
        return redirect("fines:notice", pk=made.pk)
    context, status = _board(request, inspection, now)
    form = _form(request, form_class, context, inspection)
    context["form"] = form
    if request.method != "POST" or not form.is_bound:
        return render(request, template, context, status=status)
    if not form.is_valid():
        return render(request, template, context, status=422)
    try:
        if form_class is NoticeForm and "confirmar" not in request.POST:
            return _confirm(request, inspection, form, now)
        notice = draw_up(
            **_given(form),
            inspection=inspection,
            fact_at=form.fact_at(),
            address=form.cleaned_data["address"],
            description=form.cleaned_data["description"],
            by=request.membership,
            at=now,
            key=key,
            paper=form.paper() if form_class is PaperNoticeForm else None,
        )
    except Refusal as refusal:
        return render(request, template, {**context, "refusal": refusal}, status=409)
    messages.success(request, f"{notice.act.document} lavrado.")
    return redirect(return_url(request) or reverse("fines:notice", args=[notice.pk]))


def _board(request, inspection, now):
    """What the page offers: the law's answers, the people of the case, and those found by the search."""
    case = inspection.act.case
    people = options.people_of(case)
    query = request.POST.get("procurar_pessoa", "").strip() if "procurar" in request.POST else ""
    found = tutors.search(municipality=request.municipality, text=query) if query else None
    chosen = request.POST.get("offender", "")
    people += Tutor.objects.of(request.municipality).heads().filter(pk=record_key(chosen))
    people = list(dict.fromkeys([*people, *(found.tutors if found else ())]))
    fact_on = _typed_day(request)
    holders = answering.of_visit(inspection, on=fact_on)
    if holders is not None:
        people = list(dict.fromkeys([*holders.people, *people]))
    proposed = holders.proposed if holders is not None else None
    offender = next((person for person in people if str(person.pk) == chosen), proposed or inspection.tutor)
    context = {
        "inspection": inspection,
        "answering": holders,
        "people": people,
        "found": found,
        "query": query,
        "offender": offender,
        "back_url": reverse("desk:case", args=[case.pk]),
        "board": options.Board(request.municipality),
        "refusal": None,
    }
    try:
        context["board"] = options.board(inspection, on=now.date(), offender=offender, fact_on=fact_on)
    except Refusal as refusal:
        return context | {"refusal": refusal}, 409
    trail.looked(request.membership, now, "auto: pessoas do caso", *people)
    return context, 200


def _typed_day(request):
    """The day of the fact as typed so far, whose law applies; None while it is not a day."""
    try:
        return DateField().clean(request.POST.get("fact_on") or None)
    except ValidationError:
        return None


def _form(request, form_class, context, inspection):
    """Bound when the agent sent it on; kept as typed, without complaints, while a person is being searched."""
    arguments = {"board": context["board"]}
    if form_class is PaperNoticeForm:
        kinds = (DocumentKind.INFRACTION_NOTICE,)
        arguments |= {"municipality": request.municipality, "kinds": kinds}
    resumed = "procurar" in request.POST or "voltar" in request.POST
    if request.method == "POST" and not resumed:
        return form_class(request.POST, request.FILES, **arguments)
    if resumed:
        return form_class(initial=_typed(request.POST, form_class(**arguments)), **arguments)
    return form_class(initial=_initial(inspection, context), **arguments)


def _typed(sent, form):
    """What was typed so far, by field."""
    many = {
        name for name, each in form.fields.items() if getattr(each.widget, "allow_multiple_selected", False)
    }
    return {name: sent.getlist(name) if name in many else sent.get(name, "") for name in form.fields}


def _initial(inspection, context):
    moment = clock.local(inspection.act.case.municipality, inspection.act.at)
    place = " – ".join(part for part in (inspection.address_line, inspection.city) if part)
    open_options = [option for option in context["board"].options if option.open]
    seen = [option.finding.description or f"{option.finding.label.capitalize()}." for option in open_options]
    text = "\n".join(part for part in dict.fromkeys([*seen, inspection.notes]) if part)
    return {
        "offender": context["offender"].pk if context["offender"] else None,
        "fact_on": moment.date(),
        "fact_time": moment.time().replace(second=0, microsecond=0),
        "address": place[:400],
        "description": text,
    }


def _given(form):
    """The agent's decisions as the services take them."""
    data = form.cleaned_data
    return {
        "choices": [Choice(**decided) for decided in form.decided()],
        "offender": data["offender"],
        "aggravating": tuple(data.get("aggravating") or ()),
        "mitigating": tuple(data.get("mitigating") or ()),
    }


def _confirm(request, inspection, form, now):
    """Exactly what will be printed; what was typed goes on as hidden fields."""
    fact_at = form.fact_at()
    proposal = propose(
        case=inspection.act.case,
        on=now.date(),
        typed_by=request.membership,
        fact_on=fact_at.date(),
        **_given(form),
    )
    body = body_of(
        proposal=proposal,
        municipality=request.municipality,
        fact_at=fact_at,
        address=form.cleaned_data["address"],
        description=form.cleaned_data["description"],
        author=request.membership,
        at=now,
    )
    context = {
        "inspection": inspection,
        "parts": sheet_parts(body),
        "law": {"steps": sheet_basis(body), "result": body["total"]},
        "repeated": [
            (name, value)
            for name, values in request.POST.lists()
            if name not in UNREPEATED
            for value in values
        ],
        "form_url": request.get_full_path(),
        "back_url": reverse("desk:case", args=[inspection.act.case_id]),
    }
    return render(request, "fines/notice_confirm.html", context)


def _addressed(timeline):
    """A timeline with the address of each document and page, for the template."""
    done = [
        {**entry, "document_url": reverse("documents:document", args=[entry["document"]])}
        if entry.get("document")
        else entry
        for entry in timeline.done
    ]
    following = [
        {"label": row.label, "step": row.step, "url": reverse(row.page, args=[row.pk]) if row.page else ""}
        for row in timeline.next
    ]
    buttons = [row for row in following if row["url"]][:MOST_BUTTONS]
    return {**vars(timeline), "done": done, "next": following, "buttons": buttons}


@staff
def notice(request, pk):
    """One auto: what it says, its document, its ciência, and whether it stands."""
    rows = InfractionNotice.objects.of(request.municipality).for_page()
    rows = rows.select_related("act__recorded_by")
    found = get_object_or_404(rows.prefetch_related("offender__phones"), pk=pk)
    now = clock.now(request.municipality)
    trail.looked(request.membership, now, "auto de infração", found.offender)
    document = found.act.document
    try:
        timeline = timeline_of(found, by=request.membership, on=now.date())
        process, refusal = _addressed(timeline), None
    except Refusal as error:
        process, refusal = None, error
    context = {
        "notice": found,
        "process": process,
        "refusal": refusal,
        "items": found.items.select_related("typed_by__user"),
        "document": document,
        "annulment": getattr(document, "annulment", None) if document else None,
        "replaced_by": getattr(document, "replaced_by", None) if document else None,
        "acknowledgements": found.act.acknowledgements.all(),
        "editais": found.act.service_editais.select_related("act__document"),
        "equivalent": equivalent_of_notice(found, on=now.date()),
        "case_url": reverse("desk:case", args=[found.act.case_id]),
    }
    return render(request, "fines/notice.html", context)


@staff
def notices(request):
    """The autos, latest first. Filters are sent by POST and kept in the session: names stay out of the address."""
    if request.method == "POST":
        form = NoticeFilter(request.POST)
        if "limpar" in request.POST:
            request.session.pop(FILTER_KEY, None)
            return redirect("fines:notices")
        if form.is_valid():
            request.session[FILTER_KEY] = {name: request.POST.get(name, "") for name in form.fields}
            return redirect("fines:notices")
        return render(
            request, "fines/notices.html", {"form": form, "page": None, "filtered": True}, status=422
        )
    kept = request.session.get(FILTER_KEY)
    form = NoticeFilter(kept) if kept else NoticeFilter()
    rows = InfractionNotice.objects.of(request.municipality).for_page().recent_first()
    if kept and form.is_valid():
        rows = _filtered(rows, form.cleaned_data)
    whole = rows.prefetch_related("items")
    file = list_file(request, whole, NOTICE_COLUMNS, name="autos", seen=lambda row: [row.offender])
    if file is not None:
        return file
    page = page_of(rows, request.GET.get("page"))
    offenders = list(dict.fromkeys(row.offender for row in page))
    trail.looked(request.membership, clock.now(request.municipality), "lista de autos", *offenders)
    return render(request, "fines/notices.html", {"form": form, "page": page, "filtered": bool(kept)})


def _filtered(rows, data):
    if data["number"]:
        rows = rows.numbered(data["number"])
    rows = rows.against_named(search_key(data["person"]))
    states = {"standing": rows.standing, "annulled": rows.annulled, "unserved": rows.unserved}
    if data["state"]:
        rows = states[data["state"]]()
    return rows.between(data["since"], data["until"])
