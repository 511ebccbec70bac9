"""The title of every tab of a project names the page."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.projects.kinds import list_kinds
from annotation_site.projects.models import Project
from tests.evaluation.judgements import make_evaluation_project
from tests.expressions.making import make_passage_project
from tests.factories import make_project
from tests.idiomaticity.making import make_rating_project

pytestmark = pytest.mark.django_db
MAKERS = {
    "alignment": make_project,
    "idiomaticity": make_rating_project,
    "expressions": make_passage_project,
    "evaluation": make_evaluation_project,
}


@pytest.mark.parametrize("kind", Project.Kind.values)
def test_every_tab_has_a_title_of_its_own(kind: str) -> None:
    project = MAKERS[kind]()
    client = Client()
    client.force_login(project.created_by)
    titles: dict[str, str] = {}
    for tab in next(each for each in list_kinds() if each.kind == kind).tabs:
        answer = client.get(reverse(tab.route, args=[project.slug]), follow=True)
        if answer.status_code == 200:
            title = re.search(r"<title>(.*?)</title>", answer.content.decode(), re.DOTALL)
            assert title is not None
            titles[tab.label] = title[1].partition(" · ")[0].strip()
    assert titles["Webhooks"] == "Webhooks" and len(titles) > 8
    assert all(titles.values()), titles
