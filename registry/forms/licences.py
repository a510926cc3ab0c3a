"""Forms of licences: the request, the decision, and an animal that left."""

from django import forms

from registry.forms.fields import PostalCodeField
from registry.models import LicenceRequest
from registry.services.licences import PLACE
from zoonoses.municipalities.forms.fields import LifetimeDayField

OFF = {"autocomplete": "off"}


class LicenceRequestForm(forms.ModelForm):
    """Where the animals are, how they are kept, and who answers as veterinarian where the law demands one."""

    postal_code = PostalCodeField(label="CEP", required=False, max_length=10)

    class Meta:
        model = LicenceRequest
        fields = (*PLACE, "housing", "vet_name", "vet_crmv")
        widgets = {"housing": forms.Textarea(attrs={"rows": 4}), "vet_name": forms.TextInput(attrs=OFF)}

    def __init__(self, *args, needs_vet, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["street"].required = True
        for name in ("vet_name", "vet_crmv"):
            self.fields[name].required = needs_vet

    @property
    def place(self):
        return [self[name] for name in PLACE]

    @property
    def rest(self):
        return [self[name] for name in ("housing", "vet_name", "vet_crmv")]


class DecisionForm(forms.Form):
    """Granted or refused, with reasons; a validity only where the law sets none."""

    granted = forms.TypedChoiceField(
        label="Decisão",
        choices=[("1", "Conceder"), ("0", "Indeferir")],
        widget=forms.RadioSelect,
        coerce=lambda value: value == "1",
        empty_value=None,
    )
    reason = forms.CharField(
        label="Fundamentos",
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text="Serão impressos como estão.",
    )
    valid_until = LifetimeDayField(
        label="Válida até", required=False, help_text="A lei não fixa validade: em branco, não vence."
    )

    def __init__(self, *args, law_sets_validity, **kwargs):
        super().__init__(*args, **kwargs)
        if law_sets_validity:
            del self.fields["valid_until"]


class LeaveForm(forms.Form):
    """An animal of a licence left for a reason that its record does not tell."""

    on = LifetimeDayField(label="Saiu em")
    reason = forms.CharField(label="Motivo", max_length=200, widget=forms.TextInput(attrs=OFF))

    def __init__(self, *args, today, **kwargs):
        super().__init__(*args, initial={"on": today}, **kwargs)
        self.today = today

    def clean_on(self):
        if self.cleaned_data["on"] > self.today:
            raise forms.ValidationError("O dia ainda não chegou.")
        return self.cleaned_data["on"]
