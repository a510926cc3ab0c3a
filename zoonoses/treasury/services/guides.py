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
from zoonoses.treasury.models import Charge, Guide, GuideLine
from zoonoses.treasury.services import collection, guards
from zoonoses.treasury.services.debts import locked_all, still_owed

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
    out of effect; that of `charge` is named on the new one. The same `key` gives the guide already issued.

    Raises `Refusal` for a charge with nothing owed, a day in the past, a year whose days nobody confirmed, charges of
    different people, or what a guard of another app says.
    """
    asked = [charge, *(other for other in also if other.pk != charge.pk)]
    if key is None:
        return _issue(asked, due_on, at, by)
    document = once_document(charge.municipality, key, lambda: _issue(asked, due_on, at, by).document)
    return Guide.objects.select_related("document").get(document=document)


def same_person(charge: Charge):
    """Other open charges of who pays this one, known by record or by document; nobody is known by name."""
    rows = Charge.objects.of(charge.municipality).exclude(pk=charge.pk).open().order_by("charged_on", "pk")
    if charge.payer:
        return rows.filter(payer=charge.payer)
    return (
        rows.filter(payer="", payer_document=charge.payer_document) if charge.payer_document else rows.none()
    )


def _issue(asked, due_on, at, by) -> Guide:
    asked = locked_all(asked, by)
    first = asked[0]
    today = clock.local(first.municipality, at).date()
    _one_person(asked)
    lines = [(charge, still_owed(charge)) for charge in asked]
    if due_on < today:
        raise Refusal("due_in_the_past", "O vencimento não pode ser antes de hoje.")
    try:
        moved = calendar_of(first.municipality).next_business_day(due_on)
    except LawError as error:
        raise of_law(error) from error
    for charge in asked:
        guards.judge(charge, on=due_on, at=at)  # a day without office hours adds nothing to what is owed
    former = _withdraw_former(asked, by, at)
    return _write(lines, former, due_on, moved, at, by)


def _one_person(asked) -> None:
    people = {charge.payer or charge.payer_document or charge.pk for charge in asked}
    if len(people) > 1:
        raise Refusal(
            "other_payer", "Uma guia é de uma pessoa só: estas cobranças são de pessoas diferentes."
        )


def _withdraw_former(asked, by, at) -> Guide | None:
    """Takes what asks for these charges out of effect; the last guide of the first one, which the new one names."""
    standing = Guide.objects.filter(charges__in=asked, replaced_by=None, document__annulment=None).distinct()
    for guide in standing.select_related("document"):
        annulment.withdraw(
            document=guide.document, reason="Substituída por outra guia da mesma cobrança.", by=by, at=at
        )
    return asked[0].guides.filter(replaced_by=None).select_related("document").order_by("-pk").first()


def _write(lines, former, asked_on, due_on, at, by) -> Guide:
    first, amount = lines[0][0], sum((owed for _, owed in lines), Decimal(0))
    town = first.municipality
    number = next_number(municipality=town, kind=BANK_NUMBER, year=0)
    codes = collection.codes(municipality=town, amount=amount, due_on=due_on, number=number)
    document = issuing.issue(
        municipality=town,
        kind=DocumentKind.GUIDE,
        template=GUIDE,
        title=DocumentKind.GUIDE.label,
        body=guide_body(lines, amount=amount, due_on=due_on, asked_on=asked_on, codes=codes),
        at=at,
        author=by,
        case=first.case if len({charge.case_id for charge, _ in lines}) == 1 else None,
        replaces=former.document if former else None,
        pictures=codes.pictures,
    )
    guide = Guide.objects.create(
        municipality=town,
        document=document,
        amount=amount,
        issued_on=clock.local(town, at).date(),
        due_on=due_on,
        number=number,
        barcode=codes.barcode,
        pix=codes.pix,
        replaces=former,
    )
    GuideLine.objects.bulk_create(
        GuideLine(guide=guide, charge=charge, amount=owed) for charge, owed in lines
    )
    return guide
