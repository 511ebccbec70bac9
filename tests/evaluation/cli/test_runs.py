"""`measure runs`: means, deviations and both tests, beside the formulas and an enumeration of every swap."""

import random
from itertools import product
from math import sqrt
from statistics import mean, stdev, variance

import pytest
from scipy.special import stdtr

from tests.evaluation.measure_command import measure, refuse

SEGMENTS = 10


def make_scores() -> dict[str, dict[str, list[float]]]:
    chance = random.Random(5)
    hard = [chance.random() for _ in range(SEGMENTS)]
    shifts = {"base": {"1": 0.0, "2": 0.02, "3": -0.03}, "joint": {"1": 0.08, "2": 0.14, "7": 0.10, "9": 0.2}}
    return {
        system: {run: [round(each + shift + 0.1 * chance.random(), 4) for each in hard] for run, shift in runs.items()}
        for system, runs in shifts.items()
    }


def as_table(scores: dict[str, dict[str, list[float]]]) -> str:
    rows = [
        f"{system},{run},{number},{score}\n"
        for system, runs in scores.items()
        for run, row in runs.items()
        for number, score in enumerate(row, 1)
    ]
    return "system,run,segment,score\n" + "".join(rows)


def test_every_figure_beside_its_formula(write):
    scores = make_scores()
    found = measure("runs", write("scores.csv", as_table(scores)), "--runs", "--resamples", 20_000)
    means = {system: [mean(row) for row in runs.values()] for system, runs in scores.items()}
    for row in found["systems"]:
        ours = means[row["system"]]
        assert (row["runs"], row["mean"]) == (len(ours), pytest.approx(mean(ours)))
        assert row["deviation"] == pytest.approx(stdev(ours))
        assert [each["score"] for each in row["by_run"]] == pytest.approx(ours)
        assert [each["run"] for each in row["by_run"]] == list(scores[row["system"]])
    (pair,) = found["pairs"]
    base, joint = means["base"], means["joint"]
    difference = mean(joint) - mean(base)
    parts = variance(base) / len(base), variance(joint) / len(joint)
    df = sum(parts) ** 2 / (parts[0] ** 2 / (len(base) - 1) + parts[1] ** 2 / (len(joint) - 1))
    assert (pair["first"], pair["second"], pair["difference"]) == ("base", "joint", pytest.approx(difference))
    assert pair["df"] == pytest.approx(df)
    assert pair["p"]["runs"] == pytest.approx(2 * stdtr(df, -difference / sqrt(sum(parts))))
    low, high = pair["interval"]
    assert (low + high) / 2 == pytest.approx(difference)
    assert 2 * stdtr(df, -(high - low) / 2 / sqrt(sum(parts))) == pytest.approx(0.05)
    assert (found["n"], found["left_out"]) == (SEGMENTS, 0)
    assert found["signature"].startswith("runs|test:welch+randomisation|ar:20000|seed:12345|n:10|")


def test_swaps_of_segments_are_those_of_an_enumeration(write):
    scores = make_scores()
    # Weaken the difference, so that p is not at its end.
    scores["joint"] = {run: [row[0] - 0.1, *(each - 0.12 for each in row[1:])] for run, row in scores["joint"].items()}
    (pair,) = measure("runs", write("scores.csv", as_table(scores)), "--resamples", 50_000)["pairs"]
    columns = {
        system: [mean(runs[run][place] for run in runs) for place in range(SEGMENTS)] for system, runs in scores.items()
    }
    differences = [other - one for one, other in zip(columns["base"], columns["joint"], strict=True)]
    observed = abs(sum(differences))
    trials = [
        abs(sum(sign * each for sign, each in zip(signs, differences, strict=True)))
        for signs in product((1, -1), repeat=SEGMENTS)
    ]
    exact = sum(each >= observed - 1e-12 for each in trials) / len(trials)
    assert 0.05 < exact < 0.95
    assert pair["p"]["segments"] == pytest.approx(exact, abs=0.01)


def test_one_run_has_no_deviation_and_says_so(write):
    scores = make_scores()
    del scores["base"]["2"], scores["base"]["3"]
    found = measure("runs", write("scores.csv", as_table(scores)))
    assert (found["systems"][0]["deviation"], found["systems"][0]["reasons"]) == (
        None,
        {"deviation": "The system has one run."},
    )
    assert "by_run" not in found["systems"][0]
    (pair,) = found["pairs"]
    assert (pair["p"]["runs"], pair["df"], pair["interval"]) == (None, None, None)
    assert pair["reasons"] == {"p": "A system has one run."} and 0 < pair["p"]["segments"] <= 1
    same = {system: {"1": [0.5, 0.4], "2": [0.4, 0.5]} for system in ("a", "b")}
    (pair,) = measure("runs", write("same.csv", as_table(same)))["pairs"]
    assert pair["reasons"] == {"p": "No run differs from the others of its system."}


def test_segments_without_a_score_of_every_run_are_left_out(write):
    table = as_table(make_scores()).splitlines(keepends=True)
    found = measure("runs", write("scores.csv", "".join(line for line in table if not line.startswith("joint,7,3,"))))
    assert (found["n"], found["left_out"]) == (SEGMENTS - 1, 1)
    refuse(
        "line 3: Segment 1 of run 1 of a already has a score",
        "runs",
        write("twice.csv", "system,run,segment,score\na,1,1,1\na,1,1,2\n"),
    )
    refuse(
        "No segment has a score from every run", "runs", write("no.csv", "system,run,segment,score\na,1,1,1\na,2,2,2\n")
    )
    refuse("The table has no scores", "runs", write("empty.csv", "system,run,segment,score\n"))
