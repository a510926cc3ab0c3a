"""Visits to adopted animals and lots that go on, in the day of who answers for them."""

from impound.models import FollowUp
from impound.services import sales
from zoonoses.documents.services.agenda import Line
from zoonoses.municipalities import clock


def lines_of(case, on):
    """One line for each visit to make and for each lot that waits for its session, its result or its delivery."""
    yield from _visits(case)
    yield from _lots(case, on)


def _visits(case):
    rows = FollowUp.objects.filter(exit__act__case=case, done_on=None)
    for visit in rows.select_related("exit__custody", "exit__receiver"):
        receiver = visit.exit.receiver
        yield Line(
            key=f"follow_up:{visit.pk}",
            next_act="follow_up",
            sentence=f"Visitar o animal adotado nº {visit.exit.custody.full_number}",
            who=receiver.name if receiver else "",
            where=receiver.address_line if receiver else "",
            responsible_id=visit.responsible_id,
            from_on=visit.exit.on,
            due_on=visit.due_on,
        )


def _lots(case, on):
    for lot in sales.lots(case.municipality).filter(act__case=case):
        following, _ = sales.state_of(lot, on)
        if following:
            held_on = clock.local(case.municipality, lot.held_at).date()
            result = getattr(lot, "result", None)
            yield Line(
                key=f"lot:{lot.pk}",
                next_act="sale",
                sentence=f"{following}: {lot.act.document}",
                who=result.winner.bidder.name if result and result.winner else "",
                where=lot.place,
                responsible_id=lot.act.author_id,
                from_on=lot.act.on,
                due_on=None if result else held_on,
            )
