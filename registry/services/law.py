"""Asking the law where it may be silent."""

from zoonoses.documents.refusals import of_law
from zoonoses.law import LawError
from zoonoses.municipalities.lawbook import Lawbook

SILENT = "sem previsão na lei"


def ask_or_silence(lawbook: Lawbook, question: str, **given) -> dict | None:
    """The engine's answer; None when the law has no such rule, or when the town has no law at all.

    Everything else that keeps the engine from answering (a year without holidays, a value not entered, a law no
    longer in force) is a `Refusal`: what is unknown is never taken for silence.
    """
    try:
        return lawbook.ask(question, **given)
    except LawError as error:
        if error.code == "not_in_law":
            return None
        raise of_law(error) from error


def article_of(answer: dict | None) -> str:
    """The articles that an answer rests on, once each, in order."""
    if answer is None:
        return ""
    return "; ".join(dict.fromkeys(step["article"] for step in answer["basis"] if step.get("article")))
