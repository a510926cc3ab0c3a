"""A clinic's user, on every address: nothing of another clinic, nothing of fines, complaints and visits."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.access_table import NOBODY, PUBLIC, TABLE
from tests.access_world import World, shared_args
from tests.factories import ClinicFactory, ClinicMemberFactory, sign_in
from tests.test_access_matrix import ADDRESSES
from zoonoses.municipalities.models import Role

# What a clinic may open of an animal that another house registered or vaccinated: it came to the counter.
SHARED = {"registry:animal_vaccinations", "registry:vaccination_proof"}


@pytest.fixture
def world(db):
    return World()


@pytest.fixture
def rival(world):
    """A person of another clinic of the same town."""
    return ClinicMemberFactory(
        clinic=ClinicFactory(municipality=world.municipality, name="Clínica Rival")
    ).membership


def secrets(world):
    """Words that stand only in records which are not the rival's."""
    return [
        world.clinics.clinic.name,
        world.clinics.clinic.cnpj,
        world.tutor.name,
        world.tutor.document,
        "Cães soltos",
        "Ameaçou o fiscal",
        world.notice.act.document.code,
        reverse("fines:notices"),
        reverse("inspections:complaints"),
        reverse("inspections:inspections"),
    ]


@pytest.mark.once
def test_a_clinic_reaches_nothing_of_another_and_nothing_of_fines(world, rival):
    client = sign_in(Client(raise_request_exception=False), rival)
    own = world.args(Role.CLINIC)
    shared = shared_args(world)
    faults = []
    for name, _, _ in ADDRESSES:
        rule = TABLE.get(name, PUBLIC)  # the access matrix fails for an address without a line
        allowed = rule not in (PUBLIC, NOBODY) and (isinstance(rule, str) or Role.CLINIC in rule)
        if rule == PUBLIC or name == "account_logout":
            continue
        url = reverse(name, args=own.get(name, shared.get(name, [])))
        answers = [client.get(url)] + ([client.post(url)] if name in own else [])
        if not allowed:
            faults += [f"{name}: {answer.status_code}" for answer in answers if answer.status_code != 403]
        elif name in own and name not in SHARED:
            faults += [
                f"{name}: {answer.status_code}" for answer in answers if answer.status_code not in (404, 405)
            ]
        text = answers[0].content.decode(errors="replace")
        faults += [f"{name}: shows {word}" for word in secrets(world) if word in text]
    assert not faults, "\n".join(faults)


def test_its_own_clinic_is_reached(world):
    client = sign_in(Client(raise_request_exception=False), world.clinic)
    own = world.args(Role.CLINIC)
    for name in ("clinic_home", "clinic_registrations", "clinic_remittance", "clinic_lookup", "clinic_pdf"):
        answer = client.get(reverse(f"registry:{name}", args=own.get(f"registry:{name}", [])))
        assert answer.status_code == 200, name
