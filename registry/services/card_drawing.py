"""Drawing cards and tags of a batch from the register as it stands now."""

import io
from collections.abc import Sequence

from django.conf import settings
from PIL import Image, UnidentifiedImageError

from registry.documents import cards, drawing, sheets
from registry.models import BatchRow, IdentityCard, PrintBatch
from registry.services import printing
from registry.services.rga import identity_of
from zoonoses.documents import codes
from zoonoses.documents.refusals import Refusal
from zoonoses.law import LawError
from zoonoses.municipalities.lawbook import Lawbook

CHUNK, LABELS_CHUNK = 50, 2 * sheets.A_LABEL_SHEET
PHOTO_PIXELS = (280, 374)  # 22.5 × 30 mm at about 300 dots an inch
OF_DOSE = {"last_vaccination_date", "vet_name", "vet_crmv"}


def tag_url(code: str) -> str:
    """Where the QR of card and tag leads: the animal's public page."""
    return f"{settings.ZOONOSES_SITE_URL.rstrip('/')}/rga/{code}/"


def draw_cards(batch: PrintBatch, rows: Sequence[BatchRow]) -> printing.Drawn:
    """Cards, one a page or ten to a sheet, as the batch's kind says."""
    issuer, images = _issuer(batch.municipality)
    fields = cards.fields_of(_rule(batch.municipality, batch.requested_at.date()))

    def faces(card, images):
        identity = _identity(card, with_dose=any(field.code in OF_DOSE for field in fields))
        photo, qr = _photo(card.rga.animal, images), _qr(card.rga.code, images)
        return (
            cards.front(identity, fields=fields, copy=card.copy, photo=photo),
            cards.back(identity, fields=fields, code=card.rga.code, qr=qr),
        )

    lay = sheets.singles if batch.kind == PrintBatch.Kind.CARDS_SINGLE else sheets.sheets
    forms = (cards.front_form(fields=fields, issuer=issuer), cards.back_form(fields=fields, issuer=issuer))
    return _drawn(rows, faces, lay, images, forms)


def draw_tags(batch: PrintBatch, rows: Sequence[BatchRow]) -> printing.Drawn:
    """Labels of tags."""
    issuer, images = _issuer(batch.municipality)

    def face(card, images):
        return cards.tag(_identity(card, with_dose=False), issuer=issuer, qr=_qr(card.rga.code, images))

    return _drawn(rows, face, sheets.labels, images)


def _drawn(rows, faces_of, lay, images, forms=()) -> printing.Drawn:
    """What could be drawn of the rows."""
    drawn, faults = [], {}
    found = _cards([row.card_id for row in rows])
    for row in rows:
        try:
            card = found[row.card_id]
            if card.voided_on is not None:
                raise Refusal("void", f"{card.rga}: sem valor desde {card.voided_on:%d/%m/%Y}.")
            drawn.append(faces_of(card, images))
        except Refusal as refusal:
            faults[row.pk] = refusal.sentence
    if not drawn:
        return printing.Drawn(None, faults)
    return printing.Drawn(drawing.draw(lay(drawn), images=images, forms=forms), faults)


def _cards(keys) -> dict[int, IdentityCard]:
    rows = IdentityCard.objects.select_related(
        "rga__animal__tutor__merged_into", "rga__animal__photo", "rga__animal__municipality"
    )
    rows = rows.prefetch_related(
        "rga__animal__chips", "rga__animal__tutor__phones", "rga__animal__tutor__merged_into__phones"
    )
    return rows.in_bulk(keys)


def _identity(card, *, with_dose):
    return identity_of(
        animal=card.rga.animal,
        number=card.rga.number,
        registered_on=card.rga.registered_on,
        issued_on=card.issued_on,
        with_dose=with_dose,
    )


def _rule(municipality, on):
    try:
        return Lawbook(municipality, on).ruleset.documents.get("rga_card")
    except LawError:
        return None


def _issuer(municipality):
    images = {}
    if municipality.crest:
        with municipality.crest.open("rb") as crest:
            images["crest"] = crest.read()
    return cards.issuer_of(municipality), images


def _qr(code, images) -> str:
    images[f"qr-{code}"] = codes.qr_png(tag_url(code), scale=3)
    return f"qr-{code}"


def _photo(animal, images) -> str:
    """The animal's photo in the card's size; "" without one. Raises `Refusal` for a file that cannot be read."""
    if animal.photo is None:
        return ""
    name = f"photo-{animal.photo_id}"
    try:
        with animal.photo.display.open("rb") as file, Image.open(file) as picture:
            picture.draft("RGB", PHOTO_PIXELS)
            picture.thumbnail(PHOTO_PIXELS)
            small = io.BytesIO()
            picture.convert("RGB").save(small, "JPEG", quality=85)
    except (OSError, UnidentifiedImageError) as error:
        raise Refusal(
            "photo_unreadable", f"A foto de {animal} não pôde ser lida. Envie-a de novo."
        ) from error
    images[name] = small.getvalue()
    return name


printing.register_drawer(PrintBatch.Kind.CARDS_SINGLE, draw_cards, chunk=CHUNK)
printing.register_drawer(PrintBatch.Kind.CARDS_SHEET, draw_cards, chunk=CHUNK)
printing.register_drawer(PrintBatch.Kind.TAGS, draw_tags, chunk=LABELS_CHUNK)
