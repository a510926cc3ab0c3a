"""What walks to the destinations share: what an animal's page offers, the contract, the termo, and a lot to its end."""

from impound.models import SaleLot
from impound.services.delivering import delivered_by
from tests.e2e.walk import Walker


def reads(text, *words):
    """The text has all these words; titles are set in capitals by the paper's looks."""
    folded = text.casefold()
    missing = [each for each in words if each.casefold() not in folded]
    assert not missing, (missing, text)


def offered(who: Walker, custody) -> dict[str, list[str]]:
    """Each destination that the page lists, by its code in the law's file, with the buttons that it has today."""
    who.go(f"/apreensoes/animais/{custody.pk}/destinar/")
    found = {}
    for section in who.page.locator("section[aria-labelledby^=destino-]").all():
        code = section.get_attribute("aria-labelledby").removeprefix("destino-")
        found[code] = section.locator(".btn-row a.btn").all_inner_texts()
    return found


def choose(who: Walker, custody, code: str, button: str):
    """From the animal's page of destinations into one of them."""
    who.go(f"/apreensoes/animais/{custody.pk}/destinar/")
    with who.page.expect_navigation():
        who.page.locator(f"section[aria-labelledby=destino-{code}]").get_by_role("link", name=button).click()
    who.look()


def find(who: Walker, person):
    """Who receives the animal or gives the lance, found in the registry."""
    who.page.locator("[name=q]").fill(person.name)
    who.press("Buscar")
    who.press(person.name)


def by_contract(who: Walker, custody, code, person, *, form="Adoção", **given) -> str:
    """Adoption or donation, from the choice to the words of its contract."""
    choose(who, custody, code, form)
    find(who, person)
    ticks = {name for name in ("register", "young") if given.pop(name, False)}
    if "chip" in given:
        ticks.add("informed")
    who.fill(**given)
    for box in who.page.locator("#destination-form textarea").all():
        if not box.input_value():
            box.fill("porte médio quando adulto")
    for name in ticks:
        who.tick(f"[name={name}]")
    who.press("Conferir", at="/destinar/")
    reads(who.text(), person.name)
    who.press("Emitir o contrato e entregar", at=rf"/animais/{custody.pk}/$")
    return left_by(who, custody)


def by_term(who: Walker, custody, code, button, *, person=None, ticks=(), laudo=None, **typed) -> str:
    """A destination by termo, from the choice to its words."""
    choose(who, custody, code, button)
    if person is not None:
        find(who, person)
    if laudo is not None:
        who.page.locator("[name=evaluation]").select_option(str(laudo.pk))
    for selector in ticks:
        who.tick(selector)
    who.fill(**typed)
    who.press("Conferir", at="/destinar/")
    who.press("Emitir o termo", at=rf"/animais/{custody.pk}/$")
    return left_by(who, custody)


def left_by(who: Walker, custody) -> str:
    """The animal's page says that it left; the words of the paper that it left by."""
    custody.refresh_from_db()
    document = custody.exit.act.document
    reads(who.text(), str(document), custody.exit.get_kind_display())
    return who.pdf(document)


# -- leilão, venda, licitação ---------------------------------------------------------------------------------


def announce(manager: Walker, custody, code, button, *, on, place="Parque de Exposições") -> SaleLot:
    """The edital of a lot of one animal, begun on its page; before the session nothing is offered on the lot."""
    choose(manager, custody, code, button)
    manager.fill(on=on, hour="08:00", place=place, published="Diário Oficial e mural da Prefeitura")
    manager.press("Conferir o edital", at="/leiloes/novo/")
    manager.press("Publicar edital", at=r"/leiloes/\d+/")
    lot = SaleLot.objects.latest("pk")
    assert not manager.offers(f"Registrar {lot.words.offer}") and not manager.offers("Lavrar resultado")
    return lot


def sell(clerk: Walker, manager: Walker, lot, person, amount) -> tuple[str, str]:
    """From the offer to the delivery. Gives the words of the ata and of the termo."""
    url, button = f"/apreensoes/leiloes/{lot.pk}/", f"Registrar {lot.words.offer}"
    clerk.go(url)
    clerk.press(button, at="/lance/")
    find(clerk, person)
    clerk.fill(amount=amount)
    clerk.press(button, at=f"{url}$")
    manager.go(url)
    manager.press("Lavrar resultado", at="/resultado/")
    manager.press("Conferir a ata", at="/resultado/")
    manager.press("Lavrar resultado", at=f"{url}$")
    clerk.go(url)
    assert not clerk.offers("Emitir o termo e entregar")
    clerk.press("Cobrança, guia e pagamento", at="/cobrancas/")
    clerk.page.locator("#pay-form [name=means]").select_option("pix")
    clerk.press("Receber e emitir recibo")
    clerk.go(url)
    clerk.press("Emitir o termo e entregar", at=f"{url}$")
    reads(clerk.text(), "Entregues em", lot.words.sold_to)
    lot.refresh_from_db()
    return clerk.pdf(lot.result.act.document), clerk.pdf(delivered_by(lot).document)
