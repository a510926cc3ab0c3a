"""Pages about the clinics, and the clinic's own: who opens them, what they show, and nothing of another clinic."""

import uuid
from datetime import date

import pytest
from django.urls import reverse

from registry.models import Animal, Clinic, ClinicMember, KitBlock, Microchip, Remittance, SpoiltNumber
from tests.factories import (
    AnimalFactory,
    ClinicFactory,
    ClinicMemberFactory,
    MembershipFactory,
    MunicipalityFactory,
    TutorFactory,
    cpf_number,
    local_moment,
    sign_in,
)
from tests.registry.test_clinics_numbers import Desk
from zoonoses.documents.models import AccessRecord
from zoonoses.municipalities.models import Membership, Role

pytestmark = pytest.mark.django_db
OFFICE = {Role.CLERK, Role.MANAGER}
FORM = {
    "name": "Clínica São Lázaro",
    "cnpj": "12.ABC.345/01DE-35",
    "crmv": "crmv-es 5001-pj",
    "vet_name": "Márcia Peçanha",
    "vet_crmv": "CRMV-ES 2345",
    "city": "Alegre",
    "uf": "ES",
    "accredited_on": "2025-03-10",
    "low_stock_at": "10",
}


class Place(Desk):
    """A training town on 10 March 2025, with the people of both clinics."""

    def __init__(self, law="alegre-es"):
        self.town = MunicipalityFactory(law=law, at=(2025, 3, 10, 9, 30))
        self.clerk = MembershipFactory(municipality=self.town, role=Role.CLERK)
        self.manager = MembershipFactory(municipality=self.town, role=Role.MANAGER)
        self.one, self.other = (ClinicFactory(municipality=self.town) for _ in range(2))
        self.person, self.rival = (
            ClinicMemberFactory(clinic=clinic).membership for clinic in (self.one, self.other)
        )
        self.at = local_moment(self.town, 2025, 3, 10, 9, 30)


@pytest.fixture
def place():
    return Place()


def get(client, page, *args):
    return client.get(reverse(f"registry:{page}", args=args))


def post(client, page, *args, **data):
    return client.post(reverse(f"registry:{page}", args=args), data)


@pytest.mark.parametrize("role", list(Role))
def test_who_opens_the_agency_s_pages(client, place, role):
    post_of = place.person if role == Role.CLINIC else MembershipFactory(municipality=place.town, role=role)
    sign_in(client, post_of)
    allowed = 200 if role in OFFICE else 403
    assert get(client, "clinics").status_code == allowed
    assert get(client, "clinic_new").status_code == allowed
    assert get(client, "clinic", place.one.pk).status_code == allowed
    assert get(client, "clinic", ClinicFactory().pk).status_code == (404 if role in OFFICE else 403)
    own = 200 if role == Role.CLINIC else 403
    for name in ("clinic_home", "clinic_registrations", "clinic_remittance", "clinic_lookup"):
        assert get(client, name).status_code == own, name


def test_a_post_of_role_clinic_without_clinic_sees_nothing(client, place):
    sign_in(client, MembershipFactory(municipality=place.town, role=Role.CLINIC))
    for name in ("clinic_home", "clinic_registrations", "clinic_remittance", "clinic_lookup"):
        assert get(client, name).status_code == 403, name


def test_accreditation(client, place):
    sign_in(client, place.clerk)
    assert post(client, "clinic_new", **FORM).status_code == 302
    clinic = Clinic.objects.get(name="Clínica São Lázaro")
    assert (clinic.cnpj, clinic.crmv, clinic.accredited_on) == (
        "12ABC34501DE35",
        "CRMV-ES 5001-PJ",
        date(2025, 3, 10),
    )
    again = post(client, "clinic_new", **FORM)
    assert again.status_code == 409 and "já está credenciado" in again.content.decode()
    edited = FORM | {"valid_until": "2025-03-31"}
    assert post(client, "clinic_edit", clinic.pk, **edited).status_code == 302
    assert "credenciamento vence em 31/03/2025" in get(client, "clinics").content.decode()


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("cnpj", "12.ABC.345/01DE-36", "dígitos verificadores"),
        ("cnpj", "", "CNPJ"),
        ("crmv", "sem número", "número da inscrição"),
        ("valid_until", "2025-03-09", "antes de começar"),
        ("phone", "123", "Telefone inválido"),
    ],
)
def test_accreditation_that_is_refused_keeps_what_was_typed(client, place, field, value, words):
    sign_in(client, place.clerk)
    response = post(client, "clinic_new", **FORM | {field: value})
    text = response.content.decode()
    assert response.status_code == 422 and words in text and 'value="Clínica São Lázaro"' in text


def test_kits_at_the_counter_lead_to_their_charge(client, place):
    sign_in(client, place.clerk)
    assert "R$ 5,00 por kit" in get(client, "clinic", place.one.pk).content.decode()
    data = {"quantity": "20", "idempotency_key": str(uuid.uuid4())}
    first = post(client, "clinic_kits", place.one.pk, **data)
    block = KitBlock.objects.get()
    assert first.url == reverse("treasury:charge", args=[block.charge_id])
    assert post(client, "clinic_kits", place.one.pk, **data).url == first.url
    assert post(client, "clinic_kits", place.one.pk, **data | {"quantity": "0"}).status_code == 422
    assert post(client, "clinic_kits", place.one.pk, quantity="5").status_code == 422
    text = get(client, "clinic", place.one.pk).content.decode()
    assert "RGA 1 a 20" in text and "R$ 100,00" in text
    assert post(client, "clinic_spoilt", place.one.pk, number="3", reason="molhou").status_code == 302
    assert post(client, "clinic_spoilt", place.one.pk, number="21", reason="molhou").status_code == 409
    assert "19 livres" in get(client, "clinic", place.one.pk).content.decode()


def test_where_the_law_has_no_price_nothing_is_charged(client):
    place = Place("vitoria-es")
    sign_in(client, place.clerk)
    assert "Sem previsão de preço" in get(client, "clinic", place.one.pk).content.decode()
    response = post(client, "clinic_kits", place.one.pk, quantity="5", idempotency_key=str(uuid.uuid4()))
    assert response.url == reverse("registry:clinic", args=[place.one.pk])
    assert KitBlock.objects.get().charge is None


def test_suspension_is_the_manager_s(client, place):
    sign_in(client, place.clerk)
    assert post(client, "clinic_suspend", place.one.pk, para="suspend").status_code == 403
    sign_in(client, place.manager)
    post(client, "clinic_suspend", place.one.pk, para="suspend")
    assert Clinic.objects.get(pk=place.one.pk).suspended_on == date(2025, 3, 10)
    assert (
        post(client, "clinic_kits", place.one.pk, quantity="5", idempotency_key=str(uuid.uuid4())).status_code
        == 409
    )
    sign_in(client, place.person)
    assert "não pode registrar" in get(client, "clinic_home").content.decode()
    sign_in(client, place.manager)
    post(client, "clinic_suspend", place.one.pk, para="resume")
    assert Clinic.objects.get(pk=place.one.pk).suspended_on is None


def test_people_of_a_clinic(client, place):
    sign_in(client, place.manager)
    data = {
        "cpf": cpf_number(900_001),
        "name": "Rita Lopes",
        "email": "rita@example.org",
        "position": "Recepção",
    }
    response = post(client, "clinic_member_new", place.one.pk, **data)
    member = ClinicMember.objects.get(membership__user__name="Rita Lopes")
    assert response.url == reverse("municipalities:user", args=[member.membership_id])
    assert (member.clinic, member.membership.role) == (place.one, Role.CLINIC)
    again = post(client, "clinic_member_new", place.other.pk, **data)
    assert again.status_code == 409 and "já trabalha em uma clínica" in again.content.decode()
    loose = MembershipFactory(municipality=place.town, role=Role.CLINIC)
    post(client, "clinic_member_new", place.other.pk, **data | {"cpf": loose.user.cpf, "email": ""})
    assert ClinicMember.objects.get(membership=loose).clinic == place.other
    agent = MembershipFactory(municipality=place.town)
    post(client, "clinic_member_new", place.other.pk, **data | {"cpf": agent.user.cpf, "email": ""})
    assert Membership.objects.filter(user=agent.user).count() == 2
    sign_in(client, place.clerk)
    assert post(client, "clinic_member_new", place.one.pk, **data).status_code == 403


def test_a_clinic_sees_its_own_kits_alone(client, place):
    place.deliver(place.one, 12)
    place.deliver(place.other, 7)
    place.use(place.one, 2)
    sign_in(client, place.person)
    text = get(client, "clinic_home").content.decode()
    assert "RGA 1 a 12" in text and "RGA 13 a 19" not in text and "11 livres" in text
    assert post(client, "kit_spoilt", number="13", reason="rasgou").status_code == 409
    assert post(client, "kit_spoilt", number="2", reason="rasgou").status_code == 409
    assert post(client, "kit_spoilt", number="3", reason="rasgou").status_code == 302
    assert SpoiltNumber.objects.get().recorded_by == place.person
    assert "Poucos kits" in get(client, "clinic_home").content.decode()
    assert "RGA 2 ·" in get(client, "clinic_registrations").content.decode()
    sign_in(client, place.rival)
    assert "RGA 2 ·" not in get(client, "clinic_registrations").content.decode()


def test_the_look_up_shows_the_minimum_and_is_recorded(client, place):
    tutor = TutorFactory(municipality=place.town, name="Zulmira Segredo")
    animal = AnimalFactory(tutor=tutor, name="Farofa")
    Microchip.objects.create(animal=animal, number="963008000000001")
    stray = AnimalFactory(tutor=None, municipality=place.town, name="Sem Dono", species=Animal.Species.CAT)
    number = place.use(animal=animal)
    elsewhere = AnimalFactory(name="Forasteiro")
    Microchip.objects.create(animal=elsewhere, number="963008000000002")
    Microchip.objects.create(animal=stray, number="963008000000003")
    sign_in(client, place.person)
    for typed, shown in (
        (str(number), ["Farofa", "cão", f"RGA {number}", "tem tutor conhecido"]),
        ("963 008-000000001", ["Farofa"]),
        ("963008000000003", ["Sem Dono", "gato", "sem RGA", "sem tutor conhecido"]),
        ("963008000000002", ["Nenhum animal"]),
        (tutor.document, ["Nenhum animal"]),
        ("Farofa", ["Nenhum animal"]),
    ):
        text = post(client, "clinic_lookup", q=typed).content.decode()
        assert all(words in text for words in shown), (typed, shown)
        for secret in ("Zulmira", tutor.document, "Rua das Flores", "Forasteiro"):
            assert secret not in text.replace(f'value="{typed}"', "")
    looks = AccessRecord.objects.filter(what="consulta da clínica", membership=place.person)
    assert looks.filter(object_id=str(animal.pk)).count() == 2
    assert post(client, "clinic_lookup", q="").status_code == 422


def test_the_remittance_from_clinic_to_agency(client, place):
    place.deliver(place.one, 5)
    place.deliver(place.other, 5)
    for number in (1, 4):
        place.use(place.one, number)
    place.use(place.other)
    sign_in(client, place.person)
    text = get(client, "clinic_remittance").content.decode()
    assert "RGA 1 ·" in text and "RGA 4 ·" in text and "RGA 6 ·" not in text
    assert "Art. 9º" in text and "qua., 09/04" in text
    assert post(client, "clinic_remittance").status_code == 302
    sent = Remittance.objects.get()
    assert get(client, "clinic_pdf", sent.list_document_id)["Content-Type"] == "application/pdf"
    sign_in(client, place.rival)
    assert get(client, "clinic_pdf", sent.list_document_id).status_code == 404
    sign_in(client, place.clerk)
    assert "RGA 4" in get(client, "remittance", sent.pk).content.decode()
    assert post(client, "remittance", sent.pk, missing=["99"]).status_code == 422
    assert post(client, "remittance", sent.pk, missing=["4"]).status_code == 302
    sent.refresh_from_db()
    assert (sent.received_on, sent.missing) == (date(2025, 3, 10), "RGA 4")
    sign_in(client, place.person)
    text = get(client, "clinic_remittance").content.decode()
    assert "faltou RGA 4" in text and "RGA 4 ·" in text and "RGA 1 ·" not in text
    assert get(client, "clinic_pdf", sent.receipt_id).status_code == 200


def test_a_law_without_remittance_says_so(client):
    place = Place("vitoria-es")
    sign_in(client, place.person)
    text = get(client, "clinic_remittance").content.decode()
    assert "não prevê remessa mensal" in text and "Enviar remessa" not in text
    assert post(client, "clinic_remittance").status_code == 409


@pytest.mark.parametrize("name", ["clinics", "clinic_registrations", "clinic_remittance", "clinic_home"])
def test_lists_ask_as_much_for_many_as_for_one(client, place, django_assert_max_num_queries, name):
    place.deliver(place.one, 40)
    place.use(place.one, animal=AnimalFactory(tutor=TutorFactory(municipality=place.town)))
    sign_in(client, place.clerk if name == "clinics" else place.person)
    get(client, name)
    with django_assert_max_num_queries(40) as few:
        get(client, name)
    for _ in range(4):
        clinic = ClinicFactory(municipality=place.town)
        place.deliver(clinic, 2)
        place.use(clinic)
        place.deliver(place.one, 2)
        place.use(place.one, animal=AnimalFactory(tutor=TutorFactory(municipality=place.town)))
    with django_assert_max_num_queries(len(few.captured_queries)):
        get(client, name)
