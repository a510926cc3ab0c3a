"""Signs that nobody sees and nobody types: they come along when text is copied, or are sent to deceive.

NUL, which no database keeps; the other control characters, but tab and line ends; zero width, soft hyphen and marks of
direction, with which a name reads otherwise than it is written. They are taken out of all that arrives, here and once.
"""

import re
import unicodedata

from django.http import Http404, QueryDict

NUL = "\x00"
KEPT = frozenset("\t\n\r")
# Cc and Cf lie here and, the marks of tags and of notation, above the first plane.
_MAYBE = re.compile(r"[^\t\n\r\x20-\x7e\xa1-\xac\xae-\u02ff]")


def without_unseen(text: str) -> str:
    """The text as it is seen: `Ana\\u202eoãJ` gives `AnaoãJ`. Letters, accents and line ends of any script stay."""
    if not _MAYBE.search(text):
        return text
    return "".join(char for char in text if char in KEPT or unicodedata.category(char) not in ("Cc", "Cf"))


class UnseenSignsMiddleware:
    """Query strings, form fields and names of files reach the views without them; an address with NUL is of no page.

    A password is left as it was typed, but for NUL.
    """

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        if NUL in request.path_info:
            raise Http404("NUL in the address")
        if "%" in request.META.get("QUERY_STRING", ""):
            request.GET = _cleaned(request.GET)
        return self.get_response(request)

    def process_view(self, request, view, args, kwargs):
        """Here and not before: by now the check of the form's token has read the fields."""
        if request.method == "POST":
            request.POST = _cleaned(request.POST)
            for _, files in request.FILES.lists():
                for file in files:
                    file.name = without_unseen(file.name)


def _cleaned(fields):
    """The same fields where they hold nothing unseen; otherwise a copy without it."""
    found = {without_unseen(name): [_text(name, text) for text in texts] for name, texts in fields.lists()}
    if found == dict(fields.lists()):
        return fields
    clean = QueryDict(mutable=True, encoding=fields.encoding)
    for name, texts in found.items():
        clean.setlist(name, texts)
    clean._mutable = False
    return clean


def _text(name, text) -> str:
    return text.replace(NUL, "") if "password" in name else without_unseen(text)
