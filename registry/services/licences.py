"""Requests of licences and laudos: what the law licenses, what the request must bring, and the request received."""

from dataclasses import dataclass
from datetime import date

from django.db import transaction

from registry.documents.licences import request_body
from registry.models import Animal, LicenceAnimal, LicenceRequest, Rga, Tutor, Vaccination
from registry.querysets import group_of
from registry.services import households
from registry.text import address_key
from zoonoses.documents.contexts_licences import LICENCE, LicenceBody
from zoonoses.documents.kinds import DocumentKind
from zoonoses.documents.refusals import Refusal, of_law
from zoonoses.documents.services import issuing
from zoonoses.law import LawError
from zoonoses.municipalities.lawbook import Lawbook, all_rulesets

PLACE = ("street", "number", "complement", "district", "city", "uf", "postal_code")
COPIES = ("requerente", "processo")


@dataclass(frozen=True)
class Listed:
    """An animal as a licence lists it: its RGA number and its last dose against rabies that still protects."""

    animal: Animal
    number: int | None
    vaccinated_on: date | None


@dataclass(frozen=True)
class Piece:
    """One thing that the law asks a request to bring: whether it is there, and in words."""

    code: str
    label: str
    present: bool
    words: str


def kinds_of(lawbook: Lawbook) -> list:
    """What the law licenses or has registered, in its order; empty where it has nothing of the kind.

    Raises `Refusal` when the municipality has no law on the day, or the law does not apply.
    """
    try:
        answer = lawbook.ask("in_force", on=lawbook.on)
    except LawError as error:
        raise of_law(error) from error
    if not answer["in_force"]:
        label = lawbook.ruleset.label(answer["why_not"])
        raise Refusal("law_not_in_force", f"Em {lawbook.on:%d/%m/%Y}, {label}.")
    return list(lawbook.ruleset.licences.values())


def rule_on(lawbook: Lawbook, kind: str):
    """The law's rule of one licence; raises `Refusal` where the law of the day has none."""
    for rule in kinds_of(lawbook):
        if rule.code == kind:
            return rule
    raise Refusal("not_in_law", "A lei deste município não prevê esta licença nem este laudo.")


def rule_of(request: LicenceRequest):
    """The rule under which the request was made; None when that ruleset is no longer installed."""
    ruleset = all_rulesets().get(request.ruleset)
    return ruleset.licences.get(request.kind) if ruleset else None


def ask(lawbook: Lawbook, kind: str, **given) -> dict:
    """The law's answer to `licence`; raises `Refusal`."""
    try:
        return lawbook.ask("licence", licence=kind, **given)
    except LawError as error:
        raise of_law(error) from error


def listed(animals, on: date) -> list[Listed]:
    """Animals with their RGA number and their last dose against rabies, if it still protects on the day."""
    animals = list(animals)
    numbers = dict(Rga.objects.filter(animal__in=animals).values_list("animal_id", "number"))
    doses: dict[int, Vaccination] = {}
    for dose in (
        Vaccination.objects.against_rabies().filter(animal__in=animals, on__lte=on).order_by("on", "pk")
    ):
        doses[dose.animal_id] = dose
    doses = {
        pk: dose for pk, dose in doses.items() if dose.revaccinate_on is None or dose.revaccinate_on >= on
    }
    return [
        Listed(animal, numbers.get(animal.pk), doses[animal.pk].on if animal.pk in doses else None)
        for animal in animals
    ]


def counted_at(lawbook: Lawbook, key: str) -> list[Animal]:
    """The animals of an address that the law's limit counts: its species, old enough on the lawbook's day."""
    rule, on = lawbook.ruleset.household, lawbook.on
    here = households.animals_at(municipality=lawbook.municipality, address_key=key, on=on)
    if rule is None:
        return here
    older = rule.older_than_days
    return [animal for animal in here if animal.born_on is None or (on - animal.born_on).days > older]


def pieces_of(lawbook: Lawbook, rule, *, housing: str, animals: list[Listed]) -> list[Piece]:
    """What the law asks the request to bring, in its order and words."""
    document = lawbook.ruleset.documents.get(rule.request_document)
    return [_piece(field, housing, animals) for field in (document.fields if document else ())]


def _piece(field, housing, animals) -> Piece:
    if field.code == "rga_numbers":
        without = [str(row.animal) for row in animals if row.number is None]
        words = ", ".join(str(row.number) for row in animals if row.number)
        return Piece(field.code, field.label, not without, _lacking(words, "sem RGA", without))
    if field.code == "rabies_vaccination_proofs":
        without = [str(row.animal) for row in animals if row.vaccinated_on is None]
        words = f"{len(animals) - len(without)} de {len(animals)} animais, com a data de cada dose na relação"
        return Piece(field.code, field.label, not without, _lacking(words, "sem comprovante", without))
    if field.code == "housing_description":
        return Piece(field.code, field.label, bool(housing.strip()), housing.strip() or "não apresentada")
    return Piece(field.code, field.label, False, "conferir no papel entregue")


def _lacking(words: str, what: str, names: list[str]) -> str:
    return "; ".join(part for part in (words, f"{what}: {', '.join(names)}" if names else "") if part)


@dataclass(frozen=True)
class Plan:
    """A request as it would be received: the row to be saved, its animals and pieces, and the paper."""

    request: LicenceRequest
    rule: object
    animals: list[Listed]
    pieces: list[Piece]
    body: LicenceBody


def plan(*, municipality, kind: str, holder: Tutor, values: dict, at, by) -> Plan:
    """The request of a licence or laudo under the law of the day. `values` are its place, `housing`, `vet_name` and
    `vet_crmv`.

    What is still missing is printed as missing: an incomplete request is received, and not granted. Raises `Refusal`:
    nothing of the kind in the law, the term of the request is over, the home is outside what the licence covers, the
    vet that the law demands is missing, another request is open.
    """
    on = at.date()
    lawbook = Lawbook(municipality, on)
    rule = rule_on(lawbook, kind)
    answer = ask(lawbook, kind, requested_on=on)
    _may_ask(lawbook, rule, answer, values)
    request = LicenceRequest(
        municipality=municipality,
        kind=kind,
        ruleset=lawbook.ruleset.id,
        holder=holder,
        requested_on=on,
        requested_by=by,
        law=lawbook.record(),
        **values,
    )
    request.address_key = address_key(request.street, request.number, request.district)
    _not_open_already(request)
    animals = _animals(lawbook, rule, request)
    pieces = pieces_of(lawbook, rule, housing=request.housing, animals=animals)
    body = request_body(
        rule=rule,
        law=lawbook.ruleset.header.short_title,
        request=request,
        animals=animals,
        pieces=pieces,
        notes=_notes(rule, answer, pieces),
        by=by,
        at=at,
    )
    return Plan(request, rule, animals, pieces, body)


def _may_ask(lawbook, rule, answer, values) -> None:
    """The law still admits the request, and names no vet that is not there."""
    if not answer["admitted"]:
        raise Refusal(
            "request_term_over",
            f"{rule.label}: o último dia para pedir foi {date.fromisoformat(answer['request_due_on']):%d/%m/%Y}.",
            lawbook.ruleset.terms[rule.request_term].article,
        )
    if rule.vet_article and not (values.get("vet_name") and values.get("vet_crmv")):
        raise Refusal("vet_missing", "Informe o veterinário responsável e seu CRMV.", rule.vet_article)


def _notes(rule, answer, pieces) -> list[str]:
    notes = []
    missing = [piece.label for piece in pieces if not piece.present]
    if missing:
        notes.append(f"Falta apresentar: {'; '.join(missing)}. Sem isso a licença não pode ser concedida.")
    if answer["timely"] is False:
        due_on = date.fromisoformat(answer["request_due_on"])
        notes.append(f"Pedido depois do prazo da lei, que terminou em {due_on:%d/%m/%Y}.")
    if not rule.paper:
        notes.append("A lei não prevê licença: este registro guarda o estabelecimento e seu responsável.")
    return notes


def _not_open_already(request) -> None:
    rows = LicenceRequest.objects.of(request.municipality).filter(kind=request.kind, decision=None)
    open_one = rows.filter(
        holder__in=group_of(request.holder), address_key=request.address_key, document__annulment=None
    ).first()
    rule = rule_of(request)
    if open_one is not None and rule is not None and rule.paper:
        raise Refusal("already_open", f"{open_one} já espera decisão: não é preciso pedir de novo.")


def _animals(lawbook, rule, request) -> list[Listed]:
    """The animals that the licence will list: all that the law's limit counts at the address."""
    if not rule.household and not rule.lists_animals:
        return []
    animals = counted_at(lawbook, request.address_key)
    if rule.household:
        household = household_answer(lawbook, request.address_key)
        if not household["licence_possible"]:
            raise Refusal(
                "licence_not_possible",
                f"Neste endereço a lei conta {household['counted']} cães e gatos: fora do que esta licença cobre. "
                "Confira o endereço de cada animal no cadastro.",
                rule.article,
            )
    return listed(animals, lawbook.on) if rule.lists_animals else []


def household_answer(lawbook: Lawbook, key: str) -> dict | None:
    """The law's answer for an address on the lawbook's day, with the licences that stand there; None where the law
    limits nothing. Raises `Refusal`.
    """
    try:
        return households.count(municipality=lawbook.municipality, address_key=key, on=lawbook.on)
    except LawError as error:
        raise of_law(error) from error


@transaction.atomic
def receive(*, municipality, kind, holder, values, at, by, key=None) -> LicenceRequest:
    """Receives a request and issues its paper, two vias. Sent again with the same `key` it gives the same request.

    Refusals as `plan`.
    """
    holder = Tutor.objects.select_for_update(of=("self",)).get(pk=holder.pk)
    made = LicenceRequest.objects.of(municipality).filter(key=key).first() if key else None
    if made is not None:
        return made
    ready = plan(municipality=municipality, kind=kind, holder=holder, values=values, at=at, by=by)
    request = ready.request
    request.key = key
    request.document = issuing.issue(
        municipality=municipality,
        kind=DocumentKind.LICENCE_REQUEST,
        template=LICENCE,
        title=DocumentKind.LICENCE_REQUEST.label if ready.rule.paper else "Registro de estabelecimento",
        body=ready.body,
        at=at,
        author=by,
        copies=COPIES,
    )
    request.save(force_insert=True)
    LicenceAnimal.objects.bulk_create(
        LicenceAnimal(request=request, animal=row.animal) for row in ready.animals
    )
    return request


@transaction.atomic
def leave(*, row: LicenceAnimal, reason: str, on: date, by) -> LicenceAnimal:
    """An animal left the licence for a reason that its own record does not tell. It is never replaced.

    Said twice it stays as it was said first. Raises `Refusal` for a day before the request or after today's `on`.
    """
    row = LicenceAnimal.objects.select_for_update(of=("self",)).select_related("request").get(pk=row.pk)
    if row.gone_on is not None:
        return row
    if on < row.request.requested_on:
        raise Refusal("before_the_request", "O animal não pode ter saído antes do pedido que o relaciona.")
    row.gone_on, row.gone_reason, row.gone_by = on, reason, by
    row.save(update_fields=["gone_on", "gone_reason", "gone_by"])
    return row


def at_address(*, municipality, key: str) -> list[tuple[LicenceRequest, str]]:
    """Requests made for an address, the latest first, each with what it asks for."""
    rows = LicenceRequest.objects.of(municipality).filter(address_key=key) if key else []
    found = []
    for request in rows.select_related("decision", "document") if key else ():
        rule = rule_of(request)
        found.append((request, rule.label if rule else request.kind))
    return found


def label_on(lawbook: Lawbook, code: str | None) -> str:
    """The law's words for a code; empty for none."""
    return lawbook.ruleset.label(code) if code else ""
