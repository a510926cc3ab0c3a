"""How the municipality is paid through banks: what its manager entered, and the codes of one guide."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from django.db import transaction

from zoonoses.documents.refusals import Refusal
from zoonoses.municipalities.models import Municipality
from zoonoses.treasury import febraban, pictures, pix
from zoonoses.treasury.models import CollectionSettings

TXID = "GUIA"


@dataclass(frozen=True)
class Codes:
    """What a guide carries for a bank: the 44 digits and the payload of the PIX; empty what is not configured."""

    barcode: str = ""
    pix: str = ""
    receiver: str = ""
    key: str = ""

    @property
    def pictures(self) -> dict[str, bytes]:
        """The drawings of both, by the names that the paper uses."""
        found = {}
        if self.barcode:
            found["barcode"] = pictures.barcode_png(self.barcode)
        if self.pix:
            found["pix"] = pictures.pix_png(self.pix)
        return found


def settings_of(municipality) -> CollectionSettings:
    """What the manager entered; an unsaved empty row when nothing was."""
    found = CollectionSettings.objects.of(municipality).first()
    return found or CollectionSettings(municipality=municipality)


@transaction.atomic
def save(*, settings: CollectionSettings) -> CollectionSettings:
    """Keeps what the manager entered. Guides already issued stay as they were printed."""
    Municipality.objects.select_for_update(no_key=True).get(pk=settings.municipality_id)
    standing = CollectionSettings.objects.of(settings.municipality).first()
    if standing is not None:
        settings.pk = standing.pk
    settings.save(force_insert=standing is None, force_update=standing is not None)
    return settings


def codes(*, municipality, amount: Decimal, due_on: date, number: int) -> Codes:
    """The codes of a guide of `amount` reais under the settings of now. `number` is the guide's own.

    Raises `Refusal` for an amount that no barcode holds.
    """
    settings = settings_of(municipality)
    if settings.febraban_code and amount > febraban.LARGEST:
        raise Refusal("too_large", "O valor não cabe num código de barras: receba no balcão.")
    barcode = settings.febraban_code and febraban.make(
        segment=settings.segment,
        value_id=settings.value_id,
        amount=amount,
        issuer=settings.febraban_code,
        due_on=due_on,
        number=number,
    )
    payload = settings.pix_key and pix.br_code(
        key=settings.pix_key,
        name=settings.receiver_name,
        city=settings.receiver_city,
        amount=amount,
        txid=txid(number),
    )
    return Codes(barcode, payload, settings.receiver_name, settings.pix_key)


def txid(number: int) -> str:
    """What a static PIX is called in the municipality's bank statement."""
    return f"{TXID}{number:010d}"
