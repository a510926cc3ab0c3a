"""The counter: tutor, animal, rabies dose, registration and papers of one attendance, made together or not at all.

It composes the services of each; what the law allows, they say.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID, uuid5

from django.db import transaction
from django.db.models import Q

from registry.models import Animal, IdentityCard, PrintBatch, Rga, Tutor, Vaccination, VaccineLot
from registry.querysets import group_of
from registry.services import animals, certificates, duplicates, printing, tutors, vaccination
from registry.services import rga as rgas
from registry.text import only_digits, search_key
from zoonoses import brazil
from zoonoses.documents.models import Document
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services.idempotency import once_document

PRINTS = {
    PrintBatch.Kind.CARDS_SINGLE: IdentityCard.Kind.CARD,
    PrintBatch.Kind.TAGS: IdentityCard.Kind.TAG,
}


@dataclass(frozen=True)
class DoseGiven:
    """A rabies dose as typed: the lot, the day of the application, and the vet who answers for it."""

    lot: VaccineLot
    on: object
    vet_name: str
    vet_crmv: str


@dataclass(frozen=True)
class ProofShown:
    """A dose against rabies applied elsewhere, as the document shown says."""

    product_name: str
    on: object
    shown_until: object = None
    vet_name: str = ""
    vet_crmv: str = ""


@dataclass(frozen=True)
class Request:
    """What was asked at the counter. An animal or tutor that exists goes before the values of a new one.

    `number` is the kit's that a clinic typed; `None` takes its lowest free one.
    """

    tutor: Tutor | None = None
    tutor_values: dict | None = None
    animal: Animal | None = None
    animal_values: dict | None = None
    chips: tuple = ()
    dose: DoseGiven | None = None
    proof: ProofShown | None = None
    registers: bool = True
    number: int | None = None


@dataclass(frozen=True)
class Said:
    """What must be read before going on: a sentence and its article."""

    text: str
    article: str = ""


class ToConfirm(Exception):
    """Nothing was written: the law, or a record of the same likeness, has something to say first."""

    def __init__(self, said):
        super().__init__("to be confirmed")
        self.said = said


@transaction.atomic
def attend(
    *, municipality, at: datetime, by, key: UUID, request: Request, clinic=None, confirmed=False
) -> Animal:
    """One attendance; the animal attended. A form sent again gives the animal of the first time.

    Order: tutor, animal, dose, registration, card and tag, since a law may want the dose before the registration. An
    animal that has its RGA is only vaccinated. Raises `ToConfirm` while what the law says was not confirmed, and
    `Refusal` as each service does; either leaves nothing behind. `Refusal("nothing_asked")` without dose and without
    registration; a dose shown by document comes with a registration, and has no paper here.
    """
    if hasattr(request.animal, "rga"):
        request = replace(request, registers=False)
    if request.dose is None and not request.registers:
        raise Refusal("nothing_asked", "Marque o que fazer: vacinar, registrar, ou os dois.")

    def make() -> Document:
        return _attend(municipality, at, by, key, request, clinic, confirmed)

    document = once_document(municipality, key, make)
    dose = Vaccination.objects.filter(document=document).select_related("animal").first()
    return dose.animal if dose else Rga.objects.select_related("animal").get(form=document).animal


def _attend(municipality, at, by, key, request, clinic, confirmed) -> Document:
    said = _likely(municipality, request, clinic)
    tutor = request.tutor or tutors.register(municipality=municipality, values=request.tutor_values)
    animal = request.animal or animals.register(
        municipality=municipality, tutor=tutor, values=request.animal_values, chips=request.chips
    )
    dose = None
    if request.dose is not None:
        said += _advice(animal, request)
        dose = _vaccinate(animal, at, by, key, request.dose, clinic)
    elif request.proof is not None:
        _prove(animal, at, by, key, request.proof, clinic)
    if request.registers:
        said += _remarks(animal, at.date())
    if said and not confirmed:
        raise ToConfirm(said)
    paper = certificates.certificate(vaccination=dose, at=at, by=by) if dose else None
    if not request.registers:
        return paper
    rga = rgas.register_rga(
        animal=animal, at=at, by=by, key=uuid5(key, "rga"), clinic=clinic, number=request.number
    )
    order_prints(rga=rga, at=at, by=by, key=key)
    return rga.form


def _remarks(animal, on) -> list[Said]:
    """What the law says of the registration; raises `Refusal` when it does not let it through."""
    remarks = rgas.remarks(animal=animal, on=on)
    for remark in remarks:
        if remark.blocks:
            raise Refusal(remark.code, remark.sentence, remark.article)
    return [Said(remark.sentence, remark.article) for remark in remarks]


def _likely(municipality, request, clinic) -> list[Said]:
    """Records that may be the new person's. A clinic is not told of people whom it does not know."""
    if request.tutor is not None or not request.tutor_values or clinic is not None:
        return []
    found = duplicates.likely_same(municipality=municipality, values=request.tutor_values)
    return [
        Said(
            f"Já há um cadastro parecido: {person.name}, {person.address_line or 'sem endereço'}. "
            "Se for a mesma pessoa, volte e procure por ela."
        )
        for person in found
    ]


def _advice(animal, request) -> list[Said]:
    """What is said of the dose; the duty to tell people to register is met by registering."""
    dose = request.dose
    lines = vaccination.advice(animal=animal, on=dose.on)
    known = vaccination.nudge(animal.municipality, dose.on) if request.registers else []
    return [Said(line.text, line.article) for line in lines if line not in known]


def _vaccinate(animal, at, by, key, given, clinic) -> Vaccination:
    return vaccination.apply(
        animal=animal,
        lot=given.lot,
        on=given.on,
        at=at,
        by=by,
        key=uuid5(key, "dose"),
        vet_name=given.vet_name,
        vet_crmv=given.vet_crmv,
        clinic=clinic,
    )


def _prove(animal, at, by, key, given, clinic) -> Vaccination:
    return vaccination.record_proof(
        animal=animal, at=at, by=by, key=uuid5(key, "proof"), clinic=clinic, **vars(given)
    )


def order_prints(*, rga, at, by, key) -> list[PrintBatch]:
    """The card and the tag of a registration, each a batch of one row, to be drawn after the transaction."""
    cards = {card.kind: card for card in rga.cards.filter(voided_on=None)}
    return [
        printing.order(
            municipality=rga.municipality,
            kind=kind,
            at=at,
            by=by,
            key=uuid5(key, kind),
            cards=[cards[of_card].pk],
        )
        for kind, of_card in PRINTS.items()
        if of_card in cards
    ]


def prints_of(animal) -> list[PrintBatch]:
    """The latest batch of each kind that holds nothing but the standing card, or tag, of this animal."""
    rows = PrintBatch.objects.filter(
        rows__card__rga__animal=animal, rows__card__voided_on=None, kind__in=PRINTS, rows__position=1
    ).exclude(rows__position__gt=1)
    latest = {row.kind: row for row in rows.distinct().order_by("pk")}
    return [latest[kind] for kind in PRINTS if kind in latest]


def draw(*, animal, run: Callable[[int], int]) -> None:
    """Draws at once what of the animal's card and tag was ordered and not drawn: the tutor is waiting."""
    for batch in prints_of(animal):
        if batch.finished_at is None:
            run(batch.pk)


def find(*, municipality, text, clinic=None) -> tutors.Found:
    """Who was named by CPF, CNPJ or name. A clinic finds by name only the people of its own animals; by a whole
    document, whoever has it, since that person is at its counter.
    """
    if clinic is None:
        return tutors.search(municipality=municipality, text=text)
    document = document_of(text)
    if document:
        head = tutors.by_document(municipality=municipality, document=document)
        return tutors.Found([head] if head and not head.anonymised_on else [])
    if len(only_digits(text)) > 5:
        return tutors.Found(sentence="Este CPF ou CNPJ não é válido: confira os números.")
    known = known_to(clinic)
    rows = Tutor.objects.of(municipality).filter(merged_into=None, anonymised_on=None)
    rows = rows.filter(Q(pk__in=known) | Q(merged_from__in=known)).distinct()
    words = search_key(text).split()
    for word in words:
        rows = rows.filter(name_key__contains=word)
    return tutors.Found(list(rows.order_by("name_key", "pk")[: tutors.FIRST_RESULTS]) if words else [])


def document_of(text) -> str:
    """The CPF or CNPJ that a text is, with right check digits; "" for anything else."""
    bare = brazil.bare(text or "")
    check = {11: brazil.cpf, 14: brazil.cnpj}.get(len(bare))
    if check is None:
        return ""
    try:
        return check(bare)
    except ValueError:
        return ""


def animals_of(clinic):
    """Animals that a clinic registered or vaccinated."""
    return Q(rga__clinic=clinic) | Q(vaccinations__clinic=clinic)


def known_to(clinic):
    """Primary keys of the people of a clinic's own animals."""
    return Animal.objects.filter(animals_of(clinic), tutor__isnull=False).values("tutor")


def living_animals(*, tutor, clinic=None):
    """The person's living animals, of every record that is this person; a clinic sees its own."""
    rows = Animal.objects.filter(tutor__in=group_of(tutor), died_on=None).select_related("rga")
    if clinic is not None:
        rows = rows.filter(animals_of(clinic)).distinct()
    return rows.order_by("name_key", "pk")
