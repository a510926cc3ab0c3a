"""The pages of the depósito that made a charge: the redemption, the lot."""

from django.urls import reverse

from impound.models import RedemptionBill, SaleLot
from zoonoses.treasury.services.sources import Source, key_of


def of_redemption(charge) -> Source:
    """The redemption whose bill this is."""
    return _redemption(key_of(charge))


def of_seizure(charge) -> Source | None:
    """The redemption that charged the fine of the event; the fine itself names the seizure."""
    bill = RedemptionBill.objects.filter(fine_charge=charge).first()
    return _redemption(bill.redemption_id) if bill is not None else None


def _redemption(pk) -> Source:
    return Source("Resgate", reverse("impound:redemption", args=[pk]))


def of_lot(charge) -> Source | None:
    """The lot that was bought."""
    lot = SaleLot.objects.filter(pk=key_of(charge)).first()
    return (
        Source(lot.get_kind_display().capitalize(), reverse("impound:sale", args=[lot.pk])) if lot else None
    )
