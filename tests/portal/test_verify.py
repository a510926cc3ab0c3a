"""The public page of a document: what it is and whether it stands; nothing about any person."""

from datetime import timedelta

import pytest
from django.urls import reverse

from tests.documents import bodies
from tests.documents.conftest import make_office
from zoonoses.documents import contexts
from zoonoses.documents.kinds import ActKind
from zoonoses.documents.models import Document
from zoonoses.documents.services import acts, annulment

pytestmark = pytest.mark.django_db


@pytest.fixture
def office():
    return make_office()


def page(client, document, status=200):
    response = client.get(reverse("portal:verify_code", args=[document.code]))
    assert response.status_code == status
    return response.content.decode()


@pytest.mark.parametrize("template", bodies.FULL)
def test_says_what_it_is_and_nobody_it_names(client, office, template):
    document = office.issue(template)
    html = page(client, document)
    for words in (document.title, "0001/2025", "10/03/2025", "João Neiva/ES", document.file.sha256, "vale"):
        assert words in html
    private = [*bodies.PERSON.values(), "Maria", "Rua das Flores", "padaria", "Pingo", "Lôbo", "00123-4"]
    for words in private:
        if words not in ("João Neiva", "ES", "CPF", "157"):
            assert words not in html
    assert office.agent.user.name not in html and office.agent.user.cpf not in html


def test_anonymous_types_the_code_as_they_like(client, office):
    document = office.issue()
    typed = document.code.lower().replace("-", " ")
    response = client.get(reverse("portal:verify"), {"codigo": typed}, follow=True)
    assert response.redirect_chain == [(reverse("portal:verify_code", args=[document.code]), 302)]
    response = client.get(reverse("portal:verify_code", args=[typed.replace(" ", "")]))
    assert response.status_code == 302
    assert "no-store" in client.get(reverse("portal:verify_code", args=[document.code]))["Cache-Control"]


def test_an_unknown_or_impossible_code_says_what_to_do(client):
    assert client.get(reverse("portal:verify")).status_code == 200
    unknown = client.get(reverse("portal:verify_code", args=["7K3M-9QXA-0T5R-BW2E"]))
    assert unknown.status_code == 404 and "Nenhum documento tem o código" in unknown.content.decode()
    odd = client.get(reverse("portal:verify"), {"codigo": "<b>123</b>"})
    assert odd.status_code == 422 and "&lt;b&gt;123&lt;/b&gt;" in odd.content.decode()
    assert client.get(reverse("portal:verify_code", args=["0001"])).status_code == 404


def test_annulled_and_replaced_refer_to_each_other_without_the_reason(client, office):
    first = office.act().document
    annulment.annul(
        document=first, reason="CPF de Maria errado.", by=office.manager, at=office.at(2025, 3, 11, 9, 0)
    )
    second = office.issue(contexts.INTIMATION, replaces=Document.objects.get(pk=first.pk))
    html = page(client, first)
    assert "Anulado em 11/03/2025" in html and second.code in html and "0002/2025" in html
    assert "CPF de Maria" not in html
    assert "Intimação nº 0001/2025" in page(client, second)


def test_a_blank_form_says_that_it_is_blank_until_its_act_is_entered(client, office):
    blank = office.issue(contexts.INTIMATION, body={}, blank=True)
    assert "Formulário em branco" in page(client, blank)
    at = office.at(2025, 3, 12, 10, 0)
    case = acts.open_case(municipality=office.municipality, on=at.date())
    acts.record(case=case, kind=ActKind.INTIMATION, at=at, author=office.agent, document=blank, on_paper=True)
    html = page(client, blank)
    assert "preenchido à mão em 12/03/2025" in html and "ainda não foi registrado" not in html


def test_training_has_no_value(client, office):
    office.municipality.is_training = True
    type(office.municipality).objects.filter(pk=office.municipality.pk).update(
        is_training=True, clock_shift=timedelta(0)
    )
    html = page(client, office.issue())
    assert "TREINAMENTO – SEM VALOR" in html and "emitido e vale" not in html
