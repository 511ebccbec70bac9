"""Operations: done once, of one thing, and found again among millions."""

from typing import Any
from uuid import uuid4

import pytest
from django.db import connection

from annotation_site.operations.models import Operation
from annotation_site.operations.services import is_repeat, record_operation
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError
from tests.factories import make_pair, make_project

pytestmark = pytest.mark.django_db


@pytest.fixture
def busy() -> Project:
    """Make a project with many operations on its items and few on itself, and another with many, and analyse the
    tables.
    """
    project = make_project()
    item = make_pair(project)
    common: dict[str, Any] = {"actor": project.created_by, "project": project}
    Operation.objects.bulk_create(
        Operation(**common, item=item, kind="set", operation_id=uuid4()) for _ in range(3_000)
    )
    Operation.objects.bulk_create(Operation(**common, kind="invite", operation_id=uuid4()) for _ in range(3))
    other = {**common, "project": make_project()}
    Operation.objects.bulk_create(Operation(**other, kind="request_job", operation_id=uuid4()) for _ in range(3_000))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE projects_operation")
    return project


def test_what_was_done_to_a_project_is_read_from_an_index_of_its_own(busy: Project) -> None:
    """It holds none of the millions of operations on items."""
    assert "operations_of_project" in Operation.objects.of_project(busy, "invite").order_by("-pk").explain()


def test_the_latest_of_a_project_is_found_without_a_look_at_those_of_others(busy: Project) -> None:
    quiet = make_project()
    latest = Operation.objects.filter(project=quiet, kind__in=["submit", "reopen"]).order_by("-pk")[:1]
    assert "operations_in_order" in latest.explain()


def test_an_operation_id_is_of_one_kind_one_project_and_one_thing() -> None:
    project, operation_id = make_project(), uuid4()
    asked = {"actor": project.created_by, "operation_id": operation_id, "kind": "decide"}
    assert not is_repeat(**asked, project=project, about={"compound": 1})  # type: ignore[arg-type]
    record_operation(**asked, project=project, payload={"compound": 1, "note": "x"})  # type: ignore[arg-type]
    assert is_repeat(**asked, project=project, about={"compound": 1})  # type: ignore[arg-type]
    for other in ({"kind": "undo"}, {"project": make_project()}, {"about": {"compound": 2}}):
        with pytest.raises(DomainError, match="already used for a different action"):
            is_repeat(**{**asked, **other})  # type: ignore[arg-type]
