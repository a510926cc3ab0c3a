"""How allauth signs our users in: nobody registers alone, and the CPF is the user name."""

from allauth.account.adapter import DefaultAccountAdapter


class AccountAdapter(DefaultAccountAdapter):
    def is_open_for_signup(self, request):
        """Never: a manager creates users."""
        return False
