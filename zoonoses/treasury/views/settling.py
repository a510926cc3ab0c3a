"""Pages of the bank's money that found no debt: the list, one record, and what is done with it."""

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from zoonoses.documents.downloads import list_file
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import trail
from zoonoses.documents.services.idempotency import key_of
from zoonoses.municipalities import clock
from zoonoses.municipalities.access import Role, access
from zoonoses.municipalities.paging import page_of
from zoonoses.municipalities.templatetags import br
from zoonoses.treasury.forms import PayerForm
from zoonoses.treasury.forms_rules import GiveBackForm, MatchForm, ToReturnForm
from zoonoses.treasury.models import BankRecord, Charge
from zoonoses.treasury.services import settling
from zoonoses.treasury.services.listing import SETTLED_COLUMNS, payers_of

COUNTER = (Role.CLERK, Role.MANAGER)
STATES = (("acertar", "A acertar"), ("devolver", "A devolver"), ("acertados", "Acertados"))
JOINED = ("outcome__guide__document", "bank_return")
NO_KEY = "Abra a página de novo e repita."


@access(*COUNTER)
def bank_records(request):
    """Records of return files whose money pays no charge: to be settled, to be returned, and settled."""
    state = request.GET.get("situacao", "acertar")
    rows = BankRecord.objects.of(request.municipality)
    chosen = {"devolver": rows.to_return, "acertados": rows.settled}.get(state, rows.to_settle)
    rows = chosen().select_related(*JOINED).order_by("-paid_on", "-pk")
    rows = rows.prefetch_related("payments__charge", "payments__receipt", "outcome__guide__charges")
    file = list_file(request, rows, SETTLED_COLUMNS, name="registros do banco", seen=payers_of)
    if file is not None:
        return file
    page = page_of(rows, request.GET.get("page"))
    seen = {charge for record in page for charge in payers_of(record)}
    trail.looked(request.membership, clock.now(request.municipality), "registros do banco", *seen)
    counts = settling.figures(request.municipality)
    told = {"acertar": counts["to_settle"], "devolver": counts["to_return"]}
    chips = [
        {
            "label": f"{label} ({told[value]})" if told.get(value) else label,
            "url": f"?situacao={value}",
            "active": value == state,
        }
        for value, label in STATES
    ]
    return render(request, "treasury/bank_records.html", {"page": page, "chips": chips, "state": state})


def _fetch(request, pk):
    rows = BankRecord.objects.of(request.municipality).select_related(*JOINED, "municipality")
    return get_object_or_404(rows.prefetch_related("payments__charge", "payments__receipt"), pk=pk)


@access(*COUNTER)
def bank_record(request, pk):
    """One record: what the bank says, what was done with its money, and what can be. POST looks for a charge."""
    found = _fetch(request, pk)
    search = PayerForm(request.POST or None)
    text = search.cleaned_data["payer"].strip() if search.is_bound and search.is_valid() else ""
    return _page(request, found, search=search, candidates=settling.candidates(found, text), searched=text)


def _page(request, found, *, status=200, candidates=None, **more):
    now, left = clock.now(request.municipality), settling.left_of(found)
    candidates = settling.candidates(found, "") if candidates is None else candidates
    paid = [payment.charge for payment in found.payments.all()]
    trail.looked(request.membership, now, "registro do banco", *dict.fromkeys([*candidates, *paid]))
    who = next((charge.payer_name for charge in payers_of(found)), "")
    money = br.decimal_br(left, 2)
    only = candidates[0].pk if len(candidates) == 1 else None
    settlements = list(found.settlements.select_related("decided_by__user", "payment__charge"))
    context = {
        "record": found,
        "left": left,
        "settlements": settlements,
        "is_marked": any(row.kind == settling.TO_RETURN for row in settlements),
        "candidates": candidates,
        "search": PayerForm(),
        "match_form": MatchForm(choices=_choices(candidates), initial={"amount": money, "charge": only}),
        "return_form": ToReturnForm(prefix="devolver", initial={"who": who}),
        "back_form": GiveBackForm(
            prefix="devolvido", initial={"who": who, "amount": money, "on": now.date()}
        ),
        **more,
    }
    return render(request, "treasury/bank_record.html", context, status=status)


def _choices(candidates):
    return [
        (row.pk, f"{row.payer_name}: {row.description}, faltam {br.money(row.amount - row.paid)}")
        for row in candidates
    ]


@access(*COUNTER)
@require_POST
def bank_match(request, pk):
    """The money pays a charge found by hand."""
    found = _fetch(request, pk)
    chosen = request.POST.get("charge", "")
    rows = Charge.objects.of(request.municipality).with_paid().select_related("municipality", "case")
    candidates = list(rows.filter(pk=int(chosen))) if chosen.isdecimal() and len(chosen) < 19 else []
    form = MatchForm(request.POST, choices=_choices(candidates))

    def act(data, **given):
        data.pop("charge")
        made = settling.match(record=found, charge=candidates[0], **data, **given)
        return f"{br.money(made.amount)} recebidos na cobrança. {made.payment.receipt} emitido."

    return _act(request, found, form, act, {"match_form": form, "candidates": candidates or None})


@access(*COUNTER)
@require_POST
def bank_mark(request, pk):
    """The money is to be returned."""
    found = _fetch(request, pk)
    form = ToReturnForm(request.POST, prefix="devolver")

    def act(data, **given):
        settling.mark_to_return(record=found, **data, **given)
        return "Registrado: a devolver."

    return _act(request, found, form, act, {"return_form": form})


@access(*COUNTER)
@require_POST
def bank_give_back(request, pk):
    """The money was returned."""
    found = _fetch(request, pk)
    form = GiveBackForm(request.POST, prefix="devolvido")

    def act(data, **given):
        made = settling.give_back(record=found, **data, **given)
        return f"{br.money(made.amount)} devolvidos a {made.who}."

    return _act(request, found, form, act, {"back_form": form})


def _act(request, found, form, act, shown):
    """Does what the form asks, once; what is refused stays on the page with its reason."""
    key = key_of(request.POST.get("idempotency_key"))
    if key is None:
        form.add_error(None, NO_KEY)
    if not form.is_valid():
        return _page(request, found, status=422, **shown)
    try:
        told = act(form.cleaned_data, at=clock.now(request.municipality), by=request.membership, key=key)
    except Refusal as refusal:
        return _page(request, found, status=409, refusal=refusal, **shown)
    messages.success(request, told)
    return redirect("treasury:bank_record", found.pk)
