"""Undo, redo and the history of changes, page by page."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from alignment.readings.queries import states
from annotation_site.assignments.models import Assignment
from annotation_site.operations.models import Operation
from tests.alignment.readings.api.assignments import post, sign_in

pytestmark = pytest.mark.django_db


def test_undo_and_redo_follow_the_server_history(assignment: Assignment) -> None:
    client = sign_in(assignment)
    post(client, assignment, "operations", version=0, kind="set", links=[[0, 0, "S"]])
    assert post(client, assignment, "operations", version=1, kind="undo", links=[], unaligned=[]).status_code == 200
    assert not assignment.links.exists()
    assert post(client, assignment, "operations", version=2, kind="redo").json()["version"] == 3
    assert assignment.links.count() == 1
    assert post(client, assignment, "operations", version=3, kind="redo").status_code == 400


def read_page(client: Client, address: str, stack: str, more: int) -> dict[str, Any]:
    return dict(client.get(address, {stack: more}).json())


def test_the_history_comes_in_pages_from_both_ends(assignment: Assignment, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(states, "MOST_CHANGES", 2)
    client = sign_in(assignment)
    cells = [(source, target) for source in range(2) for target in range(3)]
    for version, (source, target) in enumerate(cells):
        post(client, assignment, "operations", version=version, kind="set", links=[[source, target, "S"]])
    for version in range(len(cells), len(cells) + 3):
        post(client, assignment, "operations", version=version, kind="undo")
    history = client.get(f"/api/v1/assignments/{assignment.pk}/").json()["history"]
    assert (history["more_done"], history["more_undone"]) == (1, 1)
    assert [change["links"][0][:2] for change in history["done"]] == [[0, 1], [0, 2]]
    assert [change["links"][0][:2] for change in history["undone"]] == [[1, 1], [1, 0]]
    earlier = read_page(client, history["url"], "done", 1)
    assert ([change["links"][0][:2] for change in earlier["done"]], earlier["more_done"]) == ([[0, 0]], 0)
    earlier = read_page(client, history["url"], "undone", 1)
    assert ([change["links"][0][:2] for change in earlier["undone"]], earlier["more_undone"]) == ([[1, 2]], 0)
    assert read_page(client, history["url"], "done", 0)["done"] == []
    assert client.get(history["url"], {"done": "-1"}).status_code == 400


def test_twenty_large_saves_do_not_make_a_large_page(assignment: Assignment) -> None:
    change = {"links": [[source, target, None, "S"] for source in range(200) for target in range(100)], "unaligned": []}
    Operation.objects.bulk_create(
        Operation(
            project=assignment.item.project,
            item=assignment.item,
            assignment=assignment,
            actor=assignment.annotator.user,
            kind="set",
            payload=change,
            operation_id=uuid4(),
        )
        for _ in range(20)
    )
    client = sign_in(assignment)
    for address in (f"/api/v1/assignments/{assignment.pk}/", f"/alignment/annotate/{assignment.pk}/"):
        assert len(client.get(address).content) < 200_000, address
    history = client.get(f"/api/v1/assignments/{assignment.pk}/").json()["history"]
    assert len(history["done"]) + history["more_done"] == 20
    earlier = client.get(history["url"], {"done": history["more_done"]})
    assert len(earlier.content) < 800_000
    assert earlier.json()["done"][-1] == change
