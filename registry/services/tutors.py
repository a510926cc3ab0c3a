"""People of the registry: entered, corrected, found, and warned about before they are entered twice."""

import re
from dataclasses import dataclass, field
from difflib import SequenceMatcher

from django.db import IntegrityError, transaction
from django.db.models import Q

from registry.models import Phone, Tutor, TutorWarning
from registry.text import only_digits, search_key
from zoonoses import brazil
from zoonoses.documents.refusals import Refusal

FIRST_RESULTS = 25
NEAR_NAME = 0.8
_CPF_LOOK = re.compile(r"\d{3}\.\d{3}\.\d{3}-?\d{0,2}|\d{9,10}-\d{2}")
_NUMBER_LOOK = re.compile(r"[\d\s.\-/()+]+")


@dataclass(frozen=True)
class Found:
    """Result of a search: people, and a sentence when what was typed cannot be found as it stands."""

    tutors: list = field(default_factory=list)
    sentence: str = ""
    has_more: bool = False


def by_document(*, municipality, document, but=None) -> Tutor | None:
    """Who has this CPF or CNPJ in the municipality, other than the record `but`."""
    rows = Tutor.objects.of(municipality).heads().filter(document=document)
    return rows.exclude(pk=but).first() if document else None


@transaction.atomic
def register(*, municipality, values) -> Tutor:
    """A new person. `values` are the cleaned fields of the form, `phones` among them.

    Raises `Refusal("same_document")` when somebody has the document, also when both are entered at one moment.
    """
    return _write(Tutor(municipality=municipality), values)


@transaction.atomic
def update(*, tutor, values) -> Tutor:
    """Corrects a person's record; the audit trail keeps what it was. Refusals as `register`."""
    return _write(tutor, values)


def _write(tutor, values) -> Tutor:
    values = dict(values)
    phones = values.pop("phones", None)
    for name, value in values.items():
        setattr(tutor, name, value)
    tutor.clean_keys()
    try:
        with transaction.atomic():
            tutor.save()
    except IntegrityError as error:
        if by_document(municipality=tutor.municipality, document=tutor.document, but=tutor.pk) is None:
            raise
        raise Refusal(
            "same_document", "Este documento já está em outro cadastro: procure a pessoa."
        ) from error
    if phones is not None:
        for phone in tutor.phones.exclude(number__in=phones):
            phone.delete()
        for number in phones:
            Phone.objects.get_or_create(tutor=tutor, number=number)
    return tutor


def likely_same(*, municipality, values, but=None) -> list[Tutor]:
    """People who may be the one about to be entered: near name with the same address or telephone, or the
    same name.

    A warning, never a refusal: relatives share a house.
    """
    name = search_key(values.get("name", ""))
    address = search_key(values.get("street", ""), values.get("number", ""), values.get("district", ""))
    same_place = Q(phones__number__in=values.get("phones") or [])
    if values.get("street"):
        same_place |= Q(address_key=address)
    rows = (
        Tutor.objects.of(municipality)
        .heads()
        .exclude(pk=but)
        .filter(Q(name_key=name) | same_place)
        .distinct()
    )
    return [tutor for tutor in rows[:200] if _near(tutor.name_key, name)][:FIRST_RESULTS]


def _near(one: str, other: str) -> bool:
    """Nearly equal names, or one written with fewer words than the other (`maria souza`, `maria da silva
    souza`)."""
    fewer, more = sorted((set(one.split()), set(other.split())), key=len)
    return SequenceMatcher(None, one, other).ratio() >= NEAR_NAME or (len(fewer) > 1 and fewer <= more)


def search(*, municipality, text) -> Found:
    """The first people found by name (any order, no accents), document, telephone or address.

    An invalid CPF or CNPJ finds nobody and says so: a search that guesses shows the wrong person.
    """
    text = (text or "").strip()
    rows = Tutor.objects.of(municipality).heads().prefetch_related("phones")
    if not text:
        return Found()
    if _NUMBER_LOOK.fullmatch(text) and len(only_digits(text)) > 5:
        return _by_number(rows, text)
    if (
        len(brazil.bare(text)) == 14
        and re.fullmatch(r"[A-Z0-9]{12}\d\d", brazil.bare(text))
        and " " not in text
    ):
        return _by_cnpj(rows, text)
    in_name, in_address = Q(), Q()
    for word in search_key(text).split():
        in_name &= Q(name_key__contains=word)
        in_address &= Q(address_key__contains=word)
    return _first(rows.filter(in_name | in_address)) if in_name else Found()


def _by_number(rows, text) -> Found:
    digits = only_digits(text)
    if len(digits) == 14 and not text.startswith("+"):
        return _by_cnpj(rows, text)
    if _CPF_LOOK.fullmatch(text):
        return _by_cpf(rows, text)
    try:
        number = brazil.phone(text)
    except ValueError:
        return (
            _by_cpf(rows, text) if len(digits) >= 10 else _first(rows.filter(phones__number__endswith=digits))
        )
    found = _first(rows.filter(Q(phones__number=number) | Q(document=digits)).distinct())
    if found.tutors or not text.isdigit():
        return found
    as_cpf = _by_cpf(rows, text).sentence
    return Found(sentence=f"Ninguém tem este telefone. Se for um CPF: {as_cpf}") if as_cpf else found


def _by_cpf(rows, text) -> Found:
    try:
        document = brazil.cpf(text)
    except ValueError as error:
        return Found(sentence=str(error))
    return _first(rows.filter(document=document))


def _by_cnpj(rows, text) -> Found:
    try:
        document = brazil.cnpj(text)
    except ValueError as error:
        return Found(sentence=str(error))
    return _first(rows.filter(document=document))


def _first(rows) -> Found:
    found = list(rows[: FIRST_RESULTS + 1])
    return Found(found[:FIRST_RESULTS], has_more=len(found) > FIRST_RESULTS)


def standing_warnings(tutor) -> list[TutorWarning]:
    """What an agent must know before the visit, of the person and of the records merged into theirs."""
    if tutor is None:
        return []
    rows = TutorWarning.objects.filter(Q(tutor=tutor) | Q(tutor__merged_into=tutor), lifted_on=None)
    return list(rows.select_related("author__user").order_by("pk"))


def warn(*, tutor, reason, by, on) -> TutorWarning:
    """A danger to be known before the visit."""
    return TutorWarning.objects.create(tutor=tutor, reason=reason, author=by, on=on)


@transaction.atomic
def lift_warning(*, warning, by, on) -> None:
    """The danger is past; the row stays as history. Lifting twice changes nothing."""
    rows = TutorWarning.objects.filter(pk=warning.pk, lifted_on=None)
    rows.update(lifted_on=on, lifted_by=by)
