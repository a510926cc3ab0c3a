"""The page that ends custody: death, escape, theft, an order. What happened first, then the term as it is printed."""

from datetime import datetime

from django.contrib import messages
from django.shortcuts import redirect, render
from django.urls import reverse

from impound.documents.custody import parts
from impound.forms.custody import UndoForm
from impound.forms.ends import EndForm
from impound.models import CustodyEvent, Exit
from impound.services import ends, law, state, undoing_ends
from impound.services.ends import End
from impound.views.custody import custody_of
from registry.services.vets import vets_at
from registry.views.choosing import choose_person, chosen_person, confirm
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import idempotency
from zoonoses.municipalities import clock
from zoonoses.municipalities.access import FIELD, access
from zoonoses.municipalities.models import Role

Kind = Exit.Kind
RECEIVER, CHOOSE = "destinatario", "escolher"
SLUGS = {"obito": Kind.DEATH, "fuga": Kind.ESCAPE, "furto": Kind.THEFT, "ordem": Kind.ORDER}


@access(*FIELD)
def custody_end(request, pk):
    """Fim da custódia: `?fim=obito`, `fuga`, `furto`, `ordem`; without it, the page asks which."""
    custody, now = custody_of(request, pk), clock.now(request.municipality)
    context = {"custody": custody, "back_url": reverse("impound:custody", args=[pk])}
    kind = SLUGS.get(request.GET.get("fim", ""))
    if kind is None:
        context["may_order"] = request.membership.role == Role.MANAGER
        return render(request, "impound/custody_end_choose.html", context)
    receiver = chosen_person(request, RECEIVER)
    if kind == Kind.ORDER and receiver is None and CHOOSE in request.GET:
        return choose_person(
            request,
            title="A quem se entrega o animal",
            lead="A pessoa que a ordem ou decisão nomeia.",
            back_url=f"{request.path}?fim=ordem",
            back_label="Fim da custódia",
            name=RECEIVER,
        )
    key = idempotency.key_of(request.POST.get("idempotency_key"))
    made = idempotency.made(request.municipality, key)
    if made is not None:
        return redirect("impound:custody", pk)
    scan = ends.scan_of(custody=custody, draft=key)
    form = _form(request, custody, kind, scan, now)
    context |= {"form": form, "title": ends.TITLES[kind], "scan": scan, "receiver": receiver}
    try:
        context["rule"] = state.ruleset_of(law.lawbook_of(custody)).custody
        return _steps(request, custody, kind, form, receiver, key, context)
    except Refusal as refusal:
        return render(request, "impound/custody_end.html", context | {"refusal": refusal}, status=409)


def _form(request, custody, kind, scan, now):
    laudos = [event.pk for event in ends.laudos_of(custody)]
    return EndForm(
        request.POST or None,
        request.FILES or None,
        kind=kind,
        laudos=CustodyEvent.objects.filter(pk__in=laudos).select_related("act__document"),
        vets=vets_at(municipality=request.municipality, first=request.membership),
        has_scan=scan is not None,
        initial={"on": now.date(), "hour": f"{now:%H:%M}"},
    )


def _steps(request, custody, kind, form, receiver, key, context):
    if request.method != "POST" or "voltar" in request.POST:
        return render(request, "impound/custody_end.html", context)
    if not form.is_valid():
        return render(request, "impound/custody_end.html", context, status=422)
    now, data = clock.now(request.municipality), form.cleaned_data
    given = {"custody": custody, "by": request.membership, "at": now}
    scan = context["scan"]
    if data.get("scan"):
        scan = context["scan"] = ends.keep_scan(upload=data["scan"], draft=key, **given)
    happened_at = datetime.combine(data["on"], data["hour"], tzinfo=clock.zone(request.municipality))
    # The form knows minutes: an end told in this very minute happened now.
    happened_at = (
        now if happened_at.replace(second=0) == now.replace(second=0, microsecond=0) else happened_at
    )
    end = End(kind=kind, happened_at=happened_at, receiver=receiver, scan=scan, **form.values())
    if "confirmar" not in request.POST:
        sheet = parts(ends.plan(end=end, **given))
        back = {"back_url": context["back_url"], "back_label": "Animal"}
        return confirm(request, title="Termo de fim de custódia", parts=sheet, button="Emitir termo", **back)
    found = ends.end_custody(end=end, key=key, **given)
    messages.success(request, f"{found.act.document} emitido. A custódia terminou.")
    return redirect("impound:custody", custody.pk)


@access(Role.MANAGER)
def custody_end_undo(request, pk):
    """An end recorded by mistake: what undoing it does, the reason, and then the annulment of its termo."""
    custody = custody_of(request, pk)
    form = UndoForm(request.POST or None)
    context = {"custody": custody, "form": form, "refusal": undoing_ends.refusal_for(custody)}
    page, now = "impound/custody_end_undo.html", clock.now(request.municipality)
    try:
        context["ordered"] = law.custody_rule(law.lawbook_of(custody)).notice_ordered
        if request.method != "POST":
            return render(request, page, context)
        if not form.is_valid():
            return render(request, page, context, status=422)
        reason = form.cleaned_data["reason"]
        undoing_ends.undo(custody=custody, reason=reason, at=now, by=request.membership)
    except Refusal as refusal:
        return render(request, page, context | {"refusal": refusal}, status=409)
    messages.success(request, "A saída foi desfeita: o animal está no depósito. Ponha-o em uma baia.")
    return redirect("impound:custody", pk)
