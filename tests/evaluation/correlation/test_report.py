"""Correlation of measures with human scores, compared with scipy on made-up data."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from annotation_site.coefficients.figure import Figure
from evaluation.correlation.inputs import Metric, Preference, imply_preferences, name_unit
from evaluation.correlation.report import correlate, write_figure
from evaluation.correlation.tables import (
    TABLES,
    line_up_rankings,
)
from evaluation.metrics.correlation.judgements import HumanScore
from evaluation.metrics.correlation.system_level import SystemTable, correlate_means, correlate_means_interval
from tests.evaluation.correlation.made_up import SEGMENTS, SYSTEMS, correlate_two, make_metric, make_people


@pytest.fixture(scope="module")
def result() -> dict:
    return correlate_two()


def test_figures_agree_with_scipy(result: dict) -> None:
    scores, good = make_people()
    near = make_metric("near", good, 0.3)
    people: dict[tuple[str, str], list[float]] = {}
    for each in scores:
        people.setdefault((each.system, each.segment), []).append(each.score)
    items = list(people)
    human, measured = [np.mean(people[item]) for item in items], [near.scores[item] for item in items]
    found = result["measures"][0]["segments"]
    assert found["pearson"]["value"] == pytest.approx(stats.pearsonr(human, measured).statistic)
    assert found["spearman"]["value"] == pytest.approx(stats.spearmanr(human, measured).statistic)
    means = [np.mean([np.mean(people[system, segment]) for segment in SEGMENTS]) for system in SYSTEMS]
    expected = stats.pearsonr(means, [near.corpus[system] for system in SYSTEMS]).statistic
    assert result["measures"][0]["corpus"]["value"] == pytest.approx(expected)
    assert result["measures"][0]["systems"]["value"] == pytest.approx(expected)
    assert [row["system"] for row in result["systems"]] == ["four", "three", "two", "one"]
    low, high = found["pearson"]["interval"]
    assert low < found["pearson"]["value"] < high


def test_a_measure_of_errors_is_turned_so_that_following_is_positive(result: dict) -> None:
    far = result["measures"][1]
    assert far["segments"]["pearson"]["value"] > 0
    assert far["corpus"]["value"] > 0
    assert result["systems"][0]["measures"]["far"] < 0  # but shown as it is


def test_the_nearer_measure_follows_better_by_williams_test(result: dict) -> None:
    row = result["williams"][0]
    assert row["measures"] == ["near", "far"]
    assert row["t"] > 0 and row["p"] < 0.001


def test_measures_are_ranked_at_both_levels(result: dict) -> None:
    rankings = {(each["level"], each["figure"]): each for each in result["rankings"]}
    assert [len(each["measures"]) for each in result["rankings"]] == [2] * 5
    for key in (("segment", "acc_eq"), ("segment", "pearson")):
        assert [(row["name"], row["cluster"]) for row in rankings[key]["measures"]] == [("near", 1), ("far", 2)]
    values = {row["name"]: row["value"] for row in rankings["segment", "pearson"]["measures"]}
    softly = {row["name"]: row["value"] for row in rankings["system", "soft_pairwise_accuracy"]["measures"]}
    for measure in result["measures"]:
        assert values[measure["name"]] == pytest.approx(measure["segments"]["pearson"]["value"])
        assert softly[measure["name"]] == pytest.approx(measure["soft_pairwise_accuracy"]["value"])
    heads, rows = line_up_rankings(result)
    assert [label for label, _ in rows] == ["NEAR", "FAR"] and len(heads) == 5
    assert rows[0][1][3]["epsilon"] >= 0
    # By the figures of the whole test set, one measure ranks all six pairs of systems as people do, the other five.
    accuracies = rankings["system", "pairwise_accuracy"]["measures"]
    assert [(row["name"], row["value"]) for row in accuracies] == [("near", 1.0), ("far", 5 / 6)]


def test_preferences_rank_measures_by_systems_alone() -> None:
    judged = [Preference(segment, "one", "two") for segment in "1234"]
    corpus = {"one": 1.0, "two": 0.0}
    metrics = [Metric(name, name, name, False, {}, corpus) for name in ("a", "b")]
    found = correlate([], judged, metrics, resamples=20)
    assert [each["figure"] for each in found["rankings"]] == ["pairwise_accuracy", "pearson"]
    # Results of before have none.
    assert line_up_rankings({"measures": found["measures"]}) == ([], [("a", []), ("b", [])])
    assert list(TABLES["permutations"]({"measures": []})) == [("level", "figure", "better", "worse", "p")]


def test_implied_preferences_are_counted_by_segment_and_annotator() -> None:
    scores = [
        HumanScore("1", "one", "A", 3),
        HumanScore("1", "two", "A", 5),
        HumanScore("1", "three", "A", 3),
        HumanScore("1", "one", "B", 4),
        HumanScore("2", "two", "B", 1),
    ]
    assert imply_preferences(scores) == [
        Preference("1", "two", "one", "A"),
        Preference("1", "one", "three", "A", is_tie=True),
        Preference("1", "two", "three", "A"),
    ]


def test_implied_preferences_compare_systems_on_one_expression() -> None:
    scores = [
        HumanScore("1", "one", "A", 3, 0),
        HumanScore("1", "two", "A", 1, 0),
        HumanScore("1", "one", "A", 2, 1),
        HumanScore("1", "two", "A", 5, 1),
    ]
    assert imply_preferences(scores) == [
        Preference("1", "one", "two", "A", 0),
        Preference("1", "two", "one", "A", 1),
    ]


def test_judgements_turned_are_those_of_table_3() -> None:
    judged = [Preference(segment, "one", "two") for segment in "1234"]

    def metric(name: str, gains: list[float]) -> Metric:
        scores = {("one", str(place)): gain for place, gain in enumerate(gains, 1)}
        scores |= {("two", str(place)): 0.0 for place in range(1, 5)}
        return Metric(name, name, name, False, scores, {"one": 1.0, "two": 0.0})

    found = correlate([], judged, [metric("before", [1, 1, -1, 0]), metric("after", [1, -1, 1, 1])], resamples=20)
    assert found["flips"] == [{"measures": ["before", "after"], "judgements": 4, "lost": 1, "won": 2, "gain": 1}]
    first = found["measures"][0]["preferences"]
    assert first["wmt13"]["value"] == pytest.approx(1 / 3)
    assert first["wmt14"]["value"] == pytest.approx(1 / 4)
    assert first["ties"] == 1
    assert found["measures"][0]["segments"] is None
    assert [(row["system"], row["human"]) for row in found["systems"]] == [("one", 1.0), ("two", 0.0)]


def test_judgements_that_both_are_alike_count_in_tau_b_alone() -> None:
    generator = np.random.default_rng(4)
    said = generator.integers(-1, 2, 300)
    gains = said + generator.normal(0, 1.2, 300).round()
    judged = [
        Preference(str(place), *(("one", "two") if sign >= 0 else ("two", "one")), is_tie=bool(sign == 0))
        for place, sign in enumerate(said)
    ]
    scores = {("one", str(place)): float(gain) for place, gain in enumerate(gains)}
    scores |= {("two", str(place)): 0.0 for place in range(300)}
    found = correlate([], judged, [Metric("m", "M", "m", False, scores, {})])
    told = found["measures"][0]["preferences"]
    concordant, discordant = int(np.sum(said * gains > 0)), int(np.sum(said * gains < 0))
    metric_ties, human_ties = int(np.sum((said != 0) & (gains == 0))), int(np.sum((said == 0) & (gains != 0)))
    ranked = concordant + discordant
    assert told["wmt13"]["value"] == pytest.approx((concordant - discordant) / ranked)
    assert told["wmt14"]["value"] == pytest.approx((concordant - discordant) / (ranked + metric_ties))
    # Both pairs of a judgement, one turned round: then τ-b of all pairs is the correlation of the signs.
    expected = np.sum(np.sign(said) * np.sign(gains)) / np.sqrt(np.sum(said != 0) * np.sum(gains != 0))
    assert told["tau_b"]["value"] == pytest.approx(expected)
    assert human_ties > 0 and (found["preferences"], found["ties"]) == (int(np.sum(said != 0)), int(np.sum(said == 0)))
    assert told["wmt13"]["interval"][0] < told["wmt13"]["value"] < told["wmt13"]["interval"][1]


def test_a_measure_of_expressions_is_held_against_scores_of_expressions() -> None:
    generator = np.random.default_rng(8)
    places = [(system, segment, place) for system in SYSTEMS for segment in SEGMENTS for place in (0, 1)]
    good = {each: float(generator.integers(1, 6)) for each in places}
    scores = [HumanScore(segment, system, "A", good[system, segment, place], place) for system, segment, place in good]
    own = {(system, name_unit(segment, place)): value + float(generator.normal(0, 1))
           for (system, segment, place), value in good.items()}  # fmt: skip
    whole = {(system, segment): (own[system, f"{segment}.0"] + own[system, f"{segment}.1"]) / 2
             for system in SYSTEMS for segment in SEGMENTS}  # fmt: skip
    narrow = Metric("narrow", "Narrow", "n", False, whole, {}, own)
    wide = Metric("wide", "Wide", "w", False, whole, {})
    found = {each["name"]: each for each in correlate(scores, [], [narrow, wide], resamples=30)["measures"]}
    assert (found["narrow"]["unit"], found["narrow"]["items"]) == ("expression", 320)
    assert (found["wide"]["unit"], found["wide"]["items"]) == ("segment", 160)
    people = [each.score for each in scores]
    measured = [own[each.system, name_unit(each.segment, each.expression)] for each in scores]
    expected = stats.pearsonr(people, measured).statistic
    assert found["narrow"]["segments"]["pearson"]["value"] == pytest.approx(expected)
    means = [np.mean([good[system, segment, place] for place in (0, 1)]) for system, segment in whole]
    expected = stats.pearsonr(means, list(whole.values())).statistic
    assert found["wide"]["segments"]["pearson"]["value"] == pytest.approx(expected)
    # Scores of a study are of segments: then both are.
    of_segments = [HumanScore(segment, system, "A", good[system, segment, 0]) for system, segment in whole]
    assert {each["unit"] for each in correlate(of_segments, [], [narrow, wide], resamples=5)["measures"]} == {"segment"}


def test_what_is_no_longer_marked_so_is_missing_for_measures_of_expressions() -> None:
    scores = [HumanScore("1", system, "A", score, place)
              for system, score in (("one", 1.0), ("two", 3.0)) for place in (0, None)]  # fmt: skip
    own = {(system, name_unit("1", 0)): value for system, value in (("one", 0.1), ("two", 0.2))}
    measure = correlate(scores, [], [Metric("m", "M", "m", False, {}, {}, own)], resamples=5)["measures"][0]
    assert (measure["items"], measure["missing"]) == (2, 2)


def test_progress_is_told_by_measure_and_resample_and_may_stop_the_computing() -> None:
    scores, good = make_people()
    metrics = [make_metric("near", good, 0.3), make_metric("far", good, 3)]
    told: list[tuple[int, int]] = []
    correlate(scores, [], metrics, resamples=50, on_step=lambda done, total: told.append((done, total)))
    total = 2 * 54 + 1 + 5  # Williams's test of the one pair, and its comparison in five rankings
    # Within the long test of soft pairwise accuracy, the same step is told again.
    assert sorted(set(told)) == [(done, total) for done in range(1, total + 1)]

    class Stopped(Exception):
        pass

    def stop(done: int, total: int) -> None:
        if done == 20:
            raise Stopped

    with pytest.raises(Stopped):
        correlate(scores, [], metrics, resamples=50, on_step=stop)


def test_a_measure_that_scores_nothing_has_reasons_and_no_figures() -> None:
    scores, _ = make_people()
    found = correlate(scores, [], [Metric("none", "None", "none", False, {}, {})], resamples=10)
    measure = found["measures"][0]
    assert measure["corpus"]["value"] is None and measure["corpus"]["reason"]
    assert measure["segments"]["pearson"]["value"] is None
    assert measure["missing"] == len(SYSTEMS) * len(SEGMENTS)


def test_means_of_systems_with_gaps_are_of_what_there_is() -> None:
    rows = [("1", "one", 2.0), ("1", "one", 4.0), ("2", "one", 6.0), ("1", "two", 1.0), ("9", "two", 9.0)]
    table = SystemTable.from_scores(rows, ["1", "2"], ["one", "two", "three"])
    assert table.means() == [4.0, 1.0, None]
    assert table.mean_intervals(resamples=50, seed=1)[2] is None
    assert correlate_means(table, table).value == pytest.approx(1.0)
    assert correlate_means_interval(table, table, resamples=50, seed=1) == pytest.approx((1.0, 1.0))


def test_an_interval_stands_only_beside_its_estimate() -> None:
    assert write_figure(Figure(None, "Two systems."), (-1.0, 1.0))["interval"] is None
    assert write_figure(Figure(0.5), (0.2, 0.7))["interval"] == [0.2, 0.7]


def test_a_system_has_the_mean_over_its_judged_runs_on_both_sides() -> None:
    scores, good = make_people()
    near = make_metric("near", good, 0.3)
    runs = {"three-a": "three", "three-b": "three"}
    # The second run is a worse system under another name; a third one nobody judged.
    renamed = {"three": "three-a", "one": "three-b"}
    judged = [replace(each, system=renamed.get(each.system, each.system)) for each in scores]
    corpus = {renamed.get(name, name): value for name, value in near.corpus.items()} | {"three-c": 99.0}
    own = {(renamed.get(system, system), segment): score for (system, segment), score in near.scores.items()}
    metric = replace(near, scores=own, corpus=corpus)
    folded = correlate(judged, [], [metric], system_of={**runs, "three-c": "three"}, resamples=50)
    apart = correlate(judged, [], [metric], resamples=50)
    assert {row["system"] for row in folded["systems"]} == {"two", "three", "four"}
    row = next(row for row in folded["systems"] if row["system"] == "three")
    assert row["runs"] == ["three-a", "three-b"]
    both = [each.score for each in judged if each.system in runs]
    assert row["human"] == pytest.approx(np.mean(both))
    assert row["measures"]["near"] == pytest.approx(np.mean([corpus["three-a"], corpus["three-b"]]))
    people = [row["human"] for row in folded["systems"]]
    measured = [row["measures"]["near"] for row in folded["systems"]]
    expected = stats.pearsonr(people, measured).statistic
    for found in (folded["measures"][0]["corpus"], folded["measures"][0]["systems"]):
        assert found["value"] == pytest.approx(expected)
    # Segments are compared output by output, whatever the systems are.
    assert folded["measures"][0]["segments"] == apart["measures"][0]["segments"]


def test_nobody_wins_between_two_runs_of_a_system() -> None:
    judged = [Preference("1", "a-1", "a-2"), Preference("1", "a-1", "b"), Preference("2", "b", "a-2")]
    metric = Metric("m", "M", "m|v:1", False, {}, {"a-1": 1.0, "a-2": 2.0, "b": 0.0})
    found = correlate([], judged, [metric], system_of={"a-1": "a", "a-2": "a"}, resamples=50)
    assert {row["system"]: (row["human"], row["measures"]["m"]) for row in found["systems"]} == {
        "a": (0.5, 1.5),
        "b": (0.5, 0.0),
    }
