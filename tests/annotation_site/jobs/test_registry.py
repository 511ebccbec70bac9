"""Kinds of jobs as their bodies register them, and the few tasks that Celery knows."""

import pytest

from annotation_site.celery import app
from annotation_site.jobs.models import Job
from annotation_site.jobs.registry import ResultPage, all_kinds, all_periodic_work, find_result, job
from annotation_site.jobs.services import request_job
from annotation_site.jobs.tasks import do_periodic_work, help_with_job, work_on_job
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError
from tests.annotation_site.jobs.asking import again, ask
from tests.factories import make_project

TASKS = {do_periodic_work.name, help_with_job.name, work_on_job.name}


def test_celery_knows_three_tasks_and_the_clock_rings_all_periodic_work():
    app.loader.import_default_modules()
    assert {name for name in app.tasks if not name.startswith("celery.")} == TASKS
    schedule = app.conf.beat_schedule
    assert {"sweep_jobs", "return_abandoned_assignments"} <= set(schedule) == set(all_periodic_work())
    assert all(each["task"] == do_periodic_work.name and each["args"] == [name] for name, each in schedule.items())


@pytest.mark.parametrize("name", sorted(all_kinds()))
def test_every_kind_has_a_page_for_its_result(name):
    kind = all_kinds()[name]
    row = Job(pk=7, kind=name, project=Project(slug="proverbs"), result={kind.result.by: 3})
    address, label = find_result(row)
    assert address and label == kind.result.label


def test_a_kind_has_one_body():
    with pytest.raises(ValueError, match="Two bodies work on jobs of the kind import"):
        job("import", "Import", result=ResultPage("projects:jobs", "See"))(print)


@pytest.mark.django_db
def test_an_unknown_kind_is_refused_when_it_is_asked_for():
    project = make_project()
    with pytest.raises(DomainError, match="no jobs of the kind “imports”"):
        request_job(user=project.created_by, project=project, kind="imports", idempotency_key="1", parameters={})
    assert not Job.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_row_of_an_unknown_kind_fails_with_a_sentence_and_is_for_managers():
    queued = ask()
    Job.objects.filter(pk=queued.pk).update(kind="of_another_version")
    work_on_job(queued.pk)
    failed = again(queued)
    assert (failed.state, failed.title, failed.ability) == (Job.State.FAILED, "Of another version", can_manage)
    assert failed.error == "This version of Interlinea has no jobs of the kind “of_another_version”."


@pytest.mark.django_db(transaction=True)
def test_the_one_task_works_on_a_job_as_its_kind_says():
    queued = ask()
    Job.objects.filter(pk=queued.pk).update(parameters={"note": "", "separate_readings": True})
    work_on_job(queued.pk)
    assert again(queued).error == "No pairs have all their readings yet, so there is nothing to release."
