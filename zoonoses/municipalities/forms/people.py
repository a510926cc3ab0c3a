"""People and their posts."""

from django import forms

from zoonoses.municipalities.forms.fields import cpf_field
from zoonoses.municipalities.models import Role


class PostForm(forms.Form):
    """What somebody is in this municipality."""

    role = forms.ChoiceField(label="Papel", choices=[("", "Escolha o papel"), *Role.choices])
    position = forms.CharField(
        label="Cargo",
        max_length=100,
        required=False,
        help_text="Como sai impresso: “Agente sanitário”, “Fiscal”.",
    )
    badge = forms.CharField(label="Matrícula", max_length=30, required=False)
    crmv = forms.CharField(label="CRMV", max_length=30, required=False, help_text="Como “CRMV-ES 1234”.")

    def clean(self):
        data = super().clean()
        if data.get("role") == Role.VET and not data.get("crmv"):
            self.add_error("crmv", "Informe o CRMV do veterinário.")
        return data


class AccountFields(forms.Form):
    """The person's account: name and e-mail."""

    name = forms.CharField(
        label="Nome completo", max_length=200, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    email = forms.EmailField(
        label="E-mail",
        required=False,
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
        help_text="Quem não tem e-mail recebe de você um link para definir a senha.",
    )

    def clean_name(self):
        return " ".join(self.cleaned_data["name"].split())


class PersonForm(AccountFields, PostForm):
    """Somebody new here."""

    cpf = cpf_field(help_text="Com ou sem pontuação. É com ele que a pessoa entra.")
    field_order = ["cpf", "name", "email", "role", "position", "badge", "crmv"]


class PersonEditForm(AccountFields, PostForm):
    """The account and the post of somebody whose account is in this municipality's care."""

    field_order = ["name", "email", "role", "position", "badge", "crmv"]
