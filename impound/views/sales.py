"""Leilões e vendas: the list, the edital, and the one page of a lot: lances, result, payment, delivery."""

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from impound.documents.sales import notice_parts, result_parts
from impound.forms.sales import BidForm, LotForm, ResultForm
from impound.models import SaleLot, SeizedAnimal
from impound.models.sales import sale_words
from impound.services import bidding, delivering, sales
from impound.services.destining import SOLD
from impound.services.sales import Lot
from registry.views.choosing import choose_person, chosen_person, confirm
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import idempotency, trail
from zoonoses.municipalities import clock
from zoonoses.municipalities.access import access, staff
from zoonoses.municipalities.models import Role
from zoonoses.municipalities.paging import page_of
from zoonoses.treasury.services import charges

WRITERS = (Role.AGENT, Role.VET, Role.CLERK, Role.MANAGER)
BIDDER = "licitante"
OLD_PAGE = Refusal("no_key", "Abra a página de novo e repita.")


@staff
def sale_list(request):
    """Lots, the latest first: what is next of each, or how it ended."""
    today = clock.today(request.municipality)
    page = page_of(sales.lots(request.municipality), request.GET.get("page", 1))
    rows = [_row(lot, today) for lot in page]
    people = {lot.result.winner.bidder for lot in page if getattr(lot, "result", None) and lot.result.winner}
    trail.looked(request.membership, clock.now(request.municipality), "lotes", *people)
    return render(request, "impound/sales_list.html", {"page": page, "rows": rows})


def _row(lot, today) -> dict:
    following, done = sales.state_of(lot, today)
    numbers = ", ".join(row.custody.full_number for row in lot.animals.all())
    held_on = clock.local(lot.municipality, lot.held_at).date()
    return {
        "url": reverse("impound:sale", args=[lot.pk]),
        "title": str(lot.act.document),
        "subtitle": f"Animal nº {numbers} · sessão em {held_on:%d/%m/%Y}, {lot.place}",
        "next": following,
        "done": done,
    }


@access(Role.MANAGER)
def sale_new(request):
    """The edital of a lot: `?destino=` and `?forma=` as the law lists them, `?animal=` already marked."""
    code, kind = request.GET.get("destino", ""), request.GET.get("forma", "")
    context = {"back_url": reverse("impound:sales"), "form": None}
    if kind not in SOLD or not code:
        return render(request, "impound/sales_new.html", context)
    key = idempotency.key_of(request.POST.get("idempotency_key"))
    made = idempotency.made(request.municipality, key)
    if made is not None and hasattr(made, "sale_lot"):
        return redirect("impound:sale", made.sale_lot.pk)
    now = clock.now(request.municipality)
    found = sales.candidates(request.municipality, code=code, on=now.date())
    animals = SeizedAnimal.objects.filter(pk__in=[row.pk for row in found]).select_related("municipality")
    initial = {"animals": [request.GET.get("animal")], "hour": "14:00"}
    words = sale_words(kind)
    form = LotForm(
        request.POST or None,
        animals=animals,
        municipality=request.municipality,
        words=words,
        initial=initial,
    )
    context |= {"form": form, "found": found, "kind_label": SaleLot.Kind(kind).label, "words": words}
    if request.method != "POST" or "voltar" in request.POST:
        return render(request, "impound/sales_new.html", context)
    if not form.is_valid():
        return render(request, "impound/sales_new.html", context, status=422)
    given = {"lot": Lot(kind=kind, code=code, **form.values()), "by": request.membership, "at": now}
    try:
        if "confirmar" not in request.POST or key is None:
            return _confirm_notice(request, given, context["back_url"])
        lot = sales.announce(key=key, **given)
    except Refusal as refusal:
        return render(request, "impound/sales_new.html", context | {"refusal": refusal}, status=409)
    messages.success(request, f"{lot.act.document} emitido. Publique-o onde foi dito.")
    return redirect("impound:sale", lot.pk)


def _confirm_notice(request, given, back_url):
    body = sales.plan_body(**given)
    back = {"back_url": back_url, "back_label": "Lotes"}
    return confirm(
        request,
        title=sales.notice_title(given["lot"].kind),
        parts=notice_parts(body),
        button="Publicar edital",
        **back,
    )


def fetch(request, pk) -> SaleLot:
    """A lot of this municipality, or 404."""
    rows = SaleLot.objects.of(request.municipality).select_related(
        "act__document__annulment", "act__case__municipality", "act__author__user"
    )
    return get_object_or_404(rows, pk=pk)


@staff
def sale(request, pk):
    """One lot: its animals, its minimum, the lances, and the next act."""
    return page(request, fetch(request, pk))


def page(request, lot, *, status=200, **more):
    """The page of a lot, also after an act that was refused or a form with faults."""
    now = clock.now(request.municipality)
    result = sales.result_of(lot)
    bids = list(lot.bids.select_related("bidder", "recorded_by__user"))
    trail.looked(request.membership, now, "lote", *{row.bidder for row in bids})
    annulled = hasattr(lot.act.document, "annulment") or (
        result is not None and hasattr(result.act.document, "annulment")
    )
    role = request.membership.role
    context = {
        "lot": lot,
        "animals": [
            row.custody
            for row in lot.animals.select_related("custody__exit", "custody__animal").order_by("pk")
        ],
        "bids": bids,
        "result": result,
        "owed": charges.owed(result.charge) if result and result.charge else None,
        "delivered": delivering.delivered_by(lot),
        "annulled": annulled,
        "session": now >= lot.held_at,
        "writes": role in WRITERS,
        "manages": role == Role.MANAGER,
        "takes_money": role in (Role.CLERK, Role.MANAGER),
        **more,
    }
    return render(request, "impound/sales_page.html", context, status=status)


def _who_offers(request, lot):
    """Who calls the lance: those who called one before come first."""
    known = {row.bidder_id: row.bidder for row in lot.bids.select_related("bidder")}
    trail.looked(request.membership, clock.now(request.municipality), "lance", *known.values())
    return choose_person(
        request,
        title=lot.words.offer.capitalize(),
        lead=lot.words.who,
        name=BIDDER,
        likely=list(known.values()),
        likely_title=lot.words.already,
        back_url=reverse("impound:sale", args=[lot.pk]),
        back_label="Lote",
    )


@access(*WRITERS)
def bid_new(request, pk):
    """A lance: who calls it, then how much."""
    lot = fetch(request, pk)
    bidder = chosen_person(request, BIDDER)
    if bidder is None:
        return _who_offers(request, lot)
    form = BidForm(request.POST or None, words=lot.words)
    key = idempotency.key_of(request.POST.get("idempotency_key"))
    context = {"lot": lot, "bidder": bidder, "form": form, "best": lot.bids.first()}
    context["back_url"] = reverse("impound:sale", args=[pk])
    if request.method != "POST":
        return render(request, "impound/sales_bid.html", context)
    if not form.is_valid() or key is None:
        return render(request, "impound/sales_bid.html", context, status=422)
    given = {"lot": lot, "bidder": bidder, "amount": form.cleaned_data["amount"], "key": key}
    try:
        bidding.bid(by=request.membership, at=clock.now(request.municipality), **given)
    except Refusal as refusal:
        return render(request, "impound/sales_bid.html", context | {"refusal": refusal}, status=409)
    messages.success(request, lot.words.recorded)
    return redirect("impound:sale", pk)


@access(Role.MANAGER)
def sale_result(request, pk):
    """The result: the ata as it will be printed, then the act."""
    lot = fetch(request, pk)
    form, key = ResultForm(request.POST or None), idempotency.key_of(request.POST.get("idempotency_key"))
    if sales.result_of(lot) is not None:
        return redirect("impound:sale", pk)
    back_url = reverse("impound:sale", args=[pk])
    context = {"lot": lot, "form": form, "back_url": back_url}
    if request.method != "POST" or "voltar" in request.POST:
        return render(request, "impound/sales_result.html", context)
    if not form.is_valid():
        return render(request, "impound/sales_result.html", context, status=422)
    given = {"lot": lot, "notes": form.cleaned_data["notes"], "by": request.membership}
    given["at"] = clock.now(request.municipality)
    try:
        if "confirmar" not in request.POST or key is None:
            parts = result_parts(bidding.plan_result(**given)[2])
            back = {"back_url": back_url, "back_label": "Lote"}
            return confirm(
                request, title=bidding.result_title(lot.kind), parts=parts, button="Lavrar resultado", **back
            )
        result = bidding.close(key=key, **given)
    except Refusal as refusal:
        return render(request, "impound/sales_result.html", context | {"refusal": refusal}, status=409)
    messages.success(request, f"{result.act.document} lavrada.")
    return redirect("impound:sale", pk)


@access(Role.CLERK, Role.MANAGER)
@require_POST
def sale_deliver(request, pk):
    """Hands the animals to who won and paid."""
    lot, key = fetch(request, pk), idempotency.key_of(request.POST.get("idempotency_key"))
    if key is None:
        return page(request, lot, status=422, refusal=OLD_PAGE)
    try:
        act = delivering.deliver(lot=lot, by=request.membership, at=clock.now(request.municipality), key=key)
    except Refusal as refusal:
        return page(request, lot, status=409, refusal=refusal)
    messages.success(request, f"{act.document} emitido. Imprima, colha a assinatura e entregue os animais.")
    return redirect("impound:sale", pk)
