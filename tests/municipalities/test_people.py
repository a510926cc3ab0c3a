"""Who works where: found by CPF, switched off at once, and no account taken over from another municipality."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import PASSWORD, MembershipFactory, MunicipalityFactory, UserFactory, sign_in
from zoonoses.accounts.models import OneTimeLink, User
from zoonoses.municipalities.models import Membership, Role

pytestmark = pytest.mark.django_db
PERSON = {
    "cpf": "529.982.247-25",
    "name": "José  D'Ávila",
    "email": "Jose@Example.org",
    "role": Role.AGENT,
    "position": "Fiscal",
    "badge": "42",
    "crmv": "",
}


@pytest.fixture
def town(db):
    return MunicipalityFactory(law="joao-neiva-es")


@pytest.fixture
def manager(client, town):
    post = town.memberships.get(role=Role.MANAGER)
    sign_in(client, post)
    return post


def url(name, *args):
    return reverse(f"municipalities:{name}", args=args)


def test_somebody_new(client, manager, town):
    assert client.post(url("user_new"), PERSON).status_code == 302
    post = Membership.objects.of(town).get(role=Role.AGENT)
    assert (post.user.cpf, post.user.name, post.user.email) == (
        "52998224725",
        "José D'Ávila",
        "jose@example.org",
    )
    assert not post.user.has_usable_password()


@pytest.mark.parametrize(
    "wrong",
    [
        {"cpf": "529.982.247-26"},
        {"cpf": "5299822472"},
        {"cpf": "111.111.111-11"},
        {"name": ""},
        {"email": "nada"},
        {"role": "prefeito"},
        {"role": Role.VET, "crmv": ""},
    ],
)
def test_what_is_wrong_is_said_and_nothing_made(client, manager, wrong):
    page = client.post(url("user_new"), {**PERSON, **wrong})
    assert page.status_code == 422
    assert "Falta corrigir" in page.content.decode()
    assert not User.objects.filter(cpf="52998224725").exists()


def test_known_by_cpf_gets_a_second_post_and_keeps_the_account(client, manager, town):
    known = MembershipFactory(
        user=UserFactory(cpf="52998224725", name="José D'Ávila Filho", email="filho@example.org")
    )
    assert client.post(url("user_new"), PERSON).status_code == 302
    known.user.refresh_from_db()
    assert (known.user.name, known.user.email) == ("José D'Ávila Filho", "filho@example.org")
    assert Membership.objects.filter(user=known.user).count() == 2
    assert client.post(url("user_new"), PERSON).status_code == 422


def test_another_s_email_is_refused(client, manager):
    UserFactory(email="jose@example.org")
    assert client.post(url("user_new"), PERSON).status_code == 422


def test_no_account_is_taken_over_through_a_second_post(client, manager, town):
    elsewhere = MembershipFactory(municipality=MunicipalityFactory(law="vitoria-es"), role=Role.MANAGER)
    here = MembershipFactory(municipality=town, user=elsewhere.user)
    assert client.post(url("user_link", here.pk)).status_code == 409
    assert not OneTimeLink.objects.exists()
    data = {
        "role": Role.AGENT,
        "position": "Fiscal",
        "badge": "",
        "crmv": "",
        "name": "Outro",
        "email": "x@example.org",
    }
    assert client.post(url("user", here.pk), data).status_code == 302
    email = elsewhere.user.email
    elsewhere.user.refresh_from_db()
    here.refresh_from_db()
    assert elsewhere.user.email == email
    assert elsewhere.user.name != "Outro"
    assert here.position == "Fiscal"


def test_who_administers_the_installation_is_nobody_s_to_reset(client, manager, town):
    admin = MembershipFactory(municipality=town, user=UserFactory(is_staff=True))
    assert client.post(url("user_link", admin.pk)).status_code == 409


def test_link_is_shown_once_and_not_kept_by_the_browser(client, manager, town):
    post = MembershipFactory(municipality=town)
    page = client.post(url("user_link", post.pk))
    assert "http://testserver/conta/primeiro-acesso/" in page.content.decode()
    assert "no-store" in page["Cache-Control"]
    assert client.get(url("user_link", post.pk)).status_code == 405
    assert "primeiro-acesso/" not in client.get(url("user", post.pk)).content.decode()


def test_switched_off_is_out_at_once_and_back_when_switched_on(client, manager, town):
    post = MembershipFactory(municipality=town)
    theirs = sign_in(Client(), post)
    assert theirs.get(reverse("usersessions_list")).status_code == 200
    client.post(url("user_switch", post.pk), {"para": "off"})
    assert theirs.get(reverse("usersessions_list")).status_code == 302
    client.post(url("user_switch", post.pk), {"para": "on"})
    login = theirs.post(reverse("account_login"), {"login": post.user.cpf, "password": PASSWORD})
    assert login.status_code == 302


def test_post_switched_off_leaves_the_other_post(client, manager, town):
    here = MembershipFactory(municipality=town)
    there = MembershipFactory(user=here.user, municipality=MunicipalityFactory(law="vitoria-es"))
    client.post(url("user_switch", here.pk), {"para": "off"})
    here.user.refresh_from_db()
    there.refresh_from_db()
    assert here.user.is_active
    assert there.is_active


@pytest.mark.parametrize("others", [0, 1])
def test_the_last_manager_stays(client, manager, town, others):
    MembershipFactory.create_batch(others, municipality=town, role=Role.MANAGER)
    page = client.post(url("user_switch", manager.pk), {"para": "off"})
    assert page.status_code == (302 if others else 409)
    manager.refresh_from_db()
    assert manager.is_active is (others == 0)


def test_the_last_manager_keeps_the_role(client, manager):
    data = {"role": Role.AGENT, "name": "Nome", "email": "", "position": "", "badge": "", "crmv": ""}
    page = client.post(url("user", manager.pk), data)
    assert page.status_code == 422
    assert "único gestor" in page.content.decode()
    manager.refresh_from_db()
    assert manager.role == Role.MANAGER
