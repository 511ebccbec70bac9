import random
from pathlib import Path

import pytest

from tests.evaluation.measure_command import measure, refuse


@pytest.fixture
def judged(write):
    chance = random.Random(4)
    human, good, bad, preferences = [], [], [], []
    for segment in range(12):
        for place, system in enumerate("ABC"):
            human += [
                f"{segment},{system},{who},{min(5, 1 + place + chance.randint(0, 2))}" for who in ("anna", "bert")
            ]
            good.append(f"{system},{segment},{place + chance.random() / 2}")
            bad.append(f"{system},{segment},{chance.random()}")
        preferences.append(f"{segment},C,A")
    return {
        "human": write("human.csv", "\n".join(["segment,system,annotator,score", *human])),
        "good": write("good.csv", "\n".join(["system,segment,score", *good])),
        "bad": write("bad.csv", "\n".join(["system,segment,score", *bad])),
        "preferences": write("preferences.csv", "\n".join(["segment,better,worse", *preferences])),
    }


def test_correlation_of_scores(judged):
    result = measure("correlation", judged["good"], judged["bad"], "--human", judged["human"], "--bootstrap", 50)
    assert result["metrics"] == ["good", "bad"]
    assert set(result["systems"]) == {"A", "B", "C"}
    assert result["annotators"][0]["annotators"] == ["anna", "bert"]
    assert result["system_level"]["good"]["pearson"] > 0.9
    good, bad = result["segment_level"]["good"], result["segment_level"]["bad"]
    for name in ("pearson", "spearman", "wmt13", "wmt14", "tau_b"):
        assert good[name] > bad[name]
        assert good["interval"][name][0] <= good[name] <= good["interval"][name][1]
    assert (good["n"], good["missing"]) == (36, 0)
    assert result["williams"][0]["p"] < 0.05
    assert result["soft_pairwise_accuracy"]["good"] > 0.95


def test_correlation_of_preferences_with_flips(judged):
    result = measure("correlation", judged["bad"], judged["good"], "--preferences", judged["preferences"])
    assert result["preferences"]["good"] == {"wmt13": 1.0, "wmt14": 1.0, "n": 12, "missing": 0, "ties": 0}
    flips = result["flips"][0]
    assert flips["metrics"] == ["bad", "good"]
    assert (flips["lost"], flips["gain"]) == (0, flips["won"])
    assert flips["won"] > 0


def test_missing_scores_and_decimal_commas_of_people_and_measures(judged, write, capsys):
    plain = measure("correlation", judged["good"], "--human", judged["human"])
    human = judged["human"].read_text(encoding="utf-8")
    more = human.rstrip("\n") + "\n99,A,anna,NA\n99,B,Anna,\n"
    header, *rows = judged["good"].read_text(encoding="utf-8").splitlines()
    table = [header.replace(",", "\t")]
    for row in rows:
        table.append("\t".join([*row.split(",")[:2], row.split(",")[2].replace(".", ",")]))
    good = write("good.tsv", "\n".join([*table, "A\t99\tNaN"]) + "\n")
    found = measure("correlation", good, "--human", write("people.csv", more))
    assert found["segment_level"] == plain["segment_level"]
    said = capsys.readouterr().err
    assert "people.csv: 2 rows have no score (“NA”) and are left out." in said
    assert "good.tsv: 1 row has no score (“NaN”) and is left out." in said


def test_undefined_correlations_are_null_with_a_reason(judged, write):
    flat = write("flat.csv", "system,segment,score\n" + "".join(f"{s},{g},1\n" for s in "ABC" for g in range(12)))
    result = measure("correlation", flat, "--human", judged["human"])
    assert result["segment_level"]["flat"]["pearson"] is None
    assert result["reasons"]["flat.pearson"] == "One of the two has the same score for all items."


def test_correlation_names_the_row_that_cannot_be_used(judged, write):
    header = "segment,system,annotator,score\n"
    twice = write("twice.csv", header + "1,A,anna,2\n1,A,anna,3\n")
    refuse(
        "twice.csv, line 3: anna has already scored segment 1 of A.", "correlation", judged["good"], "--human", twice
    )
    words = write("words.csv", header + "1,A,anna,good\n")
    refuse("words.csv, line 2: “good” is not a number.", "correlation", judged["good"], "--human", words)
    again = write("again.csv", "system,segment,score\nA,1,1\nA,1,2\n")
    refuse("again.csv, line 3: Segment 1 of A already has a score", "correlation", again, "--human", judged["human"])
    itself = write("itself.csv", "segment,better,worse\n1,A,A\n")
    refuse("itself.csv, line 2: A cannot be better", "correlation", judged["good"], "--preferences", itself)
    refuse("--human or --preferences", "correlation", judged["good"])
    refuse("The file is given twice.", "correlation", judged["good"], judged["good"], "--human", judged["human"])
    refuse(
        "empty.csv: The table has no scores.",
        "correlation",
        write("empty.csv", "system,segment,score\n"),
        "--human",
        words,
    )


def test_scores_of_errors_are_turned(judged, write):
    header, *rows = Path(judged["good"]).read_text().splitlines()
    cells = [row.split(",") for row in rows]
    turned = [header, *(f"{system},{segment},{-float(score)}" for system, segment, score in cells)]
    errors = write("errors.csv", "\n".join(turned))
    people = ("--human", judged["human"], "--preferences", judged["preferences"])
    for name in ("errors", errors):
        found = measure("correlation", errors, judged["bad"], *people, "--lower-is-better", name)
        assert "turned:1" in found["signature"]
        expected = measure("correlation", judged["good"], judged["bad"], *people)
        for key in ("system_level", "segment_level", "soft_pairwise_accuracy", "preferences"):
            assert found[key]["errors"] == expected[key]["good"]
    refuse("“x” is not among the tables", "correlation", errors, *people, "--lower-is-better", "x")


def test_columns_of_other_names_languages_and_orders_are_found_or_given(judged, write):
    """Judgements as Excel writes them in Germany had "no column system"."""
    plain = measure("correlation", judged["good"], "--human", judged["human"])
    header, *rows = judged["human"].read_text(encoding="utf-8").splitlines()
    assert header == "segment,system,annotator,score"
    named = "\n".join(["Satznummer;System;Annotator;Bewertung", *(row.replace(",", ";") for row in rows)])
    other = "\n".join(["wo;was;wer;wie", *(row.replace(",", ";") for row in rows)])
    assert (
        measure("correlation", judged["good"], "--human", write("german.csv", named))["segment_level"]
        == (plain["segment_level"])
    )
    path = write("other.csv", other)
    refuse("There is no column for “Segment” and “System” and “Annotator” and “Score”. Columns: wo, was, wer, wie.",
           "correlation", judged["good"], "--human", path)  # fmt: skip
    columns = ("--columns", "annotator=wer", "score=wie", "segment=wo", "system=was")
    _, *scores = judged["good"].read_text(encoding="utf-8").splitlines()
    good = write("good.csv", "\n".join(["was;wo;wie", *(row.replace(",", ";") for row in scores)]))
    found = measure("correlation", good, "--human", path, *columns)
    assert found["segment_level"] == plain["segment_level"]
