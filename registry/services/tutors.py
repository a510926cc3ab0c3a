"""People of the registry: entered, corrected, found, and warned about before they are entered twice."""

import re
from dataclasses import dataclass, field

from django.db import IntegrityError, transaction
from django.db.models import Case, Q, Value, When

from registry.models import Phone, Tutor, TutorAddress, TutorWarning
from registry.querysets import group_of
from registry.text import only_digits, search_key
from zoonoses import brazil
from zoonoses.documents.refusals import Refusal

FIRST_RESULTS = 25
_CPF_LOOK = re.compile(r"\d{3}\.\d{3}\.\d{3}-?\d{0,2}|\d{9,10}-\d{2}")
_NUMBER_LOOK = re.compile(r"[\d\s.\-/()+]+")


@dataclass(frozen=True)
class Found:
    """Result of a search: people, and a sentence when what was typed cannot be found as it stands."""

    tutors: list = field(default_factory=list)
    sentence: str = ""
    has_more: bool = False
    queries: tuple = ()

    def everyone(self):
        """All the people found, by name: what the file of the search holds. Records merged show the other."""
        matched = Q(pk__in=[])
        for rows in self.queries:
            bare = rows.order_by()
            matched |= Q(pk__in=bare.values("pk"))
            matched |= Q(pk__in=bare.exclude(merged_into=None).values("merged_into"))
        return Tutor.objects.filter(matched, merged_into=None).order_by("name_key", "pk")


def by_document(*, municipality, document, but=None) -> Tutor | None:
    """Who has this CPF or CNPJ in the municipality, other than the person of the record `but`.

    A record merged into another counts as the other: who has it is the person as they stand today.
    """
    if not document:
        return None
    rows = Tutor.objects.of(municipality).filter(document=document).select_related("merged_into")
    heads = [row.merged_into or row for row in rows.order_by("pk")]
    return next((head for head in heads if head.pk != but), None)


@transaction.atomic
def register(*, municipality, values) -> Tutor:
    """A new person. `values` are the cleaned fields of the form, `phones` among them.

    Raises `Refusal("same_document")` when somebody has the document, also when both are entered at one moment.
    """
    return _write(Tutor(municipality=municipality), values)


@transaction.atomic
def update(*, tutor, values) -> Tutor:
    """Corrects a person's record; the audit trail keeps what it was. Refusals as `register`, and of records that
    were merged into another or anonymised.
    """
    if tutor.merged_into_id:
        raise Refusal(
            "merged", f"Este cadastro foi unificado ao de {tutor.merged_into.name}: corrija aquele."
        )
    if tutor.anonymised_on:
        raise Refusal("anonymised", "Este cadastro foi anonimizado e não se altera mais.")
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


def search(*, municipality, text) -> Found:
    """The first people found by name (any order, no accents), document, telephone or address, exact hits first.

    What is found in a record merged into another shows the other. An invalid CPF or CNPJ finds nobody and says so: a
    search that guesses shows the wrong person.
    """
    text = (text or "").strip()
    rows = Tutor.objects.of(municipality).filter(anonymised_on=None)
    if not text:
        return Found()
    if _NUMBER_LOOK.fullmatch(text) and len(only_digits(text)) > 5:
        return _by_number(rows, text)
    bare = brazil.bare(text)
    if len(bare) == 14 and re.fullmatch(r"[A-Z0-9]{12}\d\d", bare) and " " not in text:
        return _by_cnpj(rows, text)
    return _by_words(rows, search_key(text))


def _by_words(rows, key) -> Found:
    """By name, then by address."""
    if not key:
        return Found()
    in_address = Q()
    for word in key.split():
        in_address &= Q(address_key__contains=word)
    others = TutorAddress.objects.filter(in_address).order_by().values("tutor")
    return _first(named(rows, key), rows.filter(in_address), rows.filter(pk__in=others))


def named(rows, key):
    """The rows whose `name_key` holds every word of a key: the exact name first, then names that begin with it.

    The order is reckoned, so that no database walks the whole list of names in its order to find a rare one.
    """
    for word in key.split():
        rows = rows.filter(name_key__contains=word)
    nearness = Case(
        When(name_key=key, then=Value(0)), When(name_key__startswith=key, then=Value(1)), default=Value(2)
    )
    return rows.order_by(nearness, "name_key", "pk")


def _by_number(rows, text) -> Found:
    digits = only_digits(text)
    if len(digits) == 14 and not text.startswith("+"):
        return _by_cnpj(rows, text)
    if _CPF_LOOK.fullmatch(text):
        return _by_cpf(rows, text)
    try:
        number = brazil.phone(text)
    except ValueError:
        if len(digits) >= 10:
            return _by_cpf(rows, text)
        return _first(_called(rows, number__endswith=digits), _numbered(rows, text))
    found = _first(_called(rows, number=number), rows.filter(document=digits))
    if found.tutors or not text.isdigit():
        return found
    as_cpf = _by_cpf(rows, text).sentence
    return Found(sentence=f"Ninguém tem este telefone. Se for um CPF: {as_cpf}") if as_cpf else found


def _called(rows, **number):
    """People of a telephone."""
    return rows.filter(pk__in=Phone.objects.filter(**number).values("tutor"))


def _numbered(rows, text):
    """People whose address holds these numbers (`157 12`): few digits may be a house."""
    place = Q()
    for word in search_key(text).split():
        place &= Q(address_key__contains=word)
    return rows.filter(place)


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


def _first(*queries) -> Found:
    """The first people of each query in turn, each once, as they stand today. Nothing is counted."""
    found = {}
    for rows in queries:
        for pk, head in rows.values_list("pk", "merged_into")[: FIRST_RESULTS + 1]:
            found.setdefault(head or pk)
        if len(found) > FIRST_RESULTS:
            break
    shown = list(found)[:FIRST_RESULTS]
    people = Tutor.objects.prefetch_related("phones").in_bulk(shown)
    return Found([people[pk] for pk in shown], has_more=len(found) > FIRST_RESULTS, queries=queries)


def standing_warnings(*people) -> list[TutorWarning]:
    """What an agent must know before the visit, of these people and of every record merged with theirs."""
    rows = TutorWarning.objects.filter(tutor__in=group_of(*people), lifted_on=None)
    return list(rows.select_related("tutor", "author__user").order_by("pk"))


def warn(*, tutor, reason, by, on) -> TutorWarning:
    """A danger to be known before the visit."""
    return TutorWarning.objects.create(tutor=tutor, reason=reason, author=by, on=on)


@transaction.atomic
def lift_warning(*, warning, by, on) -> None:
    """The danger is past; the row stays as history. Lifting twice changes nothing."""
    rows = TutorWarning.objects.filter(pk=warning.pk, lifted_on=None)
    rows.update(lifted_on=on, lifted_by=by)


@transaction.atomic
def put_address(*, address: TutorAddress, values) -> TutorAddress:
    """A further address of a person, new or corrected."""
    for name, value in values.items():
        setattr(address, name, value)
    address.clean_keys()
    address.save()
    return address
