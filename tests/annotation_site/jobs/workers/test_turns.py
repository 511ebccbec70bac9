"""Turns of projects and people at the workers."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import OperationalError, connection
from django.utils import timezone

from annotation_site.jobs.models import Job, WorkerSighting
from annotation_site.jobs.running import claim_job
from annotation_site.jobs.workers.rounds import record_sighting
from annotation_site.jobs.workers.turns import claim_next, count_processes, find_turns
from tests.annotation_site.jobs.asking import ask
from tests.factories import make_project

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nobody_works")]


def see_worker(processes: int, seconds_ago: int = 0) -> None:
    seen_at = timezone.now() - timedelta(seconds=seconds_ago)
    WorkerSighting.objects.create(name=f"worker {processes}", processes=processes, seen_at=seen_at)


def claimed() -> list[Job]:
    jobs = []
    while run := claim_next():
        jobs.append(run.job)
    return jobs


def test_no_worker_of_other_tests_is_seen_meanwhile() -> None:
    def record() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = '100ms'")
        try:
            record_sighting("of other tests", 1)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as other, pytest.raises(OperationalError, match="lock timeout"):
        other.submit(record).result()
    assert count_processes() == 0


def test_jobs_of_one_project_are_done_in_the_order_of_their_requests() -> None:
    project = make_project()
    jobs = [ask(project) for _ in range(3)]
    assert claimed() == jobs


def test_a_project_with_one_job_does_not_wait_for_another_with_many() -> None:
    busy = make_project()
    many = [ask(busy) for _ in range(3)]
    one = ask()
    assert claimed() == [many[0], one, many[1], many[2]]


def test_one_process_is_kept_free_for_other_projects() -> None:
    see_worker(3)
    busy = make_project()
    many = [ask(busy) for _ in range(4)]
    assert claimed() == many[:2]
    one = ask()
    assert claimed() == [one]


def test_processes_of_workers_that_fell_silent_do_not_count() -> None:
    see_worker(3)
    see_worker(8, seconds_ago=40)
    busy = make_project()
    assert len([ask(busy) for _ in range(4)]) > len(claimed()) == 2


def test_a_single_process_is_nobodys_alone() -> None:
    see_worker(1)
    first, second = ask(), ask()
    assert claimed() == [first, second]


def test_a_job_that_had_to_wait_begins_when_one_of_its_project_ends() -> None:
    see_worker(2)
    busy = make_project()
    first, second = ask(busy), ask(busy)
    assert claimed() == [first]
    Job.objects.filter(pk=first.pk).update(state=Job.State.SUCCEEDED)
    assert find_turns() == [second.pk]
    assert claim_job(second.pk) is not None
