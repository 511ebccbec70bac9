"""Rounds through the API: the same services as the pages, so the same rules, and data instead of words."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from alignment.rounds.models import RoundItem
from annotation_site.accounts.models import User
from annotation_site.assignments.models import Assignment
from annotation_site.assignments.services.changes import change_assignment
from annotation_site.projects.models import Project
from tests.factories import make_member, make_project, make_reading

pytestmark = pytest.mark.django_db


class Api:
    """One person's requests to one project."""

    def __init__(self, user: User, project: Project) -> None:
        self.client = Client()
        self.client.force_login(user)
        self.root = f"/api/v1/projects/{project.slug}/"

    def get(self, path: str) -> Any:
        return self.client.get(path if path.startswith("/") else self.root + path)

    def post(self, path: str, **body: Any) -> Any:
        address = path if path.startswith("/") else self.root + path
        body.setdefault("operation_id", str(uuid4()))
        return self.client.post(address, body, content_type="application/json")


@pytest.fixture
def held() -> tuple[Project, Assignment, Assignment]:
    """Two pairs on which the two differ; both are ready."""
    project = make_project(pairs=2)
    first, second = make_member(project), make_member(project)
    mine, theirs = make_reading(first, "0-0S 1-2S 2-1S"), make_reading(second, "0-0P 1-2S 2-1S")
    make_reading(first, "0-0S 1-2S"), make_reading(second, "0-1S 1-2S")
    return project, mine, theirs


def test_a_round_is_opened_looked_at_and_closed(held: tuple[Project, Assignment, Assignment]) -> None:
    project, mine, _ = held
    manager = Api(project.created_by, project)
    opened = manager.post("rounds/", note="articles")
    assert opened.status_code == 201
    assert (opened.json()["number"], opened.json()["state"], opened.json()["note"]) == (1, "open", "articles")
    assert manager.post("rounds/").status_code == 409
    assert [row["number"] for row in manager.get("rounds/").json()["results"]] == [1]
    state = manager.get("rounds/1/").json()
    assert state["pairs"] == 2
    assert {row["pseudonym"]: row["waiting"] for row in state["progress"]} == {"A": 2, "B": 2}
    assert state["round"]["annotators"][0]["annotators"] == ["A", "B"]
    user = mine.annotator.user
    change_assignment(
        user=user, assignment_id=mine.pk, operation_id=uuid4(), version=mine.version, kind="set", links=[(0, 0, "P")]
    )
    address = f"/api/v1/assignments/{mine.pk}/reconciliation/"
    assert Api(user, project).post(f"{address}keep/", version=mine.version + 1).status_code == 200
    closed = manager.post("rounds/1/close/").json()
    assert closed["state"] == "closed"
    for name in ("any", "both", "sure"):
        before, after = closed["round"]["annotators"][0][name]
        assert after >= before
    before, after = closed["round"]["fleiss_kappa"]
    assert after > before
    assert closed["all"]["fleiss_kappa"] == closed["round"]["fleiss_kappa"]
    assert manager.post("rounds/1/close/").status_code == 409


def test_annotators_see_each_other_keep_and_talk(held: tuple[Project, Assignment, Assignment]) -> None:
    project, mine, theirs = held
    one, other = (Api(each.annotator.user, project) for each in (mine, theirs))
    addresses = [f"/api/v1/assignments/{each.pk}/reconciliation/" for each in (mine, theirs)]
    assert one.get(addresses[0]).status_code == 404
    Api(project.created_by, project).post("rounds/")
    seen = one.get(addresses[0]).json()
    assert [(row["annotator"], row["is_own"]) for row in seen["readings"]] == [("A", True), ("B", False)]
    assert seen["disagreements"] == [[0, 0]]
    kept = one.post(f"{addresses[0]}keep-link/", version=seen["version"], source=0, target=0).json()
    assert kept["readings"][0]["kept"] == [[0, 0]]
    said = other.post(f"{addresses[1]}comments/", text="a label only")
    assert said.status_code == 201
    assert one.get(addresses[0]).json()["comments"][0] | {"created_at": ""} == {
        "author": "Annotator B",
        "text": "a label only",
        "is_question": False,
        "created_at": "",
    }
    done = one.post(f"{addresses[0]}keep/", version=seen["version"]).json()
    assert done["readings"][0]["state"] == "kept"
    assert one.post(f"{addresses[0]}keep-link/", version=seen["version"], source=9, target=0).status_code == 400
    assert one.get(addresses[1]).status_code == 404


def test_a_single_pair_is_removed(held: tuple[Project, Assignment, Assignment]) -> None:
    project, mine, _ = held
    manager = Api(project.created_by, project)
    manager.post("rounds/")
    number = mine.item.number
    again = str(uuid4())
    for _ in range(2):
        out = manager.post(f"rounds/1/pairs/{number}/remove/", operation_id=again)
        assert (out.status_code, out.json()["is_open"]) == (200, False)
    assert manager.post(f"rounds/1/pairs/{number}/remove/").status_code == 409
    assert manager.post("rounds/1/pairs/99/remove/").status_code == 404
    rows = manager.get("rounds/1/pairs/").json()["results"]
    assert {row["number"]: row["is_open"] for row in rows} == {1: number != 1, 2: number != 2}
    assert RoundItem.objects.get(item=mine.item).removed_at is not None
    queue = manager.get("adjudication/").json()["results"]
    assert [row["number"] for row in queue] == [number]


def test_a_share_outside_0_to_1_is_refused(held: tuple[Project, Assignment, Assignment]) -> None:
    project, _, _ = held
    assert Api(project.created_by, project).post("rounds/", least_share=1.5).status_code == 400
