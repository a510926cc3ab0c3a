"""The value in reais of a unit of account, in one period."""

from decimal import Decimal

from django import forms

from zoonoses.municipalities.forms.fields import AmountField, DayField


class IndexValueForm(forms.Form):
    """What the municipality read in a decree."""

    unit = forms.ChoiceField(label="Unidade")
    from_on = DayField(label="Vale de")
    until_on = DayField(label="até", help_text="O último dia em que o valor vale.")
    value = AmountField(
        label="Valor em reais",
        min_value=Decimal("0.0001"),
        max_digits=12,
        decimal_places=4,
        help_text="Como no decreto: 4,7175.",
    )
    source = forms.CharField(
        label="Fonte", max_length=250, help_text="Decreto ou portaria, como “Decreto 5.903-R”."
    )

    def __init__(self, *args, units, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["unit"].choices = units

    def clean(self):
        data = super().clean()
        if data.get("from_on") and data.get("until_on") and data["until_on"] < data["from_on"]:
            self.add_error("until_on", "O último dia vem antes do primeiro.")
        return data
