"""Experts who judge the classes of a small project, and what is decided about them."""

import pytest

from annotation_site.projects.models import Project
from tests.idiomaticity.making import make_rating_project


@pytest.fixture
def project() -> Project:
    return make_rating_project()
