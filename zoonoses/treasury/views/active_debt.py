"""Pages of the dívida ativa: what is to be sent, one remittance, one debt there."""

from django.contrib import messages
from django.db.models import Count, Sum
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from zoonoses.documents.downloads import list_file
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import trail
from zoonoses.documents.services.idempotency import key_of
from zoonoses.municipalities import clock
from zoonoses.municipalities.access import Role, access
from zoonoses.municipalities.paging import page_of
from zoonoses.municipalities.templatetags import br
from zoonoses.treasury.forms import ReasonForm
from zoonoses.treasury.forms_debt import DebtPaidForm, InscriptionForm, SendReasonForm
from zoonoses.treasury.models import Charge, DebtRemittance, SentDebt
from zoonoses.treasury.services import active_debt, charges, debt_origins, debt_returns, listing_debts
from zoonoses.treasury.services.listing import CHARGE_COLUMNS

COUNTER = (Role.CLERK, Role.MANAGER)
KEY_LOST = "Abra a página de novo e repita o envio."


@access(*COUNTER)
def debts(request):
    """What is to be sent: charges whose term of payment is over; apart, those of which only the manager decides.

    A POST shows what would be sent, and with `confirmar` sends it.
    """
    state = request.GET.get("situacao", "enviar")
    on = clock.today(request.municipality)
    find = active_debt.without_term if state == "sem-prazo" else active_debt.to_send
    rows = find(request.municipality, on)
    if request.method == "POST" and "formato" not in request.POST:
        return _send(request, active_debt.to_send(request.municipality, on))
    file = list_file(
        request, rows, CHARGE_COLUMNS, name="dívida ativa a enviar", seen=lambda charge: [charge]
    )
    return file or _debts_page(request, rows, state)


def _debts_page(request, rows, state, *, status=200, **more):
    page = page_of(rows, request.GET.get("page"))
    trail.looked(request.membership, clock.now(request.municipality), "dívida ativa a enviar", *page)
    context = {
        "state": state,
        "page": page,
        "rows": [{"charge": charge, "owed": charge.amount - charge.paid} for charge in page],
        "largest": active_debt.LARGEST,
        **more,
    }
    return render(request, "treasury/debts.html", context, status=status)


def _send(request, rows):
    """First exactly what would be sent, then the remittance."""
    if "todas" in request.POST:
        chosen = list(rows[: active_debt.LARGEST])
    else:
        wanted = [
            pk for pk in request.POST.getlist("charges") if pk.isascii() and pk.isdigit() and len(pk) < 16
        ]
        own = Charge.objects.of(request.municipality).filter(pk__in=wanted)
        chosen = list(own.with_paid().with_due().order_by("pk"))
    if not chosen:
        refusal = Refusal("nothing_chosen", "Marque ao menos uma cobrança.")
        return _debts_page(request, rows, "enviar", status=422, refusal=refusal)
    if "confirmar" not in request.POST:
        trail.looked(request.membership, clock.now(request.municipality), "dívida ativa a enviar", *chosen)
        rows = [{"charge": charge, "owed": charge.amount - charge.paid} for charge in chosen]
        context = {"rows": rows, "total": sum(row["owed"] for row in rows)}
        return render(request, "treasury/debts_confirm.html", context)
    try:
        remittance = _sent(request, chosen)
    except Refusal as refusal:
        return _debts_page(request, rows, "enviar", status=409, refusal=refusal)
    return redirect("treasury:remittance", remittance.pk)


def _sent(request, chosen, reason="") -> DebtRemittance:
    """Sends, and says so. Raises `Refusal`."""
    key = key_of(request.POST.get("idempotency_key"))
    if key is None:
        raise Refusal("key_lost", KEY_LOST)
    remittance = active_debt.send(
        municipality=request.municipality,
        charges=chosen,
        by=request.membership,
        at=clock.now(request.municipality),
        key=key,
        reason=reason,
    )
    messages.success(request, f"{remittance} registrada. Baixe o arquivo e entregue-o à Fazenda.")
    return remittance


@access(*COUNTER)
def debt_new(request, pk):
    """One charge to the dívida ativa, exactly as it would be sent; with the manager's reason where no term is named."""
    charge = get_object_or_404(Charge.objects.of(request.municipality).select_related("municipality"), pk=pk)
    now = clock.now(request.municipality)
    trail.looked(request.membership, now, "cobrança", charge)
    context = {"charge": charge, "refusal": None, "debt": None, "form": None}
    status = 200
    try:
        debt = context["debt"] = active_debt.preview(charge, by=request.membership, on=now.date())
        form = context["form"] = SendReasonForm(request.POST or None) if debt.reason else None
        context["days"] = _days(debt)
        if request.method == "POST" and (form is None or form.is_valid()):
            remittance = _sent(request, [charge], form.cleaned_data["reason"] if form else "")
            return redirect("treasury:remittance", remittance.pk)
        status = 422 if request.method == "POST" else 200
    except Refusal as refusal:
        again = _sent_before(request, charge)
        if again is not None:
            return redirect("treasury:remittance", again.pk)
        context["refusal"], status = refusal, 409 if request.method == "POST" else 200
    return render(request, "treasury/debt_new.html", context, status=status)


def _sent_before(request, charge) -> DebtRemittance | None:
    """The remittance that this very form already made."""
    key = key_of(request.POST.get("idempotency_key"))
    rows = DebtRemittance.objects.of(request.municipality).filter(key=key, debts__charge=charge)
    return rows.first() if key else None


def _days(debt):
    """The days of the process of a debt, in words."""
    return [
        (label, br.short_date(debt.days[name]))
        for name, label in debt_origins.DAYS.items()
        if name in debt.days
    ]


@access(*COUNTER)
def remittances(request):
    """The remittances, the latest first."""
    rows = DebtRemittance.objects.of(request.municipality).select_related("sent_by__user")
    rows = rows.annotate(count=Count("debts"), total=Sum("debts__owed") + Sum("debts__additions"))
    return render(request, "treasury/remittances.html", {"page": page_of(rows, request.GET.get("page"))})


@access(*COUNTER)
def remittance(request, pk):
    """One remittance, debt by debt, as it was sent; as a file for the treasury office."""
    rows = DebtRemittance.objects.of(request.municipality).select_related("sent_by__user")
    found = get_object_or_404(rows, pk=pk)
    debts = found.debts.select_related("charge", "remittance")
    name = f"remessa {found.number:04d}-{found.year}"
    file = list_file(request, debts, listing_debts.SENT_COLUMNS, name=name, seen=lambda debt: [debt.charge])
    if file is not None:
        return file
    page = page_of(listing_debts.with_state(debts), request.GET.get("page"))
    trail.looked(
        request.membership, clock.now(request.municipality), "dívida ativa", *(debt.charge for debt in page)
    )
    context = {
        "remittance": found,
        "rows": [_row(debt) for debt in page],
        "page": page,
        "totals": found.debts.aggregate(count=Count("pk"), owed=Sum("owed"), additions=Sum("additions")),
    }
    return render(request, "treasury/remittance.html", context)


def _row(debt):
    inscribed = f"inscrição {debt.inscription}" if debt.inscription else "sem inscrição"
    return {
        "url": reverse("treasury:debt", args=[debt.pk]),
        "title": debt.debtor_name,
        "subtitle": f"{debt.origin} · {inscribed}",
        "next": br.money(debt.total),
        "tag": listing_debts.state_of(debt),
    }


def _fetch(request, pk):
    rows = SentDebt.objects.of(request.municipality).select_related("remittance__sent_by__user", "charge")
    return get_object_or_404(rows.select_related("municipality", "withdrawn_by__user"), pk=pk)


@access(*COUNTER)
def debt(request, pk):
    """One debt at the dívida ativa: what was sent, its inscription, what was paid there, and how it comes back."""
    return _page(request, _fetch(request, pk))


def _page(request, found, *, status=200, **more):
    now = clock.now(request.municipality)
    trail.looked(request.membership, now, "dívida ativa", found.charge)
    owed = charges.owed(found.charge)
    inscription = {"number": found.inscription, "on": found.inscribed_on or now.date()}
    context = {
        "debt": found,
        "days": _days(found),
        "owed": owed,
        "payments": debt_returns.payments_of(found),
        "inscription_form": InscriptionForm(initial=inscription, prefix="inscription"),
        "paid_form": DebtPaidForm(initial={"paid_on": now.date()}, prefix="paid"),
        "withdraw_form": ReasonForm(prefix="withdraw"),
        **more,
    }
    return render(request, "treasury/debt.html", context, status=status)


def _acted(request, pk, form, name, act, **more):
    """The page again with what was typed when the form or the service refuses; else the page after the act."""
    found = _fetch(request, pk)
    if not form.is_valid():
        return _page(request, found, status=422, **{name: form})
    at = clock.now(request.municipality)
    try:
        told = act(debt=found, by=request.membership, at=at, **form.cleaned_data, **more)
    except Refusal as refusal:
        return _page(request, found, status=409, refusal=refusal, **{name: form})
    return told


@access(*COUNTER)
@require_POST
def debt_inscribe(request, pk):
    """The number and the day of the inscription."""
    form = InscriptionForm(request.POST, prefix="inscription")
    done = _acted(request, pk, form, "inscription_form", active_debt.inscribe)
    return _after(request, pk, done, "Inscrição registrada.")


@access(*COUNTER)
@require_POST
def debt_paid(request, pk):
    """What the treasury office received, entered by hand."""
    form = DebtPaidForm(request.POST, prefix="paid")
    key = key_of(request.POST.get("idempotency_key"))
    done = _acted(request, pk, form, "paid_form", debt_returns.paid_by_hand, key=key)
    return _after(request, pk, done, "Pagamento na dívida ativa registrado, com recibo.")


@access(Role.MANAGER)
@require_POST
def debt_withdraw(request, pk):
    """The debt comes back to the counter."""
    form = ReasonForm(request.POST, prefix="withdraw")
    done = _acted(request, pk, form, "withdraw_form", active_debt.withdraw)
    return _after(request, pk, done, "Dívida retirada: avise a Fazenda. A cobrança volta a ser paga aqui.")


def _after(request, pk, done, words):
    if hasattr(done, "status_code"):
        return done
    messages.success(request, words)
    return redirect("treasury:debt", pk)
