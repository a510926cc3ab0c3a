"""What the autos of a case still wait for."""

from fines.models import InfractionNotice
from zoonoses.documents.services.agenda import Line


def lines_of(case, on):
    """One line for each standing auto of which the person has not been told: no term runs before the ciência."""
    notices = InfractionNotice.objects.filter(act__case=case, act__acknowledgements=None).standing()
    for notice in notices.select_related("act__document", "offender"):
        yield Line(
            key=f"notice-service:{notice.pk}",
            next_act="notice_service",
            sentence=f"Registrar ciência do {notice.act.document or 'auto de infração'}",
            who=notice.offender.name,
            where=notice.address,
            responsible_id=notice.act.author_id,
            from_on=notice.act.on,
        )
