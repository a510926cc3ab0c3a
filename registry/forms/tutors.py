"""Forms of people: the whole record, and the search."""

from django import forms

from registry.forms.fields import PhoneField, PostalCodeField
from registry.models import Tutor, TutorWarning
from registry.services import tutors
from zoonoses import brazil

ADDRESS_FIELDS = ("street", "number", "complement", "district", "city", "uf", "postal_code")
OFF = {"autocomplete": "off"}


class TutorForm(forms.ModelForm):
    """A person or a company, with CPF/CNPJ or the reason for having none.

    `same_document` is who already has it.
    """

    document = forms.CharField(
        label="CPF ou CNPJ",
        required=False,
        max_length=24,
        widget=forms.TextInput(attrs={**OFF, "autocapitalize": "characters"}),
        help_text="Com ou sem pontos. Sem documento, diga o motivo no campo seguinte.",
    )
    phone_1 = PhoneField(label="Telefone", required=False, max_length=25)
    phone_2 = PhoneField(label="Outro telefone", required=False, max_length=25)
    postal_code = PostalCodeField(label="CEP", required=False, max_length=10)

    class Meta:
        model = Tutor
        fields = (
            "kind", "name", "document", "no_document_reason", "rg", "rg_issuer", "rg_uf",
            "phone_1", "phone_2", "email", *ADDRESS_FIELDS,
        )  # fmt: skip
        widgets = {"name": forms.TextInput(attrs=OFF), "email": forms.EmailInput(attrs=OFF)}

    def __init__(self, *args, municipality, **kwargs):
        super().__init__(*args, **kwargs)
        self.municipality = municipality
        self.same_document = None
        if self.instance.pk and not self.is_bound:
            phones = list(self.instance.phones.order_by("pk").values_list("number", flat=True)[:2])
            self.initial.update(zip(("phone_1", "phone_2"), phones, strict=False))

    def clean_name(self):
        """A name has at least one letter, of any script."""
        name = " ".join(self.cleaned_data["name"].split())
        if not any(char.isalpha() for char in name):
            raise forms.ValidationError("Informe o nome.")
        return name

    def clean_document(self):
        """Digits of the CPF, or the fourteen characters of the CNPJ, by the kind of person."""
        text = self.cleaned_data["document"]
        if not text:
            return ""
        check = brazil.cnpj if self.data.get(self.add_prefix("kind")) == Tutor.Kind.LEGAL else brazil.cpf
        try:
            document = check(text)
        except ValueError as error:
            raise forms.ValidationError(str(error)) from error
        self.same_document = tutors.by_document(
            municipality=self.municipality, document=document, but=self.instance.pk
        )
        if self.same_document is not None:
            raise forms.ValidationError(f"Este documento já está no cadastro de {self.same_document.name}.")
        return document

    def clean(self):
        """Without document there is a reason; with it the reason is dropped."""
        data = super().clean()
        if data.get("document"):
            data["no_document_reason"] = ""
        elif "document" in data and not data.get("no_document_reason"):
            self.missing("no_document_reason", "Informe o CPF ou CNPJ, ou diga por que não há.")
        return data

    def missing(self, field, sentence):
        """What is not there yet; a draft may wait for it."""
        self.add_error(field, sentence)

    def _get_validation_exclusions(self):
        """The pair document/reason is judged in `clean`, with a sentence beside the field."""
        return super()._get_validation_exclusions() | {"document", "no_document_reason"}

    def values(self) -> dict:
        """What `tutors.register` and `tutors.update` receive."""
        data = dict(self.cleaned_data)
        data["phones"] = list(dict.fromkeys(filter(None, (data.pop("phone_1"), data.pop("phone_2")))))
        return data


class WarningForm(forms.ModelForm):
    """Why an agent must take care at this address."""

    class Meta:
        model = TutorWarning
        fields = ("reason",)
        widgets = {
            "reason": forms.TextInput(attrs={"placeholder": "pessoa agressiva, cão solto no quintal…"})
        }


class SearchForm(forms.Form):
    """Sent by POST: names and CPFs do not belong in addresses of pages."""

    q = forms.CharField(label="Nome, CPF, CNPJ, telefone ou endereço", max_length=200, required=False)
