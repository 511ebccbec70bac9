"""Pages without anything yet show what will be there."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.evaluation.judgements import make_evaluation_project
from tests.factories import make_project
from tests.idiomaticity.making import make_rating_project

pytestmark = pytest.mark.django_db
PAGES = {
    make_project: ("projects:agreement", "alignment:adjudication", "evaluation:systems", "projects:releases"),
    make_rating_project: ("projects:agreement", "projects:releases"),
    make_evaluation_project: ("evaluation:test_sets", "evaluation:judging_rounds", "projects:releases"),
}


@pytest.mark.parametrize("make", PAGES, ids=lambda make: make.__name__)
def test_an_empty_page_shows_an_example(make):
    project, client = make(), Client()
    client.force_login(project.created_by)
    for route in PAGES[make]:
        page = client.get(reverse(route, args=[project.slug])).content.decode()
        assert page.count(">Example<") == 1, route
