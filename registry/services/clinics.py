"""Credenciadas: which clinic a person works for, its accreditation, its people."""

from datetime import date

from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction

from registry.models import Clinic, ClinicMember
from zoonoses.accounts.services import people as accounts
from zoonoses.documents.refusals import Refusal
from zoonoses.municipalities.models import Membership, Role
from zoonoses.municipalities.refusals import Refused
from zoonoses.municipalities.services import people


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


@transaction.atomic
def save(*, municipality, values, clinic: Clinic | None = None) -> Clinic:
    """Accredits a clinic, or corrects its record; the trail of changes keeps what it was.

    `values` are the cleaned fields of its form. Raises `Refusal("same_cnpj")` when the municipality has the CNPJ.
    """
    clinic = clinic or Clinic(municipality=municipality)
    for name, value in values.items():
        setattr(clinic, name, value)
    try:
        with transaction.atomic():
            clinic.save()
    except IntegrityError as error:
        others = Clinic.objects.of(municipality).filter(cnpj=clinic.cnpj).exclude(pk=clinic.pk)
        if not others.exists():
            raise
        raise Refusal(
            "same_cnpj", "Este CNPJ já está credenciado. Abra o cadastro existente na lista."
        ) from error
    return clinic


@transaction.atomic
def suspend(*, clinic: Clinic, on: date) -> Clinic:
    """From this day the clinic registers nothing; its people still see what is theirs. Twice changes nothing."""
    clinic = Clinic.objects.select_for_update(of=("self",)).get(pk=clinic.pk)
    if clinic.suspended_on is None:
        clinic.suspended_on = on
        clinic.save(update_fields=["suspended_on"])
    return clinic


@transaction.atomic
def resume(*, clinic: Clinic) -> Clinic:
    """The suspension ends."""
    clinic = Clinic.objects.select_for_update(of=("self",)).get(pk=clinic.pk)
    clinic.suspended_on = None
    clinic.save(update_fields=["suspended_on"])
    return clinic


@transaction.atomic
def add_person(*, clinic: Clinic, cpf, name, email, position, crmv) -> tuple[ClinicMember, bool]:
    """A person of the clinic, with a post of role clínica, and whether the account is new.

    A post of that role which has no clinic yet is linked to this one. Raises `Refusal` for somebody who already works
    for a clinic here, or whose e-mail is another person's.
    """
    user = accounts.find_by_cpf(cpf)
    post = user and Membership.objects.of(clinic.municipality).filter(user=user, role=Role.CLINIC).first()
    is_new = False
    if post is None:
        try:
            post, is_new = people.add_person(
                municipality=clinic.municipality,
                cpf=cpf,
                name=name,
                email=email,
                role=Role.CLINIC,
                position=position,
                badge="",
                crmv=crmv,
            )
        except Refused as refused:
            raise Refusal("person", refused.sentence) from refused
    elif ClinicMember.objects.filter(membership=post).exists():
        raise Refusal(
            "has_clinic", f"{post.user.name} já trabalha em uma clínica credenciada deste município."
        )
    return ClinicMember.objects.create(membership=post, clinic=clinic), is_new
