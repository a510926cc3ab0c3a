"""Kits (card, form, tag number) delivered in blocks, their price, and the stock of each clinic."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.db import transaction
from django.db.models import Count, F, IntegerField, OuterRef, Subquery, Sum
from django.db.models.functions import Coalesce

from registry.models import Clinic, KitBlock, Rga, SpoiltNumber
from registry.services import numbers
from registry.services.law import article_of, ask_or_silence
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import numbering
from zoonoses.municipalities import clock
from zoonoses.municipalities.lawbook import Lawbook
from zoonoses.municipalities.models import Municipality
from zoonoses.treasury.services import charges

LARGEST_BLOCK = 1000
NO_PRICE = "Sem previsão de preço na lei: nada foi cobrado."


@dataclass(frozen=True)
class KitPrice:
    """Price of a quantity of kits in reais, with article and steps; `amount` None where the law has none."""

    amount: Decimal | None
    article: str = ""
    basis: tuple = ()


@dataclass(frozen=True)
class Stock:
    """Kits received, used, spoilt and still free; `is_low` when the warning is due."""

    received: int
    used: int
    spoilt: int
    low_at: int

    @property
    def free(self):
        return self.received - self.used - self.spoilt

    @property
    def is_low(self):
        return self.received > 0 and self.free <= self.low_at


def price_of(*, municipality, quantity: int, on) -> KitPrice:
    """What a clinic pays for kits on a day: the law's price of a registration each (public price, not per card)."""
    answer = ask_or_silence(
        Lawbook(municipality, on), "price", service="registration", quantity=quantity, on=on
    )
    if answer is None:
        return KitPrice(None)
    return KitPrice(Decimal(answer["total"]["amount"]), article_of(answer), tuple(answer["basis"]))


@transaction.atomic
def deliver(*, municipality, clinic: Clinic | None, quantity: int, at: datetime, by, key) -> KitBlock:
    """A block of consecutive numbers, with the charge of the law's price; `clinic` None keeps it at the agency.

    The same key gives the block already delivered. Where the law has no price nothing is charged, and the block says
    so. Raises `Refusal` for a quantity out of bounds or a clinic that may not register.
    """
    Municipality.objects.select_for_update().get(pk=municipality.pk)
    made = KitBlock.objects.of(municipality).filter(key=key).first()
    if made is not None:
        return made
    on = clock.local(municipality, at).date()
    if not 1 <= quantity <= LARGEST_BLOCK:
        raise Refusal("quantity", f"Um bloco tem de 1 a {LARGEST_BLOCK} kits.")
    if clinic is not None:
        numbers.may_register(clinic, on)
    given = numbering.next_numbers(municipality=municipality, count=quantity, **numbers.SEQUENCE)
    price = price_of(municipality=municipality, quantity=quantity, on=on) if clinic else KitPrice(Decimal(0))
    return KitBlock.objects.create(
        municipality=municipality,
        clinic=clinic,
        first=given[0],
        last=given[-1],
        sold_on=on,
        sold_by=by,
        charge=_charge(clinic, given, price, on, by) if price.amount else None,
        price_note=NO_PRICE if price.amount is None else "",
        key=key,
    )


def _charge(clinic, given, price, on, by):
    return charges.charge(
        municipality=clinic.municipality,
        kind="kits",
        description=f"{len(given)} kits de registro, RGA {given[0]} a {given[-1]}",
        article=price.article,
        basis=price.basis,
        payer_name=clinic.name,
        payer_document=clinic.cnpj,
        payer=f"clinic:{clinic.pk}",
        subject=f"clinic:{clinic.pk}",
        amount=price.amount,
        on=on,
        by=by,
    )


def with_stock(clinics):
    """Adds to a queryset of clinics `received`, `used` and `spoilt`, in the same query."""
    blocks = KitBlock.objects.filter(clinic=OuterRef("pk")).order_by().values("clinic")
    received = blocks.annotate(n=Sum(F("last") - F("first") + 1)).values("n")
    spoilt = SpoiltNumber.objects.filter(block__clinic=OuterRef("pk")).order_by().values("block__clinic")
    used = Rga.objects.filter(block__clinic=OuterRef("pk")).order_by().values("block__clinic")
    counted = {
        "received": received,
        "spoilt": spoilt.annotate(n=Count("pk")).values("n"),
        "used": used.annotate(n=Count("pk")).values("n"),
    }
    return clinics.annotate(
        **{name: Coalesce(Subquery(rows, output_field=IntegerField()), 0) for name, rows in counted.items()}
    )


def stock_of(clinic: Clinic) -> Stock:
    """The clinic's kits. Takes the counts of `with_stock` when the row has them."""
    if not hasattr(clinic, "received"):
        clinic = with_stock(Clinic.objects.filter(pk=clinic.pk)).get()
    return Stock(clinic.received, clinic.used, clinic.spoilt, clinic.low_stock_at)


def blocks_of(clinic: Clinic | None, municipality=None):
    """Blocks of a clinic (or the agency's own) with how many numbers of each are used and spoilt, latest first."""
    rows = clinic.blocks.all() if clinic else KitBlock.objects.of(municipality).filter(clinic=None)
    used = Rga.objects.filter(block=OuterRef("pk")).order_by().values("block")
    spoilt = SpoiltNumber.objects.filter(block=OuterRef("pk")).order_by().values("block")
    return (
        rows.select_related("charge")
        .annotate(
            used_count=Coalesce(Subquery(used.annotate(n=Count("pk")).values("n")), 0),
            spoilt_count=Coalesce(Subquery(spoilt.annotate(n=Count("pk")).values("n")), 0),
            left=F("last") - F("first") + 1 - F("used_count") - F("spoilt_count"),
        )
        .order_by("-first")
    )
