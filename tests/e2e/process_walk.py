"""What people do in the process of an auto, by the words that they read: ciência by AR, pieces, decisions, measures."""

import re
from datetime import date

from tests.e2e.walk import pdf_text
from zoonoses.municipalities import clock
from zoonoses.municipalities.services import training

# A last day, or a number of days, that somebody might take for a term of the law.
TERM = re.compile(
    r"prazo de \w+ até|último dia|\d+ (\(\w+\) )?dias? (úteis|corridos|a contar)|até \w{3}\.", re.I
)


def says(text, *words):
    """Every one of the words is in the text."""
    missing = [each for each in words if each not in text]
    assert not missing, (missing, text)


def move_to(town, day: date):
    """The municipality's date goes on to a day."""
    training.move_forward(municipality=town.municipality, day=day, real=clock.real_now())


def open_auto(walker, notice):
    """The page of the auto; gives its words."""
    walker.go(f"/autos/{notice.pk}/")
    return walker.text()


def told_by_ar(walker, button, day, code):
    """Ciência by AR, signed on `day`, from the page of the auto. Gives the words of the confirmation."""
    walker.press(button, at="/ciencia/")
    walker.tick("[name=means][value=postal]")
    walker.fill(on=f"{day:%Y-%m-%d}", received_by="Zélia Conceição D’Ávila", postal_code=code)
    walker.press("Conferir", at="/ciencia/")
    seen = walker.text()
    walker.confirm(at=r"/(casos|autos|documentos)/\d+/")
    return seen


def hand_in(walker, notice, link, button, text, file=None):
    """A defence or an appeal at the counter, from the page of the auto. Gives the words of its form."""
    open_auto(walker, notice)
    walker.press(link, at=r"/autos/\d+/(defesa|recurso)/")
    seen = walker.text()
    walker.fill(filed_by="Dr. Antônio Simões", capacity="advogado", text=text)
    if file is not None:
        walker.page.locator("input[type=file][name=files]").set_input_files(file)
    walker.press(button, at=rf"/autos/{notice.pk}/$")
    return seen


def judge(walker, notice, link, outcome, reasons, *, without=()):
    """A decision through its confirmation, with some circumstances (`without`) not found. Gives what it will print."""
    open_auto(walker, notice)
    walker.press(link, at=r"/autos/\d+/decidir")
    walker.tick(f"[name=outcome][value={outcome}]")
    walker.fill(reasons=reasons)
    for circumstance in without:
        walker.page.locator(f"[name=aggravating][value={circumstance}]").uncheck()
    walker.press("Conferir", at=r"/autos/\d+/decidir")
    seen = walker.text()
    walker.confirm(at=rf"/autos/{notice.pk}/$")
    return seen


def measure(walker, notice, offer, text, *, file=None, **fields):
    """A measure with its termo, from the page of the auto. Gives the words of its form."""
    open_auto(walker, notice)
    walker.press("Aplicar uma medida", at=r"/autos/\d+/medidas/")
    seen = walker.text()
    walker.tick(f"[name=offer][value='{offer}']")
    walker.fill(text=text, **fields)
    if file is not None:
        walker.page.locator("input[type=file][name=files]").set_input_files(file)
    walker.press("Emitir termo", at=rf"/autos/{notice.pk}/$")
    return seen


def whole_file(walker, notice) -> bytes:
    """The file of the process, from the link of the auto's page."""
    open_auto(walker, notice)
    answer = walker.page.request.get(walker.button("Processo inteiro em PDF").get_attribute("href"))
    assert answer.status == 200 and answer.headers["content-type"] == "application/pdf"
    return answer.body()


def no_term_of_law(text):
    """Nothing in the words is a term that somebody would take for the law's."""
    found = TERM.search(text)
    assert found is None, text[max(0, found.start() - 80) : found.end() + 80]


def words_of(pdf: bytes) -> str:
    return pdf_text(pdf)
