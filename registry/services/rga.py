"""The RGA: what is said before an animal is registered, the registration itself, and the card and tag it makes."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from django.db import transaction

from registry.documents.identity import COMMON_FORM, Identity, owner_of, phones_of
from registry.documents.registration import registration_body
from registry.models import Animal, AnimalFact, IdentityCard, Rga, Vaccination
from registry.services import households, numbers
from registry.services.law import SILENT, article_of, ask_or_silence
from registry.text import search_key
from zoonoses.documents import codes
from zoonoses.documents.contexts_registry import REGISTRATION_FORM
from zoonoses.documents.kinds import DocumentKind
from zoonoses.documents.refusals import Refusal, of_law
from zoonoses.documents.services.idempotency import once_document
from zoonoses.documents.services.issuing import issue
from zoonoses.law import LawError
from zoonoses.municipalities.lawbook import Lawbook
from zoonoses.municipalities.services import units
from zoonoses.municipalities.templatetags import br
from zoonoses.treasury.services.charges import charge

RABIES = "rabies_vaccination"
SERVICE = "registration"
TITLE = "Formulário de registro de animal"
COPIES = ("órgão municipal", "tutor")
CLINIC_COPIES = ("local do registro", *COPIES)
PETS = (Animal.Species.DOG, Animal.Species.CAT)


@dataclass(frozen=True)
class Remark:
    """What is said at the registration, with its article; `blocks` when the law does not let it through."""

    code: str
    sentence: str
    article: str = ""
    blocks: bool = False

    @property
    def line(self) -> str:
        """In one line, for the paper."""
        return f"{self.sentence} ({self.article})" if self.article else self.sentence


@dataclass(frozen=True)
class Price:
    """What is owed in reais, the articles and the steps it rests on; `amount` None where the law has no such price."""

    amount: Decimal | None
    article: str = ""
    basis: tuple = ()

    @property
    def line(self) -> str:
        if self.amount is None:
            return ""
        return f"{br.money(self.amount)} ({self.article})" if self.article else br.money(self.amount)


def price(*, municipality, on: date, service: str, quantity: int = 1) -> Price:
    """The law's price of a service on a day, converted to reais on that day where the law counts in a unit.

    Raises `Refusal` when the unit's value of the day is unknown.
    """
    lawbook = Lawbook(municipality, on)
    answer = ask_or_silence(lawbook, "price", service=service, quantity=quantity)
    if answer is None:
        return Price(None)
    total = answer["total"]
    if total["unit"] != "BRL":
        try:
            worth = units.value_on(municipality, total["unit"], on)
        except LawError as error:
            raise of_law(error) from error
        total = ask_or_silence(lawbook, "convert", amount=total, index_value=str(worth.value))["amount"]
    return Price(Decimal(total["amount"]), article_of(answer), tuple(answer["basis"]))


def last_rabies(animal, on: date) -> Vaccination | None:
    """The last standing vaccination against rabies applied until a day."""
    rows = animal.vaccinations.filter(is_rabies=True, voided_on=None, on__lte=on)
    return rows.order_by("-on", "-pk").first()


def remarks(*, animal, on: date) -> list[Remark]:
    """What the law says of registering this animal on a day: species, age, vaccine, household. Blocking ones first.

    Refused: before the law's age opens; without the vaccine where the law wants it in the act. Let through: after the
    age has passed and over the household's limit, which are other matters than keeping the animal out of the register.
    """
    lawbook = Lawbook(animal.municipality, on)
    found = [
        *_scope(animal, lawbook),
        *_age(animal, lawbook),
        *_vaccine(animal, lawbook),
        *_household(animal, on),
    ]
    return sorted(found, key=lambda remark: not remark.blocks)


def _ruleset(lawbook):
    try:
        return lawbook.ruleset
    except LawError:
        return None


def _scope(animal, lawbook) -> list[Remark]:
    law = _ruleset(lawbook)
    if law is None or not law.practice.scope_species or animal.species in law.practice.scope_species:
        return []
    article = law.practice.articles.get("scope_species", "")
    return [
        Remark(
            "out_of_scope", f"A lei não trata do registro desta espécie. {law.practice.scope_note}", article
        )
    ]


def _age(animal, lawbook) -> list[Remark]:
    law = _ruleset(lawbook)
    if law is None or "registration_opens" not in law.terms:
        return []
    if animal.born_on is None:
        return [
            Remark(
                "age_unknown",
                "Sem data de nascimento, a idade de registro não pode ser conferida.",
                law.terms["registration_opens"].article,
            )
        ]
    opens = ask_or_silence(lawbook, "term", term="registration_opens", start=animal.born_on)
    if opens and lawbook.on < date.fromisoformat(opens["opens_on"]):
        day = date.fromisoformat(opens["opens_on"])
        sentence = (
            f"O animal ainda não tem idade para o registro: pode ser registrado a partir de {day:%d/%m/%Y}."
        )
        return [Remark("too_young", sentence, article_of(opens), blocks=True)]
    return _age_over(animal, lawbook)


def _age_over(animal, lawbook) -> list[Remark]:
    closes = ask_or_silence(lawbook, "term", term="registration_closes", start=animal.born_on)
    if closes is None or lawbook.on < date.fromisoformat(closes["overdue_from"]):
        return []
    day = date.fromisoformat(closes["due_on"])
    sentence = f"A idade de registro terminou em {day:%d/%m/%Y}. O registro é feito e regulariza o animal."
    late = ask_or_silence(lawbook, "finding", check="registration", born_on=animal.born_on, on=lawbook.on)
    if late and late["infraction"]:
        sentence += f" Até o registro: {lawbook.ruleset.infractions[late['infraction']].label}."
    return [Remark("too_old", sentence, article_of(closes))]


def _vaccine(animal, lawbook) -> list[Remark]:
    law = _ruleset(lawbook)
    required = law is not None and RABIES in law.practice.registration_requires
    if animal.species not in PETS:
        return []
    dose = last_rabies(animal, lawbook.on)
    if dose is not None and (dose.revaccinate_on is None or dose.revaccinate_on >= lawbook.on):
        return []
    what = (
        "Não há vacina contra a raiva registrada para este animal"
        if dose is None
        else f"A vacina contra a raiva venceu em {dose.revaccinate_on:%d/%m/%Y}"
    )
    if required:
        sentence = f"{what}: aplique a vacina ou registre o comprovante antes de registrar o animal."
        return [
            Remark(
                "no_vaccine", sentence, law.practice.articles.get("registration_requires", ""), blocks=True
            )
        ]
    infraction = law.infractions.get("rabies_vaccination_missing") if law else None
    if infraction is not None:
        return [Remark("no_vaccine", f"{what}. A lei obriga a vacinar.", infraction.article)]
    return [Remark("no_vaccine", f"{what}. Exigir a vacina no registro: {SILENT}.")]


def _household(animal, on) -> list[Remark]:
    owner = owner_of(animal)
    if owner is None:
        return []
    place = search_key(animal.kept_at) or owner.address_key
    try:
        answer = households.count(municipality=animal.municipality, address_key=place, on=on, adding=[animal])
    except LawError as error:
        raise of_law(error) from error
    if answer is None or not answer["over_limit"]:
        return []
    sentence = (
        f"Com este animal o endereço tem {answer['counted']} cães e gatos que contam para o limite, "
        f"que é de {answer['limit']}. O registro é feito; o excesso é outro assunto."
    )
    return [Remark("over_limit", sentence, article_of(answer))]


def identity_of(
    *, animal, number: int, registered_on: date, issued_on: date, with_dose: bool = True
) -> Identity:
    """What the papers of an animal say, as the register stands now. `with_dose=False` leaves the vaccine out."""
    owner, caretaker = owner_of(animal), False
    if owner is None and animal.is_community:
        commitment = animal.commitments.select_related("caretaker").order_by("-signed_on", "-pk").first()
        owner, caretaker = (commitment.caretaker, True) if commitment else (None, False)
    return Identity(
        animal=animal,
        owner=owner,
        phones=phones_of(owner),
        number=number,
        registered_on=registered_on,
        issued_on=issued_on,
        vaccination=last_rabies(animal, issued_on) if with_dose else None,
        caretaker=caretaker,
    )


@transaction.atomic
def register_rga(*, animal, at, by, key, clinic=None, number=None, service=SERVICE) -> Rga:
    """Registers an animal for ever: number, form in the law's vias, card and tag, and the price when at the agency.

    A clinic registers inside its blocks (`number`, or its lowest free one) and paid with its kits. A form sent again
    gives the registration already made. `service` is the law's price of it, where another than the common one. Raises
    `Refusal` for a dead or registered animal, one without a tutor, what the law does not let through (`remarks`), and
    as `numbers.take` does.
    """
    document = once_document(
        animal.municipality,
        key,
        lambda: _register(animal=animal, at=at, by=by, clinic=clinic, number=number, service=service).form,
    )
    return document.rga


def _register(*, animal, at, by, clinic, number, service) -> Rga:
    animal = (
        Animal.objects.select_for_update(of=("self",))
        .select_related("municipality", "tutor")
        .get(pk=animal.pk)
    )
    on = at.date()
    said = _may_register(animal, on)
    taken = numbers.take(municipality=animal.municipality, on=on, clinic=clinic, number=number)
    owed = Price(None) if clinic else price(municipality=animal.municipality, on=on, service=service)
    identity = identity_of(animal=animal, number=taken.number, registered_on=on, issued_on=on)
    form = _form(identity, said=said, owed=owed, clinic=clinic, at=at, by=by)
    rga = Rga.objects.create(
        municipality=animal.municipality,
        number=taken.number,
        animal=animal,
        registered_on=on,
        registered_at=at,
        registered_by=by,
        clinic=clinic,
        block=taken.block,
        form=form,
        charge=bill(identity, owed, "registration", f"Registro de animal – RGA {taken.number}", on, by),
        code=codes.new_code(),
    )
    AnimalFact.objects.create(
        animal=animal,
        kind=AnimalFact.Kind.REGISTERED,
        on=on,
        recorded_at=at,
        recorded_by=by,
        to_tutor=animal.tutor,
        document=form,
        notes=f"RGA {taken.number}",
    )
    IdentityCard.objects.bulk_create(
        IdentityCard(rga=rga, kind=kind, issued_on=on, issued_by=by) for kind in IdentityCard.Kind
    )
    return rga


def _may_register(animal, on) -> list[Remark]:
    if animal.died_on is not None:
        raise Refusal("dead", f"Este animal morreu em {animal.died_on:%d/%m/%Y}, segundo o cadastro.")
    if Rga.objects.filter(animal=animal).exists():
        raise Refusal("already_registered", f"Este animal já tem o RGA {animal.rga.number}.")
    if animal.tutor is None and not animal.is_community:
        raise Refusal("no_tutor", "Diga primeiro quem é o tutor do animal, na página dele.")
    said = remarks(animal=animal, on=on)
    for remark in said:
        if remark.blocks:
            raise Refusal(remark.code, remark.sentence, remark.article)
    return said


def _form(identity, *, said, owed, clinic, at, by):
    animal = identity.animal
    law = _ruleset(Lawbook(animal.municipality, at.date()))
    rule = law.documents.get("registration_form") if law else None
    labels = rule.copy_labels if rule and rule.copy_labels else (CLINIC_COPIES if clinic else COPIES)
    body = registration_body(
        identity,
        law=law.header.short_title if law else "",
        article=rule.article if rule else "",
        fields=rule.fields if rule else COMMON_FORM,
        notes=[remark.line for remark in said],
        clinic=clinic,
        price=owed.line,
        by=by,
    )
    return issue(
        municipality=animal.municipality,
        kind=DocumentKind.REGISTRATION_FORM,
        template=REGISTRATION_FORM,
        title=TITLE,
        body=body,
        at=at,
        author=by,
        copies=labels,
    )


def bill(identity, owed: Price, kind, description, on, by):
    """The charge of an act of the registry, to whoever answers for the animal; None where there is no price."""
    owner = identity.owner
    if owed.amount is None or owner is None:
        return None
    return charge(
        municipality=identity.animal.municipality,
        kind=kind,
        description=description,
        article=owed.article,
        basis=owed.basis,
        payer_name=owner.name,
        payer_document=owner.document,
        payer=f"tutor:{owner.pk}",
        subject=f"animal:{identity.animal.pk}",
        amount=owed.amount,
        on=on,
        by=by,
    )
