"""The command that ranks measures."""

import numpy as np
import pytest

from tests.evaluation.measure_command import measure, refuse

GOLD = {"A": [1, 2], "B": [3, 4], "C": [5, 5], "D": [7, 8]}
FIRST = {"A": [1, 2], "B": [3, 3], "C": [7, 3], "D": [5, 5]}
SECOND = {"A": [2, 1], "B": [2, 6], "C": [8, 8], "D": [7, 6]}


def score_file(scores: dict[str, list]) -> str:
    return "".join(f"{system}\t{score}\n" for system, row in scores.items() for score in row)


@pytest.fixture
def files(write):
    named = {"mqm": GOLD, "first": FIRST, "second": SECOND}
    return {name: write(f"{name}.seg.score", score_file(scores)) for name, scores in named.items()}


def test_measures_are_ranked_by_five_figures(files):
    found = measure("meta-evaluation", files["first"], files["second"], "--human", files["mqm"])
    assert found["metrics"] == ["first", "second"]
    rankings = {(each["level"], each["figure"]): each for each in found["rankings"]}
    assert list(rankings) == [
        ("system", "pairwise_accuracy"),
        ("system", "soft_pairwise_accuracy"),
        ("system", "pearson"),
        ("segment", "acc_eq"),
        ("segment", "pearson"),
    ]
    # System means: gold 1.5 3.5 5 7.5; first 1.5 3 5 5 (a tie is wrong); second 1.5 4 8 6.5.
    accuracies = {row["name"]: row["value"] for row in rankings["system", "pairwise_accuracy"]["measures"]}
    assert accuracies == {"first": pytest.approx(5 / 6), "second": pytest.approx(5 / 6)}
    segments = rankings["segment", "pearson"]
    values = {row["name"]: row["value"] for row in segments["measures"]}
    gold, first = (np.array(list(each.values()), dtype=float).ravel() for each in (GOLD, FIRST))
    assert values["first"] == pytest.approx(np.corrcoef(gold, first)[0, 1])
    assert segments["tests"] == [{"measures": ["first", "second"], "p": 126 / 256}]
    assert {row["cluster"] for each in found["rankings"] for row in each["measures"]} == {1}
    assert "permute:both|permutations:1000|seed:12345" in found["signature"]


def test_tables_score_files_and_inputs_go_together(files, write):
    rows = [f"{name},{place},{score}" for name, row in SECOND.items() for place, score in enumerate(row, 1)]
    second = write("second.csv", "\n".join(["system,segment,score", *rows]))
    both = measure("meta-evaluation", files["first"], files["second"], "--human", files["mqm"], "--permute", "inputs")
    mixed = measure("meta-evaluation", files["first"], second, "--human", files["mqm"], "--permute", "inputs")
    p_values = [[test["p"] for each in found["rankings"] for test in each["tests"]] for found in (both, mixed)]
    assert p_values[0] == p_values[1]
    turned = {name: [-score for score in row] for name, row in SECOND.items()}
    errors = write("errors.seg.score", score_file(turned))
    found = measure("meta-evaluation", files["first"], errors, "--human", files["mqm"], "--lower-is-better", "errors")
    values = [[row["value"] for each in result["rankings"] for row in each["measures"]] for result in (both, found)]
    assert values[0] == values[1]


def test_files_that_do_not_fit_are_refused(files, write):
    short = write("short.seg.score", score_file({"A": [1, 2], "B": [3]}))
    refuse("short.seg.score: B has 1 lines, but A has 2.", "meta-evaluation", short, "--human", files["mqm"])
    bare = write("bare.seg.score", "A\t1\nB\n")
    refuse("bare.seg.score, line 2: A line has a system and its score", "meta-evaluation", bare, "--human", bare)
    other = write("other.seg.score", score_file({"X": [1, 2]}))
    refuse("other: It has no score of", "meta-evaluation", other, "--human", files["mqm"])
    empty = write("empty.seg.score", score_file({"A": ["None", "None"]}))
    refuse("empty.seg.score: The table has no scores.", "meta-evaluation", empty, "--human", files["mqm"])
