"""Known answers are released apart: two tables of their own, and no row among those of the study."""

import json
from pathlib import Path

import pytest

from annotation_site.assignments.models import Assignment
from annotation_site.assignments.services.leasing import give_out
from annotation_site.releases.verification import verify_release
from idiomaticity.compounds.models import Compound
from idiomaticity.screening.models import KnownRating
from idiomaticity.screening.services.known_ratings import set_screening
from tests.alignment.releasing import save_release
from tests.factories import make_member
from tests.idiomaticity.making import lease_rating, make_rating_project, make_study_release, submit_rating
from tests.idiomaticity.releases.archives import read
from tests.idiomaticity.screening.known import ROWS, choose
from tests.idiomaticity.screening.test_known_answer_files import bring_known

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def released(files_folder: object, tmp_path: Path) -> Path:
    project = make_rating_project(text="compound\tsentence\n" + ROWS, annotators_per_item=1)
    bring_known(project)
    choose(project, "rain tank-1")
    set_screening(user=project.created_by, project=project, attention_share=0, pass_mark=70)
    annotator = make_member(project)
    submit_rating(lease_rating(annotator), 3, 3, 3)
    for known in KnownRating.objects.filter(project=project).exclude(item__identifier="rain tank-1"):
        purpose = Assignment.Purpose.CHECK if known.use == "attention" else Assignment.Purpose.TRAINING
        submit_rating(give_out(annotator, known.item, purpose), 5, -1, 4)
    return save_release(make_study_release(project), tmp_path)


def test_they_stand_in_tables_of_their_own(released: Path) -> None:
    compounds = [json.loads(line)["compound"] for line in read(released, "compounds.jsonl").splitlines()]
    assert compounds == ["fish tank", "gas tank", "oil tank"]
    assert "coffee cup" not in read(released, "ratings.tsv")
    header, *rows = (line.split("\t") for line in read(released, "known-answers.tsv").splitlines())
    assert header[:7] == ["item", "compound", "sentence", "span", "modifier", "head", "use"]
    assert [row[0] for row in rows] == ["rain tank-1", "coffee cup-1", "red herring-1"]
    assert rows[1][2:] == ["He drank from a coffee cup.", "16-26", "coffee", "cup", "attention", "4-5", "", "4-5", ""]
    _, *answers = (line.split("\t") for line in read(released, "known-ratings.tsv").splitlines())
    assert answers[:3] == [
        ["coffee cup-1", "attention", "head", "A", "5", "true"],
        ["coffee cup-1", "attention", "modifier", "A", "-1", ""],
        ["coffee cup-1", "attention", "whole", "A", "4", "true"],
    ]
    assert [row[-1] for row in answers[3:]] == ["", "", "false"]


def test_their_numbers_are_recomputed(released: Path) -> None:
    report = verify_release(released)
    assert report["verified"], report["differences"]
    assert report["counts"]["compounds"] == 3
    assert report["known_answers"] == {
        "attention": {"items": 2, "ratings": 1, "met": 1},
        "tutorial": {"items": 1, "ratings": 1, "met": 0},
    }
    assert "1 items, 1 answers, 0 as expected" in read(released, "DATASHEET.md")


def test_they_come_in_again_as_they_were(released: Path) -> None:
    again = make_rating_project(text="", annotators_per_item=1)
    assert bring_known(again, read(released, "known-answers.tsv")) == 3
    cup = KnownRating.objects.get(project=again, item__identifier="coffee cup-1")
    assert (cup.use, cup.expected) == ("attention", {"head": [4, 5], "whole": [4, 5]})
    assert Compound.everything.filter(project=again, is_filler=True).count() == 3


def test_a_study_without_them_has_no_such_tables(files_folder: object, tmp_path: Path) -> None:
    project = make_rating_project(text="compound\tsentence\n" + ROWS, annotators_per_item=1)
    submit_rating(lease_rating(make_member(project)))
    path = save_release(make_study_release(project), tmp_path)
    assert verify_release(path)["verified"]
    assert "known_answers" not in verify_release(path)
