"""Doses: lots and their days, protection by laboratory and law, proofs shown, doses voided."""

import uuid
from datetime import date
from decimal import Decimal

import pytest

from registry.models import VaccineLot
from registry.services import revaccination, vaccination, vaccines
from tests.registry.vaccines import DAY, VaccineTown
from zoonoses.documents.refusals import Refusal
from zoonoses.municipalities.lawbook import SHIPPED, Lawbook
from zoonoses.municipalities.models import ReadingChoice, RulesetInForce
from zoonoses.treasury.models import Charge

pytestmark = pytest.mark.django_db


def refused(act, **given) -> str:
    """The code of the refusal, or "" when the act was allowed."""
    try:
        act(**given)
    except Refusal as refusal:
        assert refusal.sentence
        return refusal.code
    return ""


def left(lot) -> int:
    return VaccineLot.objects.with_stock().get(pk=lot.pk).remaining


@pytest.mark.parametrize(
    ("on", "code"),
    [
        (date(2010, 1, 31), "lot_not_received"),
        (date(2010, 2, 1), ""),
        (date(2012, 3, 30), ""),
        (date(2012, 3, 31), ""),  # the day of the expiry still serves
        (date(2012, 4, 1), "expired_lot"),
    ],
)
def test_a_lot_past_its_own_expiry_is_never_applied(on, code):
    town = VaccineTown(lab_days=1095)
    animal = town.animal_of(born_on=date(2009, 1, 1))
    assert refused(town.apply, on=on, animal=animal) == code
    made = animal.vaccinations.first()
    if made:  # protection ends on another date than the vial
        assert made.revaccinate_on > town.lot.expires_on
    assert left(town.lot) == (10 if code else 9)


# Law, laboratory's days, dose, last day of protection.
PROTECTION = [
    ("alegre-es", None, date(2012, 3, 1), date(2013, 3, 1)),  # art. 12 silent on the period: twelve months
    ("alegre-es", 365, date(2012, 3, 1), date(2013, 3, 1)),
    ("alegre-es", 365, date(2011, 3, 1), date(2012, 2, 29)),
    ("alegre-es", 180, date(2012, 3, 1), date(2012, 8, 28)),
    ("alegre-es", 1095, date(2012, 3, 1), date(2015, 3, 1)),
    ("vitoria-es", None, date(2012, 3, 1), date(2013, 3, 1)),  # art. 9º: one year
    ("vitoria-es", 1095, date(2012, 3, 1), date(2013, 3, 1)),
    ("vitoria-es", 180, date(2012, 3, 1), date(2012, 8, 28)),
    ("vitoria-es", None, date(2012, 2, 29), date(2013, 3, 1)),
    ("cuiaba-mt", None, date(2012, 3, 1), None),  # silent: never guessed
    ("cuiaba-mt", 365, date(2012, 3, 1), date(2013, 3, 1)),
    ("joao-neiva-es", None, date(2023, 3, 1), None),
    ("joao-neiva-es", 365, date(2023, 3, 1), date(2024, 2, 29)),
    ("alvares-machado-sp", 365, date(2025, 3, 1), date(2026, 3, 1)),
]


@pytest.mark.parametrize(("law", "lab_days", "on", "until"), PROTECTION)
def test_protection_is_the_earlier_of_laboratory_and_law(law, lab_days, on, until):
    town = VaccineTown(law, now=f"{on} 12:00", lab_days=lab_days, expires_on=date(2030, 1, 1))
    dose = town.apply(on=on)
    assert dose.revaccinate_on == until
    assert dose.basis[-1]["text"]
    assert (dose.law["ruleset"], len(dose.law["ruleset_hash"])) == (law, 64)


def test_alegre_may_read_the_period_as_yearly_and_the_shorter_laboratory_still_holds():
    town = VaccineTown(lab_days=1095)
    ReadingChoice.objects.create(
        municipality=town.municipality,
        ruleset="alegre-es",
        key="revaccination_basis",
        value="annual",
        reason="Campanha anual",
        chosen_by=town.manager,
        chosen_at=town.at(DAY),
    )
    assert town.apply().revaccinate_on == date(2013, 3, 1)
    lawbook = Lawbook(town.municipality, DAY)
    short = revaccination.revaccination(lawbook=lawbook, on=DAY, lab_days=180)
    assert short.on == date(2012, 8, 28)
    assert [step["article"] for step in short.basis if step["article"]]


# Born, day, first dose already required.
FIRST_DOSE = [
    (date(2012, 1, 15), date(2012, 5, 14), False),
    (date(2012, 1, 15), date(2012, 5, 15), True),  # on completing four months, that day included
    (date(2012, 1, 15), date(2012, 5, 16), True),
    (date(2011, 10, 31), date(2012, 2, 29), False),  # no 31st of February: the next day
    (date(2011, 10, 31), date(2012, 3, 1), True),
]


@pytest.mark.parametrize(("born_on", "on", "required"), FIRST_DOSE)
def test_vitoria_requires_the_first_dose_from_four_months(born_on, on, required):
    town = VaccineTown("vitoria-es", now=f"{on} 12:00", expires_on=date(2030, 1, 1))
    animal = town.animal_of(born_on=born_on)
    opens, article = revaccination.first_dose_from(lawbook=Lawbook(town.municipality, on), born_on=born_on)
    assert (opens <= on, "9º" in article) == (required, True)
    assert (born_on <= revaccination.born_until(lawbook=Lawbook(town.municipality, on), on=on)) is required
    said = [line.text for line in vaccination.advice(animal=animal, on=on)]
    assert any("só exige" in text for text in said) is not required
    assert refused(town.apply, on=on, animal=animal) == ""  # earlier than required is not forbidden


def test_where_the_law_fixes_no_age_there_is_none():
    town = VaccineTown()
    lawbook = Lawbook(town.municipality, DAY)
    assert revaccination.born_until(lawbook=lawbook, on=DAY) is None
    assert revaccination.first_dose_from(lawbook=lawbook, born_on=date(2012, 1, 1)) == (None, "")


def test_a_lot_without_doses_is_refused_and_a_voided_dose_goes_back():
    town = VaccineTown(doses=2)
    one = town.apply()
    vaccines.lose(lot=town.lot, doses=1, reason="frasco quebrado", on=DAY, by=town.clerk)
    other = town.animal_of()
    assert left(town.lot) == 0
    assert refused(town.apply, animal=other) == "lot_empty"
    vaccination.void(vaccination=one, reason="animal errado", by=town.agent, at=town.at(DAY, 11))
    assert left(town.lot) == 1
    assert not vaccination.is_protected(town.animal, DAY)
    vaccination.void(vaccination=one, reason="de novo", by=town.agent, at=town.at(DAY, 12))
    one.refresh_from_db()
    assert (one.void_reason, one.voided_by) == ("animal errado", town.agent)
    assert refused(town.apply, animal=other) == ""
    assert refused(vaccines.lose, lot=town.lot, doses=1, reason="x", on=DAY, by=town.clerk) == "lot_empty"


def test_the_same_send_is_one_dose_and_one_loss():
    town = VaccineTown()
    key = uuid.uuid4()
    assert town.apply(key=key) == town.apply(key=key)
    losses = [
        vaccines.lose(lot=town.lot, doses=3, reason="quebra", on=DAY, by=town.clerk, key=key) for _ in "12"
    ]
    assert losses[0] == losses[1]
    assert left(town.lot) == 6


def test_what_is_no_dose():
    town = VaccineTown()
    clinic_lot = town.new_lot("P-100", clinic=town.clinic_house)
    dead = town.animal_of(died_on=date(2012, 2, 1))
    stranger = VaccineTown()
    for code, given in {
        "vet_missing": {"vet_crmv": " "},
        "lot_of_another": {"lot": clinic_lot},
        "animal_dead": {"animal": dead},
        "in_the_future": {"at": town.at(date(2012, 2, 29))},
        "before_birth": {"animal": town.animal_of(born_on=date(2012, 3, 2))},
    }.items():
        assert refused(town.apply, **given) == code
    assert refused(town.apply, lot=stranger.lot) == "lot_of_another"
    assert refused(town.apply, clinic=town.clinic_house) == "lot_of_another"
    assert refused(town.apply, clinic=town.clinic_house, lot=clinic_lot) == ""
    assert refused(town.apply) == "already_vaccinated"


def test_a_dose_shown_by_document_takes_no_stock_and_the_law_may_end_it_sooner():
    town = VaccineTown("vitoria-es", now="2012-03-01 12:00")
    values = {
        "animal": town.animal,
        "product_name": "Defensor (Zoetis)",
        "on": date(2011, 6, 1),
        "at": town.at(DAY),
        "by": town.clerk,
        "key": uuid.uuid4(),
    }
    assert (
        refused(vaccination.record_proof, **values, shown_until=date(2011, 6, 1)) == "shown_until_before_dose"
    )
    shown = vaccination.record_proof(**values, shown_until=date(2014, 6, 1))
    assert (shown.shown_proof, shown.lot, shown.revaccinate_on) == (True, None, date(2012, 6, 1))
    assert vaccination.record_proof(**values) == shown
    assert left(town.lot) == 10
    assert refused(vaccination.record_proof, **{**values, "key": uuid.uuid4()}) == "already_vaccinated"


@pytest.mark.parametrize(
    ("on", "protected"),
    [(date(2013, 2, 28), True), (date(2013, 3, 1), True), (date(2013, 3, 2), False)],
)
def test_on_the_last_day_the_animal_is_still_protected(on, protected):
    town = VaccineTown()
    town.apply()
    assert vaccination.is_protected(town.animal, on) is protected


def test_a_corrected_lot_keeps_what_already_left_it():
    town = VaccineTown()
    town.apply()
    town.apply(animal=town.animal_of())
    save = {"municipality": town.municipality, "lot": town.lot}
    assert refused(vaccines.save_lot, **save, values={"doses": 1}) == "fewer_than_used"
    assert refused(vaccines.save_lot, **save, values={"expires_on": date(2012, 2, 29)}) == "expiry_before_use"
    vaccines.save_lot(**save, values={"doses": 2})
    assert left(town.lot) == 0
    again = {"product": town.product, "number": "P-100", "doses": 5, "expires_on": date(2013, 1, 1)}
    again |= {"received_on": DAY, "made_on": None}
    assert refused(vaccines.save_lot, municipality=town.municipality, values=again) == "same_lot"
    of_clinic = vaccines.save_lot(municipality=town.municipality, values=again, clinic=town.clinic_house)
    assert of_clinic.clinic == town.clinic_house


def test_registration_is_recommended_where_the_law_says_so():
    alegre, cuiaba = VaccineTown(), VaccineTown("cuiaba-mt")
    said = vaccination.advice(animal=alegre.animal, on=DAY)
    assert any("oriente" in line.text and "13, § 4º" in line.article for line in said)
    assert not vaccination.advice(animal=cuiaba.animal, on=DAY)


def test_a_law_that_prices_the_dose_makes_a_charge_that_falls_with_it(settings, tmp_path):
    text = (SHIPPED / "alegre-es.toml").read_text(encoding="utf-8")
    head, _, tail = text.partition("[services.rabies_vaccination]")
    priced = f"{head}[services.rabies_vaccination]{tail.replace('0.00', '12.50', 1)}"
    (tmp_path / "priced-es.toml").write_text(priced.replace("alegre-es", "priced-es"), encoding="utf-8")
    settings.ZOONOSES_RULESETS_DIRS = [tmp_path]
    town = VaccineTown()
    town.apply()
    assert not Charge.objects.exists()  # zero is no debt
    RulesetInForce.objects.filter(municipality=town.municipality).update(ruleset="priced-es")
    dose = town.apply(animal=town.animal_of())
    owed = Charge.objects.get()
    assert (owed.amount, owed.article, owed.payer) == (
        Decimal("12.50"),
        "Art. 12, parágrafo único",
        f"tutor:{town.tutor.pk}",
    )
    town.apply(animal=town.animal_of(), post=town.post(), vet_name="", vet_crmv="")
    assert Charge.objects.count() == 1  # a campaign is free
    given = {"vaccination": dose, "reason": "engano", "at": town.at(DAY, 12)}
    assert refused(vaccination.void, **given, by=town.clerk) == "charge_standing"
    vaccination.void(**given, by=town.manager)
    owed.refresh_from_db()
    assert owed.cancelled_reason == "Vacinação anulada: engano"
