"""An expression to judge."""

from copy import deepcopy

import pytest

from annotation_site.assignments.models import Assignment
from tests.evaluation.judgements import (
    lease_judgement,
    make_round,
)
from tests.factories import make_member
from tests.running.module_rows import made_for_module

made_assignment = made_for_module(lambda: lease_judgement(make_member(make_round().project)))


@pytest.fixture
def assignment(made_assignment: Assignment) -> Assignment:
    return deepcopy(made_assignment)
