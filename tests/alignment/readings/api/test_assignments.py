"""The steps of an annotator through the API, from the state to the next pair."""

from uuid import uuid4

import pytest
from django.test import Client

from alignment.adjudication.models import Adjudication, LinkDecision
from alignment.adjudication.services.decisions import decide_links
from alignment.readings.models import AlignmentLink
from annotation_site.assignments.models import Assignment, Comment, Item
from annotation_site.assignments.queries import describe_state
from annotation_site.operations.models import Operation
from annotation_site.projects.models import Role
from tests.alignment.readings.api.assignments import post, sign_in
from tests.factories import draw, lease, make_member, make_project, make_reading, submit

pytestmark = pytest.mark.django_db


def test_the_state_is_what_the_editor_expects(assignment: Assignment) -> None:
    draw(assignment, "0-0S 2-1P")
    answer = sign_in(assignment).get(f"/api/v1/assignments/{assignment.pk}/")
    assert answer.status_code == 200
    state = answer.json()
    assert state["version"] == 1
    assert state["links"] == [[0, 0, "S"], [2, 1, "P"]]
    assert state["source"]["tokens"] == ["a", "black", "cat"]
    assert state["can_edit"] is True
    assert len(state["history"]["done"]) == 1


def test_a_save_is_acknowledged_with_the_next_version(assignment: Assignment) -> None:
    operation_id = str(uuid4())
    answer = post(
        sign_in(assignment), assignment, "operations", operation_id=operation_id, version=0, kind="set",
        links=[[0, 0, "S"]], unaligned=[["source", 2, True]],
    )  # fmt: skip
    assert answer.status_code == 200
    assert answer.json()["version"] == 1
    assert answer.json()["operation_id"] == operation_id
    assert answer.json()["saved_at"].endswith("Z")
    assert list(assignment.links.values_list("source_index", "target_index", "label")) == [(0, 0, "S")]
    assert list(assignment.unaligned_tokens.values_list("side", "token_index")) == [("source", 2)]


def test_the_same_operation_again_is_applied_once_and_answered_alike(assignment: Assignment) -> None:
    client, body = sign_in(assignment), {"operation_id": str(uuid4()), "version": 0, "kind": "set"}
    first = post(client, assignment, "operations", **body, links=[[0, 0, "S"]])
    post(client, assignment, "operations", version=1, kind="set", links=[[0, 0, None]])
    again = post(client, assignment, "operations", **body, links=[[0, 0, "S"]])
    assert again.status_code == 200
    assert again.json() == first.json()
    assert not assignment.links.exists()
    assert Operation.objects.filter(operation_id=body["operation_id"]).count() == 1


def test_an_operation_id_cannot_be_used_for_something_else(assignment: Assignment) -> None:
    client, body = sign_in(assignment), {"operation_id": str(uuid4()), "version": 0, "kind": "set"}
    post(client, assignment, "operations", **body, links=[[0, 0, "S"]])
    assert post(client, assignment, "skip", operation_id=body["operation_id"], version=1, reason="x").status_code == 400


def test_of_two_tabs_the_second_overwrites_nothing_and_learns_what_is_stored(assignment: Assignment) -> None:
    first, second = sign_in(assignment), sign_in(assignment)
    post(first, assignment, "operations", version=0, kind="set", links=[[0, 0, "S"]])
    refused = post(second, assignment, "operations", version=0, kind="set", links=[[0, 0, "P"], [1, 1, "S"]])
    assert refused.status_code == 409
    assert refused.json()["code"] == "stale_version"
    assert refused.json()["state"] == first.get(f"/api/v1/assignments/{assignment.pk}/").json()
    assert list(assignment.links.values_list("source_index", "target_index", "label")) == [(0, 0, "S")]


def test_a_word_is_never_both_linked_and_marked(assignment: Assignment) -> None:
    refused = post(
        sign_in(assignment), assignment, "operations", version=0, kind="set",
        links=[[0, 0, "S"]], unaligned=[["source", 0, True]],
    )  # fmt: skip
    assert (refused.status_code, refused.json()["code"]) == (400, "invalid")
    assert not AlignmentLink.objects.exists()


def test_submitting_untouched_words_names_them(assignment: Assignment) -> None:
    draw(assignment, "0-0S")
    refused = post(sign_in(assignment), assignment, "submit", version=1)
    assert refused.status_code == 400
    assert refused.json() == {
        "code": "untouched",
        "detail": "4 words have neither a link nor a mark.",
        "source": [1, 2],
        "target": [1, 2],
        "can_mark_rest": True,
    }


def test_submitting_leads_to_the_next_pair_and_doing_it_twice_submits_once(assignment: Assignment) -> None:
    client, operation_id = sign_in(assignment), str(uuid4())
    first = post(client, assignment, "submit", operation_id=operation_id, version=0, mark_rest=True)
    again = post(client, assignment, "submit", operation_id=operation_id, version=0, mark_rest=True)
    assert first.status_code == again.status_code == 200
    assert first.json() == again.json()
    assert first.json()["next"].startswith("/alignment/annotate/")
    assert assignment.submissions.count() == 1
    assert Assignment.objects.count() == 2
    assert Item.objects.get(pk=assignment.item_id).submitted_count == 1


def test_two_submissions_of_one_state_are_one(assignment: Assignment) -> None:
    client = sign_in(assignment)
    assert post(client, assignment, "submit", version=0, mark_rest=True).status_code == 200
    refused = post(client, assignment, "submit", version=0, mark_rest=True)
    assert (refused.status_code, refused.json()["code"]) == (409, "not_editable")
    assert refused.json()["state"]["state"] == "submitted"
    assert assignment.submissions.count() == 1


def test_the_last_pair_leads_nowhere() -> None:
    assignment = lease(make_member(make_project(pairs=1)))
    assert post(sign_in(assignment), assignment, "submit", version=0, mark_rest=True).json()["next"] is None


def test_a_skipped_pair_can_be_resumed(assignment: Assignment) -> None:
    client = sign_in(assignment)
    answer = post(client, assignment, "skip", version=0, reason="not a sentence")
    assert answer.status_code == 200
    assert set(answer.json()) == {"version", "next", "next_assignment"}
    state = post(client, assignment, "resume").json()
    assert (state["assignment"], state["state"]) == (assignment.pk, "in_progress")


def test_a_submitted_pair_can_be_reopened_until_adjudication_begins() -> None:
    project = make_project(pairs=1)
    first, second = make_member(project), make_member(project)
    mine = make_reading(first, "0-0S 1-2S 2-1S")
    make_reading(second, "0-0P 1-2S 2-1S")
    reopened = post(sign_in(mine), mine, "reopen", version=mine.version)
    assert (reopened.status_code, reopened.json()["state"]) == (200, "in_progress")
    mine.refresh_from_db()
    submit(mine)
    mine.refresh_from_db()
    adjudicator = make_member(project, Role.ADJUDICATOR)
    version = Adjudication.objects.filter(item=mine.item).values_list("version", flat=True).first() or 0
    decide_links(
        user=adjudicator.user, item_id=mine.item_id, operation_id=uuid4(), version=version, decisions=[(0, 0, "S")]
    )
    assert LinkDecision.objects.count() == 1
    assert post(sign_in(mine), mine, "reopen", version=mine.version).status_code == 409
    assert describe_state(Assignment.objects.get(pk=mine.pk))["can_reopen"] is False


def test_a_comment_is_kept_once(assignment: Assignment) -> None:
    client, operation_id = sign_in(assignment), str(uuid4())
    first = post(client, assignment, "comments", operation_id=operation_id, text="“cat” is odd")
    again = post(client, assignment, "comments", operation_id=operation_id, text="“cat” is odd")
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == again.json()
    assert Comment.objects.count() == 1
    assert client.get(f"/api/v1/assignments/{assignment.pk}/").json()["comments"] == [first.json()]


def test_leasing_gives_the_state_and_nothing_when_nothing_is_left() -> None:
    annotator = make_member(make_project(pairs=1))
    client = Client()
    client.force_login(annotator.user)
    address = f"/api/v1/projects/{annotator.project.slug}/next/"
    leased = client.post(address)
    assert leased.status_code == 200
    assert leased.json() == client.post(address).json()
    submit(annotator.assignments.get())
    assert client.post(address).status_code == 204
