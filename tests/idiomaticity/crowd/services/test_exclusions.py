"""Somebody of a crowd is excluded: their place, what they are shown, and the code for what they rated."""

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.assignments.services.leasing import lease_next
from annotation_site.exclusions.services import exclude_annotator, lift_exclusion
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import NotEditable
from idiomaticity.crowd.models import CrowdWorker
from tests.idiomaticity.crowd.entering import enter, rate
from tests.idiomaticity.making import submit_rating
from tests.markup import markup_of

pytestmark = pytest.mark.django_db


def exclude(worker: CrowdWorker) -> None:
    project = worker.membership.project
    exclude_annotator(user=project.created_by, project=project, annotator_id=worker.pk, reason="Clicks through.")


def test_who_failed_or_is_excluded_leaves_the_place_to_somebody_else(project: Project) -> None:
    failed, excluded, *_ = (enter(project) for _ in range(4))
    rate(failed, whole=0)
    enter(project)
    exclude(excluded)
    enter(project)
    with pytest.raises(NotEditable, match="The study is full at the moment"):
        enter(project)
    client = Client()
    client.force_login(project.created_by)
    assert "4 of 4 places taken" in markup_of(client.get(reverse("idiomaticity:crowd", args=[project.slug])))
    assert client.get(reverse("api:crowd", args=[project.slug])).json()["places_taken"] == 4


def test_who_is_excluded_before_any_work_is_led_nowhere_and_told_so(project: Project) -> None:
    worker = enter(project)
    client = Client()
    client.force_login(worker.membership.user)
    home = reverse("idiomaticity:crowd_home", args=[project.slug])
    assert "Start</button>" in markup_of(client.get(home))
    exclude(worker)
    assert rate(worker) == [], "neither tutorial nor work"
    page = markup_of(client.get(home))
    assert "</button></div></form>" not in page
    assert "no more items for you" in page
    lift_exclusion(user=project.created_by, project=project, annotator_id=worker.pk)
    assert len(rate(worker)) == 6


def test_who_is_excluded_at_work_gets_the_code_for_what_they_rated(project: Project) -> None:
    worker = enter(project)
    for _ in range(4):
        assignment = lease_next(user=worker.membership.user, project=project)
        assert assignment
        submit_rating(assignment, 3, 3, 5)
    exclude(worker)
    client = Client()
    client.force_login(worker.membership.user)
    home = reverse("idiomaticity:crowd_home", args=[project.slug])
    assert "Continue</button>" in markup_of(client.get(home))
    assert rate(worker) == []
    assert worker.completion_code in markup_of(client.get(home))
