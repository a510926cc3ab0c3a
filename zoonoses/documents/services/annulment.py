"""Annulment: an issued document is taken out of effect, for a reason. It is never edited and never deleted."""

from collections.abc import Callable
from datetime import datetime

from django.db import transaction

from zoonoses.documents.kinds import ActKind
from zoonoses.documents.models import Act, Annulment, Case, Document
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import acts
from zoonoses.municipalities.models import Role

Hook = Callable[[Document, Act | None], None]
_hooks: list[Hook] = []


def on_annul(hook: Hook) -> Hook:
    """Registers what an app undoes when a document falls: `hook(document, act)`, in the same transaction.

    `act` is the annulment, None for a document without a case (a blank form). Usable as a decorator.
    """
    if hook not in _hooks:
        _hooks.append(hook)
    return hook


@transaction.atomic
def annul(*, document: Document, reason: str, by, at: datetime) -> Annulment:
    """Takes a document out of effect. Number, bytes and code stay, and the public page says that it no longer stands.

    Only a manager of the document's municipality. Sent again by the same person with the same reason, it gives the
    annulment already made; raises `Refusal` for anybody else's second try, or without a reason.
    """
    if by.role != Role.MANAGER or by.municipality_id != document.municipality_id:
        raise Refusal("not_allowed", "Só o gestor do município anula um documento.")
    return _take_out(document, reason.strip(), by, at)


@transaction.atomic
def withdraw(*, document: Document, reason: str, by, at: datetime) -> Annulment:
    """As `annul`, for a paper that whoever issues it may take back, as a guide: the caller has judged who may."""
    if by.municipality_id != document.municipality_id:
        raise ValueError("a document is withdrawn by its own municipality")
    return _take_out(document, reason.strip(), by, at)


def _take_out(document, reason, by, at) -> Annulment:
    if not reason:
        raise Refusal("reason_missing", "Escreva o motivo da anulação: ele fica no processo.")
    case = Case.objects.lock(document.case_id) if document.case_id else None
    document = Document.objects.select_for_update(of=("self",)).get(pk=document.pk)
    done = Annulment.objects.filter(document=document).first()
    if done is not None:
        if done.annulled_by_id == by.pk and done.reason == reason:
            return done
        raise Refusal("already_annulled", f"{document} já foi anulado em {done.annulled_at:%d/%m/%Y}.")
    act = _record(case, document, by, at) if case else None
    annulment = Annulment.objects.create(
        document=document, act=act, reason=reason, annulled_by=by, annulled_at=at
    )
    for hook in _hooks:
        hook(document, act)
    return annulment


def _record(case, document, by, at) -> Act:
    annulled = Act.objects.filter(document=document).first()
    return acts.record(
        case=case,
        kind=ActKind.ANNULMENT,
        at=at,
        author=by,
        rests_on=[annulled] if annulled else [],
        subjects=[f"document:{document.pk}"],
    )
