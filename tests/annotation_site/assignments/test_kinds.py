"""Every step of the annotation loop for every registered kind: one table, through API and pages."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from annotation_site.assignments.kinds import AnnotationKind, find_kind, list_kinds
from annotation_site.assignments.models import Assignment, Comment, Item
from annotation_site.assignments.services.submissions import submit_assignment
from annotation_site.operations.models import Operation
from annotation_site.projects.models import Membership, Project
from tests.evaluation.judgements import make_round
from tests.factories import make_member, make_project
from tests.idiomaticity.making import make_rating_project

pytestmark = pytest.mark.django_db

Body = dict[str, Any]


@dataclass(frozen=True)
class Case:
    """One kind: a project of it, saves that can be made one after the other, one that cannot, and how it is submitted
    by program and by form. `costs` are queries of a save, of submitting, and of asking while one is unfinished."""

    make: Callable[[], Project]
    saves: tuple[Body, Body]
    impossible: Body
    incomplete: Body
    submission: Body
    form: Body
    costs: tuple[int, int, int]


def judge(head: int | None, *paraphrases: str) -> Body:
    return {"judgement": {"head": head, "modifier": 2, "whole": -1, "paraphrases": list(paraphrases)}}


CASES = {
    "alignment": Case(
        make=lambda: make_project(pairs=5),
        saves=({"kind": "set", "links": [[0, 0, "S"]]}, {"kind": "set", "links": [[1, 1, "P"]]}),
        impossible={"kind": "set", "links": [[99, 0, "S"]]},
        incomplete={},
        submission={"mark_rest": True},
        form={"mark_rest": "on"},
        costs=(9, 32, 18),
    ),
    "idiomaticity": Case(
        make=make_rating_project,
        saves=(judge(1, "barrier"), judge(2)),
        impossible=judge(6),
        incomplete=judge(None),
        submission=judge(3, "other words"),
        form={"head": "1", "modifier": "2", "whole": "-1"},
        costs=(11, 14, 16),
    ),
    "evaluation": Case(
        make=lambda: make_round().project,
        saves=({"answers": [1, None]}, {"answers": [2, 3]}),
        impossible={"answers": [1]},
        incomplete={"answers": [1, None]},
        submission={"answers": [4, -1]},
        form={"answer_0": "1", "answer_1": "-1"},
        costs=(11, 14, 14),
    ),
}


class Desk:
    """An annotator of a kind with an assignment of theirs."""

    def __init__(self, case: Case, project: Project, annotator: Membership) -> None:
        self.case, self.project, self.annotator = case, project, annotator
        self.client = Client()
        self.client.force_login(annotator.user)
        self.next_address = f"/api/v1/projects/{project.slug}/next/"
        self.state: Body = self.client.post(self.next_address).json()
        self.kind: AnnotationKind = find_kind(project.kind)

    @property
    def row(self) -> Assignment:
        return Assignment.objects.select_related("item").get(pk=self.state["assignment"])

    def now(self) -> Body:
        found: Body = self.client.get(self.state["urls"]["state"]).json()
        return found

    def post(self, step: str, status: int = 200, **body: Any) -> Body:
        """Send a step with the version as it is and a new operation id, unless the body has its own."""
        sent = {"operation_id": str(uuid4()), "version": self.row.version, **body}
        answer = self.client.post(self.state["urls"][step], sent, content_type="application/json")
        assert answer.status_code == status, answer.content
        answered: Body = answer.json()
        return answered

    def send(self, route: str, **fields: Any) -> Any:
        data = {"operation_id": str(uuid4()), "version": self.row.version, **fields}
        return self.client.post(reverse(self.kind.route(route), args=[self.row.pk]), data)


@pytest.fixture(params=sorted(CASES))
def desk(request: pytest.FixtureRequest) -> Desk:
    case = CASES[request.param]
    project = case.make()
    return Desk(case, project, make_member(project))


def counts(desk: Desk) -> tuple[int, int, int]:
    item = Item.objects.get(pk=desk.row.item_id)
    return item.assigned_count, item.submitted_count, Membership.objects.get(pk=desk.annotator.pk).submitted_count


def test_every_kind_is_in_the_table() -> None:
    assert {kind.kind for kind in list_kinds()} == set(CASES)


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


def test_content_of_another_kind_is_refused(desk: Desk) -> None:
    for name, case in CASES.items():
        if name != desk.project.kind:
            assert desk.post("operations", 400, **case.saves[0])["code"] == "invalid"
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
    assert stored["cannot_edit_reason"] == f"You submitted this {desk.kind.work_noun}."
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


def test_every_step_can_be_taken_without_a_script(desk: Desk) -> None:
    page = reverse(desk.kind.route(desk.kind.page), args=[desk.row.pk])
    assert desk.send("comment", text="odd")["Location"] == page
    assert desk.send("skip", reason="odd").status_code == 302
    assert desk.send("resume")["Location"] == page
    assert desk.send("submit", operation_id="x", **desk.case.form).status_code == 400
    assert desk.send("submit", version=99, **desk.case.form).status_code == 409
    assert desk.send("submit", **desk.case.form).status_code == 302
    assert desk.row.state == "submitted"
    assert desk.send("reopen")["Location"] == page
    assert desk.row.state == "in_progress"
    assert desk.client.get(page).context["state"]["comments"][0]["text"] == "odd"


def test_a_ready_reason_can_be_chosen_for_skipping_with_details_or_without(desk: Desk) -> None:
    page = desk.client.get(reverse(desk.kind.route(desk.kind.page), args=[desk.row.pk])).content.decode()
    assert 1 < len(desk.kind.skip_reasons) < 10
    assert all(f'name="ready_reason" value="{reason}"' in page for reason in desk.kind.skip_reasons)
    ready = desk.kind.skip_reasons[0]
    for fields, stored in (({}, ready), ({"reason": " line 2 "}, f"{ready}: line 2")):
        assert desk.send("skip", ready_reason=ready, **fields).status_code == 302
        assert (desk.row.state, desk.row.skip_reason) == ("skipped", stored)
        desk.send("resume")
    assert desk.send("skip", reason="x" * 301).status_code == 400


def test_the_list_of_work_leads_to_every_step(desk: Desk) -> None:
    address = reverse(desk.kind.route("assignments"), args=[desk.project.slug])
    page = reverse(desk.kind.route(desk.kind.page), args=[desk.row.pk])
    assert page in desk.client.get(address).content.decode()
    following = desk.client.post(reverse(desk.kind.route("assignments_next"), args=[desk.project.slug]))
    assert following["Location"] == page
    desk.post("submit", **desk.case.submission)
    reopen = reverse(desk.kind.route("reopen"), args=[desk.row.pk])
    assert reopen in desk.client.get(address, {"state": "submitted"}).content.decode()
    assert reopen not in desk.client.get(address, {"state": "open"}).content.decode()
    assert [row["name"] for row in desk.client.get(address, {"state": "given-back"}).context["rows"]] == []


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


def test_the_list_of_work_is_searched_by_text(desk: Desk) -> None:
    address = reverse(desk.kind.route("assignments"), args=[desk.project.slug])
    item, content = desk.row.item, {}
    for name in ("sentence_pair", "occurrence", "judgement_task"):
        content |= {name: getattr(item, name)} if hasattr(item, name) else {}
    texts = {
        "sentence_pair": lambda pair: pair.source_tokens[-1],
        "occurrence": lambda place: place.sentence.split()[-1],
        "judgement_task": lambda task: task.source.split()[-1],
    }
    ((name, found),) = content.items()
    word = texts[name](found).strip(".")

    def rows(typed: str) -> int:
        return len(desk.client.get(address, {"search": typed}).context["rows"])

    assert (rows(word), rows("no-such-word"), rows("")) == (1, 0, 1)
