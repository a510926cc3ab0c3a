"""Money that the bank brought and no debt was there for: it pays a charge found by hand, or it is returned.

Whoever settles locks the record first, then the charge, as the reading of a return file does.
"""

import re
from collections import Counter
from datetime import date, datetime
from decimal import Decimal
from uuid import UUID, uuid5

from django.db import transaction
from django.db.models import Q, Sum

from zoonoses.documents.refusals import Refusal
from zoonoses.municipalities import clock
from zoonoses.municipalities.models import Role
from zoonoses.municipalities.templatetags import br
from zoonoses.treasury.models import BankRecord, BankSettlement, Charge, Guide, Payment
from zoonoses.treasury.services import guards
from zoonoses.treasury.services.charges import pay

COUNTER = (Role.CLERK, Role.MANAGER)
SHOWN = 25
GUIDE_NUMBER = re.compile(r"(\d{1,6})/(\d{4})")
MATCHED, TO_RETURN, RETURNED = BankSettlement.Kind.values


def left_of(record: BankRecord) -> Decimal:
    """Money of a record that pays no charge and was not returned; nothing while undecided, or for a repeated one."""
    if not hasattr(record, "outcome") or record.repeats_id:
        return Decimal(0)
    paid = record.payments.standing().aggregate(sum=Sum("amount"))["sum"] or Decimal(0)
    returned = record.settlements.filter(kind=RETURNED).aggregate(sum=Sum("amount"))["sum"] or Decimal(0)
    return record.amount - paid - returned


@transaction.atomic
def match(
    *, record: BankRecord, charge: Charge, amount: Decimal, note: str, at: datetime, by, key: UUID
) -> BankSettlement:
    """The money of a record pays a charge found by hand, with its receipt, on the day on which the bank received it, or
    on that of the charge when it came later. The same key gives the settlement already made.

    Raises `Refusal`: less money is left, or as `charges.pay`.
    """
    record, made = _locked(record, by, key)
    if made is not None:
        return made
    _enough(record, amount)
    paid_on = max(record.paid_on, charge.charged_on)
    guards.judge(charge, on=paid_on, at=at)
    payment = pay(
        charge=charge,
        amount=amount,
        means=Payment.Means.BANK,
        paid_on=paid_on,
        at=at,
        by=by,
        key=uuid5(key, "payment"),
        bank_record=record,
    )
    return _write(record, MATCHED, amount, at, by, key, payment=payment, on=paid_on, note=note)


@transaction.atomic
def mark_to_return(*, record: BankRecord, who: str, note: str, at: datetime, by, key: UUID) -> BankSettlement:
    """What is left of a record is to be returned, as far as known to whom. Marked before, it gives that mark."""
    record, made = _locked(record, by, key)
    made = made or record.settlements.filter(kind=TO_RETURN).first()
    if made is not None:
        return made
    left = left_of(record)
    _enough(record, left)
    on = clock.local(record.municipality, at).date()
    return _write(record, TO_RETURN, left, at, by, key, who=who.strip(), on=on, note=note)


@transaction.atomic
def give_back(
    *,
    record: BankRecord,
    amount: Decimal,
    who: str,
    document_number: str,
    on: date,
    note: str,
    at: datetime,
    by,
    key: UUID,
) -> BankSettlement:
    """The money, or part of it, was returned to somebody on a day, by a document. The same key is one return.

    Raises `Refusal`: less money is left, to whom or by which document is missing, or a day that cannot be.
    """
    record, made = _locked(record, by, key)
    if made is not None:
        return made
    _enough(record, amount)
    if not who.strip() or not document_number.strip():
        raise Refusal("proof_missing", "Informe a quem se devolveu e o número do documento da devolução.")
    if not record.paid_on <= on <= clock.local(record.municipality, at).date():
        raise Refusal(
            "day_absurd",
            f"A devolução vai do dia do pagamento ({record.paid_on:%d/%m/%Y}) até hoje.",
        )
    given = {"who": who.strip(), "document_number": document_number.strip(), "on": on, "note": note}
    return _write(record, RETURNED, amount, at, by, key, **given)


def _locked(record, by, key) -> tuple[BankRecord, BankSettlement | None]:
    """The record as it stands, locked; and what this key already settled."""
    if by.role not in COUNTER or by.municipality_id != record.municipality_id:
        raise Refusal("not_allowed", "Quem acerta registros do banco é o atendente ou o gestor.")
    BankRecord.objects.select_for_update().get(pk=record.pk)
    record = BankRecord.objects.select_related("municipality", "outcome").get(pk=record.pk)
    made = BankSettlement.objects.of(record.municipality).filter(key=key).first()
    if made is not None and made.record_id != record.pk:
        raise Refusal("repeated_key", "Este envio já acertou outro registro. Abra a página de novo.")
    return record, made


def _enough(record, amount) -> None:
    left = left_of(record)
    if left <= 0:
        raise Refusal("settled", "Nada resta deste registro: veja abaixo o que já se fez dele.")
    if amount <= 0 or amount != amount.quantize(Decimal("0.01")):
        raise Refusal("not_an_amount", "Informe o valor, em reais e centavos.")
    if amount > left:
        raise Refusal("more_than_left", f"Restam {br.money(left)} deste registro, e não {br.money(amount)}.")


def _write(record, kind, amount, at, by, key, **given) -> BankSettlement:
    given["note"] = given["note"].strip()
    return BankSettlement.objects.create(
        municipality=record.municipality,
        record=record,
        kind=kind,
        amount=amount,
        decided_at=at,
        decided_by=by,
        key=key,
        **given,
    )


def candidates(record: BankRecord, text: str) -> list[Charge]:
    """Open charges that the money may be for: by payer or number of a guide (`12/2025`); without a text, those of who
    pays the guide that the record names. Each with what was paid of it; at most `SHOWN`.
    """
    rows = Charge.objects.of(record.municipality).open().order_by("-charged_on", "-pk")
    rows = rows.select_related("municipality", "case")
    number = GUIDE_NUMBER.fullmatch(text)
    if number:
        named = Guide.objects.of(record.municipality).filter(
            document__number=int(number[1]), document__year=int(number[2])
        )
        return list(rows.filter(guide_lines__guide__in=named).distinct()[:SHOWN])
    if text:
        return list(rows.payer_like(text)[:SHOWN])
    guide = record.outcome.guide if hasattr(record, "outcome") else None
    if guide is None:
        return []
    payers = {charge.payer for charge in guide.charges.all() if charge.payer}
    own = [charge.pk for charge in guide.charges.all()]
    return list(rows.filter(Q(pk__in=own) | Q(payer__in=payers))[:SHOWN])


def by_file(files) -> dict[int, int]:
    """How many records of each of some return files wait to be settled."""
    rows = BankRecord.objects.filter(bank_return__in=[file.pk for file in files]).to_settle()
    return Counter(rows.values_list("bank_return", flat=True))


def figures(municipality) -> dict[str, int]:
    """How many records wait to be settled, and how many to be returned."""
    rows = BankRecord.objects.of(municipality)
    return {"to_settle": rows.to_settle().count(), "to_return": rows.to_return().count()}
