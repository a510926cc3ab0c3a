"""Making a training municipality, and moving its date."""

from django import forms

from zoonoses.municipalities.forms.fields import DayField
from zoonoses.municipalities.models import UFS


class TrainingForm(forms.Form):
    """A copy of this municipality, or another from nothing, on a day of one's choice."""

    COPY, BLANK = "copy", "blank"

    source = forms.ChoiceField(
        label="Começar com",
        choices=[
            (COPY, "as leis, leituras, feriados e valores deste município"),
            (BLANK, "outro município, só com o nome e a lei"),
        ],
        widget=forms.RadioSelect,
        initial=COPY,
    )
    day = DayField(label="Data inicial", help_text="O calendário do treinamento corre a partir deste dia.")
    name = forms.CharField(label="Município", max_length=100, required=False)
    uf = forms.ChoiceField(label="UF", required=False, choices=[("", "—"), *((uf, uf) for uf in UFS)])
    body_name = forms.CharField(label="Nome do órgão", max_length=200, required=False)
    ruleset = forms.ChoiceField(label="Lei", required=False)

    def __init__(self, *args, offered, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["ruleset"].choices = [("", "Escolha a lei"), *offered]

    def clean(self):
        data = super().clean()
        if data.get("source") == self.BLANK:
            for name in ("name", "uf", "body_name", "ruleset"):
                if not data.get(name):
                    self.add_error(name, "Informe, para começar do zero.")
        return data


class ForwardForm(forms.Form):
    """The new date of the training."""

    day = DayField(label="Avançar para")
