"""The guard on every day around the first one, under each law: the same sentence that the page shows."""

from datetime import date

import pytest
from django.db import transaction

from impound.services import destining
from impound.services.leaving import Leaving, leave, lock
from registry.models import BiteObservation
from tests.impound.depot import Depot
from tests.impound.destining import ALL, laudo
from tests.impound.redeeming import asked, billed, paid, refused
from zoonoses.documents.kinds import ActKind
from zoonoses.documents.services import acts
from zoonoses.municipalities.models import Holiday

pytestmark = pytest.mark.django_db

# law, destination, form, species, seized on; then the day and whether it is allowed
DAYS = [
    (("alegre-es", ALL, "adoption", "dog", (2012, 3, 1)), [((2012, 3, 15), False), ((2012, 3, 16), True)]),
    # the last day is a Saturday: the term ends on Monday
    (
        ("alegre-es", ALL, "donation", "cat", (2012, 3, 3)),
        [((2012, 3, 17), False), ((2012, 3, 19), False), ((2012, 3, 20), True)],
    ),
    (
        ("cuiaba-mt", "adoption", "adoption", "dog", (2024, 3, 27)),
        [((2024, 4, 2), False), ((2024, 4, 3), True)],
    ),
    (
        ("alvares-machado-sp", "donation", "donation", "goat", (2024, 11, 5)),
        [((2024, 11, 15), False), ((2024, 11, 18), False), ((2024, 11, 19), True), ((2024, 12, 9), True)],
    ),
    (
        ("vitoria-es", "donation", "donation", "dog", (2025, 3, 10)),
        [((2025, 3, 17), False), ((2025, 3, 18), True)],
    ),
    (("joao-neiva-es", "adoption", "adoption", "dog", (2025, 3, 10)), [((2025, 3, 10), True)]),
]


@pytest.mark.parametrize(("given", "days"), DAYS)
def test_the_guard_opens_on_the_first_day_and_not_before(given, days):
    law, code, form, species, seized = given
    depot = Depot(law, (*days[-1][0], 18, 0))
    if law == "vitoria-es":
        depot.choose("custody_days", 5)
    if law == "cuiaba-mt":
        Holiday.objects.create(
            municipality=depot.municipality, on=date(2024, 3, 29), name="Feriado", act="Lei"
        )
    custody = depot.seize(depot.at(*seized, 9), species=species)
    done = {"donation_contract", "adopter_informed", "chip"}
    for day, allowed in days:
        at = depot.at(*day, 10)
        given = {"code": code, "form": form, "at": at, "done": done}
        offer = next(row for row in destining.offers(custody, at=at).offers if row.way.code == code)
        assert (day, offer.is_open) == (day, allowed)
        if allowed:
            assert destining.check(custody, **given).way.code == code
        else:
            assert offer.state.reason in refused("not_allowed", destining.check, custody, **given).sentence


def test_a_paid_request_an_observation_and_a_former_exit_hold_the_animal():
    depot = Depot("cuiaba-mt", (2024, 4, 10, 9, 0))
    at = depot.at(2024, 4, 10, 9)
    given = {"code": "adoption", "form": "adoption", "at": at}
    dog = depot.seize(depot.at(2024, 3, 27, 9))
    BiteObservation.objects.create(
        municipality=depot.municipality, animal=dog.animal, bitten_on=date(2024, 4, 1), condition="healthy",
        place="depósito", opened_by=depot.agent, opened_at=at,
    )  # fmt: skip
    assert "01/04/2024" in refused("observed", destining.check, dog, **given).sentence
    gone = depot.seize(depot.at(2024, 3, 27, 9))
    act = acts.record(case=gone.seizure.act.case, kind=ActKind.CUSTODY_END, at=at, author=depot.manager)
    with transaction.atomic():
        leave(
            custodies=lock([gone]),
            leaving=Leaving("escape", reason="fugiu"),
            act=act,
            at=at,
            by=depot.manager,
        )
    assert "fuga" in refused("gone", destining.check, gone, **given).sentence


def test_who_paid_in_the_term_is_before_any_adopter():
    depot = Depot("alegre-es", (2012, 3, 20, 9, 0))
    dog, at = depot.seize(depot.at(2012, 3, 1, 9), registered=True), depot.at(2012, 3, 14, 9)
    found = asked(depot, [dog], at)
    billed(depot, found, at)
    paid(depot, found, at)
    later = depot.at(2012, 3, 20, 9)
    said = refused("claimed", destining.check, dog, code=ALL, form="adoption", at=later)
    assert found.requester.name in said.sentence


def test_vitoria_adopts_only_what_a_vet_found_healthy():
    depot = Depot("vitoria-es", (2025, 3, 18, 9, 0))
    depot.choose("custody_days", 5)
    dog, at = depot.seize(depot.at(2025, 3, 10, 9)), depot.at(2025, 3, 18, 9)
    done = {"donation_contract", "adopter_informed", "chip"}
    given = {"code": "adoption", "form": "adoption", "at": at, "done": done}
    said = refused("not_allowed", destining.check, dog, **given)
    assert "avaliação clínica e zoosanitária" in said.sentence and said.article == "Art. 4º, I"
    laudo(depot, dog, at, healthy=True)
    assert destining.check(dog, **given).state.allowed
    found = {row.code: row.article for row in destining.check(dog, **given).conditions}
    assert found == {
        "donation_contract": "Art. 15",
        "adopter_informed": "Art. 15, parágrafo único",
        "chip": "Art. 16",
    }
