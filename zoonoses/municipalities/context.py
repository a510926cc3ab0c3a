"""What every page knows: the municipality, its day, and the menu of the role."""

from zoonoses.municipalities import clock
from zoonoses.municipalities.menu import items_for


def site(request):
    """Context processor. `today` and `now` are the municipality's own, training shift included."""
    municipality = getattr(request, "municipality", None)
    membership = getattr(request, "membership", None)
    if municipality is None:
        return {"municipality": None, "membership": None, "nav_items": []}
    now = clock.now(municipality)
    return {
        "municipality": municipality,
        "membership": membership,
        "now": now,
        "today": now.date(),
        "nav_items": items_for(membership, request.path),
    }
