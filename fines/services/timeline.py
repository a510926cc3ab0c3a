"""The timeline of an auto: what was done, what may be done now and until when, and what waits. For its page."""

from dataclasses import dataclass, field
from datetime import date

from fines.documents_process import measure_words
from fines.documents_process_file import standing_lines
from fines.services import procedure
from fines.services.measures import offers
from fines.services.procedure import JUDGES, Process
from inspections.models import Referral
from zoonoses.documents.models import ServiceAttempt, ServiceEdital
from zoonoses.documents.services import service_attempts
from zoonoses.law.process import ProcessStep
from zoonoses.municipalities import clock
from zoonoses.municipalities.models import Role
from zoonoses.treasury.models import Charge
from zoonoses.treasury.services import charges, history

COUNTER = (Role.AGENT, Role.VET, Role.CLERK, Role.MANAGER)
# Each act as a button says it, the page where it is done, and who opens it.
ACTS = {
    "service": ("Registrar ciência do auto", "documents:acknowledge", COUNTER),
    "defence": ("Receber defesa", "fines:defence_new", COUNTER),
    "reply": ("Juntar réplica", "fines:reply_new", (Role.AGENT, Role.VET, Role.MANAGER)),
    "decision": ("Julgar", "fines:decision_new", JUDGES),
    "decision_service": ("Registrar ciência da decisão", "documents:acknowledge", COUNTER),
    "appeal": ("Receber recurso", "fines:appeal_new", COUNTER),
    "final_decision": ("Decidir o recurso", "fines:final_decision_new", JUDGES),
    "final_service": ("Registrar ciência da decisão do recurso", "documents:acknowledge", COUNTER),
    "charge": ("Lançar a multa", "fines:charge_new", (Role.CLERK, Role.MANAGER)),
    "payment": ("Receber o pagamento", "treasury:charge", (Role.CLERK, Role.MANAGER)),
    "active_debt": ("Enviar à dívida ativa", "treasury:debt_new", (Role.CLERK, Role.MANAGER)),
}
WAITING = ("term_running", "not_final", "no_term", "only_proposed", "own_notice")


@dataclass(frozen=True)
class Row:
    """One act of the future: how it is called, its page and that page's record (empty where this post has none)."""

    label: str
    step: ProcessStep
    page: str = ""
    pk: int | None = None


@dataclass(frozen=True)
class Timeline:
    """`final_on` may still be to come; `is_final`, whether it has come."""

    done: list[dict] = field(default_factory=list)
    next: list[Row] = field(default_factory=list)
    later: list[Row] = field(default_factory=list)
    final_on: date | None = None
    is_final: bool = False
    charge: Charge | None = None
    is_decided: bool = False
    overpaid: bool = False
    measures: list[str] = field(default_factory=list)
    standing: list[str] = field(default_factory=list)


def timeline_of(notice, *, by, on: date) -> Timeline:
    """The process of an auto as this post sees it on a day. Raises `Refusal` where a term cannot be counted."""
    process = Process(notice, by=by)
    rows = [_row(process, step, by) for step in process.steps(on)]
    state = process.state
    paid = charges.paid(process.charge) if process.charge else 0
    return Timeline(
        done=_done(process),
        next=[row for row in rows if row.step.allowed],
        later=[row for row in rows if not row.step.allowed and row.step.code in WAITING],
        final_on=state.final_on,
        is_final=state.is_final(on),
        charge=process.charge,
        standing=standing_lines(process, on),
        is_decided=process.decision is not None,
        measures=[offer.words for offer in offers(process, on)] if by.role in JUDGES else [],
        overpaid=bool(paid) and (process.amount is None or (process.is_in_reais and paid > process.amount)),
    )


def _row(process, step, by) -> Row:
    label, page, roles = ACTS[step.act]
    subject = {
        "service": process.notice.act_id,
        "decision_service": process.first and process.first.act_id,
        "final_service": process.second and process.second.act_id,
        "payment": process.charge and process.charge.pk,
        "active_debt": process.charge and process.charge.pk,
    }.get(step.act, process.notice.pk)
    open_here = step.allowed and by.role in roles and subject is not None
    if step.act == "reply" and by.user_id != process.notice.act.author.user_id:
        open_here = False
    return Row(label, step, page if open_here else "", subject if open_here else None)


def _done(process) -> list[dict]:
    """What happened, in order; terms run from the ciências."""
    sought = _sought(process)
    entries = [_entry(process.notice.act, str(process.notice)), *sought[process.notice.act_id]]
    entries += _known(process.notice.act, "Ciência do auto")
    for filing in (process.defence, process.reply):
        if filing:
            entries.append(_filed(filing))
    if process.first:
        entries += [_decided(process.first), *sought[process.first.act_id]]
        entries += _known(process.first.act, "Ciência da decisão")
    if process.appeal:
        entries.append(_filed(process.appeal))
    if process.second:
        entries += [_decided(process.second), *sought[process.second.act_id]]
        entries += _known(process.second.act, "Ciência da decisão do recurso")
    for measure in process.notice.measures.standing().select_related("act__author__user"):
        entries.append(_entry(measure.act, measure_words(measure.kind, measure.label)))
    _tell_referrals(process, entries)
    return _with_money(process.notice, entries)


def _tell_referrals(process, entries) -> None:
    """Puts in their place the ofícios that sent the case on to another authority: they may come before the auto."""
    if process.lawbook.ruleset.referral is None:
        return
    rows = Referral.objects.filter(
        report__inspection=process.notice.inspection_id, act__document__annulment=None
    )
    for row in rows.select_related("act__document", "act__author__user").order_by("pk"):
        later = (place for place, entry in enumerate(entries) if _day(entry, process.notice) > row.act.on)
        told = _entry(row.act, f"Encaminhamento: {row.recipient}")
        entries.insert(next(later, len(entries)), told)


def _with_money(notice, entries) -> list[dict]:
    """What was charged, asked for, received and sent to the dívida ativa, among the acts, in order of time.

    Of one day, the acts come before the money. A charge that was taken back stays in the story.
    """
    rows = Charge.objects.filter(
        case_id=notice.act.case_id, kind=procedure.FINE_KIND, subject=procedure.subject_of(notice)
    )
    money = [
        {
            "title": entry["title"],
            "on": entry["on"],
            "by": entry.get("by", ""),
            "note": entry.get("note", ""),
            "void": entry.get("void", False),
            "document": entry["document"].pk if entry.get("document") else None,
        }
        for charge in rows.select_related("charged_by__user").order_by("pk")
        for entry in history.entries(charge)
    ]
    if not money:
        return entries
    dated, last = [], date.min
    for entry in entries:
        last = max(last, _day(entry, notice))  # an act told late stays after the one before it
        dated.append((last, entry))
    dated += [(entry["on"], entry) for entry in money]
    return [entry for _, entry in sorted(dated, key=lambda pair: pair[0])]


def _day(entry, notice) -> date:
    if "on" in entry:
        return entry["on"]
    return clock.local(notice.act.case.municipality, entry["at"]).date()


def _entry(act, title, note="") -> dict:
    return {
        "title": title,
        "at": act.at,
        "by": act.by_whom,
        "note": note,
        "document": act.document_id,
    }


def _sought(process) -> dict[int, list[dict]]:
    """By the act of which somebody was to be told: the attempts that failed, and the editais."""
    told = [process.notice.act_id, *(row.act_id for row in (process.first, process.second) if row)]
    entries: dict[int, list[dict]] = {pk: [] for pk in told}
    for tried in ServiceAttempt.objects.filter(of_act__in=told):
        note = service_attempts.words(tried)
        entries[tried.of_act_id].append({"title": "Tentativa de ciência", "on": tried.on, "note": note})
    editais = ServiceEdital.objects.filter(of_act__in=told, act__document__annulment=None)
    for edital in editais.select_related("act__document", "act__author__user"):
        entries[edital.of_act_id].append(_entry(edital.act, str(edital.act.document)))
    return entries


def _known(act, title) -> list[dict]:
    rows = sorted(act.acknowledgements.all(), key=lambda row: (row.on, row.pk))
    return [{"title": title, "on": row.on, "note": _how(row)} for row in rows[:1]]


def _how(told) -> str:
    """The means, with where an edital was published and what the law says against the means."""
    parts = (told.get_means_display(), told.publication, told.day_source)
    return f"{', '.join(filter(None, parts))}. {told.means_note}".strip()


def _filed(filing) -> dict:
    late = " Fora do prazo." if filing.is_late else ""
    online = " Nome declarado, identidade não conferida." if filing.act.online else ""
    answer = f" Responder a {filing.email}." if filing.email else ""
    return _entry(
        filing.act,
        filing.get_kind_display().capitalize(),
        f"Por {filing.filed_by}.{late}{online}{answer}",
    )


def _decided(decision) -> dict:
    total = decision.written_total or "nada a pagar"
    note = f"{decision.decided_by}: {decision.get_outcome_display()}; {total}."
    return _entry(decision.act, decision.get_instance_display().capitalize(), note)
