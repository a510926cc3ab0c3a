"""Forms of an animal: species, looks and birth, as in a visit; and its whole record, with chips and photo."""

import re

from django import forms

from registry.forms.fields import CheckedField, check_birth
from registry.models import Animal, ListEntry
from registry.services.animals import Chip, born_before
from zoonoses import brazil
from zoonoses.municipalities.forms.fields import LifetimeDayField


class AnimalForm(forms.ModelForm):
    """An animal. The age is a birth day, or years and months that the agent presumes."""

    born_on = LifetimeDayField(label="Nascimento", required=False)
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


class ChipField(CheckedField):
    """A microchip's number, in its normal form."""

    check = staticmethod(brazil.microchip)
    widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})


OWN_SPECIES = "lista:"
# Fields of the form, by question.
SECTIONS = (
    ("O animal", ("species", "species_other", "name", "breed", "sex", "size", "colour", "coat")),
    ("Idade", ("born_on", "age_years", "age_months", "age_is_presumed", "age_text")),
    (
        "Identificação",
        ("is_chipped", "chip_1", "chip_1_on", "chip_2", "chip_2_on", "collision_reason", "sinpatinhas"),
    ),
    (
        "Saúde e origem",
        ("is_neutered", "diseases", "marks", "origin", "kept_at", "is_community", "is_wild", "picture"),
    ),
)


class WholeAnimalForm(AnimalForm):
    """The whole record: the decree's and the laws' fields, up to two chips, a photo, and the town's own lists.

    `collision_reason` accepts a chip that another living animal has; the service says when it is needed.
    """

    is_neutered = forms.TypedChoiceField(
        label="Castrado",
        required=False,
        choices=[("", "não se sabe"), ("sim", "sim"), ("nao", "não")],
        coerce=lambda text: text == "sim",
        empty_value=None,
    )
    is_chipped = forms.BooleanField(label="Tem microchip", required=False)
    chip_1 = ChipField(label="Microchip", required=False, max_length=25)
    chip_1_on = LifetimeDayField(label="Implantado em", required=False)
    chip_2 = ChipField(label="Segundo microchip", required=False, max_length=25)
    chip_2_on = LifetimeDayField(label="Segundo implantado em", required=False)
    collision_reason = forms.CharField(
        label="Por que aceitar um número que está em outro animal",
        required=False,
        max_length=200,
        help_text="Só quando o leitor confirma o número e outro animal vivo também o tem.",
    )
    picture = forms.FileField(
        label="Foto",
        required=False,
        widget=forms.ClearableFileInput(attrs={"accept": "image/*,.heic,.heif"}),
    )

    class Meta(AnimalForm.Meta):
        fields = (
            *AnimalForm.Meta.fields, "coat", "age_text", "is_neutered", "origin", "kept_at", "diseases", "marks",
            "sinpatinhas", "is_community",
        )  # fmt: skip

    def __init__(self, *args, municipality, **kwargs):
        super().__init__(*args, **kwargs)
        entries = ListEntry.objects.of(municipality).filter(is_active=True)
        self.lists = {kind: [] for kind in ListEntry.Kind.values}
        for entry in entries:
            self.lists[entry.kind].append(entry.label)
        own = [(f"{OWN_SPECIES}{label}", label) for label in self.lists[ListEntry.Kind.SPECIES]]
        self.fields["species"].choices = [*self.fields["species"].choices, *own]
        self.fields["breed"].widget.attrs["list"] = "breeds"
        self.fields["coat"].widget.attrs["list"] = "coats"
        if self.instance.pk and not self.is_bound:
            self._show_stored(own)

    def _show_stored(self, own):
        stored = f"{OWN_SPECIES}{self.instance.species_other}"
        if stored in dict(own):
            self.initial["species"] = stored
        self.initial["is_neutered"] = {True: "sim", False: "nao"}.get(self.instance.is_neutered, "")
        for place, chip in enumerate(self.instance.chips.order_by("pk")[:2], start=1):
            self.initial.update(
                {"is_chipped": True, f"chip_{place}": chip.number, f"chip_{place}_on": chip.implanted_on}
            )

    def clean_species(self):
        """A species of the town's own list is stored as `outra`, with its name."""
        species = self.cleaned_data["species"]
        if species.startswith(OWN_SPECIES):
            self.own_species = species.removeprefix(OWN_SPECIES)
            return Animal.Species.OTHER
        self.own_species = ""
        return species

    def clean_sinpatinhas(self):
        """Fifteen digits, or empty."""
        number = brazil.bare(self.cleaned_data["sinpatinhas"])
        if number and not re.fullmatch(r"[0-9]{15}", number):
            raise forms.ValidationError("O número no SinPatinhas tem 15 dígitos.")
        return number

    def clean(self):
        own = getattr(self, "own_species", "")
        if own:
            self.cleaned_data["species_other"] = own
        data = super().clean()
        born_on = data.get("born_on")
        for place in ("chip_1_on", "chip_2_on"):
            day = data.get(place)
            if day and (day > self.today or (born_on and not data.get("age_is_presumed") and day < born_on)):
                self.add_error(place, "Confira o dia: não pode ser depois de hoje nem antes do nascimento.")
        typed = data.get("chip_1") or data.get("chip_2") or self.errors.keys() & {"chip_1", "chip_2"}
        if data.get("is_chipped") and not typed:
            self.add_error("chip_1", "Marcado como microchipado: informe o número do microchip.")
        return data

    def sections(self):
        """The fields by question: title and bound fields."""
        return [(title, [self[name] for name in names]) for title, names in SECTIONS]

    def values(self) -> dict:
        """What the services of animals receive as `values`."""
        return {name: self.cleaned_data[name] for name in self.Meta.fields if name in self.cleaned_data}

    def chips(self) -> list[Chip]:
        """The chips typed, with the reason of a repeated number."""
        data = self.cleaned_data
        return [
            Chip(data[name], data[f"{name}_on"], data["collision_reason"])
            for name in ("chip_1", "chip_2")
            if data.get(name)
        ]


class ListEntryForm(forms.ModelForm):
    """A species, breed or coat offered in the forms of this municipality."""

    class Meta:
        model = ListEntry
        fields = ("kind", "label")

    def clean_label(self):
        """One space between words; at least a letter."""
        label = " ".join(self.cleaned_data["label"].split())
        if not any(char.isalpha() for char in label):
            raise forms.ValidationError("Escreva o nome.")
        return label
