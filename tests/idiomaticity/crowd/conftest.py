"""An open crowd with known answers, for every test of coming in."""

from copy import deepcopy

import pytest
from django.core.cache import cache

from annotation_site.projects.models import Project
from idiomaticity.crowd.services.opening import open_crowd
from idiomaticity.screening.services.known_ratings import add_known_rating
from tests.idiomaticity.crowd.entering import ROWS, set_up
from tests.idiomaticity.making import make_rating_project
from tests.running.module_rows import made_for_module


@pytest.fixture(autouse=True)
def _forget_addresses(db: None) -> None:
    cache.clear()


def make_crowd() -> Project:
    """Make an open crowd with one tutorial item, two to qualify by, and three ratings each."""
    project = make_rating_project(text="compound\tsentence\n" + ROWS, annotators_per_item=9)
    known = {"user": project.created_by, "project": project}
    for name, use in (("fish", "tutorial"), ("gas", "qualification"), ("oil", "qualification")):
        add_known_rating(
            **known, item=f"{name} tank-1", use=use, expected={"whole": (4, 5)}, explanation=f"A tank of {name}."
        )
    set_up(project)
    open_crowd(**known, is_open=True)
    return project


made_crowd = made_for_module(make_crowd)


@pytest.fixture
def project(made_crowd: Project) -> Project:
    return deepcopy(made_crowd)
