"""From the request to the gate under each law that has redemption, read back from the papers; and what is charged."""

import uuid
from datetime import date
from decimal import Decimal

import pytest

from fines.services.notices import draw_up
from fines.services.proposals import Choice
from impound.models import Exit
from impound.services import event_notices, law, redemption_bills, redemptions, releasing
from impound.services.redemption_dues import due
from inspections.models import Finding, Inspection
from registry.models import Penalty
from registry.services import vaccination
from tests.documents.conftest import text_of
from tests.factories import TutorFactory
from tests.impound.depot import Depot
from tests.impound.redeeming import (
    asked,
    billed,
    event,
    examined,
    missing,
    paid,
    refused,
    seen,
    unit_value,
)
from zoonoses.documents.kinds import ActKind
from zoonoses.documents.services import acts, annulment
from zoonoses.municipalities.templatetags import br
from zoonoses.treasury.models import Charge
from zoonoses.treasury.services import charges

pytestmark = pytest.mark.django_db
ADULT = date(1980, 5, 1)


def released(depot, found, at):
    return releasing.release(redemption=found, at=at, by=depot.clerk, key=uuid.uuid4())


def has(text, *words):
    for word in words:
        assert word in text, (word, text)


def with_visit(depot, seizure, infraction):
    """The visit of the event, as the seizure writes it."""
    visit = Inspection.objects.create(
        act=acts.record(
            case=seizure.act.case, kind=ActKind.INSPECTION, at=seizure.act.at, author=depot.agent
        ),
        tutor=seizure.owner,
        street="Rua do Fato",
        number="10",
    )
    finding = Finding.objects.create(
        inspection=visit, infraction=infraction, article="Art.", label="animal solto", animals=1
    )
    seizure.visit = visit
    seizure.save()
    return finding


def noticed(depot, finding, owner, at, **choice):
    return draw_up(
        inspection=finding.inspection,
        choices=[Choice(finding.pk, **choice)],
        offender=owner,
        fact_at=finding.inspection.act.at,
        address="Rua do Fato, 10",
        description="Animal solto.",
        by=depot.agent,
        at=at,
        key=uuid.uuid4(),
    )


def test_alegre_registers_vaccinates_charges_ten_and_five_and_hands_over():
    depot = Depot("alegre-es", (2012, 3, 5, 10, 0))
    custody, at = depot.seize(depot.at(2012, 3, 1, 9)), depot.at(2012, 3, 5, 10)
    person = TutorFactory(municipality=depot.municipality, name="Conceição D'Ávila Gonçalves")
    found = asked(depot, [custody], at, person=person)
    assert missing(found, at) == ["registration", "vaccination", "redemption_payment"]
    said = refused("missing", released, depot, found, at)
    assert "registro do animal" in said.sentence and "Art. 24, parágrafo único" in said.article
    refused(
        "no_vaccine",
        redemptions.register,
        redemption=found,
        custody=custody,
        at=at,
        by=depot.clerk,
        key=uuid.uuid4(),
    )
    vaccination.record_proof(
        animal=custody.animal,
        product_name="Raiva",
        on=date(2012, 2, 1),
        at=at,
        by=depot.clerk,
        key=uuid.uuid4(),
    )
    early = billed(depot, found, at)
    assert (early.reais, early.charge.amount) == (
        15,
        10,
    )  # the five of the registration are charged by the registry
    rga = redemptions.register(redemption=found, custody=custody, at=at, by=depot.clerk, key=uuid.uuid4())
    assert (rga.charge.amount, rga.animal.tutor) == (5, person)
    account = redemption_bills.account(found)
    assert (account.bill, account.owed) == (early, 15)
    assert missing(found, at) == ["redemption_payment"]
    assert sorted(row.amount for row in paid(depot, found, at)) == [5, 10]
    assert missing(found, at) == []
    act = released(depot, found, at)
    gone = Exit.objects.get(custody=custody)
    assert (gone.kind, gone.receiver, gone.act, gone.article) == ("redemption", person, act, "Arts. 23 a 26")
    has(
        text_of(early.document), "Demonstrativo do resgate".upper(), "Lei nº 3.138/2011", "Conceição D'Ávila Gonçalves",
        "R$ 10,00", "R$ 5,00", "R$ 15,00", "Art. 26, parágrafo único", "cobrado no próprio registro",
        custody.full_number, "O pagamento encerra a contagem dos dias",
    )  # fmt: skip
    has(
        text_of(act.document), "Termo de resgate e responsabilidade".upper(), "Conceição D'Ávila Gonçalves", "Art. 25",
        "Registro do animal", str(rga), "pago em 05/03/2012", "R$ 15,00, pagos até 05/03/2012", custody.full_number,
    )  # fmt: skip


def test_cuiaba_counts_by_day_until_it_is_paid_and_the_auto_stands_apart():
    depot = Depot("cuiaba-mt", (2024, 6, 5, 9, 0))
    unit_value(depot, "UPF", "50.00", date(2024, 6, 1), date(2024, 6, 30))
    owner = TutorFactory(municipality=depot.municipality)
    seizure = depot.seizure(depot.at(2024, 6, 3, 9), owner=owner, ground="loose")
    dog = depot.seize(depot.at(2024, 6, 3, 9), seizure=seizure)
    first_day, second = depot.at(2024, 6, 3, 15), depot.at(2024, 6, 4, 10)
    found = asked(depot, [dog], first_day, person=owner)
    bill = billed(depot, found, first_day)
    assert (bill.total, bill.unit, bill.reais, bill.custody_days) == (
        Decimal("1.75"),
        "UPF",
        Decimal("87.50"),
        1,
    )
    assert billed(depot, found, first_day) == bill
    guide = redemption_bills.issue_guides(
        redemption=found, due_on=date(2024, 6, 3), at=first_day, by=depot.clerk, key=uuid.uuid4()
    )
    assert [row.amount for row in guide] == [Decimal("87.50")]
    given = {"redemption": found, "at": first_day, "by": depot.clerk, "key": uuid.uuid4()}
    refused("bill_grown", redemption_bills.issue_guides, due_on=date(2024, 6, 4), **given)
    said = refused("bill_grown", paid, depot, found, second)
    assert "R$ 162,50" in said.sentence
    at_the_desk = {
        "means": "cash",
        "paid_on": second.date(),
        "at": second,
        "by": depot.clerk,
        "key": uuid.uuid4(),
    }
    refused("bill_grown", charges.pay, charge=bill.charge, amount=Decimal("87.50"), **at_the_desk)
    again = billed(depot, found, second)
    assert (again.total, again.reais, again.replaces) == (Decimal("3.25"), Decimal("162.50"), bill)
    bill.charge.refresh_from_db()
    assert bill.charge.cancelled_on == date(2024, 6, 4)
    assert again.document.replaces == bill.document
    paid(depot, found, second)
    later = depot.at(2024, 6, 20, 9)
    refused("bill_paid", billed, depot, found, later)
    assert redemption_bills.account(found).is_settled
    assert missing(found, later) == ["cause_ceased"]
    event(depot, dog, "cause", date(2024, 6, 20), facts={"ceased": True})
    act = released(depot, found, later)
    has(text_of(again.document), "3,25 UPF", "R$ 162,50", "2 dias de custódia", "R$ 50,0000", "Art. 11, § 3º")
    has(
        text_of(act.document),
        "A Prefeitura não responde",
        "Art. 10",
        "verificado em 20/06/2024",
        "Art. 9º, § 1º",
    )
    assert Exit.objects.get().article == "Art. 11, I"


def test_the_optional_auto_of_cuiaba_is_no_condition_and_both_sums_are_shown_together():
    depot = Depot("cuiaba-mt", (2024, 6, 3, 17, 0))
    owner, at = TutorFactory(municipality=depot.municipality), depot.at(2024, 6, 3, 15)
    seizure = depot.seizure(depot.at(2024, 6, 3, 9), owner=owner, ground="loose")
    dog = depot.seize(depot.at(2024, 6, 3, 9), seizure=seizure)
    finding = with_visit(depot, seizure, "loose_animal")
    found = asked(depot, [dog], at, person=owner)
    notice = noticed(depot, finding, owner, at, gravity="minor", gravity_reason="sem dano")
    rule = law.custody_rule(law.lawbook_of(dog))
    assert event_notices.standing(seizure, owner, rule) == notice
    assert due(found, at=at).refusal.code == "index_value_missing"
    unit_value(depot, "UPF", "50.00", date(2024, 6, 1), date(2024, 6, 30))
    assert due(found, at=at).total + notice.total == Decimal("4.75")
    assert "signed_infraction_notice" not in missing(found, at)


def test_alvares_machado_whole():
    depot = Depot("alvares-machado-sp", (2024, 6, 10, 9, 0))
    owner = TutorFactory(municipality=depot.municipality, name="Sant'Ana Agropecuária e Irmãos")
    person = TutorFactory(municipality=depot.municipality, name="Antônio Conceição")
    seizure = depot.seizure(depot.at(2024, 6, 3, 9), owner=owner, ground="loose_unaccompanied")
    horse = depot.seize(depot.at(2024, 6, 3, 9), species="horse", size="large", seizure=seizure)
    finding = with_visit(depot, seizure, "loose_unaccompanied_animal")
    event(depot, horse, "expense", date(2024, 6, 4), code="feeding", cost=Decimal("120.50"))
    event(depot, horse, "expense", date(2024, 6, 5), code="transport", cost=Decimal("80.00"))
    unit_value(depot, "UFM", "5.00", date(2024, 1, 1), date(2024, 12, 31))
    at = depot.at(2024, 6, 10, 9)
    found = asked(depot, [horse], at, person=person, capacity="possessor", born_on=ADULT)
    examined(depot, horse, date(2024, 6, 8))
    bill = billed(depot, found, at)
    assert (bill.reais, bill.charge.amount, bill.fine_charge.amount) == (
        Decimal("500.50"),
        Decimal("200.50"),
        300,
    )
    assert (bill.charge.payer_name, bill.fine_charge.payer_name) == (person.name, owner.name)
    assert (bill.charge.kind, bill.fine_charge.kind) == ("redemption", "event_fine")
    assert bill.fine_charge.subject == f"seizure:{seizure.pk}"
    paid(depot, found, at)
    by_hand = (
        "rg_copy", "cpf_copy", "proof_of_residence", "proof_of_ownership", "containment_and_transport",
    )  # fmt: skip
    assert missing(found, at) == [*by_hand[:4], "signed_infraction_notice", by_hand[4]]
    seen(depot, found, at, *by_hand)
    refused("no_notice", event_notices.sign, redemption=found, at=at, by=depot.clerk, key=uuid.uuid4())
    notice = noticed(depot, finding, owner, at)
    assert "signed_infraction_notice" in missing(found, at)
    for _ in range(2):
        event_notices.sign(redemption=found, at=at, by=depot.clerk, key=uuid.uuid4())
    assert notice.act.acknowledgements.count() == 1
    assert missing(found, at) == []
    act = released(depot, found, at)
    has(
        text_of(bill.document), "R$ 120,50", "R$ 80,00", "60,00 UFM", "R$ 500,50", "Art. 8º", "Art. 11",
        "Multa do evento, a cargo do proprietário Sant'Ana Agropecuária e Irmãos", "R$ 300,00",
    )  # fmt: skip
    has(
        text_of(act.document), "Antônio Conceição", "POSSUIDOR", "Sant'Ana Agropecuária e Irmãos", "Art. 9º, VI",
        str(notice.act.document), "assinado em 10/06/2024", "O Município não responde pelo falecimento", "Art. 13",
        "Termo de Responsabilidade assinado",
    )  # fmt: skip
    horse.animal.refresh_from_db()
    assert (Exit.objects.get().receiver, horse.animal.tutor) == (person, owner)
    assert found.items.get(code="liability_statement").label == str(act.document)


def test_the_fine_of_the_event_is_asked_once_of_each_owner_and_doubled_on_a_repeat():
    depot = Depot("alvares-machado-sp", (2024, 6, 10, 9, 0))
    owner, at = TutorFactory(municipality=depot.municipality), depot.at(2024, 6, 10, 9)
    unit_value(depot, "UFM", "5.00", date(2024, 1, 1), date(2024, 12, 31))
    _penalty(depot, owner, date(2024, 6, 1))
    seizure = depot.seizure(depot.at(2024, 6, 3, 9), owner=owner)
    pigs = [
        depot.seize(depot.at(2024, 6, 3, 9), species="pig", size="medium", seizure=seizure) for _ in range(2)
    ]
    first, second = (asked(depot, [pig], at, person=owner, born_on=ADULT) for pig in pigs)
    assert billed(depot, first, at).fine_charge.amount == 600
    bill = billed(depot, second, at)
    assert (bill.reais, bill.charge, bill.fine_charge) == (0, None, None)
    assert "é cobrada uma vez: 120,00 UFM já estão no" in bill.items[0]["note"]
    assert any("é cobrada uma vez" in step["text"] for step in bill.basis)
    account = redemption_bills.account(second)
    assert account.is_free and account.is_settled
    assert "redemption_payment" not in missing(second, at)
    redemptions.withdraw(redemption=first, reason="desistiu", at=at, by=depot.clerk)
    assert billed(depot, second, at).fine_charge.amount == 600


def _penalty(depot, tutor, on):
    case = acts.open_case(municipality=depot.municipality, on=on)
    moment = depot.at(on.year, on.month, on.day, 9)
    act = acts.record(
        case=case,
        kind=ActKind.INFRACTION_NOTICE,
        at=moment,
        author=depot.agent,
        law={"ruleset": "alvares-machado-sp", "ruleset_hash": "x", "readings": {}},
    )
    given = {"provision": "loose_unaccompanied_animal", "article": "Art. 10", "ruleset": "alvares-machado-sp"}
    Penalty.objects.create(tutor=tutor, on=on, fact_on=on, case=case, act=act, **given)


def test_an_annulled_demonstrativo_takes_its_charges_along_and_not_what_was_paid():
    depot = Depot("alegre-es", (2012, 3, 5, 10, 0))
    dog, at = depot.seize(depot.at(2012, 3, 1, 9), registered=True, identified=True), depot.at(2012, 3, 5, 10)
    found = asked(depot, [dog], at)
    bill = billed(depot, found, at)
    annulment.annul(document=bill.document, reason="erro", by=depot.manager, at=at)
    assert Charge.objects.get().cancelled_on == at.date()
    assert redemption_bills.account(found).bill is None
    again = billed(depot, found, at)
    assert again.document.replaces == bill.document
    key = uuid.uuid4()
    assert paid(depot, found, at, key=key) == paid(depot, found, at, key=key)
    refused("paid", paid, depot, found, at)
    refused("has_payments", annulment.annul, document=again.document, reason="erro", by=depot.manager, at=at)
    refused("has_payments", redemptions.withdraw, redemption=found, reason="x", at=at, by=depot.manager)
    assert charges.owed(again.charge) == 0


def test_a_guide_due_on_saturday_is_paid_on_monday_without_another_day():
    depot = Depot("cuiaba-mt", (2024, 6, 10, 9, 0))
    unit_value(depot, "UPF", "50.00", date(2024, 6, 1), date(2024, 6, 30))
    dog, saturday = depot.seize(depot.at(2024, 6, 7, 9)), depot.at(2024, 6, 8, 9)
    found = asked(depot, [dog], saturday)
    billed(depot, found, saturday)
    given = {"redemption": found, "by": depot.clerk, "key": uuid.uuid4()}
    (guide,) = redemption_bills.issue_guides(due_on=date(2024, 6, 8), at=saturday, **given)
    assert guide.due_on == date(2024, 6, 10)
    assert [row.amount for row in paid(depot, found, depot.at(2024, 6, 10, 9))] == [Decimal("162.50")]


# One animal of each size not yet taken home above: what is owed on the third day, in the law's unit and in reais.
@pytest.mark.parametrize(
    ("town", "unit", "species", "size", "total", "reais"),
    [
        ("cuiaba-mt", "UPF", "sheep", "medium", "9,00 UPF", "R$ 450,00"),
        ("cuiaba-mt", "UPF", "cattle", "large", "13,50 UPF", "R$ 675,00"),
        ("alvares-machado-sp", "UFM", "pig", "medium", "60,00 UFM", "R$ 3.000,00"),
    ],
)
def test_one_animal_of_each_size_goes_home(town, unit, species, size, total, reais):
    depot = Depot(town, (2024, 6, 5, 9, 0))
    unit_value(depot, unit, "50.00", date(2024, 6, 1), date(2024, 6, 30))
    owner, at = TutorFactory(municipality=depot.municipality), depot.at(2024, 6, 5, 9)
    seizure = depot.seizure(depot.at(2024, 6, 3, 9), owner=owner)
    custody = depot.seize(depot.at(2024, 6, 3, 9), species=species, size=size, seizure=seizure)
    found = asked(depot, [custody], at, person=owner, born_on=ADULT)
    event(depot, custody, "cause", date(2024, 6, 5), facts={"ceased": True})
    bill = billed(depot, found, at)
    has(text_of(bill.document), total, reais, f"porte {custody.get_size_display()}")
    guides = redemption_bills.issue_guides(
        redemption=found, due_on=at.date(), at=at, by=depot.clerk, key=uuid.uuid4()
    )
    assert [f"R$ {br.decimal_br(guide.amount, 2)}" for guide in guides] == [reais]
    paid(depot, found, at)
    if "signed_infraction_notice" in missing(found, at):
        noticed(depot, with_visit(depot, seizure, "loose_unaccompanied_animal"), owner, at)
        found.seizure.refresh_from_db()
        event_notices.sign(redemption=found, at=at, by=depot.clerk, key=uuid.uuid4())
    seen(depot, found, at, *missing(found, at))
    released(depot, found, at)
    assert Exit.objects.get(custody=custody).kind == Exit.Kind.REDEMPTION
