"""The visit on the phone: everything typed is kept, the review says what the law allows, filing makes one record."""

from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from inspections.models import Complaint, Finding, Inspection, InspectionDraft
from inspections.services import drafts
from registry.models import Animal, Tutor
from tests.factories import (
    AnimalFactory,
    MembershipFactory,
    MunicipalityFactory,
    TutorFactory,
    local_moment,
    sign_in,
)
from tests.inspections.street import ABSENT, DOG, PLACE, Street, found, known, photo, signature
from zoonoses.documents.models import Act, Attachment, Case, Document
from zoonoses.municipalities.models import Role

pytestmark = pytest.mark.django_db


@pytest.fixture
def street(client):
    return Street(client, "joao-neiva-es")


def test_a_draft_opens_empty_without_complaints_about_it(street):
    page = street.page(street.begin())
    assert "obrigatório" not in page
    assert "O animal está sem comida, sem água" in page
    assert "o animal está sem comida e há indicativos que não recebeu alimento;" in page


def test_a_draft_begun_twice_is_one_until_something_is_typed(street):
    first = street.begin()
    assert street.begin().key == first.key
    street.send(first, **{"closing-notes": "Portão azul."})
    assert street.begin().key != first.key
    assert InspectionDraft.objects.count() == 2
    assert len({street.begin(paper="1").key for _ in range(3)}) == 1
    assert InspectionDraft.objects.count() == 3


def test_whatever_is_wrong_is_said_and_still_kept(street):
    draft = street.begin()
    response = street.send(
        draft, **{"who-who": "new", "tutor-kind": "natural_person", "tutor-document": "1234567890", **PLACE}
    )
    assert response.status_code == 422
    assert "O CPF tem 11 dígitos; foram digitados 10." in response.content.decode()
    page = street.page(draft)
    assert 'value="1234567890"' in page
    assert "Rua das Flores" in page


def test_an_unfinished_draft_can_be_kept(street):
    draft = street.begin()
    assert street.send(draft, **{"where-street": "Rua A"}).status_code == 302
    assert street.send(draft, "review", **{"where-street": "Rua A"}).status_code == 422


def test_the_person_is_found_without_leaving_the_visit(street):
    tutor = TutorFactory(municipality=street.town, name="João Gonçalves")
    street.client.post(
        reverse("registry:warning_new", args=[tutor.pk]), {"reason": "cão bravo solto no quintal"}
    )
    draft = street.begin()
    page = street.send(draft, "search", **{"who-q": "goncalves"}).content.decode()
    assert "João Gonçalves" in page
    street.send(draft, "choose", tutor_choice=str(tutor.pk), **{"who-who": "unknown"})
    page = street.page(draft)
    assert "cão bravo solto no quintal" in page
    page = street.send(draft, "search", **{"who-q": "529.982.247-24"}).content.decode()
    assert "CPF inválido" in page


def test_a_tutor_and_animals_are_entered_inside(street):
    draft = street.begin()
    street.send(draft, "add_animal", **PLACE, **DOG)
    draft.refresh_from_db()
    assert draft.data["animal-rows"] == ["2"]
    data = {
        "who-who": "new", "tutor-kind": "natural_person", "tutor-name": "Conceição Araújo",
        "tutor-document": "529.982.247-25", "tutor-phone_1": "(27) 99999-0000", **PLACE, **DOG, **ABSENT,
        "animal-rows": "2", "animal-1-species": "cat", "animal-1-sex": "unknown", "animal-1-quantity": "6",
        **found("deprivation"),
    }  # fmt: skip
    page = street.review(draft, **data)
    assert "Conceição Araújo" in page
    assert "Animais: 7" in page
    response = street.file(draft)
    inspection = Inspection.objects.get()
    assert response.headers["Location"].startswith(reverse("inspections:inspection", args=[inspection.pk]))
    assert inspection.tutor.document == "52998224725"
    assert [animal.name for animal in inspection.animals.all()] == ["Rex"]
    assert inspection.animals.get().tutor == inspection.tutor
    assert inspection.animal_groups == [{"species": "cat", "label": "gato", "count": 6}]
    assert inspection.animal_count == 7


def test_filed_three_times_it_is_one_visit(street):
    tutor = TutorFactory(municipality=street.town)
    draft = street.begin(tutor=tutor.pk)
    street.review(draft, **known(tutor), **found("deprivation"))
    pages = {street.file(draft).headers["Location"].split("?")[0] for _ in range(3)}
    assert len(pages) == 1
    assert (Inspection.objects.count(), Finding.objects.count(), Document.objects.count()) == (1, 1, 1)
    assert (Case.objects.count(), Act.objects.count(), Animal.objects.count()) == (1, 1, 1)
    assert street.client.get(reverse("inspections:draft", args=[draft.key])).status_code == 302
    assert street.send(draft, **{"where-street": "Outra rua"}).status_code == 302
    assert Inspection.objects.get().street == "Rua das Flores"


def test_the_ficha_carries_signs_signature_and_photos(street):
    tutor = TutorFactory(municipality=street.town, name="José D'Ávila")
    draft = street.begin(tutor=tutor.pk)
    street.send(draft, "photos", **known(tutor), photos=[photo("a.jpg"), photo("b.jpg")])
    assert drafts.files_of(draft, Attachment.Kind.PHOTO).count() == 2
    first = drafts.files_of(draft, Attachment.Kind.PHOTO).first()
    street.send(draft, **known(tutor), remove_photo=str(first.pk))
    data = {
        **known(tutor), "closing-presence": "signed", "signature": signature(),
        "signs-signs": ["no_water_bowl"], "signs-other": "sem sombra", **found("deprivation"),
    }  # fmt: skip
    street.review(draft, **data)
    street.file(draft)
    inspection = Inspection.objects.get()
    document = inspection.act.document
    body = document.file.context["body"]
    assert document.kind == "control_form"
    assert [mark["text"] for mark in body["signs"] if mark["checked"]] == [
        "não há vasilha de água;",
        body["signs"][-1]["text"],
    ]
    assert body["signs"][-1]["detail"] == "sem sombra"
    assert body["reported"]["image"] == inspection.signature_id
    assert inspection.act.attachments.filter(kind="photo").count() == 1
    assert body["animal_types"][0] == {"text": "cão", "checked": True}
    assert "signature" not in InspectionDraft.objects.get().data


def test_a_photo_that_is_no_photo_is_refused_and_the_rest_stays(street):
    draft = street.begin()
    bad = SimpleUploadedFile("nota.txt", b"texto", "text/plain")
    response = street.send(draft, "photos", photos=[photo(), bad], **PLACE)
    assert response.status_code == 422
    assert "não é uma foto" in response.content.decode()
    assert drafts.files_of(draft, Attachment.Kind.PHOTO).count() == 1
    draft.refresh_from_db()
    assert draft.data["where-street"] == ["Rua das Flores"]


def test_a_refusal_needs_two_witnesses(street):
    tutor = TutorFactory(municipality=street.town)
    draft = street.begin(tutor=tutor.pk)
    data = {
        **known(tutor),
        "closing-presence": "refused",
        "closing-witness_1": "Ana Lima",
        **found("deprivation"),
    }
    response = street.send(draft, "review", **data)
    assert response.status_code == 422
    assert "A recusa precisa de duas testemunhas." in response.content.decode()
    street.review(draft, **data, **{"closing-witness_2": "Rui Paz"})
    street.file(draft)
    inspection = Inspection.objects.get()
    assert (inspection.presence, inspection.witness_2) == ("refused", "Rui Paz")
    names = [row["name"] for row in inspection.act.document.file.context["body"]["refusal"]["witnesses"]]
    assert names == ["Ana Lima", "Rui Paz"]


def test_a_visit_from_a_complaint_is_of_its_case(street):
    clerk = MembershipFactory(municipality=street.town, role=Role.CLERK)
    sign_in(street.client, clerk)
    words = {
        "channel": "counter",
        "what": "cães sem água",
        "street": "Rua B",
        "number": "7",
        "accused_name": "Seu Zé",
    }
    street.client.post(reverse("inspections:complaint_new"), words)
    complaint = Complaint.objects.get()
    sign_in(street.client, street.agent)
    draft = street.begin(complaint=complaint.pk)
    assert (draft.data["where-street"], draft.data["tutor-name"]) == (["Rua B"], ["Seu Zé"])
    street.review(draft, **{"who-who": "unknown", **PLACE, **DOG, **ABSENT, **found("deprivation")})
    street.file(draft)
    inspection = Inspection.objects.get()
    assert (inspection.complaint, inspection.act.case) == (complaint, complaint.act.case)
    assert list(inspection.act.rests_on.all()) == [complaint.act]


def test_a_draft_is_its_authors_and_the_managers(client, street):
    draft = street.begin()
    address = reverse("inspections:draft", args=[draft.key])
    others = {Role.AGENT: 404, Role.VET: 404, Role.MANAGER: 200, Role.CLERK: 403}
    for role, status in others.items():
        sign_in(client, MembershipFactory(municipality=street.town, role=role))
        assert client.get(address).status_code == status
    abroad = MembershipFactory(municipality=MunicipalityFactory(law="vitoria-es"), role=Role.MANAGER)
    assert sign_in(client, abroad).get(address).status_code == 404


def test_two_people_on_one_draft_the_last_words_stay_and_filing_is_once(client, street):
    tutor = TutorFactory(municipality=street.town)
    draft = street.begin(tutor=tutor.pk)
    street.send(draft, **known(tutor), **{"closing-notes": "da agente"})
    manager = MembershipFactory(municipality=street.town, role=Role.MANAGER)
    sign_in(client, manager)
    street.review(draft, **known(tutor), **{"closing-notes": "da gestora"})
    street.file(draft)
    sign_in(client, street.agent)
    assert street.file(draft).status_code == 302
    inspection = Inspection.objects.get()
    assert (inspection.notes, inspection.act.author) == ("da gestora", manager)


def test_a_discarded_draft_leaves_nothing(street):
    draft = street.begin()
    street.send(draft, "photos", photos=[photo()])
    street.client.post(reverse("inspections:draft_discard", args=[draft.key]))
    assert not InspectionDraft.objects.exists()
    assert not Attachment.objects.exists()


def test_nothing_found_needs_a_word(street):
    tutor = TutorFactory(municipality=street.town)
    draft = street.begin(tutor=tutor.pk)
    assert street.send(draft, "review", **known(tutor)).status_code == 422
    street.review(draft, **known(tutor), **{"closing-notes": "Animais bem tratados."})
    assert street.file(draft).status_code == 302


def test_list_shows_own_visits_and_costs_the_same(
    street, client, django_assert_num_queries, django_assert_max_num_queries
):
    tutor = TutorFactory(municipality=street.town, name="Ana Lima")

    def visit():
        draft = street.begin(tutor=tutor.pk)
        street.review(draft, **known(tutor), **found("deprivation"))
        street.file(draft)

    visit()
    street.begin()
    page = reverse("inspections:inspections")
    with django_assert_max_num_queries(16) as few:
        assert tutor.name in client.get(page).content.decode()
    queries = len(few)
    for _ in range(3):
        visit()
    with django_assert_num_queries(queries):
        client.get(page)
    sign_in(client, MembershipFactory(municipality=street.town, role=Role.AGENT))
    assert tutor.name not in client.get(page).content.decode()
    assert tutor.name in client.get(page, {"de": "todos"}).content.decode()


def test_animals_of_the_tutor_are_ticked(street):
    tutor = TutorFactory(municipality=street.town)
    pet = AnimalFactory(tutor=tutor, name="Mel")
    AnimalFactory(name="De Outro")
    draft = street.begin(tutor=tutor.pk)
    page = street.page(draft)
    assert "Mel" in page
    assert "De Outro" not in page
    data = {**known(tutor), "animal-0-species": "", "animal-0-name": "", "known-animals": [str(pet.pk)]}
    street.review(draft, **data, **found("deprivation"))
    street.file(draft)
    assert list(Inspection.objects.get().animals.all()) == [pet]
    assert Tutor.objects.count() == 2


def test_the_hour_of_the_act_is_the_towns(client):
    street = Street(client, "cuiaba-mt", (2024, 12, 31, 22, 30))
    draft = street.begin()
    street.review(
        draft, **{"who-who": "unknown", **PLACE, **DOG, **ABSENT, "closing-notes": "nada irregular"}
    )
    street.file(draft)
    act = Act.objects.get()
    moment = local_moment(street.town, 2024, 12, 31, 22, 30)
    assert timedelta() <= act.at - moment < timedelta(minutes=5)
    assert act.document.full_number == "0001/2024"
    assert act.document.file.context["body"]["hour"].startswith("22:3")
