"""Venda, leilão, licitação: the lot, its minimum from the costs, and its edital."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef

from impound.documents.sales import notice_body
from impound.models import LotAnimal, LotResult, SaleLot, SeizedAnimal
from impound.models.sales import sale_words
from impound.services import destining, law, leaving, state
from impound.services.costs import Costs, costs_of
from impound.services.destining import REPEATED_KEY, SOLD
from zoonoses.documents.contexts_impound_sales import SALE_NOTICE, SaleNoticeBody
from zoonoses.documents.kinds import ActKind, DocumentKind
from zoonoses.documents.models import Act, Annulment
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import acts, issuing
from zoonoses.documents.services.idempotency import once
from zoonoses.municipalities import clock
from zoonoses.municipalities.lawbook import Shelf
from zoonoses.municipalities.models import Role
from zoonoses.municipalities.templatetags import br

CENT = Decimal("0.01")
MOST_SHOWN = 200


@dataclass(frozen=True)
class Lot:
    """What is announced. `minimum` None is the costs; another amount says why in `reason`."""

    kind: str
    code: str
    animals: Sequence[SeizedAnimal]
    held_at: datetime
    place: str
    published: str
    minimum: Decimal | None = None
    reason: str = ""


@dataclass(frozen=True)
class Plan:
    """The edital as it would be issued: the animals, the minimum in reais and the steps that it rests on."""

    lot: Lot
    animals: tuple[SeizedAnimal, ...]
    label: str
    article: str
    costs: Costs
    minimum: Decimal
    basis: tuple[dict, ...]


def plan(*, lot: Lot, by, at: datetime) -> Plan:
    """The lot as its edital will say. Raises `Refusal`: what may not be sold, or is lacking."""
    if by.role != Role.MANAGER:
        raise Refusal("not_allowed", "Só o gestor publica edital de venda ou leilão.")
    animals = tuple(sorted(lot.animals, key=lambda row: row.pk))
    if not animals:
        raise Refusal("no_animal", "Marque ao menos um animal.")
    if lot.kind not in SOLD:
        raise ValueError(f"not a sale: {lot.kind}")
    for custody in animals:
        offer = destining.check(custody, code=lot.code, form=lot.kind, at=at)
        leaving.check_observed(custody, lot.kind)
    if lot.held_at <= at:
        raise Refusal(
            "held_in_the_past", "A sessão é depois de agora: quem quiser comprar precisa saber antes."
        )
    if not (lot.place.strip() and lot.published.strip()):
        raise Refusal("not_announced", "Diga o lugar da sessão e onde o edital é publicado.")
    costs = costs_of(animals, at=at)
    minimum, basis = _minimum(lot, costs)
    return Plan(lot, animals, offer.state.label, offer.state.article, costs, minimum, basis)


def _minimum(lot, costs) -> tuple[Decimal, tuple[dict, ...]]:
    """The costs, or what the manager wrote, with the reason among the steps."""
    reason, least = lot.reason.strip(), sale_words(lot.kind).least
    if lot.minimum is None or (costs.refusal is None and lot.minimum == costs.total):
        if costs.refusal is not None:
            raise costs.refusal
        return costs.total, costs.basis
    if lot.minimum < 0 or lot.minimum != lot.minimum.quantize(CENT):
        raise Refusal("not_an_amount", f"Escreva o {least} em reais e centavos.")
    if not reason:
        raise Refusal("reason_missing", f"Diga por que o {least} não é o dos custos.")
    step = {
        "text": f"{least.capitalize()} fixado pelo gestor: {reason}",
        "article": "",
        "arithmetic": br.money(lot.minimum),
    }
    return lot.minimum, (*costs.basis, step)


def plan_body(*, lot: Lot, by, at: datetime) -> SaleNoticeBody:
    """The edital as it will be printed. Raises `Refusal` as `plan`."""
    ready = plan(lot=lot, by=by, at=at)
    rules = state.ruleset_of(law.lawbook_of(ready.animals[0]))
    return notice_body(ready, rules=rules, at=at, by=by)


def notice_title(kind: str) -> str:
    """`Edital de leilão`."""
    return f"Edital de {SaleLot.Kind(kind).label}"


@transaction.atomic
def announce(*, lot: Lot, by, at: datetime, key: UUID) -> SaleLot:
    """Issues the edital: from now on the animals have no other way out. The same key gives the lot already announced.

    Raises `Refusal` as `plan`.
    """

    def make() -> Act:
        rows = leaving.lock(lot.animals)
        ready = plan(lot=_with(lot, rows), by=by, at=at)
        return _announce(ready, by, at)

    act = once(by.municipality, key, make)
    if not hasattr(act, "sale_lot"):
        raise REPEATED_KEY
    return act.sale_lot


def _with(lot, rows) -> Lot:
    return Lot(lot.kind, lot.code, rows, lot.held_at, lot.place, lot.published, lot.minimum, lot.reason)


def _announce(ready: Plan, by, at) -> Act:
    case, lawbook = ready.animals[0].seizure.act.case, law.lawbook_of(ready.animals[0])
    document = issuing.issue(
        municipality=by.municipality,
        kind=DocumentKind.SALE_NOTICE,
        template=SALE_NOTICE,
        title=notice_title(ready.lot.kind),
        body=notice_body(ready, rules=lawbook.ruleset, at=at, by=by),
        at=at,
        author=by,
        case=case,
    )
    act = acts.record(
        case=case,
        kind=ActKind.SALE_NOTICE,
        at=at,
        author=by,
        document=document,
        subjects=[f"custody:{row.pk}" for row in ready.animals],
        rests_on={row.seizure.act for row in ready.animals},
        law=lawbook.record(),
    )
    made = SaleLot.objects.create(
        act=act,
        kind=ready.lot.kind,
        held_at=ready.lot.held_at,
        place=ready.lot.place.strip(),
        minimum=ready.minimum,
        minimum_basis=list(ready.basis),
        published=ready.lot.published.strip(),
    )
    for row in ready.animals:
        LotAnimal.objects.create(lot=made, custody=row)
    return act


def animals_of(lot: SaleLot) -> list[SeizedAnimal]:
    """The animals of the lot that are still in the depósito."""
    rows = SeizedAnimal.objects.in_custody().filter(lots__lot=lot)
    return list(rows.select_related("municipality", "seizure__act__case", "animal").order_by("pk"))


def check_stands(lot: SaleLot) -> None:
    """Raises `Refusal` for a lot whose edital or ata was annulled."""
    papers = [lot.act.document_id]
    result = result_of(lot)
    if result is not None:
        papers.append(result.act.document_id)
    fallen = Annulment.objects.filter(document__in=papers).select_related("document").first()
    if fallen is not None:
        raise Refusal("annulled", f"{fallen.document} foi anulado: anule o edital e faça outro lote.")


def result_of(lot: SaleLot) -> LotResult | None:
    """The result, when the session is over."""
    rows = LotResult.objects.filter(lot=lot)
    return rows.select_related("act__document__annulment", "winner__bidder", "charge").first()


def way_of(lot: SaleLot, custody):
    """The destination of the law that the lot carries out."""
    ways = state.ruleset_of(law.lawbook_of(custody)).custody.ways
    return next(way for way in ways if lot.kind in way.forms)


def article_of(lot: SaleLot, custody) -> str:
    """The article of the destination that the lot carries out."""
    return way_of(lot, custody).article


def candidates(municipality, *, code: str, on: date) -> list[SeizedAnimal]:
    """Animals in custody that the law of their seizure lets be sold by this destination on a day.

    Those in a lot and those that wait for an entry exam are left out.
    """
    taken = LotAnimal.objects.filter(custody=OuterRef("pk"), lot__act__document__annulment=None)
    taken = taken.exclude(lot__result__isnull=False, lot__result__winner=None)
    rows = SeizedAnimal.objects.of(municipality).in_custody().filter(~Exists(taken))
    rows = rows.select_related("seizure", "animal").prefetch_related("events__tutor__merged_into")
    shelf, found = Shelf(municipality), []
    for custody in rows.order_by("pk")[:MOST_SHOWN]:
        custody.municipality = municipality
        lawbook = shelf.book(custody.seized_on)
        allowed = state.destinations_on(custody, on, lawbook=lawbook).allows(code)
        if allowed and not state.quarantine(custody, lawbook=lawbook):
            found.append(custody)
    return found


def lots(municipality):
    """Every lot with what its row and its page show, the latest first."""
    rows = SaleLot.objects.of(municipality).select_related(
        "act__document__annulment", "act__case__municipality", "result__winner__bidder", "result__charge"
    )
    return rows.prefetch_related("animals__custody__exit").recent_first()


def state_of(lot: SaleLot, on: date) -> tuple[str, str]:
    """Where a lot of `lots` stands, in words: what is next, or how it ended."""
    if hasattr(lot.act.document, "annulment"):
        return "", "edital anulado"
    result = getattr(lot, "result", None)
    if result is None:
        held_on = clock.local(lot.municipality, lot.held_at).date()
        return ("Aguardar a sessão" if on < held_on else f"Registrar {lot.words.offers} e o resultado"), ""
    if result.winner is None:
        return "", "deserto"
    if all(hasattr(row.custody, "exit") for row in lot.animals.all()):
        return "", f"entregue a {result.winner.bidder.name}"
    return "Receber e entregar", ""
