"""The counter: from a CPF to the printed card, tag and certificate, on one screen and by keyboard."""

from django.contrib import messages
from django.core import signing
from django.http import FileResponse, Http404
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods

from registry import tasks
from registry.forms import counter as forms
from registry.models import PrintBatch, Tutor, VaccineLot
from registry.services import counter as attendance
from registry.services import vaccine_fees, vaccines
from registry.services.vets import vets_at
from registry.views.vaccination import LOT_KEY, VET_KEY, house_of, own_animals
from zoonoses import brazil
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import trail
from zoonoses.documents.services.idempotency import key_of
from zoonoses.municipalities import clock
from zoonoses.municipalities.access import access
from zoonoses.municipalities.models import Role

COUNTER = (Role.CLINIC, Role.CLERK, Role.VET, Role.MANAGER)
SALT = "registry.counter.tutor"
TOKEN_SECONDS = 12 * 3600
NOT_REPEATED = {"csrfmiddlewaretoken", "confirmed", "edit"}


def token_of(request, tutor) -> str:
    """What lets this person attend this tutor after finding them by document or name."""
    return signing.dumps([tutor.pk, request.membership.pk], salt=SALT)


def _by_token(request, token):
    """The tutor found a moment ago, or 404."""
    try:
        pk, member = signing.loads(token, salt=SALT, max_age=TOKEN_SECONDS)
    except signing.BadSignature as error:
        raise Http404("the tutor was not found at this counter") from error
    if member != request.membership.pk:
        raise Http404("found by somebody else")
    rows = Tutor.objects.of(request.municipality).heads().filter(anonymised_on=None)
    return get_object_or_404(rows, pk=pk)


@access(*COUNTER)
@require_http_methods(["GET", "HEAD", "POST"])
def counter(request):
    """The one screen; finding a person; and the attendance itself."""
    if request.method != "POST":
        return _page(request)
    if "find" in request.POST or "person" in request.POST:
        return _find(request)
    return _attend(request)


def _find(request):
    """The block of the person: found, to be chosen, or the fields of a new one. A fragment for htmx, else the page."""
    form, found = forms.FindForm(request.POST), {}
    if request.POST.get("person"):
        found = _known(request, _by_token(request, request.POST["person"]))
    elif form.is_valid():
        found = _found(request, form.cleaned_data["q"])
    if not request.headers.get("HX-Request"):
        return _page(request, status=200 if found else 422, find_form=form, **found)
    if not found:
        found = {"sentence": "Digite o CPF, o CNPJ ou o nome."}
    return render(request, "registry/_counter_person.html", found)


def _found(request, text) -> dict:
    found = attendance.find(municipality=request.municipality, text=text, clinic=house_of(request))
    trail.looked(request.membership, clock.now(request.municipality), "busca no balcão", *found.tutors)
    if len(found.tutors) == 1:
        return _known(request, found.tutors[0])
    if found.tutors:
        return {"people": [(tutor, token_of(request, tutor)) for tutor in found.tutors]}
    if found.sentence:
        return {"sentence": found.sentence}
    return {"tutor_form": _new_tutor(request, initial=forms.first_values(text)), "is_new": True}


def _known(request, tutor) -> dict:
    """A person of the register. A clinic that does not know them yet sees the initials alone."""
    house = house_of(request)
    rows = attendance.living_animals(tutor=tutor, clinic=house)
    which = forms.AnimalChoice(animals=rows)
    return {
        "tutor": tutor,
        "token": token_of(request, tutor),
        "which": which,
        "is_shown": house is None or rows.exists(),
        "initials": " ".join(f"{word[0]}." for word in tutor.name.split()),
    }


def _new_tutor(request, data=None, initial=None):
    town = request.municipality
    return forms.CounterTutorForm(
        data, municipality=town, initial={"city": town.name, "uf": town.uf, **(initial or {})}
    )


def _animal_form(request, data=None):
    town = request.municipality
    return forms.CounterAnimalForm(data, today=clock.today(town), municipality=town)


def _dose_form(request, data=None):
    """The dose, with the lot and the vet of last time while they still serve, else the lot first to expire."""
    town, house = request.municipality, house_of(request)
    today = clock.today(town)
    lots = VaccineLot.objects.of(town).owned_by(house).filter(product__is_rabies=True)
    initial = {"on": today, "vet": request.session.get(VET_KEY, "0")}
    if data is None:
        served = vaccines.offered(municipality=town, on=today, clinic=house).filter(product__is_rabies=True)
        usable = [lot.pk for lot in served]
        last = request.session.get(LOT_KEY)
        initial["lot"] = last if last in usable else next(iter(usable), None)
        initial["gives"] = bool(usable)
    return forms.CounterDoseForm(
        data,
        lots=lots,
        vets=vets_at(municipality=town, clinic=house, first=request.membership),
        today=today,
        is_clinic=house is not None,
        initial=initial,
    )


def _page(request, *, status=200, **given):
    """The screen with what is known so far; fields that nobody typed yet are as at the start."""
    context = {
        "find_form": forms.FindForm(),
        "animal_form": given.get("animal_form") or _animal_form(request),
        "dose_form": given.get("dose_form") or _dose_form(request),
        **given,
    }
    names = ("find_form", "tutor_form", "which", "animal_form", "dose_form")
    context["faulty"] = [context[name] for name in names if context.get(name) and context[name].errors]
    return render(request, "registry/counter.html", context, status=status)


def _attend(request):
    """One attendance: what was typed, the service, and the page of what was done."""
    key, given = key_of(request.POST.get("idempotency_key")), _typed(request)
    faulty = [form for form in given.values() if hasattr(form, "errors") and form.errors]
    if faulty or key is None:
        return _page(request, status=422, **given)
    if "edit" in request.POST:
        return _page(request, **given)
    town = request.municipality
    try:
        animal = attendance.attend(
            municipality=town,
            at=clock.now(town),
            by=request.membership,
            key=key,
            request=_request(given),
            clinic=house_of(request),
            confirmed="confirmed" in request.POST,
        )
    except attendance.ToConfirm as said:
        repeated = [(name, value) for name, value in request.POST.items() if name not in NOT_REPEATED]
        return render(request, "registry/counter_confirm.html", {"said": said.said, "repeated": repeated})
    except Refusal as refusal:
        return _page(request, status=409, refusal=refusal, **given)
    _after(request, given)
    attendance.draw(animal=animal, run=tasks.print_batch.call)
    return redirect("registry:counter_done", animal.pk)


def _typed(request) -> dict:
    """The forms of the screen, bound to what was sent, each with its faults."""
    data, given = request.POST, {}
    animal = None
    if data.get("tutor"):
        given = _known(request, _by_token(request, data["tutor"]))
        given["which"] = which = forms.AnimalChoice(data, animals=which_animals(request, given["tutor"]))
        animal = which.cleaned_data["animal"] if which.is_valid() else None
    elif "tutor-name" in data:
        given = {"tutor_form": _new_tutor(request, data), "is_new": True}
    else:
        given["find_form"] = form = forms.FindForm({"q": ""})
        form.errors.clear()
        form.add_error("q", "Procure primeiro o tutor: digite o CPF ou o nome e tecle Enter.")
    new_animal = _animal_form(request, data)
    if animal is None:
        given["animal_form"] = new_animal
    elif new_animal.was_touched():
        given["which"].add_error(
            "animal", "Escolha um animal do tutor ou preencha um animal novo, não os dois."
        )
        given["animal_form"] = new_animal
    given["dose_form"] = _dose_form(request, data)
    return given


def which_animals(request, tutor):
    """The animals of a tutor from which this counter may choose."""
    return attendance.living_animals(tutor=tutor, clinic=house_of(request))


def _request(given) -> attendance.Request:
    """What was typed, as the service takes it."""
    dose_form, animal_form = given["dose_form"], given.get("animal_form")
    data, tutor = dose_form.cleaned_data, given.get("tutor")
    dose = None
    if data["gives"]:
        dose = attendance.DoseGiven(lot=data["lot"], on=data["on"], **dose_form.vet_values())
    shown = dose_form.shown_values()
    return attendance.Request(
        tutor=tutor,
        tutor_values=None if tutor else given["tutor_form"].values(),
        animal=None if animal_form else given["which"].cleaned_data["animal"],
        animal_values=animal_form.values() if animal_form else None,
        chips=tuple(animal_form.chips()) if animal_form else (),
        dose=dose,
        proof=attendance.ProofShown(**shown) if shown else None,
        registers=data["registers"],
        number=data.get("kit"),
    )


def _after(request, given):
    """The next attendance begins with the lot and the vet of this one; a doubtful chip is said."""
    data = given["dose_form"].cleaned_data
    if data["gives"]:
        request.session[LOT_KEY], request.session[VET_KEY] = data["lot"].pk, data["vet"]
    for chip in given["animal_form"].chips() if given.get("animal_form") else ():
        doubt = brazil.microchip_doubt(chip.number)
        if doubt:
            messages.warning(request, f"Microchip {chip.number}. {doubt}")


@access(*COUNTER)
@require_http_methods(["GET", "HEAD", "POST"])
def counter_done(request, pk):
    """What was done for an animal, with its papers; sent, it draws the card and the tag again."""
    animal = get_object_or_404(own_animals(request), pk=pk)
    house, now = house_of(request), clock.now(request.municipality)
    rga = getattr(animal, "rga", None)
    if house is not None and rga is not None and rga.clinic_id != house.pk:
        rga = None
    key = key_of(request.POST.get("idempotency_key"))
    if request.method == "POST" and rga is not None and key is not None:
        attendance.order_prints(rga=rga, at=now, by=request.membership, key=key)
        attendance.draw(animal=animal, run=tasks.print_batch.call)
        return redirect("registry:counter_done", pk)
    doses = animal.vaccinations.against_rabies().filter(clinic=house, shown_proof=False)
    dose = doses.select_related("document__annulment", "municipality").order_by("-on", "-pk").first()
    trail.looked(request.membership, now, "atendimento no balcão", *filter(None, [animal.tutor]))
    prints = attendance.prints_of(animal) if rga else []
    charges = [rga.charge if rga else None, vaccine_fees.standing_charge(dose) if dose else None]
    context = {
        "animal": animal,
        "rga": rga,
        "dose": dose,
        "paper": _standing(dose.document) if dose else None,
        "prints": [row for row in prints if row.pdf],
        "is_drawn": len([row for row in prints if row.pdf]) == len(attendance.PRINTS),
        "charges": [charge for charge in charges if charge],
        "is_clinic": house is not None,
    }
    return render(request, "registry/counter_done.html", context)


def _standing(document):
    return None if document is None or hasattr(document, "annulment") else document


@access(*COUNTER)
def counter_print(request, pk):
    """The PDF of one card or tag; who opened it is recorded. A clinic opens its own."""
    rows = PrintBatch.objects.of(request.municipality).filter(
        kind__in=attendance.PRINTS, rows__card__isnull=False
    )
    house = house_of(request)
    if house is not None:
        others = PrintBatch.objects.filter(rows__card__isnull=False).exclude(rows__card__rga__clinic=house)
        rows = rows.filter(rows__card__rga__clinic=house).exclude(pk__in=others.values("pk"))
    batch = get_object_or_404(rows.distinct(), pk=pk)
    if not batch.pdf:
        raise Http404("not drawn yet")
    trail.looked(request.membership, clock.now(request.municipality), "impressão no balcão", batch)
    name = f"{'etiqueta' if batch.kind == PrintBatch.Kind.TAGS else 'carteira'}-{batch.pk}.pdf"
    response = FileResponse(batch.pdf.open("rb"), content_type="application/pdf", filename=name)
    response["Cache-Control"] = "private, no-store"
    return response
