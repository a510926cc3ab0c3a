"""The counter that most tests of the money stand at."""

import pytest

from tests.treasury.counter import make_counter


@pytest.fixture
def counter(db):
    return make_counter()
