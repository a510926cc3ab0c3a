"""Autos through their service, on fixed days, under the five laws, with the papers they issue."""

import uuid
from datetime import date
from decimal import Decimal
from io import BytesIO

import pytest
from pypdf import PdfReader

from fines.models import InfractionNotice
from fines.services.notices import draw_up
from fines.services.proposals import Choice, propose
from inspections.services import intimations
from inspections.services.intimations import Order
from registry.models import Penalty, PenaltyLifted
from registry.services import ledger
from tests.factories import CompanyFactory, TutorFactory, unit_value
from tests.inspections.visits import Town, commits
from zoonoses.documents.models import Act, Agenda, Document
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services.acknowledgement import Service
from zoonoses.documents.services.annulment import annul
from zoonoses.municipalities.lawbook import Lawbook
from zoonoses.municipalities.models import RulesetInForce

pytestmark = pytest.mark.django_db


def notice(town, visit, on, *, offender="own", choices=None, key=None, **kwargs):
    if choices is None:
        choices = [Choice(finding.pk) for finding in visit.findings.all()]
    given = {
        "inspection": visit,
        "choices": choices,
        "offender": town.tutor if offender == "own" else offender,
        "fact_at": visit.act.at,
        "address": "Rua das Flores, 157 – Centro",
        "description": "Visto no local.",
        "by": town.agent,
        "at": town.at(on, 16),
        "key": key or uuid.uuid4(),
    }
    return draw_up(**(given | kwargs))


def chosen(visit, **decided):
    return [Choice(finding.pk, **decided) for finding in visit.findings.all()]


def intimate(town, visit, on, days=None):
    service = Service(means="in_person", on=on, received_by=town.tutor.name)
    return intimations.intimate(
        inspection=visit,
        orders=[Order(finding, days) for finding in visit.findings.all()],
        text="Regularizar.",
        author=town.agent,
        at=town.at(on, 14),
        service=service,
        key=uuid.uuid4(),
    )


def pdf_text(notice):
    reader = PdfReader(BytesIO(bytes(notice.act.document.file.pdf)))
    return " ".join(" ".join(page.extract_text() for page in reader.pages).split())


def test_alegre_three_dogs_after_the_term_that_ends_on_a_saturday():
    """Intimated on 01/03/2012: the 30th day, 31/03, is a Saturday, so the term runs to Monday 02/04."""
    town = Town("alegre-es")
    visit = town.visit(date(2012, 3, 1), "unregistered_animal", animals=3)
    intimate(town, visit, date(2012, 3, 1))
    town.return_visit(visit, date(2012, 4, 2), "persists", remaining=3)
    with pytest.raises(Refusal) as refused:
        notice(town, visit, date(2012, 4, 2))
    assert refused.value.code == "term_running"
    with pytest.raises(Refusal) as refused:
        notice(town, visit, date(2012, 4, 3))
    assert refused.value.code == "term_running"

    town.return_visit(visit, date(2012, 4, 3), "persists", remaining=3)
    made = notice(town, visit, date(2012, 4, 3))

    assert (made.total, made.unit) == (Decimal("60.00"), "BRL")
    assert made.act.subjects == [finding.subject for finding in visit.findings.all()]
    assert made.act.rests_on.count() == 3
    text = pdf_text(made)
    for words in (made.act.document.full_number, "R$ 60,00", "03/04/2012", "Art. 2º"):
        assert words in text


def test_what_was_cured_and_what_remains():
    town = Town("alegre-es")
    visit = town.visit(date(2012, 3, 1), "unregistered_animal", animals=3)
    intimate(town, visit, date(2012, 3, 1))
    town.return_visit(visit, date(2012, 4, 3), "partly", remaining=2)
    assert notice(town, visit, date(2012, 4, 3)).total == Decimal("40.00")

    other = town.visit(date(2012, 3, 1), "inadequate_keeping")
    intimate(town, other, date(2012, 3, 1))
    town.return_visit(other, date(2012, 4, 3), "cured")
    with pytest.raises(Refusal) as refused:
        notice(town, other, date(2012, 4, 3))
    assert refused.value.code == "cured"


def test_two_conducts_on_one_walk_are_one_auto_with_two_items():
    town = Town("alegre-es")
    visit = town.visit(date(2012, 5, 8), "leash_plate_handler", "feces_not_collected")
    made = notice(town, visit, date(2012, 5, 8))
    assert made.total == Decimal("100.00")
    assert [item.amount for item in made.items.all()] == [Decimal("50.00")] * 2
    assert Penalty.objects.filter(act=made.act).count() == 2


@pytest.mark.parametrize(
    ("law", "day", "infraction", "code"),
    [
        ("alegre-es", date(2012, 3, 1), "inadequate_keeping", "not_intimated"),
        ("alegre-es", date(2012, 3, 1), "loose_animal", "no_sanction_in_law"),
        ("alegre-es", date(2010, 3, 1), "leash_plate_handler", "law_not_in_force"),
        ("alegre-es", date(2024, 3, 1), "leash_plate_handler", "value_unknown"),
        ("cuiaba-mt", date(2024, 3, 12), "loose_animal", "value_unknown"),
        ("joao-neiva-es", date(2025, 3, 10), "short_tether", "not_intimated"),
        ("vitoria-es", date(2024, 3, 12), "guide_dog_refused", "no_sanction_in_law"),
    ],
)
def test_refused_with_the_laws_reason(law, day, infraction, code):
    town = Town(law)
    visit = town.visit(day, infraction)
    with pytest.raises(Refusal) as refused:
        notice(town, visit, day)
    assert refused.value.code == code
    assert refused.value.sentence
    assert not Document.objects.filter(kind="infraction_notice").exists()


def test_recidivism_is_counted_from_standing_autos_and_printed():
    town = Town("vitoria-es")
    days = [date(2024, 3, 4), date(2024, 4, 8), date(2024, 5, 6)]
    company = CompanyFactory(municipality=town.municipality)
    totals = []
    for day in days:
        visit = town.visit(day, "abandonment", tutor=company, animals=2)
        made = notice(town, visit, day, offender=company)
        totals.append(made.total)
    assert totals == [Decimal("1000.00"), Decimal("2000.00"), Decimal("2000.00")]
    item = made.items.get()
    assert [row["on"] for row in item.priors] == ["2024-03-04", "2024-04-08"]
    assert [row["code"] for row in item.consequences] == ["licence_revocation"]
    text = pdf_text(made)
    assert "04/03/2024" in text and "08/04/2024" in text

    annul(document=made.act.document, reason="Erro de pessoa", by=town.manager, at=town.at(days[2], 17))
    assert PenaltyLifted.objects.filter(penalty__act=made.act).count() == 1
    again = town.visit(date(2024, 6, 3), "abandonment", tutor=company)
    assert len(notice(town, again, date(2024, 6, 3), offender=company).items.get().priors) == 2


def test_a_merged_person_keeps_the_history_and_the_same_day_is_no_repetition():
    town = Town("vitoria-es")
    visit = town.visit(date(2024, 3, 4), "leash_handler")
    notice(town, visit, date(2024, 3, 4))
    head = TutorFactory(municipality=town.municipality)
    town.tutor.merged_into = head
    town.tutor.save(update_fields=["merged_into"])
    book = Lawbook(town.municipality, date(2024, 5, 1))
    asked = {"tutor": head, "lawbook": book, "provision": "leash_handler"}
    assert len(ledger.priors(**asked, on=date(2024, 3, 5)).same) == 1
    assert ledger.priors(**asked, on=date(2024, 3, 4)).same == []
    other = ledger.priors(tutor=head, lawbook=book, provision="abandonment", on=date(2024, 5, 1))
    assert (len(other.same), len(other.other)) == (0, 1)


def test_joao_neiva_two_aggravating_circumstances_make_one_proposed_fine():
    town = Town("joao-neiva-es")
    visit = town.visit(date(2025, 3, 10), "violence", "deprivation")
    made = notice(
        town, visit, date(2025, 3, 10), aggravating=("intent", "calamitous_consequence"), mitigating=()
    )
    assert (made.total, made.unit, made.is_proposed) == (Decimal("200.00"), "VRTE", True)
    assert sorted(item.amount is None for item in made.items.all()) == [False, True]
    assert {item.gravity for item in made.items.all()} == {"very_serious"}
    text = pdf_text(made)
    for words in ("200,00 VRTE", "Penalidade proposta", "Lavrei o presente auto", "10 (dez) dias"):
        assert words in text
    assert (
        ledger.priors(
            tutor=town.tutor,
            lawbook=Lawbook(town.municipality, date(2025, 5, 1)),
            provision="violence",
            on=date(2025, 5, 1),
        ).same
        == []
    ), "a prior counts from the final decision"


def test_joao_neiva_one_circumstance_is_serious_and_unknown_ones_are_refused():
    town = Town("joao-neiva-es")
    visit = town.visit(date(2025, 3, 10), "short_tether")
    with pytest.raises(Refusal) as refused:
        notice(town, visit, date(2025, 3, 10), aggravating=("recidivist",))
    assert refused.value.code == "not_in_law"
    assert notice(town, visit, date(2025, 3, 10), aggravating=("intent",)).total == Decimal("100.00")


def test_cuiaba_gravity_needs_its_justification_and_measures_must_be_offered():
    town = Town("cuiaba-mt")
    visit = town.visit(date(2024, 3, 12), "dog_without_leash")
    with pytest.raises(Refusal) as refused:
        notice(town, visit, date(2024, 3, 12), choices=chosen(visit, gravity="serious"))
    assert refused.value.code == "reason_missing"
    decided = {"gravity": "serious", "gravity_reason": "Mordeu uma criança."}
    with pytest.raises(Refusal) as refused:
        measures = ("conversion_to_activity",)
        notice(town, visit, date(2024, 3, 12), choices=chosen(visit, **decided, discretionary=measures))
    assert refused.value.code == "measure_not_offered"
    made = notice(
        town, visit, date(2024, 3, 12), choices=chosen(visit, **decided, discretionary=("animal_seizure",))
    )
    item = made.items.get()
    assert (made.total, made.unit, item.gravity) == (Decimal("5.00"), "UPF", "serious")
    assert [row["code"] for row in item.discretionary] == ["animal_seizure"]
    assert "Mordeu uma criança." in pdf_text(made)


def test_loose_horse_in_units_with_and_without_the_value_of_the_unit():
    town = Town("alvares-machado-sp")
    visit = town.visit(date(2025, 6, 2), "loose_unaccompanied_animal")
    made = notice(town, visit, date(2025, 6, 2))
    assert (made.total, made.unit) == (Decimal("60.00"), "UFM")
    assert "60,00 UFM" in pdf_text(made)
    assert "Valor da UFM não informado" in pdf_text(made)

    unit_value(town.municipality, "UFM", 2025, "4.0000")
    second = town.visit(date(2025, 6, 3), "loose_unaccompanied_animal")
    valued = notice(town, second, date(2025, 6, 3))
    assert valued.total == Decimal("120.00"), "any animal of the same owner: doubled"
    assert "Equivalente em 03/06/2025: R$ 480,00" in pdf_text(valued)


def test_the_same_key_makes_one_auto_and_a_finding_is_fined_once():
    town = Town("vitoria-es")
    visit = town.visit(date(2024, 3, 4), "leash_handler")
    key = uuid.uuid4()
    first = notice(town, visit, date(2024, 3, 4), key=key)
    assert notice(town, visit, date(2024, 3, 4), key=key) == first
    assert InfractionNotice.objects.count() == 1
    with pytest.raises(Refusal) as refused:
        notice(town, visit, date(2024, 3, 4))
    assert refused.value.code == "already_noticed"


def test_after_an_annulment_the_new_auto_replaces_the_old_one():
    town = Town("vitoria-es")
    visit = town.visit(date(2024, 3, 4), "leash_handler")
    old = notice(town, visit, date(2024, 3, 4))
    annul(
        document=old.act.document, reason="Endereço errado", by=town.manager, at=town.at(date(2024, 3, 4), 17)
    )
    new = notice(town, visit, date(2024, 3, 5))
    assert new.act.document.replaces == old.act.document
    assert new.total == old.total
    assert InfractionNotice.objects.standing().get() == new
    assert InfractionNotice.objects.annulled().get() == old


def test_refused_without_a_person_a_conduct_or_under_two_laws():
    town = Town("vitoria-es")
    visit = town.visit(date(2024, 3, 4), "leash_handler", tutor=None)
    case = visit.act.case
    for given, code in (
        ({"offender": None, "choices": chosen(visit)}, "offender_missing"),
        ({"offender": town.tutor, "choices": []}, "nothing_chosen"),
        ({"offender": town.tutor, "choices": [Choice(999_999)]}, "not_in_case"),
    ):
        with pytest.raises(Refusal) as refused:
            propose(case=case, on=date(2024, 3, 4), **given)
        assert refused.value.code == code
    RulesetInForce.objects.create(
        municipality=town.municipality, ruleset="alegre-es", from_on=date(2024, 4, 1)
    )
    later = town.visit(date(2024, 4, 2), "leash_plate_handler", case=case)
    with pytest.raises(Refusal) as refused:
        both = [*chosen(visit), *chosen(later)]
        propose(case=case, on=date(2024, 4, 2), offender=town.tutor, choices=both)
    assert refused.value.code == "two_laws"


def test_the_fact_cannot_come_after_the_auto():
    town = Town("vitoria-es")
    visit = town.visit(date(2024, 3, 4), "leash_handler")
    with pytest.raises(Refusal) as refused:
        notice(town, visit, date(2024, 3, 4), fact_at=town.at(date(2024, 3, 5)))
    assert refused.value.code == "fact_in_future"
    assert not Act.objects.filter(kind="infraction_notice").exists()


def test_the_agenda_asks_for_the_ciencia_of_the_auto(django_capture_on_commit_callbacks):
    town = Town("vitoria-es")
    visit = town.visit(date(2024, 3, 4), "leash_handler")
    with commits():
        made = notice(town, visit, date(2024, 3, 4))
    line = Agenda.objects.get(case=made.act.case)
    assert line.next_act == "notice_service"
    assert made.act.document.full_number in line.sentence


def test_joao_neiva_a_decided_penalty_of_another_conduct_is_listed_when_it_weighs():
    """Generic recidivism (art. 17, I) is an aggravating circumstance: with it alone the fault is grave."""
    town = Town("joao-neiva-es")
    first = town.visit(date(2025, 3, 10), "violence")
    made = notice(town, first, date(2025, 3, 10), aggravating=("intent",))
    Penalty.objects.filter(act=made.act).update(final_on=date(2025, 5, 5))
    second = notice(town, town.visit(date(2025, 6, 2), "short_tether"), date(2025, 6, 2))
    item = second.items.get()
    assert (second.total, item.gravity) == (Decimal("100.00"), "serious")
    assert [row["document"] for row in item.priors] == [str(made.act.document)]
    third = notice(town, town.visit(date(2025, 6, 3), "violence"), date(2025, 6, 3))
    assert (third.total, third.items.get().gravity) == (Decimal("200.00"), "very_serious")
