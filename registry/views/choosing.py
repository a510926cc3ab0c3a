"""Steps that several pages of the registry share: choose a person, and see a paper before it is issued."""

from urllib.parse import urlencode

from django.shortcuts import get_object_or_404, render

from registry.forms.tutors import SearchForm
from registry.models import Tutor
from registry.services import tutors
from zoonoses.documents.services import trail
from zoonoses.documents.views_acknowledgement import repeated
from zoonoses.municipalities import clock
from zoonoses.text import record_key


def chosen_person(request, name="tutor") -> Tutor | None:
    """The person named by `tutor` (or `name`) in the address; None when nobody was chosen yet; 404 for a stranger."""
    key = record_key(request.GET.get(name))
    people = Tutor.objects.of(request.municipality).heads()
    return None if key is None else get_object_or_404(people, pk=key)


def choose_person(request, *, title, lead, back_url, back_label, name="tutor", likely=(), likely_title=""):
    """The page that finds a person. Names go by POST; who is chosen comes back as `name` in the same address.

    `likely` are people offered before any search, under `likely_title`. Who is registered from here comes back chosen.
    """
    form = SearchForm(request.POST or None)
    found = None
    if form.is_bound and form.is_valid() and form.cleaned_data["q"]:
        found = tutors.search(municipality=request.municipality, text=form.cleaned_data["q"])
        trail.looked(request.membership, clock.now(request.municipality), "escolha de pessoa", *found.tutors)
    choices = [_choice(request, person, name) for person in (found.tutors if found else ())]
    context = {
        "form": form,
        "found": found,
        "choices": choices,
        "likely_title": likely_title or "Segundo o registro",
        "likely": [_choice(request, person, name) for person in likely],
        "new_query": urlencode({"volta": request.get_full_path(), "campo": name}),
        "title": title,
        "lead": lead,
        "back_url": back_url,
        "back_label": back_label,
    }
    return render(request, "registry/choose_person.html", context)


def _choice(request, person, name) -> dict:
    query = request.GET.copy()
    query[name] = person.pk
    return {"person": person, "url": f"?{query.urlencode()}"}


def confirm(request, *, title, parts, button, back_url, back_label, law=None):
    """The page that shows exactly what will be printed; what was typed goes on as hidden fields."""
    context = {
        "title": title,
        "parts": parts,
        "law": law,
        "button": button,
        "repeated": repeated(request),
        "back_url": back_url,
        "back_label": back_label,
        "form_url": request.get_full_path(),
    }
    return render(request, "registry/paper_confirm.html", context)
