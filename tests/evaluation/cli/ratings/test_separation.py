"""`measure separation`: values by definition, labels by name, and refusals."""

import csv
from io import StringIO

import pytest
from django.core.management import CommandError
from django.test import Client
from django.urls import reverse
from scipy import stats

from tests.evaluation.cli.measuring import measure, run
from tests.factories import make_member
from tests.idiomaticity.making import lease_rating, make_rating_project, submit_rating

ROWS = [
    ("a", "I", 0),
    ("a", "L", 5),
    ("b", "i", 2),
    ("b", "literal", 3),
    ("c", "idiomatic", 3),
    ("c", "Q", 1),
    ("d", "L", ""),
]
COLUMNS = ("--label", "kind", "--value", "mean")


def write(path, rows=ROWS):
    path.write_text("mwe,kind,mean\n" + "".join(f"{mwe},{kind},{mean}\n" for mwe, kind, mean in rows))
    return path


def test_the_area_is_that_of_scipy_and_what_is_left_out_is_counted(tmp_path):
    found = measure("separation", write(tmp_path / "table.csv"), *COLUMNS, "--compound", "mwe", "--bootstrap", 200)
    assert found["auc"] == pytest.approx(stats.mannwhitneyu([5, 3], [0, 2, 3]).statistic / 6)
    assert found["n"] == {"idiomatic": 3, "literal": 2}
    assert (found["missing"], found["other"], found["compounds"]) == (1, {"Q": 1}, 3)
    assert "bs:200" in found["signature"]


def test_labels_of_other_names_are_named_on_the_command_line(tmp_path):
    rows = [("a", "0", 1), ("a", "1", 2), ("b", "0", 3)]
    path = write(tmp_path / "table.csv", rows)
    with pytest.raises(CommandError, match=r"No label is known: they are “0”, “1”\. Name them with --idiomatic"):
        measure("separation", path, *COLUMNS)
    found = measure("separation", path, *COLUMNS, "--idiomatic", "0", "--literal", "1")
    assert (found["auc"], found["n"]) == (0.5, {"idiomatic": 2, "literal": 1})
    assert "interval" not in found


def test_one_side_alone_has_no_area_and_says_why(tmp_path):
    found = measure("separation", write(tmp_path / "table.csv", [("a", "I", 1)]), *COLUMNS)
    assert (found["auc"], found["reasons"]) == (None, {"auc": "There is no literal value to compare."})


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("mwe,kind,mean\na,I,low\n", "“low” is not a number"),
        ("mwe,kind\na,I\n", "mean"),
    ],
)
def test_a_table_that_cannot_be_measured_is_refused_in_one_sentence(tmp_path, text, sentence):
    path = tmp_path / "table.csv"
    path.write_text(text)
    done = run("separation", path, *COLUMNS)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert not done.stdout


@pytest.mark.django_db
def test_it_measures_the_means_that_a_release_or_the_page_has(tmp_path):
    text = "compound\tsentence\tlabel\n" + "".join(
        f"ox {noun}\tHere is an ox {noun}{end}\t{label}\n"
        for noun in ("tank", "cart", "bow")
        for end, label in ((".", "i"), ("!", "l"))
    )
    project = make_rating_project(text=text)
    annotator = make_member(project)
    for whole in (0, 4, 2, 5, 1, 3):
        submit_rating(lease_rating(annotator), 3, 3, whole)
    client = Client()
    client.force_login(project.created_by)
    answers = b"".join(client.get(reverse("idiomaticity:answers_table", args=[project.slug, "csv"])).streaming_content)
    path = tmp_path / "answers.csv"
    rows = [row for row in csv.DictReader(StringIO(answers.decode())) if row["scale"] == "whole"]
    write(path, [(row["compound"], row["label"], row["value"]) for row in rows])
    shown = client.get(reverse("api:labels", args=[project.slug])).json()["separation"]
    found = measure("separation", path, *COLUMNS, "--compound", "mwe", "--bootstrap")
    assert found["auc"] == pytest.approx(shown["auc"])
    assert found["n"] == {"idiomatic": 3, "literal": 3}
