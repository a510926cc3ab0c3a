"""Pages of the bank's return file: send it, see what each line did."""

from django.db.models import Count
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_POST

from zoonoses.documents.downloads import list_file
from zoonoses.documents.services import trail
from zoonoses.municipalities import clock
from zoonoses.municipalities.access import Role, access
from zoonoses.municipalities.paging import page_of
from zoonoses.treasury.forms import ReturnFileForm
from zoonoses.treasury.models import BankReturn
from zoonoses.treasury.services import bank, settling
from zoonoses.treasury.services.listing import RECORD_COLUMNS, payers_of
from zoonoses.treasury.tasks import settle_return
from zoonoses.treasury.views.sent_files import chips_of, go_on, pending_of, take_in

COUNTER = (Role.CLERK, Role.MANAGER)
STATES = (("", "Todos"), ("acertar", "A acertar"))


@access(*COUNTER)
def bank_returns(request):
    """Return files, the latest first, and the form that sends one; the same file again opens the one already there."""
    form = ReturnFileForm(request.POST, request.FILES) if request.method == "POST" else ReturnFileForm()
    done, context = take_in(request, form, take=bank.take, settle=settle_return, page="treasury:bank_return")
    if done is not None:
        return done
    rows = BankReturn.objects.of(request.municipality).select_related("sent_by__user")
    context["page"] = page_of(rows.annotate(count=Count("records")), request.GET.get("page"))
    to_settle = settling.by_file(context["page"])
    for row in context["page"]:
        row.to_settle = to_settle.get(row.pk, 0)
    context |= settling.figures(request.municipality)
    return render(request, "treasury/bank_returns.html", context, status=422 if form.is_bound else 200)


def _fetch(request, pk):
    rows = BankReturn.objects.of(request.municipality).select_related("sent_by__user", "municipality")
    return get_object_or_404(rows, pk=pk)


@access(*COUNTER)
def bank_return(request, pk):
    """One file, line by line; `?situacao=acertar` leaves what somebody has to look at."""
    found = _fetch(request, pk)
    state = request.GET.get("situacao", "")
    rows = found.records.with_left().select_related("outcome__guide__document")
    rows = rows.prefetch_related("payments__charge", "payments__receipt", "outcome__guide__charges")
    if state == "acertar":
        rows = rows.to_settle()
    file = list_file(request, rows, RECORD_COLUMNS, name=f"retorno {found.sequence}", seen=payers_of)
    if file is not None:
        return file
    page = page_of(rows, request.GET.get("page"))
    seen = {charge for record in page for charge in payers_of(record)}
    trail.looked(request.membership, clock.now(request.municipality), "retorno do banco", *seen)
    tally = bank.tally(found)
    context = {
        "found": found,
        "page": page,
        "tally": tally,
        "pending": pending_of(tally),
        "left": bank.left_of(found),
        "chips": chips_of(STATES, state),
    }
    return render(request, "treasury/bank_return.html", context)


@access(*COUNTER)
@require_POST
def bank_resume(request, pk):
    """Goes on with a file whose processing stopped."""
    return go_on(request, _fetch(request, pk), settle=settle_return, page="treasury:bank_return")
