"""The session of a sale: each lance, and the result with its ata and the charge of who won."""

from datetime import datetime
from decimal import Decimal
from uuid import UUID

from django.db import transaction

from impound.documents.sales import result_body
from impound.models import Bid, LotResult, SaleLot
from impound.services import law, state
from impound.services.destining import REPEATED_KEY
from impound.services.sales import CENT, animals_of, article_of, check_stands, result_of
from registry.models import Tutor
from zoonoses.documents.contexts_impound_sales import SALE_RESULT
from zoonoses.documents.kinds import ActKind, DocumentKind
from zoonoses.documents.models import Act, Case
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import acts, issuing
from zoonoses.documents.services.idempotency import once
from zoonoses.municipalities import clock
from zoonoses.municipalities.models import Role
from zoonoses.municipalities.templatetags import br
from zoonoses.treasury.services import charges

KIND = "sale"


def locked(lot: SaleLot) -> SaleLot:
    """The lot as it stands, locked with its case; raises `Refusal` for one that was annulled."""
    Case.objects.lock(lot.act.case_id)
    SaleLot.objects.select_for_update(of=("self",)).get(pk=lot.pk)
    row = SaleLot.objects.select_related("act__case__municipality", "act__document").get(pk=lot.pk)
    check_stands(row)
    return row


def _check_session(lot, at) -> None:
    """The edital called people for an hour: before it nothing is offered and nothing is decided."""
    if at < lot.held_at:
        held = clock.local(lot.municipality, lot.held_at)
        raise Refusal(
            "before_session",
            f"A sessão é em {held:%d/%m/%Y às %H:%M}: antes dela não se registra {lot.words.offer} nem resultado.",
        )


@transaction.atomic
def bid(*, lot: SaleLot, bidder: Tutor, amount: Decimal, by, at: datetime, key: UUID) -> Bid:
    """A lance, as it was called. The same key gives the lance already recorded.

    Raises `Refusal`: before the session, after the result, below the minimum, and in an auction one that
    does not pass the best so far.
    """
    row = locked(lot)
    made = Bid.objects.filter(key=key).first()
    if made is not None and made.lot_id != row.pk:
        raise REPEATED_KEY
    if made is not None:
        return made
    if bidder.municipality_id != row.municipality.pk:
        raise ValueError("a bidder of another municipality")
    _check_session(row, at)
    if result_of(row) is not None:
        raise Refusal("closed", f"O resultado já foi lavrado: não há mais {row.words.offers}.")
    if amount != amount.quantize(CENT) or amount <= 0:
        raise Refusal("not_an_amount", "Escreva o valor em reais e centavos.")
    if amount < row.minimum:
        raise Refusal("below_minimum", f"O {row.words.least} é {br.money(row.minimum)}.")
    best = row.bids.first()
    if row.kind == SaleLot.Kind.AUCTION and best is not None and amount <= best.amount:
        raise Refusal("not_higher", f"O melhor lance é {br.money(best.amount)}: o novo tem de passar dele.")
    return Bid.objects.create(lot=row, bidder=bidder, amount=amount, at=at, recorded_by=by, key=key)


def plan_result(*, lot: SaleLot, notes: str, by, at: datetime):
    """The ata as it will be printed, with the animals and the best lance. Raises `Refusal` before the session."""
    if by.role != Role.MANAGER:
        raise Refusal("not_allowed", "Só o gestor lavra o resultado.")
    check_stands(lot)
    if result_of(lot) is not None:
        raise Refusal("closed", "O resultado já foi lavrado.")
    _check_session(lot, at)
    animals = animals_of(lot)
    if not animals:
        raise Refusal("gone", "Os animais do lote já saíram do depósito: anule o edital.")
    bids = list(lot.bids.select_related("bidder"))
    winner = bids[0] if bids else None
    body = result_body(
        lot, animals, bids, winner, rules=state.ruleset_of(law.lawbook_of(animals[0])),
        article=article_of(lot, animals[0]), notes=notes.strip(), at=at, by=by,
    )  # fmt: skip
    return animals, winner, body


def result_title(kind: str) -> str:
    """`Ata de resultado de leilão`."""
    return f"Ata de resultado de {SaleLot.Kind(kind).label}"


@transaction.atomic
def close(*, lot: SaleLot, notes: str, by, at: datetime, key: UUID) -> LotResult:
    """The result: the best lance wins and is charged, or the lot is deserted and its animals are free.

    The same key gives the result already made. Raises `Refusal` as `plan_result`.
    """

    def make() -> Act:
        row = locked(lot)
        animals, winner, body = plan_result(lot=row, notes=notes, by=by, at=at)
        return _close(row, animals, winner, body, notes, by, at)

    act = once(lot.municipality, key, make)
    rows = LotResult.objects.select_related("act__document", "winner__bidder", "charge")
    found = rows.filter(act=act, lot=lot).first()
    if found is None:
        raise REPEATED_KEY
    return found


def _close(lot, animals, winner, body, notes, by, at) -> Act:
    case = lot.act.case
    document = issuing.issue(
        municipality=lot.municipality,
        kind=DocumentKind.SALE_RESULT,
        template=SALE_RESULT,
        title=result_title(lot.kind),
        body=body,
        at=at,
        author=by,
        case=case,
    )
    act = acts.record(
        case=case,
        kind=ActKind.SALE_RESULT,
        at=at,
        author=by,
        document=document,
        subjects=[f"custody:{row.pk}" for row in animals],
        rests_on=[lot.act],
        law=law.lawbook_of(animals[0]).record(),
    )
    charge = _charge(lot, animals, winner, by, at) if winner else None
    LotResult.objects.create(lot=lot, act=act, winner=winner, charge=charge, notes=notes.strip()[:250])
    return act


def _charge(lot, animals, winner, by, at):
    numbers = ", ".join(row.full_number for row in animals)
    step = {"text": lot.words.best.capitalize(), "article": "", "arithmetic": br.money(winner.amount)}
    return charges.charge(
        municipality=lot.municipality,
        kind=KIND,
        description=f"{lot.words.purchase.capitalize()}, {lot.act.document}: animal nº {numbers}"[:250],
        article=article_of(lot, animals[0])[:120],
        basis=[step],
        payer_name=winner.bidder.name,
        payer_document=winner.bidder.document,
        payer=f"tutor:{winner.bidder_id}",
        subject=f"sale_lot:{lot.pk}",
        amount=winner.amount,
        on=clock.local(lot.municipality, at).date(),
        by=by,
        case=lot.act.case,
    )
