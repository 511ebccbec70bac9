"""A job found by the number in an address: by whom, and in which project."""

import pytest

from annotation_site.jobs.models import Job
from annotation_site.jobs.queries import find_job
from annotation_site.projects.models import Role
from tests.annotation_site.jobs.asking import ask
from tests.factories import make_member, make_project, make_user

pytestmark = pytest.mark.django_db


def test_managers_find_every_job_and_others_their_own() -> None:
    project = make_project()
    adjudicator, manager = (make_member(project, role).user for role in (Role.ADJUDICATOR, Role.MANAGER))
    own = Job.objects.create(project=project, kind="comparison", requested_by=adjudicator, idempotency_key="own")
    other = ask(project)
    for person in (project.created_by, manager):
        assert [find_job(person, project, job.pk) for job in (own, other)] == [own, other]
    assert [find_job(adjudicator, project, job.pk) for job in (own, other)] == [own, None]
    assert find_job(make_user(), project, own.pk) is None
    found = find_job(manager, project, own.pk)
    assert found is not None and found.project is project


def test_of_another_project_or_with_no_such_number_there_is_none() -> None:
    job = ask()
    assert find_job(job.requested_by, make_project(job.requested_by), job.pk) is None
    assert find_job(job.requested_by, job.project, job.pk + 1) is None
    assert find_job(job.requested_by, job.project, 10**30) is None
