"""What a conversion agreed waits for: somebody to see, by its last day, whether it was fulfilled."""

from fines.models import InfractionNotice, Measure
from zoonoses.documents.services.agenda import Line

ACT = "conversion"


def lines_of(case, on):
    """One line for each standing auto whose conversion was neither fulfilled nor broken, until its last day."""
    notices = (
        InfractionNotice.objects.filter(act__case=case).standing().select_related("offender", "act__document")
    )
    if not Measure.objects.filter(notice__in=notices, kind=Measure.Kind.CONVERTED).exists():
        return
    for notice in notices:
        kinds = (Measure.Kind.CONVERTED, Measure.Kind.FULFILLED, Measure.Kind.BROKEN)
        rows = notice.measures.standing().filter(kind__in=kinds).select_related("act")
        last = rows.order_by("-pk").first()
        if last is None or last.kind != Measure.Kind.CONVERTED:
            continue
        yield Line(
            key=f"notice-conversion:{notice.pk}",
            next_act=ACT,
            sentence=f"Conferir se a conversão foi cumprida: {notice.act.document}",
            who=notice.offender.name,
            where=last.recipient,
            responsible_id=last.act.author_id,
            due_on=last.until_on,
        )
