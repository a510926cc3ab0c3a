"""Measure how long one document takes to draw, fonts and stylesheet warm: HTML to PDF/A-3a, without the database.

Usage: python scripts/bench_pdf.py [--rounds 9] [--maximum 300]. Prints the best and the median of each paper in
milliseconds, by the clock and of the processor; exits 1 when the processor's median passes the maximum: on a machine to
itself both are the same.
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
    """Prints the figures of a paper; the median of the processor's milliseconds."""
    draw(template, labels)
    wall, cpu = [], []
    for _ in range(rounds):
        began, worked = time.perf_counter(), time.process_time()
        draw(template, labels)
        wall.append((time.perf_counter() - began) * 1000)
        cpu.append((time.process_time() - worked) * 1000)
    print(
        f"{min(wall):5.0f} ms best {statistics.median(wall):5.0f} ms median | processor {min(cpu):5.0f} ms best "
        f"{statistics.median(cpu):5.0f} ms median | {template}, {len(labels)} via(s)"
    )
    return statistics.median(cpu)


def first():
    """Prints what the first document of a process costs, and what is left of it after the warming up of a worker."""
    start = time.perf_counter()
    rendering.warm()
    print(
        f"{(time.perf_counter() - start) * 1000:5.0f} ms of warming up, which each worker does before its first request"
    )
    start = time.perf_counter()
    draw(contexts.COMPLAINT, [""])
    print(f"{(time.perf_counter() - start) * 1000:5.0f} ms the first document of a process")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--maximum", type=float, default=300)
    given = parser.parse_args()
    django.setup()
    first()
    medians = [measure(template, [""], given.rounds) for template in bodies.FULL]
    medians.append(measure(contexts.NOTICE_ANEXO_II, THREE_VIAS, given.rounds))
    return 1 if max(medians) > given.maximum else 0


if __name__ == "__main__":
    sys.exit(main())
