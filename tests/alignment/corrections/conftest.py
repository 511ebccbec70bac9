"""A pair to correct."""

import pytest

from annotation_site.projects.models import Project
from tests.factories import make_project


@pytest.fixture
def project(db: None) -> Project:
    """One pair, “a black cat – un gatto nero”, wanting two readings."""
    return make_project(pairs=1)
