"""Decisions that took animals from their owner and by which nothing was seized yet, in the day of the auto's author."""

from impound.services import losses
from zoonoses.documents.services.agenda import Line


def lines_of(case, on):
    """One line for each such decision of the case. The law sets no last day for the seizure."""
    for measure in losses.waiting(case.municipality).filter(notice__act__case=case):
        yield Line(
            key=f"loss:{measure.pk}",
            next_act="seizure",
            sentence=f"Apreender por decisão: {measure.label} ({measure.act.document})",
            who=measure.notice.offender.name,
            where=measure.notice.address,
            responsible_id=measure.notice.act.author_id,
            from_on=measure.act.on,
        )
