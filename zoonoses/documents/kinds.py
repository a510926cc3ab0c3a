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
    GUIDE = "guide", "Guia de arrecadação"
    RECEIPT = "receipt", "Recibo"
    REGISTRATION_FORM = "registration_form", "Formulário de registro"
    SECOND_COPY_REQUEST = "second_copy_request", "Pedido de segunda via"
    VACCINATION_CARD = "vaccination_card", "Carteira de vacinação"
    VACCINATION_RECEIPT = "vaccination_receipt", "Comprovante de vacinação"
    REMITTANCE_LIST = "remittance_list", "Relação mensal de registros"
    REMITTANCE_RECEIPT = "remittance_receipt", "Recibo de remessa mensal"
    COMMUNITY_COMMITMENT = "community_commitment", "Termo de compromisso"
    LICENCE_REQUEST = "licence_request", "Pedido de licença"
    LICENCE = "licence", "Licença ou laudo"
    LICENCE_REFUSAL = "licence_refusal", "Indeferimento de licença"
    PERSON_COPY = "person_copy", "Cópia de dados pessoais"
