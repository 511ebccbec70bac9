"""Shared pages of adjudication: the lists of the queue, the place in it, the history of a decision."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.adjudication.kinds import AdjudicatedKind
from annotation_site.adjudication.queues import DECIDED, TO_DECIDE
from annotation_site.projects.kinds import list_kinds
from annotation_site.projects.models import Project
from tests.expressions.making import make_annotated_project
from tests.factories import make_member
from tests.markup import markup_of

pytestmark = pytest.mark.django_db
NOTE = "It is idiomatic here."


@pytest.fixture
def annotated() -> Project:
    return make_annotated_project()


@pytest.fixture
def adjudicator(annotated: Project) -> Client:
    client = Client()
    client.force_login(make_member(annotated, role="adjudicator").user)
    return client


def page_of(project: Project, number: int, step: str = "") -> str:
    return reverse(f"expressions:adjudicate{step}", args=[project.slug, number])


def decide(client: Client, project: Project, number: int, version: int) -> int:
    page = client.get(page_of(project, number))
    fields = {"operation_id": str(uuid4()), "version": version, "seen": page.context["state"]["seen"], "note": NOTE}
    choices = {f"card_{place}": "0" for place in range(len(page.context["state"]["cards"]))}
    return client.post(page_of(project, number, "_decide"), {**fields, **choices}).status_code


def test_a_page_says_where_it_stands_in_the_queue(annotated: Project, adjudicator: Client) -> None:
    assert "1 of 2 to decide" in markup_of(adjudicator.get(page_of(annotated, 2)))
    assert "2 of 2 to decide" in markup_of(adjudicator.get(page_of(annotated, 3)))
    assert decide(adjudicator, annotated, 2, 0) == 302
    assert "1 of 1 to decide" in markup_of(adjudicator.get(page_of(annotated, 3)))
    assert "1 to decide" in markup_of(adjudicator.get(page_of(annotated, 2)))


def test_a_decision_is_in_the_history_with_its_note_until_after_it_is_taken_back(
    annotated: Project, adjudicator: Client
) -> None:
    decide(adjudicator, annotated, 2, 0)
    undo = {"operation_id": str(uuid4()), "version": 1}
    assert adjudicator.post(page_of(annotated, 2, "_undo"), undo).status_code == 302
    history = adjudicator.get(page_of(annotated, 2)).context["history"]
    assert [(entry.act, entry.note) for entry in history] == [("Undone", ""), ("Decided", NOTE)]
    assert adjudicator.post(page_of(annotated, 2, "_undo"), {**undo, "operation_id": "no"}).status_code == 400


def test_the_lists_of_the_queue_have_their_numbers(annotated: Project, adjudicator: Client) -> None:
    decide(adjudicator, annotated, 2, 0)
    address = reverse("expressions:adjudication", args=[annotated.slug])
    page = adjudicator.get(address, {"show": DECIDED})
    sizes = {row["name"]: row["count"] for row in page.context["filters"]}
    assert (sizes[TO_DECIDE], sizes[DECIDED]) == (1, 1)
    assert [row.item.number for row in page.context["page"]] == [2]
    assert page.context["first"] == 3


def test_every_kind_of_annotation_is_adjudicated_by_the_shared_queue_and_api() -> None:
    for kind in list_kinds():
        assert isinstance(kind, AdjudicatedKind)
        adjudication = kind.adjudication
        slug = {"slug": "some-project"}
        assert adjudication.kind == kind.kind
        assert reverse(adjudication.tab, kwargs=slug).endswith("/adjudication/")
        queue, decision, undo = (f"api:{name}" for name in adjudication.api.routes)
        address = reverse(queue, kwargs=slug)
        assert reverse(decision, kwargs={**slug, "number": 7}) == f"{address}7/"
        assert reverse(undo, kwargs={**slug, "number": 7}) == f"{address}7/undo/"


def test_a_refusal_by_the_api_tells_the_state_as_it_is_now(annotated: Project, adjudicator: Client) -> None:
    decide(adjudicator, annotated, 2, 0)
    for name, content in (("passage-decision", {"marks": []}), ("passage-undo", {})):
        body = {"operation_id": str(uuid4()), "version": 0, **content}
        address = reverse(f"api:{name}", args=[annotated.slug, 2])
        refused = adjudicator.post(address, body, content_type="application/json")
        assert refused.status_code == 409
        assert (refused.json()["state"]["version"], refused.json()["state"]["note"]) == (1, NOTE)
