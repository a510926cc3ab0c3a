"""What nobody should type, and how it is sent to a page."""

import re
from urllib.parse import quote

from django.db import transaction

GARBAGE = (
    "a\x00b",
    "²",
    "\u202e\u200b李小龍😀",
    "9" * 5000,
    "99999999999999999999",
    "-1",
    "1e5",
    "NaN",
    "31/02/2024",
    "0001-01-01",
    "9999-12-31",
    "20226-01-01T25:99",
    "<script>alert(1)</script>'\"%_\\",
    "[{]",
)
FIELD = re.compile(rb'<(?:input|select|textarea|button)\b[^>]*?\bname="([^"]+)"')
ASKED = (
    "page", "q", "volta", "unidade", "ano", "lei", "next", "o", "parte", "de", "situacao", "tipo", "municipio",
    "especie", "codigo", "todos", "tutor", "lista", "animal", "but", "campo", "ficha", "rascunho", "fim", "buscar",
    "exame", "fato", "em", "linha", "vistoria", "denuncia", "formato",
)  # fmt: skip


def faults_of(client, url, turn):
    """What is wrong with the answers to garbage in the address of a page and in the fields of its form.

    Each field gets another piece, and `turn` says which the first gets. Nothing of it is kept.
    """
    pieces = [GARBAGE[(turn + place) % len(GARBAGE)] for place in range(200)]
    asked = "&".join(f"{word}={quote(piece)}" for word, piece in zip(ASKED, pieces, strict=False))
    page, first = _sent(lambda: client.get(f"{url}?{asked}"))
    if page.status_code == 404:
        page, _ = _sent(lambda: client.get(url))
    names = {name.decode() for name in FIELD.findall(b"" if page.streaming else page.content)}
    fields = sorted(names - {"csrfmiddlewaretoken", "idempotency_key"})
    _, second = _sent(lambda: client.post(url, dict(zip(fields, pieces, strict=False))))
    return [fault for fault in (first, second) if fault]


def _sent(send):
    with transaction.atomic():
        answer = send()
        transaction.set_rollback(True)
    shown = not answer.streaming and b"<script>alert" in answer.content
    wrong = answer.status_code >= 500 or shown
    request = answer.wsgi_request
    return answer, f"{request.method} {request.path}: {answer.status_code}" if wrong else ""
