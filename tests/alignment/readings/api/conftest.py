"""A pair that its annotator has begun."""

import pytest

from annotation_site.assignments.models import Assignment
from tests.factories import lease, make_member, make_project


@pytest.fixture
def assignment() -> Assignment:
    return lease(make_member(make_project(pairs=3)))
