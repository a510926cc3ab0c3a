"""Files sent for an act that never came are swept, rows and files; whatever is named or may still be filed stays."""

import io
import uuid
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from inspections.models import InspectionDraft
from tests.impound.depot import Depot
from zoonoses.documents.models import Attachment
from zoonoses.documents.services import attachments, unfiled
from zoonoses.municipalities.services import nightly

pytestmark = pytest.mark.django_db

SENT = (2024, 5, 1, 9, 0)


@pytest.fixture
def depot():
    return Depot("cuiaba-mt", (2024, 6, 10, 9, 0))


def sent(depot, **more):
    stored = io.BytesIO()
    Image.new("RGB", (8, 8), "#c08040").save(stored, "JPEG")
    given = {"draft": uuid.uuid4(), "by": depot.agent, "at": depot.at(*SENT)}
    upload = SimpleUploadedFile("foto.jpg", stored.getvalue())
    return attachments.store(municipality=depot.municipality, kind="photo", upload=upload, **(given | more))


@pytest.mark.parametrize(("days", "count"), [(29, 0), (30, 0), (31, 1)])
def test_what_was_never_filed_goes_after_its_days(depot, days, count, django_capture_on_commit_callbacks):
    row = sent(depot)
    files = [(file.storage, file.name) for file in (row.original, row.display)]
    with django_capture_on_commit_callbacks(execute=True):
        assert unfiled.sweep(depot.municipality, at=depot.at(*SENT) + timedelta(days=days)) == count
    assert Attachment.objects.count() == 1 - count
    assert [storage.exists(name) for storage, name in files] == [not count] * 2
    assert unfiled.sweep(depot.municipality, at=depot.at(*SENT) + timedelta(days=days)) == 0


def test_what_is_named_or_may_still_be_filed_stays(depot):
    custody = depot.seize(depot.at(*SENT))
    of_animal, of_act, drawn, portrait, of_draft = (sent(depot) for _ in range(5))
    custody.photos.add(of_animal)
    Attachment.objects.filter(pk=of_act.pk).update(act=custody.seizure.act)
    custody.seizure.signature = drawn
    custody.seizure.save()
    custody.animal.photo = portrait
    custody.animal.save()
    draft = InspectionDraft.objects.create(
        key=of_draft.draft, municipality=depot.municipality, author=depot.agent, updated_at=depot.at(*SENT)
    )
    of_nothing = sent(depot, draft=None)
    other = Depot("alegre-es", SENT)
    elsewhere, lost = sent(other), sent(depot)
    kept = {row.pk for row in (of_animal, of_act, drawn, portrait, of_draft, of_nothing, elsewhere)}
    nightly.run(depot.municipality, at=depot.at(2024, 6, 10, 3))
    assert set(Attachment.objects.values_list("pk", flat=True)) == kept and lost.pk not in kept
    draft.filed_as = custody.seizure.act  # filed, and the photo was not taken along
    draft.save()
    assert unfiled.sweep(depot.municipality, at=depot.at(2024, 6, 10, 3)) == 1
