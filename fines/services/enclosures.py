"""Files that come with an act of the process: kept before its paper is drawn, which names each with its hash."""

from zoonoses.documents.models import Attachment
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import attachments

MOST_FILES = 20


def keep(*, municipality, uploads, by, at, draft) -> list[Attachment]:
    """The files, kept under a draft; when one of them cannot be, none stays on the disk. Raises `Refusal`."""
    if len(uploads) > MOST_FILES:
        raise Refusal("too_many_files", f"São no máximo {MOST_FILES} anexos por peça: junte-os num PDF.")
    given = {"municipality": municipality, "kind": Attachment.Kind.SCAN, "by": by, "at": at, "draft": draft}
    stored: list[Attachment] = []
    try:
        for upload in uploads:
            stored.append(attachments.store(upload=upload, **given))
    except Refusal:
        forget(stored)
        raise
    return stored


def forget(stored) -> None:
    """Takes the files off the disk; their rows go with the transaction."""
    for row in stored:
        row.original.delete(save=False)
        row.display.delete(save=False)
