"""The fields of an animal's papers, as text: what `registration_form` and `rga_card` list, whatever the law calls them.

A law's ruleset names the fields and their order; where a law fixes none, the common ones are used.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from dateutil.relativedelta import relativedelta

from zoonoses.municipalities.templatetags import br

SIGNATURE = "owner_signature"


class FieldName(NamedTuple):
    """Code and label of a field of a paper."""

    code: str
    label: str


COMMON_FORM = (
    FieldName("rga_number", "número do RGA"),
    FieldName("registration_date", "data do registro"),
    FieldName("animal_name", "nome do animal"),
    FieldName("sex", "sexo"),
    FieldName("breed", "raça"),
    FieldName("colour", "cor"),
    FieldName("age", "idade real ou presumida"),
    FieldName("owner_name", "nome do tutor"),
    FieldName("owner_rg", "RG"),
    FieldName("owner_cpf", "CPF"),
    FieldName("owner_address", "endereço completo"),
    FieldName("owner_phone", "telefone"),
    FieldName("last_vaccination_date", "data da última vacinação contra a raiva"),
    FieldName("vet_name", "veterinário responsável pela vacinação"),
    FieldName("vet_crmv", "CRMV"),
    FieldName(SIGNATURE, "assinatura do tutor"),
)
COMMON_CARD = tuple(
    field
    for field in COMMON_FORM
    if field.code in ("animal_name", "sex", "breed", "colour", "age")
    or (field.code.startswith("owner_") and field.code != SIGNATURE)
) + (FieldName("issue_date", "data da expedição"),)


@dataclass(frozen=True)
class Identity:
    """An animal, who answers for it, and the days that its papers name. `vaccination` is the last against rabies."""

    animal: object
    owner: object
    phones: tuple[str, ...]
    number: int
    registered_on: date
    issued_on: date
    vaccination: object = None
    caretaker: bool = False


def owner_of(animal):
    """Who answers for the animal (the record into which it was merged), or None."""
    if animal.tutor is None:
        return None
    return animal.tutor.merged_into or animal.tutor


def phones_of(owner) -> tuple[str, ...]:
    """Telephones of a person, as stored, the first entered first."""
    return (
        tuple(phone.number for phone in sorted(owner.phones.all(), key=lambda row: row.pk)) if owner else ()
    )


def chips_of(animal) -> tuple[str, ...]:
    """Numbers of the animal's chips, the first entered first."""
    return tuple(chip.number for chip in sorted(animal.chips.all(), key=lambda row: row.pk))


def age(animal, on: date) -> str:
    """`4 anos e 2 meses (presumida)`; what the tutor said, when only that is known; "" when nothing is."""
    if animal.born_on is None or animal.born_on > on:
        return animal.age_text
    passed = relativedelta(on, animal.born_on)
    parts = [_counted(passed.years, "ano", "anos"), _counted(passed.months, "mês", "meses")]
    if not passed.years and not passed.months:
        parts = [_counted(passed.days, "dia", "dias") or "recém-nascido"]
    presumed = " (presumida)" if animal.age_is_presumed else ""
    return f"{' e '.join(filter(None, parts))}{presumed}"


def _counted(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}" if number else ""


def birth_and_age(identity: Identity) -> str:
    """The age on the day of the paper with the birth it is told from: cards are read for years."""
    animal, told = identity.animal, age(identity.animal, identity.issued_on)
    if animal.born_on is None or not told:
        return told
    return f"{told}, nasc. {animal.born_on:%d/%m/%Y}"


def _document(identity: Identity) -> str:
    owner = identity.owner
    if owner is None:
        return ""
    if owner.document:
        return f"{'CNPJ ' if owner.kind == 'legal_person' else ''}{br.document(owner.document)}"
    return f"não apresentado: {owner.no_document_reason}"


def _rg(identity: Identity) -> str:
    owner = identity.owner
    if owner is None or not owner.rg:
        return ""
    issued = "/".join(part for part in (owner.rg_issuer, owner.rg_uf) if part)
    return f"{owner.rg} {issued}".strip()


def address(owner) -> str:
    """The complete address in one line."""
    if owner is None:
        return ""
    town = "/".join(part for part in (owner.city, owner.uf) if part)
    cep = f"CEP {br.cep(owner.postal_code)}" if owner.postal_code else ""
    return ", ".join(part for part in (owner.address_line, town, cep) if part)


def _owner_name(identity: Identity) -> str:
    if identity.owner is None:
        return ""
    return f"{identity.owner.name} (cuidador principal)" if identity.caretaker else identity.owner.name


def _of_dose(name: str) -> Callable[[Identity], str]:
    return lambda identity: getattr(identity.vaccination, name) if identity.vaccination else ""


VALUES: dict[str, Callable[[Identity], str]] = {
    "rga_number": lambda i: str(i.number),
    "registration_date": lambda i: f"{i.registered_on:%d/%m/%Y}",
    "issue_date": lambda i: f"{i.issued_on:%d/%m/%Y}",
    "animal_name": lambda i: i.animal.name or "sem nome",
    "species": lambda i: i.animal.species_label,
    "sex": lambda i: i.animal.get_sex_display(),
    "breed": lambda i: i.animal.breed,
    "colour": lambda i: i.animal.colour,
    "microchip": lambda i: " / ".join(chips_of(i.animal)) or "não tem",
    "coat": lambda i: i.animal.coat,
    "size": lambda i: i.animal.get_size_display(),
    "age": birth_and_age,
    "birth_date_or_age": birth_and_age,
    "owner_name": _owner_name,
    "owner_rg": _rg,
    "owner_cpf": _document,
    "owner_address": lambda i: address(i.owner),
    "owner_phone": lambda i: " / ".join(br.phone(number) for number in i.phones),
    "last_vaccination_date": lambda i: f"{i.vaccination.on:%d/%m/%Y}" if i.vaccination else "",
    "vet_name": _of_dose("vet_name"),
    "vet_crmv": _of_dose("vet_crmv"),
}


def value(code: str, identity: Identity) -> str:
    """One field as printed; "" when it is not known, or when a law lists a field that the registry does not keep."""
    return VALUES[code](identity) if code in VALUES else ""
