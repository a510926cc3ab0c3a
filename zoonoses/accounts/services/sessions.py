"""The sessions of a person, on all devices."""

from allauth.usersessions.models import UserSession


def end_sessions(user) -> None:
    """Signs the person out everywhere, at once."""
    for session in UserSession.objects.filter(user=user):
        session.end()
