"""Who may open what. Closed by default: a view without a rule answers 403 to everyone.

    @access(Role.AGENT, Role.MANAGER)   any of these roles, in the municipality in which the user acts now
    @signed_in                          any signed-in user, also before a municipality is chosen
    @public                             anyone

Views of libraries, which cannot carry a decorator, stand in `LIBRARY_VIEWS`.
"""

from dataclasses import dataclass

from zoonoses.municipalities.models import Role

STAFF = frozenset({Role.AGENT, Role.VET, Role.CLERK, Role.MANAGER, Role.JUDGE})
FIELD = frozenset({Role.AGENT, Role.VET, Role.MANAGER})


@dataclass(frozen=True)
class Rule:
    """`roles` empty and `needs_user` False: public. `roles` empty and `needs_user` True: any signed-in user."""

    needs_user: bool
    roles: frozenset = frozenset()

    def admits(self, membership) -> bool:
        return not self.roles or (membership is not None and membership.role in self.roles)


PUBLIC = Rule(needs_user=False)
SIGNED_IN = Rule(needs_user=True)
NOBODY = Rule(needs_user=True, roles=frozenset({"nobody"}))

# By URL name or namespace: the views that a library brings.
LIBRARY_VIEWS = {
    "account_login": PUBLIC,
    "account_logout": SIGNED_IN,
    "account_reauthenticate": SIGNED_IN,
    "account_email": NOBODY,  # the manager answers for the address
    "account_signup": NOBODY,
    "account_request_reauthentication_code": NOBODY,
    "account_confirm_reauthentication_code": NOBODY,
    "account_confirm_login_code": NOBODY,
    "account_change_password": SIGNED_IN,
    "account_set_password": SIGNED_IN,
    "account_inactive": PUBLIC,
    "account_reset_password": PUBLIC,
    "account_reset_password_done": PUBLIC,
    "account_reset_password_from_key": PUBLIC,
    "account_reset_password_from_key_done": PUBLIC,
    "account_confirm_email": NOBODY,
    "account_email_verification_sent": NOBODY,
    "usersessions_list": SIGNED_IN,
    "mfa_index": SIGNED_IN,
    "mfa_authenticate": PUBLIC,
    "mfa_reauthenticate": SIGNED_IN,
    "mfa_activate_totp": SIGNED_IN,
    "mfa_deactivate_totp": SIGNED_IN,
    "mfa_view_recovery_codes": SIGNED_IN,
    "mfa_download_recovery_codes": SIGNED_IN,
    "mfa_generate_recovery_codes": SIGNED_IN,
    "mfa_list_webauthn": SIGNED_IN,
    "mfa_add_webauthn": SIGNED_IN,
    "mfa_edit_webauthn": SIGNED_IN,
    "mfa_remove_webauthn": SIGNED_IN,
    "mfa_reauthenticate_webauthn": SIGNED_IN,
    "mfa_login_webauthn": PUBLIC,
    "mfa_signup_webauthn": NOBODY,
    "mfa_trust": PUBLIC,
}


def access(*roles: Role):
    """The view answers these roles only."""
    rule = Rule(needs_user=True, roles=frozenset(roles))

    def mark(view):
        view.access_rule = rule
        return view

    return mark


def staff(view):
    """Every role of the body itself; no clinic."""
    return access(*STAFF)(view)


def field(view):
    """Who works in the street: agent, vet, and the manager."""
    return access(*FIELD)(view)


def signed_in(view):
    view.access_rule = SIGNED_IN
    return view


def public(view):
    view.access_rule = PUBLIC
    return view


def rule_of(view, url_name: str | None) -> Rule | None:
    """The rule of a resolved view, or None: then nobody enters."""
    rule = getattr(view, "access_rule", None)
    if rule is None and getattr(view, "view_class", None) is not None:
        rule = getattr(view.view_class, "access_rule", None)
    return rule or LIBRARY_VIEWS.get(url_name or "")
