"""Who may open the pages of the ciência that failed, and the record behind each: the access matrix takes both here."""

from zoonoses.documents.kinds import ActKind, DocumentKind
from zoonoses.documents.models import ServiceEdital
from zoonoses.municipalities.models import Role

STAFF = frozenset({Role.MANAGER, Role.AGENT, Role.VET, Role.CLERK})
TABLE = {
    "documents:attempt_new": STAFF,
    "documents:edital_new": STAFF,
    "documents:edital": STAFF | {Role.JUDGE},
    "documents:edital_publish": STAFF,
}


def args(town, act) -> dict:
    """The arguments of each address: an act of which somebody is to be told, and an edital of it."""
    paper = town.document(DocumentKind.SERVICE_EDITAL, act.at, act.case)
    made = town.act(ActKind.SERVICE_EDITAL, act.at, case=act.case, document=paper)
    edital = ServiceEdital.objects.create(act=made, of_act=act, addressee="Ana", text="Ana fica ciente.")
    return {
        "documents:attempt_new": [act.pk],
        "documents:edital_new": [act.pk],
        "documents:edital": [edital.pk],
        "documents:edital_publish": [edital.pk],
    }
