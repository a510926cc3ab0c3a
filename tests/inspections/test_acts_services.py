"""The acts after the visit through their services, on fixed days, with the papers they issue."""

import uuid
from datetime import date

import pytest

from inspections.models import Extension, Guidance, Intimation
from inspections.services import extensions, guidance, intimations, reports
from inspections.services.facts import step_of
from inspections.services.intimations import Order
from registry.models import Tutor
from tests.inspections.visits import Town, commits
from zoonoses.documents.kinds import ActKind, DocumentKind
from zoonoses.documents.models import Acknowledgement, Act, Agenda, Document
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import acknowledgement
from zoonoses.documents.services.acknowledgement import Service
from zoonoses.documents.services.annulment import annul

pytestmark = pytest.mark.django_db

REPORT = {
    "species": "cão",
    "breed": "sem raça definida",
    "presumed_age": "3 anos",
    "confinement": "Corda de 1,20 m presa ao portão.",
    "nutritional_state": "magro",
    "other": "",
    "confirms_mistreatment": True,
}
HERE = Service(means="in_person", on=date(2012, 3, 1), received_by="Maria")


def order_all(visit, days=None):
    return [Order(finding, days) for finding in visit.findings.all()]


def intimate(town, visit, on, *, days=None, service=None, **kwargs):
    given = {
        "orders": order_all(visit, days),
        "text": "Regularizar.",
        "author": town.agent,
        "at": town.at(on, 14),
    }
    return intimations.intimate(inspection=visit, service=service, **(given | kwargs))


def joao_neiva_ready(day=date(2025, 3, 10)):
    """João Neiva, a leve with Ficha, photo and report on file."""
    town = Town("joao-neiva-es")
    visit = town.visit(day, "short_tether", kind=DocumentKind.CONTROL_FORM)
    town.photo(visit)
    reports.report(inspection=visit, data=REPORT, author=town.vet, at=town.at(day, 11))
    return town, visit


@pytest.fixture
def alegre():
    return Town("alegre-es")


@pytest.fixture
def dogs(alegre):
    return alegre.visit(date(2012, 3, 1), "unregistered_animal", animals=3)


def test_alegre_intimation_with_ciencia_prints_the_monday(alegre, dogs):
    act = intimate(alegre, dogs, date(2012, 3, 1), service=HERE)
    item = act.intimation.items.get()
    assert (item.days, item.printed_due_on) == (30, date(2012, 4, 2))
    assert act.acknowledgements.get().on == date(2012, 3, 1)
    body = act.document.file.context["body"]
    [line] = body["items"]
    assert line["term"] == "30 (trinta) dias"
    assert line["last_day"] == "seg., 02/04/2012"
    assert line["animals"] == "3 animais"
    assert any("02/04/2012" in step["text"] for step in line["basis"])
    assert body["person"]["name"] == alegre.tutor.name
    assert act.ruleset == "alegre-es" and act.ruleset_hash


def test_without_ciencia_no_last_day_is_printed(alegre, dogs):
    act = intimate(alegre, dogs, date(2012, 3, 1))
    assert act.intimation.items.get().printed_due_on is None
    assert "last_day" not in act.document.file.context["body"]["items"][0]
    assert not act.acknowledgements.exists()


def test_the_last_day_follows_the_ciencia(alegre, dogs):
    act = intimate(alegre, dogs, date(2012, 3, 1))
    [effect] = acknowledgement.effects(act, date(2012, 3, 10))
    assert effect.due_on == date(2012, 4, 9)
    acknowledgement.acknowledge(
        of_act=act,
        service=Service(means="postal", on=date(2012, 3, 10), postal_code="AR123456789BR"),
        by=alegre.clerk,
        at=alegre.at(date(2012, 3, 15)),
    )
    terms, refusal = intimations.terms_of(act.intimation)
    assert refusal is None
    assert terms[0]["term"]["due_on"] == date(2012, 4, 9)


@pytest.mark.parametrize(
    ("code", "days", "due"),
    [
        ("mistreatment", 7, date(2012, 3, 8)),
        ("mistreatment", 15, date(2012, 3, 16)),
        ("mistreatment", 30, date(2012, 4, 2)),
        ("mistreatment", 10, "term_not_offered"),
        ("mistreatment", None, "term_not_chosen"),
        ("inadequate_keeping", None, date(2012, 4, 2)),
        ("inadequate_keeping", 20, "term_not_offered"),
        ("leash_plate_handler", None, "not_offered"),
    ],
)
def test_alegre_terms(alegre, code, days, due):
    visit = alegre.visit(date(2012, 3, 1), code)
    if isinstance(due, str):
        with pytest.raises(Refusal) as refused:
            intimate(alegre, visit, date(2012, 3, 1), days=days, service=HERE)
        assert refused.value.code == due
        assert not Document.objects.filter(kind=DocumentKind.INTIMATION).exists()
    else:
        act = intimate(alegre, visit, date(2012, 3, 1), days=days, service=HERE)
        assert act.intimation.items.get().printed_due_on == due


def test_nobody_identified_is_refused(alegre):
    visit = alegre.visit(date(2012, 3, 1), "unregistered_animal", tutor=None)
    with pytest.raises(Refusal) as refused:
        intimate(alegre, visit, date(2012, 3, 1))
    assert refused.value.code == "no_tutor"


def test_the_same_key_makes_one_intimation(alegre, dogs):
    key = uuid.uuid4()
    acts = {intimate(alegre, dogs, date(2012, 3, 1), key=key).pk for _ in range(3)}
    assert len(acts) == 1
    assert Document.objects.filter(kind=DocumentKind.INTIMATION).count() == 1


def test_a_second_intimation_of_the_same_finding_is_refused_until_the_first_is_annulled(alegre, dogs):
    first = intimate(alegre, dogs, date(2012, 3, 1))
    with pytest.raises(Refusal) as refused:
        intimate(alegre, dogs, date(2012, 3, 2))
    assert refused.value.code == "already_intimated"
    annul(
        document=first.document, reason="prazo errado", by=alegre.manager, at=alegre.at(date(2012, 3, 2), 9)
    )
    assert intimate(alegre, dogs, date(2012, 3, 2)).document.number == first.document.number + 1


def test_joao_neiva_notifies_only_after_ficha_photos_and_report():
    town = Town("joao-neiva-es")
    day = date(2025, 3, 10)
    visit = town.visit(day, "short_tether", kind=DocumentKind.CONTROL_FORM)
    for step in (lambda: town.photo(visit), lambda: None):
        with pytest.raises(Refusal) as refused:
            intimate(town, visit, day, days=15)
        assert refused.value.code == "pieces_missing"
        step()
    reports.report(inspection=visit, data=REPORT, author=town.vet, at=town.at(day, 11))
    act = intimate(town, visit, day, days=15)
    assert act.kind == ActKind.NOTIFICATION
    assert act.document.kind == DocumentKind.NOTIFICATION
    assert act.document.file.context["body"]["name"] == "Notificação"


def test_annulled_report_takes_the_piece_away():
    town, visit = joao_neiva_ready()
    report = Act.objects.get(kind=ActKind.VET_REPORT)
    annul(
        document=report.document, reason="animal trocado", by=town.manager, at=town.at(date(2025, 3, 10), 12)
    )
    with pytest.raises(Refusal) as refused:
        intimate(town, visit, date(2025, 3, 10), days=15)
    assert refused.value.code == "pieces_missing"


def test_report_prints_items_a_to_f_in_the_words_of_the_law():
    town, visit = joao_neiva_ready()
    body = Act.objects.get(kind=ActKind.VET_REPORT).document.file.context["body"]
    assert [field["label"][:2] for field in body["fields"]] == ["a)", "b)", "c)", "d)", "e)", "f)"]
    assert body["fields"][3]["value"] == REPORT["confinement"]
    assert body["vet"]["badge_label"] == "CRMV"
    assert body["conclusion"] == "Constata maus-tratos."


def test_only_a_vet_reports_and_only_where_the_law_asks(alegre, dogs):
    town = Town("joao-neiva-es")
    visit = town.visit(date(2025, 3, 10), "short_tether")
    for inspection, author, code in ((visit, town.agent, "no_crmv"), (dogs, alegre.vet, "not_in_law")):
        with pytest.raises(Refusal) as refused:
            reports.report(
                inspection=inspection, data=REPORT, author=author, at=town.at(date(2025, 3, 10), 11)
            )
        assert refused.value.code == code


def test_vitoria_written_warning_is_a_paper_of_its_own():
    town = Town("vitoria-es")
    day = date(2024, 5, 6)
    visit = town.visit(day, "kennel_without_vet", "rabies_vaccination_missing")
    kennel, vaccine = visit.findings.order_by("infraction")
    given = {
        "inspection": visit,
        "text": "Contratar responsável.",
        "author": town.agent,
        "at": town.at(day, 14),
    }
    with pytest.raises(Refusal) as refused:
        intimations.plan(orders=[Order(kennel), Order(vaccine, 20)], **given)
    assert refused.value.code == "different_papers"
    warning = intimations.intimate(orders=[Order(kennel)], **given)
    assert warning.kind == ActKind.WRITTEN_WARNING
    assert warning.intimation.items.get().days == 20
    with pytest.raises(Refusal) as refused:
        intimations.intimate(orders=[Order(vaccine, 21)], **given)
    assert refused.value.code == "term_not_offered"
    act = intimations.intimate(orders=[Order(vaccine, 12)], **given)
    assert (act.kind, act.intimation.items.get().days) == (ActKind.INTIMATION, 12)


def test_guidance_only_where_the_law_has_no_sanction():
    town = Town("vitoria-es")
    day = date(2024, 5, 6)
    visit = town.visit(day, "keeping_conditions", "leash_handler")
    keeping, leash = visit.findings.order_by("infraction")
    guidance.guide(finding=keeping, text="Água limpa todo dia.", author=town.agent, at=town.at(day))
    assert Guidance.objects.get().text == "Água limpa todo dia."
    with pytest.raises(Refusal) as refused:
        guidance.guide(finding=leash, text="Use guia.", author=town.agent, at=town.at(day))
    assert refused.value.code == "not_offered"


def test_extension_goes_only_forward_and_moves_the_first_day_of_the_auto():
    town, visit = joao_neiva_ready()
    day = date(2025, 3, 10)
    act = intimate(town, visit, day, days=15, service=Service(means="in_person", on=day))
    item = act.intimation.items.get()
    assert item.printed_due_on == date(2025, 3, 25)
    given = {
        "item": item,
        "reason": "Obra em andamento.",
        "author": town.manager,
        "at": town.at(date(2025, 3, 25), 9),
    }
    with pytest.raises(Refusal) as refused:
        extensions.extend(until_on=date(2025, 3, 25), **given)
    assert refused.value.code == "not_later"
    extension = extensions.extend(until_on=date(2025, 4, 4), **given)
    assert extension.document.file.context["body"]["new_last_day"] == "sex., 04/04/2025"
    assert Extension.objects.get().until_on == date(2025, 4, 4)
    finding = visit.findings.get()
    for returned, code in ((date(2025, 4, 4), "term_running"), (date(2025, 4, 5), None)):
        town.return_visit(visit, returned, "persists")
        if code is None:
            assert step_of(finding, "notice", on=returned).allowed
            continue
        with pytest.raises(Refusal) as refused:
            step_of(finding, "notice", on=returned)
        assert refused.value.code == code


def test_a_law_that_fixes_the_term_admits_no_extension(alegre, dogs):
    act = intimate(alegre, dogs, date(2012, 3, 1), service=HERE)
    with pytest.raises(Refusal) as refused:
        extensions.extend(
            item=act.intimation.items.get(),
            until_on=date(2012, 5, 2),
            reason="Pediu mais tempo.",
            author=alegre.manager,
            at=alegre.at(date(2012, 3, 20)),
        )
    assert refused.value.code == "not_offered"


def test_an_ended_term_is_not_extended():
    town, visit = joao_neiva_ready()
    day = date(2025, 3, 10)
    act = intimate(town, visit, day, days=15, service=Service(means="in_person", on=day))
    with pytest.raises(Refusal) as refused:
        extensions.extend(
            item=act.intimation.items.get(),
            until_on=date(2025, 4, 4),
            reason="Pedido tardio.",
            author=town.manager,
            at=town.at(date(2025, 3, 26)),
        )
    assert refused.value.code == "term_expired"


def test_another_person_may_be_the_one_intimated(alegre, dogs):
    other = Tutor.objects.create(
        municipality=alegre.municipality, name="Ana", no_document_reason="não informou"
    )
    act = intimate(alegre, dogs, date(2012, 3, 1), tutor=other)
    assert Intimation.objects.get(act=act).tutor == other


def agenda_of(case):
    return [
        (line.next_act, line.from_on, line.due_on) for line in Agenda.objects.filter(case=case).order_by("pk")
    ]


def test_agenda_follows_the_acts(alegre, dogs):
    case = dogs.act.case
    with commits():
        act = intimate(alegre, dogs, date(2012, 3, 1))
    assert agenda_of(case) == [("service", date(2012, 3, 1), None)]
    with commits():
        acknowledgement.acknowledge(
            of_act=act, service=HERE, by=alegre.agent, at=alegre.at(date(2012, 3, 1), 16)
        )
    assert agenda_of(case) == [("return_visit", date(2012, 3, 1), date(2012, 4, 2))]
    line = Agenda.objects.get(case=case)
    assert (line.who, line.responsible) == (alegre.tutor.name, alegre.agent)
    assert Acknowledgement.objects.count() == 1
