"""One person's way through the pages: what they tap and type, by the words that they read."""

import re
from io import BytesIO

from pypdf import PdfReader

WIDER = """() => {
  const wide = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= wide) return [];
  return [...document.querySelectorAll("body *")]
    .filter((element) => element.getBoundingClientRect().right > wide + 0.5)
    .map((element) => `${element.tagName}.${element.className} ${element.name || ""} ` +
      Math.round(element.getBoundingClientRect().right));
}"""


class Walker:
    """A page of the browser and what this person does on it. `shots` is a folder for pictures, or None."""

    def __init__(self, page, membership, shots=None):
        self.page, self.membership, self.shots = page, membership, shots
        self.passed = 0

    def go(self, url):
        answer = self.page.goto(url)
        self.look()
        return answer

    def look(self):
        """Every page passed fits the width of the screen."""
        self.picture()
        assert overflow(self.page) == [], self.page.url

    def picture(self):
        """A picture of the whole page, where a folder for them was named."""
        self.passed += 1
        if self.shots is None:
            return
        self.shots.mkdir(parents=True, exist_ok=True)
        name = re.sub(r"\W+", "-", self.page.url.split("/", 3)[-1])[:50]
        who = self.membership.role if self.membership else "anyone"
        self.page.screenshot(path=self.shots / f"{who}-{self.passed:03d}-{name}.png", full_page=True)

    def press(self, name, *, at=None, exact=True):
        """Presses a button or follows a link, and waits for the page that it leads to."""
        button = self.button(name, exact=exact)
        with self.page.expect_navigation():
            button.click()
        if at is not None:
            assert re.search(at, self.page.url), (self.page.url, self.text()[:600])
        self.look()

    def button(self, name, *, exact=True):
        pair = self.page.get_by_role("button", name=name, exact=exact)
        return pair.or_(self.page.get_by_role("link", name=name, exact=exact)).last

    def offers(self, name):
        """Whether the page offers this act."""
        return self.button(name).count() > 0

    def tick(self, selector):
        self.page.locator(selector).check()

    def fill(self, **values):
        """Fills fields by name; `__` stands for the hyphen."""
        for name, value in values.items():
            self.page.locator(f'[name="{name.replace("__", "-")}"]').fill(value)

    def text(self):
        """The words of the page, on one line."""
        return " ".join(self.page.locator("main").inner_text().split())

    def number_in_url(self):
        return int(re.search(r"/(\d+)/", self.page.url).group(1))

    def pdf(self, document):
        """The words of a document's PDF, downloaded from its page."""
        answer = self.page.request.get(f"/documentos/{document.pk}/pdf/")
        assert answer.status == 200 and answer.headers["content-type"] == "application/pdf"
        return pdf_text(answer.body())

    # -- the acts -------------------------------------------------------------------------------------------

    def receive_complaint(self, what, accused=""):
        """Denúncia at the counter. Gives its key."""
        self.go("/denuncias/nova/")
        self.fill(what=what, street="Rua das Flores", number="157", district="Centro", accused_name=accused)
        self.tick('[name="channel"] >> nth=0')
        self.press("Registrar denúncia", at=r"/denuncias/\d+/")
        return self.number_in_url()

    def start_visit(self, complaint):
        self.go(f"/denuncias/{complaint}/")
        self.press("Vistoriar", at=r"/vistorias/rascunho/")

    def find_person(self, words, name):
        """Searches the registry inside the visit and chooses."""
        self.page.locator("[name='who-q']").fill(words)
        self.press("Procurar")
        self.page.locator("label", has_text=name).locator("[name=tutor_choice]").check()
        self.press("Escolher esta pessoa", at="/rascunho/")

    def enter_person(self, **values):
        """Registers the person inside the visit, without leaving it."""
        self.tick("[name='who-who'][value=new]")
        box = self.page.locator("#novo-tutor")
        if box.get_attribute("open") is None:
            box.locator("summary").click()
        kind = values.pop("kind", "natural_person")
        self.page.locator("[name='tutor-kind']").select_option(kind)
        self.fill(**{f"tutor__{name}": value for name, value in values.items()})

    def enter_animals(self, species, quantity=1, **looks):
        self.page.locator("[name='animal-0-species']").select_option(species)
        self.page.locator("[name='animal-0-quantity']").fill(str(quantity))
        for name, value in looks.items():
            self.page.locator(f"[name='animal-0-{name}']").fill(value)

    def mark(self, infraction, animals=1, description="", gravity="", reason=""):
        """Marks a conduct; its details open."""
        self.tick(f"[name='f-{infraction}-found']")
        facts = self.page.locator(f"#facts-{infraction}")
        if facts.get_attribute("open") is None:
            facts.locator("summary").click()
        self.fill(**{f"f-{infraction}-animals": str(animals), f"f-{infraction}-description": description})
        if gravity:
            self.page.locator(f"[name='f-{infraction}-gravity']").select_option(gravity)
            self.fill(**{f"f-{infraction}-gravity_reason": reason})

    def photograph(self, path):
        self.page.locator("input[type=file][name=photos]").set_input_files(path)
        self.press("Enviar fotos", at="/rascunho/")

    def close_visit(self, presence="absent", button="Registrar vistoria"):
        """Reviews and files the visit on the page. Gives the key of the visit."""
        self.tick(f"[name='closing-presence'][value={presence}]")
        self.press("Conferir", at="/conferir/")
        self.press(button, at=r"/vistorias/\d+/")
        return self.number_in_url()

    def intimate(self, visit, days=None, orders="Regularizar a situação."):
        """Intimação through its confirmation. Gives its key."""
        self.go(f"/vistorias/{visit}/intimar/")
        if days is not None:
            field = self.page.locator("[name^=days_]").first
            if field.get_attribute("type") == "radio":
                self.tick(f"[name^=days_][value='{days}']")
            else:
                field.fill(str(days))
        self.fill(orders=orders)
        self.press("Conferir", at="/intimar/")
        self.confirm(at=r"/intimacoes/\d+/")
        return self.number_in_url()

    def confirm(self, *, at):
        """Presses the button of the confirmation page that issues the act."""
        with self.page.expect_navigation():
            self.page.locator("[name=confirmar]").click()
        assert re.search(at, self.page.url), (self.page.url, self.text()[:600])
        self.look()

    def acknowledge(self, received_by, day=None):
        """Ciência in person, from the page of the act."""
        self.press("Registrar ciência", at="/ciencia/")
        self.tick("[name=means][value=in_person]")
        if day is not None:
            self.fill(on=day)
        self.fill(received_by=received_by)
        self.press("Conferir", at="/ciencia/")
        self.confirm(at=r"/(casos|intimacoes|autos|documentos)/\d+/")

    def return_to(self, visit, result="persists", remaining=None):
        """A return visit with one outcome for each finding under intimação."""
        self.go(f"/vistorias/{visit}/")
        self.press("Registrar retorno", at="/rascunho/")
        for radio in self.page.locator(f"[name^='out-'][value={result}]").all():
            radio.check()
        if remaining is not None:
            self.page.locator("[name^='out-'][name$='-remaining']").first.fill(str(remaining))
        return self.close_visit(button="Registrar retorno")

    def start_notice(self, visit):
        self.go(f"/vistorias/{visit}/autuar/")

    def draw_up(self):
        """From the form filled in through its confirmation to the auto. Gives its key."""
        self.press("Conferir", at="/autuar/")
        self.confirm(at=r"/autos/\d+/")
        return self.number_in_url()


def overflow(page):
    """Why the page is wider than the screen: its widest elements; empty when it fits."""
    return page.evaluate(WIDER)


def pdf_text(data):
    """The words of a PDF, on one line."""
    reader = PdfReader(BytesIO(data))
    return " ".join(" ".join(page.extract_text() for page in reader.pages).split())
