"""Changes made while offline are sent at once: in order, each its own operation, all or none, once."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from alignment.readings.queries.drawn import read_links
from annotation_site.assignments.models import Assignment
from annotation_site.operations.models import Operation
from tests.factories import draw, lease, make_member, make_project

pytestmark = pytest.mark.django_db


@pytest.fixture
def assignment() -> Assignment:
    """Return a pair of three words a side, begun."""
    return lease(make_member(make_project(pairs=1)))


def action(*links: list[Any], kind: str = "set") -> dict[str, Any]:
    return {"operation_id": str(uuid4()), "kind": kind, "links": list(links), "unaligned": []}


def send(assignment: Assignment, version: int, *operations: object) -> Any:
    client = Client()
    client.force_login(assignment.annotator.user)
    body = {"version": version, "operations": list(operations)}
    address = reverse("api:assignment-batch", args=[assignment.pk])
    return client.post(address, body, content_type="application/json")


def test_every_action_is_an_operation_of_its_own_in_their_order(assignment: Assignment) -> None:
    waiting = [action([0, 0, "S"]), action([0, 0, "P"]), action(kind="undo"), action([1, 1, "P"])]
    answer = send(assignment, 0, *waiting)
    assert answer.status_code == 200
    assert (answer.json()["version"], answer.json()["operation_ids"]) == (4, [each["operation_id"] for each in waiting])
    assert read_links(assignment).links == {(0, 0): "S", (1, 1): "P"}
    made = Operation.objects.filter(assignment=assignment, kind__in=["set", "undo"]).order_by("pk")
    assert [(str(each.operation_id), each.version) for each in made] == [
        (each["operation_id"], version) for version, each in enumerate(waiting, start=1)
    ]


def test_what_had_arrived_already_is_answered_and_not_done_again(assignment: Assignment) -> None:
    waiting = [action([0, 0, "S"]), action([1, 1, "S"])]
    first = send(assignment, 0, *waiting)
    again = send(assignment, 0, *waiting)
    assert again.json() == first.json()
    more = send(assignment, 0, *waiting, action([2, 2, "S"]))
    assert more.json()["version"] == 3
    assert read_links(assignment).links == {(0, 0): "S", (1, 1): "S", (2, 2): "S"}


def test_one_that_cannot_be_done_leaves_all_undone(assignment: Assignment) -> None:
    answer = send(assignment, 0, action([0, 0, "S"]), action([0, 9, "S"]))
    assert answer.status_code == 400
    assert "no cell 0-9" in answer.json()["detail"]
    assignment.refresh_from_db()
    assert (assignment.version, read_links(assignment).links) == (0, {})


def test_a_stale_version_is_refused_with_the_state_and_changes_nothing(assignment: Assignment) -> None:
    draw(assignment, "0-0S")
    answer = send(assignment, 0, action([1, 1, "S"]), action([2, 2, "S"]))
    assert answer.status_code == 409
    assert answer.json()["state"]["version"] == 1
    assert read_links(assignment).links == {(0, 0): "S"}


@pytest.mark.parametrize("operations", [[], [3], [{"kind": "set"}], "all", [action()] * 2, [action()] * 201])
def test_a_malformed_batch_is_refused(assignment: Assignment, operations: Any) -> None:
    client = Client()
    client.force_login(assignment.annotator.user)
    address = reverse("api:assignment-batch", args=[assignment.pk])
    body = {"version": 0, "operations": operations}
    assert client.post(address, body, content_type="application/json").status_code == 400


def test_somebody_elses_pair_does_not_exist(assignment: Assignment) -> None:
    client = Client()
    client.force_login(make_member(assignment.annotator.project).user)
    address = reverse("api:assignment-batch", args=[assignment.pk])
    body = {"version": 0, "operations": [action([0, 0, "S"])]}
    assert client.post(address, body, content_type="application/json").status_code == 404
