"""Two releases of ratings are compared: what came, what went, and what it changes."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from annotation_site.exclusions.services import exclude_annotator
from annotation_site.projects.models import Project
from annotation_site.releases.archives import UnreadableReleaseError
from annotation_site.releases.differences import compare_releases
from tests.alignment.releasing import save_release
from tests.factories import make_member
from tests.idiomaticity.classes.judging import decide
from tests.idiomaticity.making import bring_in, make_rating, make_rating_project, make_study_release

pytestmark = pytest.mark.django_db(transaction=True)
ROOT = Path(__file__).resolve().parents[3]
TANKS = "compound\tsentence\nfish tank\tA fish tank.\ngas tank\tA gas tank.\n"


def compare(first: Path, second: Path) -> dict[str, Any]:
    return compare_releases(first, second, (first.name, second.name))


@pytest.fixture
def project(files_folder: object) -> Project:
    project = make_rating_project(text=TANKS, annotators_per_item=3)
    for whole in (4, 1):
        annotator = make_member(project)
        for _ in range(2):
            make_rating(annotator, whole, "vessel")
    return project


def test_everything_that_changed_is_counted_and_named(project: Project, tmp_path: Path) -> None:
    first = save_release(make_study_release(project), tmp_path)
    bring_in(project, "compound\tsentence\ncoal mine\tA coal mine.\n")
    newcomer = make_member(project)
    for _ in range(3):
        make_rating(newcomer, 5, "container", "vessel")
    decide(project, 2, 0, decided_class="PC", note="")
    careless = project.memberships.get(pseudonym="B")
    exclude_annotator(user=project.created_by, project=project, annotator_id=careless.pk, reason="careless")
    second = save_release(make_study_release(project, note="After the pilot."), tmp_path)

    found = compare(first, second)
    assert found["compounds"] == {"added": 1, "removed": 0, "changed": 2, "unchanged": 0}
    assert found["ratings"] == {"added": 3, "removed": 0, "changed": 2}
    assert found["paraphrases"] == {"added": 6, "removed": 0}
    fish, gas, mine = found["changed_compounds"]
    assert (mine["compound"], mine["what"], mine["ratings"]["added"]) == ("coal mine", "added", 1)
    assert fish["ratings"] == {"added": 1, "removed": 0, "changed": 1}
    changes = {row["what"]: (row["from"], row["to"]) for row in gas["changes"]}
    assert changes["class"] == ("", "PC")
    assert changes["token_score"] == (2.5, 4.5)
    assert "policy" in {row["what"] for row in found["described"]}

    counts = [found[side]["counts"] for side in ("from", "to")]
    totals = [each["ratings"] + each["excluded_ratings"] for each in counts]
    assert found["ratings"]["added"] - found["ratings"]["removed"] == totals[1] - totals[0]

    back = compare(second, first)
    assert back["ratings"] == {"added": 0, "removed": 3, "changed": 2}
    assert back["compounds"]["removed"] == 1
    assert back["changed_compounds"][-1]["what"] == "removed"


def test_two_releases_of_one_state_are_equal(project: Project, tmp_path: Path) -> None:
    first, second = (save_release(make_study_release(project), tmp_path) for _ in range(2))
    found = compare(first, second)
    assert found["described"] == []
    assert found["equal"]
    assert found["compounds"]["unchanged"] == 2


def test_the_command_compares_them_without_a_database(project: Project, tmp_path: Path) -> None:
    first = save_release(make_study_release(project), tmp_path)
    make_rating(make_member(project), 5)
    second = save_release(make_study_release(project), tmp_path)
    environment = {"PATH": os.environ["PATH"], "DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none"}

    def run(*files: Path) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "manage.py", "compare-releases", *map(str, files)]
        return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)

    differ, equal, unreadable = run(first, second), run(first, first), run(first, tmp_path)
    assert (differ.returncode, json.loads(differ.stdout)["ratings"]["added"]) == (1, 1), differ.stderr
    assert (equal.returncode, json.loads(equal.stdout)["equal"]) == (0, True)
    assert (unreadable.returncode, unreadable.stdout) == (2, "")


def test_what_is_no_release_of_ratings_is_refused(project: Project, tmp_path: Path) -> None:
    first = save_release(make_study_release(project), tmp_path)
    other = tmp_path / "other.zip"
    other.write_bytes(b"PK")
    with pytest.raises(UnreadableReleaseError, match=r"other\.zip"):
        compare(first, other)
