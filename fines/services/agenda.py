"""What the autos of a case still wait for, and who must act."""

from datetime import timedelta

from fines.models import InfractionNotice
from fines.services import debts
from fines.services.procedure import Process
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services.agenda import Line
from zoonoses.municipalities.models import Membership, Role
from zoonoses.treasury.services.lateness import standing_plan

SENTENCES = {
    "reply": "Réplica à defesa no {notice}",
    "decision": "Julgar o {notice}",
    "decision_service": "Registrar ciência da decisão do {notice}",
    "final_decision": "Decidir o recurso no {notice}",
    "final_service": "Registrar ciência da decisão do recurso no {notice}",
    "charge": "Lançar a multa do {notice}",
}
ONE_DAY = timedelta(days=1)
JUDGED = ("decision", "final_decision")


def lines_of(case, on):
    """For each standing auto: the ciência that is missing, or what its process waits for.

    A judgment that has to wait for a term is a line from the day after it. An auto whose terms cannot be counted (a
    year of the calendar that nobody confirmed) has no line but that of its ciência.
    """
    rows = InfractionNotice.objects.filter(act__case=case).standing()
    joined = ("act__case__municipality", "act__document", "act__author", "act__recorded_by", "offender")
    for notice in rows.select_related(*joined).prefetch_related("act__acknowledgements"):
        if not notice.act.acknowledgements.all():
            yield _line(
                notice, "notice_service", _words("Registrar ciência do {notice}", notice), notice.act.on
            )
            continue
        yield from _process_lines(notice, on)


def _process_lines(notice, on):
    try:
        process = Process(notice)
        steps = {step.act: step for step in process.steps(on)}
    except Refusal:
        return
    for act, words in SENTENCES.items():
        step = steps[act]
        waits = act == "decision" and step.code == "term_running" and _will_be_judged(process)
        if act == "charge" and (process.charged_from is None or debts.is_charged_elsewhere(process)):
            continue
        if not step.allowed and not waits:
            continue
        from_on = process.charged_from if act == "charge" else step.from_on
        due_on = step.due_on if act == "reply" else None
        yield _line(notice, act, _words(words, notice), from_on, due_on)
    if process.charge is not None:
        yield from _money_lines(process, steps, on)


def _money_lines(process, steps, on):
    """What a charged fine waits for: its guide, its payment by the last day, then the dívida ativa, in red.

    The line of the dívida ativa is there before its day, so that a night that never ran hides nothing. Without a term
    of law or regulation the day is that of the guide, and nothing is to be sent: the manager decides.
    """
    payment, debt, asked_on = steps["payment"], steps["active_debt"], process.charge.due_on
    if not payment.allowed:
        return
    if standing_plan(process.charge) is not None:
        yield _money_line(process, "payment", "Receber a parcela da multa do {notice}", due_on=asked_on)
        return
    days = [day for day in (payment.due_on, asked_on) if day is not None]
    due_on = max(days, default=None)
    is_to_send = payment.due_on is not None and (debt.allowed or debt.code == "term_running")
    if not (is_to_send and on > due_on):
        words = "Receber a multa do {notice}" if asked_on else "Emitir a guia da multa do {notice}"
        yield _money_line(process, "payment", words, due_on=due_on)
    if is_to_send:
        words = "Enviar à dívida ativa a multa do {notice}"
        yield _money_line(process, "active_debt", words, due_on + ONE_DAY, due_on if on > due_on else None)


def _money_line(process, act, words, from_on=None, due_on=None) -> Line:
    """A line of who charged the fine, named by the charge's own subject."""
    charge, notice = process.charge, process.notice
    return Line(
        key=f"{act}:{charge.subject}",
        next_act=act,
        sentence=_words(words, notice),
        who=notice.offender.name,
        where=notice.address,
        responsible_id=charge.charged_by_id,
        from_on=from_on,
        due_on=due_on,
    )


def _will_be_judged(process) -> bool:
    """Whether there will be something to judge once the term has passed, even without a defence."""
    return process.facts.defended_on is not None or not process.rules.imposed


def _words(words, notice) -> str:
    return words.format(notice=notice.act.document or "auto de infração")


def _line(notice, act, sentence, from_on, due_on=None) -> Line:
    responsible = _judge_of(notice) if act in JUDGED else None
    prefix = "notice-service" if act == "notice_service" else f"notice-{act}"
    return Line(
        key=f"{prefix}:{notice.pk}",
        next_act=act,
        sentence=sentence,
        who=notice.offender.name,
        where=notice.address,
        responsible_id=responsible or notice.act.author_id,
        from_on=from_on,
        due_on=due_on,
    )


def _judge_of(notice) -> int | None:
    """The post that judges, never that of who drew up the auto; None where the municipality has none yet."""
    rows = Membership.objects.of(notice.act.case.municipality).filter(role__in=(Role.JUDGE, Role.MANAGER))
    hands = (notice.act.author.user_id, notice.act.recorded_by.user_id)
    posts = list(rows.exclude(user__in=hands).filter(is_active=True).order_by("pk"))
    return next((row.pk for row in sorted(posts, key=lambda row: row.role != Role.JUDGE)), None)
