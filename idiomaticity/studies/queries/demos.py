"""Reads of public demos, in transactions that the database lets write nothing."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction

from annotation_site.projects.models import Project
from idiomaticity.studies.models import StudyDemo


@contextmanager
def reading_only() -> Iterator[None]:
    """Let the database refuse every change; inside a transaction that is already open, that one's rules apply."""
    if connection.in_atomic_block:
        yield
        return
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION READ ONLY")
        yield


def find_demo(key: str) -> Project | None:
    """Return the project whose demo has this link, unless it is closed or gone."""
    demos = StudyDemo.objects.filter(key=key, project__state=Project.State.ACTIVE)
    demo = demos.select_related("project__idiomaticity", "project__page_texts").first()
    return demo.project if demo else None
