"""A release of each kind of project, packed and unpacked."""

import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from alignment.releases.published import PUBLISHED as ALIGNMENT
from annotation_site.assignments.models import Item
from annotation_site.projects.models import Project
from annotation_site.releases.kinds import ReleaseKind
from annotation_site.releases.models import Release
from annotation_site.releases.verification import verify_release
from evaluation.adjudication.services import JudgementVerdict, adjudicate_judgement
from evaluation.releases.published import PUBLISHED as EVALUATION
from expressions.releases.published import PUBLISHED as EXPRESSIONS
from idiomaticity.releases.published import PUBLISHED as STUDY
from tests.alignment.releases.test_datasheet import make_released_project
from tests.alignment.releasing import make_release_of, save_release
from tests.evaluation.adjudication.disputes import make_adjudicator
from tests.evaluation.releases.conftest import make_judged_project
from tests.evaluation.releases.making import make_evaluation_release
from tests.expressions.making import import_files, make_empty_project, write_cupt
from tests.expressions.making import make_release as make_expression_release
from tests.idiomaticity.making import make_study_release
from tests.idiomaticity.releases.conftest import make_rated_project
from tests.running.kept_rows import made_once


def make_decided_project() -> Project:
    """Return an evaluation with a decision about judgements, so that none of its tables is empty."""
    project = make_judged_project()
    judging_round = project.judging_rounds.get(method="score")
    item = Item.objects.filter(judgement_task__judging_round=judging_round, judgement_task__repeats=None).first()
    assert item
    adjudicate_judgement(
        user=make_adjudicator(project),
        project=project,
        number=item.number,
        version=0,
        verdict=JudgementVerdict(answers=[3] * len(item.judgement_task.outputs)),
        operation_id=uuid4(),
    )
    return project


def make_noted_project() -> Project:
    """Return a project with expressions and with what is none, so that no file of its release is empty."""
    project = make_empty_project()
    marks = [[([1, 2, 4], "VID")], [([1, 3], "NotMWE")], []]
    import_files(project, write_cupt(marks=marks), write_cupt(marks=[marks[0], [], []]), use="readings")
    project.refresh_from_db()
    return project


MADE: dict[str, tuple[Callable[[], Project], Callable[..., Release], ReleaseKind]] = {
    "alignment": (make_released_project, make_release_of, ALIGNMENT),
    "idiomaticity": (make_rated_project, make_study_release, STUDY),
    "expressions": (make_noted_project, make_expression_release, EXPRESSIONS),
    "evaluation": (make_decided_project, make_evaluation_release, EVALUATION),
}
CREATORS = [
    {"name": "Bianchi & Söhne, {née} O’Neil_\u2028", "given_name": "Ada: <b>", "orcid": "0000-0002-1694-233X",
     "affiliation": "University of Pisa", "ror": "https://ror.org/03ad39j10"},
    {"name": "Sukarno", "affiliation": "University of Pisa", "ror": "03ad39j10"},
    {"type": "organisation", "name": "Lab of Idioms and Proverbs", "ror": "02feahw73"},
]  # fmt: skip
HOSTILE = 'A "title": \u2028 with – # <b>markup</b>,\x7f 😀 and a\nbreak'


def make_hostile_release(kind: str) -> Release:
    """Release a project of the kind whose name and citation every format of metadata must escape."""
    make_project, make_release, *_ = MADE[kind]
    project = make_project()
    Project.objects.filter(pk=project.pk).update(name=HOSTILE)
    project.refresh_from_db()
    return make_release(
        project, note="First.", licence="CC-BY-4.0", citation="Doe 2026. Links: a “study”.", creators=CREATORS
    )


@dataclass(frozen=True)
class Published:
    """A release in its zip and as a folder, with its project, which can release again."""

    path: Path
    folder: Path
    kind: ReleaseKind
    project: Project
    make: Callable[..., Release]

    def verify(self, path: Path) -> dict[str, Any]:
        return verify_release(path)

    def read(self, name: str) -> str:
        return (self.folder / name).read_text(encoding="utf-8")


@pytest.fixture(params=MADE)
def published(
    request: pytest.FixtureRequest, transactional_db: None, files_folder: object, tmp_path: Path
) -> Published:
    _, make_release, kind = MADE[request.param]
    release = made_once(make_hostile_release, request.param)
    path = save_release(release, tmp_path)
    with zipfile.ZipFile(path) as archive:
        archive.extractall(tmp_path)
    return Published(path, tmp_path / path.stem, kind, release.project, make_release)
