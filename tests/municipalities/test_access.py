"""In which municipality one acts, and the second factor of managers."""

import pytest
from allauth.mfa.models import Authenticator
from django.urls import reverse

from tests.factories import MembershipFactory, MunicipalityFactory, UserFactory, sign_in
from zoonoses.municipalities.middleware import SESSION_KEY
from zoonoses.municipalities.models import Role

pytestmark = pytest.mark.django_db
CHOOSE = reverse("municipalities:choose")
SETTINGS = reverse("municipalities:settings")


def enter(client, user):
    client.force_login(user, backend="allauth.account.auth_backends.AuthenticationBackend")


@pytest.fixture
def posts(db):
    user = UserFactory()
    return [
        MembershipFactory(user=user, municipality=MunicipalityFactory(law=law), role=role)
        for law, role in [("joao-neiva-es", Role.MANAGER), ("vitoria-es", Role.AGENT)]
    ]


def test_one_post_needs_no_choice(client):
    post = MembershipFactory(role=Role.MANAGER)
    enter(client, post.user)
    assert client.get(SETTINGS).status_code == 200


def test_two_posts_are_chosen_from_and_the_role_goes_with_the_post(client, posts):
    enter(client, posts[0].user)
    assert client.get(SETTINGS).url == f"{CHOOSE}?next=%2Fmunicipio%2F"
    assert client.post(CHOOSE, {"post": posts[0].pk, "next": SETTINGS}).url == SETTINGS
    assert client.get(SETTINGS).status_code == 200
    client.post(CHOOSE, {"post": posts[1].pk})
    assert client.get(SETTINGS).status_code == 403


@pytest.mark.parametrize(
    "target", ["https://exemplo.invalid/", "//exemplo.invalid", "javascript:alert(1)", ""]
)
def test_no_redirect_to_elsewhere(client, posts, target):
    enter(client, posts[0].user)
    assert client.post(CHOOSE, {"post": posts[0].pk, "next": target}).url == "/"


def test_another_s_post_cannot_be_chosen(client, posts):
    stranger = MembershipFactory(role=Role.MANAGER)
    enter(client, posts[0].user)
    assert client.post(CHOOSE, {"post": stranger.pk}).status_code == 400
    session = client.session
    session[SESSION_KEY] = stranger.pk
    session.save()
    assert client.get(SETTINGS).status_code == 302


def test_a_post_ended_during_the_session_ends_it_there(client, posts):
    sign_in(client, posts[0])
    posts[0].is_active = False
    posts[0].save()
    assert client.get(SETTINGS).status_code == 403  # only the agent's post is left


def test_without_a_post_the_page_says_what_to_do(client):
    enter(client, UserFactory())
    assert "não tem vínculo ativo" in client.get(CHOOSE).content.decode()
    assert client.get(SETTINGS).status_code == 302


@pytest.mark.parametrize(
    ("required", "role", "has_factor", "status"),
    [
        (True, Role.MANAGER, False, 302),
        (True, Role.MANAGER, True, 200),
        (False, Role.MANAGER, False, 200),
        (True, Role.AGENT, False, 403),
    ],
)
def test_managers_need_a_second_factor_where_the_installation_says_so(
    client, settings, required, role, has_factor, status
):
    settings.ZOONOSES_REQUIRE_MFA_FOR_MANAGERS = required
    post = MembershipFactory(role=role)
    sign_in(client, post)
    if has_factor:
        Authenticator.objects.create(user=post.user, type=Authenticator.Type.TOTP, data={"secret": "x"})
    response = client.get(SETTINGS)
    assert response.status_code == status
    if status == 302:
        assert response.url == reverse("mfa_index")
        assert "segundo fator" in client.get(response.url).content.decode()


def test_the_pages_that_set_up_the_factor_stay_open(client, settings):
    settings.ZOONOSES_REQUIRE_MFA_FOR_MANAGERS = True
    sign_in(client, MembershipFactory(role=Role.MANAGER))
    for name in ("mfa_index", "usersessions_list", "municipalities:theme"):
        assert client.get(reverse(name)).status_code == 200
