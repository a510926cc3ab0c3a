"""Personal data under the LGPD: who looked at a person's record, the term of keeping, and anonymisation."""

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from registry.forms.privacy import RetentionForm
from registry.models import Tutor
from registry.querysets import group_of
from registry.services import anonymisation
from registry.tasks_people import anonymise_people
from zoonoses.documents.models import AccessRecord
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import trail
from zoonoses.municipalities import clock
from zoonoses.municipalities.access import access
from zoonoses.municipalities.models import Municipality, Role
from zoonoses.municipalities.paging import page_of


def _person(request, pk) -> Tutor:
    return get_object_or_404(Tutor.objects.of(request.municipality).select_related("municipality"), pk=pk)


@access(Role.MANAGER)
def looks(request, pk):
    """Who looked at this person's data, when and on which page; the latest first."""
    person = _person(request, pk)
    group = [str(key) for key in group_of(person).values_list("pk", flat=True)]
    rows = AccessRecord.objects.of(request.municipality).filter(
        object_type=Tutor._meta.label_lower, object_id__in=group
    )
    page = page_of(rows.select_related("membership__user").order_by("-pk"), request.GET.get("page", 1))
    return render(request, "registry/people_looks.html", {"tutor": person, "page": page})


@access(Role.MANAGER)
def privacy(request):
    """The term of keeping, and the people of the registry with why each is kept, or that the term ended."""
    town = Municipality.objects.get(pk=request.municipality.pk)
    form = RetentionForm(request.POST or None, initial={"years": town.retention_years})
    if request.method == "POST" and form.is_valid():
        anonymisation.set_term(municipality=town, years=form.cleaned_data["years"])
        messages.success(request, "Prazo de guarda definido.")
        return redirect("registry:privacy")
    page, verdicts = None, []
    if town.retention_years:
        rows = anonymisation.candidates(town).select_related("municipality")
        page = page_of(rows, request.GET.get("page", 1))
        verdicts = anonymisation.verdicts(page, on=clock.today(town))
        trail.looked(request.membership, clock.now(town), "prazo de guarda", *page)
    context = {"form": form, "town": town, "page": page, "verdicts": verdicts}
    return render(request, "registry/people_privacy.html", context, status=422 if form.is_bound else 200)


@access(Role.MANAGER)
@require_POST
def anonymise_all(request):
    """Anonymises, in the background, whoever's term ended."""
    anonymise_people.enqueue(request.membership.pk)
    messages.success(
        request, "Anonimização pedida: os cadastros cujo prazo terminou serão anonimizados agora."
    )
    return redirect("registry:privacy")


@access(Role.MANAGER)
def anonymise(request, pk):
    """One person: what happens, or why not. POST anonymises; it cannot be undone."""
    person = _person(request, pk)
    if person.merged_into_id or person.anonymised_on:
        return redirect("registry:tutor", person.merged_into_id or pk)
    on = clock.today(request.municipality)
    refusal, status = None, 200
    if request.method == "POST":
        try:
            anonymisation.anonymise(tutor=person, on=on)
        except Refusal as refused:
            refusal, status = refused, 409
        else:
            messages.success(request, "Cadastro anonimizado.")
            return redirect("registry:tutor", pk)
    context = {"tutor": person, "verdict": anonymisation.judge(person, on=on), "refusal": refusal}
    return render(request, "registry/people_anonymise.html", context, status=status)
