"""Forms of the counter: receive, ask for payment, undo, filter."""

from decimal import Decimal

from django import forms

from zoonoses import brazil
from zoonoses.treasury.models import Payment

NOT_IN_LAW = "sem previsão na lei"
OFF = {"autocomplete": "off"}


class DayField(forms.DateField):
    """A day, by the browser's own picker or as `dd/mm/aaaa`."""

    def __init__(self, **kwargs):
        widget = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date", "max": "2200-12-31"})
        super().__init__(widget=widget, input_formats=["%Y-%m-%d", "%d/%m/%Y"], **kwargs)
        self.error_messages["invalid"] = "Data inválida: use dia, mês e ano com quatro algarismos."


class MoneyField(forms.DecimalField):
    """Reais as people type them: `1.234,56`, `1234,56`, `1234.56`."""

    widget = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"})

    def to_python(self, value):
        text = str(value or "").replace("R$", "").strip()
        if "," in text or text.count(".") > 1 or (text.count(".") == 1 and len(text.rsplit(".")[1]) == 3):
            text = text.replace(".", "").replace(",", ".")
        return super().to_python(text)


class PaymentForm(forms.Form):
    """Money received at the counter."""

    amount = MoneyField(
        label="Valor recebido (R$)", max_digits=14, decimal_places=2, min_value=Decimal("0.01")
    )
    means = forms.ChoiceField(label="Meio", choices=Payment.Means.choices)
    paid_on = DayField(label="Pago em")


class GuideForm(forms.Form):
    """Until when the guide can be paid."""

    due_on = DayField(
        label="Vencimento",
        help_text="Se cair em dia sem expediente, passa para o primeiro dia útil seguinte.",
    )


class ReasonForm(forms.Form):
    """Why a payment or a charge is undone."""

    reason = forms.CharField(label="Motivo", max_length=250, widget=forms.Textarea(attrs={"rows": 3}))


class PayerForm(forms.Form):
    """Sent by POST: names and documents do not belong in addresses of pages."""

    payer = forms.CharField(label="Nome, CPF ou CNPJ de quem paga", max_length=200, required=False)


class ChargeForm(forms.Form):
    """A charge made by hand: what no other page of the system charges."""

    description = forms.CharField(label="O que se cobra", max_length=250, widget=forms.TextInput(attrs=OFF))
    article = forms.CharField(
        label="Artigo e lei",
        max_length=120,
        required=False,
        widget=forms.TextInput(attrs=OFF),
        help_text=f"Como “Art. 11, II, Lei nº 2.973/2008”. Em branco: “{NOT_IN_LAW}”, e assim sai na guia.",
    )
    amount = MoneyField(label="Valor (R$)", max_digits=14, decimal_places=2, min_value=Decimal("0.01"))
    payer_name = forms.CharField(label="Quem paga", max_length=200, widget=forms.TextInput(attrs=OFF))
    payer_document = forms.CharField(
        label="CPF ou CNPJ", max_length=18, required=False, widget=forms.TextInput(attrs=OFF)
    )

    def clean_article(self):
        return self.cleaned_data["article"].strip() or NOT_IN_LAW

    def clean_payer_document(self):
        """Check digits; eleven figures are a CPF, the rest a CNPJ."""
        bare = brazil.bare(self.cleaned_data["payer_document"])
        if not bare:
            return ""
        try:
            return brazil.cpf(bare) if len(bare) == 11 else brazil.cnpj(bare)
        except ValueError as error:
            raise forms.ValidationError(str(error)) from error
