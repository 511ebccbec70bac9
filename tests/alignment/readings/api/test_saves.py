"""Costs of saves, and bodies that are none."""

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from alignment.readings.links import write_cells
from alignment.readings.models import AlignmentLink
from alignment.readings.queries.drawn import read_links
from annotation_site.assignments.models import Assignment
from annotation_site.operations.models import Operation
from tests.alignment.readings.api.assignments import post, sign_in
from tests.factories import lease, make_member, make_pair, make_project

pytestmark = pytest.mark.django_db

# Session with person, limit, lock with all it needs, links and marks, insert, operation with version; without BEGIN.
QUERIES_OF_A_SAVE = 6


def test_a_save_costs_few_queries(assignment: Assignment) -> None:
    client = sign_in(assignment)
    post(client, assignment, "operations", version=0, kind="set", links=[[0, 0, "S"]])
    with CaptureQueriesContext(connection) as queries:
        assert post(client, assignment, "operations", version=1, kind="set", links=[[1, 1, "P"]]).status_code == 200
    counted = [query["sql"] for query in queries if "SAVEPOINT" not in query["sql"]]
    assert len(counted) == QUERIES_OF_A_SAVE, "\n".join(counted)


@pytest.mark.parametrize(
    "body",
    [
        {},
        [],
        "text",
        {"operation_id": None, "version": 0, "kind": "set"},
        {"operation_id": "7", "version": 0, "kind": "set"},
        {"operation_id": 7, "version": 0, "kind": "set"},
        {"version": -1, "kind": "set"},
        {"version": 2**31, "kind": "set"},
        {"version": "0", "kind": "set"},
        {"version": True, "kind": "set"},
        {"version": 0.0, "kind": "set"},
        {"version": 0, "kind": "drop"},
        {"version": 0, "kind": ["set"]},
        {"version": 0, "kind": "undo"},
        {"version": 0, "kind": "set", "links": {}},
        {"version": 0, "kind": "set", "links": [[0, 0]]},
        {"version": 0, "kind": "set", "links": [[0, 0, "X"]]},
        {"version": 0, "kind": "set", "links": [[0, 0, ["S"]]]},
        {"version": 0, "kind": "set", "links": [[-1, 0, "S"]]},
        {"version": 0, "kind": "set", "links": [[3, 0, "S"]]},
        {"version": 0, "kind": "set", "links": [[10**30, 0, "S"]]},
        {"version": 0, "kind": "set", "links": [[True, 0, "S"]]},
        {"version": 0, "kind": "set", "links": [[0, 0, "S"]] * 20_001},
        {"version": 0, "kind": "set", "unaligned": [["left", 0, True]]},
        {"version": 0, "kind": "set", "unaligned": [["source", 0, 1]]},
        {"version": 0, "kind": "set", "unaligned": [["source", 9, True]]},
    ],
)  # fmt: skip
def test_what_is_not_an_operation_is_refused_in_a_sentence(assignment: Assignment, body: Any) -> None:
    if isinstance(body, dict):
        body = {"operation_id": str(uuid4()), **body}
    address = f"/api/v1/assignments/{assignment.pk}/operations/"
    refused = sign_in(assignment).post(address, body, content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (400, "invalid")
    assert refused.json()["detail"]
    assert not Operation.objects.filter(kind="set").exists()


def test_what_is_named_twice_ends_as_it_is_named_last_and_can_be_undone(assignment: Assignment) -> None:
    client = sign_in(assignment)
    links = [[0, 0, "S"], [0, 0, "P"], [1, 1, "S"], [1, 1, None]]
    marks = [["source", 2, True], ["source", 2, False], ["target", 2, False], ["target", 2, True]]
    named = {"kind": "set", "links": links, "unaligned": marks}
    expected = [(["0-0"], {2}), ([], set()), (["0-0"], {2})]
    for version, (body, (cells, marked)) in enumerate(
        zip([named, {"kind": "undo"}, {"kind": "redo"}], expected, strict=True)
    ):
        assert post(client, assignment, "operations", version=version, **body).status_code == 200
        reading = read_links(assignment)
        assert (write_cells(reading.cells("P")).split(), reading.cells("S")) == (cells, [])
        assert (reading.unaligned_source, reading.unaligned_target) == (frozenset(), marked)


def test_taking_every_link_of_a_long_pair_away_costs_about_what_drawing_them_did() -> None:
    project = make_project()
    make_pair(project, " ".join(["cat"] * 120), " ".join(["gatto"] * 120))
    assignment = lease(make_member(project))
    cells = [(source, target) for source in range(120) for target in range(120)]
    calls = []
    for version, label in enumerate(("S", None)):
        client, links = sign_in(assignment), [[*cell, label] for cell in cells]
        with count_calls() as counted:
            answer = post(client, assignment, "operations", kind="set", version=version, links=links, unaligned=[])
        calls.append(counted["call"] + counted["c_call"])
        assert answer.status_code == 200
    assert not AlignmentLink.objects.filter(assignment=assignment).exists()
    assert calls[1] < 2 * calls[0]


@contextmanager
def count_calls() -> Iterator[Counter[str]]:
    """Count calls of functions, which do not depend on what else the machine does."""
    counted: Counter[str] = Counter()

    def note(_frame: object, event: str, _argument: object) -> None:
        counted[event] += 1

    sys.setprofile(note)
    try:
        yield counted
    finally:
        sys.setprofile(None)
