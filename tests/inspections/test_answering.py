"""Who answers for an animal that changed hands: where the law says so, whoever the registry named that day.

A dog sold on 10/05/2012, whose transfer is recorded on 15/06/2012.
"""

from datetime import date

import pytest
from django.urls import reverse

from fines.models import InfractionNotice
from inspections.services import answering
from inspections.services.review import review
from inspections.services.visits import FindingInput, VisitInput
from registry.models import AnimalFact
from tests.factories import AnimalFactory, TutorFactory, sign_in
from tests.fines.test_pages import typed
from tests.inspections.visits import Town

pytestmark = pytest.mark.django_db

RECORDED = date(2012, 6, 15)
EVE, LATER = date(2012, 6, 1), date(2012, 6, 20)
WORDS = "Enquanto não for realizada a atualização do cadastro"


class Sale:
    """Town, dog, former and new owner; the transfer is recorded when `record` is called."""

    def __init__(self, law="alegre-es", now="2012-06-21 10:00"):
        self.town = Town(law, now=now)
        place = {"municipality": self.town.municipality}
        self.seller, self.buyer = (TutorFactory(**place, name=name) for name in ("Ana Lima", "Beto Reis"))
        self.dog = AnimalFactory(tutor=self.seller, name="Thor", **place)

    def record(self):
        AnimalFact.objects.create(
            animal=self.dog,
            kind=AnimalFact.Kind.TRANSFERRED,
            on=RECORDED,
            recorded_at=self.town.at(RECORDED),
            recorded_by=self.town.clerk,
            from_tutor=self.seller,
            to_tutor=self.buyer,
            notes="vendido em 10/05/2012",
        )
        self.dog.tutor = self.buyer
        self.dog.save(update_fields=["tutor"])

    def visit(self, day, *codes, tutor=None):
        found = self.town.visit(day, *(codes or ("leash_plate_handler",)), tutor=tutor or self.buyer)
        found.animals.add(self.dog)
        return found


@pytest.fixture
def sale():
    made = Sale()
    made.record()
    return made


@pytest.mark.parametrize(
    ("day", "who"),
    [
        (EVE, "seller"),
        (date(2012, 5, 9), "seller"),  # before the sale
        (date(2012, 6, 14), "seller"),  # eve of the record
        (RECORDED, "buyer"),
        (LATER, "buyer"),
    ],
)
def test_the_registry_of_the_day_of_the_fact_says_who(sale, day, who):
    visit = sale.visit(day, tutor=sale.town.tutor)
    found = answering.of_visit(visit)
    assert found.proposed == getattr(sale, who)
    assert (found.article, WORDS in found.law_text) == ("Art. 7º, parágrafo único", True)
    assert ("só foi registrada em 15/06/2012" in found.holders[0].sentence) is (who == "seller")


def test_nothing_is_said_where_nothing_differs(sale):
    assert answering.of_visit(sale.visit(LATER)) is None, (
        "the buyer was visited and the registry names the buyer"
    )
    both = answering.of_visit(sale.visit(EVE, tutor=sale.seller))
    assert both.people == [sale.seller, sale.buyer], "the later owner is shown too"
    obstruction = sale.visit(EVE, "obstruction_or_contempt")
    assert answering.of_visit(obstruction) is None, "charged to who did it, not to who owns the animal"


def test_a_law_that_says_nothing_proposes_nobody():
    silent = Sale("vitoria-es")
    silent.record()
    assert answering.of_visit(silent.visit(EVE, "leash_handler")) is None


def test_before_the_transfer_is_recorded_the_former_owner_answers():
    sale = Sale(now="2012-06-01 10:00")
    assert answering.of_visit(sale.visit(EVE)).proposed == sale.seller


def test_animals_of_two_people_propose_nobody(sale):
    visit = sale.visit(EVE)
    other = AnimalFactory(tutor=sale.town.tutor, name="Luna", municipality=sale.town.municipality)
    visit.animals.add(other)
    found = answering.of_visit(visit)
    assert found.proposed is None
    assert found.people == [sale.town.tutor, sale.seller, sale.buyer]


def test_a_merged_former_owner_is_the_person_as_they_stand(sale):
    head = TutorFactory(municipality=sale.town.municipality)
    sale.seller.merged_into = head
    sale.seller.save(update_fields=["merged_into"])
    assert answering.of_visit(sale.visit(EVE)).proposed == head


@pytest.mark.parametrize(("day", "who"), [(EVE, "seller"), (LATER, "buyer")])
def test_the_auto_proposes_that_person_and_shows_both(client, sale, day, who):
    visit = sale.visit(day)
    sign_in(client, sale.town.agent)
    url = reverse("fines:notice_new", args=[visit.pk])
    page = client.get(url)
    text = page.content.decode()
    assert page.context["offender"] == getattr(sale, who)
    assert page.context["form"]["offender"].value() == getattr(sale, who).pk
    assert "Beto Reis" in text
    if day == EVE:
        assert "Ana Lima" in text and "Art. 7º, parágrafo único" in text and WORDS in text
        moved = client.post(url, typed(visit, sale.town, fact_on=LATER.isoformat(), voltar="1", offender=""))
        assert moved.context["offender"] == sale.buyer, "the typed day of the fact decides"
    assert not InfractionNotice.objects.exists()


def test_the_agent_may_choose_the_other(client, sale):
    visit = sale.visit(EVE)
    sign_in(client, sale.town.agent)
    url = reverse("fines:notice_new", args=[visit.pk])
    confirm = client.post(url, typed(visit, sale.town, offender=sale.buyer.pk))
    assert confirm.status_code == 200 and "Beto Reis" in confirm.content.decode()


def test_the_intimation_and_the_visit_say_the_same(client, sale):
    visit = sale.visit(EVE, "inadequate_keeping")
    sign_in(client, sale.town.agent)
    page = client.get(reverse("inspections:intimate", args=[visit.pk]))
    assert page.context["tutor"] == sale.seller
    assert "Beto Reis" in page.content.decode() and WORDS in page.content.decode()
    assert WORDS in client.get(reverse("inspections:inspection", args=[visit.pk])).content.decode()


def test_the_review_of_a_visit_done_on_paper_says_so_before_it_is_filed(sale):
    """On paper on 01/06 and entered after the transfer: the registry already names the buyer."""
    given = VisitInput(
        tutor=sale.buyer, animals=[sale.dog], findings=[FindingInput("leash_plate_handler")], place={}
    )
    on_eve = review(municipality=sale.town.municipality, visit=given, has_photos=False, on=EVE)
    assert on_eve.answering.proposed == sale.seller
    later = review(municipality=sale.town.municipality, visit=given, has_photos=False, on=LATER)
    assert later.answering is None
