"""Forms of people: the whole record, further addresses, the warning, and the search."""

from django import forms

from registry.forms.fields import CheckedField, PhoneField, PostalCodeField
from registry.models import Tutor, TutorAddress, TutorWarning
from registry.services import tutors
from zoonoses import brazil

ADDRESS_FIELDS = ("street", "number", "complement", "district", "city", "uf", "postal_code")
OFF = {"autocomplete": "off"}
PHONES = ("phone_1", "phone_2", "phone_3", "phone_4")


class NisField(CheckedField):
    check = staticmethod(brazil.nis)
    widget = forms.TextInput(attrs={"inputmode": "numeric", **OFF})


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
    phone_3 = PhoneField(label="Terceiro telefone", required=False, max_length=25)
    phone_4 = PhoneField(label="Quarto telefone", required=False, max_length=25)
    cadunico = NisField(
        label="NIS do CadÚnico",
        required=False,
        max_length=14,
        help_text="Onze dígitos. Dá direito à castração gratuita onde o município a oferece.",
    )
    postal_code = PostalCodeField(label="CEP", required=False, max_length=10)

    class Meta:
        model = Tutor
        fields = (
            "kind", "name", "document", "no_document_reason", "rg", "rg_issuer", "rg_uf",
            *PHONES, "email", *ADDRESS_FIELDS, "cadunico", "social_programme",
        )  # fmt: skip
        widgets = {"name": forms.TextInput(attrs=OFF), "email": forms.EmailInput(attrs=OFF)}

    def __init__(self, *args, municipality, **kwargs):
        super().__init__(*args, **kwargs)
        self.municipality = municipality
        self.same_document = None
        phones = self.instance.phones.order_by("pk") if self.instance.pk else ()
        numbers = [phone.number for phone in phones]
        # Those beyond the fields of the page are kept as they are.
        self.unshown = numbers[len(self.phone_names) :]
        if not self.is_bound:
            self.initial.update(zip(self.phone_names, numbers, strict=False))

    @property
    def phone_names(self):
        return [name for name in PHONES if name in self.fields]

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
        phones = [data.pop(name) for name in self.phone_names]
        data["phones"] = list(dict.fromkeys(filter(None, (*phones, *self.unshown))))
        return data


class AddressForm(forms.ModelForm):
    """A further address of a person: where animals are kept, where letters go."""

    postal_code = PostalCodeField(label="CEP", required=False, max_length=10)

    class Meta:
        model = TutorAddress
        fields = ("label", *ADDRESS_FIELDS)
        widgets = {"label": forms.TextInput(attrs={"placeholder": "sítio, trabalho, correspondência…"})}

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["street"].required = True


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
