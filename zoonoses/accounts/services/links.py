"""One-time links: how somebody without e-mail gets a first or a new password from the manager's hand.

The secret is shown once and never stored; the row keeps its SHA-256. It is not signed with the installation's key on
top of that: 256 random bits cannot be guessed, and a row can be cancelled, which a signature cannot.
"""

import hashlib
import secrets
from datetime import timedelta

from django.db import transaction

from zoonoses.accounts.models import OneTimeLink
from zoonoses.accounts.services.sessions import end_sessions

VALID_FOR = timedelta(hours=48)


def _digest(token):
    return hashlib.sha256(token.encode()).hexdigest()


@transaction.atomic
def make_link(*, user, by, at) -> str:
    """A new secret for the user, valid for 48 hours from `at`; any earlier link stops working."""
    OneTimeLink.objects.filter(user=user).standing(at).update(revoked_at=at)
    token = secrets.token_urlsafe(32)
    OneTimeLink.objects.create(
        user=user, digest=_digest(token), created_by=by, created_at=at, expires_at=at + VALID_FOR
    )
    return token


def find_link(token, *, at) -> OneTimeLink | None:
    """The link that this secret opens at a moment, or None: used, cancelled, expired, unknown, or its user is off."""
    links = OneTimeLink.objects.standing(at).filter(digest=_digest(token), user__is_active=True)
    return links.select_related("user").first()


@transaction.atomic
def use_link(token, *, password, at) -> OneTimeLink | None:
    """Sets the password and closes the link, in one step: of two people with the same link only one gets in.

    Every session of the user ends. None when the link no longer opens.
    """
    link = find_link(token, at=at)
    if link is None or not OneTimeLink.objects.standing(at).filter(pk=link.pk).update(used_at=at):
        return None
    link.user.set_password(password)
    link.user.save(update_fields=["password"])
    end_sessions(link.user)
    return link
