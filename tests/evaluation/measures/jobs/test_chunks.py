"""Sharing a measures job: workers skip chunks that others hold, and take chunks that were left."""

import threading
import time

import pytest
from django.db import connection

from annotation_site.jobs.models import Job
from annotation_site.jobs.tasks import help_with_job
from evaluation.measures.jobs import measure_translations, sharing
from evaluation.measures.jobs.chunks import Counting
from evaluation.measures.registry import MEASURES
from evaluation.translations.models import MeasureTask, SegmentValues, TranslationScore
from tests.evaluation.measures.services.test_measures import ask, ask_all, cut_small, figures
from tests.evaluation.translated import make_test_set, run
from tests.factories import make_project

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _alone(monkeypatch):
    """Call nobody to help, and make each segment a chunk."""
    monkeypatch.setattr(sharing, "wake_helper", lambda job: None)
    cut_small(monkeypatch)


def begin(job: Job) -> Job:
    """Return the job as the worker that claimed it has it, with its rows made."""
    Job.objects.filter(pk=job.pk).update(state=Job.State.RUNNING, attempt=1)
    job.refresh_from_db()
    sharing._plan(Counting(job))
    return job


def test_a_helper_does_what_nobody_works_on_and_stores_no_score():
    test_set = make_test_set(make_project())
    job = begin(ask(test_set, "mwe-score", "bleu"))
    assert MeasureTask.objects.filter(job=job).count() == 4 * 2 + 2 * 2
    help_with_job(job.pk)
    assert not MeasureTask.objects.filter(is_done=False).exists()
    assert SegmentValues.objects.count() == 4 * 2 * 2
    assert not TranslationScore.objects.exists()
    done = run(job, measure_translations)
    assert done.result["scores"] == 4 and not MeasureTask.objects.exists()
    assert figures(test_set)["system two", "mwe-score"]["paper"] == 1.0


def test_workers_begin_different_chunks_and_each_counts_all_systems_of_its_own():
    job = begin(ask(make_test_set(make_project()), "mwe-score"))
    held = MeasureTask.objects.filter(job=job, stage=sharing.Stage.COUNT).order_by("pk").first()
    other = connection.copy()
    with other.cursor() as cursor:
        cursor.execute("BEGIN")
        cursor.execute("SELECT 1 FROM evaluation_measuretask WHERE id = %s FOR UPDATE", [held.pk])
        counting, order = Counting(job), []
        while sharing._do_next(counting, sharing.Stage.COUNT):
            done = MeasureTask.objects.filter(job=job, is_done=True).exclude(pk__in=[task.pk for task in order])
            order += done
        other.close()
    first, second = (translation.pk for translation in counting.translations)
    chunks = [(task.first, task.translation_id) for task in order]
    assert chunks == [(number, system) for number in (2, 3, 4) for system in (first, second)] + [(1, second)]


def test_a_row_that_a_killed_worker_held_is_done_by_another():
    test_set = make_test_set(make_project())
    job = begin(ask(test_set, "mwe-score"))
    held = MeasureTask.objects.filter(job=job).order_by("pk").first()
    other = connection.copy()
    other.ensure_connection()
    with other.cursor() as cursor:
        cursor.execute("BEGIN")
        cursor.execute("SELECT 1 FROM evaluation_measuretask WHERE id = %s FOR UPDATE", [held.pk])
    raw, died_at = other.connection, []

    def die() -> None:
        time.sleep(0.6)
        died_at.append(time.monotonic())
        raw.close()

    thread = threading.Thread(target=die)
    thread.start()
    done = run(job, measure_translations)
    thread.join()
    assert done.state == Job.State.SUCCEEDED and time.monotonic() >= died_at[0]
    assert figures(test_set)["system two", "mwe-score"]["paper"] == 1.0


@pytest.mark.parametrize("state", [Job.State.CANCELLED, Job.State.FAILED, Job.State.SUCCEEDED])
def test_a_helper_leaves_a_job_that_is_over(state):
    job = begin(ask(make_test_set(make_project()), "mwe-score"))
    Job.objects.filter(pk=job.pk).update(state=state)
    help_with_job(job.pk)
    assert not SegmentValues.objects.exists()


def test_helpers_make_no_difference():
    alone, helped = (make_test_set(make_project()) for _ in range(2))
    run(ask_all(alone), measure_translations)
    job = begin(ask_all(helped))
    helpers = [threading.Thread(target=help_and_close, args=[job.pk]) for _ in range(2)]
    for helper in helpers:
        helper.start()
    run(job, measure_translations)
    for helper in helpers:
        helper.join()
    results = [
        list(
            TranslationScore.objects.filter(translation__test_set=each)
            .order_by("translation", "measure")
            .values_list("result", "resampled", "signature")
        )
        for each in (alone, helped)
    ]
    assert len(results[0]) == 2 * len(MEASURES)
    assert results[0] == results[1]


def help_and_close(job_id: int) -> None:
    # In a thread rather than by the task, which forks: what another thread holds then stays locked in the child.
    try:
        sharing.help_measuring(Job.objects.select_related("project").get(pk=job_id))
    finally:
        connection.close()
