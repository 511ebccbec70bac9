"""Failed jobs on boards, until somebody dismisses them."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.base import ContentFile
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from annotation_site.jobs.models import Job
from annotation_site.jobs.services import dismiss_job, request_job, retry_job
from annotation_site.notices.queries import list_waiting
from annotation_site.operations.models import Operation
from annotation_site.projects.models import Project, Role
from annotation_site.web.exceptions import NotEditable, RoleRequired
from evaluation.aligner_scores.services import add_system_output
from tests.annotation_site.jobs.asking import again
from tests.evaluation.gold_releases import make_release
from tests.evaluation.translated import make_test_set
from tests.factories import make_member, make_project, make_reading
from tests.idiomaticity.making import make_rating_project

pytestmark = pytest.mark.django_db
SENTENCE = "Line 3 has no links."


def fail(job: Job) -> Job:
    Job.objects.filter(pk=job.pk).update(state=Job.State.FAILED, error=SENTENCE, finished_at=timezone.now())
    return again(job)


def ask(project: Project, kind: str, **parameters: object) -> Job:
    job = request_job(
        user=project.created_by, project=project, kind=kind, idempotency_key=str(uuid4()), parameters=parameters
    )
    return fail(job)


def fail_score() -> tuple[Job, str]:
    project = make_project(pairs=1)
    for _ in range(2):
        make_reading(make_member(project))
    release = make_release(project)
    job = add_system_output(
        user=project.created_by, project=project, release=release, name="fast", file=ContentFile(b"0-0"), file_name="a"
    )
    return fail(job), reverse("evaluation:systems", args=[project.slug])


def fail_measures() -> tuple[Job, str]:
    test_set = make_test_set(make_project())
    job = ask(test_set.project, "measures", test_set=test_set.pk)
    return job, reverse("evaluation:test_set", args=[test_set.project.slug, test_set.pk])


def fail_import() -> tuple[Job, str]:
    project = make_project()
    return ask(project, "test_set_import"), reverse("evaluation:test_sets", args=[project.slug])


def fail_search() -> tuple[Job, str]:
    project = make_project()
    return ask(project, "finding"), reverse("evaluation:findings", args=[project.slug])


def fail_predictor() -> tuple[Job, str]:
    project = make_rating_project()
    return ask(project, "predictor", name="vectors"), reverse("idiomaticity:predictors", args=[project.slug])


# A board by the jobs that work for it, and the table of what they make.
BOARDS = {
    fail_score: "evaluation_score",
    fail_measures: "evaluation_translationscore",
    fail_import: "evaluation_testset",
    fail_search: "evaluation_finding",
    fail_predictor: "idiomaticity_predictor",
}


@pytest.mark.parametrize("make", BOARDS)
def test_a_failed_job_stays_on_its_board_until_it_is_dismissed(make: Callable[[], tuple[Job, str]]) -> None:
    job, board = make()
    manager = Client()
    manager.force_login(job.project.created_by)
    dismiss = reverse("projects:job_dismiss", args=[job.project.slug, job.pk])
    shown = manager.get(board).content.decode()
    assert (SENTENCE in shown, f'action="{dismiss}"' in shown) == (True, True)
    adjudicator = Client()
    adjudicator.force_login(make_member(job.project, Role.ADJUDICATOR).user)
    assert dismiss not in adjudicator.get(board).content.decode()
    for _ in range(2):
        answer = manager.post(dismiss, headers={"referer": f"http://testserver{board}"})
        assert (answer.status_code, answer["Location"]) == (302, f"http://testserver{board}")
    assert SENTENCE not in manager.get(board).content.decode()
    assert Operation.objects.filter(kind="dismiss_job").count() == 1
    jobs = manager.get(reverse("projects:jobs", args=[job.project.slug])).content.decode()
    assert SENTENCE in jobs, "the list of jobs keeps it"


@pytest.mark.parametrize(("make", "results"), BOARDS.items())
def test_work_that_ends_while_its_board_is_read_is_not_left_out(
    make: Callable[[], tuple[Job, str]], results: str
) -> None:
    job, board = make()
    Job.objects.filter(pk=job.pk).update(state=Job.State.RUNNING)
    is_over: list[bool] = []

    def end_work(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        # As the worker does, in the moment before the page reads what the job made.
        if not is_over and f'FROM "{results}"' in sql:
            is_over.append(True)
            Job.objects.filter(pk=job.pk).update(state=Job.State.SUCCEEDED)
        return execute(sql, *rest)

    manager = Client()
    manager.force_login(job.project.created_by)
    with connection.execute_wrapper(end_work):
        shown = manager.get(board).content.decode()
    assert is_over, "the page reads the results"
    assert reverse("projects:job", args=[job.project.slug, job.pk]) in shown, "the page still waits for the job"


def test_what_is_dismissed_no_longer_waits_for_a_manager_and_comes_back_when_it_fails_again() -> None:
    project = make_project()
    user = project.created_by
    job = ask(project, "import")

    def waiting() -> list[str]:
        return [each.task.name for each in list_waiting(user, [project])[project.pk]]

    assert "failed_jobs" in waiting()
    dismiss_job(user=user, job=job)
    assert "failed_jobs" not in waiting()
    with pytest.raises(NotEditable):
        dismiss_job(user=user, job=retry_job(user=user, job=again(job)))
    fail(job)
    assert "failed_jobs" in waiting()


def test_a_failed_preview_does_not_wait_for_a_manager() -> None:
    project = make_project()
    ask(project, "import_preview")
    assert not list_waiting(project.created_by, [project])[project.pk]


def test_only_those_who_may_ask_for_it_dismiss_it() -> None:
    job = ask(make_project(), "import_preview")
    with pytest.raises(RoleRequired):
        dismiss_job(user=make_member(job.project, Role.ADJUDICATOR).user, job=job)
    assert again(job).dismissed_at is None


def test_another_site_is_no_place_to_return_to() -> None:
    job = ask(make_project(), "import_preview")
    client = Client()
    client.force_login(job.project.created_by)
    dismiss = reverse("projects:job_dismiss", args=[job.project.slug, job.pk])
    answer = client.post(dismiss, headers={"referer": "https://elsewhere.example/board"})
    assert answer["Location"] == reverse("projects:job", args=[job.project.slug, job.pk])
