"""Anyone checks a paper by its code: what it is, its day, and whether it stands. Nothing about any person."""

from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from zoonoses.documents import codes
from zoonoses.documents.models import Document
from zoonoses.municipalities.access import public


@public
@never_cache
def verify(request):
    """Where a code is typed; a code that can exist leads to its own page."""
    typed = request.GET.get("codigo", "").strip()
    code = codes.normalise(typed)
    if code:
        return redirect("portal:verify_code", code=code)
    context = {"typed": typed, "malformed": bool(typed)}
    return render(request, "portal/verify.html", context, status=422 if typed else 200)


@public
@never_cache
def verify_code(request, code):
    """One document, as the public may know it; 404 with what to do when no document has this code."""
    known = codes.normalise(code)
    found = _document(known) if known else None
    if found is None:
        return render(request, "portal/verify.html", {"typed": code, "unknown": True}, status=404)
    if code != known:
        return redirect("portal:verify_code", code=known)
    context = {
        "document": found,
        "annulled": getattr(found, "annulment", None),
        "replaced_by": getattr(found, "replaced_by", None),
        "used_blank": found.is_blank and hasattr(found, "act"),
    }
    return render(request, "portal/verify_result.html", context)


def _document(code):
    rows = Document.objects.select_related(
        "municipality", "annulment", "replaces", "replaced_by", "act", "file"
    ).defer("file__pdf", "file__context")
    return rows.filter(code=code).first()
