"""The matching against a general solver of the linear program, written out from the definition."""

import random

import numpy as np
import pytest

from evaluation.metrics.tesla import matching as tesla_matching
from evaluation.metrics.tesla.score import score_tesla
from evaluation.metrics.tesla.tokens import TeslaToken
from tests.evaluation.tesla_by_definition import solve_by_definition

CONTENT = [
    TeslaToken(
        f"c{number}", f"c{number}", ("NOUN", "VERB", "ADJ")[number % 3], frozenset({number // 2, 50 + number % 7})
    )
    for number in range(20)
]
FUNCTION = [TeslaToken(f"f{number}", f"f{number}", ("DET", "ADP")[number % 2], is_function=True) for number in range(6)]
# The same lemma once as a function word and once not, as “have” is: weights then differ within a match.
MIXED = [TeslaToken("have", "have", "AUX", is_function=True), TeslaToken("have", "have", "VERB", frozenset({1}))]


def make_sentence(chance, words):
    return [chance.choice(words) for _ in range(chance.randint(1, 11))]


@pytest.mark.parametrize("seed", range(30))
def test_exact_on_random_sentences(seed):
    chance = random.Random(seed)
    words = CONTENT + FUNCTION * 2 + (MIXED * 3 if seed % 3 == 0 else [])
    hypothesis, reference = make_sentence(chance, words), make_sentence(chance, words)
    score = score_tesla(hypothesis, reference)
    assert score.f
    for (kind, n), f in score.f.items():
        assert f == pytest.approx(solve_by_definition(hypothesis, reference, n, kind), abs=1e-9), (kind, n)
    assert score.score == pytest.approx(np.mean(list(score.f.values())))


@pytest.mark.parametrize("seed", range(10))
def test_the_matches_told_are_those_that_count(seed):
    chance = random.Random(100 + seed)
    hypothesis, reference = make_sentence(chance, CONTENT + FUNCTION), make_sentence(chance, CONTENT + FUNCTION)
    plain, told = score_tesla(hypothesis, reference), score_tesla(hypothesis, reference, with_matches=True)
    assert told.f == pytest.approx(plain.f)
    unigrams = [match for match in told.matches if (match.kind, match.n) == ("ms", 1)]
    whole = sum((0.1 if t.is_function else 1) * w for s, w in ((hypothesis, 0.2), (reference, 0.8)) for t in s)
    assert sum(match.similarity * match.flow for match in unigrams) / whole == pytest.approx(plain.f["ms", 1])


def test_the_general_solver_is_only_for_unequal_weights(monkeypatch):
    calls = []
    solve = tesla_matching.solve_linear_program
    monkeypatch.setattr(tesla_matching, "solve_linear_program", lambda *tables: calls.append(1) or solve(*tables))
    score_tesla(CONTENT[:5] + FUNCTION, FUNCTION + CONTENT[3:9])
    assert not calls
    score_tesla([MIXED[0], CONTENT[0]], [MIXED[1], CONTENT[0]])
    assert calls
