"""An act that the law or the facts do not allow: a sentence for the person, a code for the machine, the article."""


class Refusal(Exception):
    """Raised by services, shown by pages with status 409. `sentence` is Portuguese and says what to do next.

    `enter` may name the URL where what is missing (a unit value, a holiday year, a reading) is entered.
    """

    def __init__(self, code, sentence, article="", enter=""):
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.article = article
        self.enter = enter


# Where a manager enters what the law leaves to the municipality, by the error that its absence raises.
ENTRY_PAGES = {
    "calendar_unknown": "municipalities:holidays",
    "index_value_missing": "municipalities:index_values",
}


def of_law(error, article="") -> Refusal:
    """The law's named error (`LawError`) as a refusal that a page can show, with the page where what is missing is
    entered.
    """
    enter = error.details.get("enter") or ENTRY_PAGES.get(error.code, "")
    if not enter and error.code == "value_unknown" and error.details.get("reading"):
        enter = "municipalities:laws"
    return Refusal(error.code, error.message, article or error.details.get("article", ""), enter=enter)
