"""The two, for every test of rounds."""

import pytest

from tests.alignment.rounds.two import Two


@pytest.fixture
def two() -> Two:
    return Two()
