"""A pair with suggestions, given out."""

import pytest

from annotation_site.assignments.models import Assignment
from tests.alignment.suggestions.suggesting import take_in
from tests.factories import lease, make_member, make_project


@pytest.fixture
def suggested() -> Assignment:
    """Return a pair with the suggestions 0-0 Sure and 1-2 Possible, begun."""
    project = make_project(pairs=1)
    take_in(project, "0-0S 1-2P\n")
    return lease(make_member(project))
