"""Forms of the dívida ativa: why a debt is sent, its inscription, what was paid there, and the office's file."""

from decimal import Decimal

from django import forms

from zoonoses.municipalities.forms.fields import AmountField, LifetimeDayField
from zoonoses.treasury.debt_file import LARGEST_FILE
from zoonoses.treasury.forms import OFF


class SendReasonForm(forms.Form):
    """Why the manager sends a debt for which no rule names a term of payment."""

    reason = forms.CharField(
        label="Motivo do envio",
        max_length=250,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="Fica na remessa: nem a lei nem regulamento fixa o prazo, a decisão é do gestor.",
    )


class InscriptionForm(forms.Form):
    """What the treasury office gave the debt."""

    number = forms.CharField(label="Número da inscrição", max_length=40, widget=forms.TextInput(attrs=OFF))
    on = LifetimeDayField(label="Inscrita em")


class DebtPaidForm(forms.Form):
    """A payment that the treasury office received."""

    paid_on = LifetimeDayField(label="Pago em")
    amount = AmountField(label="Valor (R$)", max_digits=14, decimal_places=2, min_value=Decimal("0.01"))
    document = forms.CharField(
        label="Documento do pagamento",
        max_length=40,
        required=False,
        widget=forms.TextInput(attrs=OFF),
        help_text="Número que a Fazenda dá ao pagamento. Distingue dois pagamentos iguais no mesmo dia.",
    )


class DebtFileForm(forms.Form):
    """The file of the treasury office."""

    file = forms.FileField(
        label="Arquivo da Fazenda",
        help_text=(
            "CSV com as colunas cobranca ou inscricao, inscrita_em, pago_em, valor e documento, nesta ou em outra "
            "ordem. Nada é registrado se uma linha estiver errada."
        ),
    )

    def clean_file(self):
        upload = self.cleaned_data["file"]
        if upload.size > LARGEST_FILE:
            raise forms.ValidationError("O arquivo passa de 5 MB: não é o da Fazenda.")
        return upload
