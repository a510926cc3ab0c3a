"""Anyone looks for an animal that was seized: the list, one animal, its photographs. Never a person."""

from django.http import FileResponse, Http404
from django.shortcuts import redirect, render
from django.views.decorators.cache import cache_control, never_cache

from registry.models import Animal
from zoonoses.municipalities.access import public
from zoonoses.municipalities.paging import page_of
from zoonoses.portal.services import seized

PHOTO_SECONDS = 600  # a photograph is gone from caches ten minutes after the notice came down


@public
@never_cache
def animals(request):
    """The animals now in the depósito whose notice is up; `?municipio=` and `?especie=` choose."""
    towns = seized.towns()
    slug, species = request.GET.get("municipio", ""), request.GET.get("especie", "")
    town = next((row for row in towns if row.slug == slug), None)
    page = page_of(seized.notices(town, species), request.GET.get("page", 1))
    context = {
        "page": page,
        "rows": [_row(row) for row in page],
        "towns": towns,
        "town": town,
        "species": species if species in Animal.Species.values else "",
        "kinds": Animal.Species.choices,
    }
    return render(request, "portal/seized.html", context)


def _row(notice):
    return {
        "notice": notice,
        "species": seized.first_value(notice, "species"),
        "looks": seized.first_value(notice, "physical_characteristics"),
        "place": seized.first_value(notice, "seizure_place"),
        "since": seized.first_value(notice, "seizure_date"),
        "photo": next(iter(notice.photos.all()), None),
    }


@public
@never_cache
def animal(request, code):
    """One animal, as its notice says; 410 when the notice came down, 404 when there is none."""
    found = seized.notice(code)
    if found is None:
        raise Http404
    if code != found.code:
        return redirect("portal:seized_animal", code=found.code)
    context = {"town": found.municipality}
    if found.withdrawn_at is not None:
        gone = render(request, "portal/seized_gone.html", context, status=410)
        gone["X-Robots-Tag"] = "noindex"
        return gone
    context |= {"notice": found, "photos": list(found.photos.order_by("pk"))}
    return render(request, "portal/seized_animal.html", context)


@public
@cache_control(public=True, max_age=PHOTO_SECONDS)
def photo(request, code, pk):
    """A public copy of a photograph, while its notice is up: no other file can be reached here."""
    found = seized.photo(code, pk)
    if found is None:
        raise Http404
    return FileResponse(found.file.open("rb"), content_type="image/jpeg")
