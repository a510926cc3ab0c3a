"""Form of an animal: species, looks, and its birth, known or presumed from the age."""

from django import forms

from registry.forms.fields import DayField, check_birth
from registry.models import Animal
from registry.services.animals import born_before


class AnimalForm(forms.ModelForm):
    """An animal. The age is a birth day, or years and months that the agent presumes."""

    born_on = DayField(label="Nascimento", required=False)
    age_years = forms.IntegerField(
        label="Idade: anos",
        required=False,
        min_value=0,
        max_value=60,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    age_months = forms.IntegerField(
        label="E meses",
        required=False,
        min_value=0,
        max_value=11,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )

    class Meta:
        model = Animal
        fields = (
            "species", "species_other", "name", "breed", "colour", "sex", "size",
            "born_on", "age_years", "age_months", "age_is_presumed", "is_wild",
        )  # fmt: skip
        labels = {"is_wild": "É da fauna silvestre", "age_is_presumed": "A idade é presumida"}

    def __init__(self, *args, today, **kwargs):
        super().__init__(*args, **kwargs)
        self.today = today

    def clean_born_on(self):
        return check_birth(self.cleaned_data["born_on"], self.today)

    def clean(self):
        """`outra` species is named; a typed age becomes a presumed birth day."""
        data = super().clean()
        if data.get("species") == Animal.Species.OTHER and not data.get("species_other"):
            self.missing("species_other", "Diga qual é a espécie.")
        if data.get("species") and data["species"] != Animal.Species.OTHER:
            data["species_other"] = ""
        years, months = data.pop("age_years", None), data.pop("age_months", None)
        if not data.get("born_on") and (years is not None or months is not None):
            data["born_on"] = born_before(self.today, years=years or 0, months=months or 0)
            data["age_is_presumed"] = True
        return data

    def missing(self, field, sentence):
        """What is not there yet; a draft may wait for it."""
        self.add_error(field, sentence)

    def _get_validation_exclusions(self):
        """Species and its name are judged in `clean`, with a sentence beside the field."""
        return super()._get_validation_exclusions() | {"species_other"}
