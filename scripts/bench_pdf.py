"""Measure how long one document takes to draw, fonts and stylesheet warm: HTML to PDF/A-3a, without the database.

Usage: python scripts/bench_pdf.py [--rounds 5] [--maximum 300]. Prints the best and the median of each paper in
milliseconds; exits 1 when the median of a paper of one via passes the maximum.
"""

import argparse
import os
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "zoonoses.settings")

import django
from django.template.loader import render_to_string

from tests.documents import bodies
from zoonoses.documents import codes, contexts, rendering

CODE = "7K3M-9QXA-0T5R-BW2E"
THREE_VIAS = ("infrator", "processo", "unidade autuante")


def draw(template, labels):
    """One document as `issue` draws it: bytes of the PDF."""
    kind, title, body = bodies.FULL[template]
    context = {
        "document": {
            "kind": kind,
            "kind_label": title,
            "title": title,
            "number": "0001/2025",
            "heading": f"{title} nº 0001/2025",
            "code": CODE,
            "verify_address": codes.verify_address(),
            "issued_at": "2025-03-10T14:30:00-03:00",
            "is_blank": False,
            "training": False,
        },
        "letterhead": {"name": "PREFEITURA MUNICIPAL", "body_name": "Centro de Controle de Zoonoses"},
        "body": body(),
    }
    vias = [
        f"via {place} de {len(labels)} – {label}" if label else ""
        for place, label in enumerate(labels, start=1)
    ]
    images = {"qr": codes.qr_png(codes.verify_url(CODE))}
    return rendering.draw(render_to_string(template, context), images=images, vias=vias)


def measure(template, labels, rounds):
    draw(template, labels)
    taken = []
    for _ in range(rounds):
        start = time.perf_counter()
        draw(template, labels)
        taken.append((time.perf_counter() - start) * 1000)
    print(
        f"{min(taken):6.0f} ms best {statistics.median(taken):6.0f} ms median  {template}, {len(labels)} via(s)"
    )
    return statistics.median(taken)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--maximum", type=float, default=300)
    given = parser.parse_args()
    django.setup()
    start = time.perf_counter()
    draw(contexts.COMPLAINT, [""])
    print(f"{(time.perf_counter() - start) * 1000:6.0f} ms the first document of a process")
    slowest = max(measure(template, [""], given.rounds) for template in bodies.FULL)
    measure(contexts.NOTICE_ANEXO_II, THREE_VIAS, given.rounds)
    return 1 if slowest > given.maximum else 0


if __name__ == "__main__":
    sys.exit(main())
