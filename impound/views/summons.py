"""Notificar o tutor: whom and for which animals; then exactly what will be printed; then the act."""

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse

from impound.documents.summons import TITLE
from impound.forms.summons import SummonsForm
from impound.models import Seizure
from impound.services import summons
from registry.models import Tutor
from registry.services import tutors
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import idempotency, trail
from zoonoses.documents.views_acknowledgement import repeated
from zoonoses.municipalities import clock
from zoonoses.municipalities.access import access
from zoonoses.municipalities.models import Role


@access(Role.AGENT, Role.VET, Role.CLERK, Role.MANAGER)
def summons_new(request, pk):
    """Call the tutor of animals in custody, in two steps at one address."""
    rows = Seizure.objects.of(request.municipality).select_related(
        "act__case__municipality", "act__document", "owner"
    )
    seizure = get_object_or_404(rows, pk=pk)
    key = idempotency.key_of(request.POST.get("idempotency_key"))
    if "confirmar" in request.POST and idempotency.made(request.municipality, key):
        return redirect("impound:seizure", pk)
    now = clock.now(request.municipality)
    context, form = _context(request, seizure, now)
    if request.method != "POST" or not form.is_bound:
        return render(request, "impound/summons_new.html", context)
    if not form.is_valid():
        return render(request, "impound/summons_new.html", context, status=422)
    given = {
        "seizure": seizure,
        "tutor": form.cleaned_data["tutor"],
        "animals": [row for row in context["animals"] if row in form.cleaned_data["animals"]],
        "by": request.membership,
        "at": now,
    }
    try:
        if "confirmar" not in request.POST:
            body = summons.plan(**given)
            return render(request, "impound/summons_confirm.html", _confirm(request, seizure, body))
        made = summons.summon(**given, key=key)
    except Refusal as refusal:
        return render(request, "impound/summons_new.html", context | {"refusal": refusal}, status=409)
    messages.success(request, f"{made.act.document} emitida. Registre a ciência quando a pessoa a receber.")
    return redirect("impound:seizure", pk)


def _context(request, seizure, now):
    """The animals still here, the people whom the record knows, and those found by the search."""
    animals = summons.present(seizure)
    query = request.POST.get("procurar_pessoa", "").strip() if "procurar" in request.POST else ""
    found = tutors.search(municipality=request.municipality, text=query) if query else None
    people = summons.owners(animals)
    chosen = request.POST.get("tutor", "")
    if chosen.isascii() and chosen.isdigit():
        people += Tutor.objects.of(request.municipality).heads().filter(pk=int(chosen))
    people = list(dict.fromkeys([*people, *(found.tutors if found else ())]))
    trail.looked(request.membership, now, "notificação de apreensão", *people)
    initial = {"animals": request.POST.getlist("animals") or [row.pk for row in animals]}
    kept = "procurar" in request.POST or "voltar" in request.POST
    data = request.POST if request.method == "POST" and not kept else None
    form = SummonsForm(data, initial=initial, municipality=request.municipality, animals=animals)
    tutor = next((person for person in people if str(person.pk) == chosen), people[0] if people else None)
    context = {
        "seizure": seizure,
        "animals": animals,
        "people": people,
        "found": found,
        "query": query,
        "tutor": tutor,
        "form": form,
        "back_url": reverse("impound:seizure", args=[seizure.pk]),
    }
    return context, form


def _confirm(request, seizure, body):
    """The sheet, part by part."""
    parts = [
        {"label": "Lei", "text": body["law"]},
        {"label": "A quem se dirige", "lines": [body["person"]["name"], body["person"]["address"]]},
        {"label": "Apreensão", "lines": [body["seizure"], body["ground"], body["place"]]},
        {"label": "Animais", "lines": body["animals"]},
        {"label": "Por que se notifica", "text": f"{body['order']} {body['order_article']}".strip()},
        *(
            {"label": label, "lines": [_line(line) for line in body[name]]}
            for label, name in (
                ("Até quando retirar", "until"),
                ("O que a lei pede para a entrega", "bring"),
                ("Quanto custa", "costs"),
            )
        ),
        {"label": "Quem notifica", "lines": [body["inspector"]["name"], body["inspector"]["position"]]},
    ]
    return {
        "title": TITLE,
        "parts": parts,
        "law": {"steps": body["basis"], "result": ""} if body["basis"] else None,
        "repeated": repeated(request),
        "back_url": reverse("impound:seizure", args=[seizure.pk]),
    }


def _line(line) -> str:
    text = ": ".join(part for part in (line["label"], line.get("text", "")) if part)
    return f"{text} ({line['article']})" if line.get("article") else text
