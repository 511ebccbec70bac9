"""Rows of a module: made once, and the same for every test however others change them."""

from copy import deepcopy

import pytest

from annotation_site.projects.models import Project
from tests.factories import make_project
from tests.running.module_rows import made_for_module

made_names: list[str] = []


def make_named() -> Project:
    made_names.append("as it was made")
    return make_project(name=made_names[-1])


made = made_for_module(make_named)


@pytest.mark.django_db
@pytest.mark.parametrize("changed", ["first", "second"])
def test_every_test_begins_with_rows_as_they_were_made_once(made: Project, changed: str) -> None:
    project = deepcopy(made)
    assert made_names == ["as it was made"]
    assert Project.objects.get(pk=project.pk).name == project.name == "as it was made"
    project.name = changed
    project.save()
    make_project()
    assert Project.objects.filter(name=changed).exists()


@pytest.mark.django_db
def test_what_other_tests_added_is_not_there(made: Project) -> None:
    assert list(Project.objects.all()) == [made]
