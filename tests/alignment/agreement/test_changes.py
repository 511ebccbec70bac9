"""Counts of agreement, read: whatever the history, they are what counting from scratch gives."""

import random
import re
import threading
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, models, transaction
from django.test.utils import CaptureQueriesContext

from alignment.adjudication.models import QueuePlace
from alignment.agreement.jobs.changes import sweep_changes
from alignment.agreement.models import ChangedItem, ItemAgreement, PairAgreement
from alignment.agreement.queries import changes
from alignment.agreement.queries.changes import count_changes, hold_counts, up_to_date
from alignment.agreement.services.recount import recount_agreement, recount_readings
from alignment.annotator_quality.models import AnnotatorQualityCounts
from alignment.overview.queries import count_disputes, sum_agreement
from annotation_site.assignments.models import Assignment
from annotation_site.projects.models import Project, Role
from tests.alignment.random_steps import play
from tests.alignment.training.training_project import TrainingProject
from tests.factories import make_member, make_pair, make_project, make_reading

ROOT = Path(__file__).resolve().parents[3]
ROWS: tuple[tuple[type[models.Model], str], ...] = (
    (PairAgreement, "project"),
    (ItemAgreement, "project"),
    (QueuePlace, "project"),
    (AnnotatorQualityCounts, "annotator__project"),
)


def read_rows(project: Project) -> dict[str, list[str]]:
    """Return the counts of a project, without their keys, and without active time: it runs on while a reading is
    changed in a round, and is counted when that is submitted.
    """
    return {
        model.__name__: sorted(
            repr([value for name, value in sorted(row.items()) if name not in ("id", "seconds")])
            for row in model._default_manager.filter(**{key: project}).values()
        )
        for model, key in ROWS
    }


@pytest.mark.django_db
@pytest.mark.parametrize(("seed", "use"), [(1, "training"), (2, "training"), (3, "check"), (4, "check")])
def test_what_is_read_is_what_counting_from_scratch_gives(seed: int, use: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changes, "BATCH", 2)
    chance = random.Random(seed)
    training = TrainingProject(use=use, check_share=50)
    project = training.project
    for _ in range(6):
        make_pair(project)
    annotators = [*training.elders, training.newcomer, make_member(project)]
    judge = make_member(project, Role.ADJUDICATOR).user
    for _ in range(8):
        play(chance, project, annotators, judge, chance.randint(1, 12))
        count_changes(project.pk)
        assert not ChangedItem.objects.exists()
        found = read_rows(project)
        recount_readings(project)
        assert found == read_rows(project)
        assert recount_agreement(project) == []


@pytest.mark.django_db
def test_a_submission_counts_nothing_and_every_reader_does() -> None:
    project = make_project(pairs=1)
    for links in ("0-0S 1-1S", "0-0S 1-1P"):
        make_reading(make_member(project), links)
    assert not ItemAgreement.objects.exists()
    assert ChangedItem.objects.filter(project=project).count() == 2
    line = sum_agreement(project)
    assert line is not None and line.comparisons == 1
    assert count_disputes(project).undecided == 1
    assert not ChangedItem.objects.exists()


@pytest.mark.django_db
def test_where_nothing_has_changed_reading_costs_one_query_more() -> None:
    project = make_project(pairs=1)
    with CaptureQueriesContext(connection) as asked:
        count_changes(project.pk)
    assert len(asked) == 1


@pytest.mark.django_db
def test_the_sweep_leaves_nothing_to_count() -> None:
    projects = [make_project(pairs=1), make_project(pairs=1)]
    for project in projects:
        for _ in range(2):
            make_reading(make_member(project))
    sweep_changes()
    assert not ChangedItem.objects.exists()
    assert PairAgreement.objects.count() == 2


def run_together(*steps: Callable[[], Any]) -> None:
    """Run steps in threads of their own, and raise what one of them raised."""
    failures: list[BaseException] = []

    def run(step: Callable[[], Any]) -> None:
        try:
            step()
        except BaseException as error:
            failures.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=[step]) for step in steps]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive()
    if failures:
        raise failures[0]


@pytest.mark.django_db(transaction=True)
def test_many_count_while_others_submit_and_nothing_counts_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changes, "BATCH", 3)
    project = make_project(pairs=30, annotators_per_item=3)
    annotators = [make_member(project) for _ in range(4)]
    seen: list[tuple[int, int]] = []
    numbers = count()

    def submit_all(annotator: Any) -> None:
        for _ in range(8):
            make_reading(annotator, "0-0S 1-1P" if next(numbers) % 2 else "0-0S 1-1S")

    def read_readings() -> None:
        for _ in range(25):
            submitted = Assignment.objects.submitted().filter(item__project=project).count()
            count_changes(project.pk)
            rows = AnnotatorQualityCounts.objects.filter(annotator__project=project, part="readings")
            seen.append((submitted, rows.count()))

    run_together(*[lambda each=each: submit_all(each) for each in annotators], read_readings, read_readings)
    assert all(counted >= submitted for submitted, counted in seen)
    assert recount_agreement(project) == []
    found = read_rows(project)
    recount_readings(project)
    assert found == read_rows(project)


@pytest.mark.django_db(transaction=True)
def test_a_submission_waits_for_nobody_who_counts() -> None:
    project = make_project(pairs=2)
    first, second = make_member(project), make_member(project)
    make_reading(first)
    with transaction.atomic():
        hold_counts(project)
        run_together(lambda: make_reading(second), lambda: make_reading(first))
    assert ChangedItem.objects.filter(project=project).count() == 2
    count_changes(project.pk)
    assert PairAgreement.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_snapshot_keeps_the_counts_of_its_moment() -> None:
    project = make_project(pairs=1)
    for _ in range(2):
        make_reading(make_member(project))
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        assert not up_to_date(PairAgreement, project).exists()
    assert up_to_date(PairAgreement, project).exists()


def test_readers_have_changes_counted_first() -> None:
    """Outside of the modules that keep counts, none asks their tables without having changes counted."""
    asks = re.compile(
        r"\b(PairAgreement|ItemAgreement|AgreementTotal|ItemAgreementTotal|QueuePlace|QueueTotal)\.objects"
    )
    keep = (
        "agreement/queries/counting.py",
        "adjudication/queries/queue_counts.py",
        "annotator_quality/queries/counts.py",
    )
    found = [
        str(path.relative_to(ROOT))
        for app in ("alignment", "evaluation", "annotation_site")
        for path in (ROOT / app).rglob("*.py")
        if asks.search(code := path.read_text(encoding="utf-8"))
        if "from alignment.agreement.queries.changes import" not in code
        if not str(path).endswith(keep)
    ]
    assert found == []
