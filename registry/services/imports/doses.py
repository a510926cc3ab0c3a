"""What each row of vaccinations would make: a dose known by the town's own list, in an animal that is found."""

from dataclasses import dataclass
from datetime import date

from registry.models import Animal, Microchip, Rga, Vaccination
from registry.services.imports.rows import Row, RowReader, check_not_future
from registry.services.revaccination import Revaccination, revaccination
from registry.text import search_key
from zoonoses.documents.refusals import Refusal
from zoonoses.law import LawError
from zoonoses.municipalities.lawbook import Lawbook

RABIES_WORDS = ("raiva", "rabica", "rabisin", "antirrabica", "anti rabica", "rabies")
RABIES_DEFAULT = "Vacina contra a raiva"


@dataclass
class DosePlan:
    dose: Vaccination


class DosePlanner:
    """Rows of vaccinations. The animal is found by RGA, else by chip, else by the tutor's document and its name."""

    def __init__(self, job, reader: RowReader, today: date):
        self.municipality, self.reader, self.today = job.municipality, reader, today
        self.seen: dict[tuple, int] = {}
        self.laws: dict[tuple, tuple[Revaccination, dict]] = {}
        self.by_rga, self.by_chip, self.by_name, self.given = {}, {}, {}, set()

    def plan(self, rows: list[Row]) -> None:
        self._prime(rows)
        for row in rows:
            check_not_future(row, self.reader, self.today, "on")
            animal = self._animal(row)
            if animal is not None and not row.blocked:
                self._one(row, animal)

    def _prime(self, rows):
        """The animals that a chunk speaks of and the doses they have, in four queries."""
        values = [row.values for row in rows]
        rgas = Rga.objects.of(self.municipality).filter(number__in={v["rga"] for v in values if "rga" in v})
        self.by_rga = {rga.number: rga.animal for rga in rgas.select_related("animal")}
        chips = Microchip.objects.filter(
            animal__municipality=self.municipality, number__in={v["chip"] for v in values if "chip" in v}
        )
        self.by_chip = {}
        for chip in chips.select_related("animal"):
            self.by_chip.setdefault(chip.number, []).append(chip.animal)
        documents = {v["document"] for v in values if "document" in v}
        owned = (
            Animal.objects.of(self.municipality).filter(tutor__document__in=documents).select_related("tutor")
        )
        self.by_name = {}
        for animal in owned:
            self.by_name.setdefault((animal.tutor.document, animal.name_key), []).append(animal)
        animals = {a.pk for found in (self.by_chip, self.by_name) for each in found.values() for a in each}
        animals |= {animal.pk for animal in self.by_rga.values()}
        doses = Vaccination.objects.of(self.municipality).standing().filter(animal__in=animals)
        self.given = set(doses.values_list("animal_id", "on", "is_rabies"))

    def _animal(self, row) -> Animal | None:
        values = row.values
        if "rga" in values:
            return self._only(
                row, "rga", [self.by_rga[values["rga"]]] if values["rga"] in self.by_rga else []
            )
        if "chip" in values:
            return self._only(row, "chip", self.by_chip.get(values["chip"], []))
        if "document" in values:
            return self._only(
                row, "name", self.by_name.get((values["document"], search_key(values.get("name", ""))), [])
            )
        if not row.blocked:
            row.fault(
                "", "", "Falta dizer qual é o animal: RGA, microchip, ou CPF do tutor com o nome do animal."
            )
        return None

    def _only(self, row, name, found) -> Animal | None:
        if len(found) == 1:
            return found[0]
        sentence = (
            "Há mais de um animal com estes dados: use o RGA." if found else "Nenhum animal com estes dados."
        )
        row.fault(self.reader.column(name), row.values.get(name), sentence)
        return None

    def _one(self, row, animal):
        values, on = row.values, row.values["on"]
        product = values.get("product", "")
        is_rabies = values.get(
            "is_rabies", not product or any(word in search_key(product) for word in RABIES_WORDS)
        )
        for limit, wrong in ((animal.born_on, "antes do nascimento"), (animal.died_on, "depois da morte")):
            late = wrong.startswith("depois")
            if limit is not None and (on > limit if late else on < limit):
                row.fault(self.reader.column("on"), on, f"A data é {wrong} do animal ({limit:%d/%m/%Y}).")
                return
        key = (animal.pk, on, is_rabies)
        if key in self.given or key in self.seen:
            where = f"está na linha {self.seen[key]}" if key in self.seen else "já está registrada"
            row.note(self.reader.column("on"), on, f"Esta dose {where}: não entra de novo.")
            return
        shown = values.get("revaccinate_on")
        if shown is not None and shown <= on:
            row.fault(self.reader.column("revaccinate_on"), shown, "A revacinação vem depois da aplicação.")
            return
        self.seen[key] = row.number
        row.plan = DosePlan(self._dose(row, animal, product, is_rabies))

    def _dose(self, row, animal, product, is_rabies) -> Vaccination:
        values, on = row.values, row.values["on"]
        shown = values.get("revaccinate_on")
        until, law = self._protection(row, on, (shown - on).days if shown else None, is_rabies)
        name = product or RABIES_DEFAULT
        return Vaccination(
            animal=animal,
            municipality=self.municipality,
            product_name=f"{name} – partida {values['lot']}" if values.get("lot") else name,
            is_rabies=is_rabies,
            on=on,
            revaccinate_on=until.on,
            basis=until.basis,
            law=law,
            vet_name=values.get("vet_name", ""),
            vet_crmv=values.get("vet_crmv", ""),
            shown_proof=True,
        )

    def _protection(self, row, on, days, is_rabies) -> tuple[Revaccination, dict]:
        """Until when the dose protects, as for a dose shown by document; asked once for each day of the file."""
        key = (on, days, is_rabies)
        if key not in self.laws:
            lawbook = Lawbook(self.municipality, on)
            try:
                until = revaccination(lawbook=lawbook, on=on, lab_days=days, is_rabies=is_rabies)
                self.laws[key] = until, _law_of(lawbook)
            except Refusal as refusal:
                self.laws[key] = (
                    Revaccination(None, [{"text": refusal.sentence, "article": "", "arithmetic": ""}]),
                    {},
                )
        until, law = self.laws[key]
        if until.on is None:
            reason = (
                f"Sem data de revacinação. {until.basis[-1]['text']}"
                if until.basis
                else "Sem data de revacinação."
            )
            row.note(self.reader.column("on"), on, reason)
        return until, law


def _law_of(lawbook) -> dict:
    """Ruleset and readings under which the day was reckoned; empty where no law was in force."""
    try:
        return dict(lawbook.record())
    except LawError as error:
        if error.code != "not_in_law":
            raise
        return {}
