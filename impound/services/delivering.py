"""Entrega do lote: who won and paid takes the animals; and what falls when a paper of the sale is annulled."""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from impound.documents.destinations import lot_term_body
from impound.models import LotResult, SaleLot
from impound.services import destining, law, leaving
from impound.services.bidding import locked
from impound.services.leaving import Leaving
from impound.services.sales import animals_of, result_of, way_of
from zoonoses.documents.contexts_impound_destinations import TERM
from zoonoses.documents.kinds import ActKind, DocumentKind
from zoonoses.documents.models import Act
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import acts, issuing
from zoonoses.documents.services.idempotency import once
from zoonoses.municipalities.templatetags import br
from zoonoses.treasury.services import charges


def delivered_by(lot: SaleLot) -> Act | None:
    """The act by which the animals were handed over, or None."""
    rows = Act.objects.filter(kind=ActKind.DESTINATION, rests_on=lot.act_id).select_related("document")
    return rows.order_by("-pk").first()


@transaction.atomic
def deliver(*, lot: SaleLot, by, at: datetime, key: UUID) -> Act:
    """The winner paid and takes the animals: the termo, the exit of each, and whose they are from now.

    The same key gives the delivery already made. Raises `Refusal`: nobody won, not paid whole, or what keeps an animal.
    """

    def make() -> Act:
        animals = leaving.lock(animals_of(lot))
        row = locked(lot)
        return _deliver(row, animals, by, at)

    return once(lot.municipality, key, make)


def _deliver(lot, animals, by, at) -> Act:
    result = result_of(lot)
    if result is None or result.winner is None:
        raise Refusal("not_won", f"Ninguém {lot.words.bought} o lote: não há a quem entregar.")
    if not animals:
        raise Refusal("gone", "Os animais do lote já saíram do depósito.")
    owed = charges.owed(result.charge)
    if owed or result.charge.cancelled_on:
        raise Refusal("not_paid", f"Falta pagar {br.money(owed)} da {lot.words.purchase}.")
    for custody in animals:
        code = way_of(lot, custody).code
        offer = destining.check(custody, code=code, form=lot.kind, at=at, lot=lot)
    lawbook, winner = law.lawbook_of(animals[0]), result.winner.bidder
    document = issuing.issue(
        municipality=lot.municipality,
        kind=DocumentKind.DESTINATION,
        template=TERM,
        title=DocumentKind.DESTINATION.label,
        body=lot_term_body(lot, animals, offer, result, rules=lawbook.ruleset, at=at, by=by),
        at=at,
        author=by,
        case=lot.act.case,
        copies=("quem recebe", "processo"),
    )
    act = acts.record(
        case=lot.act.case,
        kind=ActKind.DESTINATION,
        at=at,
        author=by,
        document=document,
        subjects=[f"custody:{row.pk}" for row in animals],
        rests_on=[lot.act, result.act],
        law=lawbook.record(),
    )
    going = Leaving(
        kind=lot.kind, destination=offer.way.code, article=offer.state.article[:120], receiver=winner
    )
    leaving.leave(custodies=animals, leaving=going, act=act, at=at, by=by)
    return act


def fall_with_document(document, act) -> None:
    """Hook of annulment: with the edital or the ata falls what was charged and not paid."""
    rows = LotResult.objects.filter(act__document=document) | LotResult.objects.filter(
        lot__act__document=document
    )
    for result in rows.select_related("charge").distinct():
        if result.charge is not None and result.charge.cancelled_on is None:
            fallen = document.annulment
            reason = f"{document} anulado: {fallen.reason}"[:250]
            charges.withdraw(
                charge=result.charge, reason=reason, at=fallen.annulled_at, by=fallen.annulled_by
            )
