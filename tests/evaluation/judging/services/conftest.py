"""An expression to judge."""

import pytest

from annotation_site.assignments.models import Assignment
from tests.evaluation.judgements import (
    lease_judgement,
    make_round,
)
from tests.factories import make_member


@pytest.fixture
def assignment() -> Assignment:
    return lease_judgement(make_member(make_round().project))
