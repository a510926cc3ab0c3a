"""Vaccination: a dose applied, a dose shown by document, a dose voided, and what to say before applying one."""

from dataclasses import dataclass

from django.db import IntegrityError, transaction

from registry.models import Animal, Vaccination
from registry.services import revaccination, vaccine_fees, vaccines
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import annulment
from zoonoses.law import LawError
from zoonoses.municipalities.lawbook import Lawbook
from zoonoses.municipalities.models import Role

OLD_PAGE = "Esta página já foi usada para outro registro: abra-a de novo e repita."


@dataclass(frozen=True)
class Advice:
    """What the person who vaccinates must know or say; never a refusal."""

    text: str
    article: str = ""


@transaction.atomic
def apply(*, animal, lot, on, at, by, key, vet_name="", vet_crmv="", clinic=None, post=None) -> Vaccination:
    """One dose in one animal, of its own day `on`, entered at `at`. Sent again with the same key: the dose made then.

    `clinic` is the clinic that applies, None the agency; the lot belongs to the same. Outside a campaign a vet is
    required. The revaccination day is the earlier of laboratory and law; the vial's expiry is another date.

    Raises `Refusal`: `expired_lot`, `lot_empty`, `lot_not_received`, `lot_of_another`, `vet_missing`, `animal_dead`,
    `before_birth`, `in_the_future`, `already_vaccinated` (a standing dose of the same kind on that day).
    """
    _check_lot_owner(lot, animal, clinic)
    animal, lot = _locked(animal), vaccines.locked(lot)
    made = _made(key, animal)
    if made is not None:
        return made
    _check_day(animal, on, at)
    if post is None:
        _check_vet(animal, on, vet_name, vet_crmv, clinic)
    _check_not_repeated(animal, lot.product, on)
    vaccines.check_dose(lot, on=on)
    values = {
        "lot": lot,
        "product_name": str(lot.product),
        "is_rabies": lot.product.is_rabies,
        "vet_name": vet_name.strip(),
        "vet_crmv": vet_crmv.strip(),
        "clinic": clinic,
        "post": post,
    }
    dose = _created(animal, on, lot.product.lab_period_days, at, by, key, values)
    vaccine_fees.bill_dose(dose, by=by)
    return dose


@transaction.atomic
def record_proof(
    *,
    animal,
    product_name,
    on,
    at,
    by,
    key,
    is_rabies=True,
    shown_until=None,
    vet_name="",
    vet_crmv="",
    clinic=None,
) -> Vaccination:
    """A dose applied elsewhere, known by the document that the tutor showed. It takes nothing from the stock.

    `shown_until` is the revaccination day written on that document; the law may end the protection before it. Raises
    `Refusal` as `apply` does for the day and for a repeated dose; `shown_until_before_dose`.
    """
    animal = _locked(animal)
    made = _made(key, animal)
    if made is not None:
        return made
    _check_day(animal, on, at)
    if shown_until and shown_until <= on:
        raise Refusal(
            "shown_until_before_dose", "A revacinação vem depois da aplicação: confira as duas datas."
        )
    if is_rabies and animal.vaccinations.against_rabies().filter(on=on).exists():
        raise _repeated(animal, on)
    values = {
        "product_name": product_name.strip(),
        "is_rabies": is_rabies,
        "vet_name": vet_name.strip(),
        "vet_crmv": vet_crmv.strip(),
        "clinic": clinic,
        "shown_proof": True,
    }
    return _created(animal, on, (shown_until - on).days if shown_until else None, at, by, key, values)


def _locked(animal) -> Animal:
    """The animal as it is now: two people at once do not give it the same dose."""
    rows = Animal.objects.select_for_update(of=("self",), no_key=True).select_related("municipality")
    return rows.get(pk=animal.pk)


def _created(animal, on, lab_days, at, by, key, values) -> Vaccination:
    lawbook = Lawbook(animal.municipality, on)
    until = revaccination.revaccination(
        lawbook=lawbook, on=on, lab_days=lab_days, is_rabies=values["is_rabies"]
    )
    row = Vaccination(
        animal=animal,
        municipality=animal.municipality,
        on=on,
        revaccinate_on=until.on,
        basis=until.basis,
        law=_law_record(lawbook),
        recorded_by=by,
        recorded_at=at,
        key=key,
        **values,
    )
    try:
        with transaction.atomic():
            row.save(force_insert=True)
    except IntegrityError as error:
        raise Refusal("key_used", OLD_PAGE) from error
    return row


def _made(key, animal) -> Vaccination | None:
    """The dose that this key already made; a key used for another animal is an old page, not a repeated send."""
    made = Vaccination.objects.of(animal.municipality).filter(key=key).first() if key else None
    if made is not None and made.animal_id != animal.pk:
        raise Refusal("key_used", OLD_PAGE)
    return made


def _check_lot_owner(lot, animal, clinic) -> None:
    same_owner = lot.clinic_id == (clinic.pk if clinic else None)
    if lot.municipality_id != animal.municipality_id or not same_owner:
        raise Refusal("lot_of_another", "Esta partida não é do estoque de quem está vacinando.")


def _check_vet(animal, on, vet_name, vet_crmv, clinic) -> None:
    if not (vet_name.strip() and vet_crmv.strip()):
        raise Refusal(
            "vet_missing",
            "Informe o médico veterinário responsável e o CRMV: só em campanha oficial a dose vai sem eles.",
            _article(animal.municipality, on, "vaccination_card" if clinic else "vaccination_receipt"),
        )


def _check_day(animal, on, at) -> None:
    if on > at.date():
        raise Refusal("in_the_future", "A aplicação não pode ser depois de hoje.")
    if animal.died_on and on > animal.died_on:
        raise Refusal("animal_dead", f"O óbito deste animal foi registrado em {animal.died_on:%d/%m/%Y}.")
    if animal.born_on and on < animal.born_on:
        raise Refusal(
            "before_birth", f"O animal nasceu em {animal.born_on:%d/%m/%Y}: confira o dia da aplicação."
        )


def _check_not_repeated(animal, product, on) -> None:
    rows = Vaccination.objects.standing().filter(animal=animal, on=on)
    rows = rows.filter(is_rabies=True) if product.is_rabies else rows.filter(lot__product=product)
    if rows.exists():
        raise _repeated(animal, on)


def _repeated(animal, on) -> Refusal:
    return Refusal("already_vaccinated", f"{animal} já tem esta vacina registrada em {on:%d/%m/%Y}.")


def _law_record(lawbook) -> dict:
    """What a dose keeps of the law it was given under; empty where the municipality adopted no law for the day."""
    try:
        return dict(lawbook.record())
    except LawError as error:
        if error.code != "not_in_law":
            raise
        return {}


def _article(municipality, on, document) -> str:
    try:
        rule = Lawbook(municipality, on).ruleset.documents.get(document)
    except LawError:
        return ""
    return rule.article if rule else ""


@transaction.atomic
def void(*, vaccination, reason, by, at) -> Vaccination:
    """Takes a dose back: it no longer protects, and returns to its lot. Voiding twice changes nothing.

    A certificate already issued falls with it, and so does what was charged: only a manager undoes those. Raises
    `Refusal`: `reason_missing`, `certificate_standing`, `charge_standing`, `has_payments`.
    """
    row = Vaccination.objects.select_for_update(of=("self",), no_key=True).get(pk=vaccination.pk)
    if row.voided_on is not None:
        return row
    if not reason.strip():
        raise Refusal("reason_missing", "Escreva o motivo da anulação.")
    document = row.document
    if document is not None and not hasattr(document, "annulment"):
        if by.role != Role.MANAGER:
            raise Refusal(
                "certificate_standing",
                f"{document} já foi emitido. Só o gestor anula esta vacinação, e o documento cai com ela.",
            )
        annulment.annul(document=document, reason=f"Vacinação anulada: {reason.strip()}", by=by, at=at)
    vaccine_fees.forgive(row, reason=reason.strip(), by=by, at=at)
    row.voided_on, row.void_reason, row.voided_by = at.date(), reason.strip(), by
    row.save(update_fields=["voided_on", "void_reason", "voided_by"])
    return row


def last_rabies(animal) -> Vaccination | None:
    """The latest standing dose against rabies."""
    return animal.vaccinations.against_rabies().order_by("-on", "-pk").first()


def is_protected(animal, on) -> bool:
    """Whether the latest rabies dose still protects on a day, the last day included; unknown counts as protected."""
    last = last_rabies(animal)
    return last is not None and (last.revaccinate_on is None or on <= last.revaccinate_on)


def advice(*, animal, on) -> list[Advice]:
    """What to know and to say when this animal is vaccinated: age, protection still running, registration."""
    lawbook = Lawbook(animal.municipality, on)
    said = []
    required_from, article = revaccination.first_dose_from(lawbook=lawbook, born_on=animal.born_on)
    if required_from and on < required_from:
        said.append(Advice(f"A lei só exige a primeira dose a partir de {required_from:%d/%m/%Y}.", article))
    last = last_rabies(animal)
    if last and last.revaccinate_on and on <= last.revaccinate_on:
        said.append(
            Advice(
                f"Ainda protegido: dose de {last.on:%d/%m/%Y}, revacinação em {last.revaccinate_on:%d/%m/%Y}."
            )
        )
    if not hasattr(animal, "rga"):
        said += nudge(animal.municipality, on)
    return said


def nudge(municipality, on) -> list[Advice]:
    """The duty to tell people to register the animal, where the law has it (`orient_to_register`)."""
    try:
        duty = Lawbook(municipality, on).ruleset.obligations.get("orient_to_register")
    except LawError:
        return []
    if duty is None:
        return []
    return [Advice("Animal sem registro: oriente o tutor a registrá-lo.", duty.article)]
