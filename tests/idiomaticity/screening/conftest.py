"""A project with some compounds."""

import pytest

from annotation_site.projects.models import Project
from tests.idiomaticity.making import make_rating_project
from tests.idiomaticity.screening.known import ROWS


@pytest.fixture
def project(db: None) -> Project:
    return make_rating_project(text="compound\tsentence\n" + ROWS)
