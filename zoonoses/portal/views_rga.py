"""Anyone reads the QR of a tag: the animal, whether its card stands, and whom to tell. Never the tutor."""

from django.http import Http404
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from registry.models import IdentityCard, Rga
from registry.services import animal_facts
from zoonoses.documents import codes
from zoonoses.municipalities.access import public


@public
@never_cache
def rga(request, code):
    """The public page of one tag; 404 when no tag has this code."""
    known = codes.normalise(code)
    found = Rga.objects.select_related("animal", "municipality").filter(code=known).first() if known else None
    if found is None:
        raise Http404
    if code != known:
        return redirect("portal:rga", code=known)
    alive = found.animal.died_on is None
    kinds = set(found.cards.filter(voided_on=None).values_list("kind", flat=True)) if alive else set()
    context = {
        "rga": found,
        "animal": found.animal,
        "town": found.municipality,
        "stands": {kind: kind in kinds for kind in IdentityCard.Kind.values},
        "state": animal_facts.state(found.animal),
    }
    return render(request, "portal/rga.html", context)
