"""A network that comes and goes: nothing typed is lost, and nothing is made twice."""

from datetime import date

import pytest
from playwright.sync_api import Error

from fines.models import InfractionNotice
from inspections.models import Complaint, Inspection, InspectionDraft
from tests.inspections.visits import Town
from zoonoses.documents.models import Document

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def town():
    return Town("vitoria-es", now="2024-03-12T09:00")


@pytest.fixture
def agent(phone, town):
    return phone(town.agent)


def lose_answers(page, times):
    """The server receives what is sent, but its answer never reaches the phone. Gives the counter."""
    lost = []

    def receive(route):
        if route.request.method == "POST" and len(lost) < times:
            lost.append(route.fetch(max_redirects=0).status)
            return route.abort("connectionreset")
        return route.continue_()

    page.route("**/*", receive)
    return lost


def send_in_vain(agent, selector):
    """Presses a button whose answer does not come: the browser shows its own page of failure."""
    with pytest.raises(Error, match="ERR_"), agent.page.expect_navigation():
        agent.page.locator(selector).last.click(no_wait_after=True)
    agent.page.wait_for_url("chrome-error://**")


def test_what_was_typed_is_on_the_device_after_the_network_went(agent, town):
    agent.go("/vistorias/nova/")
    agent.press("Começar em branco", at="/rascunho/")
    address = agent.page.url
    agent.fill(where__street="Rua Sete de Setembro", closing__notes="Portão azul, dois cães soltos.")
    agent.page.get_by_text("Guardado neste aparelho").wait_for()
    agent.page.context.set_offline(True)
    send_in_vain(agent, "[name=action][value=review]")
    agent.page.context.set_offline(False)
    assert InspectionDraft.objects.get().data.get("closing-notes") is None
    agent.go(address)
    assert agent.page.locator("[name='closing-notes']").input_value() == "Portão azul, dois cães soltos."
    assert agent.page.locator("[name='where-street']").input_value() == "Rua Sete de Setembro"
    agent.page.get_by_text("Recuperado deste aparelho").wait_for()
    agent.press("Guardar rascunho", at="/rascunho/")
    assert InspectionDraft.objects.get().data["closing-notes"] == ["Portão azul, dois cães soltos."]


def test_a_complaint_sent_three_times_is_one(phone, town):
    clerk = phone(town.clerk)
    clerk.go("/denuncias/nova/")
    clerk.fill(what="Cães soltos na praça.", street="Rua das Flores", district="Centro")
    lost = lose_answers(clerk.page, 2)
    for _ in range(2):
        send_in_vain(clerk, "main button[type=submit]")
        clerk.go("/denuncias/nova/")
        assert clerk.page.locator("[name=what]").input_value() == "Cães soltos na praça."
    clerk.press("Registrar denúncia", at=r"/denuncias/\d+/")
    assert lost == [302, 302]
    assert Complaint.objects.count() == 1
    clerk.go("/denuncias/nova/")
    assert clerk.page.locator("[name=what]").input_value() == "", "the server has it: the device forgot it"
    clerk.fill(what="Outro fato.", street="Rua das Flores", district="Centro")
    clerk.press("Registrar denúncia", at=r"/denuncias/\d+/")
    assert Complaint.objects.count() == 2


def test_a_visit_sent_three_times_is_one_and_the_way_back_makes_no_second(agent, town):
    agent.go("/vistorias/nova/")
    agent.press("Começar em branco", at="/rascunho/")
    agent.find_person(town.tutor.name, town.tutor.name)
    agent.fill(where__street="Rua das Flores")
    agent.enter_animals("dog")
    agent.mark("leash_handler", 1, "Cão sem guia.")
    agent.tick("[name='closing-presence'][value=absent]")
    agent.press("Conferir", at="/conferir/")
    review = agent.page.url
    lose_answers(agent.page, 2)
    for _ in range(2):
        send_in_vain(agent, "main button[type=submit]")
        agent.page.go_back()
    agent.page.wait_for_load_state()
    assert Inspection.objects.count() == 1
    agent.go(review)
    assert agent.number_in_url() == Inspection.objects.get().pk, "the address of the draft leads to the visit"
    agent.page.go_back()
    agent.go(review)
    assert Inspection.objects.count() == 1


def test_two_taps_on_lavrar_auto_make_one_with_and_without_script(phone, town):
    for script in (True, False):
        visit = town.visit(date(2024, 3, 12), "leash_handler")
        agent = phone(town.agent, java_script_enabled=script)
        before = InfractionNotice.objects.count()
        agent.start_notice(visit.pk)
        agent.press("Conferir", at="/autuar/")
        agent.page.locator("[name=confirmar]").dblclick(no_wait_after=True)
        agent.page.wait_for_url("**/autos/*/")
        assert InfractionNotice.objects.count() == before + 1
        agent.page.go_back()
        agent.page.wait_for_load_state()
        if agent.page.locator("[name=confirmar]").count():
            agent.confirm(at=r"/autos/\d+/")
        assert InfractionNotice.objects.count() == before + 1
        assert Document.objects.filter(kind="infraction_notice").count() == before + 1
