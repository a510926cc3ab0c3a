"""Pages of an agreement of instalments: proposing it, what was paid of it, the guide of each instalment, its end."""

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render

from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import trail
from zoonoses.documents.services.idempotency import key_of
from zoonoses.municipalities import clock
from zoonoses.municipalities.access import Role, access
from zoonoses.municipalities.templatetags import br
from zoonoses.treasury.documents import breaking_words
from zoonoses.treasury.forms_rules import BreakForm, DueForm, PlanForm
from zoonoses.treasury.models import Charge, Instalment, InstalmentPlan
from zoonoses.treasury.services import charges, plans
from zoonoses.treasury.services.guides import issue_instalment_guide
from zoonoses.treasury.services.own_rules import instalment_rule_of

COUNTER = (Role.CLERK, Role.MANAGER)


@access(*COUNTER)
def plan_new(request, pk):
    """Proposes the instalments, shows the termo as it will be printed, and makes the agreement."""
    rows = Charge.objects.of(request.municipality).select_related("municipality")
    charge, now = get_object_or_404(rows, pk=pk), clock.now(request.municipality)
    trail.looked(request.membership, now, "parcelamento", charge)
    form = PlanForm(request.POST or None, initial={"signer": charge.payer_name})
    context = {"charge": charge, "form": form, "rule": instalment_rule_of(charge, now.date())}
    context |= {"refusal": None, "draft": None}
    if request.method != "POST":
        context["owed"] = _owed(charge, now, context)
        return render(request, "treasury/plan_new.html", context)
    key = key_of(request.POST.get("idempotency_key"))
    if key is None:
        form.add_error(None, "Abra a página de novo e repita o acordo.")
    if not form.is_valid():
        context["owed"] = _owed(charge, now, context)
        return render(request, "treasury/plan_new.html", context, status=422)
    try:
        return _agreed(request, charge, form.cleaned_data, now, key, context)
    except Refusal as refusal:
        context["refusal"] = refusal
        context["owed"] = charges.owed(charge)
        return render(request, "treasury/plan_new.html", context, status=409)


def _owed(charge, now, context):
    """What is owed today; where it cannot be counted the page says why."""
    try:
        return charges.owed_on(charge, now.date()).total
    except Refusal as refusal:
        context["refusal"] = refusal
        return charges.owed(charge)


def _agreed(request, charge, data, now, key, context):
    if request.POST.get("confirm"):
        made = plans.agree(charge=charge, at=now, by=request.membership, key=key, **data)
        messages.success(request, f"{made.document} emitido: imprima, colha a assinatura e entregue uma via.")
        return redirect("treasury:plan", made.pk)
    draft = plans.draft(charge=charge, count=data["count"], first_on=data["first_on"], on=now.date())
    debt = [f"{charge.description} ({charge.article}): {br.money(draft.due.parts.principal)}"]
    debt += [f"{label}: {br.money(amount)}" for label, amount in draft.due.parts.lines]
    parts = [
        {"label": "Devedor", "text": charge.payer_name},
        {"label": f"Dívida: {br.money(draft.due.total)}", "lines": debt},
        {
            "label": f"{len(draft.instalments)} parcelas",
            "lines": [
                f"{row.number}ª: {br.money(row.amount)}, vence {br.short_date(row.due_on)}"
                for row in draft.instalments
            ],
        },
        {"label": "Ato que permite o parcelamento", "text": draft.rule.act},
        {"label": "Rompimento", "text": breaking_words(draft.rule)},
        {"label": "Quem assina", "text": data["signer"]},
    ]
    return render(request, "treasury/plan_new.html", context | {"draft": draft, "parts": parts})


def _plan(request, pk):
    joined = ("document", "rule", "charge__municipality", "agreed_by__user", "ended_by__user")
    plan = get_object_or_404(InstalmentPlan.objects.of(request.municipality).select_related(*joined), pk=pk)
    now = clock.now(request.municipality)
    trail.looked(request.membership, now, "parcelamento", plan.charge)
    return plan, now


@access(*COUNTER)
def plan(request, pk):
    """An agreement: its instalments, what was received counted to the oldest, and the guides that stand."""
    found, now = _plan(request, pk)
    rows = plans.rows_of(found, now.date())
    context = {
        "plan": found,
        "rows": rows,
        "guides": plans.standing_guides(found),
        "missed": [row for row in rows if row.is_late],
        "rest": sum(row.rest for row in rows),
        "outside": 0 if found.ended_on else plans.outside(found),
        "breaking": breaking_words(found.rule),
    }
    return render(request, "treasury/plan.html", context)


@access(*COUNTER)
def instalment_guide(request, pk):
    """The guide of one instalment; a missed one asks until when."""
    rows = Instalment.objects.filter(plan__municipality=request.municipality)
    found = get_object_or_404(rows.select_related("plan__charge__municipality", "plan__document"), pk=pk)
    now = clock.now(request.municipality)
    trail.looked(request.membership, now, "parcelamento", found.plan.charge)
    form = DueForm(request.POST or None, initial={"due_on": max(found.due_on, now.date())})
    context, status = {"instalment": found, "plan": found.plan, "form": form, "refusal": None}, 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            key = key_of(request.POST.get("idempotency_key"))
            given = {"at": now, "by": request.membership, "key": key} | form.cleaned_data
            try:
                guide = issue_instalment_guide(instalment=found, **given)
            except Refusal as refusal:
                context["refusal"], status = refusal, 409
            else:
                messages.success(request, f"{guide.document} emitida, vence em {guide.due_on:%d/%m/%Y}.")
                return redirect("treasury:plan", found.plan_id)
    return render(request, "treasury/instalment_guide.html", context, status=status)


@access(*COUNTER)
def plan_break(request, pk):
    """Says what breaking the agreement means, asks for the reason, and breaks it."""
    found, now = _plan(request, pk)
    form = BreakForm(request.POST or None)
    context = {"plan": found, "form": form, "refusal": None, "breaking": breaking_words(found.rule)}
    context["missed"] = len(plans.missed_of(found, now.date()))
    if request.method != "POST":
        return render(request, "treasury/plan_break.html", context)
    if not form.is_valid():
        return render(request, "treasury/plan_break.html", context, status=422)
    try:
        plans.break_plan(plan=found, at=now, by=request.membership, **form.cleaned_data)
    except Refusal as refusal:
        return render(request, "treasury/plan_break.html", context | {"refusal": refusal}, status=409)
    messages.success(request, "Parcelamento rompido. O que falta é devido de uma vez.")
    return redirect("treasury:charge", found.charge_id)
