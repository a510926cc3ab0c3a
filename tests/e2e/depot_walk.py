"""What walks through the depósito share: the acts at its pages, one after the other, and their papers read back."""

from dataclasses import dataclass
from datetime import timedelta

from django.db.models import F

from tests.e2e.walk import Walker
from zoonoses.documents.models import Document
from zoonoses.municipalities.models import Municipality


@dataclass(frozen=True)
class Found:
    """One animal of a lot, as the agent types it. `size` and `reason` where the law's table is silent on `other`."""

    species: str
    description: str
    sex: str = "female"
    health: str = "magro"
    other: str = ""
    size: str = ""
    reason: str = ""


def says(text, *words):
    missing = [each for each in words if each not in text]
    assert not missing, (missing, text)


def later(depot, **span):
    """The clock of the town goes on: `later(depot, days=2)`."""
    rows = Municipality.objects.filter(pk=depot.municipality.pk)
    rows.update(clock_shift=F("clock_shift") + timedelta(**span))


def papers(walker: Walker, depot, kind) -> list[str]:
    """The words of each paper of a kind that stands in the town, read from its PDF, in the order of their issue."""
    rows = Document.objects.filter(municipality=depot.municipality, kind=kind, annulment=None)
    return [walker.pdf(row) for row in rows.order_by("pk")]


def only(walker: Walker, depot, kind) -> str:
    """The words of the one paper of a kind."""
    (text,) = papers(walker, depot, kind)
    return text


# -- the street ---------------------------------------------------------------------------------------------


def take(agent: Walker, lot, *, ground="", origin="round", owner="", photo=None):
    """The form of the street with its whole lot, up to its review. `owner` is a name of the registry."""
    agent.go("/apreensoes/nova/")
    page = agent.page
    for index, found in enumerate(lot):
        if page.locator(f"[name='animal-{index}-species']").count() == 0:
            agent.press("Adicionar animal")
        _animal(agent, index, found)
    if photo:
        page.locator("input[type=file][name='animal-0-photos']").set_input_files(photo)
    if ground:
        agent.tick(f"[name='ground-ground'][value={ground}]")
    agent.tick(f"[name='ground-origin'][value={origin}]")
    agent.fill(where__street="Rua do Fato", where__number="157", where__district="Centro")
    agent.tick(f"[name='who-who'][value={'known' if owner else 'unknown'}]")
    if owner:
        page.locator("[name='who-q']").fill(owner)
        agent.press("Procurar")
        page.locator("label", has_text=owner).locator("[name=tutor_choice]").check()
        agent.press("Escolher esta pessoa")
    agent.tick("[name='more-presence'][value=absent]")
    agent.press("Conferir")


def _animal(agent, index, found):
    row = agent.page.locator("details.law").filter(has=agent.page.locator(f"[name='animal-{index}-species']"))
    if row.first.get_attribute("open") is None:
        row.first.locator("summary").first.click()
    agent.page.locator(f"[name='animal-{index}-species']").select_option(found.species)
    agent.page.locator(f"[name='animal-{index}-sex']").select_option(found.sex)
    typed = {"description": found.description, "apparent_health": found.health}
    agent.fill(**{f"animal__{index}__{name}": value for name, value in typed.items()})
    if found.other:
        agent.page.locator(f"summary:has-text('à mão') >> nth={index}").click()
        agent.fill(**{f"animal__{index}__species_other": found.other})
        agent.page.locator(f"[name='animal-{index}-size']").select_option(found.size)
        agent.fill(**{f"animal__{index}__size_reason": found.reason})


def seize(agent: Walker, count=1):
    """The act, from its review."""
    agent.press("Apreender o animal" if count == 1 else f"Apreender {count} animais", at=r"/apreensoes/\d+/")


# -- the counter --------------------------------------------------------------------------------------------


def ask_for(clerk: Walker, custodies, person, born_on=""):
    """The request of the owner for several animals of one seizure."""
    clerk.go(f"/apreensoes/animais/{custodies[0].pk}/resgate/?tutor={person.pk}")
    clerk.tick("[name=capacity][value=owner]")
    for custody in custodies:
        clerk.tick(f"[name=animals][value='{custody.pk}']")
    if born_on:
        clerk.fill(born_on=born_on)
    clerk.press("Registrar pedido", at=r"/resgates/\d+/")


def show_all(clerk: Walker, words="conferido no balcão"):
    """Every item of the law's checklist that somebody sees and says so. Gives how many."""
    closed, done = clerk.page.locator("details.law:has(button:text-is('Visto e conferido'))"), 0
    while clerk.page.locator("article:has(.tag-attention) button:text-is('Visto e conferido')").count():
        closed.first.locator("summary").click()
        closed.first.locator("[name=label]").fill(words)
        with clerk.page.expect_navigation():
            closed.first.get_by_role("button", name="Visto e conferido").click()
        done += 1
    return done


def guide(clerk: Walker):
    """The guide of what the bill asks for, due today."""
    clerk.press("Emitir guia", at=r"/resgates/\d+/")


def receive(clerk: Walker, means="pix"):
    """All that is owed."""
    clerk.page.locator("#pay-form [name=means]").first.select_option(means)
    clerk.press("Receber e emitir recibo", at=r"/resgates/\d+/")


def hand_over(clerk: Walker):
    """The Termo through its confirmation."""
    clerk.press("Conferir o Termo e entregar", at="/entregar/")
    clerk.tick("[name=signed]")
    clerk.press("Emitir o Termo e entregar", at=r"/resgates/\d+/")
    says(clerk.text(), "Entregue")
