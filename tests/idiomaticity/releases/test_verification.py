"""A release verifies itself without the database, and shows what was changed in it."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from annotation_site.projects.models import Project
from annotation_site.releases.archives import UnreadableReleaseError
from annotation_site.releases.verification import verify_release
from tests.alignment.releasing import change, change_and_sign, save_release
from tests.idiomaticity.making import make_study_release
from tests.servers import ROOT

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_release_verifies_itself_without_the_database(project: Project, tmp_path: Path) -> None:
    path = save_release(make_study_release(project), tmp_path)
    program = [sys.executable, str(ROOT / "manage.py"), "verify", str(path)]
    done = subprocess.run(
        program, capture_output=True, text=True, check=False, env={"DATABASE_URL": "postgres://nobody@localhost:1/none"}
    )
    assert done.returncode == 0, done.stdout + done.stderr
    report = json.loads(done.stdout)
    assert report["verified"]
    assert report["counts"]["ratings"] == 12


@pytest.mark.parametrize(
    ("name", "edit", "said"),
    [
        ("ratings.tsv", lambda text: text.replace("\t4\t", "\t5\t", 1), "scores.tsv"),
        ("ratings.tsv", lambda text: text.replace("\tA\t", "\tA_excluded\t"), "policy.excluded"),
        ("paraphrases-given.tsv", lambda text: text.replace("barrier", "wall", 1), "paraphrases.tsv"),
        ("nctti.tsv", lambda text: text.replace('"2.5"', '"2.6"', 1), "nctti.tsv"),
        ("scores.tsv", lambda text: text.replace("2.5", "2.6", 1), "scores.tsv"),
        ("compounds.jsonl", lambda text: text.replace('"NC"', '"PC"', 1), "classes"),
        ("manifest.json", lambda text: text.replace('"ratings": 12', '"ratings": 13'), "counts.ratings"),
        ("README.md", lambda text: text + "\n", "README.md"),
    ],
)
def test_whatever_was_tampered_with_is_found(
    project: Project, tmp_path: Path, name: str, edit: Callable[[str], str], said: str
) -> None:
    path = save_release(make_study_release(project), tmp_path)
    report = verify_release(change(path, name, edit))
    assert not report["verified"]
    assert any(said in line for line in report["differences"]), report["differences"]


def test_a_file_that_only_pretends_is_refused(project: Project, tmp_path: Path) -> None:
    path = save_release(make_study_release(project), tmp_path)
    with pytest.raises(UnreadableReleaseError):
        verify_release(change(path, "ratings.tsv", lambda text: text.replace("glass ceiling", "no such compound")))
    with pytest.raises(UnreadableReleaseError):
        verify_release(change(path, "compounds.jsonl", lambda text: "{"))


@pytest.mark.parametrize("name", ["ratings.tsv", "paraphrases-given.tsv"])
def test_rows_in_another_order_are_refused_in_a_sentence(project: Project, tmp_path: Path, name: str) -> None:
    """They are read one rating at a time, which rests on their order."""

    def turn(text: str) -> str:
        header, *rows = text.splitlines(keepends=True)
        return header + "".join(reversed(rows))

    path = save_release(make_study_release(project), tmp_path)
    with pytest.raises(UnreadableReleaseError, match="not in the order of a release"):
        verify_release(change_and_sign(path, name, turn))
