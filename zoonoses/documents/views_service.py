"""When the person could not be told: the attempt that failed, the edital, and its publication."""

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render

from zoonoses.documents.forms_service import AttemptForm, EditalForm, PublicationForm
from zoonoses.documents.models import Acknowledgement, ServiceEdital
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import acknowledgement, means, service_attempts, service_editais
from zoonoses.documents.services.idempotency import key_of, made
from zoonoses.documents.services.trail import looked
from zoonoses.documents.views_acknowledgement import act_of, closed, kept_proof, repeated, shown
from zoonoses.municipalities import clock
from zoonoses.municipalities.access import access, staff
from zoonoses.municipalities.models import Role

COUNTER = (Role.AGENT, Role.VET, Role.CLERK, Role.MANAGER)
EDITAL = Acknowledgement.Means.EDITAL


@access(*COUNTER)
def attempt_new(request, pk):
    """Registrar tentativa: how, when, by whom, and what happened. No term starts."""
    act = act_of(request, pk)
    now = clock.now(request.municipality)
    bound = (request.POST, request.FILES) if request.method == "POST" else ()
    form = AttemptForm(*bound, initial={"on": now.date(), "tried_by": request.membership.user.name})
    context = {"act": act, "form": form, "attempts": act.service_attempts.all(), "refusal": None}
    template = "documents/service_attempt.html"
    if request.method != "POST":
        context["refusal"] = closed(act)
        return render(request, template, context)
    if not form.is_valid():
        return render(request, template, context, status=422)
    try:
        row = service_attempts.attempt(
            of_act=act,
            attempt=form.attempt(),
            by=request.membership,
            at=now,
            key=key_of(request.POST.get("idempotency_key")),
            files=form.cleaned_data["files"],
        )
    except Refusal as refusal:
        return render(request, template, context | {"refusal": refusal}, status=409)
    messages.success(request, f"Tentativa de {row.on:%d/%m/%Y} registrada. Nenhum prazo corre dela.")
    return redirect("desk:case", pk=act.case_id)


@access(*COUNTER)
def edital_new(request, pk):
    """Ciência por edital: the draft, reviewed; then exactly what will be printed; then it is issued."""
    act = act_of(request, pk)
    now = clock.now(request.municipality)
    key = key_of(request.POST.get("idempotency_key"))
    done = made(request.municipality, key)
    if done is not None:
        return redirect("documents:edital", pk=done.service_edital.pk)
    template, note = "documents/edital_new.html", means.note(act, EDITAL)
    context = {"act": act, "note": note, "attempts": act.service_attempts.count(), "refusal": closed(act)}
    form = None
    if context["refusal"] is None:
        try:
            form = _edital_form(request, act, now)
        except Refusal as refusal:
            context["refusal"] = refusal
    context |= {"form": form, "needs_basis": form is not None and form.fields["basis"].required}
    if form is None or not form.is_bound or "voltar" in request.POST:
        return render(
            request, template, context, status=409 if form is None and request.method == "POST" else 200
        )
    if not form.is_valid():
        return render(request, template, context, status=422)
    given = {"of_act": act, **form.cleaned_data, "by": request.membership, "at": now}
    try:
        if "confirmar" not in request.POST:
            body = service_editais.body_of(**given)
            context |= {"body": body, "repeated": repeated(request)}
            return render(request, "documents/edital_confirm.html", context)
        edital = service_editais.issue(**given, key=key)
    except Refusal as refusal:
        return render(request, template, context | {"refusal": refusal}, status=409)
    messages.success(request, f"{edital.act.document} emitido. A ciência é a sua publicação: registre-a.")
    return redirect("documents:edital", pk=edital.pk)


def _edital_form(request, act, now):
    """Bound to what was sent, or with the draft. Raises `Refusal` when a term of the draft cannot be counted."""
    needs_basis = bool(means.note(act, EDITAL)) and means.own_rule(act) is None
    if request.method == "POST":
        return EditalForm(request.POST, needs_basis=needs_basis)
    name = service_editais.addressee_of(act)
    text = service_editais.draft(act, addressee=name, on=now.date())
    return EditalForm(initial={"addressee": name, "text": text}, needs_basis=needs_basis)


@staff
def edital(request, pk):
    """One edital: its words, its paper, and where it was published."""
    found = _edital(request, pk)
    looked(request.membership, clock.now(request.municipality), "edital de ciência", found)
    publications = found.publications.select_related("act").order_by("on", "pk")
    return render(request, "documents/edital.html", {"edital": found, "publications": publications})


@access(*COUNTER)
def edital_publish(request, pk):
    """Registrar publicação: where and when, then the day on which it counts and its terms, then the ciência."""
    found = _edital(request, pk)
    now = clock.now(request.municipality)
    bound = (request.POST, request.FILES) if request.method == "POST" else ()
    form = PublicationForm(*bound, initial={"published_on": now.date()})
    context = {
        "edital": found,
        "form": form,
        "day_source": means.edital_day(found.of_act, now.date())[1],
        "proof_draft": key_of(request.POST.get("proof_draft")),
        "refusal": None,
    }
    template = "documents/edital_publish.html"
    if request.method != "POST" or "voltar" in request.POST:
        context["refusal"] = closed(found.of_act)
        return render(request, template, context)
    if not form.is_valid():
        return render(request, template, context, status=422)
    service = form.service(found)
    try:
        if "confirmar" not in request.POST:
            acknowledgement.check(of_act=found.of_act, service=service, today=now.date())
            return shown(request, found.of_act, service, kept_proof(request, form, now))
        told = acknowledgement.acknowledge(
            of_act=found.of_act,
            service=service,
            by=request.membership,
            at=now,
            key=key_of(request.POST.get("idempotency_key")),
            proof=key_of(request.POST.get("proof_draft")),
        )
    except Refusal as refusal:
        return render(request, template, context | {"refusal": refusal}, status=409)
    messages.success(request, f"Publicação registrada: a ciência vale em {told.on:%d/%m/%Y}.")
    return redirect("documents:edital", pk=found.pk)


def _edital(request, pk):
    rows = ServiceEdital.objects.of(request.municipality).select_related(
        "act__document__annulment",
        "act__author__user",
        "of_act__document__annulment",
        "of_act__case__municipality",
    )
    return get_object_or_404(rows, pk=pk)
