"""Decisions about the paraphrases of one compound."""

from copy import deepcopy

import pytest

from annotation_site.projects.models import Project
from tests.factories import make_member
from tests.idiomaticity.making import lease_rating, make_rating_project, submit_rating
from tests.idiomaticity.paraphrases.deciding import ONE
from tests.running.module_rows import made_for_module


def make_paraphrased() -> Project:
    """One sentence, five annotators."""
    project = make_rating_project(text=ONE, annotators_per_item=5)
    for given in (("aquarium", "bowl"), ("aquariums",), ("Aquarium", "sweet"), ("sweet",), ()):
        submit_rating(lease_rating(make_member(project)), 3, 3, 1, *given)
    return project


made_project = made_for_module(make_paraphrased)


@pytest.fixture
def project(made_project: Project) -> Project:
    return deepcopy(made_project)
