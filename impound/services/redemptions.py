"""Resgate: the request, what was shown for it, the registration at the act, and the withdrawal of who asked."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any

from django.db import IntegrityError, transaction

from impound.models import Redemption, RedemptionItem, SeizedAnimal
from impound.services import law, leaving, losses, state
from impound.services.redemption_bills import account, check_open, standing
from impound.services.redemption_checklist import OWNERSHIP, bars, checklist, destination_decided, foreseen
from impound.services.redemption_dues import present
from registry.models import Rga, Tutor
from registry.services import animal_facts
from registry.services.rga import register_rga
from zoonoses.documents.kinds import ActKind
from zoonoses.documents.models import Act, Attachment
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import acts, annulment, attachments
from zoonoses.documents.services.idempotency import once
from zoonoses.municipalities import clock

Capacity = Redemption.Capacity
LABEL_LENGTH = 200


@dataclass(frozen=True)
class OnPaper:
    """A request that came in on paper on an earlier day: that day, and the picture or PDF of it."""

    on: date
    scan: Any


@dataclass(frozen=True)
class Requester:
    """Who asks: a natural person, in what capacity, and for whom. `owner` owns the animals, if not the person."""

    person: Tutor
    capacity: str
    owner: Tutor | None = None
    born_on: date | None = None


def open_request(custody: SeizedAnimal) -> Redemption | None:
    """The request that awaits its release for an animal in custody, or None."""
    rows = Redemption.objects.filter(animals=custody, withdrawn_on=None)
    return rows.select_related("requester", "act__case").order_by("-pk").first()


def standing_claim(custody: SeizedAnimal, *, at: datetime) -> Redemption | None:
    """The request that keeps an animal from any other destination: in time by its law, paid, and awaiting something.

    Before the term ends every animal is protected anyway; after it, only by such a request.
    """
    found = open_request(custody)
    if found is None or losses.refusal_for(custody, [found.owner, found.requester]):
        return None
    paid = account(found)
    if not paid.is_settled:
        return None
    answer = checklist(found, at=at, paid=paid)
    late = {"within_term", "not_yet_destined"} & {item.need.code for item in answer.missing}
    return None if late else found


def refusal_for(custodies: Sequence[SeizedAnimal], *, at: datetime) -> Refusal | None:
    """Why nobody may ask for these animals at a moment, or None. The birth of who asks is not looked at."""
    try:
        _may_ask(custodies, on=at.date(), born_on=None, ignore="of_age")
        _check_lost(custodies, ())
    except Refusal as refusal:
        return refusal
    return None


def _may_ask(custodies, *, on: date, born_on: date | None, ignore: str = "") -> None:
    lawbook = law.lawbook_of(custodies[0])
    silent = foreseen(lawbook)
    if silent is not None:
        raise silent
    for custody in custodies:
        leaving.check_present(custody)
        found = open_request(custody)
        if found is not None:
            raise Refusal(
                "already_requested",
                f"O animal nº {custody.full_number} já está no pedido de {found.requester.name}, "
                f"de {found.act.on:%d/%m/%Y}.",
            )
        bar = bars(custody, lawbook, on=on, born_on=born_on)
        if bar is not None and bar.code != ignore:
            raise bar
        if destination_decided(custody):
            raise Refusal(
                "destined",
                f"O animal nº {custody.full_number} já está em um lote: outra destinação foi decidida.",
            )


def _check_lost(custodies, people) -> None:
    """Refuses who lost the animals by a decision: the known owner, and who asks or for whom."""
    for custody in custodies:
        lost = losses.refusal_for(custody, [state.owner_of(custody), *people])
        if lost is not None:
            raise lost


@transaction.atomic
def ask(
    *, custodies: Sequence[SeizedAnimal], requester: Requester, at: datetime, by, key,
    paper: OnPaper | None = None,
) -> Redemption:  # fmt: skip
    """Records a request to redeem animals of one seizure. The day of the request is that of the law's term; one that
    came in on `paper` has the paper's own day, and `at` is when it was entered.

    The same key gives the request already made. Raises `Refusal`: the law has no redemption, the term ended, another
    destination was decided, an animal that left or is in another request, owners that differ, who may not ask, a paper
    of a day to come or before the seizure.
    """
    if not custodies:
        raise Refusal("no_animal", "Marque ao menos um animal.")
    municipality = custodies[0].municipality

    def make() -> Act:
        rows = leaving.lock(custodies)
        if len({row.seizure_id for row in rows}) > 1:
            raise Refusal(
                "two_seizures", "Os animais são de apreensões diferentes: faça um pedido para cada."
            )
        _came_together(rows)
        asked_at = _asked_at(rows, paper, at)
        _may_ask(rows, on=asked_at.date(), born_on=requester.born_on)
        _check_lost(rows, (requester.person, requester.owner))
        owner = _owner(rows, requester)
        act = _write(rows, requester, owner, (asked_at, at, paper is not None), by)
        if paper is not None:
            _keep(act, paper.scan, by, at)
        return act

    return once(municipality, key, make).redemption


def _asked_at(rows, paper: OnPaper | None, at: datetime) -> datetime:
    """The moment of the request. A paper says its day alone: noon of it, or the entry of an animal seized later."""
    if paper is None:
        return at
    if paper.on > at.date():
        raise Refusal("future", "O dia do pedido em papel ainda não chegou. Confira a data.")
    entered = max(clock.local(row.municipality, row.seized_at) for row in rows)
    if paper.on < entered.date():
        raise Refusal(
            "before_seizure",
            f"O animal foi apreendido em {entered:%d/%m/%Y}: o pedido não pode ser anterior.",
        )
    return min(max(datetime.combine(paper.on, time(12), tzinfo=at.tzinfo), entered), at)


def _keep(act: Act, upload, by, at) -> Attachment:
    """A picture or PDF, kept privately with the act that it proves."""
    return attachments.store(
        municipality=act.case.municipality, kind=Attachment.Kind.SCAN, upload=upload, by=by, at=at, act=act
    )


def _came_together(rows) -> None:
    """A bill counts the days of one stay: who was born in the depósito has a stay, and a request, of its own."""
    if len({row.seized_at for row in rows}) > 1:
        raise Refusal(
            "stays_differ",
            "Os animais não entraram juntos (há filhote nascido no depósito), e a conta se faz desde a entrada de "
            "cada um: faça um pedido para cada entrada.",
        )


def _owner(rows, requester: Requester) -> Tutor:
    """Who owns the animals of the request; raises `Refusal` for who cannot ask in that capacity."""
    person = requester.person
    if person.kind == Tutor.Kind.LEGAL:
        raise Refusal(
            "company",
            f"{person.name} é pessoa jurídica: quem pede é a pessoa que a representa. Busque-a e escolha a empresa "
            "como proprietária.",
        )
    if requester.capacity == Capacity.OWNER:
        owner = person
    else:
        owner = requester.owner or next(filter(None, map(state.owner_of, rows)), None)
        if owner is None:
            raise Refusal(
                "no_owner", "Diga de quem são os animais: a multa e o cadastro ficam com o proprietário."
            )
        if _same(owner, person):
            raise Refusal("own_owner", f"{person.name} é o próprio proprietário: escolha essa qualidade.")
    for row in rows:
        known = state.owner_of(row)
        if known is not None and not _same(known, owner):
            raise Refusal(
                "another_owner",
                f"O proprietário do animal nº {row.full_number}, segundo o registro, é {known.name}. "
                "Peça como possuidor ou representante, ou corrija o proprietário na página do animal.",
            )
    return owner


def _same(one: Tutor, other: Tutor) -> bool:
    return (one.merged_into_id or one.pk) == (other.merged_into_id or other.pk)


def _write(rows, requester, owner, moment, by) -> Act:
    seizure = rows[0].seizure
    asked_at, at, on_paper = moment
    act = acts.record(
        case=seizure.act.case,
        kind=ActKind.REDEMPTION_REQUEST,
        at=asked_at,
        author=by,
        recorded_at=at,
        on_paper=on_paper,
        subjects=[f"seized_animal:{row.pk}" for row in rows],
        rests_on=[seizure.act],
        law=law.lawbook_of(rows[0]).record(),
    )
    made = Redemption.objects.create(
        act=act,
        seizure=seizure,
        requester=requester.person,
        capacity=requester.capacity,
        owner=owner,
        born_on=requester.born_on,
    )
    made.animals.set(rows)
    return act


def _locked(redemption: Redemption) -> tuple[Redemption, list[SeizedAnimal]]:
    """The request and its animals still here, after their case was locked; refuses a request that ended."""
    animals = leaving.lock(present(redemption))
    row = Redemption.objects.select_related("act__case__municipality", "seizure", "requester", "owner").get(
        pk=redemption.pk
    )
    check_open(row, animals)
    return row, present(row)


@transaction.atomic
def see(*, redemption: Redemption, code: str, label: str, copy, at: datetime, by) -> RedemptionItem:
    """Somebody saw what the law asks for: in words, with a copy kept privately, or both. `copy` is an upload or None.

    Sent again it gives the item already recorded. Raises `Refusal` for what the record must prove, for an item that the
    law does not list, for nothing said, and as the keeping of files does.
    """
    redemption, animals = _locked(redemption)
    made = redemption.items.filter(code=code, undone_at=None).first()
    if made is not None:
        return made
    found = checklist(redemption, at=at, animals=animals)
    offered = [item.need.code for item in (*found.items, found.extra) if item is not None and item.by_hand]
    if code not in offered:
        raise Refusal("not_by_hand", "Este item não se marca à mão: ele vem do próprio registro.")
    label = label.strip()
    if not label and copy is None:
        raise Refusal("nothing_shown", "Diga o que foi apresentado, ou junte a cópia.")
    stored = copy and _keep(redemption.act, copy, by, at)
    try:
        with transaction.atomic():
            return RedemptionItem.objects.create(
                redemption=redemption,
                code=code,
                label=label[:LABEL_LENGTH],
                copy=stored,
                recorded_at=at,
                recorded_by=by,
            )
    except IntegrityError:
        return redemption.items.get(code=code, undone_at=None)


@transaction.atomic
def undo(*, item: RedemptionItem, at: datetime, by) -> RedemptionItem:
    """What was marked as seen was not: the row stays, and the item is missing again. Undone twice changes nothing."""
    _locked(item.redemption)
    row = RedemptionItem.objects.get(pk=item.pk)
    if row.undone_at is None:
        row.undone_at, row.undone_by = at, by
        row.save(update_fields=["undone_at", "undone_by"])
    return row


def owner_is_proved(redemption: Redemption, custody: SeizedAnimal) -> bool:
    """Whether the record knows the owner of the animal as that of the request, or proof of it was shown."""
    known = state.owner_of(custody)
    if known is not None and _same(known, redemption.owner):
        return True
    return redemption.items.filter(code=OWNERSHIP, undone_at=None).exists()


@transaction.atomic
def register(*, redemption: Redemption, custody: SeizedAnimal, at: datetime, by, key) -> Rga:
    """The registration of an animal in the act of its redemption, in the owner's name, with the registry's own paper
    and charge. Refusals are those of the registry (the vaccine first, where the law wants it).
    """
    redemption, animals = _locked(redemption)
    row = next((row for row in animals if row.pk == custody.pk), None)
    if row is None:
        raise Refusal("gone", "Este animal não está mais no pedido.")
    take_tutor(redemption, row, at=at, by=by)
    return register_rga(animal=row.animal, at=at, by=by, key=key)


def take_tutor(redemption: Redemption, custody: SeizedAnimal, *, at: datetime, by) -> None:
    """The registry learns whose an animal without known tutor is."""
    animal = custody.animal
    if animal.tutor_id is None:
        animal_facts.transfer(
            animal=animal,
            to_tutor=redemption.owner,
            on=at.date(),
            at=at,
            by=by,
            notes=f"Proprietário no resgate do animal apreendido nº {custody.full_number}.",
        )
        animal.refresh_from_db()


@transaction.atomic
def withdraw(*, redemption: Redemption, reason: str, at: datetime, by) -> Redemption:
    """Who asked gave up: the animals are free for another request, and what was charged is cancelled.

    Sent again with the same reason it changes nothing. Raises `Refusal` without a reason, after the release, and while
    money received for it stands.
    """
    reason = reason.strip()
    row = Redemption.objects.select_related("act__case").get(pk=redemption.pk)
    if row.withdrawn_on and row.withdrawn_reason == reason:
        return row
    row, _ = _locked(redemption)
    if not reason:
        raise Refusal("reason_missing", "Escreva por que o requerente desistiu.")
    bill = standing(row)
    if bill is not None:
        annulment.withdraw(document=bill.document, reason=f"Desistência do resgate: {reason}", by=by, at=at)
    row.withdrawn_on, row.withdrawn_reason, row.withdrawn_by = at.date(), reason[:250], by
    row.save(update_fields=["withdrawn_on", "withdrawn_reason", "withdrawn_by"])
    return row
