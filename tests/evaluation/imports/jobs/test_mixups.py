"""Sources, references and outputs in the wrong language are told, and imported all the same."""

import json

import pytest

from annotation_site.projects.models import Project
from evaluation.imports.jobs.test_sets import import_test_set, preview_test_set
from evaluation.test_sets.services import confirm_test_set
from tests.annotation_site.texts.test_language_signs import TEXTS
from tests.evaluation.translated import add, make_test_set, request_preview, run
from tests.factories import make_project

pytestmark = pytest.mark.django_db
ENGLISH, ITALIAN = (TEXTS[tag].replace("\n", " ") + "\n" for tag in ("en", "it"))
SWAPPED = "The source looks like Italian, and the reference like English: they may be swapped."


@pytest.fixture
def project() -> Project:
    return make_project()


@pytest.mark.parametrize(
    ("source", "reference", "told"),
    [
        (ENGLISH, ITALIAN, ""),
        (ITALIAN, ENGLISH, SWAPPED),
        (ENGLISH, ENGLISH, "The reference looks like English rather than Italian."),
        ("Siena\n", "Siena\n", ""),
    ],
)
def test_a_preview_warns_of_languages_and_imports_all_the_same(
    project: Project, source: str, reference: str, told: str
) -> None:
    preview = run(request_preview(project, {"source": ("s.txt", source)}, [reference]), preview_test_set)
    assert preview.result["mixup"] == told
    job = run(confirm_test_set(user=project.created_by, project=project, preview=preview), import_test_set)
    assert job.result["summary"] == f"1 segment, 0 expressions marked. {told}".rstrip()


def test_outputs_in_the_language_of_the_source_are_named(project: Project) -> None:
    row = {"source": ENGLISH, "references": [ITALIAN]}
    test_set = make_test_set(project, json.dumps(row), {}, systems=(), file_name="set.jsonl")
    assert add(test_set, "good", ITALIAN).result["summary"] == "All segments have translations."
    told = "All segments have translations. copy looks like English rather than Italian."
    assert add(test_set, "copy", ENGLISH).result["summary"] == told
