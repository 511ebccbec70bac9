"""A release of expressions verifies itself without the database, and shows what was changed in it."""

import json
import subprocess
import sys
import zipfile
from pathlib import Path
from uuid import uuid4

import pytest

from annotation_site.releases.verification import verify_release
from expressions.lexicon.cases import Case
from expressions.lexicon.services import decide_cases
from tests.alignment.releasing import change, save_release
from tests.expressions.making import (
    CALLED,
    DAY,
    RAIN,
    RAINED,
    make_annotated_project,
    make_passage_project,
    make_release,
    propose,
    submit_marks,
    write_cupt,
)
from tests.factories import make_member
from tests.servers import ROOT

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_release_verifies_itself_without_the_database(files_folder: object, tmp_path: Path) -> None:
    path = save_release(make_release(make_annotated_project(), citation="Our paper."), tmp_path)
    program = [sys.executable, str(ROOT / "manage.py"), "verify", str(path)]
    done = subprocess.run(
        program, capture_output=True, text=True, check=False, env={"DATABASE_URL": "postgres://nobody@localhost:1/none"}
    )
    assert done.returncode == 0, done.stdout + done.stderr
    report = json.loads(done.stdout)
    assert (report["verified"], report["not_recomputed"]) == (True, [])
    assert report["counts"]["expressions"] == 1
    assert report["agreement"]["pooled"]["f_span"] == pytest.approx(4 / 5)


def test_marks_from_candidates_keep_their_source(files_folder: object, tmp_path: Path) -> None:
    project = make_passage_project(text=write_cupt([RAIN, DAY]), annotators_per_item=1)
    case = Case(("cat", "dog", "rain"), "VID")
    decide_cases(user=project.created_by, project=project, cases=[case], operation_id=uuid4())
    propose(project)
    annotator = make_member(project)
    submit_marks(annotator, RAINED)
    submit_marks(annotator, CALLED)
    release = make_release(project)
    assert release.manifest["candidates"] == {"lexicon": 1}
    path = save_release(release, tmp_path)
    assert verify_release(path)["verified"]
    changed = change(path, "passages.jsonl", lambda text: text.replace('"origin":"lexicon"', '"origin":"corpus"', 1))
    differences = verify_release(changed)["differences"]
    assert any("candidates" in line for line in differences), differences


@pytest.mark.parametrize(
    ("name", "before", "after", "said"),
    [
        ("passages.jsonl", '"category":"LVC.full"', '"category":"VID"', "counts.agreed"),
        ("gold.cupt", "1:VID", "1:IRV", "gold.cupt, line 5"),
        ("annotator-B.cupt", "1:VID", "*", "annotator-B.cupt, line 5"),
        ("expressions.jsonl", "rained", "poured", "expressions.jsonl, line 1"),
        ("lexicon.tsv", "1", "2", "lexicon.tsv, line 2"),
        ("agreement.json", '"common": 2', '"common": 3', "agreement.json"),
        ("manifest.json", '"undecided": 2', '"undecided": 0', "counts.undecided"),
    ],
)
def test_what_was_changed_is_named(
    files_folder: object, tmp_path: Path, name: str, before: str, after: str, said: str
) -> None:
    path = save_release(make_release(make_annotated_project()), tmp_path)
    with zipfile.ZipFile(path) as archive:
        assert before in archive.read(f"{path.stem}/{name}").decode(), name
    differences = verify_release(change(path, name, lambda text: text.replace(before, after, 1)))["differences"]
    assert any(said in line for line in differences), differences
