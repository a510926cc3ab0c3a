"""Pictures and scans: never a public address; each look asks who looks."""

from django.http import FileResponse, Http404
from django.shortcuts import get_object_or_404

from zoonoses.documents.models import Attachment
from zoonoses.documents.services.trail import looked
from zoonoses.municipalities import clock
from zoonoses.municipalities.access import staff
from zoonoses.municipalities.models import Role

CACHE = "private, max-age=600"


def _attachment(request, pk):
    """An attachment of the municipality; one still in a draft is seen by its author and the manager alone."""
    found = get_object_or_404(Attachment.objects.of(request.municipality), pk=pk)
    own = found.uploaded_by_id == request.membership.pk
    if (
        found.act_id is None
        and found.draft is not None
        and not own
        and request.membership.role != Role.MANAGER
    ):
        raise Http404
    return found


@staff
def display(request, pk):
    """The clean copy: upright, without place or camera data. A look at a scan stays in the trail."""
    found = _attachment(request, pk)
    if found.kind == Attachment.Kind.SCAN:
        looked(request.membership, clock.now(request.municipality), "digitalização", found)
    response = FileResponse(found.display.open("rb"), content_type=found.display_type)
    if found.display_type == "application/pdf":
        response["Content-Disposition"] = f'attachment; filename="digitalizacao-{found.pk}.pdf"'
    response["Cache-Control"] = CACHE
    return response


@staff
def original(request, pk):
    """The file as it was sent, for download: it may carry the place where the photo was taken."""
    found = _attachment(request, pk)
    looked(request.membership, clock.now(request.municipality), "anexo original", found)
    response = FileResponse(
        found.original.open("rb"),
        as_attachment=True,
        filename=found.original_name,
        content_type="application/octet-stream",
    )
    response["Cache-Control"] = "private, no-store"
    return response
