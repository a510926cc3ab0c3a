"""Denúncias: numbered once, the complainant kept apart, lists and filters."""

import uuid

import pytest
from django.urls import reverse

from inspections.models import Complainant, Complaint
from tests.factories import MembershipFactory, MunicipalityFactory, TutorFactory, sign_in
from zoonoses.documents.models import AccessRecord, Act, Case, Document
from zoonoses.municipalities.models import Role

pytestmark = pytest.mark.django_db

WORDS = {
    "channel": "phone",
    "what": "Três cães presos em corrente curta, sem água.",
    "street": "Rua do Comércio",
    "number": "KM 12,5",
    "district": "Centro",
    "accused_name": "Sr. Antônio",
}
SECRET = {
    "complainant-name": "Maria Confidencial",
    "complainant-phone": "(27) 99999-0000",
    "complainant-email": "maria@example.org",
}


@pytest.fixture
def town():
    return MunicipalityFactory(law="joao-neiva-es", at=(2025, 3, 10, 9, 0))


def as_role(client, town, role):
    return sign_in(client, MembershipFactory(municipality=town, role=role))


def send(client, **more):
    return client.post(
        reverse("inspections:complaint_new"), {**WORDS, "idempotency_key": uuid.uuid4(), **more}
    )


def test_a_complaint_opens_a_case_with_a_numbered_protocol(client, town):
    response = send(as_role(client, town, Role.CLERK))
    complaint = Complaint.objects.get()
    assert response.headers["Location"] == reverse("inspections:complaint", args=[complaint.pk])
    assert complaint.act.document.full_number == "0001/2025"
    assert complaint.address_key == "rua do comercio km 12 5 centro"
    assert not Complainant.objects.exists()


def test_sent_three_times_it_is_one(client, town):
    as_role(client, town, Role.CLERK)
    key = uuid.uuid4()
    pages = {send(client, idempotency_key=key).headers["Location"] for _ in range(3)}
    assert len(pages) == 1
    assert (Complaint.objects.count(), Case.objects.count(), Document.objects.count()) == (1, 1, 1)


def test_the_complainant_is_on_no_paper_and_no_page_but_their_own(client, town):
    as_role(client, town, Role.CLERK)
    send(client, **SECRET)
    complaint = Complaint.objects.get()
    printed = str(complaint.act.document.file.context)
    page = client.get(reverse("inspections:complaint", args=[complaint.pk])).content.decode()
    for text in (printed, page, client.get(reverse("inspections:complaints")).content.decode()):
        assert "Confidencial" not in text
        assert "maria@example.org" not in text
    own = client.get(reverse("inspections:complainant", args=[complaint.pk])).content.decode()
    assert "Maria Confidencial" in own
    assert "(27) 99999-0000" in own
    look = AccessRecord.objects.filter(what="identidade do denunciante").get()
    assert (look.object_type, look.object_id) == ("inspections.complaint", str(complaint.pk))


@pytest.mark.parametrize(
    ("role", "status"),
    [
        (Role.CLERK, 200),
        (Role.MANAGER, 200),
        (Role.AGENT, 403),
        (Role.VET, 403),
        (Role.JUDGE, 403),
        (Role.CLINIC, 403),
    ],
)
def test_who_may_see_who_complained(client, town, role, status):
    as_role(client, town, Role.CLERK)
    send(client, **SECRET)
    as_role(client, town, role)
    page = client.get(reverse("inspections:complainant", args=[Complaint.objects.get().pk]))
    assert page.status_code == status


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"what": ""}, "Este campo é obrigatório"),
        ({"street": "", "district": "", "accused_name": ""}, "Informe onde foi, ou quem é denunciado"),
        ({"complainant-phone": "(27) 99999-0000"}, "Informe o nome, ou deixe os três campos em branco"),
        ({"complainant-name": "Ana", "complainant-phone": "999"}, "Telefone inválido"),
    ],
)
def test_what_is_missing_is_said(client, town, change, sentence):
    response = send(as_role(client, town, Role.CLERK), **change)
    assert response.status_code == 422
    assert sentence in response.content.decode()
    assert not Case.objects.exists()


def test_a_character_that_cannot_be_printed_is_refused_by_name_and_uses_no_number(client, town):
    response = send(as_role(client, town, Role.CLERK), accused_name="李小龍")
    assert response.status_code == 409
    assert "李" in response.content.decode()
    assert (Act.objects.count(), Document.objects.count(), Case.objects.count()) == (0, 0, 0)


def test_filters_and_a_constant_number_of_queries(
    client, town, django_assert_num_queries, django_assert_max_num_queries
):
    as_role(client, town, Role.AGENT)
    send(client)
    page = reverse("inspections:complaints")
    with django_assert_max_num_queries(15) as few:
        client.get(page)
    queries = len(few)
    for number in range(3):
        send(client, channel="counter", street=f"Rua {number}")
    with django_assert_num_queries(queries):
        assert "0004/2025" in client.get(page).content.decode()
    by_phone = client.get(page, {"channel": "phone"}).content.decode()
    assert "0001/2025" in by_phone
    assert "0002/2025" not in by_phone
    assert "0001/2025" in client.get(page, {"visit": "without"}).content.decode()
    assert "0001/2025" not in client.get(page, {"visit": "with"}).content.decode()


def test_a_stranger_is_404_and_another_towns_tutor_cannot_be_accused(client, town):
    other = MunicipalityFactory(law="alegre-es", at=(2012, 3, 1, 9, 0))
    send(as_role(client, other, Role.CLERK))
    foreign = Complaint.objects.get()
    as_role(client, town, Role.CLERK)
    assert client.get(reverse("inspections:complaint", args=[foreign.pk])).status_code == 404
    assert client.get(reverse("inspections:complainant", args=[foreign.pk])).status_code == 404
    response = send(client, accused=TutorFactory(municipality=other).pk)
    assert response.status_code == 422
