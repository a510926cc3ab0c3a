"""Forms of the laudo that reduces the limit of an address."""

from django import forms

from registry.models import HouseholdReduction
from zoonoses.municipalities.forms.fields import LifetimeDayField

OFF = {"autocomplete": "off"}


class ReductionForm(forms.ModelForm):
    """What the laudo says, and the day of the intimação."""

    report_on = LifetimeDayField(label="Data do laudo")
    starts_on = LifetimeDayField(
        label="Intimação do agente em", help_text="O limite reduzido vale desde a ciência da intimação."
    )

    class Meta:
        model = HouseholdReduction
        fields = ("limit", "report", "report_on", "starts_on", "reason")
        widgets = {"reason": forms.Textarea(attrs={"rows": 4}), "report": forms.TextInput(attrs=OFF)}
        help_texts = {
            "report": "Número do laudo e quem o assina.",
            "reason": "Quantidade e porte dos animais, tratamento, espaço e condições de higiene.",
        }

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["limit"].min_value = 1
        self.fields["limit"].widget.attrs |= {"min": 1, "inputmode": "numeric"}

    def clean_limit(self):
        if self.cleaned_data["limit"] < 1:
            raise forms.ValidationError("O limite é de pelo menos um animal.")
        return self.cleaned_data["limit"]


class LiftForm(forms.Form):
    """Why the laudo no longer stands."""

    reason = forms.CharField(label="Motivo", max_length=200, widget=forms.TextInput(attrs=OFF))
