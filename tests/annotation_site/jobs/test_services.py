"""Requests for jobs that come at the same time."""

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

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
    start = threading.Barrier(6)

    def is_refused(number: int) -> bool:
        own = Project.objects.get(pk=project.pk)
        start.wait()
        try:
            request_job(user=own.created_by, project=own, kind="release", idempotency_key=str(number), parameters={})
        except LimitReached:
            return True
        finally:
            connection.close()
        return False

    with ThreadPoolExecutor(6) as pool:
        assert sum(pool.map(is_refused, range(6))) == 3
    assert project.jobs.count() == 3
