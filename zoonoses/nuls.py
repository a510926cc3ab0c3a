"""The character NUL, which nobody types and no database keeps: it is taken out of what arrives."""

from django.http import Http404, QueryDict

NUL = "\x00"


class NoNulMiddleware:
    """Query strings and form fields reach the views without NUL; an address that holds one is of no page (404).

    PostgreSQL refuses the character in any text, searched or kept. Form fields refuse it with a sentence, but a field
    of a list's address or a draft that is kept as typed would be an error of the server.
    """

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        if NUL in request.path_info:
            raise Http404("NUL in the address")
        if "%00" in request.META.get("QUERY_STRING", ""):
            request.GET = _cleaned(request.GET)
        return self.get_response(request)

    def process_view(self, request, view, args, kwargs):
        """Here and not before: by now the check of the form's token has read the fields."""
        if request.method == "POST" and any(
            NUL in text for _, texts in request.POST.lists() for text in texts
        ):
            request.POST = _cleaned(request.POST)


def _cleaned(fields):
    clean = QueryDict(mutable=True, encoding=fields.encoding)
    for name, texts in fields.lists():
        clean.setlist(name.replace(NUL, ""), [text.replace(NUL, "") for text in texts])
    clean._mutable = False
    return clean
