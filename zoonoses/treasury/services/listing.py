"""What the list of charges is as a file."""

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
    Column("Cancelada em", lambda charge: charge.cancelled_on),
    Column("Motivo do cancelamento", lambda charge: charge.cancelled_reason),
]
