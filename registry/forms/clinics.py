"""Forms of the accredited clinics, their kits, their people and the monthly remittance."""

import re

from django import forms

from registry.forms.fields import CheckedField, PhoneField, PostalCodeField
from registry.models import Clinic
from zoonoses import brazil
from zoonoses.municipalities.forms.fields import LifetimeDayField, cpf_field

OFF = {"autocomplete": "off"}
NUMERIC = {"inputmode": "numeric", "autocomplete": "off"}
MOST_NUMBER = 2_147_483_647


class CnpjField(CheckedField):
    """CNPJ, numeric or with letters; stored in capitals without punctuation."""

    check = staticmethod(brazil.cnpj)
    widget = forms.TextInput(attrs={**OFF, "autocapitalize": "characters"})


class ClinicForm(forms.ModelForm):
    """Accreditation of an establishment and who answers for it."""

    cnpj = CnpjField(label="CNPJ", max_length=24, help_text="Com ou sem pontos; aceita letras.")
    phone = PhoneField(label="Telefone", max_length=25, required=False)
    postal_code = PostalCodeField(label="CEP", max_length=10, required=False)
    accredited_on = LifetimeDayField(label="Credenciada em")
    valid_until = LifetimeDayField(label="Credenciada até", required=False, help_text="Em branco: sem prazo.")

    class Meta:
        model = Clinic
        fields = (
            "name", "cnpj", "crmv", "vet_name", "vet_crmv", "phone", "email", "street", "number", "complement",
            "district", "city", "uf", "postal_code", "accredited_on", "valid_until", "low_stock_at",
        )  # fmt: skip
        help_texts = {
            "crmv": "Registro do estabelecimento, como “CRMV-ES 5001-PJ”.",
            "vet_crmv": "Como “CRMV-ES 2345”.",
            "low_stock_at": "Número de kits livres a partir do qual se avisa.",
        }
        widgets = {"name": forms.TextInput(attrs=OFF), "low_stock_at": forms.NumberInput(attrs=NUMERIC)}

    def clean_crmv(self):
        return _crmv(self.cleaned_data["crmv"])

    def clean_vet_crmv(self):
        return _crmv(self.cleaned_data["vet_crmv"])

    def clean(self):
        data = super().clean()
        if (
            data.get("valid_until")
            and data.get("accredited_on")
            and data["valid_until"] < data["accredited_on"]
        ):
            self.add_error("valid_until", "O credenciamento não pode acabar antes de começar.")
        return data


def _crmv(text):
    text = " ".join(text.upper().split())
    if not re.search(r"\d", text):
        raise forms.ValidationError("Informe o número da inscrição, como CRMV-ES 1234.")
    return text


class KitForm(forms.Form):
    """How many kits are delivered."""

    quantity = forms.IntegerField(
        label="Quantidade de kits", min_value=1, max_value=1000, widget=forms.NumberInput(attrs=NUMERIC)
    )


class SpoiltForm(forms.Form):
    """A kit that was spoilt before use."""

    number = forms.IntegerField(
        label="Número do kit", min_value=1, max_value=MOST_NUMBER, widget=forms.NumberInput(attrs=NUMERIC)
    )
    reason = forms.CharField(label="O que houve", max_length=200)


class MemberForm(forms.Form):
    """A person of the clinic, by CPF."""

    cpf = cpf_field(help_text="Com ou sem pontuação. É com ele que a pessoa entra.")
    name = forms.CharField(label="Nome completo", max_length=200, widget=forms.TextInput(attrs=OFF))
    email = forms.EmailField(label="E-mail", required=False, widget=forms.EmailInput(attrs=OFF))
    position = forms.CharField(label="Cargo", max_length=100, required=False)
    crmv = forms.CharField(label="CRMV, se veterinário", max_length=30, required=False)

    def clean_name(self):
        return " ".join(self.cleaned_data["name"].split())


class LookupForm(forms.Form):
    """Sent by POST, so that numbers stay out of addresses."""

    q = forms.CharField(label="Número do RGA, código da plaqueta ou microchip", max_length=200)


class ReceiveForm(forms.Form):
    """Which vias did not come."""

    missing = forms.TypedMultipleChoiceField(
        label="Vias que faltaram", coerce=int, required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args, items, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["missing"].choices = [
            (item.rga.number, f"RGA {item.rga.number} – {item.rga.animal}") for item in items
        ]
