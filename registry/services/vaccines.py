"""Stock of vaccines: products, lots, losses. Doses left = received less applied, less counted, less lost.

The vial's own expiry forbids an application after that day; it says nothing of how long the animal is protected.
"""

from django.db import IntegrityError, transaction
from django.db.models import Sum

from registry.models import LotLoss, VaccineLot, VaccineProduct
from zoonoses.documents.refusals import Refusal


def save_product(*, municipality, values, product=None) -> VaccineProduct:
    """A new product, or a corrected one. Raises `Refusal("same_product")` for a second of one name and maker."""
    product = product or VaccineProduct(municipality=municipality)
    for name, value in values.items():
        setattr(product, name, value)
    return _saved(product, "same_product", "Esta vacina deste fabricante já está cadastrada.")


@transaction.atomic
def save_lot(*, municipality, values, clinic=None, lot=None) -> VaccineLot:
    """A lot received, or a lot corrected; the audit trail keeps what it was.

    Raises `Refusal`: `same_lot`, the owner already has this number of this product; `fewer_than_used`, more doses
    left the lot than the corrected number; `expiry_before_use`, a dose was applied after the corrected expiry.
    """
    if lot is None:
        lot = VaccineLot(municipality=municipality, clinic=clinic)
    else:
        lot = locked(lot)
        _check_correction(lot, values)
    for name, value in values.items():
        setattr(lot, name, value)
    return _saved(lot, "same_lot", "Esta partida já está no estoque: corrija a que existe.")


def _check_correction(lot, values) -> None:
    gone = lot.doses - remaining(lot)
    if values.get("doses", lot.doses) < gone:
        raise Refusal("fewer_than_used", f"Já saíram {gone} doses desta partida: não cabem menos que isso.")
    last = lot.vaccinations.standing().order_by("-on").values_list("on", flat=True).first()
    if last and values.get("expires_on", lot.expires_on) < last:
        raise Refusal(
            "expiry_before_use",
            f"Há dose desta partida aplicada em {last:%d/%m/%Y}: a validade não pode ser anterior. "
            "Se a dose não valeu, anule a aplicação.",
        )


def _saved(row, code, sentence):
    try:
        with transaction.atomic():
            row.save()
    except IntegrityError as error:
        raise Refusal(code, sentence) from error
    return row


def locked(lot) -> VaccineLot:
    """The lot as it is now, locked until the transaction ends: doses leave it one at a time."""
    rows = VaccineLot.objects.select_for_update(of=("self",), no_key=True).select_related("product")
    return rows.get(pk=lot.pk)


def remaining(lot) -> int:
    """Doses left in a lot; exact while the lot is locked."""
    applied = lot.vaccinations.standing().count()
    counted = lot.tallies.standing().aggregate(total=Sum("doses"))["total"] or 0
    lost = lot.losses.aggregate(total=Sum("doses"))["total"] or 0
    return lot.doses - applied - counted - lost


def check_dose(lot, *, on, doses=1) -> None:
    """Whether `doses` of a locked lot may be applied on a day.

    Raises `Refusal`: `expired_lot` (the vial's expiry day itself still serves), `lot_not_received`, `lot_not_made`
    or `lot_empty`.
    """
    if on > lot.expires_on:
        raise Refusal(
            "expired_lot",
            f"A partida {lot.number} venceu em {lot.expires_on:%d/%m/%Y} e não pode ser aplicada em "
            f"{on:%d/%m/%Y}. Use outra partida e registre a perda desta.",
        )
    if on < lot.received_on:
        raise Refusal(
            "lot_not_received",
            f"A partida {lot.number} foi recebida em {lot.received_on:%d/%m/%Y}, depois de {on:%d/%m/%Y}: "
            "confira o dia da aplicação.",
        )
    if lot.made_on and on < lot.made_on:
        raise Refusal("lot_not_made", f"A partida {lot.number} foi fabricada em {lot.made_on:%d/%m/%Y}.")
    left = remaining(lot)
    if doses > left:
        some = "não tem mais doses" if left <= 0 else f"tem só {left} {'dose' if left == 1 else 'doses'}"
        raise Refusal("lot_empty", f"A partida {lot.number} {some}. Escolha outra partida.")


@transaction.atomic
def lose(*, lot, doses, reason, on, by, key=None) -> LotLoss:
    """Doses broken, spoilt, expired or returned. Sent again with the same key, the row already made.

    Raises `Refusal("lot_empty")` when the lot has fewer doses left.
    """
    lot = locked(lot)
    made = lot.losses.filter(key=key).first() if key else None
    if made is not None:
        return made
    left = remaining(lot)
    if doses > left:
        raise Refusal("lot_empty", f"Restam {left} doses nesta partida: não se perde mais que isso.")
    return LotLoss.objects.create(lot=lot, doses=doses, reason=reason, on=on, recorded_by=by, key=key)


def offered(*, municipality, on, clinic=None, product=None):
    """Lots that may be applied on a day by their owner, the first to expire first."""
    rows = VaccineLot.objects.of(municipality).owned_by(clinic).usable(on).select_related("product")
    if product is not None:
        rows = rows.filter(product=product)
    return rows.order_by("expires_on", "number")


def stock_state(lot, today) -> str:
    """`expired`, `empty`, `low`, `expires_soon` (within 30 days) or "" of a lot selected `with_stock`."""
    if lot.remaining <= 0:
        return "empty"
    if today > lot.expires_on:
        return "expired"
    if lot.remaining <= lot.product.low_stock_at:
        return "low"
    return "expires_soon" if (lot.expires_on - today).days <= 30 else ""
