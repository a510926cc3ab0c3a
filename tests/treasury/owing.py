"""The municipality's own money rules, entered for tests by its manager."""

import uuid
from datetime import date
from decimal import Decimal

from zoonoses.treasury.services import own_rules, plans
from zoonoses.treasury.services.guides import issue_guide

ACT = "LC nº 12/2010, art. 5º"


def late_rule(counter, **given):
    """A fine of 2% and 1% a month, each day counted, unless asked otherwise."""
    given = {
        "act": ACT,
        "from_on": date(2025, 1, 1),
        "late_fine": Decimal(2),
        "interest": Decimal(1),
    } | given
    for name in ("late_fine", "interest", "late_fine_limit"):
        if given.get(name) is not None:
            given[name] = Decimal(given[name])
    return own_rules.enter_late_rule(
        municipality=counter.municipality, by=counter.manager, at=counter.at(2025, 1, 2, 9, 0), **given
    )


def instalment_rule(counter, **given):
    """Up to six instalments of R$ 20,00 or more, unless asked otherwise."""
    given = {
        "act": "Decreto nº 7/2024, art. 2º",
        "from_on": date(2025, 1, 1),
        "max_count": 6,
        "min_amount": Decimal(20),
    } | given
    return own_rules.enter_instalment_rule(
        municipality=counter.municipality, by=counter.manager, at=counter.at(2025, 1, 2, 9, 0), **given
    )


def vary(counter, month, percent, index="IPCA"):
    """What an index varied in a month of 2025."""
    return own_rules.enter_variation(
        municipality=counter.municipality,
        index=index,
        month=date(2025, month, 1),
        percent=Decimal(percent),
        source="IBGE",
        by=counter.manager,
        at=counter.at(2025, 12, 1, 9, 0),
    )


def guide(counter, charge, due_on=date(2025, 3, 17), at=(2025, 3, 10, 9, 0), **given):
    """A guide of the charge, issued on 10 March 2025."""
    return issue_guide(charge=charge, due_on=due_on, at=counter.at(*at), by=counter.clerk, **given)


def agree(counter, charge, count=3, first_on=date(2025, 3, 31), at=(2025, 3, 12, 9, 0), **given):
    """An agreement of 12 March 2025 in three instalments."""
    given = {"signer": "José D'Ávila", "by": counter.clerk, "key": uuid.uuid4()} | given
    return plans.agree(charge=charge, count=count, first_on=first_on, at=counter.at(*at), **given)
