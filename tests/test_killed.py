"""Every act dies after each of its writes: nothing of it is left, and the same form sent again makes it whole, once."""

import os
import signal
import uuid
from datetime import date
from decimal import Decimal

import pytest
from django.db import connection, transaction

from fines.models import Decision
from fines.services import debts, measures
from fines.services.procedure import enter_rule
from inspections.services import extensions, guidance, referrals, reports
from tests.factories import unit_value
from tests.fines.process import all_of, decide, defend, drawn, serve
from tests.fines.test_notices import notice as draw
from tests.fines.test_process import photo
from tests.inspections.test_acts_services import REPORT, intimate, joao_neiva_ready
from tests.inspections.visits import Town
from tests.killing import Hand, Killed, dies_and_is_whole, strike
from tests.treasury.counter import make_counter
from tests.treasury.returns import file_of, line
from zoonoses.documents.models import Act, Document
from zoonoses.documents.services.acknowledgement import Service, acknowledge
from zoonoses.documents.services.annulment import annul
from zoonoses.treasury.models import BankOutcome, CollectionSettings, Payment
from zoonoses.treasury.services import bank, charges
from zoonoses.treasury.services.guides import issue_guide

GRAVE = {"aggravating": ("intent",)}
DRAWN, SERVED, DEFENDED, DECIDED = date(2026, 4, 1), date(2026, 4, 2), date(2026, 4, 10), date(2026, 4, 22)
TOLD, APPEALED, FINAL, CHARGED = date(2026, 4, 23), date(2026, 4, 30), date(2026, 5, 20), date(2026, 5, 21)
CONVERSION = "conversion_to_activity"


class Way:
    """The auto of João Neiva, as far along its process as a test asks."""

    def __init__(self, *steps):
        self.town, self.key = Town("joao-neiva-es"), uuid.uuid4()
        unit_value(self.town.municipality, "VRTE", 2026, "4.50")
        self.auto = drawn(self.town, DRAWN, "short_tether", **GRAVE)
        self.first = self.final = None
        for step in steps:
            getattr(self, step)()

    def told(self):
        serve(self.town, self.auto.act, SERVED)

    def defended(self):
        defend(self.town, self.auto, DEFENDED)

    def decided(self):
        self.first = decide(self.town, self.auto, DECIDED)

    def decision_told(self):
        serve(self.town, self.first.act, TOLD)

    def appealed(self):
        defend(self.town, self.auto, APPEALED, kind="appeal")

    def finished(self):
        self.final = decide(self.town, self.auto, FINAL, instance=2)

    def charged(self):
        self.charge = debts.charge_fine(notice=self.auto, by=self.town.clerk, at=self.town.at(CHARGED))

    def pay(self, **more):
        given = {"charge": self.charge, "amount": Decimal("450.00"), "means": "cash", "paid_on": CHARGED}
        given |= {"at": self.town.at(CHARGED, 12), "by": self.town.clerk, "key": self.key}
        return charges.pay(**(given | more))


def auto():
    town, key = Town("joao-neiva-es"), uuid.uuid4()
    visit = town.visit(DRAWN, "short_tether")
    return lambda: draw(town, visit, DRAWN, key=key, **GRAVE)


def service_of_the_auto():
    way = Way()
    with_ar = Service(means="postal", on=SERVED, received_by="Vizinha", postal_code="AA123456789BR")
    at = way.town.at(SERVED, 17)
    return lambda: acknowledge(of_act=way.auto.act, service=with_ar, by=way.town.clerk, at=at, key=way.key)


def defence():
    way = Way("told")
    return lambda: defend(way.town, way.auto, DEFENDED, files=[photo()], key=way.key)


def appeal():
    way = Way("told", "decided", "decision_told")
    return lambda: defend(way.town, way.auto, APPEALED, kind="appeal", key=way.key)


def reply():
    town, key = Town("alegre-es"), uuid.uuid4()
    rule = {"act": "Decreto nº 1", "from_on": date(2012, 1, 1), "reply_days": 5}
    enter_rule(municipality=town.municipality, by=town.manager, at=town.at(date(2012, 1, 2)), **rule)
    made = drawn(town, date(2012, 3, 1), "leash_plate_handler")
    serve(town, made.act, date(2012, 3, 2))
    defend(town, made, date(2012, 3, 5))
    return lambda: defend(town, made, date(2012, 3, 6), kind="reply", by=town.agent, key=key)


def decision_lowered_after_the_charge():
    town, key, on = Town("vitoria-es"), uuid.uuid4(), date(2024, 3, 12)
    made = drawn(town, on, "leash_handler", "feces_not_collected")
    debts.charge_fine(notice=made, by=town.clerk, at=town.at(on, 18))
    serve(town, made.act, on)
    defend(town, made, date(2024, 3, 14))
    change = {"outcome": "changed", "changes": all_of(made)[:1]}
    return lambda: decide(town, made, date(2024, 3, 15), key=key, **change)


def decision_cancelled():
    way = Way("told", "defended")
    return lambda: decide(way.town, way.auto, DECIDED, outcome="cancelled", key=way.key)


def decision_of_the_appeal():
    way = Way("told", "decided", "decision_told", "appealed")
    return lambda: decide(way.town, way.auto, FINAL, instance=2, key=way.key)


def annulled_decision():
    way = Way("told", "defended")
    made = decide(way.town, way.auto, DECIDED, outcome="cancelled")
    at = way.town.at(TOLD)
    return lambda: annul(document=made.act.document, reason="Ata trocada", by=way.town.manager, at=at)


def annulled_auto():
    way = Way("told", "decided", "charged")
    at = way.town.at(CHARGED, 15)
    return lambda: annul(document=way.auto.act.document, reason="Pessoa errada", by=way.town.manager, at=at)


def charge_of_the_fine():
    way = Way("told", "decided")
    at = way.town.at(CHARGED)
    return lambda: debts.charge_fine(notice=way.auto, by=way.town.clerk, at=at)


def conversion():
    town, key, on = Town("vitoria-es"), uuid.uuid4(), date(2024, 3, 4)
    made = drawn(town, on, "abandonment")
    debts.charge_fine(notice=made, by=town.clerk, at=town.at(on, 18))
    given = {"offer_key": f"converted:{CONVERSION}", "text": "Duas feiras.", "until_on": date(2024, 7, 1)}
    at = town.at(date(2024, 3, 5))
    return lambda: measures.take(notice=made, by=town.judge, at=at, key=key, **given)


def payment():
    return Way("told", "decided", "charged").pay


def voided_payment():
    way = Way("told", "decided", "charged")
    made, at = way.pay(), way.town.at(CHARGED, 16)
    return lambda: charges.void_payment(payment=made, reason="Cheque sem fundo", at=at, by=way.town.manager)


def guide():
    way = Way("told", "decided", "charged")
    at = way.town.at(CHARGED, 12)
    given = {"charge": way.charge, "due_on": date(2026, 6, 22), "by": way.town.clerk}
    issue_guide(at=at, **given)
    return lambda: issue_guide(at=at, key=way.key, **given)


def cancelled_charge():
    counter = make_counter()
    made, at = counter.charge(), counter.at(2025, 3, 10, 12, 0)
    issue_guide(charge=made, due_on=date(2025, 3, 17), at=at, by=counter.clerk)
    return lambda: charges.cancel(charge=made, reason="Em dobro", at=at, by=counter.manager)


def charge_by_hand():
    counter, key = make_counter(), uuid.uuid4()
    given = {"description": "Segunda via", "article": "Art. 8º", "amount": Decimal("8.00")}
    given |= {"payer_name": "Maria", "payer_document": "", "on": date(2025, 3, 10), "by": counter.clerk}
    return lambda: charges.charge_by_hand(municipality=counter.municipality, key=key, **given)


def report():
    town, key, day = Town("joao-neiva-es"), uuid.uuid4(), date(2025, 3, 10)
    visit = town.visit(day, "short_tether")
    given = {"inspection": visit, "data": REPORT, "author": town.vet, "at": town.at(day, 11)}
    return lambda: reports.report(key=key, **given)


def intimation():
    (town, visit), key = joao_neiva_ready(), uuid.uuid4()
    here = Service(means="in_person", on=date(2025, 3, 10), received_by="Maria")
    return lambda: intimate(town, visit, date(2025, 3, 10), days=10, service=here, key=key)


def extension():
    (town, visit), key, day = joao_neiva_ready(), uuid.uuid4(), date(2025, 3, 10)
    here = Service(means="in_person", on=day, received_by="Maria")
    item = intimate(town, visit, day, days=10, service=here).intimation.items.get()
    given = {"until_on": date(2025, 4, 10), "reason": "Obra", "author": town.manager}
    return lambda: extensions.extend(item=item, at=town.at(date(2025, 3, 12)), key=key, **given)


def orientation():
    town, key, day = Town("alegre-es"), uuid.uuid4(), date(2012, 3, 1)
    finding = town.visit(day, "rga_card_not_held").findings.get()
    given = {"finding": finding, "text": "Leve a carteira.", "author": town.agent, "at": town.at(day, 11)}
    return lambda: guidance.guide(key=key, **given)


def referral():
    (town, visit), key = joao_neiva_ready(), uuid.uuid4()
    given = {"inspection": visit, "recipient": "Polícia Civil", "text": "", "author": town.agent}
    return lambda: referrals.refer(at=town.at(date(2025, 3, 11)), key=key, **given)


ACTS = (
    *(auto, service_of_the_auto, defence, reply, appeal, decision_lowered_after_the_charge),
    *(decision_cancelled, decision_of_the_appeal, annulled_decision, annulled_auto),
    *(charge_of_the_fine, conversion, payment, voided_payment, guide, cancelled_charge, charge_by_hand),
    *(report, intimation, extension, orientation, referral),
)


@pytest.mark.once
@pytest.mark.django_db
@pytest.mark.usefixtures("unseen_papers")
@pytest.mark.parametrize("made_ready", ACTS, ids=lambda each: each.__name__)
def test_an_act_that_dies_in_its_middle_leaves_nothing_and_can_be_sent_again(made_ready):
    dies_and_is_whole(made_ready())


@pytest.mark.django_db
@pytest.mark.usefixtures("unseen_papers")
def test_a_return_file_that_dies_between_its_lines_goes_on_where_it_was():
    counter = make_counter()
    CollectionSettings.objects.create(municipality=counter.municipality, febraban_code="9999")
    at = counter.at(2025, 3, 14, 8, 0)
    lines = []
    for number, amount in enumerate(("100.00", "40.00"), 1):
        asked = {"due_on": date(2025, 3, 17), "at": counter.at(2025, 3, 10, 9, 0), "by": counter.clerk}
        lines.append(line(issue_guide(charge=counter.charge(amount), **asked).barcode, amount, number=number))
    kept, _ = bank.take(
        municipality=counter.municipality, name="x", data=file_of(*lines), by=counter.clerk, at=at
    )
    for struck_at in range(1, 100):
        with transaction.atomic():
            hand = strike(lambda: bank.settle(kept.pk, lambda: at), struck_at)
            assert BankOutcome.objects.filter(kind="paid").count() == Payment.objects.count()
            bank.settle(kept.pk, lambda: at)
            assert sorted(Payment.objects.values_list("amount", flat=True)) == [40, 100]
            transaction.set_rollback(True)
        if hand is None:
            break
    assert struck_at > 8


class Shot(Hand):
    """The process itself is killed, so that nothing of it runs any more."""

    def __call__(self, *args):
        try:
            return super().__call__(*args)
        except Killed:
            os.kill(os.getpid(), signal.SIGKILL)
            raise


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_process_shot_while_it_decides_leaves_nothing():
    way = Way("told", "defended")
    known = Act.objects.count(), Document.objects.count()
    connection.close()
    child = os.fork()
    if not child:
        with connection.execute_wrapper(Shot(7)):
            decide(way.town, way.auto, DECIDED, outcome="cancelled", key=way.key)
        os._exit(0)
    assert os.WTERMSIG(os.waitpid(child, 0)[1]) == signal.SIGKILL
    made = decide(way.town, way.auto, DECIDED, outcome="cancelled", key=way.key)
    assert Decision.objects.get() == made
    assert (Act.objects.count(), Document.objects.count()) == (known[0] + 1, known[1] + 1)
