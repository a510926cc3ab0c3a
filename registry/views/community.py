"""Pages of community animals: the list, the steps of each until the return, and the caretaker's term."""

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse

from registry.documents.community import parts
from registry.forms.castration import CommitmentForm
from registry.models import Animal
from registry.services import community
from registry.views.choosing import choose_person, chosen_person, confirm
from registry.views.people import WRITERS
from zoonoses.documents.kinds import DocumentKind
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import trail
from zoonoses.documents.services.idempotency import key_of
from zoonoses.municipalities import clock
from zoonoses.municipalities.access import access
from zoonoses.municipalities.paging import page_of


@access(*WRITERS)
def community_list(request):
    """Community animals that live, with their main caretaker and the place."""
    rows = Animal.objects.of(request.municipality).filter(is_community=True, died_on=None)
    page = page_of(rows.prefetch_related("commitments__caretaker"), request.GET.get("page", 1))
    rows, seen = [], []
    for animal in page:
        term = next(reversed(animal.commitments.all()), None)
        seen.append(term and term.caretaker)
        rows.append(
            {
                "url": reverse("registry:community", args=[animal.pk]),
                "title": str(animal),
                "subtitle": f"{animal.species_label} · {term.place if term else 'sem termo de compromisso'}",
                "next": term.caretaker.name if term else "",
                "tag": "castrado" if animal.is_neutered else "",
            }
        )
    trail.looked(request.membership, clock.now(request.municipality), "animais comunitários", *seen)
    return render(request, "registry/communities.html", {"page": page, "rows": rows})


def fetch(request, pk) -> Animal:
    """An animal of this municipality, or 404."""
    rows = Animal.objects.of(request.municipality).select_related("municipality", "tutor")
    return get_object_or_404(rows, pk=pk)


@access(*WRITERS)
def community_animal(request, pk):
    """The steps of a community animal in the law's order, what is missing for its return, and its terms."""
    animal = fetch(request, pk)
    now = clock.now(request.municipality)
    context = {"animal": animal, "refusal": None}
    try:
        context["standing"] = community.standing(animal, now.date())
    except Refusal as refusal:
        context["refusal"] = refusal
    terms = animal.commitments.select_related("caretaker", "document__annulment").order_by(
        "-signed_on", "-pk"
    )
    context["terms"] = list(terms)
    trail.looked(
        request.membership, now, "animal comunitário", *[term.caretaker for term in context["terms"]]
    )
    return render(request, "registry/community.html", context)


@access(*WRITERS)
def commitment_new(request, pk):
    """Termo de compromisso: who takes care, where the animal lives, the paper, then the act."""
    animal = fetch(request, pk)
    back_url = reverse("registry:community", args=[animal.pk])
    caretaker = chosen_person(request)
    if caretaker is None:
        return choose_person(
            request,
            title="Termo de compromisso",
            lead="Quem é o tutor principal do animal comunitário?",
            back_url=back_url,
            back_label="Animal",
        )
    form = CommitmentForm(request.POST or None)
    context = {"animal": animal, "tutor": caretaker, "form": form, "refusal": None, "back_url": back_url}
    if request.method != "POST" or "voltar" in request.POST:
        return render(request, "registry/community_commitment.html", context)
    if not form.is_valid():
        return render(request, "registry/community_commitment.html", context, status=422)
    given = {"animal": animal, "caretaker": caretaker, "place": form.cleaned_data["place"]}
    given |= {"at": clock.now(request.municipality), "by": request.membership}
    try:
        if "confirmar" not in request.POST:
            return confirm(
                request,
                title=DocumentKind.COMMUNITY_COMMITMENT.label,
                parts=parts(community.plan(**given)),
                button="Emitir o termo",
                back_url=back_url,
                back_label="Animal",
            )
        made = community.commit(**given, key=key_of(request.POST.get("idempotency_key")))
    except Refusal as refusal:
        context["refusal"] = refusal
        return render(request, "registry/community_commitment.html", context, status=409)
    messages.success(request, f"{made.document} emitido.")
    return redirect("registry:community", animal.pk)
