"""A double click on "Create project" when both requests arrive at the same moment."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from uuid import uuid4

import pytest
from django.db import connection

from annotation_site.projects.models import Project
from annotation_site.projects.services.projects import start_project
from tests.factories import make_user


@pytest.mark.django_db(transaction=True)
def test_two_requests_at_once_start_one_project() -> None:
    user, request_id, together = make_user(can_create_projects=True), uuid4(), Barrier(4)

    def start(_: int) -> int:
        together.wait()
        try:
            project, _ = start_project(
                user=user,
                kind="alignment",
                request_id=request_id,
                name="Once",
                source_language="it",
                target_language="en",
                scope="full",
                gold_policy="wags",
                annotators_per_item=2,
            )
            return project.pk
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        made = set(pool.map(start, range(4)))
    assert made == {Project.objects.get().pk}
