"""Requests for releases by the API: one address for projects of every kind."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.projects.models import Project
from tests.evaluation.judgements import make_evaluation_project
from tests.evaluation.translated import make_test_set
from tests.expressions.making import make_passage_project
from tests.factories import make_project
from tests.idiomaticity.making import make_rating_project

pytestmark = pytest.mark.django_db


def post(project: Project, **body: Any) -> Any:
    client = Client()
    client.force_login(project.created_by)
    address = reverse("api:releases", args=[project.slug])
    return client.post(address, {"request_id": str(uuid4()), **body}, content_type="application/json")


def test_a_release_of_a_project_of_any_kind_is_requested_at_one_address() -> None:
    evaluation = make_evaluation_project()
    test_set = make_test_set(evaluation)
    kinds = {
        "release": (make_project(), {"separate_readings": False}),
        "compound_release": (make_rating_project(), {"paraphrases": {"one_sentence": 3}}),
        "evaluation_release": (evaluation, {"test_set": test_set.pk}),
        "expression_release": (make_passage_project(), {"unseen_test": 3, "unseen_dev": 1}),
    }
    assert {project.kind for project, _ in kinds.values()} == set(Project.Kind.values)
    for kind, (project, body) in kinds.items():
        answer = post(project, note="first", **body)
        assert (answer.status_code, answer.json()["kind"]) == (202, kind), answer.json()


def test_what_a_kind_needs_is_named() -> None:
    project = make_evaluation_project()
    answer = post(project)
    assert (answer.status_code, answer.json()["detail"]) == (400, "test_set: This field is required.")
    foreign = make_test_set(make_evaluation_project())
    assert post(project, test_set=foreign.pk).status_code == 404


def test_an_address_of_another_kind_of_project_says_so() -> None:
    project = make_evaluation_project()
    client = Client()
    client.force_login(project.created_by)
    answer = client.get(reverse("api:compounds", args=[project.slug]))
    said = "There is nothing at this address in a project of the kind “Translation evaluation”."
    assert (answer.status_code, answer.json()["detail"]) == (404, said)
    client.force_login(make_project().created_by)
    assert client.get(reverse("api:compounds", args=[project.slug])).json()["detail"] == "There is no such project."
