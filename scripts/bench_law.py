"""Measure how many questions a second the law engine answers on one core.

Usage: python scripts/bench_law.py [--seconds 2] [--minimum 20000]. Exits 1 below the minimum.
"""

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from zoonoses.law import answer, load_folder

RULESETS = Path(__file__).resolve().parent.parent / "zoonoses" / "rulesets"

QUESTIONS = [
    (
        "alegre-es",
        "sanction",
        {
            "infraction": "unregistered_animal",
            "fact_on": "2012-02-27",
            "animals": 3,
            "intimated_on": "2012-03-01",
            "checked_on": "2012-04-03",
            "holidays": ["2012-04-06"],
        },
    ),
    ("cuiaba-mt", "sanction", {"infraction": "dog_without_leash", "gravity": "serious", "priors": 1}),
    (
        "joao-neiva-es",
        "sanction",
        {"infraction": "violence", "aggravating": ["intent", "failed_to_prevent"], "fact_on": "2024-05-06"},
    ),
    ("alvares-machado-sp", "sanction", {"infraction": "loose_unaccompanied_animal", "priors": 1}),
    (
        "vitoria-es",
        "sanction",
        {"infraction": "abandonment", "offender": "legal_person", "animals": 2, "priors": 2},
    ),
    ("joao-neiva-es", "term", {"term": "defence", "start": "2024-03-22", "holidays": ["2024-03-29"]}),
    ("alvares-machado-sp", "term", {"term": "redemption", "start": "2024-11-05", "holidays": ["2024-11-15"]}),
    ("vitoria-es", "term", {"term": "revaccination", "start": "2023-06-20", "acted_on": "2024-06-20"}),
]


def measure(seconds: float) -> float:
    """Questions a second of processor time over the mixed list."""
    rulesets = load_folder(RULESETS)
    work = [(rulesets[law], question, given) for law, question, given in QUESTIONS]
    answered = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        for _ in range(200):
            for rs, question, given in work:
                answer(rs, question, given)
        answered += 200 * len(work)
    return answered / spent


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--minimum", type=int, default=20_000)
    options = parser.parse_args()
    rate = measure(options.seconds)
    print(f"{rate:,.0f} sanction and term questions a second on one core (minimum {options.minimum:,})")
    return 0 if rate >= options.minimum else 1


if __name__ == "__main__":
    sys.exit(main())
