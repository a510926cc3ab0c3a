"""Kinds of act and of document. Each numbered kind has its own sequence per municipality and year."""

from django.db import models


class ActKind(models.TextChoices):
    COMPLAINT = "complaint", "denúncia"
    INSPECTION = "inspection", "vistoria"
    RETURN_VISIT = "return_visit", "vistoria de retorno"
    VET_REPORT = "vet_report", "relatório do médico veterinário"
    INTIMATION = "intimation", "intimação"
    NOTIFICATION = "notification", "notificação"
    WRITTEN_WARNING = "written_warning", "advertência escrita"
    ACKNOWLEDGEMENT = "acknowledgement", "ciência"
    EXTENSION = "extension", "prorrogação de prazo"
    INFRACTION_NOTICE = "infraction_notice", "auto de infração"
    GUIDANCE = "guidance", "orientação"
    ANNULMENT = "annulment", "anulação"


class DocumentKind(models.TextChoices):
    COMPLAINT = "complaint", "Protocolo de denúncia"
    CONTROL_FORM = "control_form", "Ficha de Controle"
    INSPECTION_RECORD = "inspection_record", "Termo de vistoria"
    VET_REPORT = "vet_report", "Relatório do médico veterinário"
    INTIMATION = "intimation", "Intimação"
    NOTIFICATION = "notification", "Notificação"
    WRITTEN_WARNING = "written_warning", "Advertência escrita"
    EXTENSION = "extension", "Prorrogação de prazo"
    INFRACTION_NOTICE = "infraction_notice", "Auto de infração"
