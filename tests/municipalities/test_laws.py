"""Which law holds on which day, and how its open points are read."""

from datetime import date, datetime

import pytest
from django.urls import reverse

from tests.factories import MembershipFactory, MunicipalityFactory, local_moment, sign_in
from zoonoses.law import LawError
from zoonoses.municipalities.lawbook import Lawbook, all_rulesets
from zoonoses.municipalities.models import ReadingChoice, Role
from zoonoses.municipalities.refusals import Refused
from zoonoses.municipalities.services import laws

pytestmark = pytest.mark.django_db


def choose(town, key, value):
    ruleset = all_rulesets()[town.rulesets.get().ruleset]
    return laws.choose(
        municipality=town,
        law=ruleset,
        key=key,
        value=value,
        reason="Parecer 12/2026",
        by=town.memberships.get(role=Role.MANAGER),
        at=local_moment(town, 2026, 3, 10, 9, 0),
    )


def test_the_law_of_the_day():
    town = MunicipalityFactory(law="vitoria-es")
    laws.adopt(municipality=town, ruleset="joao-neiva-es", from_on=date(2025, 6, 1), on=date(2025, 3, 1))
    assert Lawbook(town, date(2025, 5, 31)).ruleset.id == "vitoria-es"
    assert Lawbook(town, date(2025, 6, 1)).ruleset.id == "joao-neiva-es"


def test_no_law_is_said_not_guessed():
    town = MunicipalityFactory(name="Ibiraçu", uf="ES", law="vitoria-es")
    with pytest.raises(LawError) as caught:
        _ = Lawbook(town, date(2025, 6, 1)).ruleset
    assert caught.value.details["enter"] == "municipalities:laws"


def test_the_first_law_holds_from_always():
    town = MunicipalityFactory(name="Ibiraçu", uf="ES", law="vitoria-es")
    row = laws.adopt(municipality=town, ruleset="vitoria-es", from_on=date(2026, 1, 1), on=date(2026, 1, 1))
    assert row.from_on is None


def test_choosing_keeps_history_and_the_last_holds():
    town = MunicipalityFactory(law="joao-neiva-es")
    choose(town, "defence_term", "10_calendar_days")
    choose(town, "defence_term", "10_business_days")
    choose(town, "fine_basis", "per_animal")
    assert Lawbook(town, date(2026, 3, 10)).readings == {
        "defence_term": "10_business_days",
        "fine_basis": "per_animal",
    }
    assert ReadingChoice.objects.of(town).filter(key="defence_term").count() == 2


@pytest.mark.parametrize(
    ("key", "value"),
    [("defence_term", "30_days"), ("defence_term", "10_business_days"), ("valid_until", None)],
)
def test_what_the_text_does_not_allow_or_already_holds_is_refused(key, value):
    with pytest.raises(Refused):
        choose(MunicipalityFactory(law="joao-neiva-es"), key, value)


def test_the_end_of_alegre_s_law_is_entered_by_the_manager(client):
    town = MunicipalityFactory(law="alegre-es", at=datetime.fromisoformat("2023-05-10 09:00"))
    sign_in(client, town.memberships.get(role=Role.MANAGER))
    day = date(2023, 5, 10)
    with pytest.raises(LawError) as caught:
        Lawbook(town, day).ask("in_force", on=day)
    assert caught.value.code == "value_unknown"
    url = reverse("municipalities:reading", args=["valid_until"])
    assert client.post(url, {"value": "2023-04-30", "reason": ""}).status_code == 422
    assert client.post(url, {"value": "2023-04-30", "reason": "Publicação da Lei de 2023"}).status_code == 302
    assert Lawbook(town, day).ask("in_force", on=day)["in_force"] is False
    assert Lawbook(town, day).ask("in_force", on=date(2023, 4, 30))["in_force"] is True
    page = client.get(url).content.decode()
    assert "Publicação da Lei de 2023" in page
    assert "30/04/2023" in page


@pytest.mark.parametrize("law", sorted(all_rulesets()))
def test_every_open_point_has_a_page_with_the_law_s_words(client, law):
    town = MunicipalityFactory(law=law)
    sign_in(client, MembershipFactory(municipality=town, role=Role.MANAGER))
    listing = client.get(reverse("municipalities:laws")).content.decode()
    for key, reading in all_rulesets()[law].readings.items():
        assert f'id="{key}"' in listing
        page = client.get(reverse("municipalities:reading", args=[key]))
        assert page.status_code == 200, key
        assert reading.why[:30].replace("&", "&amp;").replace("'", "&#x27;") in page.content.decode(), key


def test_option_is_chosen_by_its_meaning(client):
    town = MunicipalityFactory(law="joao-neiva-es")
    sign_in(client, MembershipFactory(municipality=town, role=Role.MANAGER))
    options = all_rulesets()["joao-neiva-es"].readings["fine_basis"].options
    index = next(i for i, option in enumerate(options) if option.value == "per_animal")
    url = reverse("municipalities:reading", args=["fine_basis"])
    assert client.post(url, {"value": str(index), "reason": "Parecer"}).status_code == 302
    assert Lawbook(town, date(2026, 3, 10)).readings == {"fine_basis": "per_animal"}
    assert client.post(url, {"value": str(index), "reason": "Parecer"}).status_code == 422
    assert client.get(reverse("municipalities:reading", args=["nenhuma"])).status_code == 404


def test_adopting_on_the_page(client):
    town = MunicipalityFactory(law="joao-neiva-es")
    sign_in(client, MembershipFactory(municipality=town, role=Role.MANAGER))
    url = reverse("municipalities:laws")
    assert client.post(url, {"ruleset": "inexistente", "from_on": ""}).status_code == 422
    assert client.post(url, {"ruleset": "vitoria-es", "from_on": "2030-01-01"}).status_code == 302
    assert Lawbook(town, date(2030, 1, 1)).ruleset.id == "vitoria-es"
    assert client.get(url, {"lei": "vitoria-es"}).status_code == 200
