"""From the denúncia to the end that each of the five laws has, on a phone, with the papers' words checked."""

from datetime import date

import pytest
from PIL import Image

from fines.models import InfractionNotice
from inspections.models import Intimation
from tests.factories import CompanyFactory
from tests.fines.test_notices import notice
from tests.inspections.visits import Town
from zoonoses.documents.models import Document
from zoonoses.municipalities import clock
from zoonoses.municipalities.services import training

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


def town_at(law, moment):
    return Town(law, now=moment)


def move_to(town, day):
    training.move_forward(municipality=town.municipality, day=day, real=clock.real_now())


def says(text, *words):
    """Every one of the words is in the text."""
    missing = [each for each in words if each not in text]
    assert not missing, (missing, text)


@pytest.fixture
def photo(tmp_path):
    path = tmp_path / "quintal.jpg"
    Image.new("RGB", (640, 480), "#7a6a50").save(path)
    return path


def test_alegre_three_unregistered_dogs_and_a_term_that_ends_on_a_saturday(phone):
    """Intimated on 01/03/2012, 30 days: Saturday 31/03, so Monday 02/04. The auto is possible on 03/04."""
    town = town_at("alegre-es", "2012-03-01T09:00")
    clerk, agent = phone(town.clerk), phone(town.agent)
    complaint = clerk.receive_complaint("Três cães sem registro no quintal.", accused="Antônio Gonçalves")

    agent.start_visit(complaint)
    agent.enter_person(name="Antônio Gonçalves", document="529.982.247-25", street="Rua das Flores")
    agent.enter_animals("dog", 3)
    agent.mark("unregistered_animal", 3, "Três cães adultos sem plaqueta.")
    visit = agent.close_visit()
    says(agent.text(), "30 dias", "Antônio Gonçalves", "Art. 2º")

    agent.intimate(visit, orders="Registrar os três cães.")
    agent.acknowledge("Antônio Gonçalves")
    intimation = Intimation.objects.get()
    agent.go(f"/intimacoes/{intimation.pk}/")
    says(agent.text(), "seg., 02/04")
    says(agent.pdf(intimation.act.document), "0001/2012", "30 (trinta) dias", "Art. 2º", "01/03/2012")

    manager = phone(town.manager)
    manager.go("/municipio/treinamento/")
    manager.fill(day="2012-04-02")
    manager.press("Avançar a data")
    agent.return_to(visit, remaining=3)
    assert not agent.offers("Lavrar auto")
    agent.go(f"/casos/{intimation.act.case_id}/")
    assert not agent.offers("Lavrar auto")
    agent.start_notice(visit)
    says(agent.text(), "Não cabe auto agora")

    move_to(town, date(2012, 4, 3))
    agent.go("/")
    agent.return_to(visit, remaining=3)
    agent.go(f"/casos/{intimation.act.case_id}/")
    agent.press("Lavrar auto", at="/autuar/")
    says(agent.text(), "R$ 60,00")
    agent.draw_up()
    says(agent.text(), "R$ 60,00", "0001/2012")
    made = InfractionNotice.objects.get()
    words = ("0001/2012", "Art. 2º", "R$ 60,00", "R$ 20,00", "03/04/2012", "529.982.247-25", "3.138")
    says(agent.pdf(made.act.document), *words)
    agent.acknowledge("Antônio Gonçalves")


def test_cuiaba_a_gravity_with_its_reason_and_the_auto_at_once(phone):
    town = town_at("cuiaba-mt", "2024-03-12T09:00")
    clerk, agent = phone(town.clerk), phone(town.agent)
    complaint = clerk.receive_complaint("Cão solto mordeu uma criança.")
    agent.start_visit(complaint)
    agent.find_person(town.tutor.name, town.tutor.name)
    agent.enter_animals("dog")
    agent.mark("dog_without_leash", 1, "Cão sem guia.", "very_serious", "Mordeu uma criança na rua.")
    visit = agent.close_visit()
    assert not agent.offers("Intimar")
    agent.start_notice(visit)
    says(agent.text(), "3,00 UPF", "5,00 UPF", "7,00 UPF")
    agent.draw_up()
    made = InfractionNotice.objects.get()
    assert (made.total, made.unit) == (7, "UPF")
    words = (
        "0001/2024",
        "7,00 UPF",
        "Art. 7º",
        "Art. 36",
        "Mordeu uma criança na rua.",
        "12/03/2024",
        "3.666",
    )
    says(agent.pdf(made.act.document), *words)


def test_alvares_machado_a_loose_horse_and_sixty_ufm(phone):
    town = town_at("alvares-machado-sp", "2026-02-10T09:00")
    clerk, agent = phone(town.clerk), phone(town.agent)
    complaint = clerk.receive_complaint("Cavalo solto na avenida.")
    agent.start_visit(complaint)
    agent.find_person(town.tutor.name, town.tutor.name)
    agent.enter_animals("horse", colour="tordilho")
    agent.mark("loose_unaccompanied_animal", 1, "Cavalo solto, sem ninguém por perto.")
    visit = agent.close_visit()
    says(agent.text(), "60", "UFM")
    agent.start_notice(visit)
    agent.draw_up()
    made = InfractionNotice.objects.get()
    assert (made.total, made.unit) == (60, "UFM")
    assert "R$" not in agent.text()
    says(agent.pdf(made.act.document), "0001/2026", "60,00 UFM", "rt. 10", "10/02/2026", "3.135")


def test_vitoria_a_company_abandons_for_the_third_time(phone):
    """R$ 500,00 for each of two animals, doubled, and the licence is revoked (art. 2º, § 2º)."""
    town = town_at("vitoria-es", "2024-03-01T09:00")
    company = CompanyFactory(municipality=town.municipality, name="Canil Boa Vista Ltda.")
    for day in (date(2024, 3, 4), date(2024, 3, 5)):
        notice(town, town.visit(day, "abandonment", tutor=company), day, offender=company)
    move_to(town, date(2024, 3, 12))
    clerk, agent = phone(town.clerk), phone(town.agent)
    complaint = clerk.receive_complaint("Empresa deixou dois gatos na praça.")
    agent.start_visit(complaint)
    agent.find_person("Canil Boa Vista", company.name)
    agent.enter_animals("cat", 2)
    agent.mark("abandonment", 2, "Dois gatos deixados em caixa na praça.")
    visit = agent.close_visit()
    agent.start_notice(visit)
    says(agent.text(), "R$ 2.000,00", "Reincidência", "0001/2024", "0002/2024")
    agent.draw_up()
    made = InfractionNotice.objects.latest("pk")
    assert made.total == 2000
    text = agent.pdf(made.act.document)
    says(text, "0003/2024", "R$ 2.000,00", "R$ 500,00", "12/03/2024", "11.222.333/0001-81", "§ 2º")
    assert "cassação" in text.lower()


@pytest.mark.parametrize("script", [True, False], ids=["script", "no_script"])
def test_joao_neiva_leve_is_notified_and_when_not_cured_ends_in_an_auto(phone, photo, script):
    """Report of the vet, notificação of ten days from 10/03/2025, last day 20/03: auto only from the 21st."""
    town = town_at("joao-neiva-es", "2025-03-10T09:00")
    posts = (town.clerk, town.agent, town.vet)
    clerk, agent, vet = [phone(post, java_script_enabled=script) for post in posts]
    case = joao_neiva_leve(town, clerk, agent, vet, photo)
    visit = case["visit"]
    move_to(town, date(2025, 3, 20))
    agent.return_to(visit)
    intimation = Intimation.objects.get(pk=case["intimation"])
    agent.go(f"/casos/{intimation.act.case_id}/")
    assert not agent.offers("Lavrar auto")
    agent.start_notice(visit)
    agent.tick("[name^=finding_]")
    agent.press("Conferir", at="/autuar/")
    says(agent.text(), "20/03")
    assert agent.page.locator("[name=confirmar]").count() == 0
    move_to(town, date(2025, 3, 21))
    agent.return_to(visit)
    agent.go(f"/casos/{intimation.act.case_id}/")
    agent.press("Lavrar auto", at="/autuar/")
    agent.draw_up()
    made = InfractionNotice.objects.get()
    says(agent.text(), "sem multa")
    text = agent.pdf(made.act.document)
    says(text, "0001/2025", "21/03/2025", "3.468")
    assert "advertência escrita" in text.lower()


def joao_neiva_leve(town, clerk, agent, vet, photo):
    """From the denúncia to the ciência of the notificação."""
    complaint = clerk.receive_complaint("Cão preso em corrente curta.")
    agent.start_visit(complaint)
    agent.photograph(photo)
    agent.find_person(town.tutor.name, town.tutor.name)
    agent.enter_animals("dog")
    agent.mark("short_tether", 1, "Corrente de um metro e vinte.")
    visit = agent.close_visit()
    assert not agent.offers("Lavrar auto")
    vet.go(f"/vistorias/{visit}/relatorio/")
    vet.fill(species="canina", breed="sem raça definida", presumed_age="4 anos")
    vet.fill(confinement="Corrente de 1,20 m, sem abrigo.", nutritional_state="Magro.", other="Sem água.")
    vet.tick("[name=confirms_mistreatment]")
    vet.press("Conferir", at="/relatorio/")
    vet.confirm(at=r"/casos/\d+/")
    report = Document.objects.get(kind="vet_report")
    says(vet.pdf(report), "0001/2025", "Corrente de 1,20 m", "CRMV")
    intimation = agent.intimate(visit, days=10, orders="Trocar a corrente por outra de mais de dois metros.")
    agent.acknowledge(town.tutor.name)
    agent.go(f"/intimacoes/{intimation}/")
    says(agent.text(), "qui., 20/03")
    paper = Intimation.objects.get(pk=intimation).act.document
    says(agent.pdf(paper), "0001/2025", "10 (dez) dias", "10/03/2025")
    return {"visit": visit, "intimation": intimation}


def test_joao_neiva_two_circumstances_are_gravissima_at_once(phone, photo):
    town = town_at("joao-neiva-es", "2025-03-10T09:00")
    clerk, agent = phone(town.clerk), phone(town.agent)
    complaint = clerk.receive_complaint("Vizinho espanca o cão.")
    agent.start_visit(complaint)
    agent.photograph(photo)
    agent.find_person(town.tutor.name, town.tutor.name)
    agent.enter_animals("dog")
    agent.mark("violence", 1, "Fratura na pata dianteira.")
    for box in ("intent", "calamitous_consequence"):
        agent.tick(f"[name='circumstances-aggravating'][value={box}]")
    visit = agent.close_visit()
    assert not agent.offers("Intimar")
    agent.start_notice(visit)
    agent.draw_up()
    made = InfractionNotice.objects.get()
    assert (made.total, made.unit, made.is_proposed) == (200, "VRTE", True)
    says(agent.text(), "Penalidade proposta", "200,00 VRTE")
    says(
        agent.pdf(made.act.document),
        "0001/2025",
        "200,00 VRTE",
        "10/03/2025",
        "10 (dez) dias",
        "Art. 5º, IV, c",
    )
