"""What a delay adds: nothing without the municipality's own rule; with one, by hand, day by day."""

import uuid
from datetime import date
from decimal import Decimal

import pytest
from django.urls import reverse

from tests.factories import CaseFactory, sign_in
from tests.treasury.counter import make_counter
from tests.treasury.owing import ACT, agree, guide, instalment_rule, late_rule, vary
from tests.treasury.returns import file_of, line
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import agenda
from zoonoses.treasury.models import BankOutcome, CollectionSettings, LateRule, Payment
from zoonoses.treasury.services import bank, charges, own_rules, revenue
from zoonoses.treasury.services.lateness import Parts, owed_on

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unseen_papers")]
DAY = {"late_fine_count": "day", "late_fine": "0.33", "late_fine_limit": "20", "interest": "0"}


def on(month, day):
    return date(2025, month, day)


def parts(due):
    return tuple(getattr(due.parts, name) for name in ("late_fine", "interest", "monetary_update"))


# R$ 100,00 whose guide fell due on Monday, 17 March 2025, under each rule. Interest of a day is 1% ÷ 30 of R$ 100,00.
@pytest.mark.parametrize(
    ("rule", "paid_on", "adds"),
    [
        ({}, on(3, 16), ("0", "0", "0")),
        ({}, on(3, 17), ("0", "0", "0")),
        ({}, on(3, 18), ("2.00", "0.03", "0")),
        ({}, on(4, 16), ("2.00", "1.00", "0")),  # 30 days
        ({"interest_count": "begun"}, on(3, 18), ("2.00", "1.00", "0")),
        ({"interest_count": "begun"}, on(4, 17), ("2.00", "1.00", "0")),
        ({"interest_count": "begun"}, on(4, 18), ("2.00", "2.00", "0")),
        ({"interest_count": "completed"}, on(4, 16), ("2.00", "0.00", "0")),
        ({"interest_count": "completed"}, on(4, 17), ("2.00", "1.00", "0")),
        (DAY, on(3, 20), ("0.99", "0.00", "0")),
        (DAY, on(5, 16), ("19.80", "0.00", "0")),  # 60 days
        (DAY, on(5, 17), ("20.00", "0.00", "0")),  # 20,13% is over the limit
        # April 0,5% and May 1%: 1,005 × 1,01 = 1,01505, and 1,505 is 1,51
        ({"index": "IPCA", "interest": "0"}, on(6, 20), ("2.00", "0.00", "1.51")),
        ({"index": "IPCA", "interest": "0"}, on(4, 30), ("2.00", "0.00", "0")),
        # 2% of R$ 101,51
        ({"index": "IPCA", "interest": "0", "on_updated": True}, on(6, 20), ("2.03", "0.00", "1.51")),
        ({"from_on": on(3, 11)}, on(6, 20), ("0", "0", "0")),  # made before the rule
        ({"scope": "fines"}, on(6, 20), ("0", "0", "0")),
    ],
)
def test_what_a_delay_adds(counter, rule, paid_on, adds):
    late_rule(counter, **rule)
    if "index" in rule:
        vary(counter, 4, "0.5"), vary(counter, 5, "1")
    charge = counter.charge()
    guide(counter, charge)
    assert parts(owed_on(charge, paid_on)) == tuple(map(Decimal, adds))


def test_without_a_rule_nothing_is_added_and_nothing_is_late_without_a_guide(counter):
    charge = counter.charge()
    guide(counter, charge)
    assert owed_on(charge, on(12, 31)).parts == Parts(Decimal(100))
    late_rule(counter, from_on=on(3, 1))
    assert owed_on(counter.charge(), on(12, 31)).total == 100
    late_rule(counter, act="LC nº 90/2025", from_on=on(3, 5), late_fine="0", interest="0")
    assert owed_on(charge, on(12, 31)).total == 100, "the latest version adds nothing"


def test_every_step_names_the_act(counter):
    late_rule(counter)
    charge = counter.charge()
    guide(counter, charge)
    steps = owed_on(charge, on(3, 20)).steps
    assert {step["article"] for step in steps} == {ACT}
    assert [step["arithmetic"] for step in steps] == [
        "R$ 100,00 × 2% = R$ 2,00",
        "R$ 100,00 × 0,1% = R$ 0,10",
    ]
    assert steps[1]["text"] == "Juros de mora: 1% ao mês, 3 dias de 30, de 18/03/2025 a 20/03/2025"


def test_a_month_of_the_index_that_nobody_entered_is_no_guess(counter):
    late_rule(counter, index="IPCA")
    charge = counter.charge()
    guide(counter, charge)
    vary(counter, 4, "0.5")
    with pytest.raises(Refusal) as refused:
        owed_on(charge, on(6, 2))
    assert refused.value.enter == "treasury:index_variations" and "IPCA (05/2025)" in refused.value.sentence
    vary(counter, 5, "0.1")
    vary(counter, 5, "-9")
    assert owed_on(charge, on(6, 2)).parts.monetary_update == 0, "a fall takes nothing off"


def test_saturday_is_paid_on_monday_without_increase(counter):
    late_rule(counter)
    charge = counter.charge()
    assert guide(counter, charge, due_on=on(3, 15)).due_on == on(3, 17)
    assert owed_on(charge, on(3, 17)).total == 100
    assert owed_on(charge, on(3, 18)).total == Decimal("102.03")
    # A second guide, asked for on Saturday, 12 April: 26 days, R$ 0,87, also on Monday and at the counter.
    second = guide(counter, charge, due_on=on(4, 12), at=(2025, 4, 10, 9, 0))
    assert (second.due_on, second.amount) == (on(4, 14), Decimal("102.87"))
    counter.pay(charge, "102.87", paid_on=on(4, 14), at=counter.at(2025, 4, 14, 10, 0))
    assert charges.owed(charge) == 0


def test_a_guide_replaced_in_time_gives_a_new_day_and_a_late_one_does_not(counter):
    late_rule(counter)
    in_time, late = counter.charge(), counter.charge()
    guide(counter, in_time)
    guide(counter, late)
    guide(counter, in_time, due_on=on(3, 31), at=(2025, 3, 17, 16, 0))
    guide(counter, late, due_on=on(3, 31), at=(2025, 3, 18, 9, 0))
    assert owed_on(in_time, on(3, 31)).total == 100
    assert owed_on(late, on(3, 31)).total == Decimal("102.47")  # 14 days


@pytest.mark.parametrize(
    ("allocation", "first", "left"),
    [
        # Of R$ 103,00 owed, R$ 51,50 is the half of each part.
        ("proportional", ("50.00", "1.00", "0.50"), ("50.00", "1.00", "0.50")),
        # R$ 3,00 of additions, the rest of the charge; then R$ 51,50 bear 30 days more.
        ("additions", ("48.50", "2.00", "1.00"), ("51.50", "0.00", "0.00")),
    ],
)
def test_what_a_part_quits(counter, allocation, first, left):
    late_rule(counter, allocation=allocation)
    charge = counter.charge()
    guide(counter, charge)
    made = counter.pay(charge, "51.50", paid_on=on(4, 16), at=counter.at(2025, 4, 16, 9, 0))
    assert tuple(str(n) for n in (made.principal, made.late_fine, made.interest)) == first
    due = owed_on(charge, on(4, 16))
    assert tuple(str(n) for n in (due.parts.principal, due.parts.late_fine, due.parts.interest)) == left
    with pytest.raises(Refusal):
        counter.pay(charge, "51.51", paid_on=on(4, 16), at=counter.at(2025, 4, 16, 9, 0))
    counter.pay(charge, "51.50", paid_on=on(4, 16), at=counter.at(2025, 4, 16, 9, 0))
    assert charges.owed(charge) == 0 and owed_on(charge, on(12, 1)).total == 0


def test_a_cent_short_leaves_the_charge_open(counter):
    late_rule(counter)
    charge = counter.charge("0.02")
    guide(counter, charge)
    due = owed_on(charge, on(6, 25))
    assert due.total == Decimal("0.02")
    charge = counter.charge("10.00")
    guide(counter, charge)
    due = owed_on(charge, on(3, 18))  # R$ 0,20 and nothing of interest
    made = counter.pay(charge, due.total - charges.CENT, paid_on=on(3, 18), at=counter.at(2025, 3, 18, 9, 0))
    assert charges.owed(charge) == owed_on(charge, on(3, 18)).total == charges.CENT
    assert made.additions == Decimal("0.20")


def test_revenue_tells_additions_apart_and_counts_them_once(counter):
    late_rule(counter)
    charge = counter.charge()
    guide(counter, charge)
    made = counter.pay(charge, "102.03", paid_on=on(3, 18), at=counter.at(2025, 3, 18, 9, 0))
    (row,) = revenue.lines(counter.municipality, since=on(3, 1), until=on(3, 31))
    assert (row.amount, row.additions) == (Decimal("102.03"), Decimal("2.03"))
    charges.void_payment(payment=made, reason="engano", at=counter.at(2025, 3, 19, 9, 0), by=counter.manager)
    assert revenue.lines(counter.municipality, since=on(3, 1), until=on(3, 31)) == []
    assert owed_on(charge, on(3, 18)).total == Decimal("102.03")


@pytest.mark.parametrize(
    ("amount", "paid_on", "kind", "left"),
    [
        ("102.87", on(4, 11), "paid", 0),  # before its day, for what it asked
        ("102.87", on(4, 14), "paid", 0),  # Saturday's guide on Monday
        ("102.87", on(4, 15), "partial", "0.10"),  # 29 days: R$ 102,97
        ("103.00", on(4, 14), "over", 0),
    ],
)
def test_a_late_guide_at_the_bank(counter, amount, paid_on, kind, left):
    CollectionSettings.objects.create(municipality=counter.municipality, febraban_code="9999")
    late_rule(counter)
    charge = counter.charge()
    guide(counter, charge)
    second = guide(counter, charge, due_on=on(4, 12), at=(2025, 4, 10, 9, 0))
    at = counter.at(2025, 4, 16, 8, 0)
    data = file_of(line(second.barcode, amount, on=paid_on))
    found, _ = bank.take(municipality=counter.municipality, name="x", data=data, by=counter.clerk, at=at)
    bank.settle(found.pk, lambda: at)
    assert BankOutcome.objects.get().kind == kind
    assert owed_on(charge, paid_on).total == Decimal(left)
    assert Payment.objects.get().amount == Decimal("102.87")


def test_under_an_agreement_what_was_owed_stays_and_grows_again_when_it_is_broken(counter):
    late_rule(counter)
    instalment_rule(counter)
    charge = counter.charge()
    guide(counter, charge)
    # 16 April: R$ 103,00 in three: 34,34 and twice 34,33
    plan = agree(counter, charge, first_on=on(4, 30), at=(2025, 4, 16, 9, 0))
    assert (plan.principal, plan.late_fine, plan.interest) == (100, 2, 1)
    assert owed_on(charge, on(11, 30)).total == 103
    counter.pay(charge, "34.34", paid_on=on(4, 30), at=counter.at(2025, 4, 30, 9, 0))
    counter.pay(charge, "68.65", paid_on=on(5, 30), at=counter.at(2025, 5, 30, 9, 0))
    assert owed_on(charge, on(11, 30)).total == charges.CENT
    counter.pay(charge, "0.01", paid_on=on(5, 30), at=counter.at(2025, 5, 30, 9, 0))
    assert charges.owed(charge) == 0
    assert sum(row.additions for row in charge.payments.all()) == 3


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"act": " "}, "act_missing"),
        ({"late_fine": "2", "late_fine_limit": "1"}, "limit_absurd"),
        ({"late_fine_limit": "101"}, "limit_absurd"),
    ],
)
def test_a_rule_that_is_none(counter, given, code):
    with pytest.raises(Refusal) as refused:
        late_rule(counter, **given)
    assert refused.value.code == code and not LateRule.objects.exists()


def test_only_the_manager_enters_rules_and_the_same_again_is_one(counter):
    first = late_rule(counter)
    assert late_rule(counter) == first
    stranger = make_counter("cuiaba-mt")
    for by in (counter.clerk, stranger.manager):
        with pytest.raises(Refusal):
            own_rules.enter_late_rule(
                municipality=counter.municipality, by=by, at=counter.at(2025, 1, 2, 9, 0), act="LC 1"
            )
    assert owed_on(stranger.charge(), on(12, 1)).total == 100


@pytest.fixture
def town():
    """A training town, so that pages work on 20 March 2025."""
    return make_counter(at=(2025, 3, 20, 9, 30))


def page(client, name, *args, **data):
    url = reverse(f"treasury:{name}", args=args)
    return client.post(url, data) if data else client.get(url)


def test_the_manager_enters_what_a_delay_adds(client, town, django_assert_max_num_queries):
    sign_in(client, town.manager)
    assert "nada se acrescenta" in page(client, "late_rules").content.decode()
    typed = {
        "act": ACT,
        "from_on": "2025-01-01",
        "scope": "all",
        "late_fine": "2",
        "late_fine_count": "once",
        "interest": "1,5%",
        "interest_count": "begun",
        "index": "IPCA",
        "allocation": "proportional",
    }
    for wrong in ({"act": ""}, {"late_fine": "101"}, {"interest": "um"}, {"from_on": "20225-01-01"}):
        answer = page(client, "late_rules", **typed | wrong)
        assert (
            answer.status_code == 422 and f'value="{(typed | wrong)["interest"]}"' in answer.content.decode()
        )
    limited = page(client, "late_rules", **typed | {"late_fine_limit": "1"})
    assert limited.status_code == 409 and "limite da multa" in limited.content.decode()
    assert page(client, "late_rules", **typed).status_code == 302
    rule = LateRule.objects.get()
    assert (rule.late_fine, rule.interest, rule.late_fine_limit) == (2, Decimal("1.5"), None)
    text = page(client, "late_rules").content.decode()
    assert (
        "multa de mora de 2% uma vez; juros de 1,5% por mês ou fração de mês; atualização pelo IPCA" in text
    )
    month = {"index": "IPCA", "month": "04/2025", "percent": "-0,05", "source": "IBGE"}
    assert page(client, "index_variations", **month | {"month": "13/2025"}).status_code == 422
    assert page(client, "index_variations", **month | {"index": "INPC"}).status_code == 422
    assert page(client, "index_variations", **month).status_code == 302
    assert "-0,05%" in page(client, "index_variations").content.decode()
    few = {}
    for name in ("late_rules", "index_variations"):
        with django_assert_max_num_queries(25) as queries:
            page(client, name)
        few[name] = len(queries.captured_queries)
    for month in range(5, 10):
        vary(town, month, "0.1"), late_rule(town, act=f"LC nº {month}/2025")
    for name, asked in few.items():
        with django_assert_max_num_queries(asked):
            assert page(client, name).content.decode().count("row-item") == 6


def test_the_page_of_a_charge_says_what_the_delay_adds_and_nothing_without_a_rule(client, town):
    charge = town.charge()
    guide(town, charge)
    sign_in(client, town.clerk)
    plain = page(client, "charge", charge.pk).content.decode()
    assert "acréscimos" not in page(client, "charges").content.decode()
    assert 'value="100,00"' in plain and "atraso" not in plain and "Multa de mora" not in plain
    late_rule(town)
    text = page(client, "charge", charge.pk).content.decode()
    assert (
        'value="102,10"' in text and "Multa de mora R$ 2,00 · Juros de mora R$ 0,10" in text and ACT in text
    )
    assert "mais os acréscimos" in page(client, "charges").content.decode()
    paying = {"amount": "102,10", "means": "pix", "paid_on": "2025-03-20", "idempotency_key": uuid.uuid4()}
    assert page(client, "pay", charge.pk, **paying).status_code == 302
    text = page(client, "charge", charge.pk).content.decode()
    assert "R$ 102,10 (pix), dos quais R$ 2,10 de acréscimos" in text.replace("PIX", "pix")
    report = client.get(reverse("treasury:revenue")).content.decode()
    assert "dos quais R$ 2,10 de acréscimos por atraso" in report
    late_rule(town, act="LC nº 99/2025", index="INPC")
    other = town.charge()
    guide(town, other, due_on=on(3, 10))
    assert "Falta a variação" not in page(client, "charge", other.pk).content.decode(), "no whole month yet"


def test_money_rebuilds_what_is_next_in_the_case(counter, django_capture_on_commit_callbacks, monkeypatch):
    rebuilt = []
    monkeypatch.setattr(agenda, "rebuild", lambda case, on: rebuilt.append((case.pk, on)))
    case = CaseFactory(municipality=counter.municipality)
    charge = counter.charge(case=case)
    given = {"reason": "engano", "at": counter.at(2025, 3, 12, 9, 0), "by": counter.manager}
    acts = [
        lambda: counter.pay(charge),
        lambda: charges.void_payment(payment=charge.payments.get(), **given),
        lambda: charges.cancel(charge=charge, **given),
    ]
    for act, day in zip(acts, (on(3, 10), on(3, 12), on(3, 12)), strict=True):
        rebuilt.clear()
        with django_capture_on_commit_callbacks(execute=True):
            act()
        assert (case.pk, day) in rebuilt
