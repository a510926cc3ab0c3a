"""Pages of the import, from the file to its undoing, and who may open them."""

from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from registry.models import Animal, ColumnMapping, ImportJob
from registry.services.imports import jobs
from registry.services.imports.columns import guess
from registry.services.imports.fields import fields_of
from registry.services.imports.sheets import opened
from tests.factories import AnimalFactory, MembershipFactory, MunicipalityFactory, sign_in
from zoonoses.municipalities.models import Role

pytestmark = pytest.mark.django_db

SHEET = "Nome do animal;Espécie;Tutor;CPF\nRex;cão;José D'Ávila;1234567890\nMia;gato;Ana;529.982.247-24\n"


@pytest.fixture
def town():
    return MunicipalityFactory(law="alegre-es", at=(2026, 3, 10, 9, 0))


@pytest.fixture
def clerk(client, town):
    return sign_in(client, MembershipFactory(municipality=town, role=Role.CLERK))


def upload(client, text=SHEET, kind="animals", name="meus animais.csv"):
    file = SimpleUploadedFile(name, text.encode("cp1252"))
    return client.post(reverse("registry:import_new"), {"kind": kind, "file": file})


def page(client, job):
    return client.get(reverse("registry:import", args=[job.pk])).content.decode()


def test_from_the_file_to_its_undoing(clerk, django_capture_on_commit_callbacks):
    response = upload(clerk)
    job = ImportJob.objects.get()
    columns = reverse("registry:import_columns", args=[job.pk])
    assert response.status_code == 302 and response.url == columns
    shown = clerk.get(columns).content.decode()
    assert "José D&#x27;Ávila" in shown and "Falta dizer" in page(clerk, job)
    typed = {
        "column_0": "name",
        "column_1": "species",
        "column_2": "tutor_name",
        "column_3": "tutor_document",
    }
    with django_capture_on_commit_callbacks(execute=True):
        assert clerk.post(columns, typed).status_code == 302
    assert ColumnMapping.objects.get().columns["species"] == 1
    result = page(clerk, job)
    assert "CPF inválido: os dígitos verificadores não conferem." in result
    assert "foi lido como 012.345.678-90" in result
    run = reverse("registry:import_run", args=[job.pk])
    refused = clerk.post(run)
    assert refused.status_code == 409 and "Há linhas com erro" in refused.content.decode()
    with django_capture_on_commit_callbacks(execute=True):
        clerk.post(run, {"only_good_rows": "1"})
        clerk.post(run, {"only_good_rows": "1"})
    assert Animal.objects.get().tutor.document == "01234567890"
    faults = clerk.get(reverse("registry:import_faults", args=[job.pk]))
    text = b"".join(faults.streaming_content).decode("utf-8-sig")
    assert "3;CPF;529.982.247-24;CPF inválido: os dígitos verificadores não conferem.;sim" in text
    undo = reverse("registry:import_undo", args=[job.pk])
    child = AnimalFactory(tutor=Animal.objects.get().tutor, name="Filhote")
    refused = clerk.post(undo)
    assert refused.status_code == 409 and "Filhote" in refused.content.decode()
    child.delete()
    with django_capture_on_commit_callbacks(execute=True):
        clerk.post(undo)
    assert "Importação desfeita" in page(clerk, job)
    assert not Animal.objects.exists()
    assert "desfeita" in clerk.get(reverse("registry:imports")).content.decode()


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"column_0": "name"}, "Diga qual coluna tem: Espécie."),
        ({"column_0": "species", "column_1": "species"}, "Espécie já é outra coluna"),
        ({"column_0": "nonsense", "column_1": "species"}, "Falta corrigir"),
    ],
)
def test_columns_that_do_not_serve_are_said(clerk, typed, sentence):
    upload(clerk)
    response = clerk.post(reverse("registry:import_columns", args=[ImportJob.objects.get().pk]), typed)
    assert response.status_code == 422 and sentence in response.content.decode()


@pytest.mark.parametrize(("text", "status"), [("", 422), ("Nome;Espécie", 409)])
def test_an_empty_spreadsheet_is_refused(clerk, text, status):
    assert upload(clerk, text).status_code == status
    assert not ImportJob.objects.exists()


def test_a_stopped_worker_is_said_and_the_step_resumed(clerk, town, django_capture_on_commit_callbacks):
    upload(clerk)
    job = ImportJob.objects.get()
    jobs.ask_check(job=job, columns={"name": 0, "species": 1}, at=job.uploaded_at)
    assert "Em conferência" in page(clerk, job)
    assert b"linhas vistas" in clerk.get(reverse("registry:import_progress", args=[job.pk])).content
    ImportJob.objects.update(beat_at=job.uploaded_at - jobs.SILENT_AFTER * 2)
    assert "Sem sinal do trabalho" in page(clerk, job)
    with django_capture_on_commit_callbacks(execute=True):
        clerk.post(reverse("registry:import_resume", args=[job.pk]))
    job.refresh_from_db()
    assert job.checked_at and job.total == 2
    done = clerk.get(reverse("registry:import_progress", args=[job.pk]))
    assert done["HX-Refresh"] == "true"


@pytest.mark.parametrize("kind", ["tutors", "animals", "vaccinations", "nonsense"])
def test_the_model_of_a_spreadsheet_is_recognised_whole(clerk, kind):
    response = clerk.get(reverse("registry:import_model", args=[kind]))
    assert response.status_code == 200
    if kind == "nonsense":
        return
    with opened(BytesIO(response.content)) as sheet:
        headers = sheet.headers
    assert guess(kind, headers) == {name: at for at, name in enumerate(fields_of(kind))}


def test_lists_ask_the_same_queries_for_one_row_and_for_many(clerk):
    upload(clerk)
    counts = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as queries:
            assert clerk.get(reverse("registry:imports")).status_code == 200
        counts.append(len(queries))
        for _ in range(3):
            upload(clerk)
    assert counts[0] == counts[1]


@pytest.mark.parametrize("role", list(Role))
def test_only_the_office_imports_and_a_strangers_import_is_not_there(client, town, clerk, role):
    upload(clerk)
    own = ImportJob.objects.get()
    stranger = sign_in(client, MembershipFactory(municipality=town, role=role))
    office = role in (Role.CLERK, Role.MANAGER)
    assert stranger.get(reverse("registry:import", args=[own.pk])).status_code == (200 if office else 403)
    elsewhere = sign_in(client, MembershipFactory(role=Role.MANAGER))
    assert elsewhere.get(reverse("registry:import", args=[own.pk])).status_code == 404
    assert elsewhere.get(reverse("registry:import_faults", args=[own.pk])).status_code == 404
