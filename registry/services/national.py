"""The national register of domestic animals (Lei 15.046/2024; Decreto 12.439/2025, art. 9º): its fields, as a file.

No import format of the national system was published: the file has the decree's fields, one column each, and no other.
"""

from datetime import date

from django.db.models import Prefetch

from registry.models import Animal, AnimalFact, Vaccination
from registry.services.exports import Column, chip_text
from zoonoses.municipalities.templatetags import br

SPECIES = (Animal.Species.DOG, Animal.Species.CAT)


def rows_of(municipality):
    """Dogs and cats of the municipality with all that the file says of them; dead ones too, with the cause."""
    vaccinations = Vaccination.objects.filter(voided_on=None).order_by("on", "pk")
    kinds = (AnimalFact.Kind.TRANSFERRED, AnimalFact.Kind.ADOPTED, AnimalFact.Kind.DIED)
    facts = AnimalFact.objects.filter(kind__in=kinds, revoked_by=None).order_by("on", "pk")
    return (
        Animal.objects.of(municipality)
        .filter(species__in=SPECIES)
        .select_related("tutor")
        .prefetch_related(
            "chips",
            Prefetch("vaccinations", vaccinations),
            Prefetch("facts", facts.select_related("from_tutor", "to_tutor")),
        )
        .order_by("pk")
    )


def columns(today: date) -> list[Column]:
    """The decree's fields in its order. The age is told in years and months on `today`, or on the day of death."""
    return [
        Column("nome completo do proprietário", lambda animal: animal.tutor.name if animal.tutor else ""),
        Column("RG do proprietário", _rg),
        Column(
            "CPF do proprietário", lambda animal: br.document(animal.tutor.document) if animal.tutor else ""
        ),
        Column("endereço do proprietário", lambda animal: _address(animal.tutor) if animal.tutor else ""),
        Column("nome do animal", lambda animal: animal.name),
        Column("espécie", lambda animal: animal.species_label),
        Column("raça", lambda animal: animal.breed),
        Column("sexo", lambda animal: animal.get_sex_display()),
        Column("idade", lambda animal: _age(animal, today)),
        Column("procedência", lambda animal: animal.origin),
        Column("vacinas aplicadas", _vaccines),
        Column("doenças", lambda animal: animal.diseases),
        Column("microchip", lambda animal: ", ".join(chip_text(chip.number) for chip in animal.chips.all())),
        Column("endereço onde é mantido", _kept_at),
        Column("transferências de propriedade", _transfers),
        Column("óbito", lambda animal: animal.died_on),
        Column("causa do óbito", _cause),
    ]


def _rg(animal) -> str:
    if not animal.tutor:
        return ""
    parts = (animal.tutor.rg, animal.tutor.rg_issuer, animal.tutor.rg_uf)
    return " ".join(part for part in parts if part) if animal.tutor.rg else ""


def _address(place) -> str:
    town = "/".join(part for part in (place.city, place.uf) if part)
    parts = (place.address_line, town, br.cep(place.postal_code))
    return ", ".join(part for part in parts if part)


def _kept_at(animal) -> str:
    return animal.kept_at or (_address(animal.tutor) if animal.tutor else "")


def _age(animal, today) -> str:
    if animal.born_on is None:
        return animal.age_text
    until = animal.died_on or today
    months = (until.year - animal.born_on.year) * 12 + until.month - animal.born_on.month
    months -= until.day < animal.born_on.day
    years, months = divmod(max(months, 0), 12)
    told = f"{years} ano{'' if years == 1 else 's'} e {months} {'mês' if months == 1 else 'meses'}"
    return f"{told} (presumida)" if animal.age_is_presumed else told


def _vaccines(animal) -> str:
    return "; ".join(f"{dose.product_name} em {dose.on:%d/%m/%Y}" for dose in animal.vaccinations.all())


def _transfers(animal) -> str:
    moves = [fact for fact in animal.facts.all() if fact.kind != AnimalFact.Kind.DIED]
    return "; ".join(
        f"{fact.on:%d/%m/%Y}: de {fact.from_tutor or 'não informado'} para {fact.to_tutor or 'não informado'}"
        for fact in moves
    )


def _cause(animal) -> str:
    deaths = [fact.cause for fact in animal.facts.all() if fact.kind == AnimalFact.Kind.DIED]
    return deaths[-1] if deaths else ""
