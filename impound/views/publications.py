"""Divulgar an animal: what the public will read, as it will read it; then the notice, the list and the proof."""

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from impound.forms.publications import PublishForm, WithdrawForm
from impound.models import Publication, SeizedAnimal
from impound.services import public_photos, publications
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services.idempotency import key_of
from zoonoses.documents.views_acknowledgement import repeated
from zoonoses.municipalities import clock
from zoonoses.municipalities.access import FIELD, access, staff
from zoonoses.municipalities.models import Role
from zoonoses.municipalities.paging import page_of

PUBLISHERS = FIELD | {Role.CLERK}
JOINS = ("municipality", "animal__tutor", "seizure__owner", "seizure__act__document", "exit")
STATES = (("", "No ar"), ("falta", "Sem divulgação"), ("fora", "Fora do ar"))


@access(*PUBLISHERS)
def publish(request, pk):
    """The text and the photographs; then exactly what goes up; then the notice."""
    rows = SeizedAnimal.objects.of(request.municipality).select_related(*JOINS)
    custody = get_object_or_404(rows, pk=pk)
    pictures = public_photos.of_animal(custody)
    asked = request.method == "POST" and "voltar" not in request.POST
    initial = {"looks": custody.description, "photos": [photo.pk for photo in pictures]}
    if "voltar" in request.POST:
        initial = {"looks": request.POST.get("looks", ""), "photos": request.POST.getlist("photos")}
    form = PublishForm(request.POST if asked else None, initial=initial, pictures=pictures)
    context = {
        "custody": custody,
        "form": form,
        "pictures": [(photo, reverse("documents:attachment", args=[photo.pk])) for photo in pictures],
        "standing": publications.up_of(custody),
        "back_url": reverse("impound:custody", args=[pk]),
    }
    try:
        context["content"], _ = publications.preview(custody)
        if not asked:
            return render(request, "impound/publications_publish.html", context)
        if not form.is_valid():
            return render(request, "impound/publications_publish.html", context, status=422)
        return _publish(request, custody, form, context)
    except Refusal as refusal:
        context["refusal"] = refusal
        return render(request, "impound/publications_publish.html", context, status=409)


def _publish(request, custody, form, context):
    given = {"custody": custody, "looks": form.cleaned_data["looks"], "photos": form.chosen}
    if "confirmar" not in request.POST:
        context["content"], photos = publications.preview(**given)
        context |= {"photos": photos, "repeated": repeated(request)}
        return render(request, "impound/publications_confirm.html", context)
    made = publications.publish(**given, at=clock.now(request.municipality), by=request.membership)
    messages.success(request, "O animal está divulgado na página pública.")
    return redirect("impound:publication", made.pk)


@staff
def publication_list(request):
    """The notices that are up, the animals without one, and those that came down."""
    town, situation = request.municipality, request.GET.get("situacao", "")
    if situation == "falta":
        page = page_of(publications.waiting(town), request.GET.get("page", 1))
        rows = [_waiting_row(custody) for custody in page]
    else:
        found = Publication.objects.of(town).filter(withdrawn_at__isnull=situation != "fora")
        found = found.select_related("custody__animal").order_by("-published_at", "-pk")
        page = page_of(found, request.GET.get("page", 1))
        rows = [_row(row) for row in page]
    chips = [
        {"label": label, "url": f"?situacao={value}" if value else "?", "active": value == situation}
        for value, label in STATES
    ]
    context = {"page": page, "rows": rows, "chips": chips, "town": town}
    return render(request, "impound/publications_list.html", context)


def _row(publication):
    custody = publication.custody
    down = publication.withdrawn_at
    since = f"no ar desde {clock.local(publication.municipality, publication.published_at):%d/%m/%Y}"
    until = f" até {clock.local(publication.municipality, down):%d/%m/%Y}" if down else ""
    return {
        "url": reverse("impound:publication", args=[publication.pk]),
        "title": f"Nº {custody.full_number} · {custody.animal.species_label}",
        "subtitle": since.replace("no ar desde", "de") + until if down else since,
        "done": "fora do ar" if down else "",
        "tag": "ordenada pela lei" if publication.content["ordered"] else "",
    }


def _waiting_row(custody):
    return {
        "url": reverse("impound:publish", args=[custody.pk]),
        "title": f"Nº {custody.full_number} · {custody.animal.species_label}",
        "subtitle": f"apreendido em {custody.seized_on:%d/%m/%Y}",
        "next": "Divulgar",
    }


def _fetch(request, pk) -> Publication:
    joins = (
        "municipality", "custody__exit", "custody__animal", "custody__seizure__act__case",
        "published_by__user", "withdrawn_by__user", "proof__annulment",
    )  # fmt: skip
    rows = Publication.objects.of(request.municipality).select_related(*joins)
    return get_object_or_404(rows, pk=pk)


@staff
def publication(request, pk):
    """One notice: what it says, since when, until when, and its proof."""
    return _page(request, _fetch(request, pk))


def _page(request, found, *, status=200, **more):
    context = {
        "publication": found,
        "photos": [
            {"url": reverse("documents:attachment", args=[photo.source_id]), "caption": f"Fotografia {place}"}
            for place, photo in enumerate(found.photos.order_by("pk"), 1)
        ],
        "form": WithdrawForm(),
        "may_act": request.membership.role in PUBLISHERS,
        "may_withdraw": found.withdrawn_at is None and not found.content["ordered"],
        "back_url": reverse("impound:publications"),
        **more,
    }
    return render(request, "impound/publications_page.html", context, status=status)


@access(*PUBLISHERS)
@require_POST
def withdraw(request, pk):
    """Takes an optional notice down, with the reason."""
    found = _fetch(request, pk)
    form = WithdrawForm(request.POST)
    if not form.is_valid():
        return _page(request, found, status=422, form=form)
    try:
        publications.withdraw(
            publication=found,
            reason=form.cleaned_data["reason"],
            at=clock.now(request.municipality),
            by=request.membership,
        )
    except Refusal as refusal:
        return _page(request, found, status=409, form=form, refusal=refusal)
    messages.success(request, "A divulgação saiu do ar.")
    return redirect("impound:publication", pk)


@access(*PUBLISHERS)
@require_POST
def certify(request, pk):
    """Issues the certidão of the notice."""
    found = _fetch(request, pk)
    key = key_of(request.POST.get("idempotency_key"))
    try:
        document = publications.certify(
            publication=found, at=clock.now(request.municipality), by=request.membership, key=key
        )
    except Refusal as refusal:
        return _page(request, found, status=409, refusal=refusal)
    return redirect("documents:document", document.pk)
