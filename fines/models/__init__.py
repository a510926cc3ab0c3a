from fines.models.notices import InfractionNotice, NoticeItem
from fines.models.process import Decision, Filing, ProcedureRule

__all__ = ["Decision", "Filing", "InfractionNotice", "NoticeItem", "ProcedureRule"]
