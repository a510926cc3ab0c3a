"""The counter by keyboard alone: new tutor, new animal, rabies dose, card, tag, certificate; and how it looks."""

import uuid
from io import BytesIO

import pytest
from pypdf import PdfReader

from registry.models import Rga
from registry.services import kits
from tests.e2e.conftest import PATIENCE
from tests.e2e.test_accessibility import DESK, PHONE, SMALL, faults_of
from tests.registry.vaccines import DAY, VaccineTown

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]
MOST_ACTIONS, MOST_PAGES = 24, 3
FOCUSED = "() => document.activeElement.name || document.activeElement.textContent.trim()"
PERSON = (
    ("tutor-name", "Zélia Conceição D'Ávila"),
    ("tutor-phone_1", "27999990000"),
    ("tutor-street", "Rua das Flores"),
    ("tutor-number", "157"),
    ("tutor-district", "Centro"),
)
ANIMAL = (
    ("animal-species", "c"),  # the first that begins with it: cão
    ("animal-name", "Açaí"),
    ("animal-breed", "sem raça definida"),
    ("animal-colour", "caramelo"),
    ("animal-sex", "macho"),
    ("animal-size", "pequeno"),
)


class Keyboard:
    """Keys pressed by one person; an action is one field filled or one key."""

    def __init__(self, page):
        self.page, self.done, self.pages = page, [], 1

    def focus(self):
        return self.page.evaluate(FOCUSED)

    def fill(self, name, text):
        """Goes on to the field, then types; each field passed over on the way is an action of its own."""
        while self.focus() != name:
            passed = self.focus()
            self.page.keyboard.press("Tab")
            if self.focus() != name:
                self.done.append(f"Tab {self.focus()}")
            assert self.focus() != passed, f"{passed} keeps the focus"
        self.page.keyboard.type(text)
        self.done.append(name)

    def press(self, key):
        self.page.keyboard.press(key)
        self.done.append(key)

    def submit(self):
        with self.page.expect_navigation(timeout=2 * PATIENCE):
            self.press("Enter")
        self.pages += 1


@pytest.fixture
def town():
    made = VaccineTown()
    made.new_lot("C-1", clinic=made.clinic_house)
    kits.deliver(
        municipality=made.municipality,
        clinic=made.clinic_house,
        quantity=3,
        at=made.at(DAY),
        by=made.clerk,
        key=uuid.uuid4(),
    )
    return made


def test_a_new_tutor_leaves_with_card_tag_and_certificate(town, phone):
    walker = phone(town.clinic, viewport=DESK)
    page = walker.page
    walker.go("/balcao/")
    keys = Keyboard(page)
    assert keys.focus() == "q"
    keys.fill("q", "529.982.247-25")
    keys.press("Enter")
    page.wait_for_selector("[name=tutor-name]")
    assert keys.focus() == "tutor-name"
    for name, text in PERSON:
        keys.fill(name, text)
    for name, text in ANIMAL:
        keys.fill(name, text)
    keys.fill("animal-age_months", "4")
    keys.submit()
    if "Confirmar atendimento" in walker.text():
        keys.submit()
    walker.look()
    assert keys.focus() == "Próximo atendimento", walker.text()[:800]
    animal = Rga.objects.get().animal
    assert animal.tutor.document == "52998224725" and animal.vaccinations.get().clinic == town.clinic_house
    papers = {}
    for _ in range(3):
        keys.press("Shift+Tab")
        href = page.evaluate("() => document.activeElement.href")
        papers[keys.focus()] = page.request.get(href)
        keys.done.append("Enter")  # it would open the paper in the place of the page
    assert len(papers) == 3 and all("(PDF)" in name for name in papers)
    for answer in papers.values():
        assert answer.status == 200 and PdfReader(BytesIO(answer.body())).pages
    assert len(keys.done) <= MOST_ACTIONS and keys.pages <= MOST_PAGES, "; ".join(keys.done)


def test_the_screen_by_thumb_and_by_desk(town, phone):
    walker, faults = phone(town.clerk), []
    page = walker.page
    walker.go("/balcao/")

    def look(where):
        for size in (PHONE, DESK):
            page.set_viewport_size(size)
            faults.extend(f"{where} {size['width']}: {fault}" for fault in faults_of(page))
        page.set_viewport_size(PHONE)
        faults.extend(f"{where}: {fault}" for fault in page.evaluate(SMALL))

    look("start")
    walker.fill(q="Zélia Conceição")
    page.keyboard.press("Enter")
    page.wait_for_selector("[name=tutor-name]")
    look("new person")
    walker.fill(q=town.tutor.name)
    page.locator("[name=q]").press("Enter")
    page.wait_for_selector("[name=which-animal]")
    page.locator("[name=which-animal]").select_option(str(town.animal.pk))
    look("known person")
    with page.expect_navigation():
        page.get_by_role("button", name="Concluir atendimento").click()
    look("to confirm")
    with page.expect_navigation():
        page.get_by_role("button", name="Confirmar e concluir").click()
    look("done")
    assert "Próximo atendimento" in page.inner_text("body") and not faults, "\n".join(faults)
