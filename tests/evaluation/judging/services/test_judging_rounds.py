"""The job that opens a judging round: whole or not at all, in chunks, the same again with the same seed."""

from random import Random
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotation_site.assignments.models import Item
from annotation_site.jobs.models import Job
from annotation_site.jobs.running import JobRun, JobStopped
from annotation_site.operations.models import Operation
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError
from evaluation.judging.jobs import opening, units
from evaluation.judging.jobs.opening import open_judging_round
from evaluation.judging.models import JudgementTask, JudgingRound
from evaluation.judging.services.judging_rounds import request_judging_round
from evaluation.test_sets.models import TestSet
from tests.evaluation.judgements import finish_round, make_evaluation_project, make_round
from tests.evaluation.translated import make_test_set

pytestmark = pytest.mark.django_db


@pytest.fixture
def project() -> Project:
    return make_evaluation_project()


def ask(project: Project, test_set: TestSet, **settings: object) -> Job:
    values = {"name": "Round", "method": "score", "required_count": 1, "operation_id": uuid4(), "seed": 5, **settings}
    return request_judging_round(user=project.created_by, project=project, test_set=test_set, **values)  # type: ignore[arg-type]


def read_tasks(opened: JudgingRound) -> list[tuple[object, ...]]:
    rows = JudgementTask.objects.filter(judging_round=opened).order_by("item")
    return list(rows.values_list("segment", "position", "label", "source_spans", "outputs", "repeats__segment"))


def cut_small(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (opening, units):
        monkeypatch.setattr(module, "CHUNK", 1)


def test_nothing_is_there_before_the_job_is_done(project: Project) -> None:
    ask(project, make_test_set(project))
    assert not JudgingRound.objects.exists()
    assert not Item.objects.filter(project=project).exists()


def test_a_cancelled_job_leaves_nothing_and_runs_again(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    cut_small(monkeypatch)
    job = ask(project, make_test_set(project))
    Job.objects.filter(pk=job.pk).update(state=Job.State.RUNNING, attempt=1)

    class Cancelled(JobRun):
        def report(self, done: int, total: int | None = None) -> None:
            # All is read, and the first item of the judging round is stored.
            if JudgementTask.objects.exists():
                raise JobStopped
            super().report(done, total)

    with pytest.raises(JobStopped):
        open_judging_round(Cancelled(Job.objects.get(pk=job.pk), 1))
    assert not JudgingRound.objects.exists()
    assert not Item.objects.filter(project=project).exists()
    assert finish_round(job).task_count == 3


def test_chunks_make_the_round_that_one_piece_makes(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    test_set = make_test_set(project)
    settings = {"repeat_share": 67, "hides_reference": True}
    whole = make_round(project, test_set, **settings)
    cut_small(monkeypatch)
    pieces = make_round(project, test_set, **settings)
    assert read_tasks(whole) == read_tasks(pieces)
    assert len(read_tasks(pieces)) == 5
    assert project.item_count == 10


def test_of_a_sample_no_other_translation_is_read(project: Project) -> None:
    test_set = make_test_set(project)
    with CaptureQueriesContext(connection) as queries:
        opened = make_round(project, test_set, sample=1, seed=5)
    (task,) = JudgementTask.objects.filter(judging_round=opened)
    read = [each["sql"] for each in queries.captured_queries if 'FROM "evaluation_hypothesis"' in each["sql"]]
    assert len(read) == 1 and f'"number" IN ({task.segment})' in read[0]
    # The same expression as when everything was read first: the third of three by this seed.
    assert Random(5).sample(range(3), 1) == [2] and task.segment == 3


def test_progress_goes_up_to_its_end(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    cut_small(monkeypatch)
    job, told = ask(project, make_test_set(project)), []
    monkeypatch.setattr(JobRun, "report", lambda self, done, total=None: told.append((done, total)))
    finish_round(job)
    assert told == sorted(told)
    assert told[-1] == (6, 6)


def test_a_round_that_comes_to_nothing_or_too_much_is_refused_by_the_job(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    marked = make_test_set(project)
    unmarked = make_test_set(project, "source\tone\nA.\tB.\n", {"source": "source"}, ["one"], name="Unmarked")
    with pytest.raises(DomainError, match="nothing to judge"):
        finish_round(ask(project, unmarked))
    monkeypatch.setattr(opening, "MOST_TASKS", 2)
    for method in ("score", "preference"):
        with pytest.raises(DomainError, match="3 items; the limit is 2"):
            finish_round(ask(project, marked, method=method))
    assert not JudgingRound.objects.exists()


def test_an_id_used_for_something_else_is_refused_at_once(project: Project) -> None:
    test_set = make_test_set(project)
    used = Operation.objects.filter(actor=project.created_by).exclude(kind="open_judging_round").first()
    assert used
    with pytest.raises(DomainError, match="already used for a different action"):
        ask(project, test_set, operation_id=used.operation_id)
