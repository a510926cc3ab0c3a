"""Meu dia, the page of a case and the search: what each role sees, in how many queries, and never a stranger's."""

from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from inspections.models import Complaint
from registry.models import TutorWarning
from tests.factories import CaseFactory, MembershipFactory, TutorFactory, sign_in
from tests.fines.test_notices import intimate, notice
from tests.inspections.visits import Town
from zoonoses.documents.models import AccessRecord, Agenda
from zoonoses.documents.services import agenda
from zoonoses.documents.services.annulment import annul
from zoonoses.municipalities.models import CalendarYear

pytestmark = pytest.mark.django_db
DAY = date(2012, 4, 2)


@pytest.fixture
def town():
    """Alegre on Monday 02/04/2012, the last day of the term of an intimação of 01/03."""
    return Town("alegre-es", now="2012-04-02 08:00")


def intimated(town, on, **visit):
    seen = town.visit(on, "inadequate_keeping", **visit)
    intimate(town, seen, on)
    agenda.rebuild(seen.act.case, on=DAY)
    return seen


def sections(page):
    return {part.code: [line.case_id for line in part.lines] for part in page.context["sections"]}


def test_the_day_says_what_expired_what_expires_and_what_runs(client, town):
    expired = intimated(town, date(2012, 2, 27))
    due = intimated(town, date(2012, 3, 1))
    running = intimated(town, date(2012, 3, 12))
    page = sign_in(client, town.agent).get(reverse("desk:today"))
    found = sections(page)
    assert found["overdue"] == [expired.act.case_id]
    assert found["today"] == [due.act.case_id]
    assert found["running"] == [running.act.case_id]
    text = page.content.decode()
    assert "due-overdue" in text and "venceu há" in text and "vence hoje" in text
    assert AccessRecord.objects.filter(what="meu dia", object_id=str(due.act.case_id)).exists()


def test_each_agent_sees_their_own_and_everyones_in_one_tap(client, town):
    mine = intimated(town, date(2012, 3, 1))
    other = MembershipFactory(municipality=town.municipality)
    theirs = intimated(town, date(2012, 3, 1))
    Agenda.objects.filter(case=theirs.act.case).update(responsible=other)
    sign_in(client, town.agent)
    assert sections(client.get(reverse("desk:today")))["today"] == [mine.act.case_id]
    everyone = sections(client.get(reverse("desk:today"), {"de": "todos"}))["today"]
    assert set(everyone) == {mine.act.case_id, theirs.act.case_id}
    manager = sign_in(client, town.manager).get(reverse("desk:today"))
    assert set(sections(manager)["today"]) == {mine.act.case_id, theirs.act.case_id}
    assert other.user.name in manager.content.decode()
    assert sections(client.get(reverse("desk:today"), {"de": "meus"}))["today"] == []
    part = client.get(reverse("desk:today"), {"de": "todos", "parte": "today"})
    assert part.content.decode().count("row-who") == 2


def test_the_day_costs_the_same_however_full(client, town):
    sign_in(client, town.manager)
    costs = []
    for _ in range(2):
        for _ in range(3):
            intimated(town, date(2012, 3, 1))
        client.get(reverse("desk:today"))
        with CaptureQueriesContext(connection) as queries:
            client.get(reverse("desk:today"))
        costs.append(len(queries))
    assert costs[0] == costs[1]


@pytest.mark.parametrize(
    ("role", "words"),
    [
        ("clerk", "Registrar denúncia"),
        ("judge", "Nenhum auto em vigor"),
        ("clinic", "Sua clínica"),
        ("vet", "Nova vistoria"),
    ],
)
def test_every_role_has_its_day(client, town, role, words):
    page = sign_in(client, getattr(town, role)).get(reverse("desk:today"))
    assert page.status_code == 200 and words in page.content.decode()


def test_on_the_last_day_the_case_offers_the_return_and_no_auto(client, town):
    seen = intimated(town, date(2012, 3, 1))
    town.return_visit(seen, DAY, "persists")
    page = sign_in(client, town.agent).get(reverse("desk:case", args=[seen.act.case_id]))
    assert [button.act for button in page.context["buttons"]] == ["return_visit"]
    text = page.content.decode()
    assert "Fazer retorno" in text and "Por que não outro ato" in text
    assert reverse("fines:notice_new", args=[seen.pk]) not in text


def test_the_day_after_the_case_offers_the_auto_first(client, town):
    seen = intimated(town, date(2012, 2, 27))
    town.return_visit(seen, DAY, "persists")
    page = sign_in(client, town.agent).get(reverse("desk:case", args=[seen.act.case_id]))
    assert page.context["buttons"][0].act == "notice"
    assert reverse("fines:notice_new", args=[seen.pk]) in page.content.decode()
    clerk = sign_in(client, town.clerk).get(reverse("desk:case", args=[seen.act.case_id]))
    assert clerk.context["buttons"] == [] and clerk.status_code == 200


def test_the_case_warns_and_tells_what_happened(client, town):
    seen = intimated(town, date(2012, 2, 27))
    TutorWarning.objects.create(
        tutor=town.tutor, reason="Cão bravo solto", author=town.agent, on=date(2012, 3, 1)
    )
    town.return_visit(seen, DAY, "persists")
    made = notice(town, seen, DAY)
    told = sign_in(client, town.agent).get(reverse("desk:case", args=[seen.act.case_id]))
    assert [button.act for button in told.context["buttons"]] == ["notice_service"]
    annul(document=made.act.document, reason="Endereço errado", by=town.manager, at=town.at(DAY, 17))
    page = sign_in(client, town.agent).get(reverse("desk:case", args=[seen.act.case_id])).content.decode()
    assert "Cão bravo solto" in page
    assert "Endereço errado" in page and "sem efeito" in page
    for words in ("Vistoria", "Intimação", "Ciência", "Vistoria de retorno", "Auto de infração", "Anulação"):
        assert words in page


def test_a_case_costs_the_same_however_long(client, town):
    sign_in(client, town.agent)
    seen = town.visit(date(2012, 3, 1), "inadequate_keeping", "leash_plate_handler")
    url, costs = reverse("desk:case", args=[seen.act.case_id]), []
    town.visit(date(2012, 3, 5), "feces_not_collected", case=seen.act.case)
    for day in (date(2012, 3, 5), date(2012, 3, 6)):
        town.return_visit(seen, day, "persists")
        town.visit(date(2012, 3, 5), "feces_not_collected", "inadequate_keeping", case=seen.act.case)
        client.get(url)
        with CaptureQueriesContext(connection) as queries:
            client.get(url)
        costs.append(len(queries))
    assert costs[0] == costs[1]


def test_the_search_finds_documents_people_and_cases_of_the_town_alone(client, town):
    seen = town.visit(date(2012, 3, 1), "inadequate_keeping")
    made = notice(town, town.visit(date(2012, 3, 5), "leash_plate_handler"), date(2012, 3, 5))
    stranger = TutorFactory(name=town.tutor.name)
    sign_in(client, town.agent)
    url = reverse("desk:search")
    number = client.post(url, {"q": made.act.document.full_number})
    assert made.act.document in number.context["results"].documents
    named = client.post(url, {"q": town.tutor.name.replace("é", "e")})
    results = named.context["results"]
    assert town.tutor in results.people and stranger not in results.people
    assert seen.pk in [visit.pk for visit in results.inspections]
    placed = client.post(url, {"q": "rua das flores 157"}).context["results"]
    assert town.tutor in placed.people
    wrong = client.post(url, {"q": "111.111.111-12"})
    assert wrong.context["results"].sentence and wrong.context["results"].is_empty
    nothing = client.post(url, {"q": "zzzz"})
    assert "Nada encontrado" in nothing.content.decode()
    assert client.post(url, {"q": ""}).status_code == 422
    assert AccessRecord.objects.filter(what="busca", object_id=str(town.tutor.pk)).exists()


def test_who_enters(client, town):
    seen = town.visit(date(2012, 3, 1), "inadequate_keeping")
    case, search = reverse("desk:case", args=[seen.act.case_id]), reverse("desk:search")
    for role, status in (("judge", 200), ("clerk", 200), ("vet", 200), ("clinic", 403)):
        sign_in(client, getattr(town, role))
        assert client.get(case).status_code == status
        assert client.get(search).status_code == status
    sign_in(client, Town("vitoria-es").manager)
    assert client.get(case).status_code == 404


def test_a_complaint_without_a_visit_offers_the_visit(client, town):
    case = CaseFactory(municipality=town.municipality, opened_on=DAY)
    act = town.act(
        "complaint", town.at(DAY, 7), case=case, document=town.document("complaint", town.at(DAY, 7), case)
    )
    complaint = Complaint.objects.create(
        act=act, what="Cão sem comida", accused_name="Pedro", street="Rua Nova"
    )
    agenda.rebuild(case, on=DAY)
    page = sign_in(client, town.agent).get(reverse("desk:case", args=[case.pk])).content.decode()
    assert "Vistoriar" in page and "Rua Nova" in page and f'value="{complaint.pk}"' in page
    clerk = sign_in(client, town.clerk).get(reverse("desk:today"))
    assert sections(clerk)["now"] == [case.pk]
    begun = sign_in(client, town.agent).post(
        reverse("inspections:inspection_new"), {"complaint": complaint.pk}
    )
    day = client.get(reverse("desk:today")).content.decode()
    assert begun.url in day and "Rascunhos" in day


def test_photos_stand_beside_the_visit_in_the_timeline(client, town):
    seen = town.visit(date(2012, 3, 1), "inadequate_keeping")
    photo = town.photo(seen)
    page = sign_in(client, town.agent).get(reverse("desk:case", args=[seen.act.case_id])).content.decode()
    assert reverse("documents:attachment", args=[photo.pk]) in page


def test_a_year_nobody_confirmed_is_said_on_the_case_with_where_to_enter_it(client, town):
    """The term is unknown, never "expired" nor "today": the page names what to enter."""
    seen = intimated(town, date(2012, 3, 1))
    CalendarYear.objects.filter(municipality=town.municipality).delete()
    page = sign_in(client, town.manager).get(reverse("desk:case", args=[seen.act.case_id]))
    assert page.status_code == 200
    text = page.content.decode()
    assert "2012" in text and "feriados" in text.lower()
    assert [button.act for button in page.context["buttons"]] in ([], ["return_visit"])
