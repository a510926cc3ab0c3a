"""Pages of licences and laudos: list with what expires, request, page of each, decision, an animal that left."""

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse

from registry.documents.licences import parts
from registry.forms.licences import DecisionForm, LeaveForm, LicenceRequestForm
from registry.models import LicenceAnimal, LicenceRequest
from registry.services import licence_decisions, licences, licensed
from registry.views.choosing import choose_person, chosen_person, confirm
from registry.views.people import WRITERS
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import trail
from zoonoses.documents.services.idempotency import key_of
from zoonoses.municipalities import clock
from zoonoses.municipalities.access import access
from zoonoses.municipalities.lawbook import Lawbook
from zoonoses.municipalities.models import Role
from zoonoses.municipalities.paging import page_of

CHIPS = (
    ("", "Todas"),
    ("analise", "Em análise"),
    ("vigentes", "Vigentes"),
    ("a-vencer", f"Vencem em {licensed.SOON_DAYS} dias"),
    ("vencidas", "Vencidas"),
    ("indeferidas", "Indeferidas"),
    ("registros", "Só registro"),
)
FIELD = (Role.AGENT, Role.VET, Role.MANAGER)


@access(*WRITERS)
def licence_list(request):
    """Requests and what came of them; what expires first stands first where days are listed."""
    today = clock.today(request.municipality)
    situation = request.GET.get("situacao", "")
    rows = licensed.situated(LicenceRequest.objects.of(request.municipality), situation, today)
    rows = rows.select_related("holder", "document__annulment", "decision__document__annulment")
    page = page_of(rows, request.GET.get("page", 1))
    seen = [row.holder for row in page]
    trail.looked(request.membership, clock.now(request.municipality), "licenças", *seen)
    chips = [
        {"label": label, "url": f"?situacao={value}" if value else "?", "active": value == situation}
        for value, label in CHIPS
    ]
    context = {"page": page, "rows": [_row(row) for row in page], "chips": chips, "situation": situation}
    return render(request, "registry/licences.html", context)


def _row(row):
    decision = getattr(row, "decision", None)
    rule = licences.rule_of(row)
    annulled = hasattr(row.document, "annulment") or (decision and hasattr(decision.document, "annulment"))
    due, done, following = None, "", ""
    if annulled:
        done = "anulado"
    elif decision is None:
        following = "Decidir o pedido" if rule and rule.paper else ""
        done = "" if following else "registrado"
    elif not decision.granted:
        done = "indeferido"
    elif decision.valid_until:
        due = decision.valid_until
    else:
        done = "vigente, sem vencimento"
    return {
        "url": reverse("registry:licence", args=[row.pk]),
        "title": f"{rule.label if rule else row.kind} · {row.holder.name}",
        "subtitle": f"{row.address_line} · pedido em {row.requested_on:%d/%m/%Y}",
        "next": following,
        "due": due,
        "done": done,
    }


@access(*WRITERS)
def licence_new(request):
    """What the law licenses; then whose; then the request, shown before it is issued."""
    town, list_url = request.municipality, reverse("registry:licences")
    lawbook = Lawbook(town, clock.today(town))
    kind = request.GET.get("tipo", "")
    try:
        if not kind:
            context = {"kinds": licences.kinds_of(lawbook), "tutor": chosen_person(request)}
            return render(request, "registry/licence_kinds.html", context)
        rule = licences.rule_on(lawbook, kind)
    except Refusal as refusal:
        return render(request, "registry/licence_kinds.html", {"refusal": refusal}, status=409)
    holder = chosen_person(request)
    if holder is None:
        return choose_person(
            request, title=rule.label, lead="De quem é o pedido?", back_url=list_url, back_label="Licenças"
        )
    return _request(request, rule, holder)


def _request(request, rule, holder):
    initial = {name: getattr(holder, name) for name in licences.PLACE}
    form = LicenceRequestForm(request.POST or None, needs_vet=bool(rule.vet_article), initial=initial)
    context = {"form": form, "rule": rule, "tutor": holder, "refusal": None}
    if request.method != "POST" or "voltar" in request.POST:
        return render(request, "registry/licence_form.html", context)
    if not form.is_valid():
        return render(request, "registry/licence_form.html", context, status=422)
    given = {
        "municipality": request.municipality,
        "kind": rule.code,
        "holder": holder,
        "values": form.cleaned_data,
        "at": clock.now(request.municipality),
        "by": request.membership,
    }
    try:
        if "confirmar" not in request.POST:
            body = licences.plan(**given).body
            return confirm(
                request,
                title=rule.label,
                parts=parts(body),
                button="Receber o pedido" if rule.paper else "Registrar",
                back_url=reverse("registry:licences"),
                back_label="Licenças",
            )
        made = licences.receive(**given, key=key_of(request.POST.get("idempotency_key")))
    except Refusal as refusal:
        return render(request, "registry/licence_form.html", context | {"refusal": refusal}, status=409)
    messages.success(request, f"{made.document} emitido.")
    return redirect("registry:licence", made.pk)


def fetch(request, pk) -> LicenceRequest:
    """A request of this municipality, or 404."""
    rows = LicenceRequest.objects.of(request.municipality).select_related(
        "municipality",
        "holder",
        "document__annulment",
        "decision__document__annulment",
        "decision__decided_by__user",
        "requested_by__user",
    )
    return get_object_or_404(rows, pk=pk)


@access(*WRITERS)
def licence(request, pk):
    """One request: what it brought, its visits, its decision, and its animals."""
    return _page(request, fetch(request, pk))


def _page(request, row, *, status=200, **more):
    now = clock.now(request.municipality)
    trail.looked(request.membership, now, "licença", row.holder)
    animals = list(row.animals.select_related("animal", "request").order_by("animal__name_key", "pk"))
    gone = licensed.gone_by(animals, now.date())
    numbers = {found.animal.pk: found for found in licences.listed([a.animal for a in animals], now.date())}
    decision = getattr(row, "decision", None)
    rule = licences.rule_of(row)
    context = {
        "licence": row,
        "rule": rule,
        "label": rule.label if rule else row.kind,
        "decision": decision,
        "stands": decision is not None and decision.granted and not hasattr(decision.document, "annulment"),
        "animals": [(a, numbers[a.animal_id], gone.get(a.pk)) for a in animals],
        "still": len(animals) - len(gone),
        "visits": row.inspections.select_related("act__document", "act__author__user").order_by("act__at"),
        "undecided": licence_decisions.refusal_for(row, by=request.membership, on=now.date()),
        "may_visit": request.membership.role in FIELD,
        **more,
    }
    return render(request, "registry/licence.html", context, status=status)


@access(*FIELD)
def licence_decide(request, pk):
    """Conceder or indeferir: the form, the paper as it will be issued, then the act."""
    row = fetch(request, pk)
    now = clock.now(request.municipality)
    rule = licences.rule_of(row)
    context = {
        "licence": row,
        "label": rule.label if rule else row.kind,
        "refusal": licence_decisions.refusal_for(row, by=request.membership, on=now.date()),
    }
    sets = licence_decisions.law_sets_validity(row, now.date())
    form = DecisionForm(request.POST or None, law_sets_validity=sets)
    context["form"] = form
    if request.method != "POST" or "voltar" in request.POST:
        return render(request, "registry/licence_decide.html", context)
    if not form.is_valid():
        return render(request, "registry/licence_decide.html", context, status=422)
    given = {"request": row, "at": now, "by": request.membership, **form.cleaned_data}
    given.setdefault("valid_until", None)
    try:
        if "confirmar" not in request.POST:
            ready = licence_decisions.plan(**given)
            return confirm(
                request,
                title=rule.paper if given["granted"] else "Indeferimento",
                parts=parts(ready.body),
                button="Conceder" if given["granted"] else "Indeferir",
                back_url=reverse("registry:licence", args=[row.pk]),
                back_label="Pedido",
                law={"steps": ready.decision.basis},
            )
        made = licence_decisions.decide(**given)
    except Refusal as refusal:
        return render(request, "registry/licence_decide.html", context | {"refusal": refusal}, status=409)
    messages.success(request, f"{made.document} emitido.")
    return redirect("registry:licence", row.pk)


@access(*WRITERS)
def licence_animal_gone(request, pk):
    """An animal left the licence: given away, lost, or any other event. It is never replaced."""
    rows = LicenceAnimal.objects.filter(request__municipality=request.municipality)
    animal = get_object_or_404(rows.select_related("animal", "request__holder"), pk=pk)
    form = LeaveForm(request.POST or None, today=clock.today(request.municipality))
    context = {"row": animal, "form": form, "refusal": None}
    if request.method != "POST":
        return render(request, "registry/licence_animal_gone.html", context)
    if not form.is_valid():
        return render(request, "registry/licence_animal_gone.html", context, status=422)
    try:
        licences.leave(row=animal, by=request.membership, **form.cleaned_data)
    except Refusal as refusal:
        context["refusal"] = refusal
        return render(request, "registry/licence_animal_gone.html", context, status=409)
    messages.success(request, "Saída registrada.")
    return redirect("registry:licence", animal.request_id)
