"""Drafts of visits: everything typed is on the server at every step, right or wrong, until it is filed."""

import base64
import binascii

from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction

from inspections.models import InspectionDraft
from zoonoses.documents.models import Attachment
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import attachments
from zoonoses.municipalities.models import Membership, Role

# The day of a visit done on paper, as the draft keeps it.
PAPER_DAY = "paper-day"
PNG_URL = "data:image/png;base64,"
# Never kept with what was typed: tokens, buttons and the signature's own bytes.
NOT_TYPED = frozenset(
    {"csrfmiddlewaretoken", "idempotency_key", "action", "signature", "remove_photo", "tutor_choice"}
)


def visible_to(membership):
    """Drafts that this person may open: their own, and for a manager those of the whole municipality."""
    rows = InspectionDraft.objects.of(membership.municipality)
    return rows if membership.role == Role.MANAGER else rows.filter(author=membership)


def open_keys(municipality):
    """Keys of the drafts not yet filed: their files are kept while they are open."""
    return InspectionDraft.objects.of(municipality).filter(filed_as=None).values("key")


@transaction.atomic
def begin(
    *, author, at, complaint=None, tutor=None, place=None, licence_request=None, paper_on=None
) -> InspectionDraft:
    """A new draft, with what is already known: the complaint's place and person, those of a licence's request, the
    tutor's, or an address. One begun from the same, in which nothing was typed yet, is taken up again, also by two
    requests at once. `paper_on` is the day proposed for a visit done on paper.
    """
    fields = {
        "who-who": ["known"],
        "where-city": [author.municipality.name],
        "where-uf": [author.municipality.uf],
    }
    source = place or {}
    if complaint is not None:
        tutor = tutor or complaint.accused
        source = _address(complaint)
        if tutor is None and complaint.accused_name:
            fields.update({"who-who": ["new"], "tutor-name": [complaint.accused_name]})
    if licence_request is not None:
        tutor, source = licence_request.holder, _address(licence_request)
    if tutor is not None:
        fields.update({"who-who": ["known"], "who-tutor": [str(tutor.pk)]})
        if not source.get("street"):
            source = _address(tutor)
    fields.update({f"where-{name}": [value] for name, value in source.items() if value})
    if paper_on is not None:
        fields[PAPER_DAY] = [paper_on.isoformat()]
    Membership.objects.select_for_update(no_key=True, of=("self",)).get(pk=author.pk)
    own = InspectionDraft.objects.filter(author=author, filed_as=None, return_of=None)
    same = own.filter(complaint=complaint, licence_request=licence_request, data=fields)
    return same.order_by("-updated_at").first() or InspectionDraft.objects.create(
        municipality=author.municipality,
        author=author,
        case=complaint.act.case if complaint else None,
        complaint=complaint,
        licence_request=licence_request,
        data=fields,
        updated_at=at,
    )


def _address(row) -> dict[str, str]:
    names = ("street", "number", "complement", "district", "city", "uf", "postal_code")
    return {name: getattr(row, name) for name in names}


@transaction.atomic
def begin_return(*, inspection, author, at) -> InspectionDraft:
    """A draft of a return visit to the first visit of the case; one that this author left open is taken up again."""
    first = inspection.return_of or inspection
    open_ones = InspectionDraft.objects.filter(author=author, return_of=first, filed_as=None)
    draft = open_ones.order_by("-updated_at").first()
    return draft or InspectionDraft.objects.create(
        municipality=author.municipality,
        author=author,
        case=first.act.case,
        return_of=first,
        data={},
        updated_at=at,
    )


@transaction.atomic
def keep(*, draft, typed, at, tutor_choice="") -> InspectionDraft:
    """Stores what was typed, as it stands. A draft already filed is left alone."""
    row = InspectionDraft.objects.select_for_update(of=("self",)).get(pk=draft.pk)
    if row.filed_as_id is not None:
        return row
    row.data = {name: values for name, values in typed.lists() if name not in NOT_TYPED}
    if tutor_choice:
        row.data.update({"who-who": ["known"], "who-tutor": [tutor_choice]})
    row.updated_at = at
    row.save(update_fields=["data", "updated_at"])
    return row


def add_photos(*, draft, uploads, by, at) -> list[Refusal]:
    """Keeps each photo; what cannot be kept is refused by itself, the others stay."""
    refused = []
    for upload in uploads:
        try:
            attachments.store(
                municipality=draft.municipality,
                kind=Attachment.Kind.PHOTO,
                upload=upload,
                by=by,
                at=at,
                draft=draft.key,
            )
        except Refusal as refusal:
            refused.append(refusal)
    return refused


def signature_upload(data_url: str) -> SimpleUploadedFile:
    """The picture of a signature drawn on the screen; raises `Refusal` when it did not arrive whole."""
    unreadable = Refusal(
        "signature_unreadable", "A assinatura não chegou inteira. Peça à pessoa que assine de novo."
    )
    if not data_url.startswith(PNG_URL):
        raise unreadable
    try:
        data = base64.b64decode(data_url[len(PNG_URL) :], validate=True)
    except binascii.Error as error:
        raise unreadable from error
    return SimpleUploadedFile("assinatura.png", data, "image/png")


def add_signature(*, draft, data_url, by, at) -> Refusal | None:
    """Keeps the signature drawn on the screen in the place of an earlier one."""
    try:
        upload = signature_upload(data_url)
    except Refusal as refusal:
        return refusal
    earlier = list(files_of(draft, Attachment.Kind.SIGNATURE).values_list("pk", flat=True))
    try:
        attachments.store(
            municipality=draft.municipality,
            kind=Attachment.Kind.SIGNATURE,
            upload=upload,
            by=by,
            at=at,
            draft=draft.key,
        )
    except Refusal as refusal:
        return refusal
    _discard(Attachment.objects.filter(pk__in=earlier))
    return None


def files_of(draft, kind):
    """Photos or signature of a draft, in the order in which they came."""
    rows = Attachment.objects.of(draft.municipality).filter(draft=draft.key, kind=kind)
    return rows.filter(act=None).order_by("pk") if draft.filed_as_id is None else rows.order_by("pk")


def remove_photo(*, draft, pk) -> None:
    """Takes a photo out of a draft not yet filed; a photo of an act stays for good."""
    if draft.filed_as_id is None:
        _discard(files_of(draft, Attachment.Kind.PHOTO).filter(pk=pk))


def discard(*, draft) -> None:
    """Throws an unfiled draft away, with its files."""
    if draft.filed_as_id is not None:
        raise Refusal("already_filed", "Esta vistoria já foi registrada: o rascunho não se apaga mais.")
    _discard(Attachment.objects.of(draft.municipality).filter(draft=draft.key, act=None))
    draft.delete()


def _discard(rows) -> None:
    with transaction.atomic():
        for row in list(rows):
            files = [(row.original.storage, row.original.name), (row.display.storage, row.display.name)]
            row.delete()
            transaction.on_commit(lambda files=files: [storage.delete(name) for storage, name in files])
