"""Forms of the counter: receive, ask for payment, undo, filter."""

from decimal import Decimal

from django import forms

from zoonoses.treasury.models import Payment


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
