"""Ratings reserved for each worker, and people who come when nothing is left."""

from datetime import timedelta

import pytest
from django.db.models import F
from django.urls import reverse
from django.utils import timezone

from annotation_site.assignments.models import Item
from annotation_site.assignments.services.leasing import lease_next
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import NotEditable
from idiomaticity.crowd.models import CrowdWorker
from idiomaticity.crowd.queries.places import count_free_places
from tests.idiomaticity.crowd.entering import come_in, enter, link_of, rate, set_up
from tests.idiomaticity.making import lease_rating, submit_rating

pytestmark = pytest.mark.django_db


@pytest.fixture
def scarce(project: Project) -> Project:
    """Leave one rating for each of five sentences, three of which make a list."""
    Item.objects.filter(project=project, state="open").update(required_count=1)
    return project


def test_places_are_reserved_when_the_tutorial_begins(scarce: Project) -> None:
    workers = [enter(scarce) for _ in range(3)]
    assert count_free_places(scarce.crowd_call) == 5
    for worker in workers[:2]:
        lease_rating(worker.membership)
    assert count_free_places(scarce.crowd_call) == 0
    assert lease_next(user=workers[2].membership.user, project=scarce) is None
    assert [len(rate(worker)) for worker in workers] == [3 + 3, 3 + 2, 0]
    assert [CrowdWorker.objects.get(pk=worker.pk).state for worker in workers] == ["done", "done", "newcomer"]


def test_who_comes_when_all_is_reserved_is_told_before_consent(scarce: Project) -> None:
    set_up(scarce, limit_each=5)
    client, _ = come_in(scarce)
    client.post(reverse("idiomaticity:assignments_next", args=[scarce.slug]))
    late = client.__class__()
    page = late.get(link_of(scarce))
    assert (page.status_code, "The study is full" in page.content.decode()) == (200, True)
    with pytest.raises(NotEditable, match="full"):
        enter(scarce)
    assert client.get(link_of(scarce)).status_code == 302, "whoever has begun goes on"


def test_who_stays_away_forfeits_the_places_and_gets_them_back_if_they_are_free(scarce: Project) -> None:
    set_up(scarce, limit_each=5)
    absent, other = enter(scarce), enter(scarce)
    for _ in range(3):
        submit_rating(lease_rating(absent.membership), 3, 3, 5)
    assert lease_next(user=other.membership.user, project=scarce) is None
    CrowdWorker.objects.filter(pk=absent.pk).update(reserved_until=timezone.now() - timedelta(seconds=1))
    assert count_free_places(scarce.crowd_call) == 5
    assert len(rate(absent)) == 5
    assert absent.state == "done"


@pytest.mark.parametrize("ending", ["failed", "done"])
def test_who_is_done_or_failed_reserves_nothing(scarce: Project, ending: str) -> None:
    set_up(scarce, limit_each=1)
    worker = enter(scarce)
    rate(worker, 5 if ending == "done" else 0)
    assert worker.state == ending
    assert count_free_places(scarce.crowd_call) == (4 if ending == "done" else 5)


def test_who_qualified_in_vain_gets_a_code_and_a_page_that_says_so(scarce: Project) -> None:
    """Colleagues without a reservation took everything meanwhile."""
    client, _ = come_in(scarce)
    worker = CrowdWorker.objects.get()
    for _ in range(3):
        submit_rating(lease_rating(worker.membership), 3, 3, 5)
    Item.objects.filter(state="open").update(assigned_count=F("required_count"))
    answer = client.post(reverse("idiomaticity:assignments_next", args=[scarce.slug]), follow=True)
    worker.refresh_from_db()
    page = answer.content.decode()
    assert worker.state == "done"
    assert worker.completion_code in page
    assert "You have qualified, but there are no more items for you" in page


def test_more_required_ratings_make_places(scarce: Project) -> None:
    set_up(scarce, limit_each=5)
    rate(enter(scarce))
    assert count_free_places(scarce.crowd_call) == 0
    item = Item.objects.filter(project=scarce, state="annotated").first()
    assert item
    Item.objects.filter(pk=item.pk).update(required_count=2, state="open")
    assert count_free_places(scarce.crowd_call) == 1
    assert len(rate(enter(scarce))) == 3 + 1
