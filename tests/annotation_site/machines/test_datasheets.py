"""Datasheets of releases name the machines that answered, in every kind of project."""

from pathlib import Path
from zipfile import ZipFile

import pytest

from annotation_site.machines.models import Machine
from annotation_site.projects.models import Project
from annotation_site.releases.models import Release
from tests.alignment.releasing import make_release_of
from tests.annotation_site.machines.making import import_file, make_machine
from tests.evaluation.machine_judges.making import make_judged_round
from tests.evaluation.releases.making import make_evaluation_release
from tests.factories import make_member, make_project, make_reading
from tests.idiomaticity.making import make_rating, make_rating_project, make_study_release

pytestmark = pytest.mark.django_db(transaction=True)
DECLARED = {"model": "gpt-oss", "version": "20b", "prompt": "Answer\nin *JSON*.", "licence": "Apache-2.0"}
SECTION = r"""## Machine M1

- Name: Language model
- Model: gpt-oss
- Version: 20b
- Prompt or settings: Answer in \*JSON\*.
- Licence: Apache-2.0
- Date of the answers: 2026-03-09
- Answers: 2

No figure of this release counts its answers, and no file has them.
"""


def answer(project: Project, *answers: dict[str, object]) -> Machine:
    machine = make_machine(project, "Language model", **DECLARED)
    import_file(machine, *({"number": number, **each} for number, each in enumerate(answers, start=1)))
    return machine


def read_datasheet(release: Release) -> str:
    with release.file.open("rb") as stored, ZipFile(stored) as archive:
        name = next(name for name in archive.namelist() if Path(name).name == "DATASHEET.md")
        return archive.read(name).decode()


def test_of_links(files_folder: object):
    project = make_project(pairs=2, annotators_per_item=1)
    annotator = make_member(project)
    for _ in range(2):
        make_reading(annotator, "0-0S")
    assert "## Machine" not in read_datasheet(make_release_of(project))
    answer(project, {"sure": "0-0"}, {"sure": "1-1"})
    assert SECTION in read_datasheet(make_release_of(project))


def test_of_ratings(files_folder: object):
    project = make_rating_project(annotators_per_item=1)
    make_rating(make_member(project))
    answer(project, {"whole": 1}, {"whole": 2})
    assert SECTION in read_datasheet(make_study_release(project))


def test_of_judgements(files_folder: object):
    project = make_judged_round("score").project
    answer(project, {"answers": [1, 2, 3]}, {"answers": [1, 2, 3]})
    assert SECTION in read_datasheet(make_evaluation_release(project))


def test_what_was_not_declared_is_not_stated(files_folder: object):
    project = make_rating_project(annotators_per_item=1)
    make_rating(make_member(project))
    import_file(make_machine(project), {"number": 1, "whole": 3})
    assert "- Licence: not stated" in read_datasheet(make_study_release(project))
