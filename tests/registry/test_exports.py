"""Lists as files: what they hold, who gets them, what the trail says; and the way out and back in again."""

import io
from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from registry.models import Animal, AnimalFact, ImportJob, Microchip, Tutor, Vaccination
from registry.services.imports import jobs
from registry.services.imports.sheets import opened
from registry.tasks_imports import check_import, run_import
from tests.factories import (
    AnimalFactory,
    MembershipFactory,
    MunicipalityFactory,
    TutorFactory,
    local_moment,
    sign_in,
)
from zoonoses.documents.models import AccessRecord
from zoonoses.municipalities.models import Role

pytestmark = pytest.mark.django_db

BIRTHS = {"A": date(2022, 3, 18), "B": date(2018, 11, 4), "C": date(2013, 10, 20)}
NAMES = {"A": "José D'Ávila", "B": "Maria O'Hara", "C": "李小龍"}


@pytest.fixture
def town():
    return MunicipalityFactory(law="alegre-es", at=(2026, 3, 10, 9, 0))


@pytest.fixture
def clerk(client, town):
    return sign_in(client, MembershipFactory(municipality=town, role=Role.CLERK))


def three(town):
    for name, born in BIRTHS.items():
        tutor = TutorFactory(municipality=town, name=NAMES[name], number="S/N", phone="27999990000")
        animal = AnimalFactory(
            tutor=tutor,
            name=name,
            born_on=born,
            age_is_presumed=False,
            species="other",
            species_other="furão",
        )
        Microchip.objects.create(animal=animal, number=f"98200012345678{ord(name) - 65}")


def body(response):
    assert response.status_code == 200, response.content
    return b"".join(response.streaming_content) if response.streaming else response.content


def table(data):
    with opened(io.BytesIO(data)) as sheet:
        return [dict(zip(sheet.headers, cells, strict=False)) for _, cells in sheet.rows]


@pytest.mark.parametrize("kind", ["csv", "xlsx", "ods"])
def test_animals_go_out_and_come_back_the_same(clerk, town, kind):
    three(town)
    response = clerk.get(reverse("registry:animals"), {"formato": kind})
    data = body(response)
    assert response["Content-Disposition"] == f'attachment; filename="animais-2026-03-10.{kind}"'
    if kind == "csv":
        assert (
            data.startswith(b"\xef\xbb\xbf") and b";18/03/2022;" in data and b";982 000 123 456 780;" in data
        )
    other = MembershipFactory(municipality=MunicipalityFactory(law="cuiaba-mt"), role=Role.CLERK)
    at = local_moment(other.municipality, 2026, 3, 10, 9, 0)
    file = SimpleUploadedFile(f"animais.{kind}", data)
    job = jobs.receive(municipality=other.municipality, kind="animals", upload=file, by=other, at=at)
    columns = jobs.suggested(job, jobs.head(job)[0])
    jobs.ask_check(job=job, columns=columns, at=at)
    check_import.call(job.pk)
    assert not job.faults.filter(blocks=True).exists(), list(job.faults.values("column", "value", "reason"))
    jobs.ask_import(job=job, only_good_rows=False, at=at)
    run_import.call(job.pk)
    fields = (
        "name", "species", "species_other", "breed", "colour", "sex", "size", "born_on", "age_is_presumed",
        "chips__number", "tutor__name", "tutor__document", "tutor__street", "tutor__number", "tutor__district",
        "tutor__postal_code", "tutor__phones__number",
    )  # fmt: skip
    before, after = (
        list(Animal.objects.of(each).order_by("name").values_list(*fields))
        for each in (town, other.municipality)
    )
    assert len(before) == 3 and before == after
    assert ImportJob.objects.get().imported_at


def test_the_search_is_honoured_and_each_person_gets_an_entry(clerk, town):
    three(town)
    rows = table(body(clerk.post(reverse("registry:animals"), {"q": "davila", "formato": "csv"})))
    assert [row["Nome do animal"] for row in rows] == ["A"]
    seen = AccessRecord.objects.filter(what="exportação: animais")
    assert [entry.object_id for entry in seen] == [str(Tutor.objects.get(name="José D'Ávila").pk)]


def test_tutores_as_a_file(clerk, town):
    TutorFactory(municipality=town, name="=cmd()", document="01234567890", phone="27999990000")
    TutorFactory(name="De outro município")
    (row,) = table(body(clerk.get(reverse("registry:tutors"), {"formato": "csv"})))
    assert row["Nome do tutor"] == "'=cmd()"
    assert (row["CPF ou CNPJ"], row["Telefone"], row["CEP"]) == (
        "012.345.678-90",
        "(27) 99999-0000",
        "29680-000",
    )


def test_a_file_is_for_who_may_see_the_list(client, town):
    clinic = sign_in(client, MembershipFactory(municipality=town, role=Role.CLINIC))
    assert clinic.get(reverse("registry:animals"), {"formato": "csv"}).status_code == 403
    agent = sign_in(client, MembershipFactory(municipality=town, role=Role.AGENT))
    assert agent.get(reverse("registry:national_register")).status_code == 403


def test_an_odd_format_is_the_page(clerk):
    assert b"<!doctype html>" in clerk.get(reverse("registry:animals"), {"formato": "exe"}).content


NATIONAL = [
    "nome completo do proprietário", "RG do proprietário", "CPF do proprietário", "endereço do proprietário",
    "nome do animal", "espécie", "raça", "sexo", "idade", "procedência", "vacinas aplicadas", "doenças", "microchip",
    "endereço onde é mantido", "transferências de propriedade", "óbito", "causa do óbito",
]  # fmt: skip


def test_the_national_register_has_the_decrees_fields_and_no_other(clerk, town):
    post = MembershipFactory(municipality=town, role=Role.CLERK)
    at = local_moment(town, 2026, 3, 1, 9, 0)
    before, tutor = (TutorFactory(municipality=town, name=name) for name in ("Ana", "José D'Ávila"))
    Tutor.objects.filter(pk=tutor.pk).update(
        rg="1.234.567", rg_issuer="SSP", rg_uf="ES", document="01234567890"
    )
    animal = AnimalFactory(
        tutor=tutor, name="Rex", born_on=date(2022, 3, 18), origin="rua", diseases="nenhuma"
    )
    Microchip.objects.create(animal=animal, number="982000123456789")
    AnimalFactory(tutor=tutor, species="horse", name="Pé de Pano")
    common = {"animal": animal, "recorded_at": at, "recorded_by": post}
    AnimalFact.objects.create(
        kind="transferred", on=date(2024, 5, 1), from_tutor=before, to_tutor=tutor, **common
    )
    AnimalFact.objects.create(kind="died", on=date(2026, 3, 1), cause="atropelamento", **common)
    Animal.objects.filter(pk=animal.pk).update(died_on=date(2026, 3, 1), age_is_presumed=False)
    Vaccination.objects.create(
        animal=animal, municipality=town, product_name="Antirrábica", on=date(2025, 2, 3), shown_proof=True,
        recorded_by=post, recorded_at=at,
    )  # fmt: skip
    data = body(clerk.get(reverse("registry:national_register")))
    with opened(io.BytesIO(data)) as sheet:
        assert sheet.headers == NATIONAL
        ((_, row),) = list(sheet.rows)
    assert row == [
        "José D'Ávila", "1.234.567 SSP ES", "012.345.678-90",
        "Rua das Flores, 157 – Centro, Alegre/ES, 29680-000", "Rex", "cão", "sem raça definida", "fêmea",
        "3 anos e 11 meses", "rua", "Antirrábica em 03/02/2025", "nenhuma", "982 000 123 456 789",
        "Rua das Flores, 157 – Centro, Alegre/ES, 29680-000", "01/05/2024: de Ana para José D'Ávila", "01/03/2026",
        "atropelamento",
    ]  # fmt: skip
    assert (
        AccessRecord.objects.filter(what="exportação: cadastro-nacional", object_id=str(tutor.pk)).count()
        == 1
    )


def test_files_ask_the_same_queries_for_one_row_and_for_many(clerk, town):
    counts = []
    for _ in range(2):
        three(town)
        with CaptureQueriesContext(connection) as queries:
            for name in ("registry:animals", "registry:tutors", "registry:national_register"):
                body(clerk.get(reverse(name), {"formato": "csv"}))
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_what_a_search_of_tutores_found_as_a_file_and_nobody_else(clerk, town):
    three(town)
    kept = Tutor.objects.get(name=NAMES["A"])
    TutorFactory(municipality=town, name="Zé do Davila", merged_into=kept)
    TutorFactory(municipality=MunicipalityFactory(law="cuiaba-mt"), name="José D'Ávila de fora")
    url = reverse("registry:tutors")
    page = clerk.post(url, {"q": "davila"}).content.decode()
    assert 'name="formato" value="csv"' in page and f'action="{url}"' in page
    text = body(clerk.post(url, {"q": "davila", "formato": "csv"})).decode("utf-8-sig")
    lines = text.strip().splitlines()
    assert len(lines) == 2 and "José D'Ávila" in lines[1]
    record = AccessRecord.objects.get(what="exportação: tutores")
    assert record.object_id == str(kept.pk)
