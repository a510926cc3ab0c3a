"""What ends custody whatever the law allows: death, escape, theft, an order. Each by one act, with its paper."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from impound.documents.custody import end_body
from impound.models import CustodyEvent, Exit, SeizedAnimal
from impound.services import law, leaving, state
from registry.models import Tutor
from zoonoses.documents.contexts_impound_custody import CUSTODY_END, CustodyEndBody
from zoonoses.documents.kinds import ActKind, DocumentKind
from zoonoses.documents.models import Attachment
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import acts, attachments
from zoonoses.documents.services.idempotency import once
from zoonoses.documents.services.issuing import issue
from zoonoses.municipalities.models import Role

Kind = Exit.Kind
TITLES = {
    Kind.DEATH: "Óbito em custódia",
    Kind.ESCAPE: "Fuga",
    Kind.THEFT: "Furto ou roubo",
    Kind.ORDER: "Saída por ordem judicial ou decisão fundamentada",
}
ORDER_NOTE = "A saída se dá por força da ordem ou decisão acima, e não das destinações da lei."


@dataclass(frozen=True)
class End:
    """How custody ended. `reason` is the cause of death, or what happened, or the reasons of the order.

    `number` is the boletim de ocorrência of a theft, or the number of the order; `authority` who ordered. `scan` is
    the stored scan of the order; `evaluation` the laudo on which a death rests; `happened_at` the moment.
    """

    kind: str
    reason: str
    happened_at: datetime
    number: str = ""
    authority: str = ""
    vet_name: str = ""
    vet_crmv: str = ""
    evaluation: CustodyEvent | None = None
    receiver: Tutor | None = None
    scan: Any = None


def plan(*, custody: SeizedAnimal, end: End, by, at: datetime) -> CustodyEndBody:
    """The term as it will be printed. Raises `Refusal` for what is missing, and for who may not do it."""
    leaving.check_present(custody)
    _check(custody, end, by, at)
    rules = state.ruleset_of(law.lawbook_of(custody))
    vet = f"{end.vet_name}, CRMV {end.vet_crmv}" if end.vet_crmv else end.vet_name
    order = end.kind == Kind.ORDER
    fields = [
        (
            "Causa" if end.kind == Kind.DEATH else "Fundamentos" if order else "Como ocorreu",
            end.reason.strip(),
        ),
        ("Médico veterinário", vet),
        ("Laudo", str(end.evaluation.act.document) if end.evaluation else ""),
        ("Número da ordem ou decisão" if order else "Boletim de ocorrência", end.number.strip()),
        ("Autoridade", end.authority.strip()),
    ]
    return end_body(
        rules=rules,
        custody=custody,
        what=TITLES[end.kind],
        fields=fields,
        owner=state.owner_of(custody),
        receiver=end.receiver,
        note=ORDER_NOTE if order else "",
        by=by,
        at=end.happened_at,
    )


def _check(custody, end, by, at) -> None:
    if end.kind not in TITLES:
        raise Refusal("unknown_end", "Diga como a custódia terminou.")
    if not end.reason.strip():
        raise Refusal("no_reason", "Escreva a causa ou o que ocorreu.")
    if not custody.seized_at <= end.happened_at <= at:
        raise Refusal("not_in_custody", "O dia e a hora são depois da entrada do animal e até agora.")
    stay = custody.stays.filter(left_at=None).first()
    if stay is not None and end.happened_at < stay.entered_at:
        raise Refusal(
            "before_box", "O animal entrou na baia onde está depois dessa hora: confira o dia e a hora."
        )
    if end.kind == Kind.THEFT and not end.number.strip():
        raise Refusal("no_report", "Informe o número do boletim de ocorrência do furto ou roubo.")
    if end.evaluation is not None and end.evaluation.custody_id != custody.pk:
        raise ValueError("a laudo of another animal")
    if end.kind == Kind.ORDER:
        _check_order(end, by)


def _check_order(end, by) -> None:
    if by.role != Role.MANAGER:
        raise Refusal(
            "not_allowed", "Só o gestor registra a saída por ordem judicial ou decisão fundamentada."
        )
    if not (end.number.strip() and end.authority.strip()):
        raise Refusal("no_order", "Informe o número da ordem ou decisão e a autoridade.")
    if end.scan is None:
        raise Refusal("no_scan", "Envie a digitalização da ordem ou decisão.")


def laudos_of(custody) -> list[CustodyEvent]:
    """Standing laudos of the animal, on which a death may rest."""
    return [
        event
        for event in state.standing_events(custody)
        if event.kind == CustodyEvent.Kind.EVALUATION and event.act_id
    ]


def keep_scan(*, custody, upload, draft, by, at) -> Attachment:
    """The scan of an order, kept for the draft of this form until the act exists. The same draft keeps the last one."""
    return attachments.store(
        municipality=custody.municipality,
        kind=Attachment.Kind.SCAN,
        upload=upload,
        by=by,
        at=at,
        draft=draft,
    )


def scan_of(*, custody, draft) -> Attachment | None:
    """The last scan kept for a draft of this municipality, not yet of any act."""
    if draft is None:
        return None
    return Attachment.objects.of(custody.municipality).filter(draft=draft, act=None).order_by("-pk").first()


@transaction.atomic
def end_custody(*, custody: SeizedAnimal, end: End, by, at: datetime, key) -> Exit:
    """Ends custody by one act, with its numbered term, and frees the place. Sent again: the exit already made.

    Raises `Refusal` as `plan`.
    """
    row_pk = custody.pk

    def make():
        row = leaving.lock([custody])[0]
        body = plan(custody=row, end=end, by=by, at=at)
        act = _act(row, end, body, by, at)
        if end.scan is not None:
            Attachment.objects.filter(pk=end.scan.pk, act=None).update(act=act)
        leaving.leave(custodies=[row], leaving=_leaving(row, end), act=act, at=end.happened_at, by=by)
        return act

    act = once(custody.municipality, key, make) if key else make()
    return Exit.objects.select_related("act__document").get(act=act, custody_id=row_pk)


def _leaving(custody, end) -> leaving.Leaving:
    rule = state.ruleset_of(law.lawbook_of(custody)).custody
    references = f" ({end.authority}, {end.number})" if end.authority else ""
    references = references or (f" (BO {end.number})" if end.number else "")
    return leaving.Leaving(
        kind=end.kind,
        article="" if end.kind == Kind.ORDER else rule.liability_article,
        receiver=end.receiver,
        reason=end.reason.strip() + references,
        vet_name=end.vet_name.strip(),
        vet_crmv=end.vet_crmv.strip(),
        evaluation=end.evaluation,
    )


def _act(custody, end, body, by, at):
    case = custody.seizure.act.case
    document = issue(
        municipality=custody.municipality,
        kind=DocumentKind.CUSTODY_END,
        template=CUSTODY_END,
        title=DocumentKind.CUSTODY_END.label,
        body=body,
        at=at,
        author=by,
        case=case,
    )
    rests_on = [custody.seizure.act]
    if end.evaluation is not None:
        rests_on.append(end.evaluation.act)
    return acts.record(
        case=case,
        kind=ActKind.CUSTODY_END,
        at=end.happened_at,
        author=by,
        recorded_at=at,
        recorded_by=by,
        document=document,
        subjects=[f"custody:{custody.pk}"],
        rests_on=rests_on,
        law=law.lawbook_of(custody).record(),
    )
