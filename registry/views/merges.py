"""Merging two records of one person: choosing the other, the preview side by side, and reading it afterwards."""

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render

from registry.forms.merges import MergeForm
from registry.forms.tutors import SearchForm
from registry.models import Tutor
from registry.services import duplicates, merges, tutors
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import trail
from zoonoses.municipalities import clock
from zoonoses.municipalities.access import access
from zoonoses.municipalities.models import Role
from zoonoses.municipalities.paging import page_of

MERGERS = (Role.CLERK, Role.MANAGER)


def _head(request, pk) -> Tutor:
    """A person of this municipality; a record already merged is 404: the page of the other has it."""
    return get_object_or_404(Tutor.objects.of(request.municipality).heads(), pk=pk)


@access(*MERGERS)
def merge_choose(request, pk):
    """Which other record is this person: likely ones, and a search sent by POST."""
    person = _head(request, pk)
    form = SearchForm(request.POST or None)
    found = None
    if form.is_bound and form.is_valid() and form.cleaned_data["q"]:
        found = tutors.search(municipality=request.municipality, text=form.cleaned_data["q"])
    people = found.tutors if found else duplicates.of_person(person)
    people = [each for each in people if each.pk != person.pk]
    trail.looked(request.membership, clock.now(request.municipality), "unificação", person, *people)
    context = {"tutor": person, "form": form, "found": found, "people": people}
    return render(request, "registry/people_merge_choose.html", context)


@access(*MERGERS)
def merge_new(request, pk, other):
    """The two records side by side. `pk` stays; POST merges the other into it."""
    kept, merged = _head(request, pk), _head(request, other)
    at = clock.now(request.municipality)
    trail.looked(request.membership, at, "unificação", kept, merged)
    if kept.pk == merged.pk:
        return redirect("registry:merge_choose", pk)
    form = MergeForm(request.POST or None, kept=kept, merged=merged)
    if request.method == "POST" and form.is_valid():
        try:
            done = merges.merge(
                kept=kept,
                merged=merged,
                choices=form.choices(),
                reason=form.cleaned_data["reason"],
                by=request.membership,
                at=at,
            )
        except Refusal as refusal:
            return _preview(request, form, kept, merged, refusal=refusal, status=409)
        messages.success(request, f"Cadastros unificados em {done.kept.name}. Nada do que havia se perdeu.")
        return redirect("registry:tutor", kept.pk)
    return _preview(request, form, kept, merged, status=422 if form.is_bound else 200)


def _preview(request, form, kept, merged, *, refusal=None, status=200):
    sides = [
        {"tutor": person, "rows": merges.told(merges.snapshot(person)), "stays": person is kept}
        for person in (kept, merged)
    ]
    context = {"form": form, "kept": kept, "merged": merged, "sides": sides, "refusal": refusal}
    return render(request, "registry/people_merge_new.html", context, status=status)


@access(*MERGERS)
def merge_list(request):
    """Merges made, the latest first."""
    page = page_of(merges.rows_of(request.municipality), request.GET.get("page", 1))
    people = [person for row in page for person in (row.kept, row.merged)]
    trail.looked(request.membership, clock.now(request.municipality), "unificações", *people)
    return render(request, "registry/people_merges.html", {"page": page})


@access(*MERGERS)
def merge(request, pk):
    """One merge: who, when, why, and how both records were."""
    row = get_object_or_404(merges.rows_of(request.municipality), pk=pk)
    trail.looked(request.membership, clock.now(request.municipality), "unificação", row.kept, row.merged)
    sides = [
        {"title": title, "rows": merges.told(row.before[side])}
        for side, title in ((merges.KEPT, "Cadastro que ficou"), (merges.MERGED, "Cadastro unificado a ele"))
        if side in row.before
    ]
    return render(request, "registry/people_merge.html", {"merge": row, "sides": sides})
