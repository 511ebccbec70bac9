"""The report of people against two machines, recomputed from the stored JSON without the site's own formulas: machines
whose answers are drawn with a seed, and the aligners as they are.
"""

import json
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from django.core.management import call_command
from scipy import stats

from annotation_site.coefficients.resampling import sample_weights
from annotation_site.projects.models import Project
from tests.alignment.suggestions.aligners.installed import eflomal_folder, encoder_folder
from tests.annotation_site.machines.making import import_file, make_machine
from tests.evaluation.machines.campaign import (
    Text,
    invent_texts,
    make_campaign,
    read_own_texts,
    read_people,
    report_on,
    vary,
)
from tests.running.module_rows import undone

pytestmark = pytest.mark.django_db

Links = dict[str, str]
Couple = tuple[Links, Links]
DRAWN = {"Statistical aligner": 0.02, "Encoder": 0.6}
PROGRAMS = {"eflomal": eflomal_folder, "encoder": encoder_folder}
NAMES = [*DRAWN, *PROGRAMS]


@pytest.fixture(scope="module", params=NAMES)
def case(request: Any, django_db_setup: None, django_db_blocker: Any, tmp_path_factory: Any) -> Any:
    """Return the name of a machine, the report on it, and its campaign's pairs; every test recomputes a part."""
    name = request.param
    texts = invent_texts() if name in DRAWN else read_own_texts()
    answers = draw_answers(texts, name) if name in DRAWN else align(texts, name, tmp_path_factory.mktemp(name))
    with django_db_blocker.unblock(), undone():
        yield name, *make_report(make_campaign(texts), texts, name, answers)


def draw_answers(texts: Sequence[Text], name: str) -> list[Links]:
    chance = random.Random(name)
    return [vary(links, len(words), chance, DRAWN[name]) for words, _, links in texts]


def align(texts: Sequence[Text], name: str, folder: Path) -> list[Links]:
    """Return the links of the installed aligner."""
    for side, file in enumerate(("source", "target")):
        (folder / file).write_text("".join(" ".join(text[side]) + "\n" for text in texts))
    arguments = [folder / "source", folder / "target", "--program", name, "--aligner", PROGRAMS[name]()]
    call_command("align-words", *map(str, arguments), "--out", str(folder / "links"), "--format", "jsonl")
    rows = map(json.loads, (folder / "links").read_text().splitlines())
    return [
        {cell: label for side, label in (("sure", "S"), ("possible", "P")) for cell in row.get(side, "").split()}
        for row in rows
    ]


def make_report(project: Project, texts: Sequence[Text], name: str, answers: Sequence[Links]) -> tuple[Any, list[Any]]:
    """Return the report, and for each pair its source words, people's links and the machine's."""
    machine = make_machine(project, name)
    import_file(
        machine,
        *(
            {
                "number": number,
                "sure": " ".join(cell for cell, label in links.items() if label == "S"),
                "possible": " ".join(cell for cell, label in links.items() if label == "P"),
            }
            for number, links in enumerate(answers, start=1)
        ),
    )
    people = read_people(project)
    rows = [(texts[number - 1][0], people[number], answers[number - 1]) for number in sorted(people)]
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


def test_every_figure_over_all_pairs(case: Any):
    _, report, rows = case
    whole = report["groups"][0]
    assert (whole["group"], whole["items"]) == ("all", len(rows))
    figures = {row["figure"]: row for row in whole["figures"]}
    for side in ("people", "machine"):
        couples = [couple for row in rows for couple in couples_of(row, side)]
        kappa, alpha = kappa_and_alpha(
            label_pairs((len(row[0]), each) for row in rows for each in couples_of(row, side))
        )
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


def test_the_interval_of_the_difference(case: Any):
    name, report, rows = case
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
    if name in DRAWN:
        assert (low > 0) == (name == "Statistical aligner")
        assert (high < 0) == (name == "Encoder")


def test_groups_by_length_and_frequency(case: Any):
    _, report, rows = case
    groups = {group["group"]: group for group in report["groups"]}
    short = [row for row in rows if len(row[0]) <= 10]
    assert groups["length 1–10"]["items"] == len(short)
    couples = [each for row in short for each in couples_of(row, "machine")]
    assert groups["length 1–10"]["figures"][0]["machine"]["value"] == pytest.approx(agr(couples, labelled=True))
    counts = Counter(word.lower() for words, _, _ in rows for word in words)
    kept = []
    for words, people, machine in rows:
        if rare := [place for place, word in enumerate(words) if 6 <= counts[word.lower()] <= 50]:
            kept.append((words, {key: cut(each, rare) for key, each in people.items()}, cut(machine, rare)))
    assert 0 < groups["frequency 6–50"]["items"] == len(kept)
    for side in ("people", "machine"):
        couples = [each for row in kept for each in couples_of(row, side)]
        assert groups["frequency 6–50"]["figures"][0][side]["value"] == pytest.approx(agr(couples, labelled=True))


def cut(links: Links, words: list[int]) -> Links:
    return {cell: label for cell, label in links.items() if int(cell.split("-")[0]) in words}


def test_annotators_and_the_alternative_annotator_test(case: Any):
    name, report, rows = case
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
    if name in DRAWN:
        assert report["groups"][0]["beats_median"] == (name == "Statistical aligner")


def dice(first: Links, second: Links) -> float:
    common = sum(second.get(cell) == label for cell, label in first.items())
    return 2 * common / (len(first) + len(second)) if first or second else 1.0
