"""An issued auto is edited and deleted by nobody: no post, no address, no row of the database does it."""

from datetime import date

import pytest
from django.apps import apps
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError
from django.urls import get_resolver, reverse

from fines.models import InfractionNotice, NoticeItem
from tests.factories import sign_in
from tests.fines import access_process
from tests.fines.process import drawn, serve
from tests.fines.test_notices import notice as draw
from tests.fines.test_process_pages import decided
from tests.inspections.visits import Town
from tests.killing import rows_of
from zoonoses.municipalities.models import Role

pytestmark = pytest.mark.django_db
ON = date(2024, 3, 12)
ISSUED = ("fines_infractionnotice", "fines_noticeitem", "documents_document", "documents_documentfile")


@pytest.fixture
def town(unseen_papers):
    return Town("vitoria-es", now="2024-03-13 10:00")


@pytest.fixture
def auto(town):
    made = drawn(town, ON, "leash_handler", "feces_not_collected")
    serve(town, made.act, ON)
    return made


def test_its_rows_cannot_be_deleted_from_under_it(auto):
    document = auto.act.document
    for row in (auto, auto.act, document, auto.offender, auto.inspection, auto.act.case):
        with pytest.raises(ProtectedError), transaction.atomic():
            row.delete()
    with pytest.raises(ProtectedError):
        InfractionNotice.objects.all().delete()


def test_no_page_edits_or_deletes_it_and_there_is_no_other_door(client, town, auto):
    """What was issued is the same after everything that a manager can send to every address that takes an auto."""
    before = rows_of(ISSUED)
    sign_in(client, town.manager)
    words = {"description": "Outra", "address": "Outro", "total": "1,00", "amount": "1,00", "offender": ""}
    words |= {"filed_by": "João", "text": "Não fui eu."}
    for name in {*access_process.args(auto), "fines:notice"} - {"fines:process_pdf"}:
        answer = client.post(reverse(name, args=[auto.pk]), words)
        assert answer.status_code in (200, 302, 405, 409, 422), name
    after = rows_of(ISSUED)
    assert all(row in after[table] for table in ISSUED for row in before[table])
    assert after["fines_infractionnotice"] == before["fines_infractionnotice"]
    assert after["fines_noticeitem"] == before["fines_noticeitem"]
    assert not apps.is_installed("django.contrib.admin")
    names = [str(name) for name in get_resolver().namespace_dict["fines"][1].reverse_dict if name]
    assert not [name for name in names if any(word in name for word in ("edit", "delete", "remove"))]


def test_what_a_row_alone_can_show_the_database_refuses(auto):
    for model, values in (
        (InfractionNotice, {"total": -1}),
        (NoticeItem, {"amount": -1}),
        (NoticeItem, {"typed_amount": 10, "typed_source": ""}),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            model.objects.update(**values)


def test_a_correction_is_a_second_auto_that_names_the_first(client, town, auto):
    sign_in(client, town.manager)
    document = auto.act.document
    frozen = bytes(document.file.pdf), document.file.sha256
    sent = {"reason": "Endereço trocado", "confirmed": "1"}
    assert client.post(reverse("documents:annul", args=[document.pk]), sent).status_code == 302
    fixed = draw(town, auto.inspection, ON, address="Rua Certa, 1")
    assert fixed.act.document.replaces == document and fixed.total == auto.total
    document.file.refresh_from_db()
    assert (bytes(document.file.pdf), document.file.sha256) == frozen
    old = client.get(reverse("fines:notice", args=[auto.pk])).content.decode()
    assert "nulado" in old and fixed.act.document.full_number in old
    assert client.post(reverse("fines:decision_new", args=[auto.pk]), decided(auto)).status_code == 409


@pytest.mark.parametrize("role", [Role.AGENT, Role.CLERK, Role.JUDGE, Role.VET])
def test_only_the_manager_annuls(client, town, auto, role):
    sign_in(client, getattr(town, role.value))
    sent = {"reason": "Quero", "confirmed": "1"}
    assert client.post(reverse("documents:annul", args=[auto.act.document_id]), sent).status_code == 403
    assert not hasattr(auto.act.document, "annulment")
