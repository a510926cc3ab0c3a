"""Form of a complaint, and apart from it that of who complains."""

from django import forms

from inspections.models import Complainant, Complaint
from registry.forms.fields import PhoneField, PostalCodeField
from registry.models import Tutor

OFF = {"autocomplete": "off"}


class ComplaintForm(forms.ModelForm):
    """What, where and whom. A complaint needs its facts and a place or a person to look for."""

    accused = forms.ModelChoiceField(Tutor.objects.none(), required=False, widget=forms.HiddenInput)
    postal_code = PostalCodeField(label="CEP", required=False, max_length=10)

    class Meta:
        model = Complaint
        fields = (
            "channel", "what", "accused", "accused_name", "street", "number", "complement", "district", "city", "uf",
            "postal_code", "reference",
        )  # fmt: skip
        widgets = {
            "what": forms.Textarea(attrs={"rows": 5}),
            "accused_name": forms.TextInput(attrs=OFF),
            "channel": forms.RadioSelect,
        }

    def __init__(self, *args, municipality, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["accused"].queryset = Tutor.objects.of(municipality).heads()
        self.fields["street"].label = "Logradouro do fato"

    def clean(self):
        """Somewhere to go, or somebody to look for."""
        data = super().clean()
        places = (data.get("street"), data.get("district"), data.get("reference"))
        if not any(places) and not data.get("accused") and not data.get("accused_name"):
            self.add_error(
                "street", "Informe onde foi, ou quem é denunciado: sem isso não há o que vistoriar."
            )
        return data


class ComplainantForm(forms.ModelForm):
    """Optional and confidential. With a name, or not at all."""

    phone = PhoneField(label="Telefone", required=False, max_length=25)

    class Meta:
        model = Complainant
        fields = ("name", "phone", "email")

    def __init__(self, *args, **kwargs):
        super().__init__(*args, prefix="complainant", **kwargs)
        self.fields["name"].required = False
        for field in self.fields.values():
            field.widget.attrs.update(OFF, **{"data-no-draft": ""})

    def clean(self):
        data = super().clean()
        if (data.get("phone") or data.get("email")) and not data.get("name"):
            self.add_error(
                "name", "Informe o nome, ou deixe os três campos em branco: a denúncia pode ser anônima."
            )
        return data

    def values(self) -> dict | None:
        """What `complaints.receive` takes; None when nobody gave a name."""
        return dict(self.cleaned_data) if self.cleaned_data.get("name") else None


class ComplaintFilter(forms.Form):
    """Filters of the list; an odd value filters nothing."""

    visit = forms.ChoiceField(
        label="Vistoria",
        required=False,
        choices=[("", "todas"), ("without", "sem vistoria"), ("with", "com vistoria")],
    )
    channel = forms.ChoiceField(
        label="Recebida por", required=False, choices=[("", "qualquer meio"), *Complaint.Channel.choices]
    )
    district = forms.CharField(label="Bairro", required=False, max_length=100)

    def apply(self, rows):
        """The rows that pass."""
        if not self.is_valid():
            return rows
        data = self.cleaned_data
        if data["visit"]:
            rows = rows.filter(inspections__isnull=data["visit"] == "without").distinct()
        if data["channel"]:
            rows = rows.filter(channel=data["channel"])
        if data["district"]:
            rows = rows.filter(district__icontains=data["district"])
        return rows
