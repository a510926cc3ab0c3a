"""What the lists of the registry are as files. Headers are the labels that the import recognises."""

from registry.models import ImportJob
from registry.services.imports.fields import TUTOR, fields_of
from zoonoses.documents.services.exports import FORMATS, Column, safe, write
from zoonoses.municipalities.templatetags import br

__all__ = [
    "ANIMAL_COLUMNS",
    "FORMATS",
    "TUTOR_COLUMNS",
    "Column",
    "animals_with_all",
    "safe",
    "tutors_with_all",
    "write",
]


def chip_text(number: str) -> str:
    """`982 000 123 456 789`: with spaces, so that no spreadsheet shortens it to `9,82E+14`."""
    return " ".join(number[at : at + 3] for at in range(0, len(number), 3)) if len(number) == 15 else number


def _nth(values, at, written=str) -> str:
    return written(values[at]) if len(values) > at else ""


def _phones(tutor) -> list[str]:
    return [phone.number for phone in tutor.phones.all()]


def _chips(animal) -> list[str]:
    return [chip.number for chip in animal.chips.all()]


# Field of the import -> what the record has under it.
PERSON = {
    "name": lambda tutor: tutor.name,
    "document": lambda tutor: br.document(tutor.document),
    "kind": lambda tutor: tutor.get_kind_display(),
    "no_document_reason": lambda tutor: tutor.no_document_reason,
    "rg": lambda tutor: tutor.rg,
    "rg_issuer": lambda tutor: tutor.rg_issuer,
    "rg_uf": lambda tutor: tutor.rg_uf,
    "phone": lambda tutor: _nth(_phones(tutor), 0, br.phone),
    "phone_2": lambda tutor: _nth(_phones(tutor), 1, br.phone),
    "email": lambda tutor: tutor.email,
    "cadunico": lambda tutor: tutor.cadunico,
    "street": lambda tutor: tutor.street,
    "number": lambda tutor: tutor.number,
    "complement": lambda tutor: tutor.complement,
    "district": lambda tutor: tutor.district,
    "city": lambda tutor: tutor.city,
    "uf": lambda tutor: tutor.uf,
    "postal_code": lambda tutor: br.cep(tutor.postal_code),
}
ANIMAL = {
    "rga": lambda animal: animal.rga.number if hasattr(animal, "rga") else None,
    "registered_on": lambda animal: animal.rga.registered_on if hasattr(animal, "rga") else None,
    "species": lambda animal: animal.species_label,
    "name": lambda animal: animal.name,
    "breed": lambda animal: animal.breed,
    "colour": lambda animal: animal.colour,
    "coat": lambda animal: animal.coat,
    "sex": lambda animal: animal.get_sex_display(),
    "size": lambda animal: animal.get_size_display(),
    "born_on": lambda animal: animal.born_on,
    "age_is_presumed": lambda animal: animal.age_is_presumed if animal.born_on else None,
    "is_neutered": lambda animal: animal.is_neutered,
    "neutered_on": lambda animal: animal.neutered_on,
    "origin": lambda animal: animal.origin,
    "kept_at": lambda animal: animal.kept_at,
    "diseases": lambda animal: animal.diseases,
    "marks": lambda animal: animal.marks,
    "sinpatinhas": lambda animal: chip_text(animal.sinpatinhas),
    "is_community": lambda animal: animal.is_community,
    "chip": lambda animal: _nth(_chips(animal), 0, chip_text),
    "chip_2": lambda animal: _nth(_chips(animal), 1, chip_text),
    "died_on": lambda animal: animal.died_on,
}


def _of_tutor(value):
    return lambda animal: value(animal.tutor) if animal.tutor else ""


_TUTOR_LABELS = fields_of(ImportJob.Kind.TUTORS)
_ANIMAL_LABELS = fields_of(ImportJob.Kind.ANIMALS)
TUTOR_COLUMNS = [Column(_TUTOR_LABELS[name].label, value) for name, value in PERSON.items()]
ANIMAL_COLUMNS = [Column(_ANIMAL_LABELS[name].label, value) for name, value in ANIMAL.items()] + [
    Column(_ANIMAL_LABELS[TUTOR + name].label, _of_tutor(value)) for name, value in PERSON.items()
]


def tutors_with_all(rows):
    """People with what their columns need, in a fixed number of queries a chunk."""
    return rows.prefetch_related("phones")


def animals_with_all(rows):
    """Animals with what their columns need, in a fixed number of queries a chunk."""
    return rows.select_related("tutor", "rga").prefetch_related("chips", "tutor__phones")
