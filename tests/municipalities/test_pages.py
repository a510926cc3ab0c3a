"""Each page of the municipality: opens for its manager, for nobody else, and not on a stranger's record."""

from datetime import date, datetime

import pytest
from django.urls import reverse

from tests.factories import MembershipFactory, MunicipalityFactory, sign_in
from zoonoses.municipalities.models import Holiday, Role

pytestmark = pytest.mark.django_db
PAGES = ["settings", "laws", "holidays", "index_values", "users", "user_new", "audit", "training"]


@pytest.fixture
def town(db):
    return MunicipalityFactory(law="joao-neiva-es", at=datetime.fromisoformat("2025-03-10 09:00"))


@pytest.fixture
def manager(client, town):
    post = town.memberships.get(role=Role.MANAGER)
    sign_in(client, post)
    return post


@pytest.mark.parametrize("page", PAGES)
def test_manager_opens(client, manager, page):
    response = client.get(reverse(f"municipalities:{page}"))
    assert response.status_code == 200
    assert "<h1>" in response.content.decode()


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("role", [Role.AGENT, Role.VET, Role.CLERK, Role.JUDGE, Role.CLINIC])
def test_no_other_role_opens(client, town, page, role):
    sign_in(client, MembershipFactory(municipality=town, role=role))
    assert client.get(reverse(f"municipalities:{page}")).status_code == 403


def test_strangers_records_are_not_found(client, manager):
    other = MembershipFactory(municipality=MunicipalityFactory(law="vitoria-es"))
    day = Holiday.objects.create(
        municipality=other.municipality, on=date(2025, 9, 8), name="Padroeira", act="Lei"
    )
    for name, pk in [("user", other.pk), ("holiday_revoke", day.pk)]:
        assert client.get(reverse(f"municipalities:{name}", args=[pk])).status_code == 404
    for name in ["user_switch", "user_link"]:
        assert client.post(reverse(f"municipalities:{name}", args=[other.pk])).status_code == 404


def test_list_of_users_asks_a_constant_number_of_queries(
    client, manager, town, django_assert_max_num_queries
):
    MembershipFactory.create_batch(20, municipality=town)
    with django_assert_max_num_queries(8):
        client.get(reverse("municipalities:users"))


def test_audit_asks_a_constant_number_of_queries(client, manager, town, django_assert_max_num_queries):
    for post in MembershipFactory.create_batch(20, municipality=town):
        post.position = "Fiscal"
        post.save()
    with django_assert_max_num_queries(10):
        client.get(reverse("municipalities:audit"))
