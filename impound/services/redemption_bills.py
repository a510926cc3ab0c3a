"""The bill of a redemption, frozen and charged; its guide and its payment. Payment closes the count of days.

One bill stands at a time: a later one takes the place of an unpaid one, whose paper and charges fall with it.
"""

from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from uuid import UUID, uuid5

from django.db import transaction
from django.db.models import Q

from impound.documents.redemption import bill_body, bill_item
from impound.models import Redemption, RedemptionBill
from impound.services import law, leaving
from impound.services.redemption_dues import Due, due, of_registry, present
from zoonoses.documents.contexts_impound_redemption import REDEMPTION_BILL
from zoonoses.documents.kinds import DocumentKind
from zoonoses.documents.models import Document
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import annulment, issuing
from zoonoses.documents.services.idempotency import once_document
from zoonoses.municipalities import clock
from zoonoses.municipalities.templatetags import br
from zoonoses.treasury.models import Charge, Guide, Payment
from zoonoses.treasury.services import charges

KIND, FINE_KIND = "redemption", "event_fine"
COPIES = ("requerente", "processo")


@dataclass(frozen=True)
class Account:
    """Where the money of a redemption stands: the bill, its charges and those of the registry, what is still owed.

    `settled_on` is the day of the last payment, or of a bill with nothing to pay; None while something is owed.
    """

    bill: RedemptionBill | None = None
    charges: tuple[Charge, ...] = ()
    owed: Decimal = Decimal(0)
    settled_on: date | None = None

    @property
    def is_settled(self) -> bool:
        return self.settled_on is not None

    @property
    def is_free(self) -> bool:
        """Whether the bill has nothing to pay at all."""
        return self.bill is not None and not self.charges


def standing(redemption: Redemption) -> RedemptionBill | None:
    """The bill that counts: the last one, unless its paper was annulled."""
    rows = redemption.bills.filter(replaced_by=None, document__annulment=None)
    return rows.select_related("document", "charge", "fine_charge").order_by("-pk").first()


def account(redemption: Redemption, on: date | None = None) -> Account:
    """The bill that stands, all that it asks for, and whether it is paid. With a day, what is owed on it has what the
    town's own rule adds to a delay.
    """
    bill = standing(redemption)
    if bill is None:
        return Account()
    animals = redemption.animals.select_related("animal__rga__charge").order_by("pk")
    asked = tuple(row for row in (bill.charge, bill.fine_charge) if row is not None)
    asked += of_registry(list(animals)).charges
    owed = sum((charges.shown_today(row, on) if on else charges.owed(row) for row in asked), Decimal(0))
    return Account(bill, asked, owed, None if owed else _settled_on(redemption, bill, asked))


def papers(paid: Account) -> list[Document]:
    """What was printed for the money of a redemption: the guides that may still be paid, and the receipts."""
    guides = Guide.objects.filter(charges__in=paid.charges, replaced_by=None, document__annulment=None)
    waiting = guides.select_related("document").distinct().order_by("pk") if paid.owed else ()
    received = Payment.objects.standing().filter(charge__in=paid.charges).select_related("receipt")
    return [row.document for row in waiting] + [row.receipt for row in received.order_by("pk")]


def _settled_on(redemption, bill, asked) -> date:
    last = Payment.objects.standing().filter(charge__in=asked).order_by("-paid_on").first()
    counted = clock.local(redemption.municipality, bill.counted_at).date()
    return max(last.paid_on, counted) if last else counted


def has_payment(bill: RedemptionBill) -> bool:
    """Whether money was received for this bill: from then on its days no longer grow."""
    own = [pk for pk in (bill.charge_id, bill.fine_charge_id) if pk]
    return Payment.objects.standing().filter(charge__in=own).exists()


def has_grown(bill: RedemptionBill, now: Due) -> bool:
    """Whether an unpaid bill no longer says what is owed: another day, an expense, a new value of the unit."""
    if now.silent or now.refusal is not None:
        return False
    return (_amount(bill.charge), _amount(bill.fine_charge)) != (now.own, now.fine)


def _amount(charge: Charge | None) -> Decimal:
    return charge.amount if charge else Decimal(0)


@transaction.atomic
def make_bill(*, redemption: Redemption, at: datetime, by, key: UUID) -> RedemptionBill:
    """Freezes what is owed at a moment, prints the demonstrativo, and charges it: the fine of the event apart, to the
    owner. The same key gives the bill already made; a bill that still says what is owed is not made again.

    Raises `Refusal`: the law has no bill, a value that nobody entered, a bill already paid, a request that ended.
    """
    document = once_document(redemption.municipality, key, lambda: _make(redemption, at, by).document)
    return RedemptionBill.objects.select_related("document", "charge", "fine_charge").get(document=document)


def _make(redemption, at, by) -> RedemptionBill:
    animals = leaving.lock(present(redemption))
    redemption = Redemption.objects.select_related("act__case", "seizure__act", "requester", "owner").get(
        pk=redemption.pk
    )
    check_open(redemption, animals)
    now = due(redemption, at=at)
    if now.silent:
        raise Refusal("no_bill", "A lei não prevê conta de resgate: não há o que cobrar.")
    if now.refusal is not None:
        raise now.refusal
    former = standing(redemption)
    if former is not None and has_payment(former):
        raise Refusal("bill_paid", "A conta já tem pagamento: os dias não se contam mais.")
    if former is not None and not has_grown(former, now):
        return former
    if former is not None:
        annulment.withdraw(
            document=former.document, reason="Substituído por outro demonstrativo, com os dias até hoje.",
            by=by, at=at,
        )  # fmt: skip
    last = redemption.bills.filter(replaced_by=None).select_related("document").order_by("-pk").first()
    return _write(redemption, animals, now, last, at, by)


def check_open(redemption: Redemption, animals) -> None:
    """Raises `Refusal` for a request that was withdrawn, or whose animals have all left."""
    if redemption.withdrawn_on:
        raise Refusal(
            "withdrawn", f"O requerente desistiu deste resgate em {redemption.withdrawn_on:%d/%m/%Y}."
        )
    if not animals:
        raise Refusal("gone", "Os animais deste pedido já saíram do depósito.")


def _write(redemption, animals, now: Due, former, at, by) -> RedemptionBill:
    """The paper, the charges and the row. `former` is the bill whose annulled paper this one takes the place of."""
    document = _issue(redemption, animals, now, former, at, by)
    charge, fine_charge = _charges(redemption, animals, now, document, at, by)
    return RedemptionBill.objects.create(
        redemption=redemption,
        counted_at=at,
        custody_days=now.custody_days,
        items=[bill_item(line) for line in now.lines],
        basis=list(now.basis),
        total=now.total,
        unit=now.unit,
        index_value=now.index_value,
        index_on=now.index_on,
        reais=now.reais,
        document=document,
        charge=charge,
        fine_charge=fine_charge,
        made_by=by,
        replaces=former,
    )


def _issue(redemption, animals, now, former, at, by):
    lawbook = law.lawbook_of(animals[0])
    return issuing.issue(
        municipality=redemption.municipality,
        kind=DocumentKind.REDEMPTION_BILL,
        template=REDEMPTION_BILL,
        title=DocumentKind.REDEMPTION_BILL.label,
        body=bill_body(redemption, animals, now, law=lawbook.ruleset.header.short_title, at=at, by=by),
        at=at,
        author=by,
        case=redemption.act.case,
        copies=COPIES,
        replaces=former.document if former else None,
    )


def _charges(redemption, animals, now, document, at, by) -> tuple[Charge | None, Charge | None]:
    """What who redeems pays, and the fine of the event, which the owner pays; None for nothing."""
    given = {
        "municipality": redemption.municipality,
        "on": clock.local(redemption.municipality, at).date(),
        "by": by,
        "case": redemption.act.case,
    }
    numbers = ", ".join(row.full_number for row in animals)
    charge = charges.charge(
        kind=KIND,
        description=f"Resgate: {document}, animal nº {numbers}"[:250],
        article=now.article,
        subject=f"redemption:{redemption.pk}",
        amount=now.own,
        basis=now.own_basis,
        **_payer(redemption.requester),
        **given,
    )
    fines = [line for line in now.lines if line.is_fine]
    fine_charge = charges.charge(
        kind=FINE_KIND,
        description=f"Multa do evento da apreensão: {document}"[:250],
        article=fines[0].article if fines else "",
        subject=f"seizure:{redemption.seizure_id}",
        amount=now.fine,
        basis=now.fine_basis,
        **_payer(redemption.owner),
        **given,
    )
    return charge, fine_charge


def _payer(tutor) -> dict:
    return {"payer_name": tutor.name, "payer_document": tutor.document, "payer": f"tutor:{tutor.pk}"}


def fall_with_document(document, act) -> None:
    """When a demonstrativo falls, its charges fall with it. Hook of annulment; not while a payment stands."""
    bill = RedemptionBill.objects.filter(document=document).select_related("charge", "fine_charge").first()
    if bill is None:
        return
    fallen = document.annulment
    for charge in (bill.charge, bill.fine_charge):
        if charge is not None and charge.cancelled_on is None:
            charges.withdraw(
                charge=charge, reason=f"{document} ficou sem efeito: {fallen.reason}"[:250],
                at=fallen.annulled_at, by=fallen.annulled_by,
            )  # fmt: skip


def guard(charge: Charge, on: date, at: datetime) -> None:
    """A bill that grew is not paid, nor asked for by a guide, on a day for which it was not counted. Guard of treasury.

    The first payment closes the count of days, and a guide holds until its due day, moved to a day with office hours.
    """
    rows = RedemptionBill.objects.filter(Q(charge=charge) | Q(fine_charge=charge))
    bill = rows.select_related("redemption__act__case__municipality", "charge", "fine_charge").first()
    if bill is None or has_payment(bill) or _holds(charge, on):
        return
    redemption = bill.redemption
    local = clock.local(redemption.municipality, at)
    now = due(redemption, at=local.replace(year=on.year, month=on.month, day=on.day))
    if now.refusal is not None:
        raise now.refusal
    if has_grown(bill, now):
        counted = clock.local(redemption.municipality, bill.counted_at)
        raise Refusal(
            "bill_grown",
            f"A conta feita até {counted:%d/%m/%Y} não vale para {on:%d/%m/%Y}, quando soma {br.money(now.reais)}. "
            "Refaça a conta antes de receber.",
        )


def _holds(charge: Charge, on: date) -> bool:
    """Whether a guide that stands could be paid on that day: due on a day without office, it moved to the next."""
    guides = charge.guides.filter(replaced_by=None, document__annulment=None)
    return guides.filter(due_on__gte=on, issued_on__lte=on).exists()


@transaction.atomic
def issue_guides(*, redemption: Redemption, due_on: date, at: datetime, by, key: UUID) -> list:
    """What is still owed, in one guide for each person who pays. The same key gives the guides already issued.

    Raises `Refusal`: no bill, nothing owed, a day for which the bill would be another (`guard`).
    """
    leaving.lock(present(redemption))
    people: dict[str, list[Charge]] = {}
    for row in _payable(redemption).charges:
        if charges.owed(row):
            people.setdefault(row.payer, []).append(row)
    return [
        charges.issue_guide(
            charge=first, also=others, due_on=due_on, at=at, by=by, key=uuid5(key, str(first.pk))
        )
        for first, *others in people.values()
    ]


@transaction.atomic
def pay(*, redemption: Redemption, means: str, paid_on: date, at: datetime, by, key: UUID) -> list[Payment]:
    """All that is still owed, received at once, with a receipt for each charge. The same key gives the payments made.

    Raises `Refusal`: no bill, nothing owed, a bill that grew since and no guide that holds, and as `charges.pay`.
    """
    leaving.lock(present(redemption))
    keys = {row.pk: uuid5(key, str(row.pk)) for row in account(redemption).charges}
    made = list(Payment.objects.of(redemption.municipality).filter(key__in=keys.values()).order_by("pk"))
    if made:
        return made
    given = {"means": means, "paid_on": paid_on, "at": at, "by": by}
    return [
        charges.pay(charge=row, amount=charges.owed_today(row, paid_on).total, key=keys[row.pk], **given)
        for row in _payable(redemption).charges
        if charges.owed(row)
    ]


def _payable(redemption) -> Account:
    check_open(redemption, present(redemption))
    found = account(redemption)
    if found.bill is None:
        raise Refusal("no_bill_yet", "Faça primeiro a conta do resgate.")
    if not found.owed:
        raise Refusal("paid", f"Nada falta pagar deste resgate: está pago desde {found.settled_on:%d/%m/%Y}.")
    return found
