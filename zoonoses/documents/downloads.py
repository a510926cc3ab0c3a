"""The file of a list: what the list shows, whole and with its filters on, as CSV, XLSX or ODS."""

from itertools import islice

from django.http import HttpResponse, StreamingHttpResponse
from django.utils.http import content_disposition_header

from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import exports, trail
from zoonoses.municipalities import clock

PARAMETER = "formato"
CHUNK = 1000


def list_file(request, rows, columns, *, name, seen=None, default=""):
    """The answer to `?formato=csv|xlsx|ods` (or the same field of a POST) on a list; None when no file is asked for.

    `rows` is the queryset (or list) of the page, filters on, before it is cut into pages. A list too long for a sheet
    comes as CSV. `seen(row)` gives the people whose data stand in a row: each gets an entry of access, in bulk.
    `name` is the file's and the trail's word for the list; `default` the format of a page that is only a file.
    """
    asked = request.POST.get(PARAMETER) or request.GET.get(PARAMETER)
    kind = asked if asked in exports.FORMATS else default
    if not kind:
        return None
    now = clock.now(request.municipality)
    if kind != "csv" and hasattr(rows, "iterator") and rows.count() > exports.SHEET_ROWS:
        kind = "csv"
    looked = _recorded(rows, request.membership, now, f"exportação: {name}", seen)
    body = exports.write(kind, columns, looked, zone=clock.zone(request.municipality))
    return as_file(body, kind, f"{name}-{now:%Y-%m-%d}")


def as_file(body, kind, name):
    """A download. Sheets are built before the answer starts, so that what goes wrong can still be said."""
    if kind == "csv":
        response = StreamingHttpResponse(body, content_type=exports.FORMATS[kind])
    else:
        try:
            response = HttpResponse(b"".join(body), content_type=exports.FORMATS[kind])
        except Refusal as refusal:
            return HttpResponse(refusal.sentence, status=409, content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = content_disposition_header(True, f"{name}.{kind}")
    response["Cache-Control"] = "no-store"
    return response


def _recorded(rows, membership, at, what, seen):
    """The rows, each chunk after its accesses were written."""
    stream = rows.iterator(chunk_size=CHUNK) if hasattr(rows, "iterator") else iter(rows)
    while chunk := list(islice(stream, CHUNK)):
        if seen is not None:
            people = {person for row in chunk for person in seen(row) if person is not None}
            trail.looked(membership, at, what, *people)
        yield from chunk
