"""What the lists of the dívida ativa are as files, and the state of each debt."""

from datetime import date

from django.db.models import OuterRef, Subquery

from zoonoses.documents.services.exports import Column
from zoonoses.municipalities.templatetags import br
from zoonoses.treasury.models import Charge
from zoonoses.treasury.services.debt_origins import DAYS


def _day(name):
    """The value of a column of one day of the process."""
    return lambda debt: date.fromisoformat(debt.days[name]) if name in debt.days else None


# As it was sent: nothing here changes after the remittance but the inscription that came back.
SENT_COLUMNS = [
    Column("Remessa", lambda debt: str(debt.remittance)),
    Column("Enviada em", lambda debt: debt.remittance.sent_on),
    Column("Cobrança", lambda debt: debt.charge_id),
    Column("Devedor", lambda debt: debt.debtor_name),
    Column("CPF ou CNPJ", lambda debt: br.document(debt.debtor_document)),
    Column("Endereço", lambda debt: debt.debtor_address),
    Column("Origem", lambda debt: debt.origin),
    Column("Artigo", lambda debt: debt.article),
    Column("Valor lançado (R$)", lambda debt: debt.amount),
    Column("Pago até a remessa (R$)", lambda debt: debt.paid),
    Column("Principal enviado (R$)", lambda debt: debt.owed),
    Column("Acréscimos até a remessa (R$)", lambda debt: debt.additions),
    Column("Total enviado (R$)", lambda debt: debt.total),
    Column("Vencimento", lambda debt: debt.due_on),
    *(Column(label, _day(name)) for name, label in DAYS.items()),
    Column("Motivo do gestor", lambda debt: debt.reason),
    Column("Inscrição", lambda debt: debt.inscription),
    Column("Inscrita em", lambda debt: debt.inscribed_on),
]
LINE_COLUMNS = [
    Column("Linha", lambda line: line.line),
    Column("Cobrança", lambda line: line.charge_number),
    Column("Inscrição", lambda line: line.inscription),
    Column("Inscrita em", lambda line: line.inscribed_on),
    Column("Pago em", lambda line: line.paid_on),
    Column("Valor (R$)", lambda line: line.amount),
    Column("Documento", lambda line: line.document),
    Column("Quem paga", lambda line: next((charge.payer_name for charge in payers_of(line)), "")),
    Column("Resultado", lambda line: line.get_outcome_display()),
    Column("Acréscimos da Fazenda (R$)", lambda line: line.additions),
    Column("Por quê", lambda line: line.note),
    Column("Recibos", lambda line: ", ".join(str(payment.receipt) for payment in line.payments.all())),
]


def payers_of(line) -> list:
    """The charges that a line paid."""
    return [payment.charge for payment in line.payments.all()]


def with_state(debts):
    """Adds what `state_of` needs, in the same query."""
    paid = Charge.objects.with_paid().filter(pk=OuterRef("charge")).values("paid")[:1]
    return debts.annotate(paid_today=Subquery(paid))


def state_of(debt) -> str:
    """Where a debt stands today, in a word or two."""
    if debt.withdrawn_on is not None:
        return "retirada"
    if debt.charge.cancelled_on is not None:
        return "cancelada: avise a Fazenda"
    if debt.paid_today >= debt.charge.amount:
        return "paga"
    if debt.paid_today > debt.paid:
        return "paga em parte"
    return "inscrita" if debt.inscription else "enviada"
