"""Requests for jobs that come at the same time."""

import threading
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection

from annotation_site.jobs.services import request_job
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import LimitReached
from tests.factories import make_project


@pytest.mark.django_db(transaction=True)
def test_requests_at_the_same_time_do_not_pass_the_limit_together(settings: Any) -> None:
    settings.JOBS_WAITING_PER_PERSON = 3
    project = make_project()
    start, refused = threading.Barrier(6), []

    def request() -> None:
        own = Project.objects.get(pk=project.pk)
        start.wait()
        try:
            request_job(user=own.created_by, project=own, kind="release", idempotency_key=str(uuid4()), parameters={})
        except LimitReached as error:
            refused.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=request) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (project.jobs.count(), len(refused)) == (3, 3)
