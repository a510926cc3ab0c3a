"""The letter to a tutor whose animals must be vaccinated: everything arrives ready to print."""

from registry.documents.identity import address
from zoonoses.municipalities.templatetags import br


def letter(*, municipality, tutor, animals, on, article: str, price: str, number: int) -> dict:
    """One letter. `animals` are pairs of an animal and its latest rabies dose, or None; `article` is the duty's."""
    street, _, rest = address(tutor).partition(" – ")
    return {
        "town": municipality.letterhead_name,
        "body_name": municipality.body_name,
        "contact": " · ".join(
            part for part in (municipality.address, br.phone(municipality.phone), municipality.email) if part
        ),
        "place_and_date": f"{municipality.name}/{municipality.uf}, {br.long_date(on)}",
        "name": tutor.name,
        "address": [street, rest] if rest else [street],
        "animals": [_line(animal, dose) for animal, dose in animals],
        "article": article,
        "price": price,
        "number": number,
        "training": municipality.is_training,
    }


def _line(animal, dose) -> dict:
    rga = getattr(animal, "rga", None)
    state = "sem dose contra a raiva em nosso cadastro"
    if dose is not None:
        state = f"dose de {dose.on:%d/%m/%Y}, protegia até {dose.revaccinate_on:%d/%m/%Y}"
    return {
        "name": animal.name or "sem nome",
        "species": animal.species_label,
        "rga": str(rga.number) if rga else "",
        "state": state,
    }
