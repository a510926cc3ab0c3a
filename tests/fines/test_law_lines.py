"""What the five laws ask of autos, line by line. What an auto would say is asked, without drawing its paper."""

import uuid
from datetime import date
from decimal import Decimal

import pytest
from django.urls import get_resolver, reverse

from fines.models import InfractionNotice
from fines.services.notices import body_of
from fines.services.proposals import Choice, propose
from inspections.services import intimations
from inspections.services.intimations import Order
from registry.models import Animal, Penalty
from tests.factories import AnimalFactory, CompanyFactory, TutorFactory, sign_in
from tests.fines.test_notices import notice
from tests.fines.test_pages import typed
from tests.inspections.visits import Town
from zoonoses.documents.services.acknowledgement import Service

pytestmark = pytest.mark.django_db

AUTO_PAGES = {"notices", "notice", "notice_new", "notice_paper"}
PROCESS_PAGES = {
    *("defence_new", "reply_new", "appeal_new", "decision_new", "final_decision_new"),
    *("charge_new", "measures"),
}


def proposal(visit, on, offender, codes=None, **kwargs):
    rows = visit.findings.order_by("pk")
    rows = rows.filter(infraction__in=codes) if codes else rows
    choices = [Choice(finding.pk) for finding in rows]
    return propose(case=visit.act.case, choices=choices, offender=offender, on=on, **kwargs)


def body(found, town, on):
    at = town.at(on, 16)
    return body_of(
        proposal=found,
        municipality=town.municipality,
        fact_at=at,
        address="Rua das Flores, 157",
        description="Visto no local.",
        author=town.agent,
        at=at,
    )


def fined(town, finding, tutor, on, law):
    """An earlier auto of this finding, as the ledger knows it."""
    act = town.notice_of(finding, on)
    given = {"tutor": tutor, "on": on, "fact_on": on, "case": act.case, "act": act}
    provision = {"provision": finding.infraction, "article": finding.article}
    return Penalty.objects.create(ruleset=law, **provision, **given)


def test_alegre_a_street_lesson_is_two_fines_one_to_the_owner_and_one_to_the_trainer():
    town, on = Town("alegre-es"), date(2012, 5, 8)
    trainer = TutorFactory(municipality=town.municipality)
    visit = town.visit(on, "training_in_public", "unregistered_trainer")
    owner_s = proposal(visit, on, town.tutor, ["training_in_public"])
    trainer_s = proposal(visit, on, trainer, ["unregistered_trainer"])
    assert [owner_s.total, trainer_s.total] == [Decimal("100.00")] * 2
    assert [found.items[0].liable for found in (owner_s, trainer_s)] == ["owner", "trainer"]


def test_alegre_a_household_with_three_breaches_pays_190_in_all():
    """Two unregistered animals and one breach of art. 16 after the term, and one dog without leash."""
    town, on, after = Town("alegre-es"), date(2012, 3, 1), date(2012, 4, 3)
    visit = town.visit(on, "unregistered_animal", "inadequate_keeping", "leash_plate_handler")
    dogs = visit.findings.get(infraction="unregistered_animal")
    dogs.animals = 2
    dogs.save(update_fields=["animals"])
    intimations.intimate(
        inspection=visit,
        orders=[Order(row, None) for row in visit.findings.exclude(infraction="leash_plate_handler")],
        text="Registrar os animais e arrumar o abrigo.",
        author=town.agent,
        at=town.at(on, 14),
        service=Service(means="in_person", on=on, received_by=town.tutor.name),
        key=uuid.uuid4(),
    )
    town.return_visit(visit, after, "persists")
    found = proposal(visit, after, town.tutor)
    assert sorted(item.amount for item in found.items) == [Decimal("40"), Decimal("50"), Decimal("100")]
    assert found.total == Decimal("190.00")


def test_joao_neiva_the_conselho_applies_what_the_fiscal_proposes():
    town, on = Town("joao-neiva-es"), date(2025, 3, 10)
    visit = town.visit(on, "violence")
    found = proposal(visit, on, town.tutor, aggravating=("intent",))
    said = body(found, town, on)
    assert (found.is_proposed, said["penalty_stage"]) == (True, "proposed")
    assert (
        said["penalty_note"]
        == "A penalidade é aplicada por: Conselho Municipal de Meio Ambiente (Art. 9º, V)."
    )
    assert said["total"] == "100,00 VRTE"


def test_alvares_machado_a_cow_after_a_horse_of_the_same_owner_is_recidivism():
    town, first, on = Town("alvares-machado-sp"), date(2025, 6, 2), date(2025, 9, 1)
    horse = AnimalFactory(municipality=town.municipality, tutor=town.tutor, species=Animal.Species.HORSE)
    cow = AnimalFactory(municipality=town.municipality, tutor=town.tutor, species=Animal.Species.CATTLE)
    before = town.visit(first, "loose_unaccompanied_animal")
    before.animals.add(horse)
    fined(town, before.findings.get(), town.tutor, first, "alvares-machado-sp")
    visit = town.visit(on, "loose_unaccompanied_animal")
    visit.animals.add(cow)
    found = proposal(visit, on, town.tutor)
    assert (found.total, found.unit, len(found.items[0].priors)) == (Decimal("120.00"), "UFM", 1)
    other = TutorFactory(municipality=town.municipality)
    assert proposal(visit, on, other).total == Decimal("60.00")


def test_alvares_machado_an_owner_known_only_later_is_fined_without_any_notice_before():
    """The animal already has another destination; no personal notice comes before the auto."""
    town = Town("alvares-machado-sp")
    visit = town.visit(date(2025, 6, 2), "loose_unaccompanied_animal", tutor=None)
    found = proposal(visit, date(2025, 8, 1), town.tutor)
    assert (found.total, found.items[0].fact_on) == (Decimal("60.00"), date(2025, 6, 2))


def test_vitoria_two_events_of_a_company_with_four_animals_each_make_6000():
    town, first, on = Town("vitoria-es"), date(2024, 3, 4), date(2024, 4, 8)
    company = CompanyFactory(municipality=town.municipality)
    before = town.visit(first, "abandonment", tutor=company, animals=4)
    one = proposal(before, first, company).total
    fined(town, before.findings.get(), company, first, "vitoria-es")
    two = proposal(town.visit(on, "abandonment", tutor=company, animals=4), on, company).total
    assert (one, two, one + two) == (Decimal("2000.00"), Decimal("4000.00"), Decimal("6000.00"))


def test_an_issued_auto_has_no_page_that_edits_or_deletes_it(client):
    names = {key for key in get_resolver().namespace_dict["fines"][1].reverse_dict if isinstance(key, str)}
    assert names == AUTO_PAGES | PROCESS_PAGES | {"procedure", "process_pdf"}, (
        "a page of an act in force needs a look here: nothing may change an auto"
    )
    town = Town("vitoria-es", now="2024-03-12 10:00")
    made = notice(town, town.visit(date(2024, 3, 12), "leash_handler"), date(2024, 3, 12))
    before = InfractionNotice.objects.values().get()
    sha = made.act.document.file.sha256
    for member in (town.agent, town.manager, town.judge):
        sign_in(client, member)
        for send in (client.post, client.put, client.delete):
            for name in {"notice"} | PROCESS_PAGES:
                send(reverse(f"fines:{name}", args=[made.pk]), {"description": "Outra", "total": "1"})
    assert InfractionNotice.objects.values().get() == before
    made.act.document.file.refresh_from_db()
    assert made.act.document.file.sha256 == sha


def test_a_blank_printed_from_the_menu_and_an_auto_from_a_visit_share_one_sequence(client):
    town = Town("vitoria-es", now="2024-03-12 10:00")
    sign_in(client, town.manager)
    asked = {"kind": "infraction_notice", "quantity": 1, "idempotency_key": str(uuid.uuid4())}
    client.post(reverse("documents:blanks"), asked)
    blanks = town.municipality.documents.filter(is_blank=True)
    assert [blank.number for blank in blanks.order_by("pk")] == [1]
    made = notice(town, town.visit(date(2024, 3, 12), "leash_handler"), date(2024, 3, 12))
    assert made.act.document.full_number == "0002/2024"


@pytest.mark.parametrize("wrong", ["20226-03-12", "0000-03-12", "31/02/2024"])
def test_a_day_that_cannot_be_is_refused_beside_its_field(client, wrong):
    town = Town("vitoria-es", now="2024-03-12 10:00")
    visit = town.visit(date(2024, 3, 12), "leash_handler")
    sign_in(client, town.agent)
    page = client.post(reverse("fines:notice_new", args=[visit.pk]), typed(visit, town, fact_on=wrong))
    assert page.status_code == 422 and "fact_on" in page.context["form"].errors
    assert not InfractionNotice.objects.exists()
