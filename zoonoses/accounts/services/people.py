"""The person who signs in: entered, corrected, switched off and on. Posts are the municipality's matter."""

from allauth.account.models import EmailAddress
from django.db import transaction

from zoonoses.accounts.models import User
from zoonoses.accounts.services.sessions import end_sessions


def find_by_cpf(cpf) -> User | None:
    """The person with these eleven digits."""
    return User.objects.filter(cpf=cpf).first()


def email_taken(email, *, except_user=None) -> bool:
    """Whether another person already signs in with this e-mail, in any case."""
    others = User.objects.filter(email__iexact=email)
    return bool(email) and others.exclude(pk=except_user.pk if except_user else None).exists()


@transaction.atomic
def correct(*, user, name, email) -> User:
    """Another name or e-mail. Addresses that the sign-in library remembered go with the old e-mail."""
    email = email.strip().lower()
    if email != user.email:
        EmailAddress.objects.filter(user=user).delete()
    user.name, user.email = name, email
    user.save(update_fields=["name", "email"])
    return user


@transaction.atomic
def switch_off(user) -> None:
    """Nobody signs in as this person any more, and every open session ends."""
    user.is_active = False
    user.save(update_fields=["is_active"])
    end_sessions(user)
