"""Lists of the API: filtered by known words, in pages, at the same cost however long."""

from typing import Any

import pytest
from django.test import Client

from annotation_site.projects.models import Project
from tests.factories import make_member

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "query",
    ["page=0", "page=-1", "page=9999999999999999999999", "page=%00", "page=x", "page=" + "9" * 5000, "page=1e9"],
)
def test_pages_that_do_not_exist_are_404(client: Client, query: str) -> None:
    assert client.get(f"/api/v1/projects/?{query}").status_code == 404


@pytest.mark.parametrize("query", ["state=x", "state=%00", "state=%ED%A0%80"])
def test_filters_take_only_words_they_know(client: Client, query: str) -> None:
    assert client.get(f"/api/v1/assignments/?{query}").status_code == 400


@pytest.mark.parametrize("slug", ["%00", "a%00b", "no-such", "'", "%ED%A0%80"])
def test_a_filter_by_a_project_that_is_not_ours_finds_nothing(client: Client, slug: str) -> None:
    assert client.get(f"/api/v1/assignments/?project={slug}").status_code == 404


@pytest.mark.parametrize("number", ["0", "99999999999999999999999999", "9" * 5000])
def test_numbers_out_of_range_are_404(client: Client, project: Project, number: str) -> None:
    for place in ("items", "jobs", "releases", "adjudication"):
        assert client.get(f"/api/v1/projects/{project.slug}/{place}/{number}/").status_code == 404
    assert client.get(f"/api/v1/assignments/{number}/").status_code == 404


def test_a_list_costs_the_same_however_long_it_is(
    client: Client, project: Project, django_assert_max_num_queries: Any
) -> None:
    for _ in range(5):
        make_member(project)
    for place, most in {"members": 7, "invitations": 7, "guidelines": 6, "items": 7, "jobs": 7, "releases": 7}.items():
        with django_assert_max_num_queries(most):
            assert client.get(f"/api/v1/projects/{project.slug}/{place}/").status_code == 200
