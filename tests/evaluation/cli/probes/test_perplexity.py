"""`measure perplexity`, and contexts compared: beside the definitions, and the change of every context."""

import json
import random
from math import exp, log

import pytest

from tests.evaluation.measure_command import measure, refuse


def lines(*rows: dict[str, object]) -> str:
    return "".join(f"{json.dumps(row)}\n" for row in rows)


def test_tokens_of_one_probability_have_the_perplexity_of_its_inverse(write):
    row = {"log_probabilities": [log(1 / 8)] * 3 + [log(1 / 2)] * 2, "words": [0, 0, 1, 2, 2], "expression": [2]}
    found = measure("perplexity", write("p.jsonl", lines(row)))
    assert (found["expression"], found["other"]) == (pytest.approx(2), pytest.approx(8))
    assert found["perplexity"] == pytest.approx(2 ** ((3 * 3 + 2) / 5))
    assert (found["n"], found["tokens"]) == (1, {"expression": 2, "other": 3})
    assert found["signature"].startswith("perplexity|unit:tokens|n:1|version:") and "contexts" not in found
    without = measure("perplexity", write("q.jsonl", lines({"log_probabilities": [-1.0]})))
    assert (without["expression"], without["reasons"]) == (None, {"expression": "There is no such token."})


def test_contexts_are_compared_with_the_first_over_the_same_sentences(write):
    chance = random.Random(4)
    full = [[-chance.random() for _ in range(chance.randint(2, 9))] for _ in range(40)]
    word = [[each - 0.5 - 0.1 * chance.random() for each in row] for row in full]
    paths = [write(f"{name}.jsonl", lines(*({"log_probabilities": row, "expression": [0]} for row in rows)))
             for name, rows in (("full", full), ("phrase", full), ("word", word))]  # fmt: skip
    found = measure("perplexity", *paths, "--bootstrap", 300)

    def perplexity(rows: list[list[float]]) -> float:
        return exp(-sum(map(sum, rows)) / sum(map(len, rows)))

    same, narrower = found["contexts"]
    assert found["perplexity"] == pytest.approx(perplexity(full))
    assert (same["file"], same["change"], same["interval"]["perplexity"]) == (
        "phrase.jsonl", {"perplexity": 0, "expression": 0, "other": 0}, [0, 0],
    )  # fmt: skip
    assert narrower["perplexity"] == pytest.approx(perplexity(word))
    assert narrower["change"]["perplexity"] == pytest.approx(perplexity(word) - perplexity(full))
    assert narrower["change"]["expression"] == pytest.approx(
        perplexity([row[:1] for row in word]) - perplexity([row[:1] for row in full])
    )
    low, high = narrower["interval"]["perplexity"]
    # Paired: far narrower than perplexity itself varies from sentence to sentence.
    assert 0 < low < narrower["change"]["perplexity"] < high
    assert high - low < sum(end * sign for end, sign in zip(found["interval"]["perplexity"], (-1, 1), strict=True))


def test_entropy_takes_contexts_too(write):
    rows = [{"entropies": [1.0, 2.0, 3.0], "expression": [1]}, {"entropies": [0.5, 1.0], "expression": [0]}]
    narrow = [{**row, "entropies": [each + 0.25 for each in row["entropies"]]} for row in rows]
    found = measure("entropy", write("full.jsonl", lines(*rows)), write("word.jsonl", lines(*narrow)))
    assert (found["expression"], found["other"], found["words"]) == (1.25, 5 / 3, {"expression": 2, "other": 3})
    assert found["contexts"][0]["change"] == pytest.approx({"expression": 0.25, "other": 0.25, "difference": 0})


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        ({"log_probabilities": [0.1]}, "line 1: A log-probability must be a number of 0 or less"),
        ({"log_probabilities": [[-1]]}, "line 1: A log-probability must be a number of 0 or less"),
        ({"log_probabilities": [-1], "words": [0, 1]}, "line 1: There are 1 tokens, but “words” names the words of 2"),
        ({"log_probabilities": [-1], "expression": [3]}, "line 1: Word 3 of the expression is not among the words"),
        ({"log_probabilities": [-1], "expression": 3}, "line 1: The values of the line must be lists of numbers"),
        ({"entropies": [1]}, "line 1: The line must have “log_probabilities”"),
    ],
)
def test_lines_that_cannot_be_measured_are_named(write, row, sentence):
    refuse(sentence, "perplexity", write("p.jsonl", lines(row)))


def test_contexts_of_other_sentences_are_refused(write):
    one = {"log_probabilities": [-1.0]}
    refuse("It has 2 sentences, but", "perplexity", write("a.jsonl", lines(one)), write("b.jsonl", lines(one, one)))
