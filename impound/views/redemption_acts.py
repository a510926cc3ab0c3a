"""The acts of the page of a redemption. Each comes back to it, or shows it with what is not possible and why."""

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from impound.documents.redemption import release_parts
from impound.forms.redemptions import GuideForm, ItemForm, PayForm, ReleaseForm, WithdrawForm
from impound.models import RedemptionItem
from impound.services import event_notices, redemption_bills, redemptions, releasing
from impound.views.redemptions import MONEY, WRITERS, fetch, page
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services.idempotency import key_of
from zoonoses.municipalities import clock
from zoonoses.municipalities.access import access
from zoonoses.municipalities.templatetags import br

OLD_PAGE = Refusal("no_key", "Abra a página de novo e repita.")


def _acted(request, found, act, said, **forms):
    """Runs one act and comes back to the page, saying what was done; a refusal is shown in the page."""
    try:
        done = act(at=clock.now(request.municipality), by=request.membership)
    except Refusal as refusal:
        return page(request, found, status=409, refusal=refusal, **forms)
    messages.success(request, said(done) if callable(said) else said)
    return redirect("impound:redemption", found.pk)


def _keyed(request, found, service, said, **given):
    """As `_acted`, for an act whose form carries its key."""
    key = key_of(request.POST.get("idempotency_key"))
    if key is None:
        return page(request, found, status=422, refusal=OLD_PAGE)
    return _acted(request, found, lambda **who: service(redemption=found, key=key, **given, **who), said)


@access(*WRITERS)
@require_POST
def item_new(request, pk):
    """Somebody saw what the law asks for."""
    found, code = fetch(request, pk), request.POST.get("code", "")
    form = ItemForm(request.POST, request.FILES, auto_id=f"id_{code}_%s")
    if not form.is_valid():
        return page(request, found, status=422, faulty_item=form, faulty_code=code)
    return _acted(
        request,
        found,
        lambda **who: redemptions.see(redemption=found, code=code, **form.cleaned_data, **who),
        "Item registrado.",
        faulty_item=form,
        faulty_code=code,
    )


@access(*WRITERS)
@require_POST
def item_undo(request, pk):
    """An item was marked by mistake."""
    rows = RedemptionItem.objects.filter(redemption__act__case__municipality=request.municipality)
    item = get_object_or_404(rows.select_related("redemption"), pk=pk)
    found = fetch(request, item.redemption_id)
    return _acted(request, found, lambda **who: redemptions.undo(item=item, **who), "Item desfeito.")


@access(*WRITERS)
@require_POST
def bill_new(request, pk):
    """Makes the bill of today and charges it."""
    found = fetch(request, pk)
    return _keyed(
        request, found, redemption_bills.make_bill, lambda bill: f"{bill.document}: {br.money(bill.reais)}."
    )


@access(*MONEY)
@require_POST
def guide_new(request, pk):
    """Issues the guide of each charge still owed."""
    found, form = fetch(request, pk), GuideForm(request.POST)
    if not form.is_valid():
        return page(request, found, status=422, guide_form=form)
    return _keyed(
        request,
        found,
        redemption_bills.issue_guides,
        lambda guides: f"Emitida: {', '.join(str(guide.document) for guide in guides)}.",
        due_on=form.cleaned_data["due_on"],
    )


@access(*MONEY)
@require_POST
def pay(request, pk):
    """Receives all that is owed, with a receipt for each charge."""
    found, form = fetch(request, pk), PayForm(request.POST)
    if not form.is_valid():
        return page(request, found, status=422, pay_form=form)
    return _keyed(
        request,
        found,
        redemption_bills.pay,
        lambda made: (
            f"Recebidos {br.money(sum(row.amount for row in made))}. "
            f"Emitido: {', '.join(str(row.receipt) for row in made)}."
        ),
        **form.cleaned_data,
    )


@access(*WRITERS)
@require_POST
def notice_sign(request, pk):
    """The owner signed the auto of the event at the counter."""
    found = fetch(request, pk)
    return _keyed(
        request,
        found,
        event_notices.sign,
        "Assinatura do auto registrada: é recibo, não confissão.",
    )


@access(*WRITERS)
@require_POST
def animal_register(request, pk, custody):
    """Registers an animal in the act of its redemption."""
    found = fetch(request, pk)
    row = get_object_or_404(found.animals, pk=custody)
    return _keyed(request, found, redemptions.register, lambda rga: f"Registrado: {rga}.", custody=row)


@access(*WRITERS)
def release(request, pk):
    """The Termo exactly as it will be printed, then the release."""
    found, now = fetch(request, pk), clock.now(request.municipality)
    form = ReleaseForm(request.POST or None)
    key = key_of(request.POST.get("idempotency_key"))
    done = releasing.act_of(found)
    if done is not None:
        return redirect("impound:redemption", pk)
    try:
        ready = releasing.plan(redemption=found, at=now, by=request.membership)
        if request.method == "POST" and form.is_valid() and key is not None:
            act = releasing.release(redemption=found, at=now, by=request.membership, key=key)
            messages.success(
                request, f"{act.document} emitido. Imprima, colha a assinatura e entregue os animais."
            )
            return redirect("impound:redemption", pk)
    except Refusal as refusal:
        return page(request, found, status=409, refusal=refusal)
    context = {
        "redemption": found,
        "form": form,
        "parts": release_parts(ready.body),
        "back_url": reverse("impound:redemption", args=[pk]),
    }
    return render(
        request, "impound/redemptions_release.html", context, status=422 if request.method == "POST" else 200
    )


@access(*WRITERS)
@require_POST
def withdraw(request, pk):
    """Who asked gave up."""
    found, form = fetch(request, pk), WithdrawForm(request.POST)
    if not form.is_valid():
        return page(request, found, status=422, withdraw_form=form)
    return _acted(
        request,
        found,
        lambda **who: redemptions.withdraw(redemption=found, reason=form.cleaned_data["reason"], **who),
        "Desistência registrada.",
    )
