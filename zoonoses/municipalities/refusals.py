"""What the municipality's own rules do not allow, with a sentence for the screen."""


class Refused(Exception):
    """Raised by the services of this app. `sentence` is Portuguese and says what to do next; `field` where it shows."""

    def __init__(self, sentence, field=None):
        super().__init__(sentence)
        self.sentence = sentence
        self.field = field
