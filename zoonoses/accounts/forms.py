"""Sign-in by CPF or e-mail, and the first password by a one-time link."""

from allauth.account import forms as allauth_forms
from django import forms
from django.contrib.auth import password_validation

from zoonoses.brazil import bare


class LoginForm(allauth_forms.LoginForm):
    """A CPF with or without punctuation, or an e-mail in any case, and the password."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["login"].label = "CPF ou e-mail"
        self.fields["login"].widget.attrs.update(
            placeholder="", autocomplete="username", autocapitalize="none", spellcheck="false"
        )
        self.fields["password"].label = "Senha"
        self.fields["password"].widget.attrs.update(placeholder="")

    def clean_login(self):
        """Digits alone for a CPF, so that the lockout counts one person however the CPF is typed."""
        login = super().clean_login()
        return login.lower() if "@" in login else bare(login)


class ResetPasswordForm(allauth_forms.ResetPasswordForm):
    """Asks for the address to which the link goes."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["email"].label = "E-mail"
        self.fields["email"].widget.attrs.update(placeholder="", autocomplete="email")


class FirstPasswordForm(forms.Form):
    """The password twice, under the rules of the installation."""

    password1 = forms.CharField(
        label="Nova senha",
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text="Ao menos 10 caracteres, não só números, e diferente do seu nome e do seu CPF.",
    )
    password2 = forms.CharField(
        label="Repita a senha",
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def __init__(self, *args, user, **kwargs):
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_password2(self):
        first, second = self.cleaned_data.get("password1"), self.cleaned_data["password2"]
        if first and first != second:
            raise forms.ValidationError("As duas senhas não são iguais.")
        password_validation.validate_password(second, self.user)
        return second
