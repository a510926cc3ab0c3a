"""Pages of the counter: what is owed, receiving it, the guide, and undoing what was received by mistake."""

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from zoonoses.documents.downloads import list_file
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import trail
from zoonoses.documents.services.idempotency import key_of
from zoonoses.municipalities import clock
from zoonoses.municipalities.access import access
from zoonoses.municipalities.models import Role
from zoonoses.municipalities.paging import page_of
from zoonoses.municipalities.templatetags import br
from zoonoses.treasury.forms import ChargeForm, GuideForm, PayerForm, PaymentForm, ReasonForm
from zoonoses.treasury.models import Charge, Payment
from zoonoses.treasury.services import active_debt, charges, history, sources
from zoonoses.treasury.services.guides import same_person
from zoonoses.treasury.services.listing import CHARGE_COLUMNS
from zoonoses.treasury.services.own_rules import bears_additions, instalment_rule_of

COUNTER = (Role.CLERK, Role.MANAGER)
STATES = (
    ("abertas", "Em aberto"),
    ("vencidas", "Vencidas"),
    ("parceladas", "Parceladas"),
    ("pagas", "Pagas"),
    ("divida-ativa", "Na dívida ativa"),
    ("canceladas", "Canceladas"),
    ("todas", "Todas"),
)


@access(*COUNTER)
def charge_list(request):
    """Charges by state, the latest first; by payer, sent by POST so that names stay out of addresses."""
    state = request.GET.get("situacao", "abertas")
    rows = _in_state(Charge.objects.of(request.municipality), state, clock.today(request.municipality))
    form = PayerForm(request.POST or None)
    searched = form.is_bound and form.is_valid() and form.cleaned_data["payer"].strip()
    if searched:
        rows = rows.payer_like(searched)
    file = list_file(request, rows, CHARGE_COLUMNS, name="cobranças", seen=lambda charge: [charge])
    if file is not None:
        return file
    page = page_of(rows, request.GET.get("page"))
    trail.looked(request.membership, clock.now(request.municipality), "lista de cobranças", *page)
    context = {
        "form": form,
        "searched": searched,
        "state": state,
        "page": page,
        "rows": _rows(page, request.municipality),
        "chips": [
            {"label": label, "url": f"?situacao={value}", "active": value == state} for value, label in STATES
        ],
    }
    return render(request, "treasury/charges.html", context)


def _in_state(rows, state, today):
    """The charges of a state, each with what was paid of it and until when its guide holds."""
    if state == "vencidas":
        return rows.overdue(today)
    chosen = {
        "abertas": rows.not_sent().open,
        "parceladas": rows.in_instalments,
        "pagas": rows.paid_off,
        "divida-ativa": rows.at_active_debt().open,
        "canceladas": rows.cancelled,
    }
    return chosen.get(state, rows.with_paid)().with_due()


def _rows(page, municipality):
    """The lines of the list; of what is late, whether the town's own rule adds something to it."""
    today, bears = clock.today(municipality), bears_additions(municipality)
    rows = []
    for charge in page:
        row = _row(charge)
        if row["due"] and row["due"] < today and bears(charge):
            row["next"] += ", mais os acréscimos do atraso"
        rows.append(row)
    return rows


def _row(charge):
    owed = charge.amount - charge.paid
    if charge.cancelled_on:
        words = "cancelada"
    elif owed <= 0:
        words = f"{br.money(charge.amount)} pagos"
    elif charge.paid:
        words = f"faltam {br.money(owed)} de {br.money(charge.amount)}"
    else:
        words = f"{br.money(charge.amount)} a receber"
    return {
        "url": reverse("treasury:charge", args=[charge.pk]),
        "title": charge.payer_name,
        "subtitle": f"{charge.description} · lançada em {charge.charged_on:%d/%m/%Y}",
        "next": words,
        "due": charge.due_on if owed > 0 and not charge.cancelled_on else None,
    }


@access(*COUNTER)
def charge_new(request):
    """A charge by hand, for what the system does not charge by itself; sent again it opens the one already made."""
    form = ChargeForm(request.POST or None)
    context = {"form": form}
    if request.method != "POST":
        return render(request, "treasury/charge_new.html", context)
    key = key_of(request.POST.get("idempotency_key"))
    if key is None:
        form.add_error(None, "Abra a página de novo e repita o lançamento.")
    if not form.is_valid():
        return render(request, "treasury/charge_new.html", context, status=422)
    on = clock.today(request.municipality)
    made = charges.charge_by_hand(
        municipality=request.municipality, on=on, by=request.membership, key=key, **form.cleaned_data
    )
    messages.success(request, f"Cobrança de {br.money(made.amount)} lançada.")
    return redirect("treasury:charge", made.pk)


def _fetch(request, pk):
    rows = Charge.objects.of(request.municipality).select_related("charged_by__user", "municipality")
    return get_object_or_404(rows, pk=pk)


@access(*COUNTER)
def charge(request, pk):
    """One charge: what it rests on, what was paid, and what can be done."""
    return _page(request, _fetch(request, pk))


def _page(request, found, *, status=200, **more):
    now = clock.now(request.municipality)
    trail.looked(request.membership, now, "cobrança", found)
    sent, owed, due = active_debt.standing(found), charges.owed(found), None
    try:
        if not sent:  # what is at the dívida ativa bears the additions of the treasury office
            due = charges.owed_today(found, now.date())
            owed = due.total
    except Refusal as refusal:
        more.setdefault("refusal", refusal)
    context = {
        "charge": found,
        "owed": owed,
        "due": due,
        "plan": due.plan if due else None,
        "instalment_rule": instalment_rule_of(found, now.date()),
        "sent": sent,
        "source": sources.source_of(found),
        "paid": charges.paid(found),
        "received": charges.received(found),
        "entries": history.entries(found),
        "may_cancel": request.membership.role == Role.MANAGER and not found.cancelled_on,
        "payment_form": PaymentForm(initial={"amount": br.decimal_br(owed, 2), "paid_on": now.date()}),
        "guide_form": GuideForm(others=same_person(found)),
        "cancel_form": ReasonForm(prefix="cancel"),
        **more,
    }
    return render(request, "treasury/charge.html", context, status=status)


@access(*COUNTER)
@require_POST
def pay(request, pk):
    """Receives money for a charge and opens its receipt."""
    found = _fetch(request, pk)
    form = PaymentForm(request.POST)
    key = key_of(request.POST.get("idempotency_key"))
    if key is None:
        form.add_error(None, "Abra a página de novo e repita o recebimento.")
    if not form.is_valid():
        return _page(request, found, status=422, payment_form=form)
    at = clock.now(request.municipality)
    try:
        payment = charges.pay(charge=found, at=at, by=request.membership, key=key, **form.cleaned_data)
    except Refusal as refusal:
        return _page(request, found, status=409, payment_form=form, refusal=refusal)
    messages.success(request, f"Recebidos {br.money(payment.amount)}. {payment.receipt} emitido.")
    return redirect("treasury:charge", pk)


@access(*COUNTER)
@require_POST
def guide_new(request, pk):
    """Issues a guide for what is owed; a former one is taken out of effect."""
    found = _fetch(request, pk)
    form = GuideForm(request.POST, others=same_person(found))
    if not form.is_valid():
        return _page(request, found, status=422, guide_form=form)
    at, key = clock.now(request.municipality), key_of(request.POST.get("idempotency_key"))
    try:
        guide = charges.issue_guide(charge=found, at=at, by=request.membership, key=key, **form.cleaned_data)
    except Refusal as refusal:
        return _page(request, found, status=409, guide_form=form, refusal=refusal)
    messages.success(request, f"{guide.document} emitida, com vencimento em {guide.due_on:%d/%m/%Y}.")
    return redirect("treasury:charge", pk)


@access(Role.MANAGER)
@require_POST
def cancel(request, pk):
    """The charge is no longer owed."""
    found = _fetch(request, pk)
    form = ReasonForm(request.POST, prefix="cancel")
    if not form.is_valid():
        return _page(request, found, status=422, cancel_form=form)
    at = clock.now(request.municipality)
    try:
        charges.cancel(charge=found, at=at, by=request.membership, **form.cleaned_data)
    except Refusal as refusal:
        return _page(request, found, status=409, cancel_form=form, refusal=refusal)
    messages.success(request, "Cobrança cancelada.")
    return redirect("treasury:charge", pk)


@access(Role.MANAGER)
def payment_void(request, pk):
    """Says what the void means, asks for the reason, and voids."""
    rows = Payment.objects.of(request.municipality).select_related("charge", "receipt__municipality", "void")
    payment = get_object_or_404(rows, pk=pk)
    form = ReasonForm(request.POST or None)
    context = {"payment": payment, "form": form, "refusal": None}
    if request.method != "POST":
        return render(request, "treasury/payment_void.html", context)
    if not form.is_valid():
        return render(request, "treasury/payment_void.html", context, status=422)
    at = clock.now(request.municipality)
    try:
        charges.void_payment(payment=payment, at=at, by=request.membership, **form.cleaned_data)
    except Refusal as refusal:
        return render(request, "treasury/payment_void.html", context | {"refusal": refusal}, status=409)
    messages.success(request, "Pagamento estornado. A cobrança está em aberto de novo.")
    return redirect("treasury:charge", payment.charge_id)
