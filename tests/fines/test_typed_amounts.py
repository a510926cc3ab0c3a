"""An auto for a fact older than the published wording: the amount comes from a person, with its source."""

import uuid
from datetime import date
from decimal import Decimal

import pytest
from django.urls import reverse

from fines.models import InfractionNotice
from fines.services.notices import body_of
from fines.services.proposals import Choice, propose
from tests.factories import CompanyFactory, sign_in
from tests.fines.test_notices import chosen, notice, pdf_text
from tests.fines.test_pages import typed
from tests.inspections.visits import Town
from zoonoses.documents.models import Agenda, Document
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import agenda

pytestmark = pytest.mark.django_db

EVE, FIRST = date(2015, 9, 3), date(2015, 9, 4)
SOURCE = "Lei de 25/05/2011, art. 2º, § 1º, redação original (Diário Oficial do Município de 26/05/2011)"
GIVEN = {"typed_amount": Decimal("1500.00"), "typed_source": SOURCE}


def fields(visit, **more):
    finding = visit.findings.get()
    names = {"amount": f"amount_{finding.pk}", "source": f"source_{finding.pk}"}
    return {names.get(name, name): value for name, value in more.items()}


@pytest.fixture
def vitoria():
    return Town("vitoria-es", now="2015-09-03 10:00")


def test_from_the_form_to_the_paper_with_the_source(client, vitoria):
    visit = vitoria.visit(EVE, "abandonment")
    sign_in(client, vitoria.agent)
    url = reverse("fines:notice_new", args=[visit.pk])
    page = client.get(url).content.decode()
    assert "não dá o valor vigente em 03/09/2015" in page and "Fonte consultada" in page

    sent = typed(visit, vitoria, **fields(visit, amount="1.500,00", source=SOURCE))
    confirm = client.post(url, sent).content.decode()
    name = vitoria.agent.user.name
    assert "R$ 1.500,00" in confirm and SOURCE in confirm and f"Informado por {name}" in confirm
    assert not InfractionNotice.objects.exists()
    for _ in range(2):
        done = client.post(url, {**sent, "confirmar": "1"})
    made = InfractionNotice.objects.get()
    item = made.items.get()
    assert (made.total, item.typed_amount, item.typed_by) == (Decimal("1500.00"),) * 2 + (vitoria.agent,)
    assert item.typed_source == SOURCE and made.act.recorded_by == vitoria.agent
    assert "Valor informado por pessoa" in client.get(done.url).content.decode()
    text = pdf_text(made)
    for words in (SOURCE, f"Informado por {name}", "não dá o valor vigente em 03/09/2015", "Art. 2º, § 1º"):
        assert words in text
    assert made.act.document.file.context["body"]["items"][0]["basis"] == item.basis


@pytest.mark.parametrize(
    ("amount", "source", "wrong"),
    [
        ("", "", ("Informe o valor", "Informe a fonte")),
        ("1.500,00", "", ("Informe a fonte",)),
        ("", SOURCE, ("Informe o valor",)),
        ("0", SOURCE, ("maior que zero",)),
        ("-10", SOURCE, ("Escreva o valor como 1.234,56.",)),
        ("muito", SOURCE, ("Escreva o valor como 1.234,56.",)),
    ],
)
def test_one_without_the_other_is_refused_beside_the_field(client, vitoria, amount, source, wrong):
    visit = vitoria.visit(EVE, "abandonment")
    sign_in(client, vitoria.agent)
    url = reverse("fines:notice_new", args=[visit.pk])
    page = client.post(url, typed(visit, vitoria, **fields(visit, amount=amount, source=source)))
    assert page.status_code == 422
    errors = [error for messages in page.context["form"].errors.values() for error in messages]
    assert len(errors) == len(wrong)
    assert all(any(words in error for error in errors) for words in wrong)
    finding = visit.findings.get()
    assert set(page.context["form"].errors) <= {f"amount_{finding.pk}", f"source_{finding.pk}"}


def test_the_first_day_of_the_wording_asks_nothing(client):
    town = Town("vitoria-es", now="2015-09-04 10:00")
    visit = town.visit(FIRST, "abandonment")
    sign_in(client, town.agent)
    page = client.get(reverse("fines:notice_new", args=[visit.pk])).content.decode()
    assert "R$ 2.000,00" in page and "Fonte consultada" not in page


def test_a_company_has_its_amount_in_the_text_on_the_same_day(client, vitoria):
    company = CompanyFactory(municipality=vitoria.municipality)
    visit = vitoria.visit(EVE, "abandonment", tutor=company, animals=2)
    sign_in(client, vitoria.agent)
    page = client.get(reverse("fines:notice_new", args=[visit.pk])).content.decode()
    assert "R$ 1.000,00" in page and "Fonte consultada" not in page


@pytest.mark.parametrize(
    ("day", "decided", "code"),
    [
        (EVE, {}, "value_unknown"),
        (EVE, {"typed_amount": Decimal("1500.00")}, "source_missing"),
        (EVE, {"typed_source": SOURCE}, "source_missing"),
        (EVE, GIVEN | {"typed_amount": Decimal("0.00")}, "source_missing"),
        (EVE, GIVEN | {"typed_amount": Decimal("-5.00")}, "source_missing"),
        (FIRST, GIVEN, "not_in_law"),
    ],
)
def test_the_service_refuses_the_same(day, decided, code):
    town = Town("vitoria-es")
    visit = town.visit(day, "abandonment")
    with pytest.raises(Refusal) as refused:
        notice(town, visit, day, choices=chosen(visit, **decided))
    assert refused.value.code == code
    assert not Document.objects.filter(kind="infraction_notice").exists()


def test_a_sum_of_what_the_law_gives_and_what_a_person_gives():
    """No paper is drawn: what is looked at is what the paper would say."""
    town = Town("vitoria-es")
    visit = town.visit(EVE, "abandonment", "leash_handler")
    first, second = visit.findings.order_by("pk")
    asked = {
        "case": visit.act.case,
        "choices": [Choice(first.pk, **GIVEN), Choice(second.pk)],
        "offender": town.tutor,
        "on": EVE,
    }
    proposal = propose(**asked, typed_by=town.agent)
    assert [item.amount for item in proposal.items] == [Decimal("1500.00"), Decimal("100.00")]
    at = town.at(EVE, 16)
    body = body_of(
        proposal=proposal,
        municipality=town.municipality,
        fact_at=at,
        address="Rua",
        description="Visto.",
        author=town.agent,
        at=at,
    )
    assert body["total"] == "R$ 1.600,00"
    first_line, second_line = body["penalty"].splitlines()
    assert first_line.startswith("Multa de R$ 1.500,00 – Art. 2º, § 1º (valor informado por pessoa")
    assert "informado" not in second_line
    with pytest.raises(Refusal) as refused:
        propose(**asked)
    assert refused.value.code == "source_missing", "nobody answers for the amount"


def test_the_case_and_the_day_lead_to_the_page_that_asks(client, vitoria):
    visit = vitoria.visit(EVE, "abandonment")
    agenda.rebuild(visit.act.case, on=EVE)
    line = Agenda.objects.get(case=visit.act.case)
    assert (line.next_act, line.sentence) == ("notice", "Lavrar auto")
    sign_in(client, vitoria.agent)
    url = reverse("fines:notice_new", args=[visit.pk])
    for page in (
        reverse("desk:case", args=[visit.act.case_id]),
        reverse("inspections:inspection", args=[visit.pk]),
    ):
        assert url in client.get(page).content.decode()


def test_the_same_key_keeps_the_first_amount():
    town = Town("vitoria-es")
    visit = town.visit(EVE, "abandonment")
    key = uuid.uuid4()
    first = notice(town, visit, EVE, choices=chosen(visit, **GIVEN), key=key)
    other = GIVEN | {"typed_amount": Decimal("9.00")}
    assert notice(town, visit, EVE, choices=chosen(visit, **other), key=key) == first
    assert InfractionNotice.objects.get().total == Decimal("1500.00")


def test_the_law_of_the_day_of_the_fact_not_that_of_the_visit(client):
    """Found on a visit of 10/09/2015, done on 03/09/2015: the wording of the 4th does not reach it."""
    town = Town("vitoria-es", now="2015-09-10 10:00")
    visit = town.visit(date(2015, 9, 10), "abandonment")
    sign_in(client, town.agent)
    url = reverse("fines:notice_new", args=[visit.pk])
    assert "R$ 2.000,00" in client.get(url).content.decode()
    asked = client.post(url, typed(visit, town, fact_on="2015-09-03"))
    assert asked.status_code == 422
    assert "não dá o valor vigente em 03/09/2015" in asked.content.decode()
    given = fields(visit, amount="1.500,00", source=SOURCE)
    confirm = client.post(url, typed(visit, town, fact_on="2015-09-03", **given)).content.decode()
    assert "R$ 1.500,00" in confirm and "Fato de 03/09/2015" in confirm
    known = client.post(url, typed(visit, town, fact_on="2015-09-04", **given)).content.decode()
    assert "R$ 2.000,00" in known and "informado por pessoa" not in known, (
        "where the law gives the amount, nothing else counts"
    )
