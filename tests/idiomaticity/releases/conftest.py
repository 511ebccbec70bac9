"""A project whose release says everything."""

import pytest

from annotation_site.projects.models import Project
from tests.factories import make_member
from tests.idiomaticity.making import make_rating, make_rating_project
from tests.running.kept_rows import made_once


@pytest.fixture
def project(transactional_db: None, files_folder: object) -> Project:
    """Two annotators who have rated all six sentences, each giving two paraphrases for every one."""
    return made_once(make_rated_project)


def make_rated_project() -> Project:
    project = make_rating_project()
    for whole, name in ((1, "Barrier"), (4, "barrier")):
        annotator = make_member(project)
        for number in range(6):
            make_rating(annotator, whole if number else -1, name, f"a; {whole}")
    return project
