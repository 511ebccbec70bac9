"""The demo projects of every kind: whole, the same each time, and left alone once they are finished."""

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from alignment.releases.jobs import build_release
from alignment.rounds.models import RoundItem
from annotation_site.accounts.models import User
from annotation_site.assignments.models import Item
from annotation_site.closing.services.closing import archive_project
from annotation_site.jobs.models import Job
from annotation_site.jobs.running import work_on
from annotation_site.operations.models import Operation
from annotation_site.projects.demo import PEOPLE, SIMULATED
from annotation_site.projects.models import Project, Role
from annotation_site.releases.models import Release
from evaluation.boards.queries.boards import read_board
from evaluation.demo import services
from evaluation.demo.services import load_translation_demo
from evaluation.judging.models import OutputJudgement
from evaluation.other_projects.queries import read_other_projects
from evaluation.releases.jobs import build_release as build_translation_release
from evaluation.sources.other_projects import find_expression
from evaluation.test_sets.models import TestSet
from expressions.releases.jobs import build_release as build_expression_release
from idiomaticity.demo.services import REQUIRED, load_rating_demo
from idiomaticity.ratings.models import Paraphrase, Rating
from idiomaticity.releases.jobs import build_release as build_rating_release
from idiomaticity.results.queries.results import read_scores

pytestmark = pytest.mark.django_db(transaction=True)
RELEASES = {
    "release": build_release,
    "compound_release": build_rating_release,
    "expression_release": build_expression_release,
    "evaluation_release": build_translation_release,
}
PASSWORDS = dict.fromkeys(PEOPLE, "a password for tests")


def test_the_rating_demo_is_whole_and_the_same_when_loaded_again(files_folder: Path) -> None:
    project = load_rating_demo(PASSWORDS)
    rows = read_scores(project)
    assert (len(rows), sum(row.ratings for row in rows)) == (10, 30 * len(SIMULATED))
    assert Paraphrase.objects.count() == Rating.objects.count() == 150
    by_name = {row.compound.text: row for row in rows}
    assert (by_name["cold feet"].spread.value or 0) > 2 > 0.5 > (by_name["guest list"].spread.value or 0)
    assert set(project.items.values_list("required_count", "submitted_count")) == {(REQUIRED, 5)}
    assert project.predictors.get().counted["missing"] == 0
    operations = Operation.objects.count()
    assert load_rating_demo(PASSWORDS) == project
    assert Operation.objects.count() == operations
    scores = list(Rating.objects.order_by("assignment__item", "assignment__annotator").values_list("whole", flat=True))
    Project.objects.filter(pk=project.pk).update(name="An older demo")
    again = load_rating_demo(PASSWORDS)
    fresh = Rating.objects.filter(assignment__item__project=again).order_by("assignment__item", "assignment__annotator")
    assert list(fresh.values_list("whole", flat=True)) == scores


def test_the_translation_demo_is_judged_and_the_same_when_loaded_again(files_folder: Path) -> None:
    project = load_translation_demo(PASSWORDS)
    test_set = project.test_sets.get()
    assert (test_set.segment_count, test_set.expression_count, test_set.translations.count()) == (10, 10, 3)
    assert [row.name for row in read_board(test_set).rows] == [
        "Phrase by phrase",
        "With a glossary",
        "Word for word",
    ]
    judging_round = project.judging_rounds.get()
    tasks = judging_round.tasks.values_list("item__submitted_count", "item__required_count")
    assert set(tasks) == {(5, 7)} and len(tasks) == services.SAMPLE
    assert Job.objects.get(project=project, kind="correlation").state == Job.State.QUEUED
    operations = Operation.objects.count()
    assert load_translation_demo(PASSWORDS) == project
    assert Operation.objects.count() == operations
    scores = _list_scores(project)
    Project.objects.filter(pk=project.pk).update(name="An older demo")
    assert _list_scores(load_translation_demo(PASSWORDS)) == scores


def test_an_interrupted_translation_demo_is_finished(files_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(**asked: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(services, "request_correlation", stop)
        with pytest.raises(KeyboardInterrupt):
            load_translation_demo(PASSWORDS)
    project = load_translation_demo(PASSWORDS)
    assert (project.test_sets.count(), project.judging_rounds.count()) == (1, 1)
    assert Job.objects.filter(project=project, kind="correlation").exists()


def _list_scores(project: Project) -> list[tuple[int, int, float]]:
    """Return segment, output and score in the order of the simulated people."""
    judged = OutputJudgement.objects.filter(assignment__item__project=project)
    judged = judged.order_by("assignment__annotator__pk", "assignment__item__judgement_task__segment", "output")
    return list(judged.values_list("assignment__item__judgement_task__segment", "output", "value"))


def test_the_command_loads_a_project_of_each_kind_and_one_is_found_from_another(
    files_folder: Path, settings: object, tmp_path: Path
) -> None:
    settings.DATA_DIR = tmp_path  # type: ignore[attr-defined]
    out = StringIO()
    call_command("load_demo", stdout=out)
    assert all(email in out.getvalue() for _, email in PEOPLE.values())
    assert set(Project.objects.values_list("kind", flat=True)) == set(Project.Kind.values)
    for project in Project.objects.all():
        assert project.memberships.filter(user__email=PEOPLE["manager"][1], role=Role.MANAGER).exists()
        assert project.memberships.filter(user__email=PEOPLE["adjudicator"][1], role=Role.ADJUDICATOR).exists()
    manager = User.objects.get(email=PEOPLE["manager"][1])
    sought = find_expression(Project.objects.get(kind=Project.Kind.IDIOMATICITY), 1)
    assert sought is not None and sought.text == "green fingers"
    (row,) = read_other_projects(manager, sought).translated
    assert (row.test_set, row.occurrences) == (TestSet.objects.get(), 2)


def test_a_shown_demo_has_a_round_and_releases_of_all_kinds(files_folder: Path, settings: Any, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path
    call_command("load_demo", "--show", stdout=StringIO())
    asked = Job.objects.filter(kind__in=list(RELEASES))
    assert set(asked.values_list("kind", "state")) == {(kind, Job.State.QUEUED) for kind in RELEASES}
    for job in asked:
        work_on(job.pk, RELEASES[job.kind])
    assert list(Release.objects.values_list("number", flat=True)) == [1, 1, 1, 1]
    in_round = RoundItem.objects.filter(is_open=True).count()
    assert 1 <= in_round <= 4 < Item.objects.filter(project__kind="alignment", state=Item.State.ANNOTATED).count()
    call_command("load_demo", "--show", stdout=StringIO())
    assert (asked.count(), RoundItem.objects.count()) == (4, in_round)


def test_an_archived_demo_is_not_released(files_folder: Path, settings: Any, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path
    call_command("load_demo", stdout=StringIO())
    for project in Project.objects.all():
        archive_project(user=project.created_by, project=project)
    call_command("load_demo", "--show", stdout=StringIO())
    assert not Job.objects.filter(kind__in=list(RELEASES)).exists()
