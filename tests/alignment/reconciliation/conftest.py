"""The two, for every test of rounds."""

import pytest

from tests.alignment.reconciliation.two import Two


@pytest.fixture
def two() -> Two:
    return Two()
