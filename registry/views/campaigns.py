"""Pages of campaigns: list, coverage, posts, and the fast entry of a post on a phone."""

import uuid

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from registry.forms.campaigns import CampaignForm, CorrectionForm, CountForm, FastForm, PostForm
from registry.models import Campaign, CampaignPost, CampaignTally, VaccineLot, VaccineProduct
from registry.services import campaigns, identify, vaccination
from registry.services.coverage import coverage
from registry.services.exports import FORMATS, Column, write
from registry.views.people import WRITERS
from registry.views.vaccination import sections
from zoonoses.documents.downloads import PARAMETER, as_file
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import trail
from zoonoses.documents.services.idempotency import key_of
from zoonoses.municipalities import clock
from zoonoses.municipalities.access import access
from zoonoses.municipalities.models import Membership, Role
from zoonoses.municipalities.paging import page_of

ORGANISERS = (Role.VET, Role.CLERK, Role.MANAGER)
LOT_KEY = "campaign_lot"
LAST_SHOWN = 12
SPECIES_LABEL = {"dog": "cão", "cat": "gato"}
COLUMNS = [
    Column("Dia", lambda row: row.on),
    Column("Posto", lambda row: row.post),
    Column("Área", lambda row: row.area),
    Column("Espécie", lambda row: SPECIES_LABEL.get(row.species, row.species)),
    Column("Doses", lambda row: row.doses),
]


def fetch(request, pk) -> Campaign:
    """A campaign of this municipality, or 404."""
    return get_object_or_404(Campaign.objects.of(request.municipality).select_related("product"), pk=pk)


def fetch_post(request, pk) -> CampaignPost:
    """A post of a campaign of this municipality, or 404."""
    rows = CampaignPost.objects.filter(campaign__municipality=request.municipality)
    return get_object_or_404(rows.select_related("campaign__product", "campaign__municipality"), pk=pk)


@access(*WRITERS)
def campaign_list(request):
    """Campaigns, the latest first."""
    page = page_of(
        Campaign.objects.of(request.municipality).select_related("product"), request.GET.get("page", 1)
    )
    return render(request, "registry/campaigns.html", {"page": page, "sections": sections(request)})


@access(*ORGANISERS)
def campaign_new(request):
    return _campaign(request, None)


@access(*ORGANISERS)
def campaign_edit(request, pk):
    return _campaign(request, fetch(request, pk))


def _campaign(request, row):
    products = VaccineProduct.objects.of(request.municipality)
    form = CampaignForm(request.POST or None, instance=row, products=products)
    context = {"form": form, "campaign": row}
    if request.method != "POST":
        return render(request, "registry/campaign_form.html", context)
    if not form.is_valid():
        return render(request, "registry/campaign_form.html", context, status=422)
    try:
        saved = campaigns.save_campaign(
            municipality=request.municipality, values=form.cleaned_data, campaign=row
        )
    except Refusal as refusal:
        return render(request, "registry/campaign_form.html", {**context, "refusal": refusal}, status=409)
    messages.success(request, "Campanha guardada.")
    return redirect("registry:campaign", saved.pk)


@access(*WRITERS)
def campaign(request, pk):
    """Coverage against the targets, by species, area, post and day; as a file with `?formato=`."""
    row = fetch(request, pk)
    found = coverage(row)
    kind = request.GET.get(PARAMETER, "")
    if kind in FORMATS:
        body = write(kind, COLUMNS, found.entries, zone=clock.zone(request.municipality))
        return as_file(body, kind, f"campanha-{row.pk}-{clock.today(request.municipality):%Y-%m-%d}")
    context = {
        "campaign": row,
        "species": (found.total.dogs, found.total.cats, found.total.both),
        "groups": [
            ("Áreas", "Área", found.areas),
            ("Postos", "Posto", found.posts),
            ("Dias, somados até cada um", "Dia", found.days),
        ],
        "may_organise": request.membership.role in ORGANISERS,
    }
    return render(request, "registry/campaign.html", context)


@access(*ORGANISERS)
def post_new(request, pk):
    return _post_form(request, fetch(request, pk), None)


@access(*ORGANISERS)
def post_edit(request, pk):
    row = fetch_post(request, pk)
    return _post_form(request, row.campaign, row)


def _post_form(request, campaign, row):
    people = Membership.objects.active().filter(municipality=request.municipality, role__in=WRITERS)
    form = PostForm(
        request.POST or None, instance=row, people=people.select_related("user").order_by("user__name")
    )
    context = {"form": form, "campaign": campaign, "post": row}
    if request.method != "POST":
        return render(request, "registry/campaign_post_form.html", context)
    if not form.is_valid():
        return render(request, "registry/campaign_post_form.html", context, status=422)
    try:
        saved = campaigns.save_post(campaign=campaign, values=form.cleaned_data, post=row)
    except Refusal as refusal:
        return render(
            request, "registry/campaign_post_form.html", {**context, "refusal": refusal}, status=409
        )
    messages.success(request, "Posto guardado.")
    return redirect("registry:campaign_post", saved.pk)


def _lots(post):
    campaign = post.campaign
    rows = VaccineLot.objects.of(campaign.municipality).owned_by(None)
    return rows.filter(product=campaign.product)


@access(*WRITERS)
def post_page(request, pk):
    """The page of a post in the street: one field for the animal, big buttons for counts, what was done today."""
    return _post(request, fetch_post(request, pk))


def _post(request, post, *, status=200, form=None, **more):
    town = request.municipality
    today = clock.today(town)
    kept = {"lot": request.session[LOT_KEY]} if LOT_KEY in request.session else {}
    form = form or FastForm(lots=_lots(post), today=today, initial=kept)
    last = post.vaccinations.select_related("animal", "recorded_by__user").order_by("-pk")[:LAST_SHOWN]
    counts = post.tallies.standing().select_related("entered_by__user", "lot")[:LAST_SHOWN]
    context = {
        "post": post,
        "campaign": post.campaign,
        "form": form,
        "last": last,
        "counts": counts,
        "done": campaigns.day_of(post, today),
        "advice": vaccination.nudge(town, today),
        "steps": (1, 5, 10),
        "species": SPECIES_LABEL.items(),
        "may_organise": request.membership.role in ORGANISERS,
        **more,
    }
    return render(request, "registry/campaign_post.html", context, status=status)


@access(*WRITERS)
@require_POST
def post_vaccinate(request, pk):
    """The dose of one animal, by its number. A CPF with several animals shows them, each with its own button."""
    post, town = fetch_post(request, pk), request.municipality
    form = FastForm(request.POST, lots=_lots(post), today=clock.today(town))
    if not form.is_valid():
        return _post(request, post, status=422, form=form)
    request.session[LOT_KEY] = form.cleaned_data["lot"].pk
    found = identify.animals_by(municipality=town, text=form.cleaned_data["q"])
    trail.looked(request.membership, clock.now(town), "busca em campanha", *found)
    if request.POST.get("animal"):
        found = [animal for animal in found if str(animal.pk) == request.POST["animal"]]
    if not found:
        unknown = "Nenhum animal com este número. Confira, ou conte a dose sem registro, abaixo."
        return _post(request, post, status=409, form=form, refusal=Refusal("not_found", unknown))
    if len(found) > 1:
        return _post(request, post, form=form, found=[(animal, uuid.uuid4()) for animal in found])
    return _vaccinate(request, post, found[0], form)


def _vaccinate(request, post, animal, form):
    town = request.municipality
    try:
        campaigns.vaccinate(
            post=post,
            animal=animal,
            lot=form.cleaned_data["lot"],
            on=clock.today(town),
            at=clock.now(town),
            by=request.membership,
            key=key_of(request.POST.get("idempotency_key")),
        )
    except Refusal as refusal:
        return _post(request, post, status=409, form=form, refusal=refusal)
    messages.success(request, f"Vacinado: {animal}, {animal.species_label}.")
    if not hasattr(animal, "rga"):
        _nudge(request)
    return redirect("registry:campaign_post", post.pk)


def _nudge(request):
    for line in vaccination.nudge(request.municipality, clock.today(request.municipality)):
        messages.info(request, f"{line.text} ({line.article})")


@access(*WRITERS)
@require_POST
def post_count(request, pk):
    """Doses to animals without registration; the nudge to register them follows."""
    post, town = fetch_post(request, pk), request.municipality
    form = CountForm(request.POST, lots=_lots(post))
    fast = FastForm(lots=_lots(post), today=clock.today(town), initial={"lot": request.POST.get("lot")})
    if not form.is_valid():
        missing = "Escolha a partida." if "lot" in form.errors else "Diga quantas doses, de 1 a 500."
        return _post(request, post, status=422, form=fast, refusal=Refusal("count_incomplete", missing))
    request.session[LOT_KEY] = form.cleaned_data["lot"].pk
    try:
        made = campaigns.count(
            post=post,
            on=clock.today(town),
            at=clock.now(town),
            by=request.membership,
            key=key_of(request.POST.get("idempotency_key")),
            **form.values(),
        )
    except Refusal as refusal:
        return _post(request, post, status=409, form=fast, refusal=refusal)
    doses = "1 dose contada" if made.doses == 1 else f"{made.doses} doses contadas"
    messages.success(request, f"{doses}: {made.get_species_display()}.")
    _nudge(request)
    return redirect("registry:campaign_post", post.pk)


@access(*WRITERS)
def tally_correct(request, pk):
    """Puts the right number in the place of a count; both rows stay."""
    rows = CampaignTally.objects.of(request.municipality).select_related("post__campaign", "lot")
    tally = get_object_or_404(rows, pk=pk)
    form = CorrectionForm(request.POST or None, initial={"doses": tally.doses})
    context = {"form": form, "tally": tally}
    if request.method != "POST":
        return render(request, "registry/campaign_correct.html", context)
    if not form.is_valid():
        return render(request, "registry/campaign_correct.html", context, status=422)
    try:
        campaigns.correct(
            tally=tally,
            at=clock.now(request.municipality),
            by=request.membership,
            key=key_of(request.POST.get("idempotency_key")),
            **form.cleaned_data,
        )
    except Refusal as refusal:
        return render(request, "registry/campaign_correct.html", {**context, "refusal": refusal}, status=409)
    messages.success(request, "Contagem corrigida.")
    return redirect("registry:campaign_post", tally.post_id)
