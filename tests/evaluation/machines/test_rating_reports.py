"""The report of people against a simulated rater, recomputed from the stored scores by definition."""

import random
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from scipy import stats

from annotation_site.assignments.models import Submission
from annotation_site.coefficients.resampling import sample_weights
from evaluation.machine_reports.ratings import FIGURES, RatedUnit, index_items, rate_scores
from idiomaticity.ratings.scores import spearman
from tests.annotation_site.machines.making import import_file, make_machine
from tests.evaluation.machines.campaign import report_on
from tests.factories import make_member
from tests.idiomaticity.making import lease_rating, make_rating_project, submit_rating
from tests.running.module_rows import undone

SCALES = ("head", "modifier", "whole")
TEXT = "compound\tsentence\tclass\n" + "".join(
    f"word{place} thing\tHere is a word{place} thing in a sentence.\t{'C' if place % 2 else 'NC'}\n"
    for place in range(24)
)

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def simulated(django_db_setup: None, django_db_blocker: Any) -> Any:
    """Return the report on a rater who says what people mean, with noise, and the scores by item."""
    with django_db_blocker.unblock(), undone():
        chance = random.Random(5)
        project = make_rating_project(text=TEXT, annotators_per_item=3)
        truth = {item.number: [chance.randrange(6) for _ in SCALES] for item in project.items.order_by("number")}

        def rate(number: int, spread: int) -> list[int]:
            return [min(5, max(0, score + chance.randint(-spread, spread))) for score in truth[number]]

        for spread in (1, 1, 5):
            annotator = make_member(project)
            # Drawn in order of the items: they are leased in an order of their own.
            scores = {number: rate(number, spread) for number in truth}
            for _ in truth:
                assignment = lease_rating(annotator)
                submit_rating(assignment, *scores[assignment.item.number])
        machine = make_machine(project, "Language model")
        answers = {number: dict(zip(SCALES, rate(number, 1), strict=True)) for number in truth}
        answers[3] = {**answers[3], "head": -1}
        import_file(machine, *({"number": number, **scores} for number, scores in answers.items()))
        rows: dict[tuple[int, str], tuple[dict[str, int], int]] = {}
        for each in Submission.objects.filter(assignment__item__project=project):
            for scale in SCALES:
                number = each.assignment.item.number
                people, _ = rows.setdefault((number, scale), ({}, answers[number][scale]))
                people[each.assignment.annotator.pseudonym] = each.reading[scale]
        yield report_on(machine).result, {key: row for key, row in rows.items() if row[1] >= 0}


def alpha(couples: list[tuple[int, int]], level: str) -> float:
    """Return Krippendorff's alpha of couples by its definition, with all distances written out."""
    values = [value for couple in couples for value in couple]
    counts = {value: values.count(value) for value in range(6)}

    def distance(first: int, second: int) -> float:
        low, high = sorted((first, second))
        if level == "interval":
            return float((first - second) ** 2)
        return (sum(counts[v] for v in range(low, high + 1)) - (counts[low] + counts[high]) / 2) ** 2

    observed = sum(distance(*couple) for couple in couples) / len(couples)
    apart = [distance(a, b) for a, b in combinations(values, 2)]
    return 1 - observed / (sum(apart) / len(apart))


def couples_of(rows: Any, side: str) -> list[tuple[int, int]]:
    found = []
    for people, machine in rows:
        found += combinations(people.values(), 2) if side == "people" else [(machine, each) for each in people.values()]
    return found


def rhos(rows: Any) -> dict[str, tuple[float, float]]:
    found = {}
    for name in "ABC":
        others = [np.mean([score for other, score in people.items() if other != name]) for people, _ in rows]
        own, machine = [people[name] for people, _ in rows], [score for _, score in rows]
        found[name] = stats.spearmanr(own, others).statistic, stats.spearmanr(machine, others).statistic
    return found


@pytest.mark.parametrize("group", ["all", "scale whole", "class idiomatic"])
def test_alpha_and_rho(simulated: Any, group: str):
    report, answers = simulated
    rows = [
        row
        for (number, scale), row in answers.items()
        if group == "all" or group == f"scale {scale}" or (group == "class idiomatic" and number % 2 == 1)
    ]
    [found] = [each for each in report["groups"] if each["group"] == group]
    figures = {row["figure"]: row for row in found["figures"]}
    for side in ("people", "machine"):
        for level in ("ordinal", "interval"):
            expected = alpha(couples_of(rows, side), level)
            assert figures[f"alpha_{level}"][side]["value"] == pytest.approx(expected, abs=1e-9)
    expected_rhos = rhos(rows)
    for place, side in enumerate(("people", "machine")):
        mean = np.mean([each[place] for each in expected_rhos.values()])
        assert figures["spearman"][side]["value"] == pytest.approx(mean, abs=1e-9)
    for row in found["annotators"]:
        assert (row["own"], row["machine"]) == pytest.approx(expected_rhos[row["annotator"]], abs=1e-9)


def test_intervals_hold_their_figures_and_the_rater_is_above_the_median_annotator(simulated: Any):
    report, _ = simulated
    whole = report["groups"][0]
    for row in whole["figures"]:
        for side in ("people", "machine", "difference"):
            low, high = row[side]["interval"]
            assert low <= row[side]["value"] <= high
    assert whole["beats_median"]
    assert whole["figures"][0]["difference"]["interval"][0] > 0


def test_the_alternative_annotator_test_is_by_squared_distance(simulated: Any):
    report, answers = simulated
    for row in report["alternative"]["annotators"]:
        differences = []
        for people, machine in answers.values():
            others = np.array([score for name, score in people.items() if name != row["annotator"]])
            of_machine = -np.sqrt(np.mean((machine - others) ** 2))
            of_annotator = -np.sqrt(np.mean((people[row["annotator"]] - others) ** 2))
            differences.append(int(of_annotator >= of_machine) - int(of_machine >= of_annotator))
        expected = stats.ttest_1samp(differences, 0.2, alternative="less").pvalue
        assert (row["instances"], row["p"]) == (len(answers), pytest.approx(expected, abs=1e-9))


def test_rho_of_a_resample_is_that_of_the_items_it_picks():
    chance = random.Random(4)
    units = [
        RatedUnit(number // 2, {name: chance.randrange(3) for name in "ABC"}, chance.randrange(3))
        for number in range(8)
    ]
    scored, place, items = index_items(units)
    [weights] = sample_weights(items, resamples=60, seed=1)
    sides, _ = rate_scores(scored, place, 60)
    found = np.stack([side[:, FIGURES.index("spearman")] for side in sides(weights)], axis=1)
    expected = []
    for picked in weights.astype(int):
        rows = [unit for unit, item in zip(scored, place, strict=True) for _ in range(picked[item])]
        defined = []
        for name in "ABC":
            own, machine = [unit.people[name] for unit in rows], [unit.machine for unit in rows]
            others = [sum(unit.people.values()) - unit.people[name] for unit in rows]
            both = spearman(own, others).value, spearman(machine, others).value
            if None not in both:
                defined.append(both)
        expected.append(np.mean(defined, axis=0) if defined else (np.nan, np.nan))
    assert np.isnan(expected).any() and not np.isnan(expected).all()
    assert found == pytest.approx(np.array(expected), abs=1e-12, nan_ok=True)
