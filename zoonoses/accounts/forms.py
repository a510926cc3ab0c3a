"""Sign-in by CPF, with or without punctuation, or by e-mail."""

import re

from allauth.account import forms
from django.forms import TextInput

CPF_AS_TYPED = re.compile(r"[\d.\-\s/]+")


class LoginForm(forms.LoginForm):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        login = self.fields["login"]
        login.label = "CPF ou e-mail"
        login.widget = TextInput(
            attrs={"autocomplete": "username", "autocapitalize": "none", "autofocus": True}
        )

    def clean_login(self):
        """An e-mail as typed; a CPF as its digits."""
        login = super().clean_login()
        return re.sub(r"\D", "", login) if CPF_AS_TYPED.fullmatch(login) else login
