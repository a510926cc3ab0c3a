"""Pages of the municipality's own rules about money: what a delay adds, its index, and instalments."""

from django.contrib import messages
from django.shortcuts import redirect, render

from zoonoses.documents.refusals import Refusal
from zoonoses.municipalities import clock
from zoonoses.municipalities.access import Role, access
from zoonoses.municipalities.paging import page_of
from zoonoses.treasury.forms_rules import InstalmentRuleForm, LateRuleForm, VariationForm
from zoonoses.treasury.models import InstalmentRule, LateRule
from zoonoses.treasury.services import own_rules


@access(Role.MANAGER)
def late_rules(request):
    """What a delay adds: the versions entered, each with its act, and the form of another."""
    context = {"indexes": own_rules.indexes_of(request.municipality)}
    return _page(request, LateRuleForm, own_rules.enter_late_rule, LateRule, "late_rules", context)


@access(Role.MANAGER)
def instalment_rules(request):
    """In how many instalments a charge may be paid: the versions entered, and the form of another."""
    return _page(
        request, InstalmentRuleForm, own_rules.enter_instalment_rule, InstalmentRule, "instalment_rules", {}
    )


def _page(request, form_class, enter, model, name, context):
    town, now = request.municipality, clock.now(request.municipality)
    form = form_class(request.POST or None, initial={"from_on": now.date()})
    refusal, status = None, 422 if form.is_bound else 200
    if request.method == "POST" and form.is_valid():
        try:
            enter(municipality=town, by=request.membership, at=now, **form.cleaned_data)
        except Refusal as found:
            refusal, status = found, 409
        else:
            messages.success(request, "Regra guardada, com o ato que a fixa.")
            return redirect(f"treasury:{name}")
    rows = list(model.objects.of(town).select_related("entered_by__user"))
    standing = {own_rules.standing_version(rows, scope, now.date()) for scope in model.Scope.values}
    context |= {"form": form, "rows": rows, "standing": standing, "refusal": refusal}
    return render(request, f"treasury/{name}.html", context, status=status)


@access(Role.MANAGER)
def index_variations(request):
    """How much the indexes of the rules varied, month by month, and the form of another month."""
    town, now = request.municipality, clock.now(request.municipality)
    indexes = own_rules.indexes_of(town)
    form = VariationForm(request.POST or None, indexes=indexes)
    refusal, status = None, 422 if form.is_bound else 200
    if request.method == "POST" and form.is_valid():
        try:
            own_rules.enter_variation(municipality=town, by=request.membership, at=now, **form.cleaned_data)
        except Refusal as found:
            refusal, status = found, 409
        else:
            messages.success(request, "Variação guardada. O que já foi pago fica como foi contado.")
            return redirect("treasury:index_variations")
    page = page_of(own_rules.variations_of(town), request.GET.get("page"))
    context = {"form": form, "indexes": indexes, "page": page, "refusal": refusal}
    return render(request, "treasury/index_variations.html", context, status=status)
