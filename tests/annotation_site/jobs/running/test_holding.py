"""Jobs that keep each other out of a project, and people in."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection, transaction

from annotation_site.assignments.models import Item
from annotation_site.assignments.services.numbering import count_new_items
from annotation_site.jobs.workers.holds import Hold, hold, try_to_hold
from annotation_site.projects.models import Project
from annotation_site.projects.services.projects import change_settings
from tests.alignment.imported_annotation.importing import FIRST, SECOND, bring_in
from tests.alignment.imports.test_services import confirm, preview
from tests.evaluation.judgements import make_evaluation_project, make_round
from tests.factories import make_project
from tests.idiomaticity.imports.jobs.test_ratings import STUDY
from tests.idiomaticity.making import SENTENCES, bring_study, make_rating_project
from tests.idiomaticity.making import bring_in as bring_in_compounds

pytestmark = pytest.mark.django_db(transaction=True)
TAKE_ROW = "SELECT 1 FROM projects_project FOR NO KEY UPDATE NOWAIT"


def import_pairs() -> None:
    project = make_project()
    looked = preview(project, b"a cat\n" * 3, b"un gatto\n" * 3, text_format="moses")
    with watching_rows("nextval"):
        confirm(project, looked)
    assert Project.objects.get(pk=project.pk).item_count == 3


def import_readings() -> None:
    project = make_project()
    with watching_rows('INTO "alignment_alignmentlink"'):
        bring_in(project, FIRST, SECOND)
    assert Project.objects.get(pk=project.pk).item_count == 1


def import_ratings() -> None:
    project = make_rating_project()
    before = project.item_count
    with watching_rows('INTO "idiomaticity_rating"'):
        bring_study(project, STUDY)
    assert Project.objects.get(pk=project.pk).item_count == before


def import_compounds() -> None:
    project = make_rating_project(text="")
    with watching_rows('INTO "idiomaticity_occurrence"'):
        bring_in_compounds(project, SENTENCES)
    assert Project.objects.get(pk=project.pk).item_count == project.items.count() > 0


def open_judging_round() -> None:
    project = make_evaluation_project()
    with watching_rows('INTO "evaluation_judgementtask"'):
        opened = make_round(project)
    assert Project.objects.get(pk=opened.project_id).item_count == opened.task_count > 0


@contextmanager
def watching_rows(statement: str) -> Iterator[None]:
    """At each statement of that kind somebody else changes the project, without waiting."""
    seen = 0
    other = connection.copy()

    def look(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        nonlocal seen
        if statement in str(sql):
            seen += 1
            with other.cursor() as cursor:
                cursor.execute(TAKE_ROW)
        return execute(sql, *rest)

    try:
        with connection.execute_wrapper(look):
            yield
    finally:
        other.close()
    assert seen, f"nothing stored by {statement}"


@pytest.mark.parametrize("bring", [import_pairs, import_readings, import_ratings, import_compounds, open_judging_round])
def test_a_project_can_be_changed_while_rows_stream_into_it(bring: Callable[[], None]) -> None:
    bring()


def test_settings_changed_meanwhile_hold_for_what_was_imported() -> None:
    project = make_project(pairs=1, annotators_per_item=2)
    change_settings(user=project.created_by, project=project, annotators_per_item=3)
    Item.objects.filter(project=project).update(required_count=2)  # as an import stored it that had read the project
    with transaction.atomic():
        count_new_items(project, 1, after=0)
    assert Item.objects.get(project=project).required_count == 3


def test_a_second_job_of_the_project_waits_and_one_of_another_does_not() -> None:
    began, done = threading.Event(), threading.Event()

    def begin_beside() -> None:
        with transaction.atomic():
            assert try_to_hold(Hold.PROJECT, 8)
            began.set()
            hold(Hold.PROJECT, 7)
            done.set()
        connection.close()

    with transaction.atomic():
        hold(Hold.PROJECT, 7)
        thread = threading.Thread(target=begin_beside)
        thread.start()
        assert began.wait(60)
        assert not done.wait(0.3)
    assert done.wait(60)
    thread.join()
