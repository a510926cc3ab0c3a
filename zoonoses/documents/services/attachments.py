"""Pictures and scans. The original is kept untouched and private, with its hash; what is shown is a clean copy."""

import hashlib
import io
import uuid
from datetime import datetime
from pathlib import PurePath

import pikepdf
import pillow_heif
from django.core.files.base import ContentFile
from django.db import transaction
from PIL import Image, ImageCms, ImageFile, ImageOps, UnidentifiedImageError

from zoonoses.documents.models import Attachment
from zoonoses.documents.refusals import Refusal

pillow_heif.register_heif_opener()

MAX_BYTES = 25 * 1024 * 1024
MAX_PIXELS = 80_000_000
DISPLAY_SIDE = 1600
FORMATS = {"JPEG": ".jpg", "MPO": ".jpg", "PNG": ".png", "WEBP": ".webp", "HEIF": ".heic"}
MAX_PAGES = 300
QUIET_ACTIONS = ("/URI", "/GoTo")
NOISY = ("/FileAttachment", "/RichMedia", "/Movie", "/Sound", "/Screen", "/3D")
SRGB = ImageCms.createProfile("sRGB")


@transaction.atomic
def store(*, municipality, kind, upload, by, at: datetime, act=None, draft=None) -> Attachment:
    """Keeps a file sent by a person, for an act or for a draft.

    The original's bytes and SHA-256 are kept. The shown copy of a picture is upright, at most 1600 px, sRGB, without
    EXIF, GPS or any other metadata; a scan may also be a PDF, whose copy loses scripts and embedded files.
    Raises `Refusal` for an empty, too large or unreadable file, and for a signature without a stroke.
    """
    data = _bytes_of(upload)
    if kind == Attachment.Kind.SCAN and data.startswith(b"%PDF-"):
        shown, shown_type, extension = _clean_pdf(data), "application/pdf", ".pdf"
    else:
        picture, extension = _open(data)
        shown, shown_type = _signature(picture) if kind == Attachment.Kind.SIGNATURE else _photo(picture)
    name = uuid.uuid4().hex
    attachment = Attachment(
        municipality=municipality,
        kind=kind,
        act=act,
        draft=draft,
        original_name=PurePath(upload.name or "arquivo").name[-200:],
        original_sha256=hashlib.sha256(data).hexdigest(),
        display_type=shown_type,
        uploaded_by=by,
        uploaded_at=at,
    )
    shown_extension = {"image/jpeg": ".jpg", "image/png": ".png", "application/pdf": ".pdf"}[shown_type]
    attachment.original.save(name + extension, ContentFile(data), save=False)
    attachment.display.save(name + shown_extension, ContentFile(shown), save=False)
    attachment.save(force_insert=True)
    return attachment


def adopt(*, draft, act) -> int:
    """Gives to an act the files of the draft that it came from; how many they are."""
    return Attachment.objects.filter(draft=draft, act=None, municipality_id=act.case.municipality_id).update(
        act=act
    )


def _bytes_of(upload) -> bytes:
    name = upload.name or "arquivo"
    if upload.size == 0:
        raise Refusal("file_empty", f"O arquivo “{name}” está vazio. Envie-o de novo.")
    if upload.size > MAX_BYTES:
        raise Refusal(
            "file_too_large",
            f"O arquivo “{name}” tem {upload.size / 1024 / 1024:.0f} MB; o limite é de 25 MB. "
            "Envie uma foto por vez ou diminua a resolução.",
        )
    upload.seek(0)
    return upload.read()


def _open(data: bytes) -> tuple[Image.Image, str]:
    """The decoded picture, upright, and the extension of its format."""
    # WeasyPrint, when imported, makes Pillow accept half a file; an upload that broke off must be refused.
    ImageFile.LOAD_TRUNCATED_IMAGES = False
    try:
        picture = Image.open(io.BytesIO(data))
        if picture.format not in FORMATS:
            raise UnidentifiedImageError
        if picture.width * picture.height > MAX_PIXELS:
            raise Refusal("picture_too_large", "A foto é grande demais: o limite é de 80 megapixels.")
        extension = FORMATS[picture.format]
        picture.load()
        return ImageOps.exif_transpose(picture), extension
    except (UnidentifiedImageError, Image.DecompressionBombError, OSError, ValueError, SyntaxError) as error:
        raise Refusal(
            "not_a_picture", "O arquivo não é uma foto que se possa abrir. Envie JPEG, PNG, WebP ou HEIC."
        ) from error


def _flat(picture: Image.Image) -> Image.Image:
    """The pixels alone, in sRGB on white: no metadata comes along."""
    profile = picture.info.get("icc_profile")
    if profile and picture.mode in ("RGB", "CMYK"):
        try:
            source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
            picture = ImageCms.profileToProfile(picture, source, SRGB, outputMode="RGB")
        except (ImageCms.PyCMSError, OSError):
            picture = picture.convert("RGB")
    sheet = Image.new("RGB", picture.size, "white")
    if "A" in picture.getbands() or "transparency" in picture.info:
        picture = picture.convert("RGBA")
        sheet.paste(picture, mask=picture.getchannel("A"))
    else:
        sheet.paste(picture.convert("RGB"))
    return sheet


def _photo(picture: Image.Image) -> tuple[bytes, str]:
    picture.thumbnail((DISPLAY_SIDE, DISPLAY_SIDE), Image.Resampling.LANCZOS)
    buffer = io.BytesIO()
    _flat(picture).save(buffer, "JPEG", quality=82, optimize=True)
    return buffer.getvalue(), "image/jpeg"


def _signature(picture: Image.Image) -> tuple[bytes, str]:
    picture.thumbnail((DISPLAY_SIDE, DISPLAY_SIDE), Image.Resampling.LANCZOS)
    flat = _flat(picture).convert("L")
    strokes = ImageOps.invert(flat).getbbox()
    if strokes is None:
        raise Refusal("signature_empty", "A assinatura está em branco. Peça à pessoa que assine no quadro.")
    buffer = io.BytesIO()
    flat.crop(strokes).save(buffer, "PNG", optimize=True)
    return buffer.getvalue(), "image/png"


def _clean_pdf(data: bytes) -> bytes:
    try:
        with pikepdf.open(io.BytesIO(data)) as pdf:
            if len(pdf.pages) > MAX_PAGES:
                raise Refusal(
                    "pdf_too_long", f"O PDF passa de {MAX_PAGES} páginas. Envie só o que interessa."
                )
            for key in ("/OpenAction", "/AA", "/AcroForm", "/AF"):
                if key in pdf.Root:
                    del pdf.Root[key]
            for key in ("/JavaScript", "/EmbeddedFiles"):
                if "/Names" in pdf.Root and key in pdf.Root.Names:
                    del pdf.Root.Names[key]
            for page in pdf.pages:
                _calm(page.obj)
            buffer = io.BytesIO()
            pdf.save(buffer)
            return buffer.getvalue()
    except (pikepdf.PdfError, pikepdf.PasswordError) as error:
        raise Refusal(
            "not_a_pdf", "O PDF está danificado ou tem senha. Digitalize de novo, sem senha."
        ) from error


def _calm(page) -> None:
    """A page that only shows: without what runs when it is opened, attached files, media and actions of its notes."""
    for key in ("/AA", "/AF"):
        if key in page:
            del page[key]
    notes = page.get("/Annots")
    if not isinstance(notes, pikepdf.Array):
        return
    kept = [note for note in notes if isinstance(note, pikepdf.Dictionary)]
    for note in kept:
        if "/AA" in note:
            del note["/AA"]
        action = note.get("/A")
        if isinstance(action, pikepdf.Dictionary) and str(action.get("/S")) not in QUIET_ACTIONS:
            del note["/A"]
        if str(note.get("/Subtype")) == "/Widget":
            note["/Subtype"] = pikepdf.Name.Stamp  # a field of no form any more: its look stays
    page["/Annots"] = pikepdf.Array([note for note in kept if str(note.get("/Subtype")) not in NOISY])
