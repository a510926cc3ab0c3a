"""One-time links: once, for 48 hours, cancelled by the next one."""

from datetime import UTC, datetime, timedelta

import pytest
from django.urls import reverse

from tests.factories import PASSWORD, UserFactory
from zoonoses.accounts.models import OneTimeLink
from zoonoses.accounts.services import links
from zoonoses.municipalities import clock

pytestmark = pytest.mark.django_db
AT = datetime(2026, 3, 10, 12, 0, tzinfo=UTC)
NEW = "quatro cavalos brancos"


@pytest.fixture
def user(db):
    return UserFactory()


@pytest.fixture
def manager(db):
    return UserFactory()


@pytest.mark.parametrize(
    ("after", "opens"),
    [
        (timedelta(0), True),
        (timedelta(hours=47, minutes=59), True),
        (timedelta(hours=48), False),
        (timedelta(days=30), False),
    ],
)
def test_opens_for_48_hours(user, manager, after, opens):
    token = links.make_link(user=user, by=manager, at=AT)
    assert (links.find_link(token, at=AT + after) is not None) is opens


def test_works_once(user, manager):
    token = links.make_link(user=user, by=manager, at=AT)
    assert links.use_link(token, password=NEW, at=AT)
    assert links.use_link(token, password="outra senha longa", at=AT) is None
    user.refresh_from_db()
    assert user.check_password(NEW)


def test_the_next_link_cancels_the_earlier(user, manager):
    first = links.make_link(user=user, by=manager, at=AT)
    second = links.make_link(user=user, by=manager, at=AT)
    assert links.find_link(first, at=AT) is None
    assert links.find_link(second, at=AT) is not None


def test_does_not_open_for_who_is_switched_off(user, manager):
    token = links.make_link(user=user, by=manager, at=AT)
    user.is_active = False
    user.save()
    assert links.find_link(token, at=AT) is None


def test_the_secret_is_not_stored(user, manager):
    token = links.make_link(user=user, by=manager, at=AT)
    assert token not in OneTimeLink.objects.get().digest


def test_page_sets_the_password_and_closes(client, user, manager):
    token = links.make_link(user=user, by=manager, at=clock.real_now())
    url = reverse("one_time", args=[token])
    assert client.get(url).status_code == 200
    assert client.get(url).status_code == 200  # a preview does not use it up
    assert client.post(url, {"password1": "123", "password2": "123"}).status_code == 422
    assert client.post(url, {"password1": NEW, "password2": NEW}).status_code == 302
    assert client.get(url).status_code == 410
    assert client.post(reverse("account_login"), {"login": user.cpf, "password": PASSWORD}).status_code == 200
    assert client.post(reverse("account_login"), {"login": user.cpf, "password": NEW}).status_code == 302


def test_unknown_link_says_so(client):
    page = client.get(reverse("one_time", args=["nada"]))
    assert page.status_code == 410
    assert "não abre mais" in page.content.decode()
