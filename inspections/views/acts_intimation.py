"""Intimar, in two steps, and the entry of an intimação already done on paper."""

from django.contrib import messages
from django.shortcuts import redirect

from inspections.forms.acts import IntimationForm, PaperIntimationForm
from inspections.services import answering, intimations
from inspections.views.acts import case_url, confirm, inspection_of, key_of, show
from registry.models import Tutor
from registry.services import tutors
from zoonoses.documents.forms_acknowledgement import SameActForm
from zoonoses.documents.kinds import DocumentKind
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import idempotency, trail
from zoonoses.municipalities import clock
from zoonoses.municipalities.access import field
from zoonoses.text import record_key

INTIMATION_KINDS = (DocumentKind.INTIMATION, DocumentKind.NOTIFICATION, DocumentKind.WRITTEN_WARNING)


def done_before(request):
    """The intimação that this very form already made, when it is sent again."""
    if "confirmar" not in request.POST:
        return None
    act = idempotency.made(request.municipality, key_of(request))
    return act.intimation if act is not None and hasattr(act, "intimation") else None


@field
def intimate(request, pk):
    """Intimar: choose person, findings and terms; confirm; issue."""
    inspection = inspection_of(request, pk)
    if made := done_before(request):
        return redirect("inspections:intimation", pk=made.pk)
    now = clock.now(request.municipality)
    context = _context(request, inspection, now)
    form, same_act = _forms(request, context, IntimationForm)
    if request.method != "POST" or _resumed(request):
        return show(request, "intimate", context)
    if not (form.is_valid() and same_act.is_valid()):
        return show(request, "intimate", context, status=422)
    given = _given(request, context, now.date())
    try:
        if "confirmar" not in request.POST:
            plan = intimations.plan(**given, at=now)
            return confirm(
                request, title=plan.name, body=plan.body, back_url=context["back_url"], form_url=request.path
            )
        act = intimations.intimate(**given, at=now, key=key_of(request), signature=same_act.drawn_signature())
    except Refusal as refusal:
        return show(request, "intimate", context | {"refusal": refusal}, status=409)
    messages.success(request, f"{act.document} emitida.")
    return redirect("inspections:intimation", pk=act.intimation.pk)


@field
def intimate_paper(request, pk):
    """Enter an intimação already done on a numbered blank: its own day, hour, author and scan."""
    inspection = inspection_of(request, pk)
    if made := done_before(request):
        return redirect("inspections:intimation", pk=made.pk)
    now = clock.now(request.municipality)
    context = _context(request, inspection, now)
    form, same_act = _forms(
        request, context, PaperIntimationForm, municipality=request.municipality, kinds=INTIMATION_KINDS
    )
    if request.method != "POST" or _resumed(request):
        return show(request, "paper_intimation", context)
    if not (form.is_valid() and same_act.is_valid()):
        return show(request, "paper_intimation", context, status=422)
    paper = form.paper()
    try:
        act = intimations.intimate(
            **_given(request, context, paper.at.date()), at=now, paper_act=paper, key=key_of(request)
        )
    except Refusal as refusal:
        return show(request, "paper_intimation", context | {"refusal": refusal}, status=409)
    messages.success(request, f"{act.document} registrada como feita em {act.on:%d/%m/%Y}.")
    return redirect("inspections:intimation", pk=act.intimation.pk)


def _context(request, inspection, now):
    """The person, the findings with the law's answer, and the orders that follow; or why the law cannot
    answer.
    """
    context = {"inspection": inspection, "options": [], "initial": {}, "refusal": None}
    context |= {"back_url": case_url(inspection), **_recipient(request, inspection, now)}
    try:
        context["options"] = intimations.choices(inspection, on=now.date())
        context["initial"] = {"orders": intimations.suggested_orders(context["options"])}
        context["name"] = intimations.name_for(inspection)
    except Refusal as refusal:
        context["refusal"] = refusal
    return context


def _recipient(request, inspection, now):
    """Who may be intimated: the person of the visit, whoever the registry of the day names, and those found by the
    search or chosen before.
    """
    query = request.POST.get("procurar_pessoa", "").strip() if "procurar" in request.POST else ""
    found = tutors.search(municipality=request.municipality, text=query) if query else None
    holders = answering.of_visit(inspection)
    proposed = (holders.proposed if holders else None) or inspection.tutor
    people = [person for person in (proposed, inspection.tutor) if person]
    people += holders.people if holders else []
    chosen = request.POST.get("tutor", "")
    people += Tutor.objects.of(request.municipality).heads().filter(pk=record_key(chosen))
    people = list(dict.fromkeys([*people, *(found.tutors if found else ())]))
    trail.looked(request.membership, now, "intimação: pessoas", *people)
    tutor = next((person for person in people if str(person.pk) == chosen), proposed)
    return {"people": people, "found": found, "query": query, "tutor": tutor, "answering": holders}


def _resumed(request):
    """The agent came back to correct, or searches a person: nothing is judged yet."""
    return "voltar" in request.POST or "procurar" in request.POST


def _forms(request, context, form_class, **arguments):
    """Both forms of the page; kept as typed, without complaints, while a person is being searched."""
    tutor = context["tutor"]
    receiver = {"received_by": tutor.name if tutor else ""}
    arguments |= {"options": context["options"]}
    if request.method == "POST" and not _resumed(request):
        form = form_class(request.POST, request.FILES, initial=context["initial"], **arguments)
        same_act = SameActForm(request.POST, prefix="ciencia")
    elif request.method == "POST":
        form, same_act = form_class(**arguments), SameActForm(prefix="ciencia")
        form.initial, same_act.initial = _typed(request, form), receiver | _typed(request, same_act)
    else:
        form = form_class(initial=context["initial"], **arguments)
        same_act = SameActForm(prefix="ciencia", initial=receiver)
    context |= {"form": form, "same_act": same_act}
    return form, same_act


def _typed(request, form):
    """What was typed so far, by field; an empty box is a choice too."""
    typed = {name: request.POST.get(form.add_prefix(name), "") for name in form.fields}
    return {name: value for name, value in typed.items() if value or not name.startswith("received")}


def _given(request, context, on):
    """What both ways of intimating take; the ciência is of the day of the act."""
    return {
        "inspection": context["inspection"],
        "tutor": context["tutor"],
        "orders": [intimations.Order(finding, days) for finding, days in context["form"].chosen()],
        "text": context["form"].cleaned_data["orders"],
        "author": request.membership,
        "service": context["same_act"].service(on),
    }
