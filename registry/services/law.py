"""The law's named errors as refusals that a page shows, and as silence where the law says nothing."""

from zoonoses.documents.refusals import Refusal
from zoonoses.law import LawError
from zoonoses.municipalities.lawbook import Lawbook

SILENT = "sem previsão na lei"
# Where a manager enters what is missing, by the error that its absence raises.
ENTRY_PAGES = {
    "calendar_unknown": "municipalities:holidays",
    "index_value_missing": "municipalities:index_values",
}


def as_refusal(error: LawError, article: str = "") -> Refusal:
    """The error with its sentence, its article and the page where what is missing is entered."""
    enter = error.details.get("enter") or ENTRY_PAGES.get(error.code, "")
    if not enter and error.code == "value_unknown" and error.details.get("reading"):
        enter = "municipalities:laws"
    return Refusal(error.code, error.message, article or error.details.get("article", ""), enter=enter)


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
        raise as_refusal(error) from error


def article_of(answer: dict | None) -> str:
    """The articles that an answer rests on, once each, in order."""
    if answer is None:
        return ""
    return "; ".join(dict.fromkeys(step["article"] for step in answer["basis"] if step.get("article")))
