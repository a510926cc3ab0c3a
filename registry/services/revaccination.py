"""When an animal must be vaccinated: the laboratory's period, the law's term, and the age of the first dose."""

from dataclasses import dataclass, field
from datetime import date, timedelta

from registry.services.law import ask_or_silence

OLDEST_DAYS = 40 * 366


@dataclass(frozen=True)
class Revaccination:
    """The last day of protection, with the steps that lead to it; None where neither laboratory nor law says one."""

    on: date | None
    basis: list[dict] = field(default_factory=list)


def _law_day(lawbook, term, start, **given) -> tuple[dict | None, list[dict]]:
    """The law's answer about one term with its steps; None where the law is silent."""
    answer = ask_or_silence(lawbook, "term", term=term, start=start.isoformat(), **given)
    return answer, [dict(step) for step in answer["basis"]] if answer else []


def revaccination(*, lawbook, on, lab_days=None, is_rabies=True) -> Revaccination:
    """Until when a dose of the day `on` protects, the last day included.

    The laboratory's period counts in calendar days, `on` excluded; the law's term is asked with it. Where both give a
    day, the earlier one holds: protection is never presumed longer than either allows. The vial's expiry plays no
    part. What keeps the law from answering, other than silence, is a `Refusal`.
    """
    days, basis = [], []
    if lab_days:
        by_lab = on + timedelta(days=lab_days)
        days.append(by_lab)
        basis.append(
            {
                "text": "Período recomendado pelo laboratório.",
                "article": "",
                "arithmetic": f"{on:%d/%m/%Y} + {lab_days} dias = {by_lab:%d/%m/%Y}",
            }
        )
    if is_rabies:
        given = {"days": lab_days} if lab_days else {}
        answer, steps = _law_day(lawbook, "revaccination", on, **given)
        if answer is not None and answer["due_on"]:
            days.append(date.fromisoformat(answer["due_on"]))
            basis += steps
    if len(set(days)) > 1:
        basis.append(
            {"text": "Vale a data mais próxima.", "article": "", "arithmetic": f"{min(days):%d/%m/%Y}"}
        )
    if not days:
        basis.append(
            {
                "text": "Sem previsão na lei, e o laboratório não informou período: data da revacinação em aberto.",
                "article": "",
                "arithmetic": "",
            }
        )
    return Revaccination(min(days, default=None), basis)


def first_dose_from(*, lawbook, born_on) -> tuple[date | None, str]:
    """The first day on which the law requires the first rabies dose, and the article; (None, "") where it is silent."""
    if born_on is None:
        return None, ""
    answer, steps = _law_day(lawbook, "first_vaccination", born_on)
    if answer is None or not answer["opens_on"]:
        return None, ""
    article = next((step["article"] for step in steps if step["article"]), "")
    return date.fromisoformat(answer["opens_on"]), article


def born_until(*, lawbook, on) -> date | None:
    """The latest birth whose first dose is already required on a day; None where the law fixes no age.

    Found by halving: the later the birth, the later the required day.
    """
    earliest, latest = on - timedelta(days=OLDEST_DAYS), on
    if first_dose_from(lawbook=lawbook, born_on=earliest)[0] is None:
        return None
    while earliest < latest:
        middle = earliest + (latest - earliest + timedelta(days=1)) // 2
        if first_dose_from(lawbook=lawbook, born_on=middle)[0] <= on:
            earliest = middle
        else:
            latest = middle - timedelta(days=1)
    return earliest
