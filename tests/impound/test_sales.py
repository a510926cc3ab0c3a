"""A lot from its costs to the delivery: minimum, edital, lances, result, charge, exit; and every refusal on the way."""

import uuid
from datetime import date
from decimal import Decimal

import pytest

from impound.models import CustodyEvent, Exit, LotResult
from impound.services import bidding, delivering, destining, sales
from impound.services.costs import costs_of
from impound.services.sales import Lot
from tests.documents.conftest import text_of
from tests.factories import TutorFactory
from tests.impound.depot import Depot
from tests.impound.destining import adopted, laudo
from tests.impound.redeeming import event, refused, unit_value
from zoonoses.documents.services import annulment
from zoonoses.treasury.services import charges

pytestmark = pytest.mark.django_db


def has(document, *words):
    text = text_of(document)
    for word in words:
        assert word in text, (word, text)


@pytest.fixture
def machado():
    return Depot("alvares-machado-sp", (2024, 6, 20, 9, 0))


def goats(depot, count=2):
    """Goats past their term (this law asks no exam of them), each with its expenses."""
    found = []
    for place in range(count):
        goat = depot.seize(depot.at(2024, 6, 3, 9), species="goat", size="medium")
        event(depot, goat, "expense", date(2024, 6, 5), code="feeding", cost=Decimal("120.50") + place)
        found.append(goat)
    return found


def lot(depot, animals, *, kind="auction", code="auction", held=(2024, 6, 27, 14), **given) -> Lot:
    fields = {"place": "Parque de exposições", "published": "Diário Oficial de 20/06/2024"}
    return Lot(kind, code, animals, depot.at(*held), **{**fields, **given})


def announced(depot, animals, at=(2024, 6, 20, 9), **given):
    return sales.announce(
        lot=lot(depot, animals, **given), by=depot.manager, at=depot.at(*at), key=uuid.uuid4()
    )


def offered(depot, made, amount, at=(2024, 6, 27, 14), bidder=None):
    bidder = bidder or TutorFactory(municipality=depot.municipality)
    return bidding.bid(
        lot=made, bidder=bidder, amount=Decimal(amount), by=depot.clerk, at=depot.at(*at), key=uuid.uuid4()
    )


def closed(depot, made, at=(2024, 6, 27, 16)):
    return bidding.close(lot=made, notes="", by=depot.manager, at=depot.at(*at), key=uuid.uuid4())


def delivered(depot, made, at=(2024, 6, 28, 9)):
    return delivering.deliver(lot=made, by=depot.clerk, at=depot.at(*at), key=uuid.uuid4())


def test_an_auction_from_the_costs_to_the_delivery(machado):
    depot, animals = machado, goats(machado)
    made = announced(depot, animals)
    assert made.minimum == Decimal("242.00")
    has(
        made.act.document,
        "EDITAL DE LEILÃO", "Art. 12", "R$ 242,00", "R$ 120,50", "27/06/2024", "Parque de exposições",
        "Diário Oficial", animals[0].full_number, animals[1].full_number,
    )  # fmt: skip
    refused("in_lot", adopted, depot, animals[0], "adoption", depot.at(2024, 6, 21, 9))
    refused("before_session", offered, depot, made, "300", at=(2024, 6, 27, 13, 59))
    refused("before_session", closed, depot, made, at=(2024, 6, 27, 13, 59))
    refused("below_minimum", offered, depot, made, "241.99")
    offered(depot, made, "242.00")
    refused("not_higher", offered, depot, made, "242.00")
    winner = TutorFactory(municipality=depot.municipality, name="Conceição D'Ávila")
    offered(depot, made, "310.00", bidder=winner)
    result = closed(depot, made)
    assert (result.winner.bidder, result.charge.amount) == (winner, Decimal("310.00"))
    has(result.act.document, "Conceição D'Ávila", "R$ 310,00", "R$ 242,00", "Arrematado por")
    refused("closed", offered, depot, made, "400")
    assert "310,00" in refused("not_paid", delivered, depot, made).sentence
    charges.pay(
        charge=result.charge, amount=Decimal("310.00"), means="pix", paid_on=date(2024, 6, 27),
        at=depot.at(2024, 6, 27, 17), by=depot.clerk, key=uuid.uuid4(),
    )  # fmt: skip
    act = delivered(depot, made)
    has(act.document, "TERMO DE DESTINAÇÃO", "Conceição D'Ávila", "R$ 310,00", animals[1].full_number)
    for goat in animals:
        goat.animal.refresh_from_db()
        assert goat.animal.tutor == winner
    assert [(row.kind, row.receiver, row.article) for row in Exit.objects.all()] == [
        ("auction", winner, "Art. 12")
    ] * 2
    refused("gone", delivered, depot, made)


def test_a_deserted_lot_frees_its_animals_and_an_annulled_edital_too(machado):
    depot, animals = machado, goats(machado)
    made = announced(depot, animals)
    result = closed(depot, made)
    assert result.winner is None and result.charge is None
    refused("not_won", delivered, depot, made)
    again = announced(depot, animals, kind="sale", code="sale", held=(2024, 7, 1, 9), at=(2024, 6, 28, 9))
    offered(depot, again, "500", at=(2024, 7, 1, 9))
    won = closed(depot, again, at=(2024, 7, 1, 10))
    annulment.annul(
        document=again.act.document, reason="erro no edital", by=depot.manager, at=depot.at(2024, 7, 1, 11)
    )
    won.charge.refresh_from_db()
    assert won.charge.cancelled_on == date(2024, 7, 1)
    refused("annulled", delivered, depot, again, at=(2024, 7, 1, 12))
    assert destining.lot_of(animals[0]) is None
    assert LotResult.objects.count() == 2


def test_the_minimum_is_the_costs_unless_the_manager_says_why(machado):
    depot, animals = machado, goats(machado, 1)
    at = depot.at(2024, 6, 20, 9)
    low = lot(depot, animals, minimum=Decimal("50.00"))
    refused("reason_missing", sales.plan, lot=low, by=depot.manager, at=at)
    ready = sales.plan(
        lot=lot(depot, animals, minimum=Decimal("50.00"), reason="animal idoso"), by=depot.manager, at=at
    )
    assert (ready.minimum, ready.costs.total) == (Decimal("50.00"), Decimal("120.50"))
    assert "animal idoso" in ready.basis[-1]["text"]
    refused("not_allowed", sales.plan, lot=low, by=depot.clerk, at=at)
    refused(
        "held_in_the_past",
        sales.plan,
        lot=lot(depot, animals, held=(2024, 6, 20, 9)),
        by=depot.manager,
        at=at,
    )
    refused("not_announced", sales.plan, lot=lot(depot, animals, published=" "), by=depot.manager, at=at)
    early = depot.at(2024, 6, 13, 9)
    said = refused("not_allowed", sales.plan, lot=lot(depot, animals), by=depot.manager, at=early)
    assert "14/06/2024" in said.sentence


def test_costs_in_the_laws_unit_are_converted_and_an_unknown_value_is_said():
    depot = Depot("cuiaba-mt", (2024, 4, 10, 9, 0))
    dog, at = depot.seize(depot.at(2024, 4, 2, 9), size="small"), depot.at(2024, 4, 10, 9)
    assert costs_of([dog], at=at).refusal.enter == "municipalities:index_values"
    unit_value(depot, "UPF", "100.00", date(2024, 4, 1), date(2024, 4, 30))
    found = costs_of([dog], at=at)
    assert found.total > 0 and "× R$ 100,0000" in found.basis[0]["arithmetic"]
    ready = sales.plan(lot=lot(depot, [dog], held=(2024, 4, 20, 9)), by=depot.manager, at=at)
    assert ready.article == "Art. 11, II"
    said = refused(
        "not_allowed",
        sales.plan,
        lot=lot(depot, [dog], kind="tender", code="public_tender"),
        by=depot.manager,
        at=at,
    )
    assert said.article == "Art. 11, § 6º"
    laudo(depot, dog, at, breed_animal=True)
    assert (
        sales.plan(
            lot=lot(depot, [dog], kind="tender", code="public_tender"), by=depot.manager, at=at
        ).article
        == "Art. 11, § 6º"
    )


def test_a_licitacao_takes_every_proposal_and_the_first_of_the_best_wins():
    depot = Depot("cuiaba-mt", (2024, 4, 10, 9, 0))
    unit_value(depot, "UPF", "100.00", date(2024, 4, 1), date(2024, 4, 30))
    dog = depot.seize(depot.at(2024, 4, 2, 9), size="small")
    laudo(depot, dog, depot.at(2024, 4, 10, 9), breed_animal=True)
    sold = announced(
        depot, [dog], (2024, 4, 10, 9), kind="tender", code="public_tender", held=(2024, 4, 20, 9)
    )
    assert "preço mínimo" in refused("below_minimum", offered, depot, sold, "1", at=(2024, 4, 20, 9)).sentence
    first = TutorFactory(municipality=depot.municipality, name="Benedita Arruda")
    for place, amount in enumerate(("600", "700", "650", "700")):
        offered(depot, sold, amount, (2024, 4, 20, 9, place), first if place == 1 else None)
    result = closed(depot, sold, (2024, 4, 20, 16))
    assert (result.winner.bidder, result.charge.amount) == (first, Decimal("700.00"))
    assert result.charge.description.startswith("Compra, Edital nº 0001/2024")
    text = text_of(result.act.document)
    assert text.count("R$ 700,00") == 3 and "Vendido a Benedita Arruda, pela proposta de R$ 700,00" in text
    assert "lance" not in text.lower()


def test_vitoria_auctions_only_with_its_regulations_term_and_an_economic_value():
    depot = Depot("vitoria-es", (2025, 3, 18, 9, 0))
    horse, at = depot.seize(depot.at(2025, 3, 10, 9), species="horse"), depot.at(2025, 3, 18, 9)
    given = {"by": depot.manager, "at": at}
    refused("value_unknown", sales.plan, lot=lot(depot, [horse], held=(2025, 4, 1, 9)), **given)
    depot.choose("custody_days", 5)
    refused("not_allowed", sales.plan, lot=lot(depot, [horse], held=(2025, 4, 1, 9)), **given)
    laudo(depot, horse, at, economic_value=True)
    CustodyEvent.objects.create(
        custody=horse, kind="expense", label="ração", on=at.date(), cost=Decimal("80.00"),
        recorded_at=at, recorded_by=depot.agent,
    )  # fmt: skip
    ready = sales.plan(lot=lot(depot, [horse], held=(2025, 4, 1, 9)), **given)
    assert (ready.minimum, ready.article) == (Decimal("80.00"), "Art. 4º, III")
