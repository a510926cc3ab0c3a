"""Which clinic a post belongs to."""

import pytest
from django.core.exceptions import PermissionDenied

from registry.services.clinics import clinic_of
from tests.factories import ClinicMemberFactory, MembershipFactory
from zoonoses import brazil
from zoonoses.municipalities.models import Role

pytestmark = pytest.mark.django_db


def test_a_post_of_role_clinic_has_its_clinic():
    member = ClinicMemberFactory()
    assert clinic_of(member.membership) == member.clinic
    assert brazil.cnpj(member.clinic.cnpj) == member.clinic.cnpj


@pytest.mark.parametrize("role", list(Role))
def test_a_post_without_clinic_is_refused(role):
    with pytest.raises(PermissionDenied):
        clinic_of(MembershipFactory(role=role))


def test_a_post_elsewhere_does_not_reach_the_clinic():
    member = ClinicMemberFactory()
    elsewhere = MembershipFactory(role=Role.CLINIC)
    member.membership = elsewhere
    member.save()
    with pytest.raises(PermissionDenied):
        clinic_of(elsewhere)
