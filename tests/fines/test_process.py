"""The procedure of an auto through its services, on fixed days: papers, ledger, debt."""

import uuid
from datetime import date
from decimal import Decimal
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image
from pypdf import PdfReader

from fines.models import Decision
from fines.services import debts, finality, process_file
from fines.services.defence import effects
from fines.services.procedure import Process, enter_rule, locked
from registry.models import Penalty
from registry.services import ledger
from tests.factories import MembershipFactory, unit_value
from tests.fines.process import all_of, charge_of, decide, defend, drawn, serve
from tests.inspections.visits import Town
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services.annulment import annul
from zoonoses.municipalities.lawbook import Lawbook
from zoonoses.municipalities.models import Holiday, Role

pytestmark = pytest.mark.django_db

GRAVE = {"aggravating": ("intent",)}
SERVED, DUE = date(2026, 4, 2), date(2026, 4, 20)


def refused(code, act, /, *args, **kwargs):
    with pytest.raises(Refusal) as found:
        act(*args, **kwargs)
    assert found.value.code == code
    return found.value


@pytest.fixture
def neiva():
    """João Neiva in 2026, with N. S. da Penha on Monday 13/04."""
    town = Town("joao-neiva-es")
    unit_value(town.municipality, "VRTE", 2026, "4.50")
    Holiday.objects.create(
        municipality=town.municipality, on=date(2026, 4, 13), name="N. S. da Penha", act="Lei estadual"
    )
    return town


@pytest.fixture
def auto(neiva):
    """A serious infraction: 100 VRTE proposed."""
    return drawn(neiva, date(2026, 4, 1), "short_tether", **GRAVE)


def priors(town, provision, on):
    book = Lawbook(town.municipality, on)
    return ledger.priors(tutor=town.tutor, lawbook=book, provision=provision, on=on).same


def test_defended_on_the_last_business_day_and_changed_to_light_there_is_nothing_to_pay(neiva, auto):
    refused("not_served", defend, neiva, auto, SERVED)
    serve(neiva, auto.act, SERVED)
    refused("term_running", decide, neiva, auto, date(2026, 4, 17))
    key = uuid.uuid4()
    defence = defend(neiva, auto, DUE, files=[photo()], key=key)
    assert defend(neiva, auto, DUE, key=key) == defence
    assert (defence.due_on, defence.is_late) == (DUE, False)
    context = defence.act.document.file.context["body"]
    assert context["last_day"].endswith("20/04/2026") and context["term_source"] == "Art. 9º, V"
    assert "SHA-256" in context["attachments"][0] and defence.act.attachments.count() == 1

    changed = {"outcome": "changed", "changes": all_of(auto), "aggravating": ()}
    refused("own_notice", decide, neiva, auto, date(2026, 4, 22), by=own_judge(neiva), **changed)
    refused("not_entitled", decide, neiva, auto, date(2026, 4, 22), by=neiva.clerk, **changed)
    refused("nothing_changed", decide, neiva, auto, date(2026, 4, 22), **(changed | GRAVE))
    made = decide(neiva, auto, date(2026, 4, 22), **changed)
    assert (made.total, made.items[0]["gravity"], made.items[0]["amount"]) == (None, "minor", None)
    body = made.act.document.file.context["body"]
    assert body["decided_by"] == "Conselho Municipal de Meio Ambiente" and body["competence"] == "Art. 9º, V"
    assert body["total"] == "Nada a pagar." and body["before"] == "Antes: 100,00 VRTE."
    refused("nothing_owed", debts.charge_fine, notice=auto, by=neiva.clerk, at=neiva.at(date(2026, 4, 23)))
    refused("decided", decide, neiva, auto, date(2026, 4, 23))

    other = drawn(neiva, date(2026, 4, 1), "short_tether", finding={"case": auto.act.case}, **GRAVE)
    whole = process_file.draw(notice=locked(auto), by=neiva.judge, at=neiva.at(date(2026, 4, 24)))
    texts = [page.extract_text() for page in PdfReader(BytesIO(whole)).pages]
    assert all(f"fls. {number}" in text for number, text in enumerate(texts, 1))
    assert "recibo.jpg" in texts[0] and "Ciência, em 02/04/2026" in texts[0]
    assert any("AA123456789BR" in text for text in texts[1:]), "the sheet of a ciência tells how it was made"
    assert made.act.document.full_number in texts[-1] and other.act.document.full_number not in texts[0]


def test_without_defence_decided_appealed_kept_and_charged_to_the_fund(neiva, auto):
    serve(neiva, auto.act, SERVED)
    refused("only_proposed", debts.charge_fine, notice=auto, by=neiva.clerk, at=neiva.at(SERVED))
    refused("term_running", decide, neiva, auto, DUE)
    first = decide(neiva, auto, date(2026, 4, 22))
    assert first.total == Decimal("100.00")
    told = [(row.label, row.due_on) for row in effects(first.act, date(2026, 4, 22))]
    assert told == [("Prazo de recurso", date(2026, 5, 7)), ("Prazo de pagamento", date(2026, 5, 22))]
    refused("not_served", defend, neiva, auto, date(2026, 4, 22), kind="appeal")
    serve(neiva, first.act, date(2026, 4, 22))
    penalty = Penalty.objects.get(act=auto.act)
    assert penalty.final_on == date(2026, 5, 8), "the day after the last of the appeal, written ahead"
    appeal = defend(neiva, auto, date(2026, 5, 7), kind="appeal")
    penalty.refresh_from_db()
    assert not appeal.is_late and penalty.final_on is None
    refused("worse_on_appeal", decide, neiva, auto, date(2026, 5, 20), instance=2, outcome="changed",
            changes=all_of(auto), aggravating=("intent", "calamitous_consequence"))  # fmt: skip
    final = decide(neiva, auto, date(2026, 5, 20), instance=2)
    assert final.decided_by == "Prefeito Municipal"
    penalty.refresh_from_db()
    assert penalty.final_on == date(2026, 5, 20)
    assert not priors(neiva, "short_tether", date(2026, 5, 20))
    assert priors(neiva, "short_tether", date(2026, 5, 21))

    made = debts.charge_fine(notice=auto, by=neiva.clerk, at=neiva.at(date(2026, 5, 21)))
    again = debts.charge_fine(notice=auto, by=neiva.clerk, at=neiva.at(date(2026, 5, 21)))
    assert made == again and made.amount == Decimal("450.00")
    assert made.destination == "Fundo Municipal de Meio Ambiente"
    serve(neiva, final.act, date(2026, 5, 21))
    assert Process(locked(auto)).state.payment.due_on == date(2026, 6, 22)


def test_final_by_lapse_of_time_though_the_nightly_never_ran(neiva, auto):
    serve(neiva, auto.act, SERVED)
    first = decide(neiva, auto, date(2026, 4, 22))
    serve(neiva, first.act, date(2026, 4, 22))
    assert not priors(neiva, "short_tether", date(2026, 5, 8))
    assert priors(neiva, "short_tether", date(2026, 5, 9))
    late = defend(neiva, auto, date(2026, 5, 8), kind="appeal")
    assert late.is_late and late.act.document.file.context["body"]["timeliness"] == "Recebida fora do prazo."
    refused("late_appeal", decide, neiva, auto, date(2026, 5, 11), instance=2)
    assert priors(neiva, "short_tether", date(2026, 5, 9))


def test_the_nightly_puts_right_what_a_new_holiday_moved(neiva, auto):
    serve(neiva, auto.act, SERVED)
    first = decide(neiva, auto, date(2026, 4, 22))
    serve(neiva, first.act, date(2026, 4, 22))
    Holiday.objects.create(
        municipality=neiva.municipality, on=date(2026, 5, 7), name="Luto oficial", act="Decreto nº 9"
    )
    assert finality.nightly(neiva.municipality, at=neiva.at(date(2026, 5, 8), 3)) == 1
    assert Penalty.objects.get(act=auto.act).final_on == date(2026, 5, 9)
    assert finality.nightly(neiva.municipality, at=neiva.at(date(2026, 5, 8), 4)) == 0


def test_cancelled_the_penalty_falls_and_the_annulled_decision_brings_it_back(neiva, auto):
    serve(neiva, auto.act, SERVED)
    defend(neiva, auto, DUE)
    made = decide(neiva, auto, date(2026, 4, 22), outcome="cancelled")
    assert not Penalty.objects.filter(act=auto.act).standing().exists()
    refused("cancelled", debts.charge_fine, notice=auto, by=neiva.clerk, at=neiva.at(date(2026, 4, 22)))
    annul(document=made.act.document, reason="Ata trocada", by=neiva.manager, at=neiva.at(date(2026, 4, 23)))
    assert Penalty.objects.filter(act=auto.act).standing().get().final_on is None
    assert decide(neiva, auto, date(2026, 4, 24)).outcome == "kept"


RULE = {
    "act": "Decreto nº 12/2012, arts. 3º a 9º",
    "from_on": date(2012, 1, 1),
    "defence_days": 15,
    "defence_count": "days",
    "judged_by": "Secretário Municipal de Saúde",
    "appealed_to": "Prefeito Municipal",
    "appeal_days": 10,
    "payment_days": 30,
}


def test_alegre_without_a_regulation_shows_no_term_and_is_paid_all_the_same():
    town = Town("alegre-es")
    auto = drawn(town, date(2012, 3, 1), "leash_plate_handler")
    made = debts.charge_fine(notice=auto, by=town.clerk, at=town.at(date(2012, 3, 1)))
    assert made.amount == Decimal("50.00") and made.destination == ""
    wrong = drawn(town, date(2012, 3, 1), "leash_plate_handler")
    debts.charge_fine(notice=wrong, by=town.clerk, at=town.at(date(2012, 3, 1)))
    annul(document=wrong.act.document, reason="Pessoa errada", by=town.manager, at=town.at(date(2012, 3, 2)))
    assert charge_of(wrong) is None, "with the auto falls its charge"
    serve(town, auto.act, date(2012, 3, 2))
    process = Process(locked(auto))
    assert all(step.due_on is None and step.source is None for step in process.steps(date(2012, 3, 2)))
    defence = defend(town, auto, date(2012, 9, 3))
    assert not defence.is_late and defence.due_on is None
    assert "Nem a lei nem regulamento" in defence.act.document.file.context["body"]["timeliness"]
    decide(town, auto, date(2012, 9, 4), outcome="cancelled")
    assert charge_of(auto) is None, "the charge falls with the fine"


def test_alegre_with_a_regulation_says_where_each_term_comes_from():
    town = Town("alegre-es")
    refused("not_allowed", enter_rule, municipality=town.municipality, by=town.judge,
            at=town.at(date(2012, 1, 2)), **RULE)  # fmt: skip
    refused("act_missing", enter_rule, municipality=town.municipality, by=town.manager,
            at=town.at(date(2012, 1, 2)), **(RULE | {"act": " "}))  # fmt: skip
    enter_rule(municipality=town.municipality, by=town.manager, at=town.at(date(2012, 1, 2)), **RULE)
    auto = drawn(town, date(2012, 3, 1), "leash_plate_handler")
    line = auto.act.document.file.context["body"]["defence_line"]
    assert "sem previsão na Lei" in line and "Decreto nº 12/2012" in line and "não da lei" in line
    effect = next(iter(effects(auto.act, date(2012, 3, 2))))
    assert (effect.due_on, "não da lei" in effect.article) == (date(2012, 3, 19), True)
    serve(town, auto.act, date(2012, 3, 2))
    defence = defend(town, auto, date(2012, 3, 19))
    assert (defence.due_on, defence.is_late) == (date(2012, 3, 19), False), "the 15th day is a Saturday"
    source = defence.act.document.file.context["body"]["term_source"]
    assert "Decreto nº 12/2012" in source and "não da lei" in source
    made = decide(town, auto, date(2012, 3, 20))
    body = made.act.document.file.context["body"]
    assert body["decided_by"] == "Secretário Municipal de Saúde" and "não da lei" in body["competence"]
    later = RULE | {"act": "Decreto nº 1/2013", "from_on": date(2013, 1, 1), "defence_days": 5}
    enter_rule(municipality=town.municipality, by=town.manager, at=town.at(date(2012, 12, 3)), **later)
    assert Process(locked(auto)).rules.defence.days == 15, "an auto keeps the regulation of its day"


def test_a_collegiate_body_votes_and_a_dropped_conduct_falls_alone():
    town = Town("vitoria-es")
    rule = RULE | {"collegiate": True, "from_on": date(2024, 1, 1)}
    enter_rule(municipality=town.municipality, by=town.manager, at=town.at(date(2024, 1, 2)), **rule)
    auto = drawn(town, date(2024, 3, 12), "leash_handler", "feces_not_collected")
    serve(town, auto.act, date(2024, 3, 12))
    defend(town, auto, date(2024, 3, 14))
    change = {"outcome": "changed", "changes": all_of(auto)[:1]}
    refused("votes_missing", decide, town, auto, date(2024, 3, 20), **change)
    votes = [{"name": "Ana", "vote": "pela alteração"}, {"name": "Rui", "vote": "pela alteração"}]
    made = decide(town, auto, date(2024, 3, 20), votes=votes, **change)
    assert made.total == Decimal("100.00") and len(made.items) == 1
    assert Penalty.objects.filter(act=auto.act).standing().count() == 1
    assert Decision.objects.get().votes == votes


def own_judge(town):
    """The person who drew up the auto, under a judge's role."""
    return MembershipFactory(user=town.agent.user, municipality=town.municipality, role=Role.JUDGE)


def photo():
    stored = BytesIO()
    Image.new("RGB", (40, 30), "#777777").save(stored, "JPEG")
    return SimpleUploadedFile("recibo.jpg", stored.getvalue(), content_type="image/jpeg")
