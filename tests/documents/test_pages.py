"""Pages of documents: the list and its search, one document, its PDF, the annulment."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.documents.conftest import make_office
from tests.factories import MembershipFactory, sign_in
from zoonoses.documents import contexts
from zoonoses.documents.kinds import ActKind
from zoonoses.documents.models import AccessRecord, Act, Annulment, Document
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import annulment
from zoonoses.documents.services.trail import looked
from zoonoses.municipalities.models import Role

pytestmark = pytest.mark.django_db
LIST = reverse("documents:documents")


def titles(response):
    return [row["title"] for row in response.context["rows"]]


def test_one_number_is_found_in_each_kind_and_by_its_year(client, office):
    for year in (2025, 2026):
        for template in (contexts.INTIMATION, contexts.COMPLAINT):
            office.issue(template, at=office.at(year, 3, 10, 9, 0))
    sign_in(client, office.agent)
    assert len(titles(client.get(LIST))) == 4
    assert titles(client.get(LIST, {"q": "0001/2026"})) == [
        "Protocolo de denúncia nº 0001/2026",
        "Intimação nº 0001/2026",
    ]
    assert titles(client.get(LIST, {"q": "1/2025", "tipo": "intimation"})) == ["Intimação nº 0001/2025"]
    assert len(titles(client.get(LIST, {"q": "2026"}))) == 2
    assert len(titles(client.get(LIST, {"q": "1"}))) == 4
    code = Document.objects.get(kind="intimation", year=2025).code
    assert titles(client.get(LIST, {"q": code.lower().replace("-", "")})) == ["Intimação nº 0001/2025"]
    for nothing in ("0002/2025", "Maria", "9999999", "%"):
        assert titles(client.get(LIST, {"q": nothing})) == []
    assert "Confira o número e o ano" in client.get(LIST, {"q": "Maria"}).content.decode()


def test_the_list_asks_the_same_queries_for_one_and_for_many(client, office):
    sign_in(client, office.agent)
    first = office.act().document
    annulment.annul(document=first, reason="Erro.", by=office.manager, at=office.at(2025, 3, 11, 9, 0))

    def queries():
        with CaptureQueriesContext(connection) as captured:
            assert client.get(LIST).status_code == 200
        return len(captured), [query["sql"] for query in captured]

    few, _ = queries()
    Document.objects.bulk_create(
        Document(
            municipality=office.municipality, kind="complaint", year=2025, number=number, code=f"C{number}",
            title="Protocolo de denúncia", issued_on="2025-03-10", issued_at=office.at(2025, 3, 10, 9, 0),
            issued_by=office.agent,
        )
        for number in range(100, 140)
    )  # fmt: skip
    many, statements = queries()
    assert many == few
    assert not any('"pdf"' in statement for statement in statements)
    assert len(client.get(LIST).context["rows"]) == 25
    assert len(client.get(LIST, {"page": 2}).context["rows"]) == 16


@pytest.mark.parametrize("name", ["document", "pdf", "annul"])
def test_a_strangers_document_does_not_exist(client, office, name):
    document = office.issue()
    stranger = make_office()
    sign_in(client, stranger.manager)
    assert client.get(reverse(f"documents:{name}", args=[document.pk])).status_code == 404
    assert titles(client.get(LIST)) == []


@pytest.mark.parametrize(
    ("role", "sees", "annuls"),
    [
        (Role.AGENT, 200, 403),
        (Role.VET, 200, 403),
        (Role.CLERK, 200, 403),
        (Role.JUDGE, 200, 403),
        (Role.MANAGER, 200, 200),
        (Role.CLINIC, 403, 403),
    ],
)
def test_roles(client, office, role, sees, annuls):
    document = office.act().document
    sign_in(client, MembershipFactory(municipality=office.municipality, role=role))
    assert client.get(LIST).status_code == sees
    assert client.get(reverse("documents:document", args=[document.pk])).status_code == sees
    assert client.get(reverse("documents:pdf", args=[document.pk])).status_code == sees
    assert client.get(reverse("documents:annul", args=[document.pk])).status_code == annuls


def test_the_pdf_is_the_frozen_bytes_and_the_look_is_recorded(client, office):
    document = office.issue(contexts.INTIMATION)
    sign_in(client, office.agent)
    url = reverse("documents:pdf", args=[document.pk])
    response = client.get(url)
    assert response.content == bytes(document.file.pdf)
    assert response["Content-Disposition"] == 'inline; filename="intimacao-0001-2025.pdf"'
    assert response["Cache-Control"] == "private, no-cache"
    again = client.get(url, headers={"if-none-match": response["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert AccessRecord.objects.filter(what="pdf", membership=office.agent).count() == 2


def test_looks_are_one_query(office, django_assert_num_queries):
    documents = [office.issue() for _ in range(3)]
    with django_assert_num_queries(1):
        looked(office.agent, office.at(2025, 3, 10, 9, 0), "lista", *documents, None)
    assert AccessRecord.objects.values_list("object_type", "object_id").count() == 3


def test_a_manager_annuls_in_three_steps(client, office):
    act = office.act()
    url = reverse("documents:annul", args=[act.document.pk])
    sign_in(client, office.manager)
    missing = client.post(url, {"reason": "  "})
    assert missing.status_code == 422
    confirm = client.post(url, {"reason": "Endereço de outra pessoa."})
    assert "Endereço de outra pessoa." in confirm.content.decode() and not Annulment.objects.exists()
    done = client.post(url, {"reason": "Endereço de outra pessoa.", "confirmed": "1"}, follow=True)
    assert "Anulado: sem efeito" in done.content.decode()
    fallen = Act.objects.get(kind=ActKind.ANNULMENT)
    assert list(fallen.rests_on.all()) == [act]
    assert fallen.subjects == [f"document:{act.document.pk}"]
    repeated = client.post(url, {"reason": "Endereço de outra pessoa.", "confirmed": "1"})
    assert repeated.status_code == 302 and Annulment.objects.count() == 1
    other = client.post(url, {"reason": "Outro motivo.", "confirmed": "1"})
    assert other.status_code == 409 and "já foi anulado" in other.content.decode()
    assert client.get(reverse("documents:pdf", args=[act.document.pk])).status_code == 200


def test_annulment_tells_the_apps_and_nobody_else_may(office, monkeypatch):
    told = []
    monkeypatch.setattr(annulment, "_hooks", [lambda document, act: told.append((document.pk, act.kind))])
    document = office.act().document
    at = office.at(2025, 3, 11, 9, 0)
    for person in (office.agent, make_office().manager):
        with pytest.raises(Refusal) as refused:
            annulment.annul(document=document, reason="Erro.", by=person, at=at)
        assert refused.value.code == "not_allowed"
    with pytest.raises(Refusal):
        annulment.annul(document=document, reason=" ", by=office.manager, at=at)
    assert told == []
    annulment.annul(document=document, reason="Erro.", by=office.manager, at=at)
    assert told == [(document.pk, ActKind.ANNULMENT)]


def test_a_blank_form_without_case_can_be_annulled(office):
    document = office.issue(contexts.COMPLAINT, body={}, blank=True)
    done = annulment.annul(
        document=document, reason="Folha rasgada.", by=office.manager, at=office.at(2025, 3, 11, 9, 0)
    )
    assert done.act is None and not Document.objects.standing().exists()
