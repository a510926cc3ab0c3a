"""What the autos of a case still wait for, and who must act."""

from fines.models import InfractionNotice
from fines.services import debts
from fines.services.procedure import Process
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services.agenda import Line
from zoonoses.municipalities.models import Membership, Role

SENTENCES = {
    "reply": "Réplica à defesa no {notice}",
    "decision": "Julgar o {notice}",
    "decision_service": "Registrar ciência da decisão do {notice}",
    "final_decision": "Decidir o recurso no {notice}",
    "final_service": "Registrar ciência da decisão do recurso no {notice}",
    "charge": "Lançar a multa do {notice}",
}
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
