"""Who is called, and for which of the animals."""

from django import forms

from impound.models import SeizedAnimal
from registry.models import Tutor


class SummonsForm(forms.Form):
    """`animals` are those of the seizure still in custody."""

    tutor = forms.ModelChoiceField(
        Tutor.objects.none(), label="Quem é notificado", error_messages={"required": "Escolha a pessoa."}
    )
    animals = forms.ModelMultipleChoiceField(
        SeizedAnimal.objects.none(),
        label="Animais",
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": "Escolha ao menos um animal."},
    )

    def __init__(self, *args, municipality, animals, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["tutor"].queryset = Tutor.objects.of(municipality).heads()
        rows = SeizedAnimal.objects.of(municipality).filter(pk__in=[row.pk for row in animals])
        self.fields["animals"].queryset = rows.select_related("animal").order_by("entry_number")
        self.fields["animals"].label_from_instance = lambda row: (
            f"Nº {row.full_number}: {row.animal.species_label}, {row.description[:60]}"
        )
