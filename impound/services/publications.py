"""Divulgar: the public notice of an animal in custody goes up, stays until its destination, and comes down.

Where the law orders it (`notice_ordered`), it goes up with the seizure and stays while the animal is there; elsewhere
it is an option. What was up, from when until when, is certified.
"""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef

from impound.documents import publications as words
from impound.models import Publication, SeizedAnimal
from impound.services import law, leaving, public_photos, state
from zoonoses.documents import codes
from zoonoses.documents.contexts_impound_publications import PUBLICATION_PROOF
from zoonoses.documents.kinds import DocumentKind
from zoonoses.documents.models import Attachment, Case, Document
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import issuing
from zoonoses.documents.services.idempotency import once_document

CORRECTED = "substituída por outra, corrigida"


def up_of(custody) -> Publication | None:
    """The notice of an animal that is up now."""
    return Publication.objects.filter(custody=custody, withdrawn_at=None).first()


def preview(
    custody: SeizedAnimal, *, looks: str | None = None, photos: Sequence[Attachment] | None = None
) -> tuple[dict, list[Attachment]]:
    """Exactly what would go up: the content, and the photographs. Raises `Refusal` where no law can be asked."""
    photos = public_photos.of_animal(custody) if photos is None else list(photos)
    rules = state.ruleset_of(law.lawbook_of(custody))
    return words.content_of(rules, custody, custody.seizure, looks=looks), photos


@transaction.atomic
def publish(
    *, custody: SeizedAnimal, at: datetime, by, looks: str | None = None,
    photos: Sequence[Attachment] | None = None,
) -> Publication:  # fmt: skip
    """Puts the notice up, in the place of the one that is up where there is one.

    `looks` is the description as the public shall read it (the record's own when None); `photos` those shown (all).
    Saying the same again gives the notice that is up. Raises `Refusal`: the animal has left, no law.
    """
    return _publish(leaving.lock([custody])[0], at, by, looks, photos)


def _publish(custody, at, by, looks=None, photos=None) -> Publication:
    content, photos = preview(custody, looks=looks, photos=photos)
    made = public_photos.copies(custody, photos)
    content["photos"] = [photo.sha256 for photo, _ in made]
    digest = words.sha256_of(content)
    standing = up_of(custody)
    if standing is not None:
        if standing.content_sha256 == digest:
            return standing
        _take_down(standing, at, by, CORRECTED)
    publication = Publication.objects.create(
        municipality=custody.municipality,
        custody=custody,
        code=codes.new_code(),
        content=content,
        content_sha256=digest,
        published_at=at,
        published_by=by,
    )
    public_photos.save(publication, made)
    return publication


@transaction.atomic
def withdraw(*, publication: Publication, reason: str, at: datetime, by) -> Publication:
    """Takes an optional notice down, with the reason; the one that is down already stays as it is.

    Raises `Refusal` where the law orders the notice and the animal is still in custody.
    """
    custody = publication.custody
    Case.objects.lock(custody.seizure.act.case_id)
    publication = Publication.objects.select_related("custody", "municipality").get(pk=publication.pk)
    if publication.withdrawn_at is not None:
        return publication
    if not reason.strip():
        raise Refusal("no_reason", "Escreva por que a divulgação sai do ar.")
    if publication.content["ordered"]:
        raise Refusal(
            "notice_ordered",
            "A lei manda manter a divulgação até a destinação do animal. Para corrigir o que ela diz, "
            "divulgue de novo: a nova toma o lugar desta.",
            publication.content["article"],
        )
    return _take_down(publication, at, by, reason.strip())


def _take_down(publication, at, by, reason) -> Publication:
    publication.withdrawn_at = max(at, publication.published_at)
    publication.withdrawn_by, publication.withdrawn_reason = by, reason[:200]
    publication.save(update_fields=["withdrawn_at", "withdrawn_by", "withdrawn_reason"])
    return publication


def of_seizure(whole) -> list[dict]:
    """What goes up of each animal of a seizure not yet done (`seizing.Whole`); nothing where the law orders nothing."""
    rules = whole.lawbook.ruleset
    if not rules.custody.notice_ordered:
        return []
    return [words.content_of(rules, custody, whole.seizure) for custody in whole.animals]


def publish_seized(seizure) -> None:
    """With the seizure, where its law orders the notice: every animal of the lot goes up, by the same hand."""
    act = seizure.act
    for custody in seizure.animals.select_related("municipality", "animal__tutor", "seizure__owner").order_by(
        "pk"
    ):
        if law.custody_rule(law.lawbook_of(custody)).notice_ordered:
            _publish(custody, act.recorded_at, act.recorded_by)


def publish_again(custody, at, by) -> None:
    """The exit was undone: the notice goes up again where the law orders it; elsewhere a person decides."""
    if is_missing(custody):
        _publish(custody, at, by)


def take_down_left(left) -> None:
    """With the exit: the notice comes down at the moment in which the exit was recorded."""
    publication = up_of(left.custody)
    if publication is not None:
        reason = f"o animal saiu: {left.get_kind_display()}"
        _take_down(publication, left.act.recorded_at, left.act.recorded_by, reason)


@transaction.atomic
def certify(*, publication: Publication, at: datetime, by, key=None) -> Document:
    """Certidão de divulgação: what was up, from when until when, with its hash. One while it is up, one after.

    Asked again, the paper that already says the same is given.
    """

    def make() -> Document:
        Case.objects.lock(publication.custody.seizure.act.case_id)
        rows = Publication.objects.select_related(
            "municipality",
            "custody__seizure__act__document",
            "custody__seizure__act__case",
            "proof__annulment",
        )
        row = rows.get(pk=publication.pk)
        if row.proof is not None and not hasattr(row.proof, "annulment") and not _outdated(row):
            return row.proof
        photos = list(row.photos.select_related("source"))
        row.proof = issuing.issue(
            municipality=row.municipality,
            kind=DocumentKind.PUBLICATION_PROOF,
            template=PUBLICATION_PROOF,
            title=DocumentKind.PUBLICATION_PROOF.label,
            body=words.proof_body(row, photos=photos, by=by, at=at),
            at=at,
            author=by,
            case=row.custody.seizure.act.case,
        )
        row.save(update_fields=["proof"])
        return row.proof

    return once_document(publication.municipality, key, make) if key else make()


def _outdated(publication) -> bool:
    """Whether the paper was issued while the notice was up, and it came down since."""
    down = publication.withdrawn_at
    return down is not None and publication.proof.issued_at < down


def is_missing(custody) -> bool:
    """Whether the law orders a notice of this animal, which is in custody and has none up."""
    if custody.mother_id or hasattr(custody, "exit"):
        return False
    return law.custody_rule(law.lawbook_of(custody)).notice_ordered and up_of(custody) is None


def waiting(municipality):
    """Animals in custody without a notice up, the first to come in first."""
    up = Publication.objects.filter(custody=OuterRef("pk"), withdrawn_at=None)
    rows = SeizedAnimal.objects.of(municipality).in_custody().exclude(Exists(up))
    return rows.select_related("animal").order_by("seized_at", "pk")
