"""How allauth behaves here: nobody signs up, and errors name the CPF."""

from allauth.account.adapter import DefaultAccountAdapter


class AccountAdapter(DefaultAccountAdapter):
    """People are entered by a manager; sign-in is by CPF or e-mail."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "username_password_mismatch": "CPF ou senha não conferem.",
        "email_password_mismatch": "E-mail ou senha não conferem.",
        "account_inactive": "Esta conta está desligada. Procure o gestor do seu município.",
        "too_many_login_attempts": "Muitas tentativas sem sucesso. Espere 15 minutos e tente de novo.",
    }

    def is_open_for_signup(self, request):
        """Never: a manager enters each user."""
        return False
