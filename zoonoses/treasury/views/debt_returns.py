"""Pages of what the treasury office sends back: its file, and what each line did."""

from django.db.models import Count, Q
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_POST

from zoonoses.documents.downloads import list_file
from zoonoses.documents.services import trail
from zoonoses.municipalities import clock
from zoonoses.municipalities.access import Role, access
from zoonoses.municipalities.paging import page_of
from zoonoses.treasury.forms_debt import DebtFileForm
from zoonoses.treasury.models import DebtReturn
from zoonoses.treasury.services import debt_returns as services
from zoonoses.treasury.services.listing_debts import LINE_COLUMNS, payers_of
from zoonoses.treasury.tasks import settle_debt_return
from zoonoses.treasury.views.sent_files import chips_of, go_on, pending_of, take_in

COUNTER = (Role.CLERK, Role.MANAGER)
STATES = (("", "Todas"), ("conferir", "A conferir"))


@access(*COUNTER)
def debt_returns(request):
    """Files of the treasury office, the latest first, and the form that sends one; the same again opens the first."""
    form = DebtFileForm(request.POST, request.FILES) if request.method == "POST" else DebtFileForm()
    done, context = take_in(
        request, form, take=services.take, settle=settle_debt_return, page="treasury:debt_return"
    )
    if done is not None:
        return done
    rows = DebtReturn.objects.of(request.municipality).select_related("sent_by__user")
    to_see = Count("lines", filter=Q(lines__outcome__in=services.TO_SEE))
    context["page"] = page_of(rows.annotate(count=Count("lines"), to_see=to_see), request.GET.get("page"))
    return render(request, "treasury/debt_returns.html", context, status=422 if form.is_bound else 200)


def _fetch(request, pk):
    rows = DebtReturn.objects.of(request.municipality).select_related("sent_by__user", "municipality")
    return get_object_or_404(rows, pk=pk)


@access(*COUNTER)
def debt_return(request, pk):
    """One file, line by line; `?situacao=conferir` leaves what somebody has to look at."""
    found = _fetch(request, pk)
    state = request.GET.get("situacao", "")
    rows = found.lines.prefetch_related("payments__charge", "payments__receipt")
    if state == "conferir":
        rows = rows.filter(outcome__in=services.TO_SEE)
    file = list_file(request, rows, LINE_COLUMNS, name="retorno da dívida ativa", seen=payers_of)
    if file is not None:
        return file
    page = page_of(rows, request.GET.get("page"))
    seen = {charge for line in page for charge in payers_of(line)}
    trail.looked(request.membership, clock.now(request.municipality), "retorno da dívida ativa", *seen)
    tally = services.tally(found)
    context = {
        "found": found,
        "page": page,
        "tally": tally,
        "pending": pending_of(tally),
        "chips": chips_of(STATES, state),
    }
    return render(request, "treasury/debt_return.html", context)


@access(*COUNTER)
@require_POST
def debt_return_resume(request, pk):
    """Goes on with a file whose processing stopped."""
    return go_on(request, _fetch(request, pk), settle=settle_debt_return, page="treasury:debt_return")
