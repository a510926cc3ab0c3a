"""Who may open the pages of the process, and the record behind each: the access matrix takes both from here."""

from django.core import signing

from fines.models import Filing
from zoonoses.documents.kinds import ActKind, DocumentKind
from zoonoses.documents.models import Annulment, DocumentFile
from zoonoses.municipalities.models import Role
from zoonoses.portal.views_defence import RECEIPT_SALT

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


def shared(town, notice) -> dict:
    """The addresses of the public page: the auto's code, and the receipt of an appeal that came in by it."""
    at, case = notice.act.at, notice.act.case
    paper = town.document(DocumentKind.FILING_RECEIPT, at, case)
    DocumentFile.objects.create(document=paper, pdf=b"%PDF-", sha256="0" * 64, template="", context={})
    act = town.act(ActKind.APPEAL, at, case=case, document=paper)
    # Annulled, so that it is no step of the process, and its receipt can still be read.
    Annulment.objects.create(document=paper, reason="erro", annulled_by=town.manager, annulled_at=at)
    act.online = True
    act.save(update_fields=["online"])
    filing = Filing.objects.create(act=act, notice=notice, kind="appeal", filed_by="Ana", text="Recorro.")
    token = signing.dumps(filing.pk, salt=RECEIPT_SALT)
    return {
        "portal:defence_file": [notice.act.document.code],
        "portal:defence_receipt": [token],
        "portal:defence_receipt_pdf": [token],
    }
