"""What happens to an animal in custody: exams, vaccines, treatment, expenses, what was seen, whose it is.

Each is one row, added and never edited; a mistake is undone by a later row. What also belongs to the animal's own
record (a dose, a castration, a chip) is written there in the same transaction, so that nothing is typed twice.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.db import transaction

from impound.models import CustodyEvent, SeizedAnimal
from impound.services import law, leaving, state
from registry.models import Tutor, VaccineLot
from registry.services import animal_facts, animals, vaccination
from zoonoses.documents.models import Attachment, Case
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import attachments

Kind, Result = CustodyEvent.Kind, CustodyEvent.Result
NEUTERING, CHIP = "neutering", "chip"
TREATMENTS = (NEUTERING, CHIP, "deworming", "parasite_control")
RABIES, OTHER_VACCINE = "rabies_vaccination", "species_vaccination"
CAUSE_CEASED = "cause_ceased"
# In the laws' lists of entry, what is applied and what is examined are told apart by the end of the code.
VACCINE_CODE = "_vaccine"


@dataclass(frozen=True)
class Entry:
    """When it happened, and who tells it when. `upload` is a picture or a scan: a receipt, a result, a photograph."""

    on: date
    at: datetime
    by: Any
    key: UUID | None = None
    text: str = ""
    upload: Any = None


@dataclass(frozen=True)
class Vet:
    """The veterinarian who did it or answers for it."""

    name: str = ""
    crmv: str = ""

    def __str__(self):
        return f"{self.name}, CRMV {self.crmv}" if self.crmv else self.name


def exam(
    *, custody, entry: Entry, label: str, result: str, code="", laboratory="", is_accredited=False, vet=Vet()
) -> CustodyEvent:
    """An exam, with its result or still waiting for it. `code` is one of the law's entry list, or empty.

    Raises `Refusal` for a code that the law does not ask of this species, and for a result that is no exam's.
    """
    if result not in (Result.PENDING, Result.NEGATIVE, Result.POSITIVE):
        raise Refusal("no_result", "Diga o resultado do exame, ou que ainda se espera por ele.")
    return _add(
        custody,
        entry,
        Kind.EXAM,
        code=code,
        label=_label_of(custody, code, label),
        result=result,
        laboratory=laboratory.strip(),
        is_accredited=is_accredited,
        vet_name=vet.name,
        vet_crmv=vet.crmv,
    )


def result_of(*, event: CustodyEvent, entry: Entry, result: str) -> CustodyEvent:
    """The result of an exam recorded as waiting: another row, also when the animal has left meanwhile."""
    if event.kind != Kind.EXAM or result not in (Result.NEGATIVE, Result.POSITIVE):
        raise Refusal("no_result", "Diga se o resultado é negativo ou positivo.")
    if entry.on < event.on:
        raise Refusal("before_exam", f"O exame é de {event.on:%d/%m/%Y}: o resultado não pode ser anterior.")
    return _add(
        event.custody,
        entry,
        Kind.EXAM,
        after_exit=True,
        code=event.code,
        label=event.label,
        result=result,
        laboratory=event.laboratory,
        is_accredited=event.is_accredited,
        vet_name=event.vet_name,
        vet_crmv=event.vet_crmv,
    )


def vaccine(
    *, custody, entry: Entry, code: str, vet: Vet, lot: VaccineLot | None = None, product_name: str = ""
) -> CustodyEvent:
    """A vaccine applied in custody, also written in the animal's record: from a lot of the stock, or by its name.

    `code` is one of the law's entry list, `rabies_vaccination` or `species_vaccination`. Refusals are the registry's.
    """
    name = str(lot.product) if lot else product_name.strip()
    if not name:
        raise Refusal("no_vaccine", "Escolha a partida ou escreva o nome da vacina.")
    if lot is not None and lot.product.is_rabies != (code == RABIES):
        raise Refusal("other_vaccine", "Esta partida é de outra vacina: confira o que foi aplicado.")

    def write(row):
        common = {"animal": row.animal, "on": entry.on, "at": entry.at, "by": entry.by, "key": entry.key}
        people = {"vet_name": vet.name, "vet_crmv": vet.crmv}
        if lot is not None:
            dose = vaccination.apply(lot=lot, **common, **people)
        else:
            dose = vaccination.record_proof(product_name=name, is_rabies=code == RABIES, **common, **people)
        return {"vaccination": dose.pk}

    return _add(
        custody,
        entry,
        Kind.VACCINE,
        write,
        code=code,
        label=_label_of(custody, code if code.endswith(VACCINE_CODE) else "", name),
        result=Result.DONE,
        vet_name=vet.name,
        vet_crmv=vet.crmv,
    )


def treatment(*, custody, entry: Entry, label: str, code="", vet=Vet(), chip: str = "") -> CustodyEvent:
    """A treatment. Neutering and a chip go to the animal's own record; Refusals are the registry's."""
    if code and code not in TREATMENTS:
        raise Refusal("unknown_treatment", "Escolha o tratamento na lista, ou descreva-o.")
    if code == NEUTERING and not (vet.name and vet.crmv):
        raise Refusal("vet_missing", "Informe o médico veterinário que castrou o animal, com o CRMV.")
    writers = {NEUTERING: lambda row: _neuter(row, entry, vet), CHIP: lambda row: _chip(row, entry, chip)}
    words = law.lawbook_of(custody).ruleset.label(code).capitalize() if code else ""
    return _add(
        custody,
        entry,
        Kind.TREATMENT,
        writers.get(code),
        code=code,
        label=" – ".join(part for part in (words, label.strip(), chip) if part)[:200],
        result=Result.DONE,
        vet_name=vet.name,
        vet_crmv=vet.crmv,
    )


def _neuter(custody, entry, vet):
    fact = animal_facts.neuter(
        animal=custody.animal, on=entry.on, at=entry.at, by=entry.by, reported_by=f"veterinário {vet}"[:200]
    )
    return {"animal_fact": fact.pk}


def _chip(custody, entry, number):
    if not number:
        raise Refusal("no_chip", "Leia ou escreva o número do microchip.")
    carried = [
        animals.Chip(row.number, row.implanted_on, row.collision_accepted)
        for row in custody.animal.chips.order_by("pk")
    ]
    animals.set_chips(animal=custody.animal, chips=[*carried, animals.Chip(number, entry.on)])
    return {"chip": number}


def expense(*, custody, entry: Entry, label: str, cost: Decimal, code="") -> CustodyEvent:
    """Money spent on the animal, in reais. `code` is one that the law makes the owner pay; without it, only kept."""
    if cost is None or cost <= 0:
        raise Refusal("no_cost", "Diga o valor da despesa, em reais.")
    words = dict(expense_codes(custody)).get(code, "")
    if code and not words:
        raise Refusal("not_in_law", "A lei deste caso não cobra esta despesa: registre-a sem o item da lei.")
    return _add(custody, entry, Kind.EXPENSE, code=code, label=label.strip() or words, cost=cost)


def expense_codes(custody) -> list[tuple[str, str]]:
    """The expenses that the law makes the owner pay, as (code, words); empty where it charges none."""
    rule = state.ruleset_of(law.lawbook_of(custody)).bill
    return [(item.code, item.label) for item in rule.expenses] if rule else []


def observe(*, custody, entry: Entry) -> CustodyEvent:
    """Something that was seen: feeding, behaviour, a wound. The text says what."""
    if not entry.text.strip():
        raise Refusal("no_text", "Escreva o que foi observado.")
    return _add(custody, entry, Kind.OBSERVATION, label="Observação")


def cause_rule(custody):
    """The need `cause_ceased` of the law's redemption, with its article; None where the law does not ask for it."""
    rule = state.ruleset_of(law.lawbook_of(custody)).checklists.get("redemption")
    needs = rule.needs if rule else ()
    return next((need for need in needs if need.code == CAUSE_CEASED), None)


def find_cause(*, custody, entry: Entry, ceased: bool) -> CustodyEvent:
    """An agent found that the causes of the seizure ended, or that they last. The text says what was verified."""
    if cause_rule(custody) is None:
        raise Refusal("not_in_law", "A lei deste caso não pede esta constatação.")
    if not entry.text.strip():
        raise Refusal("no_text", "Escreva o que foi verificado.")
    label = "Cessaram as causas da apreensão" if ceased else "Persistem as causas da apreensão"
    return _add(custody, entry, Kind.CAUSE, lambda row: {"ceased": ceased}, label=label)


def name_owner(*, custody, entry: Entry, tutor: Tutor) -> CustodyEvent:
    """Whose animal it is, found out after the seizure; also after it has left: the fine of the event stays due."""
    if not entry.text.strip():
        raise Refusal("no_text", "Escreva como o proprietário foi identificado.")
    if tutor.municipality_id != custody.municipality_id:
        raise ValueError("a person of another municipality")
    if state.owner_of(custody) == (tutor.merged_into or tutor):
        raise Refusal("same_owner", f"{tutor.name} já consta como proprietário deste animal.")
    label = f"Proprietário identificado: {tutor.name}"[:200]
    return _add(custody, entry, Kind.OWNER, after_exit=True, label=label, tutor=tutor)


def entry_codes(custody, *, vaccines: bool) -> list[tuple[str, str]]:
    """The law's entry list for this species, vaccines or exams, as (code, words)."""
    return [
        (row.code, row.label)
        for row in state.entry_exams(custody)
        if row.code.endswith(VACCINE_CODE) == vaccines
    ]


def _label_of(custody, code, label) -> str:
    if not code:
        if not label.strip():
            raise Refusal("no_label", "Diga o que foi feito.")
        return label.strip()
    known = {row.code: row.label for row in state.entry_exams(custody)}
    if code not in known:
        raise Refusal("not_in_law", "A lei não pede este exame ou esta vacina para a espécie do animal.")
    words = known[code]
    return f"{words[:1].upper()}{words[1:]}" + (f": {label.strip()}" if label.strip() else "")


def locked(custody, *, after_exit=False) -> SeizedAnimal:
    """The animal with its case locked; `Refusal("gone")` when it has left, unless `after_exit`."""
    if not after_exit:
        return leaving.lock([custody])[0]
    Case.objects.lock(custody.seizure.act.case_id)
    rows = SeizedAnimal.objects.select_related(
        "municipality", "seizure__act__case", "seizure__owner", "animal__tutor", "exit"
    )
    return rows.get(pk=custody.pk)


@transaction.atomic
def _add(
    custody,
    entry: Entry,
    kind: str,
    write: Callable[[SeizedAnimal], dict] | None = None,
    *,
    after_exit: bool = False,
    **values,
) -> CustodyEvent:
    """One row, in the transaction that also writes elsewhere. The same key gives the row already made."""
    row = locked(custody, after_exit=True)
    made = CustodyEvent.objects.filter(key=entry.key).first() if entry.key else None
    if made is not None:
        if made.custody_id != row.pk:
            raise Refusal("key_used", "Esta página já foi usada para outro animal: abra-a de novo.")
        return made
    if not after_exit:
        leaving.check_present(row)
    _check_day(row, entry)
    facts = write(row) if write else {}
    return CustodyEvent.objects.create(
        custody=row,
        kind=kind,
        on=entry.on,
        text=entry.text.strip(),
        receipt=_kept(row, entry, kind),
        recorded_at=entry.at,
        recorded_by=entry.by,
        key=entry.key,
        facts=facts,
        **{**values, "label": values["label"][:200]},
    )


def _check_day(custody, entry) -> None:
    if entry.on > entry.at.date():
        raise Refusal("in_the_future", "A data não pode ser depois de hoje.")
    if entry.on < custody.seized_on:
        raise Refusal("before", f"O animal entrou em {custody.seized_on:%d/%m/%Y}: confira a data.")


def _kept(custody, entry, kind) -> Attachment | None:
    """The file that came with it, in private storage: a photograph of an observation, a scan of the rest."""
    if entry.upload is None:
        return None
    stored = Attachment.Kind.PHOTO if kind == Kind.OBSERVATION else Attachment.Kind.SCAN
    return attachments.store(
        municipality=custody.municipality, kind=stored, upload=entry.upload, by=entry.by, at=entry.at
    )
