"""What the lists of denúncias, vistorias and intimações are as files."""

from zoonoses.documents.services.exports import Column


def number_of(row) -> str:
    """`0001/2026` of the row's document; "" for an act without one."""
    return row.act.document.full_number if row.act.document else ""


def is_annulled(row) -> bool:
    return row.act.document is not None and hasattr(row.act.document, "annulment")


COMPLAINT_COLUMNS = [
    Column("Protocolo", number_of),
    Column("Recebida em", lambda row: row.act.at),
    Column("Recebida por", lambda row: row.get_channel_display()),
    Column("O que foi denunciado", lambda row: row.what),
    Column("Denunciado", lambda row: row.accused.name if row.accused else row.accused_name),
    Column("Endereço", lambda row: row.address_line),
    Column("Ponto de referência", lambda row: row.reference),
    Column("Município", lambda row: row.city),
    Column("Com vistoria", lambda row: bool(row.inspections.all())),
    Column("Anulada", is_annulled),
]
INSPECTION_COLUMNS = [
    Column("Número", number_of),
    Column("Dia e hora", lambda row: row.act.at),
    Column("Agente", lambda row: row.act.author.user.name),
    Column("Tutor", lambda row: row.tutor.name if row.tutor else ""),
    Column("Endereço", lambda row: row.address_line),
    Column("Município", lambda row: row.city),
    Column("Animais", lambda row: row.animal_count),
    Column("Constatações", lambda row: "; ".join(finding.label for finding in row.findings.all())),
    Column("Anulada", is_annulled),
]
INTIMATION_COLUMNS = [
    Column("Número", number_of),
    Column("Emitida em", lambda row: row.act.at),
    Column("Agente", lambda row: row.act.author.user.name),
    Column("Tutor", lambda row: row.tutor.name),
    Column("Endereço", lambda row: row.inspection.address_line),
    Column("Próximo vencimento do caso", lambda row: row.due_on),
    Column("Ciência em", lambda row: min((each.on for each in row.act.acknowledgements.all()), default=None)),
    Column("Anulada", is_annulled),
]
