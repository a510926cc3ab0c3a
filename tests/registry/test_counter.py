"""The counter: one attendance from CPF to papers, made whole or not at all; its pages; what a clinic may see."""

import uuid
from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from registry.models import Animal, PrintBatch, Rga, Tutor, Vaccination
from registry.services import counter, kits, vaccines
from registry.services.counter import DoseGiven, ProofShown, Request, ToConfirm
from tests.factories import AnimalFactory, TutorFactory, sign_in
from tests.registry.vaccines import DAY, VaccineTown
from zoonoses.documents.models import Document
from zoonoses.documents.refusals import Refusal

pytestmark = pytest.mark.django_db
URL = "/balcao/"
CPF = "52998224725"
NEW_ANIMAL = {"species": "dog", "name": "Pituca", "sex": "female", "born_on": date(2011, 11, 1)}


@pytest.fixture
def town():
    made = VaccineTown()
    made.clinic_lot = made.new_lot("C-1", clinic=made.clinic_house)
    kits.deliver(
        municipality=made.municipality,
        clinic=made.clinic_house,
        quantity=3,
        at=made.at(DAY),
        by=made.clerk,
        key=uuid.uuid4(),
    )
    return made


def attend(town, request, *, key=None, by=None, **given):
    return counter.attend(
        municipality=town.municipality,
        at=town.at(DAY),
        by=by or town.clerk,
        key=key or uuid.uuid4(),
        request=request,
        **given,
    )


def dose(town, lot=None, on=DAY):
    return DoseGiven(lot=lot or town.lot, on=on, vet_name="Dra. Inês Conceição", vet_crmv="CRMV-ES 1234")


def asked(town, **given):
    given = {"tutor": town.tutor, "animal_values": NEW_ANIMAL, "dose": dose(town), **given}
    return Request(**given)


def counts():
    return [model.objects.count() for model in (Tutor, Animal, Vaccination, Rga, Document, PrintBatch)]


def test_everything_of_an_attendance_is_made_once(town):
    key = uuid.uuid4()
    person = {"name": "Zélia Conceição", "document": CPF, "phones": [], "street": "Rua A", "number": "1"}
    request = asked(town, tutor=None, tutor_values=person)
    made = attend(town, request, key=key)
    after = counts()
    assert made.tutor.document == CPF and made.rga.charge is not None
    assert made.vaccinations.get().document.number and made.rga.form.number
    assert [batch.kind for batch in counter.prints_of(made)] == ["cards_single", "tags"]
    assert attend(town, request, key=key) == made and counts() == after


# Alegre, art. 2º, § 2º: from the third to the sixth month. What is asked, on which birth; what is said first.
SAID = [
    ({"born_on": date(2011, 11, 1)}, True, None),  # in the window, vaccinated now
    ({"born_on": date(2011, 8, 1)}, True, "A idade de registro terminou"),
    ({"born_on": None}, True, "a idade de registro não pode ser conferida"),
]


@pytest.mark.parametrize(("animal", "with_dose", "words"), SAID)
def test_what_the_law_says_is_confirmed_first(town, animal, with_dose, words):
    request = asked(town, animal_values={**NEW_ANIMAL, **animal})
    before = counts()
    if words is None:
        assert attend(town, request).rga.number
        return
    with pytest.raises(ToConfirm) as said:
        attend(town, request)
    assert words in said.value.said[0].text and "2" in said.value.said[0].article
    assert counts() == before
    assert attend(town, request, confirmed=True).rga.number


REFUSED = [
    ({"animal_values": {**NEW_ANIMAL, "born_on": date(2012, 2, 1)}}, "too_young"),
    ({"dose": None}, "no_vaccine"),
    ({"dose": None, "registers": False}, "nothing_asked"),
]


@pytest.mark.parametrize(("given", "code"), REFUSED)
def test_a_refusal_leaves_nothing(town, given, code):
    before = counts()
    with pytest.raises(Refusal) as refused:
        attend(town, asked(town, **given), confirmed=True)
    assert refused.value.code == code and counts() == before


def test_a_dose_applied_elsewhere_lets_the_animal_be_registered(town):
    key, proof = uuid.uuid4(), ProofShown("Raivacel, laboratório X", date(2012, 2, 3), date(2013, 2, 3))
    left = town.lot.doses
    made = attend(town, asked(town, dose=None, proof=proof), key=key)
    shown = made.vaccinations.get()
    assert (shown.shown_proof, shown.lot, shown.document, shown.on) == (True, None, None, date(2012, 2, 3))
    assert made.rga.form.number and vaccines.remaining(town.lot) == left
    assert attend(town, asked(town, dose=None, proof=proof), key=key) == made
    assert Vaccination.objects.count() == 1


def test_an_expired_lot_undoes_the_whole(town):
    town.lot.expires_on = date(2012, 2, 29)
    town.lot.save()
    before = counts()
    with pytest.raises(Refusal) as refused:
        attend(town, asked(town), confirmed=True)
    assert refused.value.code == "expired_lot" and counts() == before


def test_a_registered_animal_is_only_vaccinated(town):
    made = attend(town, asked(town))
    Vaccination.objects.update(on=date(2011, 1, 1), revaccinate_on=date(2012, 1, 1))
    again = attend(town, asked(town, animal=made, animal_values=None))
    assert again == made and Rga.objects.count() == 1 and made.vaccinations.count() == 2


def test_a_near_duplicate_is_said_to_the_agency(town):
    person = {"name": town.tutor.name, "no_document_reason": "não tem", "phones": []}
    with pytest.raises(ToConfirm) as said:
        attend(town, asked(town, tutor=None, tutor_values=person))
    assert town.tutor.name in said.value.said[0].text


def test_a_clinic_takes_its_own_numbers_and_lots(town):
    house = town.clinic_house
    request = asked(town, dose=dose(town, town.clinic_lot), number=None)
    made = attend(town, request, by=town.clinic, clinic=house)
    assert made.rga.block.clinic == house and made.rga.charge is None
    with pytest.raises(Refusal) as refused:
        attend(town, asked(town), by=town.clinic, clinic=house)
    assert refused.value.code == "lot_of_another"


def page_of(town, membership):
    client = sign_in(Client(), membership)
    answer = client.get(URL)
    assert answer.status_code == 200
    return client, answer


def filled(town, **more):
    return {
        "idempotency_key": str(uuid.uuid4()),
        "animal-species": "dog",
        "animal-name": "Pituca",
        "animal-sex": "female",
        "animal-born_on": "2011-11-01",
        "dose-gives": "on",
        "dose-lot": town.lot.pk,
        "dose-on": "2012-03-01",
        "dose-vet": "0",
        "dose-registers": "on",
        **more,
    }


NEW_PERSON = {
    "tutor-kind": "natural_person",
    "tutor-name": "Zélia Conceição",
    "tutor-document": CPF,
    "tutor-city": "Alegre",
    "tutor-uf": "ES",
}


def test_from_a_cpf_to_the_papers(town):
    client, page = page_of(town, town.clerk)
    assert page.context["dose_form"].initial["lot"] == town.lot.pk
    found = client.post(URL, {"find": "1", "q": "529.982.247-25"}, headers={"HX-Request": "true"})
    assert found.context["tutor_form"].initial["document"] == "529.982.247-25"
    done = client.post(URL, filled(town, **NEW_PERSON), follow=True)
    assert done.status_code == 200, done.context["faulty"]
    animal = Animal.objects.get(name="Pituca")
    assert done.redirect_chain == [(reverse("registry:counter_done", args=[animal.pk]), 302)]
    prints = done.context["prints"]
    assert [row.pages for row in prints] == [2, 1]
    for row in prints:
        answer = client.get(reverse("registry:counter_print", args=[row.pk]))
        assert b"".join(answer.streaming_content).startswith(b"%PDF-")
    assert animal.rga.form.title in "Formulário de registro de animal" and "Próximo atendimento" in done.text
    assert client.get(reverse("registry:vaccination_pdf", args=[done.context["dose"].pk])).status_code == 200


def test_faults_stand_beside_their_fields_and_nothing_typed_is_lost(town):
    client, _ = page_of(town, town.clerk)
    person = {**NEW_PERSON, "tutor-document": "52998224724", "tutor-street": "Rua Ângela"}
    answer = client.post(URL, filled(town, **person, **{"dose-lot": ""}))
    assert answer.status_code == 422
    assert answer.context["tutor_form"].errors.keys() >= {"document"}
    assert answer.context["dose_form"].errors.keys() == {"lot"}
    assert "Rua Ângela" in answer.text and "Pituca" in answer.text and not Rga.objects.exists()


def test_a_document_shown_is_typed_on_the_same_screen(town):
    client, _ = page_of(town, town.clerk)
    shown = {"dose-shown": "on", "dose-shown_product": "Raivacel", "dose-shown_on": "2012-02-03"}
    both = client.post(URL, filled(town, **NEW_PERSON, **shown))
    assert both.status_code == 422 and "Escolha um: a vacina de hoje" in both.content.decode()
    typed = filled(town, **NEW_PERSON)
    del typed["dose-gives"]
    empty = client.post(URL, typed | {"dose-shown": "on"})
    assert empty.status_code == 422 and "Copie do documento exibido." in empty.content.decode()
    done = client.post(URL, typed | shown)
    assert done.status_code == 302 and Vaccination.objects.get().shown_proof


def test_nobody_was_searched(town):
    client, _ = page_of(town, town.clerk)
    answer = client.post(URL, filled(town))
    assert answer.status_code == 422 and "Procure primeiro o tutor" in answer.text


def test_confirmation_repeats_what_was_typed(town):
    client, _ = page_of(town, town.clerk)
    typed = filled(town, **NEW_PERSON, **{"animal-born_on": "2011-08-01"})
    asked_first = client.post(URL, typed)
    assert "A idade de registro terminou" in asked_first.text and not Animal.objects.filter(name="Pituca")
    again = dict(asked_first.context["repeated"])
    assert client.post(URL, {**again, "edit": "1"}).context["tutor_form"]["name"].value() == "Zélia Conceição"
    assert client.post(URL, {**again, "confirmed": "1"}).status_code == 302
    assert Animal.objects.get(name="Pituca").rga.number


def test_an_animal_of_the_tutor_is_chosen_or_a_new_one_typed_not_both(town):
    client, _ = page_of(town, town.clerk)
    found = client.post(URL, {"find": "1", "q": town.tutor.document})
    token = found.context["token"]
    both = filled(town, tutor=token, **{"which-animal": town.animal.pk})
    assert "não os dois" in client.post(URL, both).text
    typed = {name: value for name, value in both.items() if not name.startswith("animal-")}
    said = client.post(URL, typed)
    assert client.post(URL, {**dict(said.context["repeated"]), "confirmed": "1"}).status_code == 302
    assert Animal.objects.get(pk=town.animal.pk).rga.number


def test_a_clinic_sees_initials_of_whom_it_does_not_know(town):
    client, _ = page_of(town, town.clinic)
    stranger = TutorFactory(municipality=town.municipality, name="Anastácia Brandão", street="Rua Oculta")
    hidden = AnimalFactory(tutor=stranger, name="Escondida")
    found = client.post(URL, {"find": "1", "q": stranger.document})
    text = found.text
    assert "A. B." in text and not any(word in text for word in ("Anastácia", "Rua Oculta", "Escondida"))
    assert "Anastácia" not in client.post(URL, {"find": "1", "q": "Anastácia"}).text.replace(
        'value="Anastácia"', ""
    )
    typed = filled(town, tutor=found.context["token"], **{"which-animal": hidden.pk})
    assert client.post(URL, typed).status_code == 422
    # The token is of this person alone.
    assert sign_in(Client(), town.clerk).post(URL, typed).status_code == 404


def test_the_page_asks_the_same_number_of_queries(town, django_assert_max_num_queries):
    client, _ = page_of(town, town.clerk)
    for number in range(20):
        town.animal_of(name=f"Outra {number}")
        town.new_lot(f"P-2{number:02d}")
    with django_assert_max_num_queries(22):
        client.post(URL, {"find": "1", "q": town.tutor.document})
