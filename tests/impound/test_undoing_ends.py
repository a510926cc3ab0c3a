"""An end of custody recorded by mistake is undone by the manager; what was handed over by a document is not."""

import uuid
from datetime import date

import pytest
from django.urls import reverse

from impound.models import BoxStay, Exit, UndoneExit
from impound.services import ends, overview, publications, undoing_ends
from impound.services.ends import End
from tests.factories import TutorFactory, sign_in
from tests.impound.depot import Depot
from zoonoses.documents.kinds import ActKind
from zoonoses.documents.models import Attachment
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import acts, annulment

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unseen_papers")]

WHY = "Era o nº 2: baia trocada."


@pytest.fixture
def depot():
    return Depot("alvares-machado-sp", (2024, 6, 10, 9, 0))


def ended(depot, custody, kind="death", **more):
    end = End(kind=kind, reason="Parada cardíaca.", happened_at=depot.at(2024, 6, 7, 8), **more)
    return ends.end_custody(
        custody=custody, end=end, by=depot.manager, at=depot.at(2024, 6, 7, 9), key=uuid.uuid4()
    )


def undone(depot, custody, **more):
    given = {"reason": WHY, "at": depot.at(2024, 6, 10, 9), "by": depot.manager}
    return undoing_ends.undo(custody=custody, **(given | more))


def refused(code, act, /, *args, **kwargs):
    with pytest.raises(Refusal) as found:
        act(*args, **kwargs)
    assert found.value.code == code
    return found.value.sentence


def test_a_death_undone_gives_the_animal_back_whole(client, depot):
    custody, box = depot.seize(depot.at(2024, 6, 3, 9)), depot.box()
    BoxStay.objects.create(custody=custody, box=box, entered_at=custody.seized_at, moved_by=depot.agent)
    publications.publish(custody=custody, at=depot.at(2024, 6, 3, 9), by=depot.agent)
    left = ended(depot, custody)
    custody.animal.refresh_from_db()
    assert custody.animal.died_on == date(2024, 6, 7) and publications.up_of(custody) is None
    sign_in(client, depot.manager)
    url = reverse("impound:custody_end_undo", args=[custody.pk])
    assert url in client.get(reverse("impound:custody", args=[custody.pk])).content.decode()
    page = client.get(url).content.decode()
    assert str(left.act.document) in page and "volta ao ar" in page
    assert client.post(url, {"reason": ""}).status_code == 422
    assert client.post(url, {"reason": WHY}).status_code == 302
    custody = type(custody).objects.get(pk=custody.pk)
    row = UndoneExit.objects.get()
    assert not Exit.objects.exists() and (row.kind, row.on, row.reason) == ("death", left.on, left.reason)
    assert (row.undone_by, row.undone_reason, row.act) == (depot.manager, WHY, left.act)
    assert left.act.document.annulment.reason == WHY and row.annulment.kind == ActKind.ANNULMENT
    custody.animal.refresh_from_db()
    assert custody.animal.died_on is None
    assert not custody.stays.filter(left_at=None).exists()
    assert publications.up_of(custody) is not None  # the law orders it
    told = next(row for row in overview.history(custody) if row.is_void)
    assert WHY in told.note and depot.manager.user.name in told.note
    shown = client.get(reverse("impound:custody", args=[custody.pk])).content.decode()
    assert WHY in shown and "desfeito" in shown and "sem baia" in shown
    case = client.get(reverse("desk:case", args=[custody.seizure.act.case_id])).content.decode()
    assert f"nº {custody.full_number}: óbito em custódia" in case
    assert undone(depot, custody).pk == row.pk  # sent again
    assert ended(depot, custody).kind == "death" and Exit.objects.count() == 1


def test_an_order_undone_gives_the_animal_back_to_its_tutor(depot):
    owner, other = TutorFactory.create_batch(2, municipality=depot.municipality)
    custody = depot.seize(depot.at(2024, 6, 3, 9), tutor=owner)
    scan = Attachment.objects.create(
        municipality=depot.municipality, kind="scan", uploaded_by=depot.manager, uploaded_at=depot.at(2024, 6, 7, 8),
        original_name="ordem.pdf", original_sha256="0" * 64,
    )  # fmt: skip
    ended(depot, custody, "order", number="1", authority="Juízo", receiver=other, scan=scan)
    custody.animal.refresh_from_db()
    assert custody.animal.tutor == other
    undone(depot, custody)
    custody.animal.refresh_from_db()
    assert custody.animal.tutor == owner


def test_annulling_the_termo_itself_is_the_same_act(depot):
    custody = depot.seize(depot.at(2024, 6, 3, 9))
    document = ended(depot, custody, "escape").act.document
    annulment.annul(document=document, reason=WHY, by=depot.manager, at=depot.at(2024, 6, 10, 9))
    assert UndoneExit.objects.get().undone_reason == WHY and not Exit.objects.exists()


def test_who_may_not_and_what_is_not_undone(client, depot):
    here, escaped, adopted = (depot.seize(depot.at(2024, 6, 3, 9)) for _ in range(3))
    assert "está no depósito" in refused("not_gone", undone, depot, here)
    document = ended(depot, escaped, "escape").act.document
    refused("not_allowed", undone, depot, escaped, by=depot.vet)
    refused("no_reason", undone, depot, escaped, reason=" ")
    again = depot.seize(depot.at(2024, 6, 9, 9), animal=escaped.animal)
    assert again.full_number in refused("seized_again", undone, depot, escaped)
    refused(
        "seized_again",
        annulment.annul,
        document=document,
        reason=WHY,
        by=depot.manager,
        at=depot.at(2024, 6, 10, 9),
    )
    at, receiver = depot.at(2024, 6, 7, 9), TutorFactory(municipality=depot.municipality)
    act = acts.record(case=adopted.seizure.act.case, kind=ActKind.DESTINATION, at=at, author=depot.manager)
    Exit.objects.create(custody=adopted, act=act, kind="adoption", at=at, on=at.date(), receiver=receiver)
    said = refused("handed_over", undone, depot, adopted)
    assert "adoção" in said and "anula esse documento" in said and "nova apreensão" in said
    sign_in(client, depot.manager)
    url = reverse("impound:custody_end_undo", args=[adopted.pk])
    assert url not in client.get(reverse("impound:custody", args=[adopted.pk])).content.decode()
    assert "undo-form" not in client.get(url).content.decode()
    assert client.post(url, {"reason": WHY}).status_code == 409
    assert Exit.objects.count() == 2 and not UndoneExit.objects.exists()
