"""What the law and the municipality say of the means of ciência. What neither says is told as such, never guessed.

A law may name the only ways in which the auto is communicated: any other means is then marked as not of the law, with
the article. The day on which an edital counts is that of its publication, unless the municipality's own act sets
another.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta

from zoonoses.documents.kinds import ActKind
from zoonoses.documents.models import Acknowledgement, Act
from zoonoses.municipalities.lawbook import all_rulesets

Means = Acknowledgement.Means
WORDS = {
    "in_person": "pessoalmente",
    "postal": "por carta com aviso de recebimento (AR)",
    "edital": "por edital",
}


@dataclass(frozen=True)
class OwnRule:
    """The municipality's own act foresees the edital, which counts `days` after its publication (0: on that day)."""

    days: int
    act: str

    @property
    def words(self) -> str:
        return f"{self.act} (regulamento do Município, não da lei)"


Finder = Callable[[Act], OwnRule | None]
_finders: list[Finder] = []


def register_edital(finder: Finder) -> None:
    """Called by an app when it is ready: `finder(act)` gives the municipality's rule of the edital for an act."""
    if finder not in _finders:
        _finders.append(finder)


def own_rule(act: Act) -> OwnRule | None:
    """What the municipality's regulation says of the edital for this act; None where it says nothing."""
    return next((found for finder in _finders if (found := finder(act)) is not None), None)


def practice_of(act: Act):
    """How acts are shaped under the law of this act; None for an act recorded under none."""
    ruleset = all_rulesets().get(act.ruleset)
    return ruleset.practice if ruleset else None


def named(act: Act) -> tuple[tuple[str, ...], str]:
    """The only means that the law names for this act, and the article; empty where it names none."""
    practice = practice_of(act)
    if act.kind != ActKind.INFRACTION_NOTICE or practice is None:
        return (), ""
    return practice.service_means, practice.articles.get("service_means", "")


def note(act: Act, means: str) -> str:
    """Why this means is not the law's, with the article; empty where the law names it, or names none."""
    names, article = named(act)
    if not names or means in names:
        return ""
    says = f"A lei manda comunicar {' ou '.join(WORDS[name] for name in names)} ({article})"
    if means == Means.REFUSED:
        return f"{says} e nada diz da recusa em assinar: as testemunhas são prática, não exigência desta lei."
    rule = own_rule(act) if means == Means.EDITAL else None
    if rule is not None:
        return f"{says}. O edital não é meio desta lei: é previsto em {rule.words}."
    return f"{says}. O edital não é meio desta lei."


def edital_day(act: Act, published_on: date) -> tuple[date, str]:
    """The day on which a publication counts as ciência, and who says so. The day of the publication is left out of
    the count; a day without office hours moves nothing.
    """
    rule = own_rule(act)
    if rule is None:
        return (
            published_on,
            "vale no dia da publicação: nem a lei nem regulamento do Município fixa outro dia",
        )
    if not rule.days:
        return published_on, f"vale no dia da publicação: {rule.words}"
    days = "1 dia" if rule.days == 1 else f"{rule.days} dias"
    return published_on + timedelta(days=rule.days), f"vale {days} depois da publicação: {rule.words}"
