"""Redemption by its services: who may ask, on which days, and what keeps the right."""

import uuid
from datetime import date

import pytest

from impound.models import LotAnimal, LotResult, Redemption, SaleLot
from impound.services import redemption_bills, redemptions
from impound.services.redemption_checklist import checklist
from impound.services.redemptions import Requester
from tests.factories import CompanyFactory, TutorFactory
from tests.impound.depot import Depot
from tests.impound.redeeming import asked, billed, event, examined, missing, paid, refused, seen, unit_value
from zoonoses.documents.kinds import ActKind
from zoonoses.documents.services import acts

pytestmark = pytest.mark.django_db
ADULT = date(1980, 5, 1)


@pytest.mark.parametrize(("town", "article"), [("joao-neiva-es", "Arts. 10 a 13"), ("vitoria-es", "Art. 4º")])
def test_a_law_without_redemption_says_so_and_offers_nothing(town, article):
    depot = Depot(town, (2025, 3, 12, 9, 0))
    custody, at = depot.seize(depot.at(2025, 3, 10, 9)), depot.at(2025, 3, 12, 9)
    said = redemptions.refusal_for([custody], at=at)
    assert (said.code, said.article) == ("not_in_law", article)
    assert "não prevê resgate" in said.sentence
    refused("not_in_law", asked, depot, [custody], at)
    assert not Redemption.objects.exists()


# Seized on Tuesday 5/11/2024 in Álvares Machado: ten days end on Friday 15/11, a holiday, and so on Monday 18/11.
@pytest.mark.parametrize(
    ("late_allowed", "day", "code"),
    [
        (False, (2024, 11, 5), None),
        (False, (2024, 11, 15), None),
        (False, (2024, 11, 18), None),
        (False, (2024, 11, 19), "within_term"),
        (True, (2024, 11, 19), None),
        (True, (2024, 12, 4), None),
    ],
)
def test_days_of_the_request_in_alvares_machado(late_allowed, day, code):
    depot = Depot("alvares-machado-sp", (*day, 18, 0))
    horse = depot.seize(depot.at(2024, 11, 5, 9), species="horse", size="large")
    if late_allowed:
        depot.choose("late_redemption_allowed", True)
    said = redemptions.refusal_for([horse], at=depot.at(*day, 18))
    assert (said.code if said else None) == code
    if code:
        assert (said.article, "terminou em 18/11/2024" in said.sentence) == ("Arts. 6º e 12", True)


# Seized on Thursday 28/3/2024 in Cuiabá, eve of Good Friday: three business days end on Wednesday 3/4.
@pytest.mark.parametrize(
    ("late_allowed", "day", "code"),
    [(True, 2, None), (True, 3, None), (True, 4, None), (False, 3, None), (False, 4, "within_term")],
)
def test_days_of_the_request_in_cuiaba(late_allowed, day, code):
    depot = Depot("cuiaba-mt", (2024, 4, day, 9, 0))
    dog = depot.seize(depot.at(2024, 3, 28, 9))
    if not late_allowed:
        depot.choose("late_redemption_allowed", False)
    said = redemptions.refusal_for([dog], at=depot.at(2024, 4, day, 9))
    assert (said.code if said else None) == code


def test_alegre_has_no_last_day_for_who_comes_before_another_destination():
    depot = Depot("alegre-es", (2012, 4, 20, 9, 0))
    dog = depot.seize(depot.at(2012, 3, 1, 9))
    assert redemptions.refusal_for([dog], at=depot.at(2012, 4, 20, 9)) is None


def test_a_last_day_printed_at_the_seizure_protects_even_if_the_count_changed():
    depot = Depot("alvares-machado-sp", (2024, 11, 20, 9, 0))
    horse = depot.seize(depot.at(2024, 11, 5, 9), species="horse", size="large")
    horse.seizure.printed_due_on = date(2024, 11, 20)
    horse.seizure.save()
    assert redemptions.refusal_for([horse], at=depot.at(2024, 11, 20, 9)) is None
    assert redemptions.refusal_for([horse], at=depot.at(2024, 11, 21, 9)).code == "within_term"


def test_who_was_born_in_the_deposito_has_a_bill_of_its_own_days():
    depot = Depot("cuiaba-mt", (2024, 3, 30, 9, 0))
    mother, at = depot.seize(depot.at(2024, 3, 28, 9)), depot.at(2024, 3, 30, 9)
    young = depot.seize(depot.at(2024, 3, 29, 23), seizure=mother.seizure, mother=mother)
    refused("stays_differ", asked, depot, [mother, young], at)
    assert asked(depot, [young], at).animals.get() == young


@pytest.mark.parametrize(
    ("born_on", "code"), [(date(2006, 6, 10), None), (date(2006, 6, 11), "of_age"), (date(1950, 1, 1), None)]
)
def test_eighteen_years_completed_on_the_day_of_the_request(born_on, code):
    depot = Depot("alvares-machado-sp", (2024, 6, 10, 9, 0))
    pig, at = depot.seize(depot.at(2024, 6, 3, 9), species="pig", size="medium"), depot.at(2024, 6, 10, 9)
    if code:
        assert refused(code, asked, depot, [pig], at, born_on=born_on).article == "Art. 9º, I"
    else:
        assert asked(depot, [pig], at, born_on=born_on).born_on == born_on


class TestWho:
    def setup_method(self):
        self.depot = Depot("cuiaba-mt", (2024, 6, 4, 9, 0))
        self.at = self.depot.at(2024, 6, 4, 9)
        self.owner = TutorFactory(municipality=self.depot.municipality, name="Josefa D'Ávila")
        self.dog = self.depot.seize(self.depot.at(2024, 6, 3, 9), owner=self.owner)

    def person(self, **given):
        return TutorFactory(municipality=self.depot.municipality, **given)

    def test_the_owner_and_who_has_the_animal(self):
        assert asked(self.depot, [self.dog], self.at, person=self.owner).owner == self.owner
        code = refused("already_requested", asked, self.depot, [self.dog], self.at, person=self.person())
        assert "Josefa D'Ávila, de 04/06/2024" in code.sentence

    def test_somebody_else_is_not_the_owner_but_may_have_the_animal(self):
        other = self.person()
        said = refused("another_owner", asked, self.depot, [self.dog], self.at, person=other)
        assert "Josefa D'Ávila" in said.sentence
        found = asked(self.depot, [self.dog], self.at, person=other, capacity="possessor")
        assert (found.requester, found.owner) == (other, self.owner)

    def test_the_owner_must_be_known_for_a_possessor(self):
        stray = self.depot.seize(self.depot.at(2024, 6, 3, 9))
        refused("no_owner", asked, self.depot, [stray], self.at, capacity="possessor")
        found = asked(self.depot, [stray], self.at, capacity="possessor", owner=self.owner)
        assert found.owner == self.owner

    def test_a_company_asks_by_who_represents_it(self):
        company = CompanyFactory(municipality=self.depot.municipality)
        horse = self.depot.seize(self.depot.at(2024, 6, 3, 9), owner=company, species="horse", size="large")
        assert (
            "pessoa jurídica"
            in refused("company", asked, self.depot, [horse], self.at, person=company).sentence
        )
        found = asked(self.depot, [horse], self.at, capacity="representative")
        assert found.owner == company

    def test_one_request_is_of_one_seizure_and_a_key_makes_one(self):
        other = self.depot.seize(self.depot.at(2024, 6, 3, 10), owner=self.owner)
        refused("two_seizures", asked, self.depot, [self.dog, other], self.at, person=self.owner)
        given = {
            "custodies": [self.dog],
            "requester": Requester(self.owner, "owner"),
            "at": self.at,
            "by": self.depot.clerk,
            "key": uuid.uuid4(),
        }
        assert redemptions.ask(**given) == redemptions.ask(**given)
        assert Redemption.objects.count() == 1

    def test_a_withdrawn_request_frees_the_animal_and_cancels_what_was_charged(self):
        found = asked(self.depot, [self.dog], self.at, person=self.owner)
        bill = billed(self._with_upf(), found, self.at)
        refused(
            "reason_missing",
            redemptions.withdraw,
            redemption=found,
            reason=" ",
            at=self.at,
            by=self.depot.clerk,
        )
        for _ in range(2):
            redemptions.withdraw(redemption=found, reason="desistiu", at=self.at, by=self.depot.clerk)
        bill.charge.refresh_from_db()
        assert bill.charge.cancelled_on == date(2024, 6, 4)
        assert bill.document.annulment.reason == "Desistência do resgate: desistiu"
        assert asked(self.depot, [self.dog], self.at, person=self.owner) != found

    def _with_upf(self):
        unit_value(self.depot, "UPF", "50.00", date(2024, 6, 1), date(2024, 6, 30))
        return self.depot


def machado_horse(day):
    """A horse of 3/6/2024 (ten days end on Thursday 13/6) with a request of a day, everything shown but the exams."""
    depot = Depot("alvares-machado-sp", (2024, 6, 20, 9, 0))
    unit_value(depot, "UFM", "5.00", date(2024, 1, 1), date(2024, 12, 31))
    horse = depot.seize(depot.at(2024, 6, 3, 9), species="horse", size="large")
    return depot, horse, asked(depot, [horse], depot.at(2024, 6, day, 9), born_on=ADULT)


@pytest.mark.parametrize(("paid_on", "keeps"), [(10, True), (13, True), (14, False)])
def test_who_asked_and_paid_in_the_term_keeps_the_right_while_exams_are_awaited(paid_on, keeps):
    depot, horse, found = machado_horse(10)
    at, later = depot.at(2024, 6, paid_on, 11), depot.at(2024, 6, 20, 9)
    billed(depot, found, at)
    paid(depot, found, at)
    assert ("within_term" not in missing(found, later)) is keeps
    assert "entry_exams" in missing(found, later)
    assert (redemptions.standing_claim(horse, at=later) == found) is keeps
    examined(depot, horse, date(2024, 6, 20))
    assert "entry_exams" not in missing(found, later)


def test_a_value_that_nobody_entered_in_the_term_is_not_a_delay():
    depot = Depot("alvares-machado-sp", (2024, 6, 20, 9, 0))
    horse = depot.seize(depot.at(2024, 6, 3, 9), species="horse", size="large")
    found = asked(depot, [horse], depot.at(2024, 6, 10, 9), born_on=ADULT)
    at = depot.at(2024, 6, 20, 9)
    said = refused("index_value_missing", billed, depot, found, at)
    assert "UFM em 20/06/2024" in said.sentence and said.enter == "municipalities:index_values"
    assert "within_term" not in missing(found, at)
    row = unit_value(depot, "UFM", "5.00", date(2024, 1, 1), date(2024, 12, 31))
    row.entered_at = depot.at(2024, 6, 18, 9)
    row.save()
    assert "within_term" not in missing(found, at)


def test_what_the_record_must_prove_is_not_said_by_hand():
    depot, horse, found = machado_horse(10)
    at = depot.at(2024, 6, 10, 10)
    for code in (
        "entry_exams",
        "redemption_payment",
        "within_term",
        "of_age",
        "liability_statement",
        "outro",
    ):
        refused("not_by_hand", seen, depot, found, at, code)
    refused(
        "nothing_shown",
        redemptions.see,
        redemption=found,
        code="rg_copy",
        label=" ",
        copy=None,
        at=at,
        by=depot.clerk,
    )
    seen(depot, found, at, "rg_copy", "rg_copy")
    item = found.items.get()
    assert "rg_copy" not in missing(found, at)
    for _ in range(2):
        redemptions.undo(item=item, at=at, by=depot.manager)
    assert "rg_copy" in missing(found, at)
    item.refresh_from_db()
    assert item.undone_by == depot.manager


def test_the_law_of_cuiaba_wants_the_cause_ended_and_keeps_proof_of_ownership_if_shown():
    depot = Depot("cuiaba-mt", (2024, 6, 4, 9, 0))
    dog, at = depot.seize(depot.at(2024, 6, 3, 9)), depot.at(2024, 6, 4, 9)
    found = asked(depot, [dog], at)
    assert missing(found, at) == ["cause_ceased", "redemption_payment"]
    event(depot, dog, "cause", date(2024, 6, 4), facts={"ceased": True})
    assert missing(found, at) == ["redemption_payment"]
    items = {item.need.code: item for item in checklist(found, at=at).items}
    assert items["cause_ceased"].how == "verificado em 04/06/2024"
    assert (items["cause_ceased"].need.article, items["within_term"].met) == ("Art. 9º, § 1º", True)
    assert not redemptions.owner_is_proved(found, dog)
    seen(depot, found, at, "proof_of_ownership")
    assert redemptions.owner_is_proved(found, dog)


def test_a_bill_of_a_law_without_bill_is_refused():
    depot = Depot("cuiaba-mt", (2024, 6, 4, 9, 0))
    rabbit = depot.seize(depot.at(2024, 6, 3, 9), species="rabbit")
    found = asked(depot, [rabbit], depot.at(2024, 6, 4, 9))
    refused("species_not_in_table", billed, depot, found, depot.at(2024, 6, 4, 9))
    assert redemption_bills.account(found).bill is None


@pytest.mark.parametrize(
    ("town", "law_key", "code"),
    [("cuiaba-mt", None, "not_yet_destined"), ("alvares-machado-sp", "late_redemption_allowed", "destined")],
)
def test_late_only_until_another_destination_is_decided(town, law_key, code):
    depot = Depot(town, (2024, 7, 1, 9, 0))
    if law_key:
        depot.choose(law_key, True)
    pig, at = depot.seize(depot.at(2024, 6, 3, 9), species="pig", size="medium"), depot.at(2024, 7, 1, 9)
    assert redemptions.refusal_for([pig], at=at) is None
    lot = SaleLot.objects.create(
        act=acts.record(case=pig.seizure.act.case, kind=ActKind.SALE_NOTICE, at=at, author=depot.manager),
        kind="auction",
        held_at=depot.at(2024, 7, 20, 9),
        place="depósito",
        minimum=10,
        published="Diário Oficial",
    )
    LotAnimal.objects.create(lot=lot, custody=pig)
    assert redemptions.refusal_for([pig], at=at).code == code
    result = acts.record(case=pig.seizure.act.case, kind=ActKind.SALE_RESULT, at=at, author=depot.manager)
    LotResult.objects.create(lot=lot, act=result)
    assert redemptions.refusal_for([pig], at=at) is None


def test_an_old_bill_is_not_paid_on_a_day_whose_unit_nobody_entered():
    depot = Depot("alvares-machado-sp", (2025, 1, 2, 9, 0))
    unit_value(depot, "UFM", "5.00", date(2024, 1, 1), date(2024, 12, 31))
    pig = depot.seize(depot.at(2024, 12, 30, 9), species="pig", size="medium")
    found = asked(depot, [pig], depot.at(2024, 12, 31, 9), born_on=ADULT)
    billed(depot, found, depot.at(2024, 12, 31, 9))
    said = refused("index_value_missing", paid, depot, found, depot.at(2025, 1, 2, 9))
    assert "UFM em 02/01/2025" in said.sentence
    unit_value(depot, "UFM", "5.00", date(2025, 1, 1), date(2025, 12, 31))
    assert [row.amount for row in paid(depot, found, depot.at(2025, 1, 2, 9))] == [300]
