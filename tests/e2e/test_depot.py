"""On a phone: a horse taken in the street, shown to the public, redeemed."""

import re
from datetime import date

import pytest
from PIL import Image

from fines.models import InfractionNotice
from impound.models import Exit, Redemption, SeizedAnimal
from tests.factories import TutorFactory
from tests.impound.depot import Depot
from tests.impound.redeeming import examined, unit_value

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


def says(text, *words):
    missing = [each for each in words if each not in text]
    assert not missing, (missing, text)


@pytest.fixture
def photo(tmp_path):
    path = tmp_path / "cavalo.jpg"
    Image.new("RGB", (640, 480), "#7a6a50").save(path)
    return path


def take_horse(agent, photo):
    """The form of the street, its review with what the public will read, and the act."""
    agent.go("/apreensoes/nova/")
    page = agent.page
    page.locator("[name='animal-0-species']").select_option("horse")
    page.locator("[name='animal-0-sex']").select_option("male")
    agent.fill(animal__0__description="castanho, quatro patas brancas", animal__0__apparent_health="magro")
    page.locator("input[type=file][name='animal-0-photos']").set_input_files(photo)
    agent.tick("[name='ground-ground'][value=loose_unaccompanied]")
    agent.tick("[name='ground-origin'][value=round]")
    agent.fill(where__street="Rua do Fato", where__number="157", where__district="Centro")
    agent.tick("[name='who-who'][value=known]")
    page.locator("[name='who-q']").fill("Orlando")
    agent.press("Procurar")
    page.locator("label", has_text="Orlando Zangirolami").locator("[name=tutor_choice]").check()
    agent.press("Escolher esta pessoa")
    agent.tick("[name='more-presence'][value=absent]")
    agent.press("Conferir")
    says(
        agent.text(),
        "O que o público vai ler",
        "Castanho, quatro patas brancas",
        "Rua do Fato – Centro",
        "Art. 15",
    )
    agent.press("Apreender o animal", at=r"/apreensoes/\d+/")


def redeem(clerk, custody, owner):
    """From the request to the Termo, item by item, as the page guides."""
    clerk.go(f"/apreensoes/animais/{custody.pk}/resgate/?tutor={owner.pk}")
    clerk.tick("[name=capacity][value=owner]")
    clerk.fill(born_on="1970-01-31")
    clerk.press("Registrar pedido", at=r"/resgates/\d+/")
    clerk.press("Orlando Zangirolami assinou o auto agora", at=r"/resgates/\d+/")
    closed = clerk.page.locator("details.law:has(button:text-is('Visto e conferido'))")
    while closed.count():
        closed.first.locator("summary").click()
        closed.first.locator("[name=label]").fill("conferido no balcão")
        with clerk.page.expect_navigation():
            closed.first.get_by_role("button", name="Visto e conferido").click()
    clerk.press("Fazer a conta", at=r"/resgates/\d+/")
    clerk.page.locator("#pay-form [name=means]").first.select_option("pix")
    clerk.press("Receber e emitir recibo", at=r"/resgates/\d+/")
    clerk.press("Conferir o Termo e entregar", at="/entregar/")
    clerk.tick("[name=signed]")
    clerk.press("Emitir o Termo e entregar", at=r"/resgates/\d+/")


def test_alvares_machado_a_horse_from_the_street_to_its_owner(phone, photo):
    depot = Depot("alvares-machado-sp", (2024, 6, 3, 9, 30))
    unit_value(depot, "UFM", "4.10", date(2024, 1, 1), date(2024, 12, 31))
    owner = TutorFactory(municipality=depot.municipality, name="Orlando Zangirolami")
    agent, clerk, anyone = phone(depot.agent), phone(depot.clerk), phone()
    take_horse(agent, photo)
    custody = SeizedAnimal.objects.get()

    anyone.go(f"/animais-recolhidos/?municipio={depot.municipality.slug}")
    says(anyone.text(), "nº 0001/2024", "Castanho, quatro patas brancas")
    anyone.press("Equino nº 0001/2024", at="/animais-recolhidos/")
    says(anyone.text(), "Rua do Fato – Centro", "03/06/2024")
    assert not re.search("Orlando|157", anyone.text())
    public = anyone.page.url

    agent.go(f"/apreensoes/animais/{custody.pk}/")
    says(agent.text(), "quarentena", "Resgate até", "Orlando Zangirolami")
    examined(depot, custody, date(2024, 6, 3))
    agent.start_notice(custody.seizure.visit_id)
    agent.fill(description="Cavalo solto na via pública.")
    agent.draw_up()
    says(agent.pdf(InfractionNotice.objects.get().act.document), "60,00 UFM")

    redeem(clerk, custody, owner)
    says(clerk.text(), "Entregue")
    gone = Exit.objects.get()
    assert (gone.kind, gone.receiver, gone.act.kind) == ("redemption", owner, "release")
    says(clerk.pdf(gone.act.document), "Orlando Zangirolami", "conferido no balcão")
    assert Redemption.objects.count() == 1
    assert anyone.page.request.get(public).status == 410
