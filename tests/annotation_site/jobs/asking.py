"""Jobs that tests run themselves, and a broker elsewhere."""

import time
from collections.abc import Callable
from datetime import timedelta
from uuid import uuid4

from celery import current_app
from django.core.files.base import ContentFile
from django.db import connection
from django.db.models.functions import Now

from alignment.imports.services import confirm_import, request_import_preview
from annotation_site.jobs.models import Job
from annotation_site.jobs.running import JobRun
from annotation_site.jobs.services import request_job
from annotation_site.jobs.tasks import work_on_job
from annotation_site.jobs.uploads import store_upload
from annotation_site.projects.models import Project
from tests.factories import make_project


class broker_at:  # noqa: N801 - reads as the sentence it is
    """Celery of this process speaks to another broker meanwhile."""

    def __init__(self, address: str) -> None:
        self.address = address

    def __enter__(self) -> None:
        self.before = current_app.conf.broker_url
        self._turn_to(self.address)

    def __exit__(self, *_: object) -> None:
        self._turn_to(self.before)

    @staticmethod
    def _turn_to(address: str) -> None:
        current_app.conf.broker_url = address
        current_app._pool = None  # kombu keeps a pool for each address; these two only remember which
        current_app.amqp._producer_pool = None


def ask(project: Project | None = None) -> Job:
    project = project or make_project()
    return request_job(
        user=project.created_by,
        project=project,
        kind="release",
        idempotency_key=str(uuid4()),
        parameters={},
    )


def again(job: Job) -> Job:
    return Job.objects.get(pk=job.pk)


def expire(job: Job) -> None:
    Job.objects.filter(pk=job.pk).update(lease_expires_at=Now() - timedelta(seconds=1))


def rename(name: str) -> Callable[[JobRun], None]:
    """Return a body whose effect is visible: it renames the project."""

    def body(run: JobRun) -> None:
        with run.completing() as result:
            Project.objects.filter(pk=run.job.project_id).update(name=name)
            result["name"] = name

    return body


def ask_for_import(project: Project) -> Job:
    user = project.created_by
    upload = store_upload(user=user, project=project, file=ContentFile(b"a cat\tun gatto\n"), name="text.tsv")
    preview = request_import_preview(
        user=user, project=project, uploads=[upload], text_format="tsv", tokens="spaces", request_id=uuid4()
    )
    work_on_job(preview.pk)
    return confirm_import(user=user, project=project, preview=again(preview), leave_out_rejected=False)


def do_import(job_id: int) -> None:
    work_on_job(job_id)
    connection.close()


def report_until_stopped(run: JobRun) -> None:
    """Report progress until stopped, a thousand times at most."""
    for done in range(1_000):
        run.report(done, 1_000)
        time.sleep(0.05)
    raise AssertionError("nobody stopped it")
