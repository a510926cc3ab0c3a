"""A person was sought to be told of an act, and was not. A fact of the process: it never starts a term."""

from dataclasses import dataclass
from datetime import date, datetime, time

from django.db import transaction

from zoonoses.documents.kinds import ActKind
from zoonoses.documents.models import Act, Attachment, Case, ServiceAttempt
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import acts, attachments
from zoonoses.documents.services.acknowledgement import require_open
from zoonoses.documents.services.idempotency import once
from zoonoses.municipalities import clock

Means, Outcome = ServiceAttempt.Means, ServiceAttempt.Outcome


@dataclass(frozen=True)
class Attempt:
    """How it was tried and what happened. `hour` is local; for an AR that came back, `on` is the day written on it."""

    means: str
    on: date
    outcome: str
    tried_by: str
    hour: time | None = None
    note: str = ""
    postal_code: str = ""


def check(*, of_act, attempt: Attempt, at: datetime) -> None:
    """Raises `Refusal` when this attempt cannot have been; `at` is the local moment of the recording."""
    require_open(of_act)
    if attempt.on < of_act.on:
        raise Refusal(
            "before_the_act",
            f"A tentativa não pode ser anterior ao ato, que é de {of_act.on:%d/%m/%Y}. Confira a data.",
        )
    if attempt.on > at.date() or (attempt.on == at.date() and attempt.hour and attempt.hour > at.time()):
        raise Refusal("future", f"A tentativa ainda não aconteceu: agora são {at:%H:%M} de {at:%d/%m/%Y}.")
    drawn_at = clock.local(of_act.case.municipality, of_act.at)
    if attempt.hour and attempt.on == drawn_at.date() and attempt.hour < drawn_at.time().replace(second=0):
        raise Refusal("before_the_act", f"O ato é das {drawn_at:%H:%M} deste dia. Confira a hora.")
    if not attempt.tried_by.strip():
        raise Refusal("who_missing", "Informe quem tentou dar ciência.")
    if attempt.means == Means.IN_PERSON and attempt.hour is None:
        raise Refusal("hour_missing", "Informe a hora da tentativa pessoal.")
    if attempt.means == Means.POSTAL and not attempt.postal_code.strip():
        raise Refusal("postal_code_missing", "Informe o código do aviso de recebimento (AR) devolvido.")
    if attempt.outcome == Outcome.OTHER and not attempt.note.strip():
        raise Refusal("note_missing", "Escreva o que aconteceu.")


@transaction.atomic
def attempt(*, of_act: Act, attempt: Attempt, by, at: datetime, key=None, files=()) -> ServiceAttempt:
    """Records that the person was not told. `files` are the proof: a photograph of the house, the AR that came back.

    Sent again with the same `key`, one attempt. Raises `Refusal`.
    """
    case = Case.objects.lock(of_act.case_id)

    def make() -> Act:
        check(of_act=of_act, attempt=attempt, at=at)
        act = acts.record(
            case=case,
            kind=ActKind.SERVICE_ATTEMPT,
            at=at,
            author=by,
            subjects=of_act.subjects,
            rests_on=[of_act],
        )
        _write(act, of_act, attempt)
        for upload in files:
            attachments.store(
                municipality=case.municipality,
                kind=Attachment.Kind.SCAN,
                upload=upload,
                by=by,
                at=at,
                act=act,
            )
        return act

    act = once(case.municipality, key, make) if key else make()
    return act.service_attempt


def _write(act, of_act, attempt: Attempt) -> None:
    ServiceAttempt.objects.create(
        act=act,
        of_act=of_act,
        means=attempt.means,
        on=attempt.on,
        hour=attempt.hour,
        tried_by=attempt.tried_by.strip(),
        outcome=attempt.outcome,
        note=attempt.note.strip(),
        postal_code=attempt.postal_code.strip().upper(),
    )


def words(row: ServiceAttempt) -> str:
    """`pessoalmente: ausente, às 14:10, por Ana Souza`, as timelines and the process tell it."""
    hour = f", às {row.hour:%H:%M}" if row.hour else ""
    code = f", AR {row.postal_code}" if row.postal_code else ""
    more = f". {row.note}" if row.note else ""
    return f"{row.get_means_display()}: {row.get_outcome_display()}{hour}, por {row.tried_by}{code}{more}"
