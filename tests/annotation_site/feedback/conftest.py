"""A pair with feedback."""

import pytest

from tests.alignment.feedback.cases import Case


@pytest.fixture
def case() -> Case:
    made = Case()
    made.decide_all()
    return made
