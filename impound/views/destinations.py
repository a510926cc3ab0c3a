"""Destinar: what the law allows today, and each destination step by step: who receives, what is said, the paper."""

from django.contrib import messages
from django.shortcuts import redirect, render
from django.urls import reverse

from impound.documents.destinations import sheet
from impound.forms.destinations import ContractForm, TermForm
from impound.models import CustodyEvent, Exit
from impound.services import adoption, bars, destining, disposing, law, state
from impound.services.adoption import Contract
from impound.services.destining import BY_CONTRACT, CHIP, INFORMED, RECEIVED, SOLD
from impound.services.disposing import BY_TERM, Disposal
from impound.services.ends import laudos_of
from impound.views.custody import RECORDERS, custody_of
from registry.models import Tutor
from registry.views.choosing import choose_person, chosen_person, confirm
from zoonoses.documents.kinds import DocumentKind
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import idempotency, trail
from zoonoses.municipalities import clock
from zoonoses.municipalities.access import access, staff

Kind = Exit.Kind
RECEIVER = "destinatario"
LEADS = {
    Kind.ADOPTION: "Quem adota o animal?",
    Kind.DONATION: "Que entidade recebe o animal?",
    Kind.RESEARCH: "Que entidade de ensino ou pesquisa recebe o animal?",
    Kind.VET: "Quem assume o tratamento do animal?",
}


@staff
def destine(request, pk):
    """What may be done with the animal today, in the law's order, each condition met or missing, and why not yet."""
    custody, now = custody_of(request, pk), clock.now(request.municipality)
    if hasattr(custody, "exit"):
        return redirect("impound:custody", pk)
    context = {"custody": custody, "back_url": reverse("impound:custody", args=[pk])}
    trail.looked(request.membership, now, "destinação", custody)
    try:
        found = destining.offers(custody, at=now)
    except Refusal as refusal:
        return render(request, "impound/destinations_page.html", context | {"refusal": refusal}, status=409)
    context |= {
        "found": found,
        "writes": request.membership.role in RECORDERS,
        "of_vet": destining.OF_VET,
        "sold": SOLD,
        "is_vet": bool(request.membership.crmv),
    }
    return render(request, "impound/destinations_page.html", context)


@access(*RECORDERS)
def destine_as(request, pk, code, form):
    """One destination in one of its forms, from who receives the animal to the paper."""
    custody = custody_of(request, pk)
    key = idempotency.key_of(request.POST.get("idempotency_key"))
    if hasattr(custody, "exit"):
        return redirect("impound:custody", pk)
    if form in SOLD:
        return redirect(f"{reverse('impound:sale_new')}?animal={pk}&forma={form}&destino={code}")
    back_url = reverse("impound:destine", args=[pk])
    context = {"custody": custody, "code": code, "form_kind": form, "back_url": back_url}
    try:
        context |= _offered(request, custody, code, form)
        receiver = chosen_person(request, RECEIVER)
        if receiver is None and (form in RECEIVED or (form == Kind.VET and "buscar" in request.GET)):
            return _who(request, custody, form, context["title"], back_url)
        context |= _receiver(request, custody, receiver)
        if form in BY_CONTRACT:
            return _contract(request, context, receiver, key)
        return _term(request, context, receiver, key)
    except Refusal as refusal:
        return render(request, "impound/destinations_act.html", context | {"refusal": refusal}, status=409)


def _offered(request, custody, code, form) -> dict:
    """The offer, before anything is typed: what the act itself fulfils is not asked yet."""
    if form not in (*BY_CONTRACT, *BY_TERM):
        raise Refusal("not_listed", "A lei deste caso não lista esta destinação.")
    way = state.ruleset_of(law.lawbook_of(custody)).custody.way(code)
    done = {way.contract, INFORMED, CHIP} if way else set()
    now = clock.now(request.municipality)
    offer = destining.check(custody, code=code, form=form, at=now, done=done)
    return {"offer": offer, "title": Kind(form).label[:1].upper() + Kind(form).label[1:]}


def _who(request, custody, form, title, back_url):
    return choose_person(
        request,
        title=f"{title}: animal nº {custody.full_number}",
        lead=LEADS[form],
        back_url=back_url,
        back_label="Destinações",
        name=RECEIVER,
    )


def _receiver(request, custody, receiver) -> dict:
    """Who receives the animal, and what stands against it, seen before the form is filled."""
    if receiver is None:
        return {"receiver": None}
    now, owner = clock.now(request.municipality), state.owner_of(custody)
    trail.looked(request.membership, now, "destinação", receiver)
    return {
        "receiver": receiver,
        "reasons": bars.barred(receiver, now.date()),
        "is_owner": owner is not None and owner.pk == receiver.pk,
    }


def _contract(request, context, receiver, key):
    custody, code, form_kind = context["custody"], context["code"], context["form_kind"]
    now = clock.now(request.municipality)
    shape = adoption.shape(custody, code, form_kind)
    form = ContractForm(
        request.POST or None,
        shape=shape,
        entity=receiver.kind == Tutor.Kind.LEGAL,
        form=form_kind,
        needs_chip=any(row.code == CHIP and not row.met for row in context["offer"].conditions),
        registers=adoption.offers_registration(custody, now.date()),
        chip_read=custody.chip_read,
        today=now.date(),
    )
    context |= {"form": form, "shape": shape, "sections": form.sections()}
    if request.method != "POST" or "voltar" in request.POST:
        return render(request, "impound/destinations_act.html", context)
    if not form.is_valid():
        return render(request, "impound/destinations_act.html", context, status=422)
    made = Contract(code=code, form=form_kind, receiver=receiver, **form.values())
    given = {"custody": custody, "contract": made, "by": request.membership, "at": now}
    if "confirmar" not in request.POST or key is None:
        _, body = adoption.plan(**given)
        return _confirm(
            request, context, adoption.PAPERS[form_kind].label, body, "Emitir o contrato e entregar"
        )
    return _done(request, adoption.adopt(key=key, **given))


def _term(request, context, receiver, key):
    custody, code, form_kind = context["custody"], context["code"], context["form_kind"]
    laudos = [event.pk for event in laudos_of(custody)]
    form = TermForm(
        request.POST or None,
        form=form_kind,
        receiver=receiver,
        laudos=CustodyEvent.objects.filter(pk__in=laudos).select_related("act__document"),
    )
    context |= {"form": form, "never": disposing.NEVER_FOR_NUMBERS if form_kind == Kind.SACRIFICE else ""}
    context |= {"place": disposing.origin_of(custody) if form_kind == Kind.RETURN else ""}
    if request.method != "POST" or "voltar" in request.POST:
        return render(request, "impound/destinations_act.html", context)
    if not form.is_valid():
        return render(request, "impound/destinations_act.html", context, status=422)
    made = Disposal(code=code, form=form_kind, receiver=receiver, **form.values())
    now = clock.now(request.municipality)
    given = {"custody": custody, "disposal": made, "by": request.membership, "at": now}
    if "confirmar" not in request.POST or key is None:
        body = disposing.plan(**given).body
        return _confirm(request, context, DocumentKind.DESTINATION.label, body, "Emitir o termo")
    return _done(request, disposing.dispose(key=key, **given))


def _confirm(request, context, title, body, button):
    return confirm(
        request,
        title=title,
        parts=sheet(body),
        button=button,
        back_url=context["back_url"],
        back_label="Destinações",
    )


def _done(request, left):
    sign = " Imprima, colha a assinatura e entregue o animal." if left.receiver_id else ""
    messages.success(request, f"{left.act.document} emitido: o animal saiu do depósito.{sign}")
    return redirect("impound:custody", left.custody_id)
