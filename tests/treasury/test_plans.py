"""Parcelamento: only by the municipality's own rule, exact to the cent, a plan over the debt and no second debt."""

import uuid
from datetime import date
from decimal import Decimal

import pytest
from django.urls import reverse

from tests.factories import sign_in
from tests.treasury.counter import make_counter
from tests.treasury.owing import agree, guide, instalment_rule, late_rule
from tests.treasury.returns import file_of, line
from zoonoses.documents.models import DocumentFile
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import annulment
from zoonoses.treasury.models import (
    BankOutcome,
    Charge,
    CollectionSettings,
    Guide,
    Instalment,
    InstalmentPlan,
)
from zoonoses.treasury.services import bank, charges, plans
from zoonoses.treasury.services.guides import issue_instalment_guide
from zoonoses.treasury.services.lateness import owed_on

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _unseen(request):
    """What is printed is not what is tested here, but where the paper itself is."""
    if "paper" not in request.node.name:
        request.getfixturevalue("unseen_papers")


def instalments(plan):
    return [(row.due_on, row.amount) for row in plan.instalments.all()]


def first_guide(counter, plan):
    """The guide of the first instalment."""
    given = {"due_on": date(2025, 3, 31), "by": counter.clerk, "at": counter.at(2025, 3, 12, 10, 0)}
    return issue_instalment_guide(instalment=plan.instalments.first(), **given)


def paid(plan, on=date(2025, 4, 1)):
    return [(row.paid, row.is_late) for row in plans.rows_of(plan, on)]


def test_equal_parts_on_business_days_and_the_cents_in_the_first(counter):
    instalment_rule(counter)
    charge = counter.charge()
    former = guide(counter, charge)
    plan = agree(counter, charge)
    assert instalments(plan) == [
        (date(2025, 3, 31), Decimal("33.34")),
        (date(2025, 4, 30), Decimal("33.33")),
        (date(2025, 6, 2), Decimal("33.33")),  # 31 May 2025 is a Saturday
    ]
    former.document.refresh_from_db()
    assert former.document.annulment.reason == "A cobrança foi parcelada."
    assert charges.owed(charge) == 100 and plan.document.full_number == "0001/2025"
    assert not charge.guides.filter(document__annulment=None).exists()


@pytest.mark.parametrize(
    ("rule", "given", "code"),
    [
        (None, {}, "no_instalment_rule"),
        ({"from_on": date(2025, 3, 13)}, {}, "no_instalment_rule"),
        ({"scope": "fines"}, {}, "no_instalment_rule"),
        ({"max_count": None}, {}, "no_instalment_rule"),
        ({}, {"count": 7}, "too_many_instalments"),
        ({}, {"count": 1}, "too_many_instalments"),
        ({}, {"count": 6}, "instalment_too_small"),  # R$ 16,66 each
        ({}, {"first_on": date(2025, 3, 11)}, "due_in_the_past"),
        ({}, {"first_on": date(2101, 1, 3)}, "calendar_unknown"),
        ({}, {"signer": " "}, "signer_missing"),
    ],
)
def test_what_no_rule_allows(counter, rule, given, code):
    if rule is not None:
        instalment_rule(counter, **rule)
    with pytest.raises(Refusal) as refused:
        agree(counter, counter.charge(), **given)
    assert refused.value.code == code and not InstalmentPlan.objects.exists()


def test_one_agreement_and_one_guide_at_a_time(counter):
    instalment_rule(counter)
    charge, key = counter.charge(), uuid.uuid4()
    plan = agree(counter, charge, key=key)
    assert agree(counter, charge, key=key) == plan and InstalmentPlan.objects.count() == 1
    for act in (agree, guide):
        with pytest.raises(Refusal) as refused:
            act(counter, charge)
        assert refused.value.code == "in_instalments"
    other = counter.charge("8.00")
    with pytest.raises(Refusal):
        guide(counter, other, also=[charge])
    first = plan.instalments.first()
    given = {"instalment": first, "due_on": first.due_on, "by": counter.clerk}
    one = issue_instalment_guide(**given, at=counter.at(2025, 3, 12, 10, 0))
    two = issue_instalment_guide(**given, at=counter.at(2025, 3, 12, 10, 5))
    assert (one.amount, two.replaces) == (Decimal("33.34"), one)
    last = issue_instalment_guide(
        instalment=plan.instalments.last(),
        due_on=date(2025, 5, 31),
        by=counter.clerk,
        at=counter.at(2025, 3, 12, 11, 0),
    )
    assert set(charge.guides.filter(document__annulment=None)) == {two, last}
    assert last.due_on == date(2025, 6, 2)


def test_payments_count_to_the_oldest_instalment(counter):
    instalment_rule(counter)
    charge = counter.charge()
    plan = agree(counter, charge)
    assert paid(plan) == [(0, True), (0, False), (0, False)]
    made = counter.pay(charge, "40.00", paid_on=date(2025, 3, 12), at=counter.at(2025, 3, 12, 9, 5))
    assert paid(plan, date(2025, 6, 2)) == [
        (Decimal("33.34"), False),
        (Decimal("6.66"), True),
        (0, False),  # its last day is not over
    ]
    row = Charge.objects.of(counter.municipality).in_instalments().with_due().get()
    assert (row.due_on, row.paid) == (date(2025, 4, 30), 40)
    assert not Charge.objects.of(counter.municipality).overdue(date(2025, 12, 1)).exists()
    charges.void_payment(payment=made, reason="engano", at=counter.at(2025, 3, 13, 9, 0), by=counter.manager)
    assert paid(plan) == [(0, True), (0, False), (0, False)]
    assert Charge.objects.of(counter.municipality).with_due().get().due_on == date(2025, 3, 31)
    with pytest.raises(Refusal):
        counter.pay(charge, "100.01", at=counter.at(2025, 3, 13, 9, 0))
    counter.pay(charge, "100.00", at=counter.at(2025, 3, 13, 9, 0))
    assert [rest for rest, late in paid(plan, date(2026, 1, 1)) if late] == [] and charges.owed(charge) == 0


def test_a_payment_undone_of_before_the_agreement_is_owed_beside_it(counter):
    instalment_rule(counter)
    charge = counter.charge()
    before = counter.pay(charge, "10.00")
    plan = agree(counter, charge)
    assert sum(amount for _, amount in instalments(plan)) == 90 and plans.outside(plan) == 0
    charges.void_payment(
        payment=before, reason="engano", at=counter.at(2025, 3, 13, 9, 0), by=counter.manager
    )
    assert plans.outside(plan) == 10 and owed_on(charge, date(2025, 3, 13)).total == 100


@pytest.mark.parametrize(
    ("amount", "times", "kind", "received"),
    [
        ("33.34", 1, "paid", ("33.34", "0", "0")),
        ("33.34", 2, "paid", ("33.34", "33.33", "0.01")),  # the same guide twice: the next instalment
        ("20.00", 1, "partial", ("20.00", "0", "0")),
        ("100.01", 1, "over", ("33.34", "33.33", "33.33")),
    ],
)
def test_the_guide_of_an_instalment_at_the_bank(counter, amount, times, kind, received):
    CollectionSettings.objects.create(municipality=counter.municipality, febraban_code="9999")
    instalment_rule(counter)
    charge = counter.charge()
    plan = agree(counter, charge)
    asked = issue_instalment_guide(
        instalment=plan.instalments.first(),
        due_on=date(2025, 3, 31),
        by=counter.clerk,
        at=counter.at(2025, 3, 12, 10, 0),
    )
    lines = [line(asked.barcode, amount, number=number) for number in range(times)]
    at = counter.at(2025, 3, 14, 8, 0)
    found, _ = bank.take(
        municipality=counter.municipality, name="x", data=file_of(*lines), by=counter.clerk, at=at
    )
    bank.settle(found.pk, lambda: at)
    assert {row.kind for row in BankOutcome.objects.all()} == {kind}
    assert tuple(row.paid for row in plans.rows_of(plan, date(2025, 3, 14))) == tuple(map(Decimal, received))


def test_broken_by_its_rule_what_is_left_falls_due_at_once(counter):
    instalment_rule(counter, breaks_after=2)
    late_rule(counter)
    charge = counter.charge()
    plan = agree(counter, charge)
    issue_instalment_guide(
        instalment=plan.instalments.first(),
        due_on=date(2025, 3, 31),
        by=counter.clerk,
        at=counter.at(2025, 3, 12, 10, 0),
    )
    counter.pay(charge, "10.00", paid_on=date(2025, 3, 12), at=counter.at(2025, 3, 12, 11, 0))
    given = {"plan": plan, "by": counter.clerk, "reason": "Duas parcelas em atraso"}
    with pytest.raises(Refusal) as refused:
        plans.break_plan(**given, at=counter.at(2025, 4, 30, 9, 0))
    assert "hoje há 1" in refused.value.sentence
    with pytest.raises(Refusal):
        plans.break_plan(**given | {"reason": " "}, at=counter.at(2025, 5, 2, 9, 0))
    broken = plans.break_plan(**given, at=counter.at(2025, 5, 2, 9, 0))
    assert plans.break_plan(**given, at=counter.at(2025, 5, 3, 9, 0)) == broken
    with pytest.raises(Refusal):
        plans.break_plan(**given | {"reason": "outro"}, at=counter.at(2025, 5, 3, 9, 0))
    assert not Guide.objects.filter(document__annulment=None).exists()
    # The first instalment was due on 31 March: on 2 May, 32 days of R$ 90,00: R$ 1,80 and R$ 0,96
    assert owed_on(charge, date(2025, 5, 2)).total == Decimal("92.76")
    assert agree(counter, charge, first_on=date(2025, 5, 30), at=(2025, 5, 2, 10, 0)).principal == 90


@pytest.mark.parametrize("how", ["annulled", "cancelled"])
def test_with_the_termo_or_the_charge_falls_the_agreement(counter, how):
    instalment_rule(counter)
    charge = counter.charge()
    plan = agree(counter, charge)
    issue_instalment_guide(
        instalment=plan.instalments.first(),
        due_on=date(2025, 3, 31),
        by=counter.clerk,
        at=counter.at(2025, 3, 12, 10, 0),
    )
    given = {
        "reason": "Assinado por outra pessoa",
        "by": counter.manager,
        "at": counter.at(2025, 3, 13, 9, 0),
    }
    if how == "annulled":
        annulment.annul(document=plan.document, **given)
    else:
        charges.cancel(charge=charge, **given)
    plan.refresh_from_db()
    assert plan.ended_on == date(2025, 3, 13) and plan.ended_reason.startswith("Termo anulado")
    assert not Guide.objects.filter(document__annulment=None).exists()
    assert charges.owed(Charge.objects.get()) == (100 if how == "annulled" else 0)


def test_the_papers_say_what_is_agreed_and_what_a_late_payment_quits(counter):
    instalment_rule(counter)
    late_rule(counter)
    charge = counter.charge()
    guide(counter, charge)
    counter.pay(charge, "51.50", paid_on=date(2025, 4, 16), at=counter.at(2025, 4, 16, 9, 0))
    late = guide(counter, charge, due_on=date(2025, 4, 16), at=(2025, 4, 16, 9, 5))
    plan = agree(counter, charge, count=2, first_on=date(2025, 4, 30), at=(2025, 4, 16, 10, 0))
    contexts = {
        row.document.kind: row.context["body"]
        for row in DocumentFile.objects.select_related("document").order_by("document__issued_at")
    }
    receipt, asked, termo = contexts["receipt"], contexts["guide"], contexts["instalment_plan"]
    assert [item["amount"] for item in receipt["parts"]] == ["R$ 50,00", "R$ 1,00", "R$ 0,50"]
    assert "mesma proporção" in receipt["parts_note"] and receipt["owed"] == "R$ 51,50"
    assert [item["amount"] for item in asked["charged"]] == ["R$ 50,00", "R$ 1,00", "R$ 0,50"]
    assert {item["article"] for item in asked["charged"][1:]} == {"LC nº 12/2010, art. 5º"}
    assert late.amount == plan.principal + plan.late_fine + plan.interest == Decimal("51.50")
    assert [item["amount"] for item in termo["instalments"]] == ["R$ 25,75", "R$ 25,75"]
    assert termo["rule"] == "Decreto nº 7/2024, art. 2º" and termo["debtor"]["name"] == "José D'Ávila"


@pytest.fixture
def town():
    """A training town, so that pages work on 12 March 2025."""
    return make_counter(at=(2025, 3, 12, 9, 30))


def page(client, name, *args, **data):
    url = reverse(f"treasury:{name}", args=args)
    return client.post(url, data) if data else client.get(url)


def test_the_manager_enters_the_rule_and_the_clerk_agrees(client, town):
    charge = town.charge()
    sign_in(client, town.clerk)
    text = page(client, "charge", charge.pk).content.decode()
    assert "o Município não informou regra" in text and "Parcelar" not in text
    typed = {"count": "3", "first_on": "2025-03-31", "signer": "Ana", "idempotency_key": uuid.uuid4()}
    assert page(client, "plan_new", charge.pk, **typed).status_code == 409
    assert page(client, "instalment_rules").status_code == 403
    sign_in(client, town.manager)
    rule = {
        "act": "Decreto nº 7/2024",
        "from_on": "2025-01-01",
        "scope": "all",
        "max_count": "6",
        "min_amount": "1.020,00",
    }
    assert "não se parcela" in page(client, "instalment_rules").content.decode()
    assert page(client, "instalment_rules", **rule | {"max_count": "1"}).status_code == 422
    assert page(client, "instalment_rules", **rule | {"act": ""}).status_code == 422
    assert page(client, "instalment_rules", **rule).status_code == 302
    assert "R$ 1.020,00 ou mais" in page(client, "instalment_rules").content.decode()
    page(client, "instalment_rules", **rule | {"min_amount": "20"})
    sign_in(client, town.clerk)
    assert "Parcelar esta cobrança" in page(client, "charge", charge.pk).content.decode()
    seen = page(client, "plan_new", charge.pk, **typed)
    assert seen.status_code == 200 and "1ª: R$ 33,34, vence seg., 31/03/2025" in seen.content.decode()
    assert not InstalmentPlan.objects.exists()
    refused = page(client, "plan_new", charge.pk, **typed | {"count": "9"})
    assert refused.status_code == 409 and 'value="9"' in refused.content.decode()
    first, again = (page(client, "plan_new", charge.pk, **typed, confirm="1") for _ in range(2))
    plan = InstalmentPlan.objects.get()
    assert first.url == again.url == reverse("treasury:plan", args=[plan.pk])


def test_the_page_of_an_agreement(client, town, django_assert_max_num_queries):
    instalment_rule(town, max_count=60, min_amount=Decimal(1))
    charge = town.charge()
    few, many = agree(town, charge), agree(town, town.charge(), count=12)
    sign_in(client, town.clerk)
    first = few.instalments.first().pk
    asked = page(client, "instalment_guide", first, due_on="2025-03-31", idempotency_key=uuid.uuid4())
    assert asked.url == reverse("treasury:plan", args=[few.pk])
    assert page(client, "instalment_guide", first, due_on="2025-03-11").status_code == 409
    text = page(client, "plan", few.pk).content.decode()
    assert "em dia" in text and "Guia de arrecadação nº 0001/2025" in text and "R$ 33,34" in text
    with django_assert_max_num_queries(40) as queries:
        page(client, "plan", few.pk)
    with django_assert_max_num_queries(len(queries.captured_queries)):
        assert page(client, "plan", many.pk).content.decode().count("row-item") == 12
    assert "Cobrança parcelada" in page(client, "charge", charge.pk).content.decode()
    listed = client.get(reverse("treasury:charges") + "?situacao=parceladas").content.decode()
    assert listed.count("row-item") == 2 and "31/03" in listed
    Instalment.objects.filter(plan=few, number=1).update(due_on=date(2025, 3, 11))
    assert client.get(reverse("desk:today")).content.decode().count("Parcela em atraso") == 1
    assert page(client, "plan_break", few.pk, reason=" ").status_code == 422
    assert page(client, "plan_break", few.pk, reason="A pedido do devedor").status_code == 302
    assert "A pedido do devedor" in page(client, "plan", few.pk).content.decode()
    assert page(client, "plan_break", few.pk, reason="outro").status_code == 409
