"""Every list of the procedure as a file: its rows, its filters, its trail."""

import io

import pytest
from django.urls import reverse

from registry.services.imports.sheets import opened
from tests.access_world import World
from tests.factories import sign_in
from zoonoses.documents.models import AccessRecord
from zoonoses.municipalities.models import Role

pytestmark = pytest.mark.django_db
LISTS = {
    "inspections:complaints": ("denúncias", 1, "O que foi denunciado", "Cães soltos"),
    "inspections:inspections": ("vistorias", 2, "Anulada", "não"),
    "inspections:intimations": ("intimações", 1, "Anulada", "não"),
    "fines:notices": ("autos", 1, "Endereço da infração", "Rua das Flores, 157"),
    "documents:documents": ("documentos", 5, "Em branco", "não"),
    "treasury:charges": ("cobranças", 1, "Cancelada em", None),
}


@pytest.fixture
def world(db):
    return World()


def rows_of(response):
    assert response.status_code == 200, response.content
    data = b"".join(response.streaming_content) if response.streaming else response.content
    with opened(io.BytesIO(data)) as sheet:
        return [dict(zip(sheet.headers, cells, strict=False)) for _, cells in sheet.rows]


def test_each_list_comes_as_a_file_and_the_page_offers_it(client, world):
    manager = sign_in(client, world.manager)
    for name, (word, least, column, value) in LISTS.items():
        url = reverse(name)
        assert "formato=csv" in manager.get(url).content.decode(), name
        for kind in ("csv", "xlsx", "ods"):
            rows = rows_of(manager.get(url, {"formato": kind}))
            assert len(rows) >= least, name
            assert rows[0].get(column) == value, (name, kind)
        if name != "inspections:complaints":  # the one complaint accuses nobody by name
            assert AccessRecord.objects.filter(what=f"exportação: {word}").exists(), name


def test_filters_of_the_page_are_those_of_the_file(client, world):
    manager = sign_in(client, world.manager)
    complaints = reverse("inspections:complaints")
    assert rows_of(manager.get(complaints, {"formato": "csv", "channel": "phone"})) == []
    kept = {"formato": "csv", "tipo": "intimation"}
    assert {row["Documento"] for row in rows_of(manager.get(reverse("documents:documents"), kept))} == {
        "Intimação"
    }


def test_a_clinic_gets_no_file_of_the_procedure(client, world):
    clinic = sign_in(client, world.roles[Role.CLINIC])
    for name in LISTS:
        assert clinic.get(reverse(name), {"formato": "csv"}).status_code == 403
