"""Significance within groups, against a bootstrap written here from what is known of the sentences."""

from itertools import permutations

import numpy as np
import pgtrigger
import pytest
from django.test import Client
from django.urls import reverse

from evaluation.boards.queries.breakdowns import read_groups
from evaluation.measures.jobs import sharing
from evaluation.test_sets.models import TestSet
from evaluation.translations.models import TranslationScore
from tests.evaluation.boards.test_boards import measure
from tests.evaluation.translated import make_test_set
from tests.factories import make_project

pytestmark = pytest.mark.django_db(transaction=True)
SYSTEMS = ("best", "close", "far")
COLUMNS = {part: part for part in ("source", "reference", "expression", "label", "spans")}
# Segments by words of the expression; those with two words are too few to be tested.
GROUPS = {"1": 40, "2": 12}


def wrong_words() -> dict[str, np.ndarray]:
    """Return how many of four words each system gets wrong in each segment; the first of them is the expression."""
    random = np.random.default_rng(7)
    shares = {"best": 0.15, "close": 0.2, "far": 0.6}
    return {name: random.binomial(4, share, sum(GROUPS.values())) for name, share in shares.items()}


@pytest.fixture
def grouped(monkeypatch) -> TestSet:
    monkeypatch.setattr(sharing, "wake_helper", lambda job: None)
    lines = ["\t".join([*COLUMNS, *SYSTEMS])]
    wrong = wrong_words()
    lengths = [int(name) for name, count in GROUPS.items() for _ in range(count)]
    for number, length in enumerate(lengths):
        source = "in fact this holds" if length == 2 else "indeed this holds"
        expression, spans = ("in fact", "[(0, 7)]") if length == 2 else ("indeed", "[(0, 6)]")
        outputs = [
            " ".join(["x"] * count + ["aa", "bb", "cc", "dd"][count:])
            for count in (wrong[name][number] for name in SYSTEMS)
        ]
        lines.append("\t".join([source, "aa bb cc dd", "aa", expression, spans, *outputs]))
    return make_test_set(make_project(), "\n".join(lines) + "\n", COLUMNS, SYSTEMS)


def rank_by_hand(values: dict[str, np.ndarray], *, lower_is_better: bool) -> dict[str, int]:
    """Return 1 + the number of systems that a paired bootstrap over these segments finds better."""
    count = len(values["best"])
    random = np.random.default_rng(12345)
    picked = [random.integers(0, count, count) for _ in range(1000)]
    ranks = dict.fromkeys(values, 1)
    for one, other in permutations(values, 2):
        gain = values[one] - values[other] if not lower_is_better else values[other] - values[one]
        observed = gain.mean()
        extreme = sum(abs(gain[each].mean() - observed) >= abs(observed) - 1e-12 for each in picked)
        ranks[other] += bool(observed > 0 and (extreme + 1) / 1001 < 0.05)
    return ranks


@pytest.mark.parametrize("name", ["ter", "mwe-score"])
def test_ranks_in_a_group_are_those_of_a_bootstrap_over_its_segments(grouped, name):
    measure(grouped, name)
    systems, parts = read_groups(grouped, name)
    rows = {row.name: row for part in parts if part.dimension == "expression-length" for row in part.rows}
    wrong = wrong_words()
    # The first 40 segments; an expression is translated where no word is wrong.
    values = {each: wrong[each][:40] if name == "ter" else (wrong[each][:40] == 0).astype(float) for each in systems}
    expected = rank_by_hand(values, lower_is_better=name == "ter")
    assert {each: row["rank"] for each, row in zip(systems, rows["1"].values, strict=True)} == expected
    assert expected["best"] == 1 and expected["far"] == 3
    assert {row["rank"] for row in rows["2"].values} == {None}
    scale = 25 if name == "ter" else 1
    found = {each: row["value"] for each, row in zip(systems, rows["1"].values, strict=True)}
    assert found == pytest.approx({each: scale * values[each].mean() for each in systems})


def test_the_table_for_a_paper_has_daggers_in_groups_that_are_tested(grouped):
    measure(grouped, "ter")
    client = Client()
    client.force_login(grouped.project.created_by)
    address = [grouped.project.slug, grouped.pk]
    text = client.get(reverse("evaluation:groups_table", args=[*address, "tex"]), {"measure": "ter"}).content.decode()
    one, two = (next(line for line in text.splitlines() if line.startswith(f"{n} & ")) for n in GROUPS)
    assert one.count("textbf") == 1 and one.count("dagger") == 1, one
    assert "dagger" not in two and "groups of fewer than 30 are not tested" in text
    page = client.get(reverse("evaluation:groups", args=address), {"measure": "ter"}).content.decode()
    assert page.count("is-top") >= 2
    told = client.get(reverse("api:test-set-groups", args=address), {"measure": "ter"}).json()
    assert {row["rank"] for row in told["rows"] if row["group"] == "1"} == {1, 3}


def test_scores_without_resamples_of_groups_have_no_ranks(grouped):
    measure(grouped, "ter")
    scores = TranslationScore.objects.all()
    assert all(set(each.groups_resampled) >= {"expression-length/1", "form/continuous"} for each in scores)
    with pgtrigger.ignore("evaluation.TranslationScore:immutable"):
        TranslationScore.objects.update(groups_resampled={})
    _, parts = read_groups(grouped, "ter")
    assert {value["rank"] for part in parts for row in part.rows for value in row.values} == {None}
