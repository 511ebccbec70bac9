"""The report of people against a machine judge, by method, recomputed from the stored JSON without the site's own
formulas.
"""

from itertools import combinations
from typing import Any

import numpy as np
import pytest
from scipy import stats

from annotation_site.coefficients.resampling import sample_weights
from tests.evaluation.machine_judges.making import Row, make_judge, make_judged_round, read_rows
from tests.evaluation.machines.campaign import report_on
from tests.running.module_rows import undone

pytestmark = pytest.mark.django_db
METHODS = ("score", "percent", "preference", "esa", "mqm", "expression")
Couple = tuple[float, float]


@pytest.fixture(scope="module")
def reports(django_db_setup: None, django_db_blocker: Any) -> Any:
    """Make each round once; every test recomputes a part of its report."""
    with django_db_blocker.unblock(), undone():
        found = {}
        for method in METHODS:
            opened = make_judged_round(method, repeat_share=30, hides_reference=method == "percent")
            machine = make_judge(opened)
            found[method] = report_on(machine, judging_round=opened).result, list(_counted(opened, machine))
        yield found


def _counted(opened: Any, machine: Any) -> list[Row]:
    """Return the rows that count: no hidden reference, and answered by two people."""
    from evaluation.judging.models import JudgementTask

    systems = {
        (task.pk, place): output["systems"]
        for task in JudgementTask.objects.filter(judging_round=opened)
        for place, output in enumerate(task.outputs)
    }
    return [row for key, row in read_rows(opened, machine).items() if systems[key] and len(row[1]) > 1]


def couples_of(rows: list[Row], side: str) -> list[Couple]:
    found: list[Couple] = []
    for _, people, machine, *_ in rows:
        found += combinations(people.values(), 2) if side == "people" else [(machine, each) for each in people.values()]
    return found


def alpha(couples: list[Couple], level: str) -> float:
    """Return Krippendorff's alpha by its definition, with all distances written out."""
    values = np.array([value for couple in couples for value in couple])

    def distance(a: Any, b: Any) -> Any:
        if level == "nominal":
            return (a != b) * 1.0
        if level == "interval":
            return (a - b) ** 2
        # Σ n_g from the lower to the higher value, less half of both ends.
        low, high = np.minimum(a, b), np.maximum(a, b)
        below = {value: (values < value).sum() + (values == value).sum() / 2 for value in set(values.tolist())}
        middle = np.vectorize(below.__getitem__)
        return (middle(high) - middle(low)) ** 2

    observed = np.mean([distance(np.array([a]), np.array([b]))[0] for a, b in couples])
    first, second = np.triu_indices(len(values), 1)
    return float(1 - observed / distance(values[first], values[second]).mean())


def f1(rows: list[Row], side: str) -> float:
    matched, total = np.sum([count_characters(row, side) for row in rows], axis=0)
    return float(2 * matched / total)


def count_characters(row: Row, side: str) -> tuple[float, float]:
    """Return matched and marked characters: an error covers each of its own, another severity is half a match."""
    matched = total = 0.0
    for *_, people, machine in [row]:
        couples = (
            list(combinations(people.values(), 2)) if side == "people" else [(machine, p) for p in people.values()]
        )
        for first, second in couples:
            sets = [{(place, s["severity"]) for s in spans for place in range(s["start"], s["end"])} for spans in
                    (first, second)]  # fmt: skip
            same = sets[0] & sets[1]
            left, right = ({place for place, _ in each - same} for each in sets)
            matched += len(same) + 0.5 * len(left & right)
            total += len(sets[0]) + len(sets[1])
    return matched, total


def rhos(rows: list[Row]) -> dict[str, Couple]:
    found = {}
    for name in "ABC":
        judged = [row for row in rows if name in row[1]]
        others = [np.mean([score for other, score in row[1].items() if other != name]) for row in judged]
        own, machine = [row[1][name] for row in judged], [row[2] for row in judged]
        found[name] = stats.spearmanr(own, others).statistic, stats.spearmanr(machine, others).statistic
    return found


def expect(rows: list[Row], method: str, side: str) -> dict[str, float]:
    couples = couples_of(rows, side)
    if method == "preference":
        equal = float(np.mean([a == b for a, b in couples]))
        values = [value for couple in couples for value in couple]
        chance = sum((values.count(value) / len(values)) ** 2 for value in (1, 2, 3))
        return {
            "agreement": equal,
            "fleiss_kappa": (equal - chance) / (1 - chance),
            "alpha": alpha(couples, "nominal"),
        }
    found = {f"alpha_{level}": alpha(couples, level) for level in ("ordinal", "interval")}
    found["spearman"] = float(np.mean([each[side == "machine"] for each in rhos(rows).values()]))
    return found | {"span_f1": f1(rows, side)} if method in ("esa", "mqm", "expression") else found


@pytest.mark.parametrize("method", METHODS)
def test_every_figure_of_the_method(reports: Any, method: str):
    report, rows = reports[method]
    whole = report["groups"][0]
    assert (whole["group"], whole["items"]) == ("all", len({row[0] for row in rows}))
    figures = {row["figure"]: row for row in whole["figures"]}
    for side in ("people", "machine"):
        expected = expect(rows, method, side)
        assert {name: row[side]["value"] for name, row in figures.items()} == pytest.approx(expected, abs=1e-9)
    for row in figures.values():
        low, high = row["difference"]["interval"]
        assert row["difference"]["value"] == pytest.approx(row["machine"]["value"] - row["people"]["value"])
        assert low <= row["difference"]["value"] <= high


@pytest.mark.parametrize("method", ["percent", "preference", "mqm"])
def test_the_interval_of_the_difference_is_over_segments(reports: Any, method: str):
    report, rows = reports[method]
    segments = sorted({row[0] for row in rows})
    [weights] = sample_weights(len(segments), resamples=1000, seed=12345)
    name = {"percent": "alpha_interval", "preference": "agreement", "mqm": "span_f1"}[method]
    differences = []
    counted = {side: np.array([count_characters(row, side) for row in rows]) for side in ("machine", "people")}
    for picked in weights.astype(int):
        times = [picked[segments.index(row[0])] for row in rows]
        sampled = [row for row, often in zip(rows, times, strict=True) for _ in range(often)]
        if name == "agreement":
            sides = [np.mean([a == b for a, b in couples_of(sampled, side)]) for side in ("machine", "people")]
        elif name == "span_f1":
            sums = [np.array(times) @ counted[side] for side in ("machine", "people")]
            sides = [2 * matched / total for matched, total in sums]
        else:
            sides = [quick_alpha(couples_of(sampled, side)) for side in ("machine", "people")]
        differences.append(sides[0] - sides[1])
    [row] = [each for each in report["groups"][0]["figures"] if each["figure"] == name]
    expected = np.percentile(differences, [2.5, 97.5])
    assert tuple(row["difference"]["interval"]) == pytest.approx(tuple(expected), abs=1e-9)


def quick_alpha(couples: list[Couple]) -> float:
    """Return interval alpha by variances: mean squared distance of couples over twice the variance of all values."""
    values = np.array(couples)
    return float(1 - ((values[:, 0] - values[:, 1]) ** 2).mean() / (2 * values.var(ddof=1)))


@pytest.mark.parametrize("method", ["score", "preference"])
def test_annotators_and_the_alternative_annotator_test(reports: Any, method: str):
    report, rows = reports[method]
    for row in report["alternative"]["annotators"]:
        differences = []
        for _, people, machine, *_ in rows:
            others = np.array([value for name, value in people.items() if name != row["annotator"]])
            if method == "preference":
                of_machine, of_person = (np.mean(others == each) for each in (machine, people[row["annotator"]]))
            else:
                of_machine, of_person = (
                    -np.sqrt(np.mean((each - others) ** 2)) for each in (machine, people[row["annotator"]])
                )
            differences.append(int(of_person >= of_machine) - int(of_machine >= of_person))
        expected = stats.ttest_1samp(differences, 0.2, alternative="less").pvalue
        assert (row["instances"], row["p"]) == (len(rows), pytest.approx(expected, abs=1e-9))
    for row in report["groups"][0]["annotators"]:
        if method == "score":
            assert (row["own"], row["machine"]) == pytest.approx(rhos(rows)[row["annotator"]], abs=1e-9)
        else:
            own = [
                people[row["annotator"]] == each
                for _, people, *_ in rows
                for other, each in people.items()
                if other != row["annotator"]
            ]
            assert row["own"] == pytest.approx(np.mean(own))


def test_groups_by_length_and_system(reports: Any):
    report, rows = reports["score"]
    groups = {group["group"]: group for group in report["groups"]}
    # Sources have 3 to 14 words.
    assert list(groups) == [
        "all",
        "length 1–10",
        "length 11–20",
        *(f"system system {n}" for n in ("one", "three", "two")),
    ]
    assert groups["length 1–10"]["items"] == 8
    short = [row for row in rows if row[0] <= 8]
    assert groups["length 1–10"]["figures"][0]["machine"]["value"] == pytest.approx(
        alpha(couples_of(short, "machine"), "ordinal"), abs=1e-9
    )


def test_repeats_and_hidden_references_are_known_answers(reports: Any):
    # The simulated machine says the same of the same text.
    assert reports["score"][0]["known"] == {"items": 4, "figures": {"repeats": 1.0}}
    assert reports["percent"][0]["known"]["figures"]["repeats"] == 1.0
    assert 0 <= reports["percent"][0]["known"]["figures"]["reference_mean"] <= 100
