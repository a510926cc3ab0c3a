"""The guide: it asks for what is owed, until a business day, at the counter and where the municipality is paid."""

from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal
from uuid import UUID

from django.db import transaction

from zoonoses.documents.contexts_treasury import GUIDE
from zoonoses.documents.kinds import DocumentKind
from zoonoses.documents.refusals import Refusal, of_law
from zoonoses.documents.services import annulment, issuing
from zoonoses.documents.services.idempotency import once_document
from zoonoses.documents.services.numbering import next_number
from zoonoses.law import LawError
from zoonoses.municipalities import clock
from zoonoses.municipalities.calendars import calendar_of
from zoonoses.treasury.documents import guide_body
from zoonoses.treasury.models import Charge, Guide, GuideLine, Instalment
from zoonoses.treasury.services import collection, guards
from zoonoses.treasury.services.debts import locked_all, still_owed
from zoonoses.treasury.services.lateness import Owed, owed_on, standing_plan

BANK_NUMBER = "guide_at_bank"


@transaction.atomic
def issue_guide(
    *,
    charge: Charge,
    due_on: date,
    at: datetime,
    by,
    key: UUID | None = None,
    also: Sequence[Charge] = (),
) -> Guide:
    """A guide for what is owed now, due on a business day: a day without office hours gives way to the next one.

    `also` are other charges of the same person, asked for on the same paper. Every former guide of any of them is taken
    out of effect; that of `charge` is named on the new one. What a delay adds is counted to the day asked for, and the
    guide holds as it is until it falls due. The same `key` gives the guide already issued.

    Raises `Refusal` for a charge with nothing owed or paid in instalments, a day in the past, a year whose days nobody
    confirmed, charges of different people, or what a guard of another app says.
    """
    asked = [charge, *(other for other in also if other.pk != charge.pk)]
    if key is None:
        return _issue(asked, due_on, at, by)
    document = once_document(charge.municipality, key, lambda: _issue(asked, due_on, at, by).document)
    return Guide.objects.select_related("document").get(document=document)


@transaction.atomic
def issue_instalment_guide(
    *, instalment: Instalment, due_on: date, at: datetime, by, key: UUID | None = None
) -> Guide:
    """A guide for what is still to be paid of one instalment; the former one of the same instalment falls.

    Raises `Refusal` when it is paid, when the agreement ended, or as `issue_guide`.
    """

    def make():
        return _issue_instalment(instalment, due_on, at, by)

    if key is None:
        return make()
    document = once_document(instalment.plan.municipality, key, lambda: make().document)
    return Guide.objects.select_related("document").get(document=document)


def same_person(charge: Charge):
    """Other open charges of who pays this one, known by record or by document; nobody is known by name."""
    rows = Charge.objects.of(charge.municipality).exclude(pk=charge.pk).open().without_plan()
    rows = rows.order_by("charged_on", "pk")
    if charge.payer:
        return rows.filter(payer=charge.payer)
    return (
        rows.filter(payer="", payer_document=charge.payer_document) if charge.payer_document else rows.none()
    )


def _issue(asked, due_on, at, by) -> Guide:
    asked = locked_all(asked, by)
    _one_person(asked)
    for charge in asked:
        still_owed(charge)
        _not_in_instalments(charge)
    moved = _business_day(asked[0], due_on, at)
    for charge in asked:
        guards.judge(charge, on=due_on, at=at)  # a day without office hours adds nothing to what is owed
    former = _withdraw_former(asked, by, at)
    lines = [(due, due.total) for due in (owed_on(charge, due_on) for charge in asked)]
    return _write(lines, former, due_on, moved, at, by)


def _business_day(charge, due_on, at) -> date:
    if due_on < clock.local(charge.municipality, at).date():
        raise Refusal("due_in_the_past", "O vencimento não pode ser antes de hoje.")
    try:
        return calendar_of(charge.municipality).next_business_day(due_on)
    except LawError as error:
        raise of_law(error) from error


def _not_in_instalments(charge) -> None:
    plan = standing_plan(charge)
    if plan is not None:
        raise Refusal(
            "in_instalments",
            f"Esta cobrança está parcelada ({plan.document}): emita a guia da parcela, na página do parcelamento.",
        )


def _issue_instalment(instalment, due_on, at, by) -> Guide:
    charge = locked_all([instalment.plan.charge], by)[0]
    still_owed(charge)
    moved = _business_day(charge, due_on, at)
    guards.judge(charge, on=due_on, at=at)
    due = owed_on(charge, due_on)
    if due.plan is None or due.plan.pk != instalment.plan_id:
        raise Refusal("plan_ended", "Este parcelamento foi encerrado: veja a cobrança.")
    rest = min(instalment.until - paid_under(due.plan), instalment.amount)
    if rest <= 0:
        raise Refusal("instalment_paid", f"A parcela {instalment.number} já está paga.")
    own = Guide.objects.filter(instalment=instalment)
    _withdraw(own, "Substituída por outra guia da mesma parcela.", by, at)
    former = own.filter(replaced_by=None).select_related("document").order_by("-pk").first()
    return _write([(due, rest)], former, due_on, moved, at, by, instalment=instalment)


def paid_under(plan) -> Decimal:
    """What was received of a charge since its agreement."""
    return sum(plan.payments.standing().values_list("amount", flat=True), Decimal(0))


def _one_person(asked) -> None:
    people = {charge.payer or charge.payer_document or charge.pk for charge in asked}
    if len(people) > 1:
        raise Refusal(
            "other_payer", "Uma guia é de uma pessoa só: estas cobranças são de pessoas diferentes."
        )


def _withdraw_former(asked, by, at) -> Guide | None:
    """Takes what asks for these charges out of effect; the last guide of the first one, which the new one names."""
    withdraw_guides(asked, reason="Substituída por outra guia da mesma cobrança.", by=by, at=at)
    own = asked[0].guides.filter(replaced_by=None, instalment=None)
    return own.select_related("document").order_by("-pk").first()


def withdraw_guides(charges, *, reason: str, by, at) -> None:
    """Takes every guide that asks for these charges out of effect: the caller has locked them and judged who may."""
    _withdraw(Guide.objects.filter(charges__in=charges), reason, by, at)


def _withdraw(guides, reason, by, at) -> None:
    for guide in guides.filter(document__annulment=None).distinct().select_related("document"):
        annulment.withdraw(document=guide.document, reason=reason, by=by, at=at)


def _write(lines: list[tuple[Owed, Decimal]], former, asked_on, due_on, at, by, instalment=None) -> Guide:
    first, amount = lines[0][0].charge, sum((asked for _, asked in lines), Decimal(0))
    town = first.municipality
    number = next_number(municipality=town, kind=BANK_NUMBER, year=0)
    codes = collection.codes(municipality=town, amount=amount, due_on=due_on, number=number)
    body = guide_body(
        lines, amount=amount, due_on=due_on, asked_on=asked_on, codes=codes, instalment=instalment
    )
    document = issuing.issue(
        municipality=town,
        kind=DocumentKind.GUIDE,
        template=GUIDE,
        title=DocumentKind.GUIDE.label,
        body=body,
        at=at,
        author=by,
        case=first.case if len({due.charge.case_id for due, _ in lines}) == 1 else None,
        replaces=former.document if former else None,
        pictures=codes.pictures,
    )
    guide = Guide.objects.create(
        municipality=town,
        document=document,
        amount=amount,
        issued_on=clock.local(town, at).date(),
        due_on=due_on,
        counted_on=asked_on,
        instalment=instalment,
        number=number,
        barcode=codes.barcode,
        pix=codes.pix,
        replaces=former,
    )
    GuideLine.objects.bulk_create(
        GuideLine(guide=guide, charge=due.charge, amount=asked) for due, asked in lines
    )
    return guide
