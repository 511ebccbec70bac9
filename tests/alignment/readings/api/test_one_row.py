"""Twenty programs save into one assignment at once: every acknowledged change is stored, and nothing else."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client

from annotation_site.accounts.models import User
from annotation_site.assignments.models import Assignment
from annotation_site.operations.models import Operation
from tests.factories import lease, make_member, make_pair, make_project

PROGRAMS, SAVES, TRIES = 20, 2, 200

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def assignment() -> Assignment:
    project = make_project()
    sentence = " ".join(f"word{number}" for number in range(PROGRAMS))
    make_pair(project, sentence, sentence)
    return lease(make_member(project))


def test_acknowledged_changes_are_the_stored_ones(assignment: Assignment) -> None:
    start = Barrier(PROGRAMS)
    with ThreadPoolExecutor(PROGRAMS) as threads:
        running = [
            threads.submit(save, assignment.pk, assignment.annotator.user, row, start) for row in range(PROGRAMS)
        ]
        acknowledged = [cell for done in running for cell in done.result()]
    assignment.refresh_from_db()
    assert len(acknowledged) == PROGRAMS * SAVES
    assert sorted(assignment.links.values_list("source_index", "target_index")) == sorted(acknowledged)
    versions = Operation.objects.filter(assignment=assignment, kind="set").values_list("version", flat=True)
    assert sorted(versions) == list(range(1, len(acknowledged) + 1))
    assert assignment.version == len(acknowledged)


def test_one_operation_sent_by_all_at_once_is_applied_once(assignment: Assignment) -> None:
    start, body = Barrier(PROGRAMS), {"operation_id": str(uuid4()), "version": 0, "kind": "set", "links": [[0, 0, "S"]]}

    def send() -> tuple[int, bytes]:
        try:
            client = Client()
            client.force_login(assignment.annotator.user)
            start.wait(120)
            answer = client.post(address(assignment.pk), body, content_type="application/json")
            return answer.status_code, answer.content
        finally:
            connection.close()

    with ThreadPoolExecutor(PROGRAMS) as threads:
        answers = {done.result() for done in [threads.submit(send) for _ in range(PROGRAMS)]}
    assert len(answers) == 1
    assert answers.pop()[0] == 200
    assert Operation.objects.filter(operation_id=body["operation_id"]).count() == 1


def save(assignment_id: int, user: User, row: int, start: Barrier) -> list[tuple[int, int]]:
    """Set cells of one row, each anew from the version the refusal told; gives what was acknowledged."""
    try:
        client = Client()
        client.force_login(user)
        start.wait(120)
        version, acknowledged = 0, []
        for column in range(SAVES):
            for _ in range(TRIES):
                body = {"operation_id": str(uuid4()), "version": version, "kind": "set", "links": [[row, column, "S"]]}
                answer = client.post(address(assignment_id), body, content_type="application/json")
                if answer.status_code == 200:
                    version = answer.json()["version"]
                    acknowledged.append((row, column))
                    break
                assert (answer.status_code, answer.json()["code"]) == (409, "stale_version")
                version = answer.json()["state"]["version"]
        return acknowledged
    finally:
        connection.close()


def address(assignment_id: int) -> str:
    return f"/api/v1/assignments/{assignment_id}/operations/"
