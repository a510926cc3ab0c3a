"""Charges, guides, payments, voids: what is owed after each, and what is refused."""

import uuid
from datetime import date
from decimal import Decimal

import pytest

from tests.documents.conftest import text_of
from tests.treasury.counter import make_counter
from zoonoses.documents.models import Document
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import annulment
from zoonoses.documents.wording import in_words, reais_in_words
from zoonoses.treasury.models import Charge, Payment, PaymentVoid
from zoonoses.treasury.services import charges

pytestmark = pytest.mark.django_db


def refused(code, act, *args, **kwargs):
    with pytest.raises(Refusal) as found:
        act(*args, **kwargs)
    assert found.value.code == code, found.value.sentence
    return found.value


def test_a_zero_amount_is_no_charge(counter):
    assert counter.charge("0.00") is None
    assert not Charge.objects.exists()


@pytest.mark.parametrize("amount", ["-0.01", "0.005"])
def test_what_is_no_amount_is_a_fault_of_the_caller(counter, amount):
    with pytest.raises(ValueError, match="not an amount"):
        counter.charge(amount)


def test_a_payment_settles_and_gives_a_receipt(counter):
    charge = counter.charge()
    payment = counter.pay(charge)
    assert charges.owed(charge) == 0
    assert not Charge.objects.open().filter(pk=charge.pk).exists()
    text = text_of(payment.receipt)
    for words in (
        "Recibo", "0001/2025", "Clínica São Francisco", "11.222.333/0001-81", "R$ 100,00", "cem reais",
        "20 kits de registro, RGA 1 a 20", "Art. 11, I", "R$ 5,00 × 20 = R$ 100,00", "10/03/2025", "dinheiro",
        "cobrança quitada",
    ):  # fmt: skip
        assert words in text, words


def test_in_parts(counter):
    charge = counter.charge()
    first = counter.pay(charge, "30.50")
    assert charges.owed(charge) == Decimal("69.50")
    assert "R$ 69,50" in text_of(first.receipt) and "trinta reais e cinquenta centavos" in text_of(
        first.receipt
    )
    sentence = refused("overpayment", counter.pay, charge, "69.51").sentence
    assert "R$ 69,50" in sentence
    counter.pay(charge, "69.50")
    assert charges.owed(charge) == 0
    refused("paid", counter.pay, charge, "0.01")


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"amount": "0.00"}, "not_an_amount"),
        ({"amount": "-1.00"}, "not_an_amount"),
        ({"amount": "1.001"}, "not_an_amount"),
        ({"amount": "100.01"}, "overpayment"),
        ({"paid_on": date(2025, 3, 11)}, "paid_in_the_future"),
        ({"paid_on": date(2025, 3, 9)}, "paid_before_charged"),
    ],
)
def test_payments_that_are_refused(counter, given, code):
    charge = counter.charge()
    refused(code, counter.pay, charge, **given)
    assert charges.owed(charge) == 100 and not Document.objects.exists()


def test_one_key_is_one_payment(counter):
    charge, key = counter.charge(), uuid.uuid4()
    assert counter.pay(charge, "40.00", key=key) == counter.pay(
        charge, "40.00", key=key, by=counter.other_clerk
    )
    assert Payment.objects.count() == Document.objects.count() == 1
    refused("repeated_key", counter.pay, counter.charge(), key=key)


def test_a_void_reopens_and_annuls_the_receipt(counter):
    charge = counter.charge()
    payment = counter.pay(charge)
    given = {"payment": payment, "reason": "Cheque devolvido", "at": counter.at(2025, 3, 11, 8, 0)}
    refused("not_allowed", charges.void_payment, **given, by=counter.clerk)
    void = charges.void_payment(**given, by=counter.manager)
    assert (void.voided_on, void.reason) == (date(2025, 3, 11), "Cheque devolvido")
    assert charges.owed(charge) == 100
    assert Charge.objects.open().get().paid == 0
    assert Document.objects.get(pk=payment.receipt_id).annulment.reason == "Cheque devolvido"
    assert charges.void_payment(**given, by=counter.manager) == void
    refused("already_annulled", charges.void_payment, **given | {"reason": "outro"}, by=counter.manager)
    again = counter.pay(charge, at=counter.at(2025, 3, 11, 9, 0), paid_on=date(2025, 3, 11))
    assert again.receipt.full_number == "0002/2025" and charges.owed(charge) == 0


def test_annulling_the_receipt_voids_the_payment(counter):
    charge = counter.charge()
    payment = counter.pay(charge)
    annulment.annul(
        document=payment.receipt,
        reason="Valor errado",
        by=counter.manager,
        at=counter.at(2025, 3, 10, 23, 30),
    )
    assert PaymentVoid.objects.get(payment=payment).voided_on == date(2025, 3, 10)
    assert charges.owed(charge) == 100


@pytest.mark.parametrize(
    ("asked", "due"),
    [
        (date(2025, 3, 14), date(2025, 3, 14)),  # Friday
        (date(2025, 3, 15), date(2025, 3, 17)),  # Saturday
        (date(2025, 4, 18), date(2025, 4, 22)),  # Good Friday, weekend, Tiradentes
    ],
)
def test_a_guide_is_due_on_a_business_day(counter, asked, due):
    guide = charges.issue_guide(
        charge=counter.charge(), due_on=asked, at=counter.at(2025, 3, 10, 9, 0), by=counter.clerk
    )
    assert (guide.due_on, guide.amount) == (due, 100)
    text = text_of(guide.document)
    assert f"{due:%d/%m/%Y}" in text and "R$ 100,00" in text and "cem reais" in text
    assert ("não tem expediente" in text) == (asked != due)


def test_a_new_guide_takes_the_place_of_the_former(counter):
    charge = counter.charge()
    given = {"charge": charge, "due_on": date(2025, 3, 14), "by": counter.clerk}
    first = charges.issue_guide(**given, at=counter.at(2025, 3, 10, 9, 0))
    counter.pay(charge, "60.00")
    second = charges.issue_guide(**given, at=counter.at(2025, 3, 11, 9, 0))
    assert second.replaces == first and second.amount == 40
    assert Document.objects.get(pk=first.document_id).annulment.annulled_by == counter.clerk
    text = text_of(second.document)
    assert (
        "Substitui Guia de arrecadação nº 0001/2025" in text and "Já pago antes desta guia: R$ 60,00" in text
    )


def test_a_guide_sent_again_is_one(counter):
    given = {
        "charge": counter.charge(),
        "due_on": date(2025, 3, 14),
        "by": counter.clerk,
        "key": uuid.uuid4(),
    }
    first = charges.issue_guide(**given, at=counter.at(2025, 3, 10, 9, 0))
    assert charges.issue_guide(**given, at=counter.at(2025, 3, 10, 9, 1)) == first
    assert Document.objects.count() == 1


def test_a_guide_after_one_that_a_manager_annulled(counter):
    given = {"charge": counter.charge(), "due_on": date(2025, 3, 14), "by": counter.clerk}
    at = counter.at(2025, 3, 10, 9, 0)
    first = charges.issue_guide(**given, at=at)
    annulment.annul(document=first.document, reason="Saiu com erro", by=counter.manager, at=at)
    assert charges.issue_guide(**given, at=at).replaces == first


@pytest.mark.parametrize(
    ("due", "code"), [(date(2025, 3, 9), "due_in_the_past"), (date(2040, 3, 12), "calendar_unknown")]
)
def test_guides_that_are_refused(counter, due, code):
    found = refused(
        code,
        charges.issue_guide,
        charge=counter.charge(),
        due_on=due,
        at=counter.at(2025, 3, 10, 9, 0),
        by=counter.clerk,
    )
    assert found.enter == ("municipalities:holidays" if code == "calendar_unknown" else "")


def test_a_cancelled_charge_owes_nothing(counter):
    charge = counter.charge()
    at = counter.at(2025, 3, 11, 9, 0)
    guide = charges.issue_guide(charge=charge, due_on=date(2025, 3, 14), at=at, by=counter.clerk)
    refused("not_allowed", charges.cancel, charge=charge, reason="Kits devolvidos", at=at, by=counter.clerk)
    refused("reason_missing", charges.cancel, charge=charge, reason=" ", at=at, by=counter.manager)
    done = charges.cancel(charge=charge, reason="Kits devolvidos", at=at, by=counter.manager)
    assert (done.cancelled_on, charges.owed(done)) == (date(2025, 3, 11), 0)
    assert Document.objects.standing().filter(pk=guide.document_id).count() == 0
    refused("cancelled", counter.pay, charge)
    refused("cancelled", charges.cancel, charge=charge, reason="outro", at=at, by=counter.manager)
    assert charges.cancel(charge=charge, reason="Kits devolvidos", at=at, by=counter.manager) == done


def test_a_charge_with_a_payment_is_not_cancelled(counter):
    charge = counter.charge()
    counter.pay(charge, "1.00")
    at = counter.at(2025, 3, 11, 9, 0)
    refused("has_payments", charges.cancel, charge=charge, reason="engano", at=at, by=counter.manager)


def test_another_town_touches_nothing(counter):
    stranger = make_counter("cuiaba-mt")
    with pytest.raises(ValueError, match="own municipality"):
        stranger.pay(counter.charge())


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (0, "zero"), (16, "dezesseis"), (21, "vinte e um"), (100, "cem"), (101, "cento e um"), (1000, "mil"),
        (1100, "mil e cem"), (1230, "mil duzentos e trinta"), (2001, "dois mil e um"), (1_000_000, "um milhão"),
        (2_500_000, "dois milhões e quinhentos mil"),
        (1_234_567, "um milhão duzentos e trinta e quatro mil quinhentos e sessenta e sete"),
    ],
)  # fmt: skip
def test_numbers_in_words(number, words):
    assert in_words(number) == words


@pytest.mark.parametrize(
    ("amount", "words"),
    [
        ("0.01", "um centavo"), ("1.00", "um real"), ("8.50", "oito reais e cinquenta centavos"),
        ("1000000.00", "um milhão de reais"), ("1500.02", "mil e quinhentos reais e dois centavos"),
    ],
)  # fmt: skip
def test_amounts_in_words(amount, words):
    assert reais_in_words(Decimal(amount)) == words
