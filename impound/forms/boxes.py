"""Forms of the boxes: a box, and the move of an animal."""

from django import forms

from impound.models import Box
from registry.models import Animal


class BoxForm(forms.ModelForm):
    """A baia or canil. Empty species or sex: any."""

    species = forms.ChoiceField(
        label="Só para a espécie", required=False, choices=[("", "qualquer"), *Animal.Species.choices]
    )
    sex = forms.ChoiceField(
        label="Só para o sexo",
        required=False,
        choices=[("", "qualquer"), (Animal.Sex.MALE, "macho"), (Animal.Sex.FEMALE, "fêmea")],
    )
    capacity = forms.IntegerField(
        label="Vagas", min_value=1, max_value=999, widget=forms.NumberInput(attrs={"inputmode": "numeric"})
    )

    class Meta:
        model = Box
        fields = ("name", "capacity", "purpose", "species", "sex", "is_active")
        labels = {"name": "Nome", "purpose": "Finalidade", "is_active": "Em uso"}


class MoveForm(forms.Form):
    """Where the animal goes, and why when it was already somewhere."""

    box = forms.ModelChoiceField(
        Box.objects.none(), label="Baia", error_messages={"required": "Escolha a baia."}
    )
    reason = forms.CharField(label="Motivo", required=False, max_length=200)

    def __init__(self, *args, municipality, needs_reason, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["box"].queryset = Box.objects.of(municipality)
        self.fields["reason"].required = needs_reason
        if needs_reason:
            self.fields["reason"].help_text = "Fica no histórico do animal."
