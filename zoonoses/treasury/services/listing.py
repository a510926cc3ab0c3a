"""What the list of charges is as a file."""

from decimal import Decimal

from zoonoses.documents.services.exports import Column
from zoonoses.municipalities.templatetags import br

CHARGE_COLUMNS = [
    Column("Lançada em", lambda charge: charge.charged_on),
    Column("Descrição", lambda charge: charge.description),
    Column("Artigo", lambda charge: charge.article),
    Column("Quem paga", lambda charge: charge.payer_name),
    Column("CPF ou CNPJ", lambda charge: br.document(charge.payer_document)),
    Column("Valor (R$)", lambda charge: charge.amount),
    Column("Pago (R$)", lambda charge: charge.paid),
    Column("Falta (R$)", lambda charge: Decimal(0) if charge.cancelled_on else charge.amount - charge.paid),
    Column("Vencimento da guia", lambda charge: charge.due_on),
    Column("Destinação", lambda charge: charge.destination),
    Column("Cancelada em", lambda charge: charge.cancelled_on),
    Column("Motivo do cancelamento", lambda charge: charge.cancelled_reason),
]


def payers_of(record) -> list:
    """The charges whose payers stand in a line of a return file."""
    outcome = getattr(record, "outcome", None)
    return list(outcome.guide.charges.all()) if outcome and outcome.guide else []


def _outcome(record, name):
    return getattr(getattr(record, "outcome", None), name, "")


RECORD_COLUMNS = [
    Column("Linha", lambda record: record.line),
    Column("Pago em", lambda record: record.paid_on),
    Column("Creditado em", lambda record: record.credited_on),
    Column("Código de barras", lambda record: record.barcode),
    Column("Valor (R$)", lambda record: record.amount),
    Column("Tarifa (R$)", lambda record: record.fee),
    Column("Guia", lambda record: str(_outcome(record, "guide") and record.outcome.guide.document)),
    Column("Quem paga", lambda record: next((charge.payer_name for charge in payers_of(record)), "")),
    Column("Resultado", lambda record: record.outcome.get_kind_display() if _outcome(record, "kind") else ""),
    Column("Sobra (R$)", lambda record: _outcome(record, "surplus")),
    Column("Por quê", lambda record: _outcome(record, "note")),
    Column("Recibos", lambda record: ", ".join(str(payment.receipt) for payment in record.payments.all())),
]

SETTLED_COLUMNS = [
    Column("Arquivo", lambda record: record.bank_return),
    *RECORD_COLUMNS,
    Column("Resta (R$)", lambda record: record.left),
]
