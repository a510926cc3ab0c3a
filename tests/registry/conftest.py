"""Who imports, in the town of these tests."""

import pytest

from tests.factories import (
    MembershipFactory,
    MunicipalityFactory,
)
from zoonoses.municipalities.models import Role


@pytest.fixture
def town():
    return MunicipalityFactory(law="alegre-es", at=(2026, 3, 10, 9, 0))


@pytest.fixture
def clerk(town):
    return MembershipFactory(municipality=town, role=Role.CLERK)
