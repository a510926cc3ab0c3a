"""The parts of a visit's form.

A draft may be incomplete (`strict=False`): then only what was typed wrong is refused.
"""

from django import forms
from django.utils.text import capfirst

from inspections.models import Inspection
from registry.forms.animals import AnimalForm
from registry.forms.fields import PostalCodeField
from registry.forms.tutors import TutorForm
from registry.models import Animal, Tutor
from zoonoses.municipalities.forms.fields import AmountField, LifetimeDayField

OFF = {"autocomplete": "off"}
NUMERIC = {"inputmode": "numeric", **OFF}
MAX_ANIMALS = 999
YES_NO = (("", "não verificado"), ("true", "sim"), ("false", "não"))


def capitalise(form):
    """Labels begin with a capital, as those of the model forms do."""
    for field in form.fields.values():
        field.label = capfirst(field.label)


class Part(forms.Form):
    """A part with its prefix. Not strict: no field is required and `missing` says nothing."""

    def __init__(self, data, *, prefix, strict=True, **kwargs):
        super().__init__(data, prefix=prefix, **kwargs)
        self.strict = strict
        capitalise(self)
        if not strict:
            for field in self.fields.values():
                field.required = False

    def missing(self, field, sentence):
        """Refuses what is not there, once the visit is to be filed."""
        if self.strict:
            self.add_error(field, sentence)


class WhoPart(Part):
    """Whose animals these are: somebody of the registry, somebody entered now, or nobody known."""

    KNOWN, NEW, UNKNOWN = "known", "new", "unknown"
    who = forms.ChoiceField(
        label="Quem responde pelos animais",
        widget=forms.RadioSelect,
        choices=[
            (KNOWN, "já está no cadastro"),
            (NEW, "cadastrar agora"),
            (UNKNOWN, "não foi possível identificar"),
        ],
    )
    tutor = forms.ModelChoiceField(Tutor.objects.none(), required=False, widget=forms.HiddenInput)
    q = forms.CharField(
        label="Procurar por nome, CPF, telefone ou endereço",
        required=False,
        max_length=200,
        widget=forms.TextInput(attrs={**OFF, "enterkeyhint": "search"}),
    )

    def __init__(self, *args, municipality, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["tutor"].queryset = Tutor.objects.of(municipality).heads()

    def clean(self):
        data = super().clean()
        if data.get("who") == self.KNOWN and not data.get("tutor"):
            self.missing("q", "Procure e escolha a pessoa, ou marque outra opção.")
        return data


class NewTutorPart(TutorForm):
    """The registry's own form, inside the visit; without what is asked at the counter only."""

    AT_THE_COUNTER = ("phone_3", "phone_4", "cadunico", "social_programme")

    def __init__(self, data, *, strict=True, **kwargs):
        super().__init__(data, prefix="tutor", **kwargs)
        for name in self.AT_THE_COUNTER:
            del self.fields[name]
        self.strict = strict
        if not strict:
            for field in self.fields.values():
                field.required = False

    def clean_name(self):
        return super().clean_name() if self.cleaned_data["name"] or self.strict else ""

    def missing(self, field, sentence):
        if self.strict:
            super().missing(field, sentence)


class WherePart(Part):
    """The place of the visit, and the device's position when it was allowed."""

    street = forms.CharField(label="logradouro", max_length=200, widget=forms.TextInput(attrs=OFF))
    number = forms.CharField(label="número", max_length=20, required=False, widget=forms.TextInput(attrs=OFF))
    complement = forms.CharField(label="complemento", max_length=100, required=False)
    district = forms.CharField(label="bairro", max_length=100, required=False)
    city = forms.CharField(label="município", max_length=100, required=False)
    uf = forms.CharField(label="UF", max_length=2, required=False)
    postal_code = PostalCodeField(label="CEP", max_length=10, required=False)
    latitude = forms.DecimalField(
        label="latitude", min_value=-90, max_value=90, max_digits=9, decimal_places=6, required=False
    )
    longitude = forms.DecimalField(
        label="longitude", min_value=-180, max_value=180, max_digits=9, decimal_places=6, required=False
    )
    accuracy_m = forms.IntegerField(
        label="precisão em metros", min_value=0, max_value=1_000_000, required=False
    )

    def clean(self):
        data = super().clean()
        if (data.get("latitude") is None) != (data.get("longitude") is None):
            self.add_error("latitude", "Latitude e longitude vão juntas.")
        return data


class AnimalPart(AnimalForm):
    """One row of animals: one animal with its looks, or several alike that were only counted."""

    quantity = forms.IntegerField(
        label="quantidade",
        min_value=1,
        max_value=MAX_ANIMALS,
        required=False,
        widget=forms.NumberInput(attrs=NUMERIC),
        help_text="Mais de um: ficam contados, sem cadastro individual.",
    )
    remove = forms.BooleanField(label="retirar este animal", required=False)

    class Meta(AnimalForm.Meta):
        fields = (*AnimalForm.Meta.fields, "quantity", "remove")

    def __init__(self, data, *, strict=True, **kwargs):
        super().__init__(data, **kwargs)
        self.strict = strict
        capitalise(self)
        if not strict:
            for field in self.fields.values():
                field.required = False

    @property
    def is_blank(self):
        """Nothing was typed in this row, or it was taken out."""
        data = self.data
        typed = ("species", "name", "breed", "colour", "born_on", "quantity")
        return bool(data.get(self.add_prefix("remove"))) or not any(
            data.get(self.add_prefix(name)) for name in typed
        )

    def missing(self, field, sentence):
        if self.strict:
            super().missing(field, sentence)


class KnownAnimalsPart(Part):
    """Animals of the tutor's registry that were there."""

    animals = forms.ModelMultipleChoiceField(
        Animal.objects.none(),
        label="animais já cadastrados",
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(self, *args, tutor, **kwargs):
        super().__init__(*args, **kwargs)
        if tutor is not None:
            self.fields["animals"].queryset = tutor.animals.order_by("name_key", "pk")
        self.fields["animals"].label_from_instance = lambda a: (
            f"{a} ({a.species_label}{', ' + a.colour if a.colour else ''})"
        )


class FindingPart(Part):
    """One conduct of the law: found or not, with its animals, its words and its gravity where the agent gives it."""

    found = forms.BooleanField(required=False)
    animals = forms.IntegerField(
        label="quantos animais", min_value=1, max_value=MAX_ANIMALS, widget=forms.NumberInput(attrs=NUMERIC)
    )
    description = forms.CharField(
        label="o que se viu", required=False, max_length=2000, widget=forms.Textarea(attrs={"rows": 2})
    )

    def __init__(self, *args, conduct, law, **kwargs):
        super().__init__(*args, prefix=f"f-{conduct.code}", **kwargs)
        self.conduct = conduct
        if law.gravity_mode == "chosen":
            choices = [("", "escolha")] + [
                (row.code, f"{row.label} ({row.article})") for row in law.gravities
            ]
            self.fields["gravity"] = forms.ChoiceField(label="gravidade", choices=choices, required=False)
            self.fields["gravity_reason"] = forms.CharField(
                label="por que esta gravidade", required=False, widget=forms.Textarea(attrs={"rows": 2})
            )
        if conduct.duty:
            self.fields["handler"] = forms.CharField(
                label="quem conduzia o animal",
                required=False,
                max_length=200,
                help_text=f"O dever é de quem conduz ({conduct.duty}); quem responde pela multa é dito na lei.",
                widget=forms.TextInput(attrs=OFF),
            )
        for measure in conduct.measures:
            for fact in measure.facts:
                self.fields[f"{measure.code}-{fact.name}"] = fact_field(fact)
        capitalise(self)

    @property
    def is_found(self):
        return bool(self.data.get(self.add_prefix("found")))

    def clean(self):
        """A gravity chosen by the agent is justified."""
        data = super().clean()
        if data.get("gravity") and not data.get("gravity_reason"):
            self.missing("gravity_reason", "A gravidade escolhida precisa de justificativa.")
        return data

    def measured(self) -> dict[str, dict]:
        """By measure, the facts that were given; a measure of which nothing was given is left out."""
        result = {}
        for measure in self.conduct.measures:
            given = {}
            for fact in measure.facts:
                value = self.cleaned_data.get(f"{measure.code}-{fact.name}")
                if value not in (None, "", []):
                    given[fact.name] = value == "true" if fact.kind == "bool" else value
            if given:
                result[measure.code] = given
        return result

    @property
    def measure_fields(self):
        """For the page: each measure with its bound fields."""
        return [
            (measure, [self[f"{measure.code}-{fact.name}"] for fact in measure.facts])
            for measure in self.conduct.measures
        ]


def fact_field(fact) -> forms.Field:
    """The control for one measured fact: three states for yes or no, so that `not seen` is not `no`."""
    common = {"label": fact.label, "required": False}
    if fact.kind == "bool":
        return forms.ChoiceField(choices=YES_NO, **common)
    if fact.kind == "int":
        return forms.IntegerField(min_value=0, widget=forms.NumberInput(attrs=NUMERIC), **common)
    if fact.kind == "decimal":
        return AmountField(min_value=0, max_digits=9, decimal_places=3, **common)
    if fact.kind == "date":
        return LifetimeDayField(**common)
    if fact.kind == "datetime":
        widget = forms.DateTimeInput(format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local"})
        return forms.DateTimeField(
            widget=widget, input_formats=["%Y-%m-%dT%H:%M", "%d/%m/%Y %H:%M"], **common
        )
    if fact.kind == "species":
        return forms.ChoiceField(choices=[("", "escolha"), *Animal.Species.choices], **common)
    return forms.ChoiceField(choices=[("", "escolha"), *fact.choices], **common)


class CircumstancesPart(Part):
    """Circumstances that the law counts; they concern the whole visit."""

    aggravating = forms.MultipleChoiceField(
        label="agravantes", required=False, widget=forms.CheckboxSelectMultiple
    )
    mitigating = forms.MultipleChoiceField(
        label="atenuantes", required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args, law, **kwargs):
        super().__init__(*args, **kwargs)
        for name in ("aggravating", "mitigating"):
            rows = getattr(law, name)
            self.fields[name].choices = [(row.code, f"{row.label} ({row.article})") for row in rows]


class SignsPart(Part):
    """The law's own list of signs, in its words."""

    signs = forms.MultipleChoiceField(label="sinais", required=False, widget=forms.CheckboxSelectMultiple)
    other = forms.CharField(label="outros: quais", required=False, max_length=300)

    def __init__(self, *args, law, **kwargs):
        super().__init__(*args, **kwargs)
        self.law = law
        self.fields["signs"].choices = [(row.code, row.label) for row in law.signs]

    @property
    def rows(self):
        """For the page: each box with the conducts that its sign suggests."""
        conducts = {conduct.code: conduct for conduct in self.law.conducts}
        return [
            (box, [conducts[code] for code in sign.suggests if code in conducts])
            for box, sign in zip(self["signs"], self.law.signs, strict=True)
        ]

    @property
    def suggested(self) -> set[str]:
        """Codes of the conducts that the ticked signs suggest."""
        ticked = self.data.getlist(self.add_prefix("signs"))
        return {code for sign in self.law.signs if sign.code in ticked for code in sign.suggests}


class ClosingPart(Part):
    """Notes, and who was there: signed, refused before two witnesses, or absent."""

    notes = forms.CharField(
        label="observações", required=False, max_length=5000, widget=forms.Textarea(attrs={"rows": 4})
    )
    presence = forms.ChoiceField(
        label="a pessoa", choices=Inspection.Presence.choices, widget=forms.RadioSelect
    )
    witness_1 = forms.CharField(label="testemunha 1", required=False, max_length=200)
    witness_1_document = forms.CharField(label="documento da testemunha 1", required=False, max_length=40)
    witness_2 = forms.CharField(label="testemunha 2", required=False, max_length=200)
    witness_2_document = forms.CharField(label="documento da testemunha 2", required=False, max_length=40)

    def clean(self):
        """A refusal to sign needs two witnesses."""
        data = super().clean()
        if data.get("presence") == Inspection.Presence.REFUSED:
            for name in ("witness_1", "witness_2"):
                if not data.get(name):
                    self.missing(name, "A recusa precisa de duas testemunhas.")
        elif data.get("presence"):
            for name in ("witness_1", "witness_1_document", "witness_2", "witness_2_document"):
                data[name] = ""
        return data
