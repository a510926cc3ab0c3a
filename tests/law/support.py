"""Shared by the tests of the law engine."""

from functools import cache
from pathlib import Path

from zoonoses.law import LawError, answer, load

RULESETS = Path(__file__).resolve().parents[2] / "zoonoses" / "rulesets"
CASES = Path(__file__).resolve().parent / "cases"
LAWS = ("alegre-es", "cuiaba-mt", "joao-neiva-es", "alvares-machado-sp", "vitoria-es")


@cache
def law(name):
    return load(RULESETS / f"{name}.toml")


def ask(name, question, **given):
    """The answer without its basis, or {"error": code}."""
    try:
        return answer(law(name), question, given)
    except LawError as error:
        return {"error": error.code}


def brl(amount):
    return {"amount": amount, "unit": "BRL"}


def upf(amount):
    return {"amount": amount, "unit": "UPF"}


def vrte(amount):
    return {"amount": amount, "unit": "VRTE"}


def ufm(amount):
    return {"amount": amount, "unit": "UFM"}
