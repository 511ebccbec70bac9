"""Every registered kind is in the table, keeps to itself, and costs no more queries than it did."""

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from annotation_site.assignments.kinds import list_kinds
from annotation_site.assignments.services.submissions import submit_assignment
from tests.annotation_site.assignments.desks import CASES, Body, Desk

pytestmark = pytest.mark.django_db


def test_every_kind_is_in_the_table() -> None:
    assert {kind.kind for kind in list_kinds()} == set(CASES)


def test_content_of_another_kind_is_refused(desk: Desk) -> None:
    for name, case in CASES.items():
        if name != desk.project.kind:
            assert desk.post("operations", 400, **case.saves[0])["code"] == "invalid"
    assert desk.now() == desk.state


def test_pages_of_another_kind_do_not_know_it(desk: Desk) -> None:
    for other in list_kinds():
        if other is desk.kind:
            continue
        assert desk.client.get(reverse(other.route(other.page), args=[desk.row.pk])).status_code == 404
        assert desk.client.get(reverse(other.route("assignments"), args=[desk.project.slug])).status_code == 404
        skip = reverse(other.route("skip"), args=[desk.row.pk])
        sent = {"operation_id": str(uuid4()), "version": 0, "reason": "odd"}
        assert desk.client.post(skip, sent).status_code == 404
    assert desk.now() == desk.state


def test_steps_cost_no_more_queries_than_they_did(desk: Desk) -> None:
    """Without the search for a new item, whose searches are as many as its place on the ring asks for."""
    save, submit, lease = desk.case.costs
    assert _count(lambda: desk.client.post(desk.next_address)) <= lease
    # The desk itself asks for the version.
    assert _count(lambda: desk.post("operations", **desk.case.saves[1])) <= save + 1
    known: Body = {"user": desk.annotator.user, "assignment_id": desk.row.pk, "version": desk.row.version}
    stored = {name: value for name, value in desk.case.submission.items() if name not in desk.case.saves[1]}
    assert _count(lambda: submit_assignment(**known, operation_id=uuid4(), **stored)) <= submit


def _count(act: Callable[[], object]) -> int:
    with CaptureQueriesContext(connection) as queries:
        act()
    return len([query for query in queries if "SAVEPOINT" not in query["sql"]])
