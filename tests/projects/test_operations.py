"""Operations: done once, of one thing, and found again among millions."""

from uuid import uuid4

import pytest
from django.db import connection

from annotation_site.projects.exceptions import DomainError
from annotation_site.projects.models import Operation
from annotation_site.projects.services.operations import is_repeat, record_operation
from tests.factories import make_project

pytestmark = pytest.mark.django_db


def test_what_was_done_to_a_project_is_read_from_an_index_of_its_own() -> None:
    """It holds none of the millions of operations on items."""
    found = Operation.objects.of_project(make_project(), "invite").order_by("-pk")
    with connection.cursor() as cursor:
        # So few rows as a test has would be read and sorted at once.
        cursor.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off; SET LOCAL enable_sort = off")
    assert "operations_of_project" in found.explain()


def test_the_latest_of_a_project_is_found_without_a_look_at_those_of_others() -> None:
    latest = Operation.objects.filter(project=make_project(), kind__in=["submit", "reopen"]).order_by("-pk")[:1]
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off; SET LOCAL enable_sort = off")
    assert "operations_in_order" in latest.explain()


def test_an_operation_id_is_of_one_kind_one_project_and_one_thing() -> None:
    project, operation_id = make_project(), uuid4()
    asked = {"actor": project.created_by, "operation_id": operation_id, "kind": "decide"}
    assert not is_repeat(**asked, project=project, about={"compound": 1})  # type: ignore[arg-type]
    record_operation(**asked, project=project, payload={"compound": 1, "note": "x"})  # type: ignore[arg-type]
    assert is_repeat(**asked, project=project, about={"compound": 1})  # type: ignore[arg-type]
    for other in ({"kind": "undo"}, {"project": make_project()}, {"about": {"compound": 2}}):
        with pytest.raises(DomainError, match="something else"):
            is_repeat(**{**asked, **other})  # type: ignore[arg-type]
