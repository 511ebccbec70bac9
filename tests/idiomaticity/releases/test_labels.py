"""Labels and contexts of occurrences in releases."""

import json
import zipfile
from pathlib import Path

import pytest

from annotation_site.releases.verification import verify_release
from idiomaticity.compounds.models import Occurrence
from tests.alignment.releasing import save_release
from tests.factories import make_member
from tests.idiomaticity.making import bring_in, bring_study, make_rating, make_rating_project, make_study_release
from tests.idiomaticity.releases.archives import read, read_rows
from tests.idiomaticity.releases.test_identity import files_of

pytestmark = pytest.mark.django_db(transaction=True)
TEXT = """compound\tsentence\tlabel\tprevious\tnext
cold feet\tHe got cold feet.\ti\tThe wedding was near.\tNobody laughed.
cold feet\tWash your cold feet.\tl\t\t“Now!”
night owl\tA night owl works late.\ti\t\t
night owl\tThe night owl hooted.\tl\t=SUM(A1)\t
olive oil\tPour the olive oil.\t\t\t
"""


@pytest.fixture
def released(files_folder: object, tmp_path: Path) -> Path:
    project = make_rating_project(text=TEXT)
    for whole in (1, 4):
        annotator = make_member(project)
        for _ in range(project.item_count):
            make_rating(annotator, whole)
    return save_release(make_study_release(project), tmp_path)


def test_a_release_has_labels_and_contexts_and_comes_back_byte_for_byte(released: Path, tmp_path: Path) -> None:
    rows = read_rows(released, "occurrences.tsv")
    assert [(row["compound"], row["label"], row["mean"], row["ratings"]) for row in rows] == [
        ("cold feet", "idiomatic", "2.5", "2"),
        ("cold feet", "literal", "2.5", "2"),
        ("night owl", "idiomatic", "2.5", "2"),
        ("night owl", "literal", "2.5", "2"),
        ("olive oil", "", "2.5", "2"),
    ]
    assert (rows[0]["previous"], rows[1]["next"]) == ("The wedding was near.", "“Now!”")
    again = make_rating_project(text="", name="The same again")
    bring_in(again, read(released, "compounds.jsonl"))
    bring_study(again, read(released, "ratings.tsv").encode())
    assert Occurrence.objects.get(compound__project=again, label="literal", number=2, next="").previous == "=SUM(A1)"
    later = files_of(save_release(make_study_release(again), tmp_path))
    assert later == files_of(released)
    assert {"occurrences.tsv", "occurrences.parquet"} <= {name.rpartition("/")[2] for name in later}


def test_its_figures_of_labels_are_recomputed(released: Path, tmp_path: Path) -> None:
    report = verify_release(released)
    assert report["verified"], report["differences"]
    assert [row["label"] for row in report["labels"]] == ["idiomatic", "literal", ""]
    assert (report["label_separation"]["auc"], report["label_separation"]["literal"]) == (0.5, 2)
    changed = tmp_path / "changed" / released.name  # a release is named as its folder
    changed.parent.mkdir()
    with zipfile.ZipFile(released) as archive, zipfile.ZipFile(changed, "w") as copy:
        for name in archive.namelist():
            data = archive.read(name)
            copy.writestr(name, data.replace(b"literal", b"figural") if name.endswith("compounds.jsonl") else data)
    differences = verify_release(changed)["differences"]
    assert any(each.startswith("occurrences.tsv, line ") for each in differences)
    assert any("label" in each for each in differences if "tsv" not in each)


def test_the_datasheet_tells_ratings_by_label(released: Path) -> None:
    sheet = read(released, "DATASHEET.md")
    assert "Ratings by label" in sheet
    assert "Area under the curve, literal against idiomatic" in sheet
    assert json.loads(read(released, "manifest.json"))["label_separation"]["idiomatic"] == 2


def test_a_study_without_labels_is_released_as_before(files_folder: object, tmp_path: Path) -> None:
    project = make_rating_project()
    make_rating(make_member(project))
    release = save_release(make_study_release(project), tmp_path)
    assert "labels" not in json.loads(read(release, "manifest.json"))
    assert "occurrences.tsv" not in {name.rpartition("/")[2] for name in files_of(release)}
