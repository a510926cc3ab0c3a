"""The counter's form: a person, an animal and a rabies dose on one screen."""

from django import forms

from registry.forms.animals import WholeAnimalForm
from registry.forms.tutors import TutorForm
from registry.forms.vaccination import DoseForm
from zoonoses import brazil
from zoonoses.municipalities.forms.fields import LifetimeDayField

OFF = {"autocomplete": "off"}


class Layout:
    """Fields at hand (`FIRST`) and those behind a fold (`MORE`), which opens when one of them has a fault."""

    @property
    def first(self):
        return [self[name] for name in self.FIRST if name in self.fields]

    @property
    def more(self):
        return [self[name] for name in self.MORE if name in self.fields]

    @property
    def opens(self):
        return any(name in self.errors for name in self.MORE)


class FindForm(forms.Form):
    """Who is at the counter. Sent by POST: a CPF does not belong in the address of a page."""

    q = forms.CharField(
        label="CPF, CNPJ ou nome do tutor",
        max_length=200,
        widget=forms.TextInput(attrs={**OFF, "enterkeyhint": "search"}),
        help_text="Digite e tecle Enter.",
    )

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        if not self.is_bound:
            self.fields["q"].widget.attrs["autofocus"] = True


class CounterTutorForm(Layout, TutorForm):
    """A new person. Who already has the document is not named here: the search above says it, and records it."""

    MORE = (
        "kind", "no_document_reason", "rg", "rg_issuer", "rg_uf", "phone_2", "email", "complement", "city", "uf",
        "postal_code", "cadunico", "social_programme",
    )  # fmt: skip
    FIRST = ("document", "name", "phone_1", "street", "number", "district")

    def __init__(self, *args, **kwargs):
        super().__init__(*args, prefix="tutor", **kwargs)
        for name in ("phone_3", "phone_4"):
            del self.fields[name]
        if not self.is_bound:
            next_field = "name" if self.initial.get("document") else "document"
            self.fields[next_field].widget.attrs["autofocus"] = True

    @property
    def opens(self):
        """Without a document the reason is asked, which is behind the fold."""
        return super().opens or not (self.is_bound or self.initial.get("document"))

    def clean_document(self):
        """As in the whole record."""
        try:
            return super().clean_document()
        except forms.ValidationError as error:
            if self.same_document is None:
                raise
            raise forms.ValidationError(
                "Este documento já está no cadastro: procure a pessoa no campo do alto."
            ) from error


class CounterAnimalForm(Layout, WholeAnimalForm):
    """A new animal; the photo is put in later, in its record."""

    picture = None
    FIRST = ("species", "name", "breed", "colour", "sex", "size", "age_years", "age_months", "born_on")
    MORE = (
        "age_is_presumed", "species_other", "coat", "is_neutered", "chip_1", "chip_1_on", "chip_2", "chip_2_on",
        "collision_reason", "sinpatinhas", "diseases", "marks", "origin", "kept_at", "is_community",
    )  # fmt: skip

    def __init__(self, *args, **kwargs):
        super().__init__(*args, prefix="animal", **kwargs)

    def was_touched(self) -> bool:
        """Whether something of a new animal was typed."""
        return any(self.data.get(self.add_prefix(name)) for name in ("species", "name", "breed", "colour"))


class CounterDoseForm(Layout, DoseForm):
    """The dose, when one is applied now; and whether the animal is registered."""

    gives = forms.BooleanField(label="Aplicar vacina contra a raiva", required=False, initial=True)
    registers = forms.BooleanField(
        label="Registrar o animal (RGA, carteira e plaqueta)", required=False, initial=True
    )
    kit = forms.IntegerField(
        label="Número do kit",
        required=False,
        min_value=1,
        max_value=2_000_000_000,
        widget=forms.NumberInput(attrs={"inputmode": "numeric", **OFF}),
        help_text="Em branco: o menor número livre.",
    )
    shown = forms.BooleanField(
        label="Já vacinado em outro lugar: o tutor mostrou o documento",
        required=False,
        help_text="Desmarque a vacina de hoje e preencha o que está no documento.",
    )
    shown_product = forms.CharField(
        label="Vacina e fabricante, como no documento",
        required=False,
        max_length=200,
        widget=forms.TextInput(attrs=OFF),
    )
    shown_on = LifetimeDayField(label="Data da aplicação no documento", required=False)
    shown_until = LifetimeDayField(label="Data da revacinação no documento", required=False)
    FIRST = ("gives", "lot", "vet", "registers", "kit")
    MORE = ("on", "vet_name", "vet_crmv", "shown", "shown_product", "shown_on", "shown_until")

    def __init__(self, *args, is_clinic, **kwargs):
        super().__init__(*args, prefix="dose", **kwargs)
        self.fields["lot"].required = self.fields["on"].required = False
        if not is_clinic:
            del self.fields["kit"]

    def clean(self):
        """With a dose there is a lot and a day; something is done in any case."""
        data = super().clean()
        if data.get("gives"):
            if not data.get("lot") and "lot" not in self.errors:
                self.add_error("lot", "Escolha a partida, ou desmarque a vacina.")
            if not data.get("on") and "on" not in self.errors:
                self.add_error("on", "Diga o dia da aplicação.")
        elif not data.get("registers"):
            self.add_error("registers", "Marque o que fazer: vacinar, registrar, ou os dois.")
        if data.get("shown"):
            self._check_shown(data)
        return data

    def _check_shown(self, data):
        """What the document of a dose applied elsewhere must say."""
        if data.get("gives"):
            self.add_error("shown", "Escolha um: a vacina de hoje, ou a que o documento comprova.")
        for name in ("shown_product", "shown_on"):
            if not data.get(name) and name not in self.errors:
                self.add_error(name, "Copie do documento exibido.")

    def shown_values(self) -> dict | None:
        """The dose that the document shows; the vet's fields are then who applied it."""
        data = self.cleaned_data
        if not data["shown"]:
            return None
        return {
            "product_name": data["shown_product"],
            "on": data["shown_on"],
            "shown_until": data["shown_until"],
        }


class AnimalChoice(forms.Form):
    """Which of the person's animals, or a new one."""

    animal = forms.ModelChoiceField(
        label="Animal", queryset=None, required=False, empty_label="animal novo (preencha abaixo)"
    )

    def __init__(self, *args, animals, **kwargs):
        super().__init__(*args, prefix="which", **kwargs)
        self.fields["animal"].queryset = animals
        if not self.is_bound:
            self.fields["animal"].widget.attrs["autofocus"] = True
        self.fields["animal"].label_from_instance = _animal_label


def _animal_label(animal) -> str:
    """`Pituca, cão, caramelo – RGA 12`."""
    parts = ", ".join(filter(None, (str(animal), animal.species_label, animal.colour)))
    return f"{parts} – RGA {animal.rga.number}" if hasattr(animal, "rga") else f"{parts} – sem RGA"


def first_values(text) -> dict:
    """What a search that found nobody already says of the new person."""
    bare = brazil.bare(text)
    if len(bare) == 14 and bare[-2:].isdigit() and any(char.isdigit() for char in bare[:8]):
        return {"document": text, "kind": "legal_person"}
    if bare.isdigit():
        return {"document": text}
    return {"name": text}
