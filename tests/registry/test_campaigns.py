"""Campaigns: doses at posts, counts and their corrections, coverage against targets."""

import uuid
from datetime import date
from decimal import Decimal

import pytest

from registry.models import CampaignTally, VaccineProduct
from registry.services import campaigns
from registry.services.coverage import Share, coverage
from tests.registry.test_vaccination import left, refused
from tests.registry.vaccines import DAY, VaccineTown

pytestmark = pytest.mark.django_db


def counted(town, post, doses=1, species="dog", on=DAY, **values):
    given = {"lot": town.lot, "at": town.at(on), "by": town.agent, "key": uuid.uuid4()}
    return campaigns.count(post=post, species=species, doses=doses, on=on, **{**given, **values})


def given_at(town, post, on=DAY, **values):
    given = {"animal": town.animal, "lot": town.lot, "at": town.at(on), "by": town.agent, "key": uuid.uuid4()}
    return campaigns.vaccinate(post=post, on=on, **{**given, **values})


@pytest.mark.parametrize(
    ("on", "code"),
    [
        (date(2012, 2, 29), "out_of_campaign"),
        (date(2012, 3, 1), ""),
        (date(2012, 3, 10), ""),
        (date(2012, 3, 11), "out_of_campaign"),
    ],
)
def test_a_post_works_on_the_days_of_its_campaign(on, code):
    town = VaccineTown()
    post = town.post()
    assert refused(given_at, town=town, post=post, on=on) == code
    assert refused(counted, town=town, post=post, on=on) == code


def test_a_campaign_goes_without_vet_and_once_to_each_animal():
    town = VaccineTown()
    campaign = town.campaign()
    post, other = town.post(campaign), town.post(campaign, "Praça", "Norte")
    dose = given_at(town, post)
    assert (dose.post, dose.vet_name, dose.revaccinate_on) == (post, "", date(2013, 3, 1))
    assert given_at(town, post, key=dose.key) == dose
    assert refused(given_at, town=town, post=other, on=date(2012, 3, 2)) == "already_in_campaign"
    assert refused(given_at, town=town, post=post, animal=town.animal_of(species="horse")) == (
        "species_not_in_campaign"
    )
    assert refused(given_at, town=town, post=post, animal=town.animal_of(), key=dose.key) == "key_used"
    v10 = VaccineProduct.objects.create(municipality=town.municipality, name="V10", maker="X")
    assert refused(counted, town=town, post=post, lot=town.new_lot("V", product=v10)) == "other_vaccine"
    clinic = town.new_lot("C", clinic=town.clinic_house)
    assert refused(counted, town=town, post=post, lot=clinic) == "lot_of_another"


def test_counts_are_rows_and_corrections_are_rows():
    town = VaccineTown(doses=10)
    post = town.post()
    key = uuid.uuid4()
    first = counted(town, post, 4, key=key)
    assert counted(town, post, 4, key=key) == first
    assert refused(counted, town=town, post=post, doses=5, key=key) == "key_used"
    assert left(town.lot) == 6
    fix = {"at": town.at(DAY, 11), "by": town.clerk, "reason": "contei duas vezes"}
    assert refused(campaigns.correct, tally=first, doses=11, key=uuid.uuid4(), **fix) == "lot_empty"
    again = uuid.uuid4()
    second = campaigns.correct(tally=first, doses=2, key=again, **fix)
    assert campaigns.correct(tally=first, doses=2, key=again, **fix) == second
    assert refused(campaigns.correct, tally=first, doses=3, key=uuid.uuid4(), **fix) == "already_corrected"
    assert refused(campaigns.correct, tally=second, doses=3, key=uuid.uuid4(), **{**fix, "reason": " "}) == (
        "reason_missing"
    )
    assert (left(town.lot), CampaignTally.objects.count()) == (8, 2)
    campaigns.correct(tally=second, doses=0, key=uuid.uuid4(), **fix)
    assert left(town.lot) == 10
    assert campaigns.day_of(post, DAY).doses == 0
    assert refused(counted, town=town, post=post, doses=11) == "lot_empty"


@pytest.mark.parametrize(
    ("doses", "target", "percent", "reached"),
    [
        (79, 100, Decimal("79.0"), False),
        (80, 100, Decimal("80.0"), True),
        (7999, 10000, Decimal("79.9"), False),
        (120, 100, Decimal("120.0"), True),
        (5, 0, None, False),
        (0, 10, Decimal("0.0"), False),
    ],
)
def test_a_share_is_never_rounded_up_to_the_goal(doses, target, percent, reached):
    share = Share("Cães", doses, target, 80)
    assert (share.percent, share.reached) == (percent, reached)
    assert 0 <= share.bar <= 100


def test_coverage_by_day_post_area_and_species(django_assert_num_queries):
    town = VaccineTown(doses=100)
    campaign = town.campaign()
    school = town.post(campaign, "Escola", "Centro", dogs=10, cats=4)
    square = town.post(campaign, "Praça", "Centro", dogs=10, cats=0)
    north = town.post(campaign, "Igreja", "Norte", dogs=5, cats=5)
    given_at(town, school)
    voided = given_at(town, school, animal=town.animal_of())
    voided.voided_on, voided.void_reason = DAY, "engano"
    voided.save()
    given_at(town, north, animal=town.animal_of(species="cat"), on=date(2012, 3, 2))
    counted(town, school, 7)
    counted(town, school, 4, "cat")
    wrong = counted(town, square, 9)
    campaigns.correct(tally=wrong, doses=8, reason="erro", at=town.at(DAY), by=town.clerk, key=uuid.uuid4())
    counted(town, north, 5, on=date(2012, 3, 2))
    with django_assert_num_queries(3):
        found = coverage(campaign)
    posts = {line.label: (line.dogs.doses, line.cats.doses, line.both.percent) for line in found.posts}
    assert posts == {
        "Escola": (8, 4, Decimal("85.7")),
        "Praça": (8, 0, Decimal("80.0")),
        "Igreja": (5, 1, Decimal("60.0")),
    }
    areas = {line.label: (line.both.doses, line.both.target) for line in found.areas}
    assert areas == {"Centro": (20, 24), "Norte": (6, 10)}
    days = {line.label: line.both.doses for line in found.days}
    assert days == {"01/03/2012": 20, "02/03/2012": 26}  # summed until each day
    assert (found.total.dogs.doses, found.total.cats.doses) == (21, 5)
    assert found.total.both.percent == Decimal("76.4")
    assert sum(row.doses for row in found.entries) == 26
