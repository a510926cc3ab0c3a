"""Photos and scans: upright, without place, original kept; what is no picture is refused in words."""

import hashlib
import io
import uuid

import pikepdf
import pillow_heif
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from PIL import Image, ImageDraw

from tests.documents import bodies
from tests.documents.conftest import make_office
from tests.factories import MembershipFactory, sign_in
from zoonoses.documents import contexts
from zoonoses.documents.models import AccessRecord, Attachment
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import attachments

pytestmark = pytest.mark.django_db

RED, BLUE = (220, 20, 20), (20, 20, 220)


def sensor_picture(width=4000, height=3000):
    """What the sensor sees when the phone is upright: the red top of the scene lies at the left side."""
    picture = Image.new("RGB", (width, height), BLUE)
    ImageDraw.Draw(picture).rectangle((0, 0, width // 4, height), fill=RED)
    return picture


def exif(orientation=6):
    tags = Image.Exif()
    tags[0x0112] = orientation
    tags[0x010F] = "Telefone"
    tags.get_ifd(0x8825).update({1: "S", 2: (19.0, 45.0, 30.0), 3: "W", 4: (40.0, 23.0, 6.0)})
    return tags


def jpeg(**given):
    buffer = io.BytesIO()
    sensor_picture().save(buffer, "JPEG", exif=exif(**given), quality=70)
    return buffer.getvalue()


def heic():
    buffer = io.BytesIO()
    pillow_heif.from_pillow(sensor_picture(1200, 900)).save(
        buffer, exif=exif(orientation=1).tobytes(), quality=50
    )
    return buffer.getvalue()


def png(size=(300, 120), stroke=True):
    picture = Image.new("RGBA", size, (0, 0, 0, 0))
    if stroke:
        ImageDraw.Draw(picture).line((20, 60, 260, 40), fill=(0, 0, 0, 255), width=4)
    buffer = io.BytesIO()
    picture.save(buffer, "PNG")
    return buffer.getvalue()


def scan_pdf(**encryption):
    buffer = io.BytesIO()
    pdf = pikepdf.new()
    pdf.add_blank_page()
    pdf.Root.OpenAction = pikepdf.Dictionary(S=pikepdf.Name.JavaScript, JS="app.alert(1)")
    pdf.save(buffer, **encryption)
    return buffer.getvalue()


def store(office, data, kind=Attachment.Kind.PHOTO, name="IMG_0001.HEIC", **given):
    upload = SimpleUploadedFile(name, data)
    return attachments.store(
        municipality=office.municipality, kind=kind, upload=upload, by=office.agent,
        at=office.at(2025, 3, 10, 14, 0), **given,
    )  # fmt: skip


def shown(attachment):
    with attachment.display.open("rb") as file:
        picture = Image.open(io.BytesIO(file.read()))
        picture.load()
    return picture


def near(pixel, colour):
    return all(abs(one - other) < 40 for one, other in zip(pixel, colour, strict=True))


def test_orientation_6_comes_out_upright_and_without_place(office):
    data = jpeg()
    kept = store(office, data, name="foto.jpg")
    picture = shown(kept)
    assert picture.size == (1200, 1600)
    assert near(picture.getpixel((600, 50)), RED) and near(picture.getpixel((600, 1500)), BLUE)
    assert not dict(picture.getexif()) and "exif" not in picture.info and "xmp" not in picture.info
    with kept.original.open("rb") as file:
        original = file.read()
    assert original == data and kept.original_sha256 == hashlib.sha256(data).hexdigest()
    assert Image.open(io.BytesIO(original)).getexif().get_ifd(0x8825)[1] == "S"
    assert "foto" not in kept.original.name and kept.original.name.startswith("private/")


def test_heic_is_shown_as_jpeg(office):
    kept = store(office, heic())
    picture = shown(kept)
    assert (kept.display_type, picture.format, picture.size) == ("image/jpeg", "JPEG", (1200, 900))
    assert not dict(picture.getexif())
    assert kept.original.name.endswith(".heic") and kept.original_name == "IMG_0001.HEIC"


def test_a_signature_is_its_strokes_on_white(office):
    kept = store(office, png(), kind=Attachment.Kind.SIGNATURE, name="assinatura.png")
    picture = shown(kept)
    assert picture.format == "PNG" and picture.size[0] < 300 and picture.size[1] < 120
    assert picture.mode == "L"


@pytest.mark.parametrize(
    ("data", "kind", "code"),
    [
        (b"", Attachment.Kind.PHOTO, "file_empty"),
        (b"#!/bin/sh\n", Attachment.Kind.PHOTO, "not_a_picture"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", Attachment.Kind.PHOTO, "not_a_picture"),
        (jpeg()[:2000], Attachment.Kind.PHOTO, "not_a_picture"),
        (scan_pdf(), Attachment.Kind.PHOTO, "not_a_picture"),
        (b"%PDF-1.7 nothing", Attachment.Kind.SCAN, "not_a_pdf"),
        (scan_pdf(encryption=pikepdf.Encryption(owner="a", user="b")), Attachment.Kind.SCAN, "not_a_pdf"),
        (png(stroke=False), Attachment.Kind.SIGNATURE, "signature_empty"),
        (png((9000, 9000), stroke=False), Attachment.Kind.PHOTO, "picture_too_large"),
        (b"x" * (attachments.MAX_BYTES + 1), Attachment.Kind.PHOTO, "file_too_large"),
    ],
)
def test_what_is_no_picture_is_refused_in_words(office, data, kind, code):
    with pytest.raises(Refusal) as refused:
        store(office, data, kind=kind)
    assert refused.value.code == code and refused.value.sentence.endswith(".")
    assert not Attachment.objects.exists()


def test_a_scan_may_be_a_pdf_and_loses_its_script(office):
    kept = store(office, scan_pdf(), kind=Attachment.Kind.SCAN, name="ficha.pdf")
    assert kept.display_type == "application/pdf"
    with kept.display.open("rb") as file, pikepdf.open(io.BytesIO(file.read())) as pdf:
        assert "/OpenAction" not in pdf.Root and len(pdf.pages) == 1


def test_an_act_adopts_the_files_of_its_draft_alone(office):
    draft = uuid.uuid4()
    mine = [store(office, png(), draft=draft) for _ in range(3)]
    other = store(office, png(), draft=uuid.uuid4())
    act = office.act()
    assert attachments.adopt(draft=draft, act=act) == 3
    assert set(act.attachments.values_list("pk", flat=True)) == {kept.pk for kept in mine}
    other.refresh_from_db()
    assert other.act is None


@pytest.mark.paper
def test_photos_and_signature_are_drawn_into_the_document(office):
    photo = store(office, jpeg())
    signature = store(office, png(), kind=Attachment.Kind.SIGNATURE)
    body = bodies.control_form() | {"photos": [{"image": photo.pk, "caption": "quintal"}]}
    body["reported"] = body["reported"] | {"image": signature.pk}
    document = office.issue(contexts.CONTROL_FORM_ANEXO_I, body=body)
    with pikepdf.open(io.BytesIO(bytes(document.file.pdf))) as pdf:
        sizes = {(int(i.Width), int(i.Height)) for page in pdf.pages for i in page.get_images().values()}
    assert (1200, 1600) in sizes
    assert set(document.file.context["images"]) == {"qr", str(photo.pk), str(signature.pk)}


def test_a_picture_of_another_town_is_never_drawn(office):
    stranger = make_office()
    photo = store(stranger, png())
    with pytest.raises(Refusal):
        office.issue(
            contexts.CONTROL_FORM_ANEXO_I, body=bodies.control_form() | {"photos": [{"image": photo.pk}]}
        )


def test_who_may_see_a_file(client, office):
    kept = store(office, jpeg(), act=office.act(), name="foto.jpg")
    drafted = store(office, png(), draft=uuid.uuid4())
    display, original = (
        reverse(f"documents:{name}", args=[kept.pk]) for name in ("attachment", "attachment_original")
    )
    assert client.get(display).status_code == 302
    sign_in(client, make_office().agent)
    assert client.get(display).status_code == client.get(original).status_code == 404
    sign_in(client, MembershipFactory(municipality=office.municipality))
    response = client.get(display)
    assert (response.status_code, response["Content-Type"]) == (200, "image/jpeg")
    assert response["Cache-Control"].startswith("private")
    response = client.get(original)
    assert response["Content-Disposition"] == 'attachment; filename="foto.jpg"'
    assert b"".join(response.streaming_content) == jpeg()
    assert AccessRecord.objects.filter(object_id=str(kept.pk), what="anexo original").count() == 1
    assert client.get(reverse("documents:attachment", args=[drafted.pk])).status_code == 404
    sign_in(client, office.manager)
    assert client.get(reverse("documents:attachment", args=[drafted.pk])).status_code == 200


def test_a_pdf_keeps_what_it_shows_and_loses_what_it_runs(office):
    with pikepdf.new() as pdf:
        page = pdf.add_blank_page()
        script = pikepdf.Dictionary(S=pikepdf.Name.JavaScript, JS="app.alert(1)")
        link = pikepdf.Dictionary(S=pikepdf.Name.URI, URI="https://example.org")
        stamp = pdf.make_indirect(
            pikepdf.Dictionary(Subtype=pikepdf.Name.Widget, Rect=[0, 0, 1, 1], A=script, AA={})
        )
        pdf.Root.AcroForm = pikepdf.Dictionary(Fields=[stamp])
        attached = pikepdf.Dictionary(Subtype=pikepdf.Name.FileAttachment, Rect=[0, 0, 1, 1])
        linked = pikepdf.Dictionary(Subtype=pikepdf.Name.Link, Rect=[0, 0, 1, 1], A=link)
        page.obj["/Annots"] = pdf.make_indirect(pikepdf.Array([stamp, attached, linked]))
        page.obj["/AA"] = pikepdf.Dictionary(O=script)
        pdf.Root.OpenAction = script
        buffer = io.BytesIO()
        pdf.save(buffer)
    row = store(office, buffer.getvalue(), name="peca.pdf", kind=Attachment.Kind.SCAN)
    with row.display.open("rb") as shown, pikepdf.open(shown) as clean:
        notes = clean.pages[0].obj["/Annots"]
        assert [str(note.Subtype) for note in notes] == ["/Stamp", "/Link"] and "/A" not in notes[0]
        assert "/AA" not in clean.pages[0].obj and "/OpenAction" not in clean.Root
    assert b"JavaScript" not in row.display.open("rb").read()
