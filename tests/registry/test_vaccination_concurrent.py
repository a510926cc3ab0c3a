"""Posts and clinics entering at one moment: no dose lost, none invented. Only PostgreSQL writes at one moment."""

import uuid

import pytest

from registry.models import CampaignTally, Vaccination
from registry.services import campaigns, certificates
from tests.registry.test_campaigns import counted, given_at
from tests.registry.test_vaccination import left
from tests.registry.vaccines import DAY, VaccineTown
from tests.together import at_once
from zoonoses.documents.models import Document

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def test_two_posts_share_a_lot_to_its_last_dose():
    town = VaccineTown(doses=20)
    campaign = town.campaign()
    posts = [town.post(campaign, "Escola"), town.post(campaign, "Praça")]
    animals = [town.animal_of() for _ in range(16)]
    works = [
        lambda n=n, animal=animal: given_at(town, posts[n % 2], animal=animal).pk
        for n, animal in enumerate(animals)
    ]
    works += [lambda n=n: counted(town, posts[n % 2], 1, "cat").pk for n in range(12)]
    results = at_once(works)
    assert results.count("lot_empty") == 8
    done = Vaccination.objects.count() + CampaignTally.objects.count()
    assert (done, left(town.lot)) == (20, 0)


def test_one_send_repeated_at_one_moment_is_one_dose():
    town = VaccineTown()
    post = town.post()
    key, count_key = uuid.uuid4(), uuid.uuid4()
    doses = at_once([lambda: given_at(town, post, key=key).pk] * 6)
    counts = at_once([lambda: counted(town, post, 3, key=count_key).pk] * 6)
    assert (len(set(doses)), len(set(counts))) == (1, 1)
    assert left(town.lot) == 6


def test_one_animal_at_two_posts_gets_one_dose():
    town = VaccineTown()
    campaign = town.campaign()
    posts = [town.post(campaign, "Escola"), town.post(campaign, "Praça")]
    lots = [town.lot, town.new_lot("P-200")]
    results = at_once([lambda n=n: given_at(town, posts[n % 2], lot=lots[n % 2]).pk for n in range(6)])
    assert Vaccination.objects.count() == 1
    assert {code for code in results if isinstance(code, str)} <= {
        "already_vaccinated",
        "already_in_campaign",
    }


def test_a_count_is_corrected_once_and_a_dose_has_one_paper():
    town = VaccineTown()
    post = town.post()
    tally, dose = counted(town, post, 4), given_at(town, post)

    def fix():
        given = {"reason": "erro", "at": town.at(DAY), "by": town.clerk, "key": uuid.uuid4()}
        return campaigns.correct(tally=tally, doses=2, **given).pk

    assert at_once([fix] * 5).count("already_corrected") == 4
    papers = at_once(
        [lambda: certificates.certificate(vaccination=dose, at=town.at(DAY, 12), by=town.agent).pk] * 3
    )
    assert (len(set(papers)), Document.objects.count()) == (1, 1)
    assert left(town.lot) == 7
