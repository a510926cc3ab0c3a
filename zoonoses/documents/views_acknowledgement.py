"""Ciência of an act: the form, then the last days that it starts, then the record."""

from uuid import uuid4

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render

from zoonoses.documents.forms_acknowledgement import AcknowledgementForm
from zoonoses.documents.models import Acknowledgement, Act, Attachment
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import acknowledgement, attachments, means
from zoonoses.documents.services.idempotency import key_of
from zoonoses.municipalities import clock
from zoonoses.municipalities.access import access
from zoonoses.municipalities.models import Role

UNREPEATED = ("csrfmiddlewaretoken", "idempotency_key", "confirmar", "voltar", "proof_draft")


def repeated(request):
    """What was typed on the first page, for the confirmation page to send again as it was."""
    return [
        (name, value) for name, values in request.POST.lists() if name not in UNREPEATED for value in values
    ]


def act_of(request, pk):
    """An act of this municipality, with what its ciência asks of it."""
    rows = Act.objects.of(request.municipality).select_related("case__municipality", "document__annulment")
    return get_object_or_404(rows, pk=pk)


def kept_proof(request, form, now):
    """The draft under which the proof of the ciência waits for the confirmation; None when none was sent.

    Raises `Refusal` for a file that cannot be read.
    """
    upload = form.cleaned_data.get("proof")
    if not upload:
        return key_of(request.POST.get("proof_draft"))
    draft = uuid4()
    attachments.store(
        municipality=request.municipality,
        kind=Attachment.Kind.SCAN,
        upload=upload,
        by=request.membership,
        at=now,
        draft=draft,
    )
    return draft


def shown(request, act, service, proof):
    """The page that shows what will be recorded: the day on which it counts and the terms that it starts."""
    settled = acknowledgement.settled(act, service)
    context = {
        "act": act,
        "service": settled,
        "effects": acknowledgement.effects(act, settled.on),
        "means": Acknowledgement.Means(service.means).label,
        "means_note": means.note(act, service.means),
        "day_source": means.edital_day(act, settled.published_on)[1] if settled.published_on else "",
        "repeated": [*repeated(request), *([("proof_draft", proof)] if proof else [])],
        "has_proof": proof is not None,
    }
    return render(request, "documents/acknowledge_confirm.html", context)


@access(Role.AGENT, Role.VET, Role.CLERK, Role.MANAGER)
def acknowledge(request, pk):
    """Registrar ciência: by whom and when, then the last days that follow from it, then it is written."""
    act = act_of(request, pk)
    now = clock.now(request.municipality)
    notes = {value: means.note(act, value) for value in Acknowledgement.Means.values}
    bound = (request.POST, request.FILES) if request.method == "POST" else ()
    form = AcknowledgementForm(*bound, initial={"on": now.date()}, notes=notes)
    context = {
        "act": act,
        "form": form,
        "earlier": act.acknowledgements.order_by("on", "pk"),
        "attempts": act.service_attempts.all(),
        "notes": list(dict.fromkeys(filter(None, notes.values()))),
        "proof_draft": key_of(request.POST.get("proof_draft")),
        "refusal": None,
    }
    if request.method != "POST" or "voltar" in request.POST:
        context["refusal"] = closed(act)
        return render(request, "documents/acknowledge.html", context)
    if not form.is_valid():
        return render(request, "documents/acknowledge.html", context, status=422)
    service = form.service()
    try:
        if "confirmar" not in request.POST:
            acknowledgement.check(of_act=act, service=service, today=now.date())
            return shown(request, act, service, kept_proof(request, form, now))
        told = acknowledgement.acknowledge(
            of_act=act,
            service=service,
            by=request.membership,
            at=now,
            key=key_of(request.POST.get("idempotency_key")),
            proof=key_of(request.POST.get("proof_draft")),
        )
    except Refusal as refusal:
        return render(request, "documents/acknowledge.html", context | {"refusal": refusal}, status=409)
    messages.success(request, f"Ciência de {told.on:%d/%m/%Y} registrada.")
    return redirect("desk:case", pk=act.case_id)


def closed(act):
    """Why nobody can be told of this act at all, said before a form is filled; None where they can."""
    try:
        acknowledgement.require_open(act)
    except Refusal as refusal:
        return refusal
    return None
