"""Requests of redemption that go on, in the day of who received them."""

from django.db.models import Exists, OuterRef

from impound.models import Redemption
from impound.services import state
from impound.services.redemption_bills import account
from impound.services.redemption_dues import present
from zoonoses.documents.kinds import ActKind
from zoonoses.documents.models import Act
from zoonoses.documents.services.agenda import Line


def lines_of(case, on):
    """One line for each request whose animals still wait; due on the last day of the term while it is not paid."""
    released = Act.objects.filter(kind=ActKind.RELEASE, rests_on=OuterRef("act"))
    rows = Redemption.objects.filter(~Exists(released), act__case=case, withdrawn_on=None)
    for redemption in rows.select_related("act__case__municipality", "requester", "seizure"):
        animals = present(redemption)
        if not animals:
            continue
        numbers = ", ".join(row.full_number for row in animals)
        settled = account(redemption).is_settled
        yield Line(
            key=f"redemption:{redemption.pk}",
            next_act="redemption",
            sentence=f"Concluir o resgate do animal nº {numbers}",
            who=redemption.requester.name,
            where="depósito",
            responsible_id=redemption.act.author_id,
            from_on=redemption.act.on,
            due_on=None if settled else state.terms_of(animals[0]).ends_on,
        )
