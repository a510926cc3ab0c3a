"""What the list of autos is as a file."""

from inspections.services.exports import is_annulled, number_of
from zoonoses.documents.services.exports import Column
from zoonoses.municipalities.templatetags import br

NOTICE_COLUMNS = [
    Column("Número", number_of),
    Column("Lavrado em", lambda row: row.act.at),
    Column("Fato em", lambda row: row.fact_at),
    Column("Autuado", lambda row: row.offender.name),
    Column("CPF ou CNPJ", lambda row: br.document(row.offender.document)),
    Column("Endereço da infração", lambda row: row.address),
    Column("Infrações", lambda row: "; ".join(f"{item.label} ({item.article})" for item in row.items.all())),
    Column("Valor", lambda row: row.total),
    Column("Unidade", lambda row: "" if row.total is None else "R$" if row.unit == "BRL" else row.unit),
    Column("Agente", lambda row: row.act.author.user.name),
    Column("Ciência em", lambda row: min((each.on for each in row.act.acknowledgements.all()), default=None)),
    Column("Anulado", is_annulled),
]
