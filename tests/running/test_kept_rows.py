"""Rows that are made once come back whole, with their history and files, and nothing else does."""

from datetime import UTC, datetime

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import connection
from django.utils import timezone

from annotation_site.assignments.models import Assignment
from annotation_site.jobs.models import Upload
from annotation_site.jobs.uploads import store_upload
from annotation_site.projects.models import Project
from tests.factories import make_member, make_pair, make_project, make_reading
from tests.running.emptying import empty_tables
from tests.running.kept_rows import list_made_tables, made_once

pytestmark = pytest.mark.django_db(transaction=True)


def make_read_project() -> Project:
    project = make_project(pairs=2)
    make_reading(make_member(project))
    store_upload(user=project.created_by, project=project, file=ContentFile(b"a\tb\n"), name="pairs.tsv")
    return project


def dump() -> dict[str, list[str]]:
    found = {}
    with connection.cursor() as cursor:
        for table in list_made_tables():
            cursor.execute(f"SELECT t::text FROM {table} t ORDER BY 1")
            found[table] = [row for (row,) in cursor.fetchall()]
    return found


def test_rows_and_files_come_back_and_new_ones_fit_to_them() -> None:
    first = made_once(make_read_project)
    before, file = dump(), Upload.objects.get().file.name
    assert any(table.strip('"').endswith("event") for table in before)
    make_pair(first)
    default_storage.delete(file)
    empty_tables()
    again = made_once(make_read_project)
    assert again == first
    assert dump() == before
    with default_storage.open(file) as stored:
        assert stored.read() == b"a\tb\n"
    make_reading(make_member(again))
    assert again.items.count() == 2


def test_rows_of_others_are_not_kept() -> None:
    other = make_project()
    kept = made_once(make_project, pairs=1)
    empty_tables()
    assert made_once(make_project, pairs=1) == kept
    assert not Project.objects.filter(pk=other.pk).exists()


@pytest.mark.django_db
@pytest.mark.parametrize("turn", ["made", "copied", "copied again"])
def test_rows_of_a_transaction_that_is_taken_back_come_back(turn: str) -> None:
    make_project()  # its rows bear the number of the test's own transaction
    project = made_once(make_project, pairs=3)
    assert not Assignment.objects.filter(item__project=project).exists()
    make_reading(make_member(project))
    assert Project.objects.count() == 2, turn


@pytest.mark.django_db
def test_what_is_made_twice_in_a_test_is_there_twice() -> None:
    first, second = (made_once(make_project, pairs=2) for _ in range(2))
    assert first != second
    assert first.items.count() == second.items.count() == 2


@pytest.mark.django_db
@pytest.mark.parametrize("year", [2031, None, 2031])
def test_rows_of_another_day_are_not_kept(monkeypatch: pytest.MonkeyPatch, year: int | None) -> None:
    if year:
        monkeypatch.setattr(timezone, "now", lambda: datetime(year, 3, 1, tzinfo=UTC))
    made = made_once(make_project, pairs=4).created_at
    assert (made.year == 2031) == bool(year)


def make_pair_of_projects() -> Project:
    made_once(make_project, pairs=4)
    return make_project(pairs=5)


@pytest.mark.django_db
@pytest.mark.parametrize("turn", ["whole", "part", "both", "both again"])
def test_a_part_that_is_there_is_not_copied_again(turn: str) -> None:
    part = made_once(make_project, pairs=4) if turn != "whole" else None
    whole = made_once(make_pair_of_projects) if turn != "part" else None
    assert part is None or part.items.count() == 4
    assert whole is None or whole.items.count() == 5
    assert Project.objects.count() == {"whole": 2, "part": 1}.get(turn, 3)
