"""Pages of the process of an auto: what is filed, what is decided, the debt, and the municipality's own regulation."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from fines.documents_process import decision_parts
from fines.documents_process_file import process_number
from fines.forms_process import DecisionForm, FilingForm, MeasureForm, ProcedureRuleForm
from fines.models import InfractionNotice, ProcedureRule
from fines.services import debts, decisions, filings, measures, procedure, process_file
from fines.services.procedure import Process
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import trail
from zoonoses.documents.services.idempotency import key_of, made
from zoonoses.municipalities import clock
from zoonoses.municipalities.access import access, field, staff
from zoonoses.municipalities.models import Role

UNREPEATED = ("csrfmiddlewaretoken", "idempotency_key", "confirmar", "voltar")
COUNTER = (Role.AGENT, Role.VET, Role.CLERK, Role.MANAGER)
PAGES = {
    "defence": ("Receber defesa", "Receber defesa", "Defesa recebida"),
    "reply": ("Réplica do agente", "Juntar réplica", "Réplica juntada"),
    "appeal": ("Receber recurso", "Receber recurso", "Recurso recebido"),
}


@access(*COUNTER)
def defence_new(request, pk):
    """Receive a defence at the counter, with its receipt."""
    return _file(request, pk, "defence")


@field
def reply_new(request, pk):
    """The réplica of the agent who drew up the auto."""
    return _file(request, pk, "reply")


@access(*COUNTER)
def appeal_new(request, pk):
    """Receive an appeal at the counter, with its receipt."""
    return _file(request, pk, "appeal")


def _file(request, pk, kind):
    notice, now = _notice(request, pk)
    key = key_of(request.POST.get("idempotency_key"))
    if made(request.municipality, key) is not None:
        return redirect("fines:notice", pk=pk)
    own = {"filed_by": request.membership.user.name, "capacity": "agente autuante"}
    initial = own if kind == "reply" else {"filed_by": notice.offender.name, "capacity": "autuado"}
    bound = (request.POST, request.FILES) if request.method == "POST" else ()
    form = FilingForm(*bound, initial=initial)
    title, button, done = PAGES[kind]
    context = {"notice": notice, "form": form, "title": title, "button": button}
    context |= _step(notice, kind, by=request.membership, on=now.date())
    if context["refusal"] is not None:
        context["in_its_place"] = filings.came_online(notice, kind)
    template = "fines/process_filing.html"
    if request.method != "POST":
        return render(request, template, context)
    if not form.is_valid():
        return render(request, template, context, status=422)
    try:
        filing = filings.file(
            notice=notice,
            kind=kind,
            piece=filings.Piece(**form.cleaned_data),
            by=request.membership,
            at=now,
            key=key,
        )
    except Refusal as refusal:
        return render(request, template, context | {"refusal": refusal}, status=409)
    late = " fora do prazo" if filing.is_late else ""
    paper = filing.act.document
    messages.success(request, f"{done}{late}: {paper.title} nº {paper.full_number}.")
    return redirect("fines:notice", pk=pk)


@access(Role.JUDGE, Role.MANAGER)
def decision_new(request, pk):
    """Decide an auto: the form, then exactly what will be printed, then the decision."""
    return _decide(request, pk, decisions.FIRST)


@access(Role.JUDGE, Role.MANAGER)
def final_decision_new(request, pk):
    """Decide the appeal."""
    return _decide(request, pk, decisions.SECOND)


def _decide(request, pk, instance):
    notice, now = _notice(request, pk)
    key = key_of(request.POST.get("idempotency_key"))
    if made(request.municipality, key) is not None:
        return redirect("fines:notice", pk=pk)
    context = {"notice": notice, "title": decisions.LABELS[instance], "instance": instance}
    context |= _step(notice, decisions.STEPS[instance], by=request.membership, on=now.date())
    if context["process"] is None:
        status = 409 if request.method == "POST" else 200
        return render(request, "fines/process_decision.html", context, status=status)
    board = decisions.board(context["process"])
    form = _decision_form(request, board)
    context["form"] = form
    template = "fines/process_decision.html"
    if not form.is_bound or "voltar" in request.POST:
        return render(request, template, context)
    if not form.is_valid():
        return render(request, template, context, status=422)
    given = {"notice": notice, "instance": instance, "draft": _draft(form), "by": request.membership}
    try:
        if "confirmar" not in request.POST:
            return _confirm(request, decisions.preview(**given, at=now), context)
        made_now = decisions.decide(**given, at=now, key=key)
    except Refusal as refusal:
        return render(request, template, context | {"refusal": refusal}, status=409)
    messages.success(request, f"{made_now.act.document}. Registre a ciência do autuado.")
    return redirect("fines:notice", pk=pk)


def _decision_form(request, board):
    return DecisionForm(request.POST if request.method == "POST" else None, board=board)


def _draft(form):
    data = form.cleaned_data
    return decisions.Draft(
        outcome=data["outcome"],
        reasons=data["reasons"],
        changes=[decisions.Change(**row) for row in form.changes()],
        aggravating=tuple(data.get("aggravating") or ()),
        mitigating=tuple(data.get("mitigating") or ()),
        votes=data["votes"],
    )


def _confirm(request, body, context):
    parts = decision_parts(body)
    basis = [step for row in body["items"] for step in row["basis"]]
    repeated = [
        (name, value) for name, values in request.POST.lists() if name not in UNREPEATED for value in values
    ]
    context |= {"parts": parts, "law": {"steps": basis, "result": body["total"]}, "repeated": repeated}
    return render(request, "fines/process_decision_confirm.html", context)


@access(Role.JUDGE, Role.MANAGER)
def measures_page(request, pk):
    """Convert the fine, say whether the conversion was fulfilled, apply or lift a sanction: each with its termo."""
    notice, now = _notice(request, pk)
    key = key_of(request.POST.get("idempotency_key"))
    if made(request.municipality, key) is not None:
        return redirect("fines:notice", pk=pk)
    context, status = {"notice": notice, "offers": [], "refusal": None}, 200
    try:
        context["offers"] = measures.offers(Process(notice, by=request.membership), now.date())
        form = MeasureForm(request.POST or None, request.FILES or None, offers=context["offers"])
        context["form"] = form
        if form.is_bound and form.is_valid():
            data = form.cleaned_data
            taken = measures.take(
                notice=notice, offer_key=data.pop("offer"), by=request.membership, at=now, key=key, **data
            )
            messages.success(request, f"{taken.act.document}.")
            return redirect("fines:notice", pk=pk)
        status = 422 if form.is_bound else 200
    except Refusal as refusal:
        context["refusal"], status = refusal, 409 if request.method == "POST" else 200
    return render(request, "fines/process_measures.html", context, status=status)


@access(Role.CLERK, Role.MANAGER)
def charge_new(request, pk):
    """Lançar a multa: what will be charged, in reais, and how it was reached; then the charge."""
    notice, now = _notice(request, pk)
    context = {"notice": notice} | _step(notice, "charge", by=request.membership, on=now.date())
    template, status = "fines/process_charge.html", 200
    try:
        if request.method == "POST":
            charge = debts.charge_fine(notice=notice, by=request.membership, at=now)
            messages.success(request, "Multa lançada. Emita a guia ou receba o pagamento.")
            return redirect("treasury:charge", pk=charge.pk)
        if context["refusal"] is None:
            context["amount"], context["basis"] = debts.amount_in_reais(context["process"], now.date())
    except Refusal as refusal:
        context["refusal"] = refusal
        status = 409 if request.method == "POST" else 200
    return render(request, template, context, status=status)


@staff
def process_pdf(request, pk):
    """The whole process as one PDF, drawn from the frozen papers; the look stays in the trail."""
    notice, now = _notice(request, pk)
    response = HttpResponse(
        process_file.draw(notice=notice, by=request.membership, at=now), content_type="application/pdf"
    )
    response["Content-Disposition"] = (
        f'inline; filename="processo-{process_number(notice).replace("/", "-")}.pdf"'
    )
    response["Cache-Control"] = "private, no-store"
    return response


@access(Role.MANAGER)
def procedure_rules(request):
    """The municipality's own regulation: what the law itself says, the versions entered, and the form of another."""
    now = clock.now(request.municipality)
    standing = procedure.rule_on(request.municipality, now.date())
    form = ProcedureRuleForm(request.POST or None, initial={"from_on": now.date()})
    refusal, status = None, 422 if form.is_bound else 200
    if request.method == "POST" and form.is_valid():
        try:
            procedure.enter_rule(
                municipality=request.municipality, by=request.membership, at=now, **form.cleaned_data
            )
        except Refusal as found:
            refusal, status = found, 409
        else:
            messages.success(request, "Regulamento guardado. Autos anteriores ficam com o do seu dia.")
            return redirect("fines:procedure")
    rows = ProcedureRule.objects.of(request.municipality).select_related("entered_by__user")
    context = {
        "form": form,
        "rows": rows,
        "standing": standing,
        "law": procedure.law_lines(request.municipality, now.date()),
        "refusal": refusal,
    }
    return render(request, "fines/process_rules.html", context, status=status)


def _notice(request, pk):
    """The auto, of this municipality; who looked at whose process stays in the trail."""
    rows = InfractionNotice.objects.of(request.municipality).for_page().select_related("act__recorded_by")
    notice = get_object_or_404(rows, pk=pk)
    now = clock.now(request.municipality)
    trail.looked(request.membership, now, "processo do auto", notice.offender)
    return notice, now


def _step(notice, act, *, by, on):
    """The process, the step that the page is about, and why it is refused, when it is."""
    try:
        process = Process(notice, by=by)
        return {"process": process, "step": process.require(act, on), "refusal": None}
    except Refusal as refusal:
        return {"process": None, "step": None, "refusal": refusal}
