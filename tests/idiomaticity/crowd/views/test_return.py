"""Participants who come back long after their place went to others, and managers who see who is away."""

from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from annotation_site.assignments.jobs import return_abandoned_assignments
from annotation_site.assignments.models import Assignment, Item
from annotation_site.assignments.services.leasing import lease_next
from annotation_site.projects.models import Project
from idiomaticity.crowd.models import CrowdWorker
from idiomaticity.crowd.queries.people import LEFT, Participant, count_left, list_workers, read_participants
from tests.idiomaticity.crowd.entering import come_in, enter, rate, set_up
from tests.idiomaticity.making import submit_rating

pytestmark = pytest.mark.django_db
MONTH = timedelta(days=30)
WELCOME = "Welcome back."


def begin(project: Project, answers: int) -> tuple[Client, Assignment]:
    """Come in, give some answers, and leave the next item open for a month."""
    client, _ = come_in(project)
    user = CrowdWorker.objects.latest("pk").membership.user
    for _ in range(answers):
        submit_rating(lease(user, project), 5, 5, 5)
    left = lease(user, project)
    ago = timezone.now() - MONTH
    Assignment.objects.filter(pk=left.pk).update(lease_expires_at=ago)
    CrowdWorker.objects.filter(membership__user=user).update(reserved_until=ago, consented_at=ago)
    return_abandoned_assignments()
    return client, left


def lease(user: object, project: Project) -> Assignment:
    assignment = lease_next(user=user, project=project)  # type: ignore[arg-type]
    assert assignment is not None
    return assignment


def fill(project: Project) -> None:
    """Give every rating that is left to others."""
    Item.objects.filter(project=project, state="open").update(assigned_count=F("required_count"))


def home_of(client: Client, project: Project) -> str:
    return client.get(reverse("idiomaticity:crowd_home", args=[project.slug])).text


def go_on(client: Client, project: Project) -> str:
    return client.post(reverse("idiomaticity:assignments_next", args=[project.slug]), follow=True).text


def test_who_returns_is_welcomed_and_goes_on(project: Project) -> None:
    client, left = begin(project, answers=4)
    page = client.get(reverse("idiomaticity:rate", args=[left.pk])).text
    assert "This item was returned because it was inactive." in page
    assert f'action="{reverse("idiomaticity:assignments_next", args=[project.slug])}"' in page, "there is a way on"
    sent = {"operation_id": uuid4(), "version": left.version, "head": 1, "modifier": 2, "whole": 3}
    late = client.post(reverse("idiomaticity:submit", args=[left.pk]), sent)
    assert late.status_code == 409
    assert "Continue" in late.text
    home = home_of(client, project)
    assert WELCOME in home
    assert "leads to the end of the study" in home
    assert "Submit and next" in go_on(client, project)
    assert WELCOME not in home_of(client, project)


def test_who_returns_to_a_full_study_gets_the_code_for_what_they_did(project: Project) -> None:
    client, _ = begin(project, answers=4)
    fill(project)
    assert WELCOME in home_of(client, project)
    assert CrowdWorker.objects.get().completion_code == ""
    assert CrowdWorker.objects.get().completion_code in go_on(client, project)
    assert CrowdWorker.objects.get().completion_code


def test_who_returns_to_a_full_study_before_any_rating_is_not_led_in_a_circle(project: Project) -> None:
    """“Continue” held an empty place for them, so that it was offered again and again."""
    client, _ = begin(project, answers=1)
    fill(project)
    for _ in range(2):
        assert "There are no more items for you" in home_of(client, project)
        assert "There are no more items for you" in go_on(client, project)


def test_managers_see_who_stopped_who_is_missing_who_fails_and_who_is_slow(project: Project) -> None:
    begin(project, answers=3)
    missing = enter(project)
    CrowdWorker.objects.filter(pk=missing.pk).update(consented_at=timezone.now() - MONTH)
    present = enter(project)
    assert count_left(project) == {"stopped": 1, "missing": 1}
    found = {each.worker.pk: each.attention for each in read_participants(project, list(list_workers(project)))}
    stopped = CrowdWorker.objects.order_by("pk")[0]
    assert found == {stopped.pk: ["stopped"], missing.pk: ["missing"], present.pk: []}
    manager = Client()
    manager.force_login(project.created_by)
    address = reverse("idiomaticity:crowd", args=[project.slug])
    for state in LEFT:
        page = manager.get(f"{address}?state={state}").text
        assert page.count("row-link") == 1
        assert f">{state}</span>" in page
    assert "Stopped: no answer for two hours" in manager.get(address).text


def test_who_takes_three_times_as_long_or_fails_checks_is_marked(project: Project) -> None:
    set_up(project, most_people=9)
    for _ in range(5):
        rate(enter(project))
    Assignment.objects.update(active_seconds=20)
    slow = enter(project)
    rate(slow)

    def read(seconds: int) -> Participant:
        Assignment.objects.filter(annotator=slow.membership).update(active_seconds=seconds)
        (row,) = read_participants(project, [list_workers(project).get(pk=slow.pk)])
        return row

    assert (read(50).attention, read(70).attention) == ([], ["slow"])
    assert replace(read(20), passed=1, failed=2).attention == ["fails checks"]
    assert replace(read(20), passed=2, failed=2).attention == []
