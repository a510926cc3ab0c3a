"""Forms of what happens to an animal, and of its second copies and printing."""

from django import forms

from registry.models import PrintBatch, SecondCopyRequest, Tutor
from zoonoses import brazil
from zoonoses.municipalities.forms.fields import LifetimeDayField

REPORTERS = (("tutor", "o tutor"), ("vet", "o veterinário"), ("other", "outra pessoa"))


class FactForm(forms.Form):
    """A day, who told it, and a note. `needs` names what the kind of fact asks for besides."""

    on = LifetimeDayField(label="Dia")
    cause = forms.CharField(label="Causa", max_length=200)
    reporter = forms.ChoiceField(label="Quem comunicou", choices=REPORTERS, widget=forms.RadioSelect)
    reporter_name = forms.CharField(
        label="Nome de quem comunicou",
        max_length=160,
        required=False,
        help_text="Do veterinário, com o CRMV.",
    )
    notes = forms.CharField(label="Observação", max_length=300, required=False)

    def __init__(self, *args, today, needs=(), **kwargs):
        super().__init__(*args, **kwargs)
        self.today = today
        self.fields["on"].initial = today
        for name in ("cause", "reporter", "reporter_name"):
            if name not in needs:
                del self.fields[name]

    def clean_on(self):
        day = self.cleaned_data["on"]
        if day > self.today:
            raise forms.ValidationError("A data não pode ser depois de hoje.")
        return day

    def clean(self):
        data = super().clean()
        if data.get("reporter") in ("vet", "other") and not data.get("reporter_name"):
            self.add_error("reporter_name", "Informe o nome de quem comunicou.")
        return data

    @property
    def reported_by(self) -> str:
        """Who told it, in words."""
        data = self.cleaned_data
        name = data.get("reporter_name", "")
        if data.get("reporter") == "vet":
            return f"veterinário {name}"
        return name or ("o tutor" if data.get("reporter") == "tutor" else "")


class TransferForm(forms.Form):
    """Who answers for the animal from today on, found by CPF or CNPJ in the register."""

    document = forms.CharField(
        label="CPF ou CNPJ do novo tutor",
        max_length=24,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    tutor = forms.ModelChoiceField(Tutor.objects.none(), required=False, widget=forms.HiddenInput)
    notes = forms.CharField(
        label="Observação",
        max_length=300,
        required=False,
        help_text="Por exemplo, o dia da venda ou da doação.",
    )

    def __init__(self, *args, municipality, **kwargs):
        super().__init__(*args, **kwargs)
        self.people = Tutor.objects.of(municipality).heads()
        self.fields["tutor"].queryset = self.people

    def clean(self):
        data = super().clean()
        text = brazil.bare(data.get("document", ""))
        if text and not data.get("tutor"):
            data["tutor"] = self.people.filter(document=text).first()
            if data["tutor"] is None:
                self.add_error(
                    "document", "Ninguém no cadastro tem este documento. Cadastre primeiro o novo tutor."
                )
        elif not data.get("tutor") and not self.errors:
            self.add_error("document", "Informe o CPF ou CNPJ do novo tutor.")
        return data


class ReasonForm(forms.Form):
    reason = forms.CharField(label="Motivo", max_length=300)


class SecondCopyForm(forms.ModelForm):
    """What was lost, and how."""

    class Meta:
        model = SecondCopyRequest
        fields = ("wants_card", "wants_tag", "reason")
        widgets = {"reason": forms.RadioSelect}

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["reason"].choices = SecondCopyRequest._meta.get_field("reason").choices

    def clean(self):
        data = super().clean()
        if not (data.get("wants_card") or data.get("wants_tag")):
            self.add_error("wants_card", "Marque a carteira, a plaqueta ou as duas.")
        return data


class PrintForm(forms.Form):
    """What to print: cards or tags chosen in the list, or all that were never printed."""

    KINDS = [(kind, label) for kind, label in PrintBatch.Kind.choices if kind != PrintBatch.Kind.LETTERS]

    kind = forms.ChoiceField(choices=KINDS)
    all = forms.BooleanField(required=False)
    cards = forms.TypedMultipleChoiceField(coerce=int, required=False)

    def __init__(self, data, **kwargs):
        super().__init__(data, **kwargs)
        chosen = data.getlist("cards")
        self.fields["cards"].choices = [
            (pk, pk) for pk in chosen if pk.isascii() and pk.isdigit() and len(pk) < 18
        ]
