"""A whole study from a marketplace: sixteen people, of whom some fail, some do not read, and some come too late."""

import csv
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from annotation_site.assignments.services.leasing import lease_next
from annotation_site.projects.models import Project
from annotation_site.projects.queries import list_annotators
from idiomaticity.crowd.models import CrowdWorker
from idiomaticity.ratings.models import Rating
from idiomaticity.screening.annotator_quality import Limits
from idiomaticity.screening.queries.annotator_quality import read_annotator_qualities
from tests.idiomaticity.crowd.entering import come_in, link_of, set_up, who
from tests.idiomaticity.making import submit_rating

pytestmark = pytest.mark.django_db
FINISH, FAIL, LATE, STRAIGHT, MOVE = 12, 2, 2, 2, 2
ITEMS = 5


@pytest.fixture
def study(project: Project) -> Project:
    """Leave as many ratings as those who finish can give."""
    project.items.filter(state="open").update(required_count=FINISH)
    set_up(
        project,
        limit_each=ITEMS,
        most_people=100,
        worker_parameter="PROLIFIC_PID",
        session_parameter="SESSION_ID",
        forget_on=timezone.localdate() + timedelta(days=30),
        completed_url="https://example.org/?cc=DONE",
        screened_out_url="https://example.org/?cc=OUT",
        full_url="https://example.org/?cc=FULL",
        payment=2,
        currency="EUR",
    )
    return project


def query_of(person: int) -> str:
    return f"?PROLIFIC_PID=p{person}&SESSION_ID=s{person}"


def take_part(project: Project, person: int, *, fails: bool, is_straight: bool) -> Client:
    """Come by the link and rate to the end; two go on elsewhere after the tutorial."""
    client, status = come_in(project, query_of(person))
    assert status == 302
    worker = CrowdWorker.objects.order_by("pk").last()
    assert worker
    member, done = worker.membership, 0
    while (assignment := lease_next(user=member.user, project=project)) is not None:
        if assignment.purpose == "training":
            submit_rating(assignment, 5, 5, 0 if fails else 5)
        elif is_straight:
            submit_rating(assignment, 5, 5, 5)
        else:
            number = assignment.item.number
            submit_rating(assignment, number % 6, (number + 1) % 6, (number + person % 2) % 6)
        done += 1
        if done == 1 and person < MOVE:
            first, client = client, Client()
            answer = client.get(link_of(project, query_of(person)))
            client.post(answer.headers["Location"])
            assert who(client) == who(first)
    return client


def test_each_of_sixteen_people_ends_on_the_right_page_and_can_be_paid(study: Project) -> None:
    home = reverse("idiomaticity:crowd_home", args=[study.slug])
    people = [(False, person < STRAIGHT) for person in range(FINISH)]
    people[MOVE:MOVE] = [(True, False)] * FAIL
    ends = []
    for person, (fails, is_straight) in enumerate(people):
        page = take_part(study, person, fails=fails, is_straight=is_straight).get(home).content.decode()
        ends.append(page.partition("?cc=")[2].partition('"')[0])
        assert ends[-1] == ("OUT" if fails else "DONE")
    for person in range(len(people), len(people) + LATE):
        page = Client().get(link_of(study, query_of(person))).content.decode()
        assert ("The study is full" in page, "?cc=FULL" in page) == (True, True)
    assert len(people) + LATE == 16
    assert Rating.objects.submitted(study).count() == FINISH * ITEMS
    manager = Client()
    manager.force_login(study.created_by)
    text = manager.get(reverse("idiomaticity:crowd_people", args=[study.slug])).getvalue().decode()
    rows = list(csv.DictReader(text.lstrip("\ufeff").splitlines()))
    paid = {row["PROLIFIC_PID"] for row in rows if float(row["payment"])}
    assert paid == {f"p{person}" for person, (fails, _) in enumerate(people) if not fails}
    assert all(row["completion_code"] for row in rows if row["PROLIFIC_PID"] in paid)
    found = read_annotator_qualities(study, list(list_annotators(study)), Limits())
    straight = [row for row in found if "run" in [flag.name for flag in row.flags]]
    assert len(straight) == STRAIGHT
