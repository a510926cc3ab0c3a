"""The auto of the event that led to the seizure: where the law asks for it before the release, or offers it beside."""

from datetime import datetime

from django.db import transaction

from fines.models import InfractionNotice
from impound.models import Redemption, Seizure
from impound.services import law
from registry.models import Tutor
from registry.querysets import group_of
from zoonoses.documents.models import Acknowledgement
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import acknowledgement

IN_PERSON = Acknowledgement.Means.IN_PERSON
CONDITION, OPTIONAL = "condition", "optional"


def standing(seizure: Seizure, owner: Tutor, rule) -> InfractionNotice | None:
    """The auto that stands against the owner for the conduct of the seizure itself; None while there is none.

    `rule` is what the law says of custody (`law.custody_rule`): a seizure on another ground is no infraction by itself.
    """
    infraction = rule.event_of(seizure.ground)
    if seizure.visit_id is None or not infraction:
        return None
    rows = InfractionNotice.objects.filter(
        items__finding__inspection=seizure.visit_id,
        items__infraction=infraction,
        offender__in=group_of(owner),
    ).standing()
    return rows.select_related("act__document", "act__case__municipality", "offender").order_by("pk").first()


def signature(notice: InfractionNotice) -> Acknowledgement | None:
    """The ciência in person of an auto, which is its signature: a receipt, and no admission of anything."""
    return notice.act.acknowledgements.filter(means=IN_PERSON).order_by("on", "pk").first()


@transaction.atomic
def sign(*, redemption: Redemption, at: datetime, by, key) -> Acknowledgement:
    """The owner signed the auto of the event now, at the counter; sent again, the signature already recorded.

    Raises `Refusal` without an auto, and as the service of ciência does.
    """
    rule = law.custody_rule(law.lawbook_of(redemption.animals.select_related("municipality").first()))
    notice = standing(redemption.seizure, redemption.owner, rule)
    if notice is None:
        raise Refusal("no_notice", "Não há auto do evento contra o proprietário: lavre-o primeiro.")
    made = signature(notice)
    if made is not None:
        return made
    service = acknowledgement.Service(means=IN_PERSON, on=at.date(), received_by=redemption.owner.name)
    return acknowledgement.acknowledge(of_act=notice.act, service=service, by=by, at=at, key=key)
