"""The trail of changes, in Portuguese. Nobody can edit it in the application."""

from django.shortcuts import render
from django.views.decorators.http import require_safe

from zoonoses.municipalities.access import Role, access
from zoonoses.municipalities.paging import page_of
from zoonoses.municipalities.services import trail


@access(Role.MANAGER)
@require_safe
def audit(request):
    """Who changed what in the municipality, newest first; `?o=` narrows to one kind of record."""
    kinds = trail.kinds()
    kind = request.GET.get("o", "")
    entries = trail.entries(request.municipality, kind=kind if kind in dict(kinds) else "")
    page = page_of(entries, request.GET.get("page", 1))
    rows = [trail.told(entry) for entry in page]
    chips = [{"label": "Tudo", "url": "?", "active": not kind}]
    chips += [{"label": label, "url": f"?o={key}", "active": key == kind} for key, label in kinds]
    return render(request, "municipalities/audit.html", {"page": page, "rows": rows, "chips": chips})
