"""What the law says of a visit while it is reviewed: what is an infraction, what is outside, what follows."""

import pytest
from django.urls import reverse

from inspections.models import Finding, Inspection
from tests.factories import (
    MembershipFactory,
    TutorFactory,
    sign_in,
)
from tests.inspections.street import ABSENT, DOG, PLACE, Street, found, known
from zoonoses.documents.models import Case
from zoonoses.municipalities.models import Role

pytestmark = pytest.mark.django_db


@pytest.fixture
def street(client):
    return Street(client, "joao-neiva-es")


@pytest.mark.parametrize(
    ("length", "is_infraction"), [("1,99", True), ("1.99", True), ("2,00", False), ("2", False)]
)
def test_the_length_of_a_rope(street, length, is_infraction):
    tutor = TutorFactory(municipality=street.town)
    draft = street.begin(tutor=tutor.pk)
    page = street.review(
        draft, **known(tutor), **found("short_tether", **{"f-short_tether-tether-length_m": length})
    )
    response = street.file(draft)
    if is_infraction:
        assert "Com estes fatos é infração" in page
        assert Finding.objects.get().facts == {"tether": {"length_m": length.replace(",", ".")}}
    else:
        assert "Com estes fatos a lei não vê infração" in page
        assert response.status_code == 409
        assert not Inspection.objects.exists()


@pytest.mark.parametrize(
    ("until", "is_infraction"), [("2025-03-10T09:00", False), ("2025-03-10T09:01", True)]
)
def test_hours_alone_count_to_the_minute(street, until, is_infraction):
    tutor = TutorFactory(municipality=street.town)
    draft = street.begin(tutor=tutor.pk)
    prefix = "f-left_alone_48h-left_alone"
    facts = {f"{prefix}-from": "2025-03-08T09:00", f"{prefix}-to": until}
    street.review(draft, **known(tutor), **found("left_alone_48h", **facts))
    assert street.file(draft).status_code == (302 if is_infraction else 409)


def test_wild_fauna_is_outside_the_law(street):
    draft = street.begin()
    data = {
        "who-who": "unknown", **PLACE, **ABSENT, "animal-rows": "1", "animal-0-species": "other",
        "animal-0-species_other": "papagaio", "animal-0-sex": "unknown", "animal-0-is_wild": "on",
        **found("deprivation"),
    }  # fmt: skip
    page = street.review(draft, **data)
    assert "fauna silvestre fica fora desta lei" in page
    assert street.file(draft).status_code == 409
    assert not Case.objects.exists()


@pytest.mark.parametrize(
    ("law", "code", "more", "expected"),
    [
        ("joao-neiva-es", "deprivation", {}, "Relatório do médico veterinário"),
        ("alegre-es", "unregistered_animal", {}, "Intimação"),
        ("alegre-es", "leash_plate_handler", {}, "R$ 50,00"),
        (
            "cuiaba-mt",
            "loose_animal",
            {"f-loose_animal-gravity": "serious", "f-loose_animal-gravity_reason": "porte"},
            "5,00 UPF",
        ),
        ("alvares-machado-sp", "loose_unaccompanied_animal", {}, "60,00 UFM"),
        ("vitoria-es", "fierce_animal_sign", {}, "Orientação"),
    ],
)
def test_the_review_says_what_the_law_allows(client, law, code, more, expected):
    street = Street(client, law)
    tutor = TutorFactory(municipality=street.town)
    draft = street.begin(tutor=tutor.pk)
    data = {**known(tutor), "animal-0-species": "horse" if law == "alvares-machado-sp" else "dog"}
    page = street.review(draft, **data, **found(code, **more))
    assert expected in page
    assert street.file(draft).status_code == 302
    finding = Finding.objects.get()
    assert finding.infraction == code
    assert finding.inspection.act.ruleset == law
    shown = client.get(reverse("inspections:inspection", args=[finding.inspection_id])).content.decode()
    assert expected in shown


def test_a_chosen_gravity_is_justified(client):
    street = Street(client, "cuiaba-mt")
    tutor = TutorFactory(municipality=street.town)
    draft = street.begin(tutor=tutor.pk)
    data = {**known(tutor), **found("loose_animal", **{"f-loose_animal-gravity": "serious"})}
    response = street.send(draft, "review", **data)
    assert response.status_code == 422
    assert "A gravidade escolhida precisa de justificativa." in response.content.decode()


def test_the_law_counts_the_animals_of_a_home(client):
    street = Street(client, "alegre-es")
    tutor = TutorFactory(municipality=street.town)
    draft = street.begin(tutor=tutor.pk)
    data = {**known(tutor), "animal-0-quantity": "11", **found("too_many_animals")}
    page = street.review(draft, **data)
    assert "acima do limite" in page
    page = street.review(draft, **{**data, "animal-0-quantity": "10"})
    assert "dentro do limite" in page


def test_animals_outside_the_law_are_named(client):
    street = Street(client, "alvares-machado-sp")
    draft = street.begin()
    page = street.review(
        draft, **{"who-who": "unknown", **PLACE, **DOG, **ABSENT, **found("loose_unaccompanied_animal")}
    )
    assert "Fora do alcance desta lei" in page


def test_a_law_without_known_end_takes_no_new_act_until_the_manager_enters_it(client):
    street = Street(client, "alegre-es", (2023, 5, 2, 9, 0))
    draft = street.begin()
    response = street.client.get(reverse("inspections:draft", args=[draft.key]))
    assert response.status_code == 409
    assert "foi revogada" in response.content.decode()
    assert street.send(draft, **PLACE).status_code == 409
    draft.refresh_from_db()
    assert draft.data["where-street"] == ["Rua das Flores"]
    manager = MembershipFactory(municipality=street.town, role=Role.MANAGER)
    page = sign_in(client, manager).get(reverse("inspections:draft", args=[draft.key])).content.decode()
    assert reverse("municipalities:laws") in page
