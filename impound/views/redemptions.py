"""Pages of the redemption: the request, the list, and the one page that leads from the request to the release."""

from django.contrib import messages
from django.db.models import Exists, OuterRef
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse

from impound.forms.redemptions import GuideForm, ItemForm, PayForm, RequestForm, WithdrawForm
from impound.models import Redemption, SeizedAnimal
from impound.services import event_notices, law, redemption_bills, redemptions, releasing, state
from impound.services.redemption_checklist import asked_words, asks_birth, checklist, counts_request
from impound.services.redemption_dues import due, present
from registry.views.choosing import choose_person, chosen_person
from zoonoses.documents.kinds import ActKind
from zoonoses.documents.models import Act
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import trail
from zoonoses.documents.services.idempotency import key_of
from zoonoses.municipalities import clock
from zoonoses.municipalities.access import FIELD, access, staff
from zoonoses.municipalities.models import Role
from zoonoses.municipalities.paging import page_of
from zoonoses.treasury.services import charges

WRITERS = (Role.AGENT, Role.VET, Role.CLERK, Role.MANAGER)
MONEY = (Role.CLERK, Role.MANAGER)
OWNER, PAPER = "proprietario", "papel"
JOINED = ("municipality", "seizure", "exit", "animal__rga")
STATES = (("abertos", "Em andamento"), ("entregues", "Entregues"), ("desistencias", "Desistências"))


def fetch(request, pk) -> Redemption:
    """A request of this municipality, or 404."""
    rows = Redemption.objects.of(request.municipality).select_related(
        "act__case__municipality",
        "act__author__user",
        "seizure__act__document",
        "seizure__act__case",
        "requester",
        "owner",
        "withdrawn_by__user",
    )
    return get_object_or_404(rows, pk=pk)


@access(*WRITERS)
def redeem(request, pk):
    """What the law says of redeeming this animal; who asks; then the request itself."""
    rows = SeizedAnimal.objects.of(request.municipality).select_related(
        "municipality", "seizure__act", "seizure__owner", "animal__tutor__merged_into"
    )
    custody = get_object_or_404(rows, pk=pk)
    now = clock.now(request.municipality)
    made = redemptions.open_request(custody)
    if made is not None:
        return redirect("impound:redemption", made.pk)
    at = clock.local(request.municipality, custody.seized_at) if PAPER in request.GET else now
    refusal = redemptions.refusal_for([custody], at=at)
    if refusal is not None:
        context = {"custody": custody, "refusal": refusal, "may_be_on_paper": refusal.code == "within_term"}
        return render(request, "impound/redemptions_redeem.html", context, status=_status(request))
    known = state.owner_of(custody)
    person = chosen_person(request)
    if person is None:
        return _who(request, custody, "tutor", "Quem veio buscar o animal?", known)
    owner = chosen_person(request, OWNER) or known
    if request.GET.get("buscar") == OWNER and not request.GET.get(OWNER):
        return _who(request, custody, OWNER, "De quem é o animal?", known)
    return _request(request, custody, person, owner, now)


def _status(request):
    return 409 if request.method == "POST" else 200


def _who(request, custody, name, lead, known):
    return choose_person(
        request,
        title=f"Resgate do animal nº {custody.full_number}",
        lead=lead,
        back_url=reverse("impound:custody", args=[custody.pk]),
        back_label="Animal",
        name=name,
        likely=[known] if known else (),
    )


def _request(request, custody, person, owner, now):
    lawbook = law.lawbook_of(custody)
    form = _request_form(request, custody, person, owner, now, lawbook)
    trail.looked(request.membership, now, "pedido de resgate", person, owner)
    context = {
        "custody": custody,
        "person": person,
        "owner": owner,
        "form": form,
        "owner_url": _address(request, **{"buscar": OWNER, OWNER: None}),
        "paper_url": _address(request, **{PAPER: "1"}),
        "on_paper": PAPER in request.GET,
        "counts_request": counts_request(lawbook),
        "refusal": None,
    }
    if request.method != "POST":
        return render(request, "impound/redemptions_redeem.html", context)
    key = key_of(request.POST.get("idempotency_key"))
    if not form.is_valid() or key is None:
        return render(request, "impound/redemptions_redeem.html", context, status=422)
    data = form.cleaned_data
    requester = redemptions.Requester(person, data["capacity"], owner, data.get("born_on"))
    paper = redemptions.OnPaper(data["asked_on"], data["scan"]) if "asked_on" in data else None
    given = {"custodies": list(data["animals"]), "requester": requester, "paper": paper}
    try:
        made = redemptions.ask(**given, at=now, by=request.membership, key=key)
    except Refusal as refusal:
        return render(request, "impound/redemptions_redeem.html", {**context, "refusal": refusal}, status=409)
    messages.success(request, "Pedido registrado.")
    return redirect("impound:redemption", made.pk)


def _request_form(request, custody, person, owner, now, lawbook) -> RequestForm:
    animals = SeizedAnimal.objects.in_custody().filter(seizure=custody.seizure_id).select_related("animal")
    animals = animals.order_by("pk").exclude(redemptions__in=Redemption.objects.filter(withdrawn_on=None))
    is_owner = owner is None or owner.pk == person.pk
    return RequestForm(
        request.POST or None,
        request.FILES or None,
        on_paper=PAPER in request.GET,
        animals=animals,
        asks_birth=asks_birth(lawbook),
        today=now.date(),
        initial={"animals": [custody.pk], "capacity": "owner" if is_owner else "possessor"},
    )


def _address(request, **changed) -> str:
    """The same address with some of its choices changed; None takes one out."""
    query = request.GET.copy()
    for name, value in changed.items():
        query.pop(name, None)
        if value is not None:
            query[name] = value
    return f"?{query.urlencode()}"


@staff
def redemption_list(request):
    """Requests, the latest first: those that go on, those released, those given up."""
    situation = request.GET.get("situacao", "abertos")
    released = Act.objects.filter(kind=ActKind.RELEASE, rests_on=OuterRef("act"))
    rows = Redemption.objects.of(request.municipality).annotate(is_released=Exists(released))
    if situation == "entregues":
        rows = rows.filter(is_released=True)
    elif situation == "desistencias":
        rows = rows.exclude(withdrawn_on=None)
    else:
        rows = rows.filter(is_released=False, withdrawn_on=None)
    rows = rows.select_related("act", "requester").prefetch_related("animals").recent_first()
    page = page_of(rows, request.GET.get("page", 1))
    people = {row.requester for row in page}
    trail.looked(request.membership, clock.now(request.municipality), "lista de resgates", *people)
    context = {
        "page": page,
        "rows": [_row(row) for row in page],
        "chips": [
            {"label": label, "url": f"?situacao={value}", "active": value == situation}
            for value, label in STATES
        ],
    }
    return render(request, "impound/redemptions_list.html", context)


def _row(row):
    numbers = ", ".join(custody.full_number for custody in row.animals.all())
    if row.withdrawn_on:
        following, done = "", f"desistência em {row.withdrawn_on:%d/%m/%Y}"
    elif row.is_released:
        following, done = "", "entregue"
    else:
        following, done = "Continuar o resgate", ""
    return {
        "url": reverse("impound:redemption", args=[row.pk]),
        "title": row.requester.name,
        "subtitle": f"Animal nº {numbers} · {asked_words(row)}",
        "next": following,
        "done": done,
    }


@staff
def redemption(request, pk):
    """The one page of a redemption: what is met, what is missing, what is owed, and the next act."""
    return page(request, fetch(request, pk))


def page(request, found, *, status=200, **more):
    """The page, also after an act that was refused or a form with faults."""
    now = clock.now(request.municipality)
    trail.looked(request.membership, now, "resgate", found.requester, found.owner)
    animals = present(found)
    everyone = list(found.animals.select_related(*JOINED).order_by("pk"))
    lawbook = law.lawbook_of(everyone[0])
    released = releasing.act_of(found)
    is_open = bool(animals) and not found.withdrawn_on and released is None
    paid = redemption_bills.account(found, now.date())
    context = {
        "redemption": found,
        "all_animals": everyone,
        "released": released,
        "is_open": is_open,
        "paid": paid,
        "owes": [(row, charges.shown_today(row, now.date())) for row in paid.charges],
        "papers": redemption_bills.papers(paid),
        "terms": state.terms_of(everyone[0], lawbook=lawbook),
        "writes": request.membership.role in WRITERS,
        "takes_money": request.membership.role in MONEY,
        "draws_up": request.membership.role in FIELD,
        "item_form": ItemForm(),
        "pay_form": PayForm(initial={"paid_on": now.date()}),
        "guide_form": GuideForm(initial={"due_on": now.date()}),
        "withdraw_form": WithdrawForm(),
        "back": reverse("impound:redemption", args=[found.pk]),
        "refusal": None,
        **_open_context(found, animals, lawbook, paid, now, is_open),
        **more,
    }
    return render(request, "impound/redemptions_page.html", context, status=status)


def _open_context(found, animals, lawbook, paid, now, is_open) -> dict:
    """What only a request that goes on needs: checklist, what is owed today, the auto of the event, the steps."""
    rule = law.custody_rule(lawbook)
    notice = event_notices.standing(found.seizure, found.owner, rule)
    is_event = bool(rule.event_of(found.seizure.ground))
    context = {
        "custody_rule": rule,
        "notice": notice,
        "notice_signed": event_notices.signature(notice) if notice else None,
        "notice_asked": is_event and rule.event_notice == event_notices.CONDITION,
        "notice_offered": is_event and rule.event_notice == event_notices.OPTIONAL,
    }
    if not is_open:
        return context
    listed = checklist(found, at=now, animals=animals, paid=paid)
    owed_today = due(found, at=now, animals=animals)
    grown = paid.bill is not None and not redemption_bills.has_payment(paid.bill)
    grown = grown and redemption_bills.has_grown(paid.bill, owed_today)
    papers = [item for item in listed.missing if item.need.code != "redemption_payment"]
    return context | {
        "present": animals,
        "checklist": listed,
        "vaccinate_first": _vaccinate_first(listed, lawbook),
        "due": owed_today,
        "grown": grown,
        "both": _both(owed_today, notice),
        "steps": [
            {"label": "Pedido", "done": True},
            {"label": "Exigências", "done": not papers, "current": bool(papers)},
            {"label": "Pagamento", "done": paid.is_settled, "current": not papers and not paid.is_settled},
            {"label": "Entrega", "current": listed.allows},
        ],
    }


def _vaccinate_first(listed, lawbook) -> tuple:
    """The animals that this law registers only after the vaccine, which the checklist still misses."""
    if not lawbook.ruleset.practice.registration_requires:
        return ()
    return next((item.waiting for item in listed.items if item.need.code == "vaccination"), ())


def _both(owed_today, notice):
    """Bill and auto together, in the law's unit, where both are in the same: separate sums, shown side by side."""
    if notice is None or notice.total is None or notice.unit != owed_today.unit or owed_today.refusal:
        return None
    return {"amount": owed_today.total + notice.total, "unit": notice.unit}
