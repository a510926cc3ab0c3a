"""Who may open the pages of the process, and the record behind each: the access matrix takes both from here."""

from zoonoses.municipalities.models import Role

MANAGER = frozenset({Role.MANAGER})
FIELD = MANAGER | {Role.AGENT, Role.VET}
OFFICE = MANAGER | {Role.CLERK}
JUDGES = MANAGER | {Role.JUDGE}
TABLE = {
    "fines:defence_new": FIELD | OFFICE,
    "fines:reply_new": FIELD,
    "fines:appeal_new": FIELD | OFFICE,
    "fines:decision_new": JUDGES,
    "fines:final_decision_new": JUDGES,
    "fines:process_pdf": FIELD | OFFICE | JUDGES,
    "fines:measures": JUDGES,
    "fines:charge_new": OFFICE,
    "fines:procedure": MANAGER,
}


def args(notice) -> dict:
    """The arguments of each address that has some."""
    return {name: [notice.pk] for name in TABLE if name != "fines:procedure"}
