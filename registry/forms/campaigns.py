"""Forms of campaigns: the campaign, its posts, the fast entry of a post, and corrections of counts."""

from django import forms

from registry.forms.fields import PostalCodeField
from registry.forms.tutors import ADDRESS_FIELDS
from registry.forms.vaccination import OFF, LotField
from registry.models import Campaign, CampaignPost
from zoonoses.municipalities.forms.fields import LifetimeDayField

MOST_AT_ONCE = 500


class CampaignForm(forms.ModelForm):
    """A campaign: name, days, vaccine and the goal of coverage."""

    starts_on = LifetimeDayField(label="Primeiro dia")
    ends_on = LifetimeDayField(label="Último dia")
    goal_percent = forms.IntegerField(
        label="Meta de cobertura, em %",
        min_value=1,
        max_value=100,
        initial=80,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )

    class Meta:
        model = Campaign
        fields = ("name", "starts_on", "ends_on", "product", "goal_percent")
        widgets = {"name": forms.TextInput(attrs=OFF)}

    def __init__(self, *args, products, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["product"].queryset = products
        self.fields["product"].label = "Vacina"
        self.fields["product"].empty_label = "escolha a vacina"

    def clean(self):
        """Ends on or after the day it starts; no dose stays outside of it."""
        data = super().clean()
        starts, ends = data.get("starts_on"), data.get("ends_on")
        if starts and ends and ends < starts:
            self.add_error("ends_on", "O último dia não pode vir antes do primeiro.")
        return data

    def _get_validation_exclusions(self):
        return super()._get_validation_exclusions() | {"starts_on", "ends_on", "name"}


class PostForm(forms.ModelForm):
    """A post: place, area, team, and how many dogs and cats it should reach."""

    postal_code = PostalCodeField(label="CEP", required=False, max_length=10)

    class Meta:
        model = CampaignPost
        fields = ("name", "area", "target_dogs", "target_cats", "team", *ADDRESS_FIELDS)
        labels = {"team": "Equipe", "area": "Área ou bairro"}
        widgets = {"team": forms.CheckboxSelectMultiple, "name": forms.TextInput(attrs=OFF)}

    def __init__(self, *args, people, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["team"].queryset = people
        for name in ("target_dogs", "target_cats"):
            self.fields[name].widget.attrs["inputmode"] = "numeric"


class FastForm(forms.Form):
    """One field and one button: the number of the animal. The lot stays chosen."""

    q = forms.CharField(
        label="Nº do RGA, microchip ou CPF do tutor",
        max_length=200,
        widget=forms.TextInput(attrs={**OFF, "enterkeyhint": "go", "autofocus": True}),
    )
    lot = LotField()

    def __init__(self, *args, lots, today, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["lot"].offer(lots=lots, today=today)


class CountForm(forms.Form):
    """Doses given to animals without registration. `count` is the button pressed: `dog:5`, or `cat:n` with `number`."""

    count = forms.RegexField(regex=r"^(dog|cat):(n|[1-9]\d{0,2})$")
    number = forms.IntegerField(required=False, min_value=1, max_value=MOST_AT_ONCE)
    lot = LotField()

    def __init__(self, *args, lots, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["lot"].queryset = lots

    def clean(self):
        """`species` and `doses` as the service takes them."""
        data = super().clean()
        if data.get("count"):
            data["species"], amount = data["count"].split(":")
            data["doses"] = data.get("number") if amount == "n" else int(amount)
            if not data["doses"]:
                self.add_error("number", f"Diga quantas doses, de 1 a {MOST_AT_ONCE}.")
        return data

    def values(self) -> dict:
        """What `campaigns.count` takes."""
        return {name: self.cleaned_data[name] for name in ("species", "doses", "lot")}


class CorrectionForm(forms.Form):
    """The right number of a count, and why."""

    doses = forms.IntegerField(
        label="Número certo de doses",
        min_value=0,
        max_value=100_000,
        help_text="Zero desfaz a contagem.",
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    reason = forms.CharField(label="Motivo", max_length=200, widget=forms.TextInput(attrs=OFF))


class AreaFilter(forms.Form):
    """Filters of the overdue list; an odd value filters nothing."""

    species = forms.ChoiceField(
        label="Espécie",
        required=False,
        choices=[("", "cães e gatos"), ("dog", "só cães"), ("cat", "só gatos")],
    )
