"""Every step of the annotation loop through the API, for every kind."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.assignments.models import Assignment, Comment
from annotation_site.operations.models import Operation
from tests.annotation_site.assignments.desks import Body, Desk, counts
from tests.factories import make_member

pytestmark = pytest.mark.django_db


def test_a_lease_gives_the_state_and_the_same_one_until_it_is_submitted(desk: Desk) -> None:
    assert desk.state["kind"] == desk.project.kind
    assert (desk.state["version"], desk.state["state"], desk.state["can_edit"]) == (0, "in_progress", True)
    assert desk.client.post(desk.next_address).json() == desk.state == desk.now()
    assert counts(desk) == (1, 0, 0)


def test_a_save_is_made_once_however_often_it_is_sent(desk: Desk) -> None:
    sent = {"operation_id": str(uuid4()), "version": 0, **desk.case.saves[0]}
    first = desk.post("operations", **sent)
    assert (first["version"], first["operation_id"]) == (1, sent["operation_id"])
    desk.post("operations", **desk.case.saves[1])
    assert desk.post("operations", **sent) == first
    assert desk.row.version == 2
    assert Operation.objects.filter(assignment=desk.row.pk).exclude(kind="lease").count() == 2


def test_an_outdated_save_changes_nothing_and_learns_what_is_stored(desk: Desk) -> None:
    desk.post("operations", **desk.case.saves[0])
    refused = desk.post("operations", 409, version=0, **desk.case.saves[1])
    assert refused["code"] == "stale_version"
    assert refused["state"] == desk.now()
    assert desk.row.version == 1


@pytest.mark.parametrize("body", [{}, {"version": -1}, {"version": "0"}, {"operation_id": "7"}])
def test_what_is_no_save_is_refused(desk: Desk, body: Body) -> None:
    assert desk.post("operations", 400, **body)["detail"]
    assert desk.row.version == 0


def test_content_that_cannot_be_is_refused(desk: Desk) -> None:
    assert desk.post("operations", 400, **desk.case.impossible)["code"] == "invalid"
    assert desk.now() == desk.state


def test_waiting_saves_are_made_in_their_order_all_or_none(desk: Desk) -> None:
    first, second = ({"operation_id": str(uuid4()), **save} for save in desk.case.saves)
    desk.post("operations", version=0, **first)
    saved = desk.post("batch", version=0, operations=[first, second])
    assert saved["version"] == 2
    assert saved["operation_ids"] == [first["operation_id"], second["operation_id"]]
    impossible = {"operation_id": str(uuid4()), **desk.case.impossible}
    again = {"operation_id": str(uuid4()), **desk.case.saves[0]}
    assert desk.post("batch", 400, version=2, operations=[again, impossible])["code"] == "invalid"
    assert desk.row.version == 2


def test_a_batch_needs_saves_with_ids_of_their_own(desk: Desk) -> None:
    entry = {"operation_id": str(uuid4()), **desk.case.saves[0]}
    assert "at least one" in desk.post("batch", 400, operations=[])["detail"]
    assert "id of its own" in desk.post("batch", 400, operations=[entry, entry])["detail"]


def test_what_is_unfinished_cannot_be_submitted(desk: Desk) -> None:
    if desk.case.incomplete is None:
        desk.post("submit")
        return
    refused = desk.post("submit", 400, **desk.case.incomplete)
    assert refused["code"] == "untouched"
    problem = desk.kind.problem_serializer().fields
    assert set(refused) <= set(problem)
    assert (desk.row.state, desk.row.version) == ("in_progress", 0)


def test_submitting_keeps_one_submission_and_leads_on(desk: Desk) -> None:
    sent = {"operation_id": str(uuid4()), "version": 0, **desk.case.submission}
    done = desk.post("submit", **sent)
    following = Assignment.objects.get(pk=done["next_assignment"])
    assert done["next"] == reverse(desk.kind.route(desk.kind.page), args=[following.pk])
    assert desk.post("submit", **sent) == done
    assert counts(desk) == (1, 1, 1)
    submission = desk.row.submissions.get()
    operation = Operation.objects.get(assignment=desk.row.pk, kind="submit")
    assert (operation.payload, operation.version) == ({"submission": submission.number}, desk.row.version)


def test_a_submitted_one_is_changed_by_nothing_but_reopening(desk: Desk) -> None:
    desk.post("submit", **desk.case.submission)
    stored = desk.now()
    assert (stored["can_edit"], stored["can_reopen"]) == (False, True)
    assert stored["cannot_edit_reason"] == "You submitted this item."
    steps = {"operations": desk.case.saves[0], "submit": desk.case.submission, "skip": {"reason": "odd"}, "resume": {}}
    for step, body in steps.items():
        refused = desk.post(step, 409, **body)
        assert (refused["code"], refused["state"]) == ("not_editable", stored)


def test_reopening_takes_the_submission_out_of_the_counts(desk: Desk) -> None:
    desk.post("submit", **desk.case.submission)
    assert desk.post("reopen", 409, version=99)["code"] == "stale_version"
    sent = {"operation_id": str(uuid4()), "version": desk.row.version}
    reopened = desk.post("reopen", **sent)
    assert reopened == desk.post("reopen", **sent) == desk.now()
    assert reopened["state"] == "in_progress"
    assert counts(desk) == (1, 0, 0)
    assert "Only a submitted" in desk.post("reopen", 409)["detail"]
    desk.post("submit")
    assert [each.number for each in desk.row.submissions.order_by("number")] == [1, 2]


def test_skipping_gives_the_place_back_until_it_is_resumed(desk: Desk) -> None:
    assert "Give a reason" in desk.post("skip", 400, reason=" ")["detail"]
    sent = {"operation_id": str(uuid4()), "version": 0, "reason": "odd"}
    done = desk.post("skip", **sent)
    assert done["next_assignment"] not in (None, desk.row.pk)
    assert desk.post("skip", **sent) == done
    assert (desk.row.skip_reason, counts(desk)) == ("odd", (0, 0, 0))
    assert desk.post("operations", 409, **desk.case.saves[0])["code"] == "not_editable"
    operation_id = str(uuid4())
    resumed = desk.post("resume", operation_id=operation_id)
    assert resumed == desk.post("resume", operation_id=operation_id) == desk.now()
    assert (resumed["state"], counts(desk)) == ("in_progress", (1, 0, 0))
    assert desk.post("resume", 409)["code"] == "not_editable"


def test_a_comment_is_kept_once_and_seen_by_its_author(desk: Desk) -> None:
    sent = {"operation_id": str(uuid4()), "text": "“It” is odd."}
    first = desk.post("comments", 201, **sent)
    assert first == desk.post("comments", 201, **sent)
    assert desk.now()["comments"] == [first]
    assert desk.post("comments", 400, text=" ")["code"] == "invalid"
    assert Comment.objects.get().text == "“It” is odd."


def test_an_operation_id_is_used_for_one_thing(desk: Desk) -> None:
    operation_id = str(uuid4())
    desk.post("operations", operation_id=operation_id, **desk.case.saves[0])
    for step, body in {"submit": desk.case.submission, "skip": {"reason": "odd"}, "comments": {"text": "odd"}}.items():
        assert "operation ID" in desk.post(step, 400, operation_id=operation_id, **body)["detail"]
    assert (desk.row.state, desk.row.version) == ("in_progress", 1)


def test_somebody_elses_assignment_does_not_exist(desk: Desk) -> None:
    before = desk.now()
    mine = desk.client
    desk.client = Client()
    desk.client.force_login(make_member(desk.project).user)
    steps: dict[str, Body] = {
        "operations": desk.case.saves[0],
        "batch": {"operations": [{"operation_id": str(uuid4()), **desk.case.saves[0]}]},
        "submit": desk.case.submission,
        "skip": {"reason": "odd"},
        "reopen": {},
        "resume": {},
        "comments": {"text": "odd"},
    }
    for step, body in steps.items():
        desk.post(step, 404, **body)
    for route in ("submit", "skip", "reopen", "resume", "comment"):
        assert desk.send(route, **desk.case.form, reason="odd", text="odd").status_code == 404
    assert desk.client.get(desk.state["urls"]["state"]).status_code == 404
    assert desk.client.get(reverse(desk.kind.route(desk.kind.page), args=[desk.row.pk])).status_code == 404
    desk.client = mine
    assert desk.now() == before
