from fines.models.notices import InfractionNotice, NoticeItem
from fines.models.process import Decision, Filing, Measure, ProcedureRule

__all__ = ["Decision", "Filing", "InfractionNotice", "Measure", "NoticeItem", "ProcedureRule"]
