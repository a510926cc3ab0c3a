"""Pages of doses: the list, a new one, its record and paper, a proof shown, a void."""

from django.contrib import messages
from django.core import signing
from django.db.models import Q
from django.http import Http404
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from registry.forms.vaccination import DoseForm, IdentifyForm, ProofForm, ReasonForm
from registry.models import Animal, Vaccination, VaccineLot
from registry.services import certificates, identify, vaccination, vaccine_fees
from registry.services.clinics import clinic_of
from registry.services.exports import Column
from registry.services.vets import vets_at
from registry.views.people import WRITERS
from zoonoses.documents import views as documents
from zoonoses.documents.downloads import list_file
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import trail
from zoonoses.documents.services.idempotency import key_of
from zoonoses.municipalities import clock
from zoonoses.municipalities.access import access
from zoonoses.municipalities.models import Role
from zoonoses.municipalities.paging import page_of
from zoonoses.municipalities.returning import return_url
from zoonoses.text import record_key

VACCINATORS = (*WRITERS, Role.CLINIC)
SALT = "registry.vaccination.animal"
TOKEN_SECONDS = 12 * 3600
LOT_KEY, VET_KEY = "vaccine_lot", "vaccine_vet"
SECTIONS = (
    ("Doses", "registry:vaccinations", VACCINATORS),
    ("Estoque", "registry:vaccine_stock", VACCINATORS),
    ("Campanhas", "registry:campaigns", WRITERS),
    ("Vencidas", "registry:overdue", WRITERS),
    ("Agressões", "registry:bites", WRITERS),
)


def sections(request) -> list[dict]:
    """The parts of vaccination that the role may open, as chips."""
    rows = [(label, reverse(name)) for label, name, roles in SECTIONS if request.membership.role in roles]
    here = max((url for _, url in rows if request.path.startswith(url)), key=len, default="")
    return [{"label": label, "url": url, "active": url == here} for label, url in rows]


def house_of(request):
    """The clinic for which the person acts; None for the agency's own people."""
    return clinic_of(request.membership) if request.membership.role == Role.CLINIC else None


def own_doses(request):
    """Doses that the person may see: all of the municipality's, or those of their clinic."""
    rows = Vaccination.objects.of(request.municipality)
    house = house_of(request)
    return rows.filter(clinic=house) if house else rows


def own_animals(request):
    """Animals whose record the person may open: a clinic's are those that it registered or vaccinated."""
    rows = Animal.objects.of(request.municipality)
    house = house_of(request)
    if house is not None:
        rows = rows.filter(Q(rga__clinic=house) | Q(vaccinations__clinic=house)).distinct()
    return rows.select_related("tutor__merged_into", "rga")


def fetch(request, pk) -> Vaccination:
    """A dose that the person may see, or 404."""
    joined = ("animal__tutor", "animal__rga", "lot__product", "clinic", "post", "recorded_by__user")
    rows = own_doses(request).select_related(*joined, "voided_by__user", "document__annulment")
    return get_object_or_404(rows, pk=pk)


COLUMNS = [
    Column("Data da aplicação", lambda dose: dose.on),
    Column("Animal", lambda dose: dose.animal.name),
    Column("Espécie", lambda dose: dose.animal.species_label),
    Column("Nº do RGA", lambda dose: dose.animal.rga.number if hasattr(dose.animal, "rga") else None),
    Column("Tutor", lambda dose: dose.animal.tutor.name if dose.animal.tutor else ""),
    Column("Vacina", lambda dose: dose.product_name),
    Column("Partida", lambda dose: dose.lot.number if dose.lot else ""),
    Column("Revacinação", lambda dose: dose.revaccinate_on),
    Column("Médico veterinário", lambda dose: dose.vet_name),
    Column("CRMV", lambda dose: dose.vet_crmv),
    Column("Clínica", lambda dose: dose.clinic.name if dose.clinic else ""),
    Column("Posto", lambda dose: dose.post.name if dose.post else ""),
    Column("Comprovada por documento", lambda dose: dose.shown_proof),
    Column("Anulada em", lambda dose: dose.voided_on),
]


@access(*VACCINATORS)
def vaccination_list(request):
    """Doses, the latest first; as a file with `?formato=`."""
    joined = ("animal__tutor", "animal__rga", "lot", "clinic", "post")
    rows = own_doses(request).select_related(*joined)
    file = list_file(request, rows, COLUMNS, name="vacinações", seen=lambda dose: [dose.animal.tutor])
    if file is not None:
        return file
    page = page_of(rows, request.GET.get("page", 1))
    people = {dose.animal.tutor for dose in page if dose.animal.tutor}
    trail.looked(request.membership, clock.now(request.municipality), "lista de vacinações", *people)
    return render(request, "registry/vaccinations.html", {"page": page, "sections": sections(request)})


def token_of(request, animal) -> str:
    """What lets this person open this animal for a dose after finding it by its number."""
    return signing.dumps([animal.pk, request.membership.pk], salt=SALT)


def _by_token(request, token):
    try:
        pk, member = signing.loads(token, salt=SALT, max_age=TOKEN_SECONDS)
    except signing.BadSignature as error:
        raise Http404("the animal was not found by its number") from error
    if member != request.membership.pk:
        raise Http404("found by somebody else")
    rows = Animal.objects.of(request.municipality).select_related("tutor__merged_into", "rga")
    return get_object_or_404(rows, pk=pk)


def _chosen(request):
    """The animal named in the address: by its own number (`animal`) or as found a moment ago (`ficha`)."""
    if request.GET.get("ficha"):
        return _by_token(request, request.GET["ficha"])
    key = record_key(request.GET.get("animal"))
    return None if key is None else get_object_or_404(own_animals(request), pk=key)


@access(*VACCINATORS)
def vaccination_new(request):
    """A dose outside a campaign: the animal by its number, then lot, day and vet."""
    animal = _chosen(request)
    return _find(request) if animal is None else _dose(request, animal)


def _find(request):
    def link(animal):
        return f"{reverse('registry:vaccination_new')}?ficha={token_of(request, animal)}"

    return find_animal(request, title="Registrar dose", back=reverse("registry:vaccinations"), link=link)


def find_animal(request, *, title, back, link):
    """Asks for the number of an animal. One found: straight to `link(animal)`; several: a list of them."""
    house = house_of(request)
    form = IdentifyForm(request.POST or None, with_people=house is None)
    context = {"form": form, "found": [], "searched": False, "title": title, "back": back}
    if request.method == "POST" and not form.is_valid():
        return render(request, "registry/vaccination_find.html", context, status=422)
    if form.is_bound:
        found = identify.animals_by(
            municipality=request.municipality, text=form.cleaned_data["q"], with_people=house is None
        )
        trail.looked(request.membership, clock.now(request.municipality), "busca por número", *found)
        if len(found) == 1:
            return redirect(link(found[0]))
        context.update(found=[(animal, link(animal)) for animal in found], searched=True)
    return render(request, "registry/vaccination_find.html", context)


def _dose(request, animal):
    town, house = request.municipality, house_of(request)
    today = clock.today(town)
    form = DoseForm(
        request.POST or None,
        lots=VaccineLot.objects.of(town).owned_by(house),
        vets=vets_at(municipality=town, clinic=house, first=request.membership),
        today=today,
        initial={
            "on": today,
            "lot": request.session.get(LOT_KEY),
            "vet": request.session.get(VET_KEY, "0"),
        },
    )
    shows_tutor = house is None or own_animals(request).filter(pk=animal.pk).exists()
    context = {"form": form, "animal": animal, "shows_tutor": shows_tutor}
    try:
        context["advice"] = vaccination.advice(animal=animal, on=today)
        if request.method != "POST":
            return render(request, "registry/vaccination_new.html", context)
        if not form.is_valid():
            return render(request, "registry/vaccination_new.html", context, status=422)
        dose = vaccination.apply(
            animal=animal,
            lot=form.cleaned_data["lot"],
            on=form.cleaned_data["on"],
            at=clock.now(town),
            by=request.membership,
            key=key_of(request.POST.get("idempotency_key")),
            clinic=house,
            **form.vet_values(),
        )
    except Refusal as refusal:
        return render(request, "registry/vaccination_new.html", {**context, "refusal": refusal}, status=409)
    request.session[LOT_KEY], request.session[VET_KEY] = dose.lot_id, form.cleaned_data["vet"]
    messages.success(request, "Dose registrada.")
    return redirect(return_url(request) or reverse("registry:vaccination", args=[dose.pk]))


@access(*VACCINATORS)
def vaccination_page(request, pk):
    """One dose: what it was, until when it protects and why, its paper."""
    dose = fetch(request, pk)
    return _record(request, dose)


def _record(request, dose, *, status=200, **more):
    if dose.animal.tutor:
        trail.looked(request.membership, clock.now(request.municipality), "vacinação", dose.animal.tutor)
    standing = dose.document if dose.document and not hasattr(dose.document, "annulment") else None
    context = {
        "dose": dose,
        "paper": standing,
        "charge": vaccine_fees.standing_charge(dose),
        "reason_form": ReasonForm(),
        **more,
    }
    return render(request, "registry/vaccination.html", context, status=status)


@access(*VACCINATORS)
@require_POST
def vaccination_issue(request, pk):
    """Issues the paper of the dose, or opens the one that stands."""
    dose = fetch(request, pk)
    try:
        certificates.certificate(vaccination=dose, at=clock.now(request.municipality), by=request.membership)
    except Refusal as refusal:
        return _record(request, dose, status=409, refusal=refusal)
    messages.success(request, "Documento emitido: imprima e entregue ao tutor.")
    return redirect("registry:vaccination", pk)


@access(*VACCINATORS)
def vaccination_pdf(request, pk):
    """The frozen paper of the dose."""
    dose = fetch(request, pk)
    if dose.document_id is None:
        raise Http404("no paper was issued")
    return documents.pdf(request, dose.document_id)


@access(*VACCINATORS)
@require_POST
def vaccination_void(request, pk):
    """Takes a dose back, for a reason."""
    dose = fetch(request, pk)
    form = ReasonForm(request.POST)
    if not form.is_valid():
        return _record(request, dose, status=422, reason_form=form)
    try:
        vaccination.void(
            vaccination=dose,
            reason=form.cleaned_data["reason"],
            by=request.membership,
            at=clock.now(request.municipality),
        )
    except Refusal as refusal:
        return _record(request, dose, status=409, refusal=refusal, reason_form=form)
    messages.success(request, "Dose anulada: ela não protege mais e voltou ao estoque.")
    return redirect("registry:vaccination", pk)


@access(*VACCINATORS)
def animal_vaccinations(request, pk):
    """The doses of an animal, the latest first."""
    animal = get_object_or_404(own_animals(request), pk=pk)
    if animal.tutor:
        trail.looked(request.membership, clock.now(request.municipality), "vacinas do animal", animal.tutor)
    doses = animal.vaccinations.select_related("lot", "clinic", "post")
    last = vaccination.last_rabies(animal)
    return render(
        request, "registry/animal_vaccinations.html", {"animal": animal, "doses": doses, "last": last}
    )


@access(*VACCINATORS)
def vaccination_proof(request, pk):
    """A dose applied elsewhere, by the document that the tutor shows."""
    town = request.municipality
    animal = get_object_or_404(own_animals(request), pk=pk)
    form = ProofForm(request.POST or None)
    context = {"form": form, "animal": animal}
    if request.method != "POST":
        return render(request, "registry/vaccination_proof.html", context)
    if not form.is_valid():
        return render(request, "registry/vaccination_proof.html", context, status=422)
    try:
        vaccination.record_proof(
            animal=animal,
            at=clock.now(town),
            by=request.membership,
            key=key_of(request.POST.get("idempotency_key")),
            clinic=house_of(request),
            **form.cleaned_data,
        )
    except Refusal as refusal:
        return render(request, "registry/vaccination_proof.html", {**context, "refusal": refusal}, status=409)
    messages.success(request, "Comprovante registrado.")
    return redirect(return_url(request) or reverse("registry:animal_vaccinations", args=[pk]))
