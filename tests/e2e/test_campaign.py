"""A vaccination post on a phone: an animal by tag, by chip, by the CPF of its tutor; bare counts; two posts at once."""

import pytest

from registry.models import CampaignTally, Microchip, Vaccination
from registry.services import campaigns, vaccines
from tests.e2e.test_accessibility import PHONE, SMALL, faults_of
from tests.registry.licences import rga_of
from tests.registry.vaccines import DAY, VaccineTown

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]
TOGETHER = 4
PRESS = "words => [...document.querySelectorAll('button')].find(each => each.textContent.trim() === words).click()"


@pytest.fixture
def town():
    """Three animals of one person: one with RGA, one with chip, one with neither."""
    made = VaccineTown(doses=100)
    made.rga = rga_of(made.animal, made.clerk, made.at(DAY))
    made.chipped = made.animal_of(name="Frajola", species="cat")
    Microchip.objects.create(animal=made.chipped, number="982000123456789")
    made.bare = made.animal_of(name="Xodó", species="dog")
    return made


def vaccinate(walker, typed):
    walker.fill(q=typed)
    walker.press("Vacinar")
    return walker.text()


def test_a_morning_at_a_post(town, phone):
    post = town.post()
    walker = phone(town.agent, viewport=PHONE)
    walker.go(f"/vacinacao/postos/{post.pk}/")
    page = walker.page
    assert "Vacinado" in vaccinate(walker, str(town.rga.number))
    assert "Frajola" in vaccinate(walker, "982 000 123 456 789")
    assert "Qual animal?" in vaccinate(walker, town.tutor.document)
    walker.press("Vacinar Xodó")
    assert "oriente o tutor a registrá-lo" in page.inner_text("body") and "13" in page.inner_text("body")
    assert "já foi vacinado nesta campanha" in vaccinate(walker, str(town.rga.number))
    walker.press("Cão +5")
    assert "5 doses contadas: cão" in page.inner_text("body")
    walker.fill(number="12")
    walker.press("Contar como gato")
    assert campaigns.day_of(post, DAY).doses == 20 and vaccines.remaining(town.lot) == 80
    faults = [*faults_of(page), *page.evaluate(SMALL)]
    assert not faults, "\n".join(map(str, faults))
    assert Vaccination.objects.filter(post=post, vet_name="").count() == 3


def test_two_posts_at_once_lose_no_dose(town, phone):
    here = town.post()
    there = town.post(campaign=here.campaign, name="Praça", area="Vila Alta")
    phones = [(phone(town.agent, viewport=PHONE), here), (phone(town.vet, viewport=PHONE), there)]
    for walker, post in phones:
        walker.go(f"/vacinacao/postos/{post.pk}/")
    for turn in range(1, TOGETHER + 1):
        for walker, _ in phones:
            walker.page.evaluate(PRESS, "Gato +5")
        for walker, post in phones:
            walker.page.wait_for_function(
                "doses => document.querySelector('.figure strong')?.textContent === doses", arg=str(turn * 5)
            )
            assert campaigns.day_of(post, DAY).counted == turn * 5
    assert CampaignTally.objects.count() == 2 * TOGETHER and vaccines.remaining(town.lot) == 60
