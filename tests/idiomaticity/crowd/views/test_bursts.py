"""Many who come from one network: they fill no study without answering, and the manager sees them."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from annotation_site.assignments.models import Item
from annotation_site.projects.models import Project
from idiomaticity.crowd.codes import HELD_FOR
from idiomaticity.crowd.jobs import forget_networks
from idiomaticity.crowd.models import CrowdWorker
from idiomaticity.crowd.queries.people import find_bursts
from idiomaticity.crowd.queries.places import count_places_taken, is_full
from tests.idiomaticity.crowd.entering import come_in, enter, link_of, rate, set_up, who
from tests.idiomaticity.making import lease_rating, submit_rating
from tests.markup import markup_of

pytestmark = pytest.mark.django_db
CROWD, ELSEWHERE = "203.0.113.7", "198.51.100.9"


@pytest.fixture
def study(project: Project) -> Project:
    Item.objects.filter(project=project).update(required_count=100)
    set_up(project, worker_parameter="id", most_people=12)
    return project


def visitors(project: Project, count: int, *, begins: bool) -> Iterator[Client]:
    """Come in with invented ids from one network."""
    for number in range(count):
        client, status = come_in(project, f"?id=made-up-{number}", Client(REMOTE_ADDR=CROWD))
        assert status in (302, 404)
        if begins and who(client):
            client.post(reverse("idiomaticity:assignments_next", args=[project.slug]))
        yield client


def honest(project: Project, address: str = ELSEWHERE) -> Client:
    client, _ = come_in(project, "?id=honest", Client(REMOTE_ADDR=address))
    return client


@pytest.mark.parametrize("begins", [False, True])
def test_nobody_is_refused_because_of_invented_ids_from_one_network(study: Project, begins: bool) -> None:
    list(visitors(study, 12, begins=begins))
    client = honest(study)
    assert who(client)
    assert lease_rating(CrowdWorker.objects.get(membership__user=who(client)).membership)


def test_agreeing_alone_fills_no_study_for_people_of_the_same_network(study: Project) -> None:
    list(visitors(study, 12, begins=False))
    assert who(honest(study, CROWD))


def test_a_class_of_one_network_takes_no_more_places_than_there_are(study: Project) -> None:
    for client in visitors(study, 20, begins=True):
        if who(client):
            worker = CrowdWorker.objects.get(membership__user=who(client))
            if worker.membership.assignments.exists():
                submit_rating(worker.membership.assignments.get(), 3, 3, 5)
    assert count_places_taken(study.crowd_call) == 12
    assert is_full(study.crowd_call)


def test_a_place_is_held_without_an_answer_for_minutes_alone(study: Project) -> None:
    call = set_up(study, worker_parameter="id", most_people=2)
    absent, answering = enter(study), enter(study)
    assert is_full(call)
    submit_rating(lease_rating(answering.membership), 3, 3, 5)
    lease_rating(absent.membership)
    with time_machine.travel(timezone.now() + HELD_FOR + timedelta(minutes=1)):
        assert not is_full(call)
        assert count_places_taken(call) == 1, "the place of the one who answered"
        assert who(honest(study))
        assert is_full(call)


def test_who_comes_back_too_late_is_led_to_nothing_and_told_so(study: Project) -> None:
    set_up(study, worker_parameter="id", most_people=1)
    late = honest(study)
    with time_machine.travel(timezone.now() + HELD_FOR + timedelta(minutes=1)):
        rate(enter(study))
        page = late.post(reverse("idiomaticity:assignments_next", args=[study.slug]), follow=True)
        assert "There are no more items for you in this study" in markup_of(page)


def test_ratings_reserved_by_a_burst_are_no_reason_to_refuse_others(project: Project) -> None:
    Item.objects.filter(project=project, state="open").update(required_count=2)
    set_up(project, worker_parameter="id", most_people=40, limit_each=1)
    list(visitors(project, 20, begins=True))
    assert who(honest(project))


def test_bursts_are_shown_and_the_network_is_forgotten(study: Project) -> None:
    clients = list(visitors(study, 8, begins=False))
    submit_rating(lease_rating(CrowdWorker.objects.get(membership__user=who(clients[7])).membership), 3, 3, 5)
    (burst,) = find_bursts(study)
    assert (burst.people, burst.answered) == (8, 1)
    manager = Client()
    manager.force_login(study.created_by)
    page = markup_of(manager.get(reverse("idiomaticity:crowd", args=[study.slug])))
    assert "8 from one network within an hour; 1 of them has answered anything" in page
    told = manager.get(reverse("api:crowd", args=[study.slug])).json()["bursts"]
    assert (told[0]["people"], told[0]["answered"]) == (8, 1)
    stored = str(list(CrowdWorker.objects.values()))
    assert CROWD not in stored
    with time_machine.travel(timezone.now() + timedelta(hours=2)):
        forget_networks()
    assert set(CrowdWorker.objects.values_list("network_digest", flat=True)) == {""}
    assert find_bursts(study) == [burst]


def test_the_link_of_a_full_study_says_so(study: Project) -> None:
    set_up(study, worker_parameter="id", most_people=1)
    rate(enter(study))
    assert "The study is full" in markup_of(Client().get(link_of(study, "?id=b")))
