"""The experiments of the paper, against values by hand and by scipy."""

from itertools import permutations

import numpy as np
import pytest
from scipy import stats

from idiomaticity.predictors.probing.cells import Cell
from idiomaticity.predictors.probing.experiments import HumanCompound, correlate_compounds, run_experiments
from idiomaticity.predictors.probing.similarities import Similarities


def pick(cells: list[Cell], experiment: str, level: str = "compound", name: str = "", **more: str) -> Cell:
    conditions = {"against": "human", **more}
    (cell,) = [
        each
        for each in cells
        if (each.experiment, each.level, each.compound_class) == (experiment, level, name)
        and all(getattr(each, key) == value for key, value in conditions.items())
    ]
    return cell


def make_world(compounds: int = 24) -> tuple[dict[str, HumanCompound], Similarities]:
    random = np.random.default_rng(3)
    human, found = {}, Similarities()
    for number in range(compounds):
        key = f"thing{number} tank"
        scores = random.uniform(0, 5, size=(3, 3))
        human[key] = HumanCompound(
            key,
            ("C", "PC", "NC")[number % 3],
            float(random.uniform(0, 5)),
            float(scores[:, 0].mean()),
            {place: tuple(row) for place, row in enumerate(scores.tolist(), 1)},
        )
        for place in (1, 2, 3):
            found.sentences[key, place] = {"nc_out": float(random.uniform(-1, 1)), "nc_out_comp": None}
        for pair in ((1, 2), (1, 3), (2, 3)):
            one, other = random.uniform(-1, 1, size=2).tolist()
            found.pairs[(key, *pair)] = {"sentence_similarity": one, "compound_similarity": other}
    return human, found


def test_prediction_correlates_sentences_and_then_means_with_type_scores() -> None:
    human, found = make_world()
    cells = run_experiments(human, found, {"ppmi": {key: float(len(key) + place) for place, key in enumerate(human)}})
    model = [found.sentences[key, place]["nc_out"] for key in human for place in (1, 2, 3)]
    people = [each.sentences[place][0] for each in human.values() for place in (1, 2, 3)]
    token, expected = pick(cells, "prediction", "token", measure="nc_out"), stats.spearmanr(model, people)
    assert (token.rho, token.p) == (pytest.approx(expected.statistic), pytest.approx(expected.pvalue))
    assert token.n == 72
    means = np.asarray(model).reshape(-1, 3).mean(axis=1)
    idiomatic = [place for place, each in enumerate(human.values()) if each.compound_class == "NC"]
    types = [list(human.values())[place].type for place in idiomatic]
    expected = stats.spearmanr(means[idiomatic], types)
    cell = pick(cells, "prediction", "type", "NC", measure="nc_out")
    assert (cell.rho, cell.n) == (pytest.approx(expected.statistic), 8)
    against = pick(cells, "prediction", "token", measure="nc_out", against="ppmi")
    assert against.n == 72 and against.rho is not None
    assert not [each for each in cells if each.measure == "nc_out_comp"]


def test_the_pair_experiment_averages_the_compounds_own_correlations() -> None:
    human, found = make_world()
    cells = run_experiments(human, found)
    own = []
    for key, each in human.items():
        pairs = ((1, 2), (1, 3), (2, 3))
        distances = [np.linalg.norm(np.subtract(each.sentences[a], each.sentences[b])) for a, b in pairs]
        likeness = [found.pairs[(key, *pair)]["sentence_similarity"] for pair in pairs]
        own.append(stats.spearmanr(distances, likeness).statistic)
    cell = pick(cells, "pairs")
    assert (cell.rho, cell.sd) == (pytest.approx(np.mean(own)), pytest.approx(np.std(own, ddof=1)))
    assert (cell.n, cell.p, pick(cells, "pairs", name="PC").n) == (24, None, 8)


def test_distance_against_likeness_is_negative_where_the_model_follows_people() -> None:
    human = {"a b": HumanCompound("a b", sentences={1: (0.0, 0, 0), 2: (1.0, 0, 0), 3: (5.0, 0, 0)})}
    likeness = {(1, 2): 0.9, (1, 3): 0.1, (2, 3): 0.4}
    pairs = {("a b", *pair): {"sentence_similarity": value} for pair, value in likeness.items()}
    assert pick(run_experiments(human, Similarities({}, pairs)), "pairs").rho == pytest.approx(-1)


def test_a_compound_with_two_sentences_is_left_out_and_counted() -> None:
    human, found = make_world(3)
    human["x y"] = HumanCompound("x y", sentences={1: (1.0, 1, 1), 2: (2.0, 2, 2)})
    found.pairs["x y", 1, 2] = {"sentence_similarity": 0.5, "compound_similarity": 0.5}
    cell = pick(run_experiments(human, found), "pairs")
    assert (cell.n, cell.left_out) == (3, 1)


def test_where_only_the_whole_is_known_distances_are_of_the_whole() -> None:
    human = {"a b": HumanCompound("a b", sentences={1: (0.0, None, None), 2: (1.0, None, None), 3: (5.0, None, None)})}
    pairs = {("a b", a, b): {"sentence_similarity": float(a + b)} for a, b in ((1, 2), (1, 3), (2, 3))}
    assert pick(run_experiments(human, Similarities({}, pairs)), "pairs").rho == pytest.approx(0.5)


def test_the_spread_experiment_compares_standard_deviations() -> None:
    human, found = make_world()
    people = [np.std([scores[0] for scores in each.sentences.values()], ddof=1) for each in human.values()]
    model = [
        np.std([found.pairs[(key, *pair)]["compound_similarity"] for pair in ((1, 2), (1, 3), (2, 3))], ddof=1)
        for key in human
    ]
    expected = stats.spearmanr(model, people)
    cell = pick(run_experiments(human, found), "spread")
    assert (cell.rho, cell.p) == (pytest.approx(expected.statistic), pytest.approx(expected.pvalue))


def test_a_pair_that_is_missing_leaves_its_compound_out_of_the_spread() -> None:
    human, found = make_world()
    del found.pairs["thing0 tank", 1, 2]
    assert pick(run_experiments(human, found), "spread").n == 23


def test_a_predictor_of_compounds_is_held_against_token_and_type_scores() -> None:
    human, _ = make_world()
    values = {key: each.token for key, each in human.items()}
    values["thing0 tank"] = None
    cells = correlate_compounds(human, "ds", values)
    cell = pick(cells, "prediction", "token", measure="ds")
    assert (cell.rho, cell.n, cell.p) == (pytest.approx(1), 23, pytest.approx(0, abs=1e-12))
    assert pick(cells, "prediction", "type", "C", measure="ds").n == 7


def test_too_few_is_said_and_not_zero() -> None:
    human, found = make_world(2)
    cell = pick(run_experiments(human, found), "spread")
    assert (cell.rho, cell.p, cell.n) == (None, None, 2)
    assert cell.reason == "A correlation needs three compounds with both scores."


def test_of_few_values_p_counts_all_their_orders() -> None:
    human = {f"a{n} b": HumanCompound("", type=float(n), token=float((n * 3) % 5)) for n in range(5)}
    cells = correlate_compounds(human, "ds", {f"a{n} b": float(n) for n in range(5)})
    assert pick(cells, "prediction", "type", measure="ds").p == pytest.approx(2 / 120)
    left, right = [0, 1, 2, 3, 4], [0, 3, 1, 4, 2]
    own = abs(stats.spearmanr(left, right).statistic)
    exact = [abs(stats.spearmanr(order, right).statistic) >= own - 1e-9 for order in permutations(left)]
    assert pick(cells, "prediction", "token", measure="ds").p == pytest.approx(sum(exact) / 120)
