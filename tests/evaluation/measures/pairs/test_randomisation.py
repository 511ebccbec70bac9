"""Paired approximate randomisation of what was counted of segments: against sacrebleu, brute force and every swap."""

from itertools import product

import numpy as np
import pytest
from sacrebleu.metrics.bleu import BLEU
from sacrebleu.metrics.chrf import CHRF
from sacrebleu.significance import PairedTest

from evaluation.measures.pairs.label_changes import LabelIntervals, list_changes
from evaluation.measures.pairs.randomisation import Randomisation, sample_swaps_of_chunk
from evaluation.measures.registry import MEASURES, find_measure
from evaluation.metrics.averages import LabelTallies
from evaluation.metrics.surface import SurfaceMeasure

WORDS = [
    "the",
    "a",
    "cat",
    "dog",
    "sat",
    "ran",
    "on",
    "under",
    "big",
    "old",
    "mat",
    "house",
    "and",
    "then",
    "slowly",
    "away",
]
REFERENCES = [" ".join(np.random.default_rng(place).choice(WORDS, 9)) for place in range(60)]


def worsen(text: str, seed: int, share: float) -> str:
    chance = np.random.default_rng(seed)
    return " ".join(str(chance.choice(WORDS)) if chance.random() < share else word for word in text.split())


FIRST = [worsen(text, place, 0.30) for place, text in enumerate(REFERENCES)]
SECOND = [worsen(text, 1000 + place, 0.24) for place, text in enumerate(REFERENCES)]


def test_systems(measure, labels, first, second, *, counts=None, resamples=1000, chunk=7, order=1):
    """Compare in chunks."""
    trials = Randomisation(find_measure(measure).randomised(counts or {}), resamples=resamples, seed=12345)
    for start in range(0, len(first), chunk)[::order]:
        part = slice(start, start + chunk)
        trials.add(start + 1, labels[part], first[part], second[part])
    return trials.compare()


test_systems.__test__ = False
NOBODY = [[]] * len(REFERENCES)


@pytest.mark.parametrize(("measure", "metric"), [("bleu", BLEU), ("chrf", CHRF)])
def test_p_is_that_of_sacrebleu(measure, metric, monkeypatch):
    surface = SurfaceMeasure(measure)
    counted = [surface.count(texts, [[text] for text in REFERENCES]).tolist() for texts in (FIRST, SECOND)]
    found = test_systems(measure, NOBODY, *counted, resamples=10_000)["score"]
    monkeypatch.setenv("SACREBLEU_SEED", "12345")
    named = [("first", FIRST), ("second", SECOND)]
    _, told = PairedTest(named, {measure: metric()}, [REFERENCES], test_type="ar", n_samples=10_000)()
    key = next(name for name in told if name != "System")
    first, second = told[key]
    assert found.difference == pytest.approx(second.score - first.score)
    # Each samples 10,000 of its own: three standard errors of the difference of two shares, and a bit for equal ones.
    assert found.p == pytest.approx(second.p_value, abs=3 * np.sqrt(2 * second.p_value / 10_000) + 0.002)
    assert 0.01 < found.p < 0.6


@pytest.mark.parametrize("measure", ["bleu", "chrf"])
def test_p_follows_from_sacrebleus_own_formula_for_the_same_swaps(measure):
    surface = SurfaceMeasure(measure)
    first, second = (surface.count(texts, [[text] for text in REFERENCES]) for texts in (FIRST, SECOND))
    swaps = sample_swaps_of_chunk(1, len(first), resamples=500, seed=12345)
    keep = 1 - swaps
    metric = {"bleu": BLEU, "chrf": CHRF}[measure]()

    def score(row):
        return metric._compute_score_from_stats([int(each) for each in row]).score

    sampled = [
        abs(score(one) - score(other))
        for one, other in zip(keep @ first + swaps @ second, swaps @ first + keep @ second, strict=True)
    ]
    observed = abs(score(first.sum(axis=0)) - score(second.sum(axis=0)))
    expected = (sum(each >= observed for each in sampled) + 1) / 501
    found = test_systems(measure, NOBODY, first.tolist(), second.tolist(), resamples=500, chunk=100)
    assert found["score"].p == expected


def make_litter(seed):
    chance = np.random.default_rng(seed)
    labels = [[str(each) for each in chance.choice(list("abcd"), size=1 + place % 2)] for place in range(24)]
    systems = [
        [[[int(chance.random() < share), [], [], []] for _ in names] for names in labels] for share in (0.2, 0.4)
    ]
    for system in systems:
        system[5][0] = None  # no word in the span: the same for every system
    return labels, systems


def brute_force(labels, systems, resamples):
    """Macro and micro averages of each trial, computed anew from swapped outputs."""
    swaps = np.hstack(
        [
            sample_swaps_of_chunk(start + 1, min(7, 24 - start), resamples=resamples, seed=12345)
            for start in range(0, 24, 7)
        ]
    )
    rows = []
    for row in [np.zeros(24), *swaps]:
        averages = []
        for one in (0, 1):
            tallies = LabelTallies()
            for place, names in enumerate(labels):
                for name, entry in zip(names, systems[one ^ int(row[place])][place], strict=True):
                    if entry is not None:
                        tallies.put(name, MEASURES["litter"].score_entry(entry))
            averages.append((tallies.macro, tallies.micro.mean))
        rows.append(np.array(averages[1]) - np.array(averages[0]))
    observed, sampled = rows[0], np.array(rows[1:])
    return observed, ((np.abs(sampled) >= np.abs(observed) - 1e-12).sum(axis=0) + 1) / (resamples + 1)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_means_and_macro_averages_are_those_of_brute_force(seed):
    labels, systems = make_litter(seed)
    counts: dict[str, int] = {}
    for names, entries in zip(labels, systems[0], strict=True):
        for name, entry in zip(names, entries, strict=True):
            counts[name] = counts.get(name, 0) + (entry is not None)
    observed, expected = brute_force(labels, systems, 200)
    found = test_systems("litter", labels, *systems, counts=counts, resamples=200)
    assert [found[name].difference for name in ("macro", "micro")] == pytest.approx(observed)
    assert [found[name].p for name in ("macro", "micro")] == pytest.approx(expected)
    assert found == test_systems("litter", labels, *systems, counts=counts, resamples=200)
    assert set(test_systems("litter", labels, *systems)) == {"micro"}  # without labels no macro average


def test_chunks_come_in_any_order():
    first, second = ([float(each) for each in np.random.default_rng(seed).random(50)] for seed in (1, 2))
    forth = test_systems("external-up:X", NOBODY, first, second)["score"]
    back = test_systems("external-up:X", NOBODY, first, second, order=-1)["score"]
    assert (forth.p, forth.difference) == (back.p, pytest.approx(back.difference))
    turned = test_systems("external-up:X", NOBODY, second, first)["score"]
    assert (turned.p, turned.difference) == (forth.p, pytest.approx(-forth.difference))


def test_many_trials_approach_the_exact_test():
    first, second = [0.1, 0.4, 0.2, 0.9, 0.3, 0.5], [0.3, 0.5, 0.1, 1.0, 0.7, 0.6]
    gains = np.array(second) - np.array(first)
    exact = np.mean([abs(gains @ signs) >= abs(gains.sum()) - 1e-12 for signs in product((1, -1), repeat=6)])
    found = test_systems("external-up:X", NOBODY, first, second, resamples=20_000)["score"]
    assert found.p == pytest.approx(exact, abs=0.015)


def test_equal_systems_do_not_differ_and_clear_ones_have_the_least_p():
    scores = [float(each) for each in np.random.default_rng(1).random(60)]
    assert test_systems("external-up:X", NOBODY, scores, scores)["score"].p == 1
    better = [each + 0.5 for each in scores]
    assert test_systems("external-up:X", NOBODY, scores, better, resamples=99)["score"].p == 0.01


def test_a_system_without_some_scores_keeps_its_own_mean():
    found = test_systems("external-up:X", NOBODY, [0.5, None, 0.7, 0.3], [0.6, 0.9, None, 0.5])["score"]
    assert found.difference == pytest.approx(2 / 3 - 0.5) and 0 < found.p <= 1
    assert test_systems("external-up:X", NOBODY, [None, None], [0.6, 0.9])["score"].p is None


def test_every_measure_has_its_figures():
    assert list(MEASURES["mwe-score"].randomised({"a": 1})) == ["paper", "code", "macro"]
    assert list(MEASURES["apt"].randomised({"a": 1})) == ["unigram", "chrf", "unigram_micro", "chrf_micro"]
    tesla = [[0.5, [], [[0, 2, 0.2]]], [0.25, [], []], None]
    better = [[0.75, [], [[0, 2, 0.2]]], [0.25, [], []], None]
    found = test_systems("tesla-compounds", NOBODY, tesla, better)
    assert found["score"].difference == pytest.approx(0.125)
    assert found["with_compounds"].difference == pytest.approx(0.25)


def test_a_pair_needs_the_same_segments_and_a_trial():
    with pytest.raises(ValueError, match="2 and 1 segments"):
        test_systems("external-up:X", NOBODY, [0.1, 0.2], [0.1])
    with pytest.raises(ValueError, match="at least one trial"):
        Randomisation(MEASURES["tesla"].randomised({}), resamples=0, seed=1)


def test_labels_that_change_have_an_interval_from_five_segments_on():
    rows = [
        {"label": "a", "n": 6, "score": 0.5},
        {"label": "b", "n": 1, "score": 1.0},
        {"label": "c", "n": 1, "score": 0},
    ]
    others = [{"label": "b", "n": 1, "score": 0.0}, {"label": "a", "n": 6, "score": 0.75}]
    changes = list_changes(rows, others)
    assert [(each.label, each.difference) for each in changes] == [("a", 0.25), ("b", -1.0)]
    intervals = LabelIntervals(MEASURES["mwe-score"], ["a", "b"])
    intervals.add(1, [["a"]] * 6 + [["b"]], [[0.5]] * 6 + [[1.0]], [[0.75]] * 6 + [[0.0]])
    assert intervals.find(resamples=50, seed=1) == {"a": (0.25, 0.25), "b": None}
