"""An agent of one town with a phone, and what they send of a visit: for the tests of its pages."""

import io

from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from PIL import Image, ImageDraw

from inspections.models import InspectionDraft
from tests.factories import (
    MembershipFactory,
    MunicipalityFactory,
    sign_in,
)
from zoonoses.municipalities.models import Role

WHEN = {
    "joao-neiva-es": (2025, 3, 10, 9, 0),
    "alegre-es": (2012, 3, 1, 9, 0),
    "cuiaba-mt": (2024, 3, 11, 9, 0),
    "alvares-machado-sp": (2025, 3, 10, 9, 0),
    "vitoria-es": (2025, 3, 10, 9, 0),
}
PLACE = {"where-street": "Rua das Flores", "where-number": "157", "where-district": "Centro"}
DOG = {"animal-rows": "1", "animal-0-species": "dog", "animal-0-sex": "male", "animal-0-name": "Rex"}
ABSENT = {"closing-presence": "absent"}


class Street:
    """An agent of one town with a phone."""

    def __init__(self, client, law, when=None):
        self.client = client
        self.town = MunicipalityFactory(law=law, at=when or WHEN[law])
        self.agent = MembershipFactory(municipality=self.town, role=Role.AGENT)
        sign_in(client, self.agent)

    def begin(self, **data):
        response = self.client.post(reverse("inspections:inspection_new"), data)
        assert response.status_code == 302
        return InspectionDraft.objects.order_by("-updated_at").first()

    def send(self, draft, action="save", **data):
        return self.client.post(reverse("inspections:draft", args=[draft.key]), {**data, "action": action})

    def page(self, draft):
        return self.client.get(reverse("inspections:draft", args=[draft.key])).content.decode()

    def review(self, draft, **data):
        response = self.send(draft, "review", **data)
        assert response.status_code == 302, response.content.decode()[:6000]
        return self.client.get(response.headers["Location"]).content.decode()

    def file(self, draft):
        return self.client.post(reverse("inspections:draft_review", args=[draft.key]))


def found(code, **more):
    return {f"f-{code}-found": "on", f"f-{code}-animals": "1", **more}


def photo(name="foto.jpg"):
    buffer = io.BytesIO()
    Image.new("RGB", (60, 40), "white").save(buffer, "JPEG")
    return SimpleUploadedFile(name, buffer.getvalue(), "image/jpeg")


def signature():
    import base64

    picture = Image.new("RGB", (200, 80), "white")
    ImageDraw.Draw(picture).line((10, 10, 180, 70), fill="black", width=4)
    buffer = io.BytesIO()
    picture.save(buffer, "PNG")
    return "data:image/png;base64," + base64.b64encode(buffer.getvalue()).decode()


def known(tutor):
    return {"who-who": "known", "who-tutor": str(tutor.pk), **PLACE, **DOG, **ABSENT}
