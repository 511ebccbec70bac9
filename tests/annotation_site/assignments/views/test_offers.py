"""A page offers on an assignment what the service takes, in every state and kind."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from alignment.adjudication.models import Adjudication, LinkDecision
from annotation_site.assignments.models import Assignment, Item
from annotation_site.assignments.queries import find_own, find_reopenable, find_resumable
from annotation_site.projects.models import Project
from tests.annotation_site.assignments.desks import Desk

pytestmark = pytest.mark.django_db

Assigned, Items = Assignment.State, Item.State


def submit(desk: Desk) -> None:
    desk.post("submit", **desk.case.submission)


def skip(desk: Desk) -> None:
    desk.post("skip", reason="unclear")


def set_item(**values: Any) -> Callable[[Desk], None]:
    return lambda desk: Item.objects.filter(pk=desk.row.item_id).update(**values) and None


def give_away(desk: Desk) -> None:
    item = desk.row.item
    Item.objects.filter(pk=item.pk).update(assigned_count=item.required_count)


def decide_one_link(desk: Desk) -> None:
    """Begin its adjudication, where the kind adjudicates links."""
    if desk.kind.kind == "alignment":
        adjudication = Adjudication.objects.create(item_id=desk.row.item_id)
        LinkDecision.objects.create(
            item_id=adjudication.item_id, source_index=0, target_index=0, decision="S", decided_by=desk.annotator.user
        )


def archive(desk: Desk) -> None:
    Project.objects.filter(pk=desk.project.pk).update(
        state=Project.State.ARCHIVED, closed_at=timezone.now(), closed_by=desk.project.created_by
    )


def set_assignment(**values: Any) -> Callable[[Desk], None]:
    return lambda desk: Assignment.objects.filter(pk=desk.row.pk).update(**values) and None


SITUATIONS: dict[str, list[Callable[[Desk], None]]] = {
    "in progress": [],
    "submitted": [submit],
    "submitted and adjudicated": [submit, set_item(state=Items.ADJUDICATED)],
    "submitted and withdrawn": [submit, set_item(state=Items.WITHDRAWN)],
    "submitted, one link decided": [submit, decide_one_link],
    "submitted as a silent check": [submit, set_assignment(purpose=Assignment.Purpose.CHECK)],
    "submitted in training": [submit, set_assignment(purpose=Assignment.Purpose.TRAINING)],
    "submitted, project archived": [submit, archive],
    "skipped": [skip],
    "skipped and given to others": [skip, give_away],
    "skipped and finished by others": [skip, set_item(state=Items.ANNOTATED)],
    "skipped and withdrawn": [skip, set_item(state=Items.WITHDRAWN)],
    "skipped, project archived": [skip, archive],
    "returned": [skip, set_assignment(state=Assigned.RETURNED)],
    "returned and given to others": [skip, set_assignment(state=Assigned.RETURNED), give_away],
}


@pytest.mark.parametrize("situation", SITUATIONS)
def test_no_button_is_offered_that_is_refused_and_none_is_missing(desk: Desk, situation: str) -> None:
    for change in SITUATIONS[situation]:
        change(desk)
    assert offered(desk) == {step: accepts(desk, step) for step in ("reopen", "resume")}


def offered(desk: Desk) -> dict[str, bool]:
    """Return the steps that the item's page and the list of own work offer, which must be the same."""
    assignment = find_own(desk.annotator.user, desk.row.pk, desk.kind)
    listed = {
        "reopen": bool(find_reopenable([assignment], desk.kind)),
        "resume": bool(find_resumable([assignment], desk.kind)),
    }
    page = desk.client.get(reverse(desk.kind.route("assignments"), args=[desk.project.slug])).content.decode()
    state = desk.now()
    for step, is_listed in listed.items():
        assert (reverse(desk.kind.route(step), args=[desk.row.pk]) in page) == is_listed, step
    assert state["can_reopen"] == listed["reopen"]
    return listed


def accepts(desk: Desk, step: str) -> bool:
    """Return whether the service takes the step; it is taken back."""
    with transaction.atomic():
        taken = desk.send(step).status_code == 302
        transaction.set_rollback(True)
    return taken
