"""The editor's routes: saved once, never overwritten, answered in the contract's words."""

import gc
import time
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from alignment.adjudication.models import Adjudication, LinkDecision
from alignment.adjudication.services.decisions import decide_links
from alignment.readings import queries
from alignment.readings.models import AlignmentLink
from annotation_site.assignments.models import Assignment, Comment, Item
from annotation_site.assignments.queries import describe_state
from annotation_site.operations.models import Operation
from annotation_site.projects.models import Role
from tests.factories import draw, lease, make_member, make_pair, make_project, make_reading, submit

pytestmark = pytest.mark.django_db

# Session, person, limit, lock with all it needs, repeat?, links, marks, insert, version, operation; without BEGIN.
QUERIES_OF_A_SAVE = 9


def sign_in(assignment: Assignment) -> Client:
    client = Client()
    client.force_login(assignment.annotator.user)
    return client


def post(client: Client, assignment: Assignment, step: str, **body: Any) -> Any:
    address = f"/api/v1/assignments/{assignment.pk}/{step}/"
    return client.post(address, {"operation_id": str(uuid4()), **body}, content_type="application/json")


@pytest.fixture
def assignment() -> Assignment:
    return lease(make_member(make_project(pairs=3)))


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
    monkeypatch.setattr(queries, "MOST_CHANGES", 2)
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


def test_taking_every_link_of_a_long_pair_away_costs_about_what_drawing_them_did() -> None:
    project = make_project()
    make_pair(project, " ".join(["cat"] * 120), " ".join(["gatto"] * 120))
    assignment = lease(make_member(project))
    cells = [(source, target) for source in range(120) for target in range(120)]
    spent = []
    for version, label in enumerate(("S", None)):
        gc.collect()  # or a whole collection falls into one of the two
        began = time.process_time()
        answer = post(
            sign_in(assignment), assignment, "operations", kind="set", version=version,
            links=[[*cell, label] for cell in cells], unaligned=[],
        )  # fmt: skip
        spent.append(time.process_time() - began)
        assert answer.status_code == 200
    assert not AlignmentLink.objects.filter(assignment=assignment).exists()
    assert spent[1] < 3 * spent[0]
