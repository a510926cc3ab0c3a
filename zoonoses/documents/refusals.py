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
