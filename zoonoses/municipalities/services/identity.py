"""The municipality's identity: its letterhead, and the coat of arms that every document prints."""

from io import BytesIO

from django.core.files.base import ContentFile
from django.db import transaction
from PIL import Image, ImageOps, UnidentifiedImageError

from zoonoses.municipalities.refusals import Refused

CREST_BYTES = 5 * 1024 * 1024
CREST_PIXELS = 40_000_000
CREST_SIDE = 1200
FORMATS = ("PNG", "JPEG", "WEBP", "GIF")


def encoded_crest(upload) -> ContentFile:
    """The picture drawn again as PNG, at most 1200 pixels wide or high; what else the file carried is left behind.

    Raises `Refused` for what is not a picture, is too heavy, or is too large to be opened safely.
    """
    if upload.size > CREST_BYTES:
        raise Refused("O brasão tem mais de 5 MB. Envie um arquivo menor.", "crest")
    try:
        picture = Image.open(upload, formats=FORMATS)
        if picture.width * picture.height > CREST_PIXELS:
            raise Refused("A imagem do brasão é grande demais. Envie uma menor.", "crest")
        picture = ImageOps.exif_transpose(picture).convert("RGBA")
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        raise Refused("O arquivo não é uma imagem. Envie o brasão em PNG ou JPEG.", "crest") from error
    picture.thumbnail((CREST_SIDE, CREST_SIDE))
    stored = BytesIO()
    picture.save(stored, "PNG", optimize=True)
    return ContentFile(stored.getvalue(), "brasao.png")


@transaction.atomic
def save_identity(*, municipality, crest=None, remove_crest=False):
    """Stores what the manager changed, and the new coat of arms when one was sent. The change enters the trail."""
    if crest is not None:
        municipality.crest = encoded_crest(crest)
    elif remove_crest:
        municipality.crest = ""
    municipality.save()
    return municipality
