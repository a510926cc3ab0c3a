"""Forms of a sale: the lot and its edital, a lance, the result."""

from datetime import datetime

from django import forms

from impound.forms.redemptions import animal_label
from registry.forms.vaccination import OFF
from zoonoses.municipalities import clock
from zoonoses.municipalities.forms.fields import AmountField, LifetimeDayField

LARGEST = 9_999_999_999


def amount_field(label, **given):
    return AmountField(label=label, max_value=LARGEST, min_value=0, decimal_places=2, **given)


class LotForm(forms.Form):
    """Which animals, when and where they are sold, where that was published, and the minimum, if not the costs."""

    animals = forms.ModelMultipleChoiceField(
        None, label="Animais do lote", widget=forms.CheckboxSelectMultiple
    )
    on = LifetimeDayField(label="Dia da sessão")
    hour = forms.TimeField(
        label="Hora", widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"}), input_formats=["%H:%M"]
    )
    place = forms.CharField(label="Lugar da sessão", max_length=250, widget=forms.TextInput(attrs=OFF))
    published = forms.CharField(
        label="Onde o edital é publicado",
        max_length=250,
        widget=forms.TextInput(attrs=OFF),
        help_text="Como: Diário Oficial do Município e mural da Prefeitura.",
    )
    minimum = amount_field("Outro mínimo, em reais", required=False)
    reason = forms.CharField(
        label="Por que outro mínimo", required=False, max_length=250, widget=forms.TextInput(attrs=OFF)
    )

    def __init__(self, *args, animals, municipality, words, **kwargs):
        super().__init__(*args, **kwargs)
        self.municipality, self.words = municipality, words
        self.fields["minimum"].label = f"Outro {words.least}, em reais"
        self.fields["minimum"].help_text = f"Vazio: o {words.least} são os custos."
        self.fields["reason"].label = f"Por que outro {words.least}"
        self.fields["animals"].queryset = animals
        self.fields["animals"].label_from_instance = animal_label

    def clean(self):
        data = super().clean()
        if data.get("minimum") is not None and not data.get("reason", "").strip():
            self.add_error("reason", f"Diga por que o {self.words.least} não é o dos custos.")
        return data

    def values(self) -> dict:
        """What `sales.Lot` takes of what was typed."""
        data = self.cleaned_data
        moment = datetime.combine(data["on"], data["hour"], tzinfo=clock.zone(self.municipality))
        names = ("place", "published", "minimum", "reason")
        return {"animals": list(data["animals"]), "held_at": moment, **{name: data[name] for name in names}}


class BidForm(forms.Form):
    amount = amount_field("Valor, em reais")

    def __init__(self, *args, words, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["amount"].label = f"{words.offer.capitalize()}, em reais"


class ResultForm(forms.Form):
    notes = forms.CharField(
        label="Observação da ata", required=False, max_length=250, widget=forms.Textarea(attrs={"rows": 2})
    )
