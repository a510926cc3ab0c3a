"""The copy of a person's data, for the person: PDF and JSON. Each one is recorded."""

import uuid

from django.contrib import messages
from django.http import JsonResponse
from django.shortcuts import get_object_or_404, redirect, render

from registry.models import Tutor
from zoonoses.desk.services import person_copy
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import trail
from zoonoses.documents.services.idempotency import key_of
from zoonoses.municipalities import clock
from zoonoses.municipalities.access import access
from zoonoses.municipalities.models import Role

GIVERS = (Role.CLERK, Role.MANAGER)


def _person(request, pk) -> Tutor:
    rows = Tutor.objects.of(request.municipality).heads().select_related("municipality")
    return get_object_or_404(rows, pk=pk)


@access(*GIVERS)
def copy(request, pk):
    """What the copy has. POST issues it as a numbered document."""
    person, at = _person(request, pk), clock.now(request.municipality)
    refusal, status = None, 200
    if request.method == "POST":
        key = key_of(request.POST.get("idempotency_key")) or uuid.uuid4()
        try:
            document = person_copy.issue_copy(tutor=person, at=at, by=request.membership, key=key)
        except Refusal as refused:
            refusal, status = refused, 409
        else:
            trail.looked(request.membership, at, "cópia de dados em PDF", person)
            messages.success(request, f"{document} emitida. Entregue só ao titular ou a quem o representa.")
            return redirect("documents:document", document.pk)
    trail.looked(request.membership, at, "cópia de dados", person)
    context = {"tutor": person, "sections": person_copy.sections(person), "refusal": refusal}
    return render(request, "desk/person_copy.html", context, status=status)


@access(*GIVERS)
def copy_json(request, pk):
    """The same data in a form that another system reads."""
    person, at = _person(request, pk), clock.now(request.municipality)
    trail.looked(request.membership, at, "cópia de dados em JSON", person)
    response = JsonResponse(
        person_copy.as_data(person, at=at), json_dumps_params={"ensure_ascii": False, "indent": 2}
    )
    response["Content-Disposition"] = f'attachment; filename="dados-pessoais-{person.pk}.json"'
    return response
