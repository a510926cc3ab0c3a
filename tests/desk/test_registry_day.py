"""What the registry adds to "Meu dia": who sees what, on which day, and in how many queries."""

from datetime import date, datetime, timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from registry.models import CastrationRequest, Clinic, ClinicMember, Rga
from registry.services import bites, castration
from tests.factories import AnimalFactory, TutorFactory, sign_in
from tests.inspections.visits import Town
from zoonoses.desk.services import registry_day
from zoonoses.documents import codes
from zoonoses.documents.models import AccessRecord
from zoonoses.municipalities import clock

pytestmark = pytest.mark.django_db
DAY = date(2012, 4, 2)


@pytest.fixture
def town():
    """Alegre on 02/04/2012."""
    return Town("alegre-es", now="2012-04-02 08:00")


def at(town, day, hour=9):
    return datetime(day.year, day.month, day.day, hour, tzinfo=clock.zone(town.municipality))


def animal(town, **values):
    tutor = TutorFactory(municipality=town.municipality)
    return AnimalFactory(municipality=town.municipality, tutor=tutor, species="dog", **values)


def bitten(town, day):
    values = {"bitten_on": day, "condition": "healthy", "place": "no domicílio do tutor"}
    return bites.open_observation(
        animal=animal(town), values=values, at=at(town, day), by=town.agent, key=uuid4()
    )


def surgery(town, on, *, called=1):
    opened = on - timedelta(days=5)
    day = castration.open_day(
        municipality=town.municipality, on=on, place="Centro cirúrgico", places=9, today=opened, by=town.vet
    )
    for _ in range(called):
        castration.enter(
            animal=animal(town), ground=CastrationRequest.Ground.OTHER, at=at(town, opened), by=town.clerk
        )
        castration.call_next(day=day, at=at(town, opened, 10), by=town.clerk, key=uuid4())
    return day


def clinic_with_old_registration(town, number=1):
    clinic = Clinic.objects.create(
        municipality=town.municipality,
        name=f"Clínica {number}",
        cnpj=f"{number:014d}",
        accredited_on=date(2011, 1, 1),
    )
    Rga.objects.create(
        municipality=town.municipality,
        number=number,
        animal=animal(town),
        registered_on=date(2012, 1, 10),
        registered_at=at(town, date(2012, 1, 10)),
        registered_by=town.clerk,
        clinic=clinic,
        code=codes.new_code(),
    )
    return clinic


def shown(page):
    return {part.code: part.lines for part in page.context["registry_parts"]}


def fill(town, number=1):
    bitten(town, date(2012, 3, 23))
    surgery(town, DAY - timedelta(days=number))
    clinic_with_old_registration(town, number)


@pytest.mark.parametrize(
    ("role", "codes_shown"),
    [
        ("agent", {"observations"}),
        ("vet", {"observations", "castration"}),
        ("clerk", {"castration", "remittances"}),
        ("manager", {"observations", "castration", "remittances"}),
    ],
)
def test_each_role_sees_what_it_does(client, town, role, codes_shown):
    fill(town)
    page = sign_in(client, getattr(town, role)).get(reverse("desk:today"))
    assert set(shown(page)) == codes_shown
    for lines in shown(page).values():
        for line in lines:
            assert client.get(line.url).status_code == 200
    assert "Nada pendente" not in page.content.decode()


def test_the_tenth_day_asks_for_the_outcome_and_looking_is_recorded(client, town):
    ends_today, runs = bitten(town, date(2012, 3, 23)), bitten(town, date(2012, 3, 28))
    page = sign_in(client, town.vet).get(reverse("desk:today"))
    first, second = shown(page)["observations"]
    assert (first.due, first.next) == (DAY, "Ver o animal e encerrar a observação")
    assert (second.due, second.next) == (date(2012, 4, 7), "Acompanhar a observação")
    records = AccessRecord.objects.filter(membership=town.vet, object_type="registry.tutor")
    looked = records.values_list("object_id", flat=True)
    assert {str(row.animal.tutor_id) for row in (ends_today, runs)} <= set(looked)


def test_surgeries_of_today_and_those_left_without_result(client, town):
    surgery(town, date(2012, 3, 29))
    surgery(town, DAY, called=2)
    surgery(town, date(2012, 4, 9))
    page = sign_in(client, town.vet).get(reverse("desk:today"))
    lines = shown(page)["castration"]
    assert [(line.next, line.subtitle) for line in lines] == [
        ("Registrar o que foi feito", "qui., 29/03/2012 · 1 animal chamado"),
        ("Hoje: receber os animais", "seg., 02/04/2012 · 2 animais chamados"),
    ]


def test_a_stranger_sees_nothing_of_it(town):
    fill(town)
    other = Town("cuiaba-mt", now="2024-03-20 08:00")
    assert registry_day.parts_for(other.manager, on=DAY) == []


def test_the_clinic_reads_its_own_term(client, town):
    clinic = clinic_with_old_registration(town)
    clinic_with_old_registration(town, 2)
    post = town.clinic
    ClinicMember.objects.create(clinic=clinic, membership=post)
    page = sign_in(client, post).get(reverse("desk:today"))
    assert page.context["line"].title == "Clínica 1"
    assert page.context["line"].due == date(2012, 2, 9)
    assert "Clínica 2" not in page.content.decode()


def test_it_costs_the_same_however_full(client, town):
    sign_in(client, town.manager)
    costs = []
    for number in (1, 2, 3):
        fill(town, number)
        with CaptureQueriesContext(connection) as queries:
            client.get(reverse("desk:today"))
        costs.append(len(queries))
    assert costs[1] == costs[2]
