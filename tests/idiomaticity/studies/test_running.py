"""A study while it runs: attention, money, more places and replacements."""

from datetime import timedelta
from decimal import Decimal
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from annotation_site.accounts.models import User
from annotation_site.assignments.models import Assignment
from annotation_site.assignments.services.leasing import lease_next
from annotation_site.exclusions.models import Exclusion
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError
from idiomaticity.crowd.models import CrowdCall, CrowdWorker
from idiomaticity.crowd.services.opening import extend_crowd, open_crowd
from idiomaticity.crowd.services.participants import review_workers
from idiomaticity.results.queries.rows import read_score_table
from idiomaticity.studies.queries.running import preview_replacement, read_running
from tests.idiomaticity.crowd.entering import ROWS, enter, rate, set_up
from tests.idiomaticity.making import make_rating_project, submit_rating

pytestmark = pytest.mark.django_db


def make_study(**crowd: Any) -> Project:
    """Make a study of eight items that three participants rate each, four items a participant."""
    project = make_rating_project(text="compound\tsentence\n" + ROWS, annotators_per_item=3)
    given = {"limit_each": 4, "most_people": 7, "payment": Decimal("2.50"), "currency": "EUR", **crowd}
    set_up(project, **given)
    open_crowd(user=project.created_by, project=project, is_open=True)
    return project


def find_call(project: Project) -> CrowdCall:
    call: CrowdCall = CrowdCall.objects.select_related("project").get(pk=project.pk)
    return call


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.mark.parametrize("lists", ["", "apart"])
def test_money_is_spent_by_those_who_are_done_and_left_for_the_missing_ratings(lists: str) -> None:
    project = make_study(lists=lists)
    money = read_running(find_call(project)).money
    # 24 ratings, four each: six participants.
    assert (money.spent, money.left, money.total) == (0, Decimal("15.00"), Decimal("15.00"))
    first, second, third = (enter(project) for _ in range(3))
    rate(first)
    rate(second)
    assert lease_next(user=third.membership.user, project=project)
    review_workers(
        user=project.created_by,
        project=project,
        annotators=[first.membership.pseudonym],
        approval="approved",
        bonus=Decimal("1.25"),
    )
    running = read_running(find_call(project))
    assert (running.done, running.at_work, running.wanted) == (2, 1, 3)
    assert running.money.approved == Decimal("3.75") and running.money.due == Decimal("2.50")
    assert (running.money.at_work, running.money.wanted) == (Decimal("2.50"), Decimal("7.50"))
    assert (running.given, running.required, running.missing_places) == (8, 24, 0)


def test_places_that_the_missing_ratings_want_are_named_and_added() -> None:
    project = make_study(most_people=2)
    rate(enter(project))
    running = read_running(find_call(project))
    assert (running.wanted, running.missing_places) == (5, 4)
    client, address = signed_in(project.created_by), reverse("idiomaticity:study_running", args=[project.slug])
    assert "4 places are missing" in " ".join(client.get(address).content.decode().split())
    sent = {"operation_id": str(uuid4()), "places": 4}
    for _ in range(2):
        assert client.post(reverse("idiomaticity:study_extend", args=[project.slug]), sent).status_code == 302
    assert find_call(project).most_people == 6
    assert not read_running(find_call(project)).missing_places
    with pytest.raises(DomainError, match="Add 1 to 9,994 places"):
        extend_crowd(user=project.created_by, project=project, places=9_995)


def test_those_who_stopped_went_missing_or_fail_are_counted_and_listed() -> None:
    project = make_study()
    stopped, missing, done = (enter(project) for _ in range(3))
    submit_rating(lease_one(stopped), 3, 3, 3)
    rate(done)
    long_ago = timezone.now() - timedelta(hours=3)
    CrowdWorker.objects.filter(pk=stopped.pk).update(reserved_until=long_ago)
    CrowdWorker.objects.filter(pk=missing.pk).update(consented_at=long_ago)
    running = read_running(find_call(project))
    assert running.reasons == {"stopped": 1, "missing": 1, "fails checks": 0, "slow": 0}
    assert [each.worker.pk for each in running.attention] == [stopped.pk, missing.pk]
    assert (running.done, running.at_work) == (1, 0)
    told = signed_in(project.created_by).get(reverse("api:study-running", args=[project.slug])).json()
    assert [(each["annotator"], each["reasons"]) for each in told["attention"]] == [
        (stopped.membership.pseudonym, ["stopped"]),
        (missing.membership.pseudonym, ["missing"]),
    ]


def lease_one(worker: CrowdWorker) -> Assignment:
    given = lease_next(user=worker.membership.user, project=worker.membership.project)
    assert given is not None
    return given


def test_one_confirmation_excludes_and_lets_others_in() -> None:
    project = make_study()
    careless, *others = (enter(project) for _ in range(4))
    rate(careless, 0)
    for each in others:
        rate(each, 5)
    manager = project.created_by
    open_crowd(user=manager, project=project, is_open=False)
    name = careless.membership.pseudonym
    found = preview_replacement(project, [name, "nobody"])
    table = read_score_table(project)
    assert (found.annotators, found.ratings, found.of_ratings, found.places) == ([name], 4, 16, 4)
    whole = next(each for each in found.alpha if each.scale == "whole")
    assert whole.before == table.count_units("whole").alpha("ordinal")
    assert whole.after == table.without([name]).count_units("whole").alpha("ordinal")
    client, address = signed_in(manager), reverse("idiomaticity:study_replace", args=[project.slug])
    page = client.get(address, {"annotators": name}).content.decode()
    assert "4 of 16" in page and 'name="opens_link"' in page and "checked" in page
    assert not Exclusion.objects.exists()
    sent = {"operation_id": str(uuid4()), "annotators": [name], "reason": "Always 0.", "opens_link": "on"}
    for _ in range(2):  # a double click
        assert client.post(address, sent).status_code == 302
    assert Exclusion.objects.active(project).count() == 1
    assert find_call(project).is_open
    # The four places of the careless one, and those that were free before, go to others.
    assert read_running(find_call(project)).wanted == 3
    newcomer = enter(project)
    assert len(rate(newcomer)) == 4


def test_an_exclusion_without_a_reason_or_of_nobody_is_refused() -> None:
    project = make_study()
    worker = enter(project)
    rate(worker)
    client, address = signed_in(project.created_by), reverse("idiomaticity:study_replace", args=[project.slug])
    sent = {"operation_id": str(uuid4()), "annotators": [worker.membership.pseudonym], "reason": ""}
    assert client.post(address, sent).status_code == 400
    assert client.get(address).status_code == 302
    assert not Exclusion.objects.exists()
