"""The municipality's own data: coat of arms, colours, CNPJ; each change in the trail."""

from io import BytesIO

import pytest
from auditlog.models import LogEntry
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from PIL import Image

from tests.factories import MunicipalityFactory, sign_in
from zoonoses.municipalities.models import Role
from zoonoses.municipalities.services import colours

pytestmark = pytest.mark.django_db
URL = reverse("municipalities:settings")


@pytest.fixture
def town(client):
    town = MunicipalityFactory(law="joao-neiva-es")
    sign_in(client, town.memberships.get(role=Role.MANAGER))
    return town


def send(client, **changes):
    form = client.get(URL).context["form"]
    data = {name: form[name].value() or "" for name in form.fields if "crest" not in name}
    return client.post(URL, {**data, **changes})


def picture(kind="JPEG", size=(3000, 2000), **options):
    stored = BytesIO()
    Image.new("RGB", size, "#1351b4").save(stored, kind, **options)
    return SimpleUploadedFile("brasão da prefeitura.jpg", stored.getvalue(), content_type="image/jpeg")


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_coat_of_arms_is_drawn_again_as_png(client, town, kind):
    assert send(client, crest_upload=picture(kind)).status_code == 302
    town.refresh_from_db()
    with Image.open(town.crest) as stored:
        assert (stored.format, stored.size) == ("PNG", (1200, 800))
    served = client.get(reverse("municipalities:crest"))
    assert served["Content-Type"] == "image/png"
    assert send(client, crest_remove="on").status_code == 302
    assert client.get(reverse("municipalities:crest")).status_code == 404


def test_what_rode_in_the_file_is_left_behind(client, town):
    exif = Image.Exif()
    exif[0x010E] = "segredo"
    assert send(client, crest_upload=picture(exif=exif)).status_code == 302
    town.refresh_from_db()
    assert b"segredo" not in town.crest.read()


@pytest.mark.parametrize(
    "content", [b"", b"<svg onload='alert(1)'/>", b"\xff\xd8\xff\xe0" + b"0" * 50, b"%PDF-1.7", b"GIF89a"]
)
def test_what_is_not_a_picture_is_refused(client, town, content):
    upload = SimpleUploadedFile("brasao.png", content, content_type="image/png")
    assert send(client, crest_upload=upload).status_code == 422
    town.refresh_from_db()
    assert not town.crest


@pytest.mark.parametrize(
    ("field", "typed", "stored"),
    [
        ("cnpj", "31.776.479/0001-86", "31776479000186"),
        ("cnpj", "12.abc.345/01de-35", "12ABC34501DE35"),
        ("cnpj", "31.776.479/0001-87", None),
        ("cnpj", "00.000.000/0000-00", None),
        ("postal_code", "29680-000", "29680000"),
        ("postal_code", "2968", None),
        ("phone", "(27) 3258-4700", "2732584700"),
        ("phone", "123", None),
        ("primary_colour", "#0B6120", "#0b6120"),
        ("primary_colour", "#ffcd07", None),
        ("primary_colour", "azul", None),
        ("time_zone", "Europe/Lisbon", None),
        ("name", "", None),
    ],
)
def test_fields(client, town, field, typed, stored):
    page = send(client, **{field: typed})
    assert page.status_code == (422 if stored is None else 302)
    before = getattr(town, field)
    town.refresh_from_db()
    assert getattr(town, field) == (stored or before)


def test_every_change_is_in_the_trail_and_told_in_portuguese(client, town):
    send(client, body_name="Vigilância Ambiental")
    entry = LogEntry.objects.get_for_object(town).filter(action=LogEntry.Action.UPDATE).get()
    assert entry.additional_data == {"municipality": town.pk}
    page = client.get(reverse("municipalities:audit")).content.decode()
    assert "nome do órgão: Centro de Controle de Zoonoses → Vigilância Ambiental" in page
    other = MunicipalityFactory(law="vitoria-es")
    sign_in(client, other.memberships.get(role=Role.MANAGER))
    assert "Vigilância Ambiental" not in client.get(reverse("municipalities:audit")).content.decode()


def test_trail_keeps_no_password(client, town):
    user = town.memberships.get(role=Role.MANAGER).user
    user.set_password("quatro cavalos brancos")
    user.save()
    assert not any("password" in (entry.changes or {}) for entry in LogEntry.objects.all())


def test_theme_has_the_colours_of_the_town(client, town):
    sheet = client.get(reverse("municipalities:theme"))
    assert sheet["Content-Type"].startswith("text/css")
    assert f"--town-primary:{town.primary_colour}" in sheet.content.decode()
    assert "private" in sheet["Cache-Control"]
    client.logout()
    assert client.get(reverse("municipalities:theme")).content == b""


@pytest.mark.parametrize(
    ("colour", "ratio", "readable"),
    [("#ffffff", 1.0, False), ("#000000", 21.0, True), ("#767676", 4.54, True), ("#777777", 4.48, False)],
)
def test_contrast(colour, ratio, readable):
    assert round(colours.contrast_with_white(colour), 2) == ratio
    assert colours.readable(colour) is readable


@pytest.mark.parametrize("colour", ["#ffffff", "#ffcd07", "#777777", "#1351b4"])
def test_the_shade_offered_can_be_read(colour):
    assert colours.readable(colours.darkened(colour))
