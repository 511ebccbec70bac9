"""A release of an evaluation verifies itself without the database, and shows what was changed in it."""

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from annotation_site.projects.models import Project
from annotation_site.releases.archives import UnreadableReleaseError
from annotation_site.releases.verification import verify_release
from tests.alignment.releasing import change, save_release
from tests.evaluation.external_scores.test_services import XCOMET, upload_scores
from tests.evaluation.judgements import make_evaluation_project
from tests.evaluation.releases.making import make_evaluation_release
from tests.evaluation.translated import make_test_set
from tests.servers import ROOT

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_release_verifies_itself_without_the_database(project: Project, tmp_path: Path) -> None:
    path = save_release(make_evaluation_release(project, citation="Our paper.", licence="CC-BY-4.0"), tmp_path)
    program = [sys.executable, str(ROOT / "manage.py"), "verify", str(path)]
    done = subprocess.run(
        program, capture_output=True, text=True, check=False, env={"DATABASE_URL": "postgres://nobody@localhost:1/none"}
    )
    assert done.returncode == 0, done.stdout + done.stderr
    report = json.loads(done.stdout)
    assert report["verified"]
    assert report["not_recomputed"] == ["values of Score_mwe, aligned words"]
    counts = report["counts"]
    assert (counts["segments"], counts["systems"], counts["judging_rounds"]) == (4, 2, 2)
    assert counts["excluded_judgements"] * 2 == counts["judgements"]


@pytest.mark.parametrize(
    ("name", "before", "after", "said"),
    [
        ("test-set.jsonl", "Si sveglia presto.", "Si sveglia tardi.", "bleu of system one, values"),
        ("segment-values.jsonl", '"values":[[', '"values":[[0.25,', "mwe-score of system one"),
        ("judgements.jsonl", '"is_excluded":true', '"is_excluded":false', "counts.judgements"),
        ("scores.jsonl", '"left_out":0', '"left_out":1', "left_out"),
        ("report.json", '"units"', '"unit"', "report.json"),
        ("alignments.jsonl", '"links":[[0,0]', '"links":[[0,99]', "alignments.jsonl, line"),
        ("manifest.json", '"note": ""', '"note": "better"', "README.md"),
    ],
)
def test_numbers_are_computed_again_whatever_the_hashes_say(
    project: Project, tmp_path: Path, name: str, before: str, after: str, said: str
) -> None:
    path = save_release(make_evaluation_release(project), tmp_path)
    with zipfile.ZipFile(path) as archive:
        assert before in archive.read(f"{path.stem}/{name}").decode(), name
    try:
        differences = verify_release(change(path, name, lambda text: text.replace(before, after, 1)))["differences"]
    except UnreadableReleaseError as error:
        differences = [str(error)]
    assert any(said in line or "cannot be read" in line for line in differences), differences


def test_imported_scores_with_errors_and_of_the_whole_are_verified(files_folder: object, tmp_path: Path) -> None:
    project = make_evaluation_project(name="Idioms in translation")
    test_set = make_test_set(project)
    upload_scores(test_set, json.dumps(XCOMET), "scores.json", "xCOMET")
    upload_scores(test_set, "system_one 0.81\nsystem_two 0.84\n", "gemba.sys.score", "GEMBA")
    found = verify_release(save_release(make_evaluation_release(project), tmp_path))
    assert (found["verified"], found["differences"]) == (True, [])
    assert sorted(found["not_recomputed"]) == ["figures of GEMBA", "values of xCOMET"]
