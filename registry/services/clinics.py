"""Credenciadas: which clinic a person works for, its accreditation, its people."""

from django.core.exceptions import PermissionDenied

from registry.models import Clinic
from zoonoses.municipalities.models import Role


def clinic_of(membership) -> Clinic:
    """The clinic of a post of role clínica, in the post's own municipality; raises `PermissionDenied` without one.

    A suspended or expired clinic is still the clinic of its people: they see what is theirs, and services refuse
    new registrations.
    """
    if membership is None or membership.role != Role.CLINIC:
        raise PermissionDenied("Só para quem trabalha em uma clínica credenciada.")
    rows = Clinic.objects.filter(members__membership=membership, municipality_id=membership.municipality_id)
    clinic = rows.select_related("municipality").first()
    if clinic is None:
        raise PermissionDenied("Este vínculo não está ligado a uma clínica credenciada.")
    return clinic
