"""``python -m zoonoses.law ask`` (JSON list in, JSON list out) and ``python -m zoonoses.law check FILE``."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from zoonoses.law import LawError, Ruleset, RulesetInvalid, answer, check, load_folder

SHIPPED = Path(__file__).resolve().parent.parent / "rulesets"


def ask_one(rulesets: Mapping[str, Ruleset], case: Any) -> dict[str, Any]:
    """The answer to one case, or ``{"error": code}``."""
    if not isinstance(case, Mapping):
        return {"error": "value_unknown"}
    law, question = case.get("law"), case.get("question")
    rs = rulesets.get(law) if isinstance(law, str) else None
    if rs is None or not isinstance(question, str):
        return {"error": "not_in_law"}
    given = case.get("given")
    try:
        found = answer(rs, question, {} if given is None else given)
    except LawError as error:
        return {"error": error.code}
    return {**found, "basis": found["basis"]}


def ask(folders: Sequence[Path]) -> int:
    """Read the cases on standard input and write their answers."""
    try:
        rulesets = load_folder(SHIPPED, *folders)
    except RulesetInvalid as error:
        print(error, file=sys.stderr)
        return 1
    try:
        cases = json.load(sys.stdin)
    except json.JSONDecodeError as error:
        print(f"stdin: not JSON: {error}", file=sys.stderr)
        return 1
    if not isinstance(cases, list):
        print("stdin: a JSON list of cases was expected", file=sys.stderr)
        return 1
    json.dump([ask_one(rulesets, case) for case in cases], sys.stdout, ensure_ascii=False)
    print()
    return 0


def check_files(files: Sequence[Path]) -> int:
    """Print every fault of the files; 1 when there is any."""
    bad = 0
    for file in files:
        try:
            faults = check(file)
        except OSError as error:
            print(f"{file}: {error.strerror}", file=sys.stderr)
            bad += 1
            continue
        for fault in faults:
            print(f"{file}: {fault}")
        bad += len(faults)
        if not faults:
            print(f"{file}: ok")
    return 1 if bad else 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Entry point."""
    parser = argparse.ArgumentParser(prog="python -m zoonoses.law")
    commands = parser.add_subparsers(dest="command", required=True)
    asking = commands.add_parser("ask", help="answer a JSON list of questions")
    asking.add_argument(
        "--rulesets", type=Path, action="append", default=[], help="folder of further rulesets"
    )
    checking = commands.add_parser("check", help="print all faults of a ruleset file")
    checking.add_argument("files", type=Path, nargs="+")
    options = parser.parse_args(arguments)
    return ask(options.rulesets) if options.command == "ask" else check_files(options.files)


if __name__ == "__main__":
    sys.exit(main())
