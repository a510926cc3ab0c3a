"""People: the form, the search, duplicates, warnings, and who may open their pages."""

from datetime import date

import pytest
from auditlog.models import LogEntry
from django.urls import reverse

from registry.models import Animal, Phone, Tutor
from registry.services import duplicates, tutors
from tests.factories import (
    AnimalFactory,
    CompanyFactory,
    MembershipFactory,
    MunicipalityFactory,
    TutorFactory,
    sign_in,
)
from zoonoses.documents.models import AccessRecord
from zoonoses.documents.refusals import Refusal
from zoonoses.municipalities.models import Role

pytestmark = pytest.mark.django_db

PERSON = {
    "kind": "natural_person",
    "name": "Conceição Araújo",
    "document": "529.982.247-25",
    "street": "Rua do Comércio",
    "number": "S/N",
    "district": "Centro",
    "phone_1": "(27) 99999-0000",
    "postal_code": "29680-000",
}


@pytest.fixture
def town():
    return MunicipalityFactory(law="joao-neiva-es", at=(2025, 3, 10, 9, 0))


@pytest.fixture
def clerk(client, town):
    return sign_in(client, MembershipFactory(municipality=town, role=Role.CLERK))


def found(town, text):
    return [tutor.name for tutor in tutors.search(municipality=town, text=text).tutors]


@pytest.mark.parametrize(
    "name",
    ["José D'Ávila", "Sant'Ana", "Maria O'Hara", "João Ñuñez", "Müller", "Ângela de Souza e Silva", "李小龍"],
)
def test_names_are_saved_as_typed_and_found(town, name):
    TutorFactory(municipality=town, name=name)
    assert found(town, name) == [name]


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("joao", "João Gonçalves"),
        ("goncalves joão", "João Gonçalves"),
        ("davila", "José D'Ávila"),
        ("araujo conceicao", "Conceição Araújo"),
        ("rua das flores 157", "João Gonçalves"),
    ],
)
def test_search_by_words_in_any_order_without_accents(town, typed, name):
    for who in ("João Gonçalves", "José D'Ávila", "Conceição Araújo"):
        TutorFactory(municipality=town, name=who)
    assert name in found(town, typed)


def test_search_by_document_and_phone(town):
    TutorFactory(municipality=town, name="Ana", document="52998224725", phone="27999990000")
    CompanyFactory(municipality=town, name="Loja", document="12ABC34501DE35")
    assert found(town, "529.982.247-25") == found(town, "52998224725") == ["Ana"]
    assert found(town, "(27) 99999-0000") == ["Ana"]
    assert found(town, "99999-0000") == ["Ana"]
    assert found(town, "12.abc.345/01de-35") == ["Loja"]


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("529.982.247-24", "CPF inválido"),
        ("52998224724", "CPF inválido"),
        ("1234567890", "O CPF tem 11 dígitos; foram digitados 10."),
        ("12.ABC.345/01DE-36", "CNPJ inválido"),
    ],
)
def test_an_invalid_document_says_so_and_finds_nobody(town, typed, sentence):
    TutorFactory(municipality=town, document="52998224725")
    result = tutors.search(municipality=town, text=typed)
    assert (result.tutors, sentence in result.sentence) == ([], True)


def test_search_stays_in_the_municipality_and_gives_the_first_25(town):
    TutorFactory(name="Ana de Outra Cidade", municipality=MunicipalityFactory(law="alegre-es"))
    for _ in range(26):
        TutorFactory(municipality=town, name="Ana Lima")
    result = tutors.search(municipality=town, text="ana")
    assert (len(result.tutors), result.has_more) == (25, True)


def test_a_person_is_entered_with_clean_columns(clerk, town):
    response = clerk.post(reverse("registry:tutor_new"), PERSON)
    tutor = Tutor.objects.get()
    assert response.headers["Location"] == reverse("registry:tutor", args=[tutor.pk])
    assert (tutor.document, tutor.postal_code, tutor.name_key) == (
        "52998224725",
        "29680000",
        "conceicao araujo",
    )
    assert list(tutor.phones.values_list("number", flat=True)) == ["27999990000"]
    assert LogEntry.objects.get_for_object(tutor).count() == 1


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"document": "1234567890"}, "O CPF tem 11 dígitos; foram digitados 10."),
        ({"document": ""}, "Informe o CPF ou CNPJ, ou diga por que não há."),
        ({"document": "52998224725", "kind": "legal_person"}, "O CNPJ tem 14 caracteres"),
        ({"phone_1": "(11) 123"}, "Telefone inválido"),
        ({"postal_code": "00000000"}, "CEP inválido"),
        ({"name": "123"}, "Informe o nome."),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_lost(clerk, change, sentence):
    response = clerk.post(reverse("registry:tutor_new"), {**PERSON, **change})
    assert response.status_code == 422
    assert sentence in response.content.decode()
    assert "Rua do Comércio" in response.content.decode()
    assert not Tutor.objects.exists()


def test_no_document_with_a_reason(clerk):
    clerk.post(
        reverse("registry:tutor_new"),
        {**PERSON, "document": "", "no_document_reason": "recusou-se a informar"},
    )
    assert Tutor.objects.get().no_document_reason == "recusou-se a informar"


def test_the_same_document_is_refused_with_a_link(clerk, town):
    other = TutorFactory(municipality=town, document="52998224725", name="Conceição A. Araújo")
    response = clerk.post(reverse("registry:tutor_new"), PERSON)
    assert response.status_code == 422
    assert reverse("registry:tutor", args=[other.pk]) in response.content.decode()


def test_two_entries_of_one_document_at_one_moment_make_one_person(town):
    TutorFactory(municipality=town, document="52998224725")
    values = {"name": "Outra", "document": "52998224725", "kind": "natural_person", "phones": []}
    with pytest.raises(Refusal) as refused:
        tutors.register(municipality=town, values=values)
    assert refused.value.code == "same_document"


def test_a_near_name_at_the_same_place_is_warned_about_then_entered_all_the_same(clerk, town):
    TutorFactory(
        municipality=town, name="Conceição Araujo", street="Rua do Comércio", number="S/N", district="Centro"
    )
    response = clerk.post(reverse("registry:tutor_new"), PERSON)
    assert response.status_code == 409
    assert "cadastrar mesmo assim" in response.content.decode()
    clerk.post(reverse("registry:tutor_new"), {**PERSON, "anyway": "1"})
    assert Tutor.objects.count() == 2


def test_a_neighbour_of_another_name_is_no_duplicate(town):
    TutorFactory(
        municipality=town, name="Pedro Henrique", street="Rua do Comércio", number="S/N", district="Centro"
    )
    values = {"name": "Conceição Araújo", "street": "Rua do Comércio", "number": "S/N", "district": "Centro"}
    assert duplicates.likely_same(municipality=town, values=values) == []


def test_a_correction_keeps_what_was(clerk, town):
    tutor = TutorFactory(municipality=town, name="Ana Lma", document="52998224725", phone="27999990000")
    clerk.post(reverse("registry:tutor_edit", args=[tutor.pk]), {**PERSON, "name": "Ana Lima", "phone_1": ""})
    entry = LogEntry.objects.get_for_object(tutor).filter(action=LogEntry.Action.UPDATE).latest("id")
    assert entry.changes_dict["name"] == ["Ana Lma", "Ana Lima"]
    assert not Phone.objects.exists()


def test_a_warning_stands_until_it_is_lifted(clerk, town):
    tutor = TutorFactory(municipality=town)
    clerk.post(reverse("registry:warning_new", args=[tutor.pk]), {"reason": "cão bravo solto no quintal"})
    page = clerk.get(reverse("registry:tutor", args=[tutor.pk])).content.decode()
    assert "cão bravo solto no quintal" in page
    warning = tutor.warnings.get()
    assert warning.on == date(2025, 3, 10)
    clerk.post(reverse("registry:warning_lift", args=[warning.pk]))
    assert tutors.standing_warnings(tutor) == []
    warning.refresh_from_db()
    assert warning.lifted_on == date(2025, 3, 10)


def test_each_look_is_recorded(clerk, town):
    tutor = TutorFactory(municipality=town)
    clerk.get(reverse("registry:tutor", args=[tutor.pk]))
    row = AccessRecord.objects.get()
    assert (row.what, row.object_type, row.object_id) == (
        "cadastro do tutor",
        "registry.tutor",
        str(tutor.pk),
    )


def test_a_search_is_not_in_the_address(clerk, town):
    TutorFactory(municipality=town, name="João Gonçalves")
    response = clerk.post(reverse("registry:tutors"), {"q": "goncalves"})
    assert "João Gonçalves" in response.content.decode()
    response = clerk.post(reverse("registry:tutors"), {"q": "529.982.247-24"})
    assert "CPF inválido" in response.content.decode()
    assert "João Gonçalves" not in response.content.decode()


@pytest.mark.parametrize("name", ["registry:tutors", "registry:animals"])
def test_lists_cost_the_same_whatever_their_length(
    clerk, town, name, django_assert_num_queries, django_assert_max_num_queries
):
    AnimalFactory(tutor=TutorFactory(municipality=town))
    with django_assert_max_num_queries(20) as few:
        clerk.get(reverse(name))
    for _ in range(30):
        AnimalFactory(tutor=TutorFactory(municipality=town, phone="27999990000"))
    with django_assert_num_queries(len(few)):
        page = clerk.get(reverse(name)).content.decode()
    assert "Próximas" in page


def test_animals_are_entered_and_corrected(clerk, town):
    tutor = TutorFactory(municipality=town)
    form = {"species": "dog", "name": "Rex", "sex": "male", "size": "G", "age_years": "3", "age_months": "2"}
    clerk.post(f"{reverse('registry:animal_new')}?tutor={tutor.pk}", form)
    animal = Animal.objects.get()
    assert (animal.tutor, animal.born_on, animal.age_is_presumed) == (tutor, date(2022, 1, 10), True)
    clerk.post(
        reverse("registry:animal_edit", args=[animal.pk]), {**form, "age_years": "", "born_on": "2022-03-18"}
    )
    animal.refresh_from_db()
    assert animal.born_on == date(2022, 3, 18)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"born_on": "2025-03-11"}, "O nascimento não pode ser depois de hoje."),
        ({"born_on": "20226-01-01"}, "Data inválida"),
        ({"born_on": "1900-01-01"}, "Confira o ano do nascimento"),
        ({"species": "other"}, "Diga qual é a espécie."),
    ],
)
def test_wrong_animals_are_refused(clerk, change, sentence):
    form = {"species": "dog", "sex": "male", **change}
    response = clerk.post(reverse("registry:animal_new"), form)
    assert response.status_code == 422
    assert sentence in response.content.decode()


@pytest.mark.parametrize("born_on", [date(2022, 3, 18), date(2018, 11, 4), date(2013, 10, 20)])
def test_a_birth_day_is_a_day(clerk, born_on):
    clerk.post(
        reverse("registry:animal_new"), {"species": "cat", "sex": "male", "born_on": born_on.isoformat()}
    )
    animal = Animal.objects.get()
    assert animal.born_on == born_on
    assert f"{born_on:%d/%m/%Y}" in clerk.get(reverse("registry:animal", args=[animal.pk])).content.decode()
    edit = clerk.get(reverse("registry:animal_edit", args=[animal.pk])).content.decode()
    assert f'value="{born_on.isoformat()}"' in edit


def test_strangers_are_404_and_the_clinic_is_403(client, clerk, town):
    stranger = TutorFactory(municipality=MunicipalityFactory(law="alegre-es"))
    pet = AnimalFactory(tutor=stranger)
    for name, pk in (
        ("tutor", stranger.pk),
        ("tutor_edit", stranger.pk),
        ("animal", pet.pk),
        ("animal_edit", pet.pk),
    ):
        assert clerk.get(reverse(f"registry:{name}", args=[pk])).status_code == 404
    sign_in(client, MembershipFactory(municipality=town, role=Role.CLINIC))
    assert client.get(reverse("registry:tutors")).status_code == 403
