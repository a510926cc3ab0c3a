"""Background work on people."""

from auditlog.context import set_actor
from django_tasks import task

from registry.services import anonymisation
from zoonoses.municipalities import clock
from zoonoses.municipalities.models import Membership


@task()
def anonymise_people(membership_id: int) -> int:
    """Anonymises whoever may be, in the municipality of the manager who asked; how many. Idempotent."""
    by = Membership.objects.select_related("user", "municipality").get(pk=membership_id)
    with set_actor(by.user):
        return anonymisation.anonymise_all(municipality=by.municipality, on=clock.today(by.municipality))
