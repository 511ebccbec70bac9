"""Human judgement through the API, from opening a judging round to its report."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job
from annotation_site.projects.models import Project
from tests.evaluation.judgements import finish_round, make_evaluation_project, make_round
from tests.evaluation.judging.saving import SCORES
from tests.evaluation.translated import make_test_set
from tests.factories import make_member

pytestmark = pytest.mark.django_db


class Caller:
    """Somebody who posts JSON."""

    def __init__(self, user: User, project: Project) -> None:
        self.client = Client()
        self.client.force_login(user)
        self.root = f"/api/v1/projects/{project.slug}/"

    def send(self, method: str, path: str, status: int, **body: object):
        address = path if path.startswith("/") else self.root + path
        answer = getattr(self.client, method)(address, body or None, content_type="application/json")
        assert answer.status_code == status, answer.content
        return answer.json() if answer.content else None


def open_round(manager: Caller, **body: object) -> dict[str, Any]:
    asked = manager.send("post", "judging-rounds/", 202, **body)
    opened = finish_round(Job.objects.get(pk=asked["id"]))
    return manager.send("get", f"judging-rounds/{opened.number}/", 200)


def judge_all(caller: Caller, scores: dict[str, int]) -> int:
    state = caller.send("post", "next/", 200)
    done = 0
    while state is not None:
        answers = [scores[text] for text in state["outputs"]]
        body = {"operation_id": str(uuid4()), "version": state["version"], "answers": answers}
        following = caller.send("post", state["urls"]["submit"], 200, **body)["next_assignment"]
        done += 1
        state = following and caller.send("get", f"/api/v1/assignments/{following}/", 200)
    return done


def test_a_round_from_its_opening_to_its_report() -> None:
    project = make_evaluation_project()
    manager = Caller(project.created_by, project)
    body = {"operation_id": str(uuid4()), "test_set": make_test_set(project).pk, "name": "Idioms", "required_count": 2}
    opened = open_round(manager, **body)
    assert manager.send("post", "judging-rounds/", 202, **body)["result"] == {
        "judging_round": opened["number"],
        "tasks": 3,
        "summary": "The judging round is open with 3 items.",
    }
    assert (opened["task_count"], opened["required"], opened["given"]) == (3, 6, 0)
    for _ in range(2):
        assert judge_all(Caller(make_member(project).user, project), SCORES) == 3
    found = manager.send("get", f"judging-rounds/{opened['number']}/", 200)
    assert found["given"] == 6
    best = found["report"]["systems"][0]
    assert (best["system"], best["mean"]) == ("system two", pytest.approx(14 / 3))
    assert {row["level"]: row["alpha"]["value"] for row in found["report"]["alphas"]}["ordinal"] == 1
    table = manager.send("get", f"judging-rounds/{opened['number']}/answers/", 200)
    assert table["columns"][:4] == ["segment", "system", "annotator", "score"]
    assert len(table["rows"]) == 12
    closed = manager.send("patch", f"judging-rounds/{opened['number']}/", 200, state="closed")
    assert closed["state"] == "closed"


def test_saving_skipping_reopening_and_taking_up() -> None:
    project = make_evaluation_project()
    test_set = make_test_set(project)
    manager = Caller(project.created_by, project)
    open_round(manager, operation_id=str(uuid4()), test_set=test_set.pk, name="Idioms")
    caller = Caller(make_member(project).user, project)
    state = caller.send("post", "next/", 200)
    root = f"/api/v1/assignments/{state['assignment']}/"

    def act(path: str, version: int, status: int = 200, **more: object):
        return caller.send("post", root + path, status, operation_id=str(uuid4()), version=version, **more)

    assert act("operations/", 0, answers=[3, None])["version"] == 1
    stale = act("operations/", 0, 409, answers=[1, 1])
    assert (stale["code"], stale["state"]["answers"]) == ("stale_version", [3, None])
    assert "one more translation" in act("submit/", 1, 400)["detail"]
    assert "Give 2 answers" in act("submit/", 1, 400, answers=[1])["detail"]
    done = act("submit/", 1, answers=[3, -1])
    assert act("reopen/", done["version"])["answers"] == [3, -1]
    version = caller.send("get", root, 200)["version"]
    act("skip/", version, reason="odd")
    assert caller.send("post", root + "resume/", 200, operation_id=str(uuid4()))["state"] == "in_progress"


def test_a_round_that_cannot_be_opened_is_refused_in_a_sentence() -> None:
    project = make_evaluation_project()
    manager = Caller(project.created_by, project)
    body = {"operation_id": str(uuid4()), "test_set": 987654, "name": "Idioms"}
    assert "no such test set" in manager.send("post", "judging-rounds/", 400, **body)["detail"]
    empty = make_test_set(project, "source\tone\nA.\tB.\n", {"source": "source"}, ["one"])
    manager.send("post", "judging-rounds/", 400, **{**body, "test_set": empty.pk, "systems": ["nobody"]})
    refused = manager.send("post", "judging-rounds/", 400, **{**body, "test_set": empty.pk})
    assert "nothing to judge" in refused["detail"]
    assert make_round(project, empty, method="esa", scope="segment").task_count == 1
