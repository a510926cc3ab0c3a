"""Ciência of an act: the form, then the last days that it starts, then the record."""

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render

from zoonoses.documents.forms_acknowledgement import AcknowledgementForm
from zoonoses.documents.models import Acknowledgement, Act
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import acknowledgement
from zoonoses.documents.services.idempotency import key_of
from zoonoses.municipalities import clock
from zoonoses.municipalities.access import access
from zoonoses.municipalities.models import Role

UNREPEATED = ("csrfmiddlewaretoken", "idempotency_key", "confirmar", "voltar")


def repeated(request):
    """What was typed on the first page, for the confirmation page to send again as it was."""
    return [
        (name, value) for name, values in request.POST.lists() if name not in UNREPEATED for value in values
    ]


@access(Role.AGENT, Role.VET, Role.CLERK, Role.MANAGER)
def acknowledge(request, pk):
    """Registrar ciência: by whom and when, then the last days that follow from it, then it is written."""
    rows = Act.objects.of(request.municipality).select_related("case__municipality", "document__annulment")
    act = get_object_or_404(rows, pk=pk)
    now = clock.now(request.municipality)
    form = AcknowledgementForm(request.POST or None, initial={"on": now.date()})
    context = {
        "act": act,
        "form": form,
        "earlier": act.acknowledgements.order_by("on", "pk"),
        "refusal": None,
    }
    if request.method != "POST" or "voltar" in request.POST:
        context["refusal"] = _refusal(act)
        return render(request, "documents/acknowledge.html", context)
    if not form.is_valid():
        return render(request, "documents/acknowledge.html", context, status=422)
    service = form.service()
    try:
        if "confirmar" not in request.POST:
            acknowledgement.check(of_act=act, service=service, today=now.date())
            context["effects"] = acknowledgement.effects(act, service.on)
            context["service"] = service
            context["means"] = Acknowledgement.Means(service.means).label
            context["repeated"] = repeated(request)
            return render(request, "documents/acknowledge_confirm.html", context)
        acknowledgement.acknowledge(
            of_act=act,
            service=service,
            by=request.membership,
            at=now,
            key=key_of(request.POST.get("idempotency_key")),
        )
    except Refusal as refusal:
        return render(request, "documents/acknowledge.html", context | {"refusal": refusal}, status=409)
    messages.success(request, f"Ciência de {service.on:%d/%m/%Y} registrada.")
    return redirect("desk:case", pk=act.case_id)


def _refusal(act):
    """Why nobody can acknowledge this act at all, told before the form is filled."""
    if act.kind not in acknowledgement.ACKNOWLEDGED_KINDS or act.document is None:
        return Refusal("not_acknowledged", "Este ato não depende de ciência.")
    if hasattr(act.document, "annulment"):
        return Refusal("annulled", f"{act.document} foi anulado(a): não há o que dar ciência.")
    return None
