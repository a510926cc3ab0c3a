"""What each row of tutores or animals would make, seen before anything is written.

The same judgement serves the check and the import. A planner remembers the rows it saw, so that a file repeated in
itself is noticed; a row that is kept out leaves no memory.
"""

from dataclasses import dataclass, field
from datetime import date

from registry.models import Animal, KitBlock, Microchip, Rga, SpoiltNumber
from registry.services.imports import cells
from registry.services.imports.fields import TUTOR
from registry.services.imports.people import People, Person, other_name
from registry.services.imports.rows import Row, RowReader, check_not_future
from registry.text import search_key

EARLIEST_BIRTH_YEAR = 1960
ANIMAL_PLAIN = ("name", "breed", "colour", "coat", "sex", "size", "origin", "kept_at", "diseases", "marks")


@dataclass
class AnimalPlan:
    """An animal to be made, with its chips, and its registration when the file brings the number."""

    animal: Animal
    tutor: Person | None
    is_new_tutor: bool = False
    chips: list[str] = field(default_factory=list)
    rga: int | None = None
    registered_on: date | None = None


@dataclass
class TutorPlan:
    tutor: Person


class TutorPlanner:
    """Rows of people. Who is already registered, or came in an earlier row, is not made again."""

    def __init__(self, job, reader: RowReader, today: date):
        self.reader = reader
        self.people = People(job.municipality, writes=job.started_at is not None)

    def plan(self, rows: list[Row]) -> None:
        self.people.prime([row.values for row in rows])
        for row in rows:
            if not row.blocked:
                self._one(row)

    def _one(self, row):
        person = self.people.find(row.values)
        if person is None:
            row.plan = TutorPlan(self.people.add(row.values, row.number))
            return
        column = self.reader.column("document" if row.values.get("document") else "name")
        different = other_name(person, row.values)
        if different:
            row.fault(column, row.values["document"], different)
        else:
            row.note(
                column, row.values["name"], f"Esta pessoa já está: é a {person.where}. Não entra de novo."
            )


class AnimalPlanner:
    """Rows of animals with their tutores. The old RGA number is kept when nobody has it."""

    def __init__(self, job, reader: RowReader, today: date):
        self.municipality, self.reader, self.today = job.municipality, reader, today
        self.writes = job.started_at is not None
        self.people = People(job.municipality, writes=self.writes)
        self.taken_rgas: dict[int, str] = {}
        self.taken_chips: dict[str, str] = {}
        self.known: dict[tuple, str] = {}
        self.fetched: set[Person] = set()
        self.blocks = [
            (block.first, block.last, block.clinic.name)
            for block in KitBlock.objects.of(job.municipality).exclude(clinic=None).select_related("clinic")
        ]
        spoilt = SpoiltNumber.objects.filter(block__municipality=job.municipality)
        self.taken_rgas.update(
            (number, "de um kit inutilizado") for number in spoilt.values_list("number", flat=True)
        )

    def plan(self, rows: list[Row]) -> None:
        self._prime(rows)
        for row in rows:
            self._check_days(row)
            self._check_numbers(row)
            person, is_new = self._tutor(row)
            if not row.blocked:
                self._one(row, person, is_new)

    # --- what the register already has ---

    def _prime(self, rows):
        for row in rows:
            row.person = _tutor_values(row)
        self.people.prime([row.person for row in rows])
        numbers = {row.values["rga"] for row in rows if "rga" in row.values} - self.taken_rgas.keys()
        registered = Rga.objects.of(self.municipality).filter(number__in=numbers).select_related("animal")
        self.taken_rgas.update((rga.number, f"de {rga.animal}, já registrado") for rga in registered)
        chips = {chip for row in rows for chip in _chips(row)} - self.taken_chips.keys()
        carried = Microchip.objects.filter(animal__municipality=self.municipality, animal__died_on=None)
        for chip in carried.filter(number__in=chips).select_related("animal"):
            self.taken_chips[chip.number] = f"de {chip.animal}, já no cadastro"
        people = (self.people.find(row.person) for row in rows)
        owners = {each.pk: each for each in people if each and each.pk and not each.row}
        owners = {pk: each for pk, each in owners.items() if each not in self.fetched}
        self.fetched.update(owners.values())
        animals = (
            Animal.objects.of(self.municipality).filter(tutor__in=owners, died_on=None).exclude(name_key="")
        )
        for animal in animals.only("tutor_id", "name_key", "species"):
            self.known[(owners[animal.tutor_id], animal.name_key, animal.species)] = "do cadastro"

    # --- judgement of a row ---

    def _check_days(self, row):
        check_not_future(row, self.reader, self.today, "born_on", "neutered_on", "died_on", "registered_on")
        born = row.values.get("born_on")
        if born is None:
            return
        if born.year < EARLIEST_BIRTH_YEAR:
            row.fault(self.reader.column("born_on"), born, f"Confira o ano do nascimento: {born.year}.")
        for name, what in (("died_on", "óbito"), ("neutered_on", "castração"), ("registered_on", "registro")):
            if row.values.get(name) and row.values[name] < born:
                row.fault(
                    self.reader.column(name), row.values[name], f"A data do {what} é antes do nascimento."
                )

    def _check_numbers(self, row):
        for name in ("chip", "chip_2"):
            chip = row.values.get(name)
            if chip in self.taken_chips:
                row.fault(
                    self.reader.column(name),
                    chip,
                    f"Este microchip é {self.taken_chips[chip]}: confira no leitor.",
                )
        number = row.values.get("rga")
        if number is None:
            return
        if number in self.taken_rgas:
            row.fault(self.reader.column("rga"), number, f"O RGA {number} é {self.taken_rgas[number]}.")
        owner = next((name for first, last, name in self.blocks if first <= number <= last), None)
        if owner:
            row.fault(self.reader.column("rga"), number, f"O RGA {number} é de um bloco de kits de {owner}.")

    def _tutor(self, row) -> tuple[Person | None, bool]:
        values = row.person
        if not values.get("name") and not values.get("document"):
            return None, False
        person = self.people.find(values)
        column = self.reader.column(TUTOR + ("document" if values.get("document") else "name"))
        if person is not None:
            different = other_name(person, values)
            if different:
                row.fault(column, values["document"], different)
            return person, False
        if not values.get("name"):
            row.fault(
                column, values["document"], "Este documento não está no cadastro, e falta o nome do tutor."
            )
        return (None, False) if row.blocked else (self.people.add(values, row.number), True)

    def _one(self, row, person, is_new):
        name, key = row.values.get("name", ""), search_key(row.values.get("name", ""))
        chips, number = _chips(row), row.values.get("rga")
        same = (person, key, row.values["species"][0])
        if person and key and not chips and number is None and same in self.known:
            where = self.known[same]
            row.note(self.reader.column("name"), name, f"É o mesmo animal {where}: não entra de novo.")
            return
        where = f"da linha {row.number}"
        self.known.setdefault(same, where)
        self.taken_chips.update(dict.fromkeys(chips, where))
        if number is not None:
            self.taken_rgas[number] = where
        if self.writes:
            registered = row.values.get("registered_on") or self.today if number is not None else None
            row.plan = AnimalPlan(self._animal(row), person, is_new, chips, number, registered)

    def _animal(self, row) -> Animal:
        values = row.values
        species, other = values["species"]
        animal = Animal(
            municipality=self.municipality,
            species=species,
            species_other=other,
            sinpatinhas=values.get("sinpatinhas", ""),
            is_community=values.get("is_community", False),
            is_neutered=True if values.get("neutered_on") else values.get("is_neutered"),
            neutered_on=values.get("neutered_on"),
            died_on=values.get("died_on"),
            **{name: values[name] for name in ANIMAL_PLAIN if values.get(name)},
        )
        self._birth(row, animal)
        animal.clean_keys()
        return animal

    def _birth(self, row, animal):
        animal.born_on = row.values.get("born_on")
        animal.age_is_presumed = row.values.get("age_is_presumed", animal.born_on is None)
        if animal.born_on is None and "age" in row.values:
            animal.born_on = cells.born_from(row.values["age"], self.today)
            years, months = divmod(row.values["age"], 12)
            animal.age_text = f"{years} anos e {months} meses em {self.today:%d/%m/%Y}"


def _tutor_values(row: Row) -> dict:
    found = row.values.items()
    return {name.removeprefix(TUTOR): value for name, value in found if name.startswith(TUTOR)}


def _chips(row: Row) -> list[str]:
    return list(dict.fromkeys(row.values[name] for name in ("chip", "chip_2") if name in row.values))
