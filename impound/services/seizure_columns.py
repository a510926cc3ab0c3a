"""What the list of seizures is as a file."""

from inspections.services.exports import is_annulled, number_of
from zoonoses.documents.services.exports import Column

COLUMNS = [
    Column("Número", number_of),
    Column("Dia e hora", lambda row: row.act.at),
    Column("Agente", lambda row: row.act.author.user.name),
    Column("Origem", lambda row: row.get_origin_display()),
    Column("Fundamento", lambda row: row.ground_label),
    Column("Artigo", lambda row: row.ground_article),
    Column("Endereço", lambda row: row.address_line),
    Column("Proprietário", lambda row: row.owner.name if row.owner else ""),
    Column("Animais", lambda row: row.lot),
    Column("No depósito", lambda row: row.inside),
    Column("Anulado", is_annulled),
]
