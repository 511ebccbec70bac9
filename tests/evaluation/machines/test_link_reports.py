"""The report of people against two machines, recomputed from the stored JSON without the site's own formulas."""

import random
from collections.abc import Iterable
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from scipy import stats

from annotation_site.projects.models import Project
from evaluation.metrics.resampling import sample_weights
from tests.annotation_site.machines.making import import_file, make_machine
from tests.evaluation.machines.campaign import make_campaign, read_people, report_on, vary

pytestmark = pytest.mark.django_db

Links = dict[str, str]
Couple = tuple[Links, Links]
NAMES = {"Statistical aligner": 0.02, "Encoder": 0.6}


@pytest.fixture(scope="module")
def reports(django_db_setup: None, django_db_blocker: Any) -> Any:
    """Make the campaign once; every test recomputes a part of the reports."""
    from tests.authorisation.world import undone

    with django_db_blocker.unblock(), undone():
        project, truth = make_campaign()
        yield {name: _report(project, truth, name, share) for name, share in NAMES.items()}


def _report(project: Project, truth: list[Links], name: str, share: float) -> tuple[Any, list[Any]]:
    chance = random.Random(name)
    machine = make_machine(project, name)
    answers = {number: vary(links, len(links), chance, share) for number, links in enumerate(truth, start=1)}
    import_file(
        machine,
        *(
            {
                "number": number,
                "sure": " ".join(cell for cell, label in links.items() if label == "S"),
                "possible": " ".join(cell for cell, label in links.items() if label == "P"),
            }
            for number, links in answers.items()
        ),
    )
    people = read_people(project)
    rows = [(len(truth[number - 1]), people[number], answers[number]) for number in sorted(people)]
    return report_on(machine).result, rows


def couples_of(row: Any, side: str) -> list[Couple]:
    _, people, machine = row
    return list(combinations(people.values(), 2)) if side == "people" else [(machine, each) for each in people.values()]


def agr(couples: Iterable[Couple], *, labelled: bool) -> float:
    common = total = 0
    for first, second in couples:
        common += sum(second.get(cell) == label if labelled else cell in second for cell, label in first.items())
        total += len(first) + len(second)
    return 2 * common / total


def label_pairs(couples: Iterable[tuple[int, Couple]]) -> list[tuple[str, str]]:
    """Return both labels of every link item: cells that one of the two drew, and source words that one left bare."""
    found = []
    for length, (first, second) in couples:
        found += [(first.get(cell, "N"), second.get(cell, "N")) for cell in {*first, *second}]
        linked = [{int(cell.split("-")[0]) for cell in links} for links in (first, second)]
        # Null is the absence of links: whoever linked the word says N of it, too (Brockett 2007).
        found += [("N", "N") for word in range(length) if any(word not in side for side in linked)]
    return found


def kappa_and_alpha(pairs: list[tuple[str, str]]) -> tuple[float, float]:
    observed = sum(first == second for first, second in pairs) / len(pairs)
    labels = [label for pair in pairs for label in pair]
    shares = [labels.count(label) / len(labels) for label in "SPN"]
    kappa = (observed - sum(s * s for s in shares)) / (1 - sum(s * s for s in shares))
    expected = 1 - sum(n * (n - 1) for n in map(labels.count, "SPN")) / (len(labels) * (len(labels) - 1))
    return kappa, 1 - (1 - observed) / expected


@pytest.mark.parametrize("name", NAMES)
def test_every_figure_over_all_pairs(reports: Any, name: str):
    report, rows = reports[name]
    whole = report["groups"][0]
    assert (whole["group"], whole["items"]) == ("all", len(rows))
    figures = {row["figure"]: row for row in whole["figures"]}
    for side in ("people", "machine"):
        couples = [couple for row in rows for couple in couples_of(row, side)]
        kappa, alpha = kappa_and_alpha(label_pairs((row[0], each) for row in rows for each in couples_of(row, side)))
        expected = {
            "both": agr(couples, labelled=True),
            "any": agr(couples, labelled=False),
            "fleiss_kappa": kappa,
            "alpha": alpha,
        }
        found = {figure: figures[figure][side]["value"] for figure in expected}
        assert found == pytest.approx(expected, abs=1e-12)
    for row in figures.values():
        assert row["difference"]["value"] == pytest.approx(row["machine"]["value"] - row["people"]["value"])


@pytest.mark.parametrize("name", NAMES)
def test_the_interval_of_the_difference(reports: Any, name: str):
    report, rows = reports[name]
    [weights] = sample_weights(len(rows), resamples=1000, seed=12345)
    differences = []
    for picked in weights.astype(int):
        sampled = [row for row, times in zip(rows, picked, strict=True) for _ in range(times)]
        of_machine, of_people = (
            agr([each for row in sampled for each in couples_of(row, side)], labelled=True)
            for side in ("machine", "people")
        )
        differences.append(of_machine - of_people)
    low, high = report["groups"][0]["figures"][0]["difference"]["interval"]
    assert (low, high) == pytest.approx(tuple(np.percentile(differences, [2.5, 97.5])), abs=1e-12)
    assert (low > 0) == (name == "Statistical aligner")
    assert (high < 0) == (name == "Encoder")


@pytest.mark.parametrize("name", NAMES)
def test_groups_by_length_and_frequency(reports: Any, name: str):
    report, rows = reports[name]
    groups = {group["group"]: group for group in report["groups"]}
    short = [row for row in rows if row[0] <= 10]
    assert groups["length 1–10"]["items"] == len(short)
    couples = [each for row in short for each in couples_of(row, "machine")]
    assert groups["length 1–10"]["figures"][0]["machine"]["value"] == pytest.approx(agr(couples, labelled=True))
    # The twelfth word stands in few sentences, the first in all 36.
    rare = [place for place in range(12) if 6 <= sum(length > place for length, _, _ in rows) <= 50]
    kept = [
        (length, {key: cut(each, rare) for key, each in people.items()}, cut(machine, rare))
        for length, people, machine in rows
        if length > min(rare)
    ]
    couples = [each for row in kept for each in couples_of(row, "people")]
    assert groups["frequency 6–50"]["figures"][0]["people"]["value"] == pytest.approx(agr(couples, labelled=True))


def cut(links: Links, words: list[int]) -> Links:
    return {cell: label for cell, label in links.items() if int(cell.split("-")[0]) in words}


@pytest.mark.parametrize("name", NAMES)
def test_annotators_and_the_alternative_annotator_test(reports: Any, name: str):
    report, rows = reports[name]
    test = report["alternative"]
    p_values = []
    for annotator, compared, tested in zip("ABC", report["groups"][0]["annotators"], test["annotators"], strict=True):
        own = [(people[annotator], people[other]) for _, people, _ in rows for other in "ABC" if other != annotator]
        machine = [(each, people[other]) for _, people, each in rows for other in "ABC" if other != annotator]
        assert compared["own"] == pytest.approx(agr(own, labelled=True))
        assert compared["machine"] == pytest.approx(agr(machine, labelled=True))
        differences = []
        for _, people, each in rows:
            others = [people[other] for other in "ABC" if other != annotator]
            first, second = (np.mean([dice(links, other) for other in others]) for links in (each, people[annotator]))
            differences.append(int(second >= first) - int(first >= second))
        p_values.append(stats.ttest_1samp(differences, 0.2, alternative="less").pvalue)
        assert tested["p"] == pytest.approx(p_values[-1], abs=1e-9)
    rejected = stats.false_discovery_control(p_values, method="by") <= 0.05
    assert test["winning_rate"] == pytest.approx(np.mean(rejected))
    assert report["groups"][0]["beats_median"] == (name == "Statistical aligner")


def dice(first: Links, second: Links) -> float:
    common = sum(second.get(cell) == label for cell, label in first.items())
    return 2 * common / (len(first) + len(second)) if first or second else 1.0
