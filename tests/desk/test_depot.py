"""What the desk knows of the depósito: the case, the histories, the copy, the search, and who may be erased."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from impound.models import AdoptionBar, Bid, FollowUp, Redemption, SaleLot, Summons
from impound.services import leaving
from registry.services import anonymisation
from registry.text import address_key
from tests.factories import TutorFactory, sign_in
from tests.impound.depot import Depot
from zoonoses.desk.services import day, history, person_copy
from zoonoses.documents.kinds import ActKind
from zoonoses.documents.models import Agenda
from zoonoses.documents.services import acts, agenda

pytestmark = pytest.mark.django_db
NOW = (2024, 6, 3, 9, 30)


class Story:
    """Maria's horse was taken and redeemed; another one, of nobody, was adopted by José, who bid in a sale too."""

    def __init__(self):
        self.depot = depot = Depot("alvares-machado-sp", (2024, 6, 20, 12))
        self.maria = TutorFactory(municipality=depot.municipality, name="Maria Prado")
        self.jose = TutorFactory(municipality=depot.municipality, name="José Lima")
        at = depot.at(*NOW)
        place = {"street": "Rua do Fato", "number": "10", "address_key": address_key("Rua do Fato", "10")}
        self.seizure = depot.seizure(at, owner=self.maria, **place)
        given = {"seizure": self.seizure, "species": "horse", "size": "large"}
        self.hers = depot.seize(at, tutor=self.maria, chip_read="982000123456789", **given)
        self.nobodys = depot.seize(at, **given)
        self.case = self.seizure.act.case
        call = Summons.objects.create(act=self.act(ActKind.SUMMONS), seizure=self.seizure, tutor=self.maria)
        call.animals.set([self.hers])
        asked = Redemption.objects.create(
            act=self.act(ActKind.REDEMPTION_REQUEST), seizure=self.seizure, requester=self.maria, owner=self.maria,
            capacity="owner",
        )  # fmt: skip
        asked.animals.set([self.hers])
        self.leave(self.hers, ActKind.RELEASE, leaving.Leaving(kind="redemption", receiver=self.maria))
        exit = self.leave(
            self.nobodys, ActKind.DESTINATION, leaving.Leaving(kind="adoption", receiver=self.jose)
        )
        FollowUp.objects.create(exit=exit, due_on=depot.at(2024, 7, 6).date(), responsible=depot.agent)
        AdoptionBar.objects.create(
            municipality=depot.municipality, tutor=self.maria, reason="maus-tratos", since_on=at.date(),
            written_by=depot.manager,
        )  # fmt: skip
        lot = SaleLot.objects.create(
            act=self.act(ActKind.SALE_NOTICE),
            kind="sale",
            held_at=at,
            place="Pátio",
            minimum=1,
            published="mural",
        )
        Bid.objects.create(lot=lot, bidder=self.jose, amount="350.00", at=at, recorded_by=depot.clerk)

    def act(self, kind, *moment):
        at = self.depot.at(*(moment or (2024, 6, 4, 10)))
        return acts.record(case=self.case, kind=kind, at=at, author=self.depot.agent)

    def leave(self, custody, kind, way):
        act = self.act(kind, 2024, 6, 6, 9)
        return leaving.leave(custodies=[custody], leaving=way, act=act, at=act.at, by=self.depot.clerk)[0]


@pytest.fixture
def story():
    return Story()


def titles(page):
    return [entry["title"] for entry in page]


def test_the_case_tells_its_animals_and_every_act_with_the_page_of_each(client, story):
    page = sign_in(client, story.depot.agent).get(reverse("desk:case", args=[story.case.pk]))
    text = page.content.decode()
    for words in (
        "Maria Prado", "Rua do Fato, 10", "nº 0001/2024, 0002/2024", ": resgate</span>",
        "nº 0002/2024: adoção, José Lima", "Animais apreendidos",
    ):  # fmt: skip
        assert words in text, words
    urls = [entry["url"] for entry in page.context["entries"]]
    redemption = Redemption.objects.get()
    assert urls == [
        reverse("impound:seizure", args=[story.seizure.pk]),
        reverse("impound:seizure", args=[story.seizure.pk]),
        reverse("impound:redemption", args=[redemption.pk]),
        reverse("impound:sale", args=[SaleLot.objects.get().pk]),
        reverse("impound:custody", args=[story.hers.pk]),
        reverse("impound:custody", args=[story.nobodys.pk]),
    ]


def test_the_history_of_each_person_has_what_concerns_them_once(story):
    maria, jose = titles(history.of_person(story.maria)), titles(history.of_person(story.jose))
    for words in ("Apreensão", "Notificação de apreensão", "Pedido de resgate", "Entrega por resgate"):
        assert maria.count(words) == 1, words
    assert "Impedimento de adotar" in maria and "Proposta em venda: R$ 350,00" not in maria
    assert jose.count("Destinação") == 1 and "Apreensão" not in jose
    assert {"Proposta em venda: R$ 350,00", "Visita ao animal adotado, nº 0002/2024"} <= set(jose)


def test_the_history_of_an_animal_and_of_an_address(client, story):
    of_animal = titles(history.of_animal(story.hers.animal))
    assert {"Apreensão", "Notificação de apreensão", "Pedido de resgate", "Entrega por resgate"} <= set(
        of_animal
    )
    assert "Destinação" not in of_animal
    there = titles(history.of_address(story.depot.municipality, address_key("R. do Fato", "10")))
    assert {"Apreensão", "Pedido de resgate", "Entrega por resgate", "Destinação"} <= set(there)
    elsewhere = Depot("cuiaba-mt", NOW)
    assert not titles(history.of_address(elsewhere.municipality, address_key("R. do Fato", "10")))
    inside = story.depot.seize(story.depot.at(*NOW))
    page = sign_in(client, story.depot.clerk).get(reverse("desk:history_animal", args=[inside.animal_id]))
    assert reverse("impound:custody", args=[inside.pk]) in page.content.decode()


def test_the_history_costs_the_same_with_more_animals(story):
    costs = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as queries:
            history.of_person(story.maria)
        costs.append(len(queries))
        for _ in range(4):
            custody = story.depot.seize(story.depot.at(*NOW), owner=story.maria)
            act = acts.record(
                case=custody.seizure.act.case, kind=ActKind.CUSTODY_END, at=story.depot.at(2024, 6, 5),
                author=story.depot.vet,
            )  # fmt: skip
            way = leaving.Leaving(kind="death", reason="caiu")
            leaving.leave(custodies=[custody], leaving=way, act=act, at=act.at, by=story.depot.vet)
    assert costs[0] == costs[1]


def test_the_copy_of_a_person_has_the_deposito(story):
    happened = next(part for part in person_copy.sections(story.maria) if part["title"] == "O que aconteceu")
    text = " ".join(line["value"] for line in happened["lines"])
    for words in ("Apreensão", "Pedido de resgate", "Impedimento de adotar · maus-tratos"):
        assert words in text, words
    assert "José" not in text


@pytest.mark.parametrize("typed", ["0001/2024", "1 / 2024", "chip 982000123456789"])
def test_the_search_finds_an_animal_of_the_deposito(client, story, typed):
    page = sign_in(client, story.depot.judge).post(reverse("desk:search"), {"q": typed}).content.decode()
    assert reverse("impound:custody", args=[story.hers.pk]) in page
    stranger = Depot("cuiaba-mt", NOW)
    page = sign_in(client, stranger.judge).post(reverse("desk:search"), {"q": typed}).content.decode()
    assert reverse("impound:custody", args=[story.hers.pk]) not in page


def test_who_had_an_animal_seized_or_adopted_one_is_not_erased(story):
    town = story.depot.municipality
    town.retention_years = 1
    town.save()
    on = story.depot.at(2060, 1, 1).date()
    maria = anonymisation.judge(story.maria, on=on).reason
    for words in (
        "apreensão",
        "notificação de apreensão",
        "pedido de resgate",
        "saída",
        "impedimento de adotar",
    ):
        assert words in maria, words
    assert "saída" in anonymisation.judge(story.jose, on=on).reason


def test_the_day_of_each_post_has_the_lines_of_the_deposito(story):
    depot = story.depot
    custody = depot.seize(depot.at(2024, 6, 18, 9), species="horse", size="large")
    agenda.rebuild(custody.seizure.act.case, on=depot.at(2024, 6, 20).date())
    of_case = Agenda.objects.filter(case=custody.seizure.act.case)

    def acts_for(post):
        return set(
            day.lines_for(post, everyone=False).filter(pk__in=of_case).values_list("next_act", flat=True)
        )

    assert {"custody_term", "custody_exams", "custody_destine"} <= acts_for(depot.agent)
    assert acts_for(depot.vet) == {"custody_exams", "custody_destine"}
    assert acts_for(depot.clerk) == {"custody_term", "custody_destine"}
    assert acts_for(depot.manager) == set()
