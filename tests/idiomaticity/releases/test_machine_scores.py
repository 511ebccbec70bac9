"""The scores that raters saw, in a release of their ratings."""

import csv
import zipfile
from pathlib import Path

import pytest

from annotation_site.releases.verification import verify_release
from idiomaticity.anchoring.models import ShownScores
from tests.alignment.releasing import save_release
from tests.factories import make_member
from tests.idiomaticity.anchoring.showing import make_shown
from tests.idiomaticity.making import make_rating, make_study_release

pytestmark = pytest.mark.django_db(transaction=True)


def test_ratings_say_which_scores_stood_beside_them(files_folder: object, tmp_path: Path) -> None:
    project, _ = make_shown()
    for annotator in (make_member(project), make_member(project)):
        for _ in range(project.item_count):
            make_rating(annotator)
    path = save_release(make_study_release(project), tmp_path)
    with zipfile.ZipFile(path) as archive:
        files = {
            name.partition("/")[2]: archive.read(name).decode() for name in archive.namelist() if "parq" not in name
        }
    rows = list(csv.DictReader(files["ratings.tsv"].splitlines(), delimiter="\t"))
    said = {
        (row["annotator"], f"{row['compound']}-{row['sentence']}", row["scale"]): (row["machine_score"], row["shown"])
        for row in rows
    }
    for shown in ShownScores.objects.select_related("assignment__annotator", "assignment__item"):
        place = shown.assignment.annotator.pseudonym, shown.assignment.item.identifier
        truth = "false" if shown.is_control else "true"
        assert [said[*place, scale] for scale in ("head", "modifier", "whole")] == [
            ("4", truth),
            ("3", truth),
            ("", ""),
        ]
    assert {row["machine"] for row in rows} == {"M1", ""}
    assert "of M1, except on 50 % of each annotator’s items" in files["DATASHEET.md"]
    assert "ratings.tsv has the scores that raters were to see" in files["DATASHEET.md"]
    assert verify_release(path)["verified"]
