"""Forms of the visits to adopted animals, and of who may not adopt."""

from django import forms

from impound.models import FollowUp
from zoonoses.municipalities.forms.fields import LifetimeDayField


class VisitForm(forms.Form):
    """How the animal was found, and when to come back."""

    on = LifetimeDayField(label="Dia da visita")
    result = forms.ChoiceField(
        label="Como está o animal", choices=FollowUp.Result.choices, widget=forms.RadioSelect
    )
    notes = forms.CharField(
        label="O que se viu", required=False, max_length=2000, widget=forms.Textarea(attrs={"rows": 4})
    )
    next_on = LifetimeDayField(label="Próxima visita", required=False, help_text="Se for o caso de voltar.")

    def clean(self):
        data = super().clean()
        if data.get("result") == FollowUp.Result.PROBLEM and not data.get("notes", "").strip():
            self.add_error("notes", "Escreva a irregularidade encontrada.")
        return data


class BarForm(forms.Form):
    reason = forms.CharField(label="Motivo", max_length=250, widget=forms.Textarea(attrs={"rows": 3}))
