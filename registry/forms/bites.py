"""Forms of the observation of an animal that bit someone."""

from django import forms

from registry.forms.vaccination import OFF
from registry.models import BiteObservation, BiteVisit
from zoonoses.municipalities.forms.fields import LifetimeDayField

Outcome = BiteObservation.Outcome


class BiteForm(forms.ModelForm):
    """The bite as it was notified: what SINAN asks of the agency, and nothing of the victim but the number."""

    bitten_on = LifetimeDayField(label="Dia da agressão")
    condition = forms.ChoiceField(
        label="Condição do animal", choices=Outcome.choices, widget=forms.RadioSelect
    )

    class Meta:
        model = BiteObservation
        fields = ("bitten_on", "notified_by", "sinan_number", "condition", "observable", "place")
        labels = {
            "notified_by": "Quem notificou (serviço ou pessoa)",
            "sinan_number": "Número da notificação no SINAN",
            "observable": "O animal é passível de observação",
            "place": "Onde é observado",
        }
        widgets = {
            "notified_by": forms.TextInput(attrs=OFF),
            "sinan_number": forms.TextInput(attrs=OFF),
            "place": forms.TextInput(attrs={**OFF, "placeholder": "na casa do tutor, no canil do órgão…"}),
        }


class VisitForm(forms.ModelForm):
    """The animal seen on a day."""

    on = LifetimeDayField(label="Dia da visita")
    condition = forms.ChoiceField(label="Condição", choices=Outcome.choices, widget=forms.RadioSelect)

    class Meta:
        model = BiteVisit
        fields = ("on", "condition", "notes")
        widgets = {"notes": forms.TextInput(attrs=OFF)}

    def __init__(self, *args, **kwargs):
        super().__init__(*args, prefix="visit", **kwargs)


class OutcomeForm(forms.Form):
    """How the observation ended."""

    outcome = forms.ChoiceField(label="Desfecho", choices=Outcome.choices, widget=forms.RadioSelect)
    on = LifetimeDayField(label="Data do desfecho")

    def __init__(self, *args, **kwargs):
        super().__init__(*args, prefix="outcome", **kwargs)
