"""Sign-in by CPF or e-mail, lockout, reset, and who is switched off."""

import re

import pytest
from django.core import mail
from django.db import DataError, IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from tests.factories import PASSWORD, MembershipFactory, UserFactory, sign_in
from zoonoses.accounts.forms import FirstPasswordForm
from zoonoses.accounts.models import User
from zoonoses.accounts.services import people

pytestmark = pytest.mark.django_db
LOGIN = reverse("account_login")


def enter(client, login, password=PASSWORD):
    return client.post(LOGIN, {"login": login, "password": password})


@pytest.fixture
def user(db):
    return MembershipFactory(user=UserFactory(cpf="52998224725", email="maria@example.org")).user


@pytest.mark.parametrize(
    "login", ["52998224725", "529.982.247-25", " 529 982 247 25 ", "maria@example.org", "MARIA@Example.org"]
)
def test_cpf_or_email_in_any_writing(client, user, login):
    assert enter(client, login).status_code == 302
    assert client.session["_auth_user_id"] == str(user.pk)


def test_wrong_password_names_the_document(client, user):
    page = enter(client, "529.982.247-25", "outra")
    assert "CPF ou senha não conferem." in page.content.decode()
    assert "_auth_user_id" not in client.session


def test_nobody_signs_up(client, user):
    assert client.get(reverse("account_signup")).status_code == 302
    sign_in(client, user.memberships.get())
    assert client.get(reverse("account_signup")).status_code == 403


def test_lockout_counts_one_person_however_the_cpf_is_typed(client, user):
    for login in ["52998224725", "529.982.247-25", "529982247-25", "529 982 247 25", "529.982.24725"]:
        enter(client, login, "errada")
    page = enter(client, "52998224725")
    assert "Muitas tentativas" in page.content.decode()
    assert "_auth_user_id" not in client.session


def test_switched_off_is_out_at_once(client, user):
    enter(client, user.cpf)
    assert client.get(reverse("usersessions_list")).status_code == 200
    people.switch_off(user)
    assert client.get(reverse("usersessions_list")).status_code == 302


def test_switched_off_does_not_sign_in(client, user):
    people.switch_off(user)
    enter(client, user.cpf)
    assert "_auth_user_id" not in client.session


def test_reset_by_email(client, user):
    client.post(reverse("account_reset_password"), {"email": "Maria@Example.org"})
    assert len(mail.outbox) == 1
    path = re.search(r"https?://[^/\s]+(/\S+)", mail.outbox[0].body)[1]
    form = client.get(path, follow=True)
    url = form.redirect_chain[-1][0]
    client.post(url, {"password1": "quatro cavalos brancos", "password2": "quatro cavalos brancos"})
    assert enter(client, user.cpf, "quatro cavalos brancos").status_code == 302


def test_old_address_no_longer_resets(client, user):
    people.correct(user=user, name=user.name, email="outra@example.org")
    client.post(reverse("account_reset_password"), {"email": "maria@example.org"})
    assert mail.outbox == []


def test_sessions_are_listed_and_revoked(client, user):
    other = Client()
    enter(client, user.cpf)
    enter(other, user.cpf)
    assert other.get(reverse("usersessions_list")).status_code == 200
    client.post(reverse("usersessions_list"))
    assert client.get(reverse("usersessions_list")).status_code == 200
    assert other.get(reverse("usersessions_list")).status_code == 302


@pytest.mark.parametrize(
    ("password", "valid"),
    [
        ("quatro cavalos brancos", True),
        ("curta 1", False),
        ("529982247250", False),
        ("52998224725a", False),
        ("Maria da Silva", False),
    ],
)
def test_password_rules(user, password, valid):
    user.name = "Maria da Silva"
    form = FirstPasswordForm({"password1": password, "password2": password}, user=user)
    assert form.is_valid() is valid


def test_two_passwords_must_agree(user):
    form = FirstPasswordForm({"password1": "quatro cavalos", "password2": "quatro cavalas"}, user=user)
    assert form.errors["password2"] == ["As duas senhas não são iguais."]


def test_cpf_column_refuses_anything_but_eleven_digits():
    for cpf in ("529.982.247-", "5299822472", "5299822472a"):
        with pytest.raises((IntegrityError, DataError)), transaction.atomic():
            User.objects.create_user(cpf, "Alguém")
