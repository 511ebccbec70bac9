"""`measure entropy`: beside scipy's entropy, uniform distributions whose entropy is known, and means taken apart."""

import json
import random
from math import log

import pytest
from scipy.stats import entropy

from tests.evaluation.measure_command import measure, refuse


def lines(*rows: dict[str, object]) -> str:
    return "".join(f"{json.dumps(row)}\n" for row in rows)


def test_uniform_distributions_have_the_logarithm_of_their_size(write):
    row = {"distributions": [[0.25] * 4, [0.5, 0.5, 0, 0], [1, 0, 0, 0]], "expression": [0]}
    found = measure("entropy", write("p.jsonl", lines(row)))
    assert found["expression"] == pytest.approx(log(4))
    assert found["other"] == pytest.approx(log(2) / 2)
    assert found["difference"] == pytest.approx(log(4) - log(2) / 2)
    assert (found["n"], found["words"]) == (1, {"expression": 1, "other": 2})
    assert found["signature"].startswith("entropy|unit:nats|n:1|version:")


def test_words_are_means_of_their_pieces_and_all_words_count_alike(write):
    chance = random.Random(3)
    rows = []
    inside, outside = [], []
    for _ in range(30):
        raw = [[chance.random() ** 3 for _ in range(7)] for _ in range(6)]
        distributions = [[share / sum(row) for share in row] for row in raw]
        found = [float(entropy(row)) for row in distributions]
        # Tokens 0 and 1 are the first word, 4 and 5 the last; words 1 and 3 translate the expression.
        rows.append({"distributions": distributions, "words": [0, 0, 1, 2, 3, 3], "expression": [1, 3]})
        inside += [found[2], (found[4] + found[5]) / 2]
        outside += [(found[0] + found[1]) / 2, found[3]]
    result = measure("entropy", write("p.jsonl", lines(*rows)), "--bootstrap", 200)
    means = sum(inside) / len(inside), sum(outside) / len(outside)
    assert (result["expression"], result["other"]) == (pytest.approx(means[0]), pytest.approx(means[1]))
    low, high = result["interval"]["difference"]
    assert low < result["difference"] < high
    assert "|bs:200|seed:12345|" in result["signature"]
    known = [{"entropies": [float(entropy(each)) for each in row["distributions"]], **_without(row)} for row in rows]
    assert measure("entropy", write("e.jsonl", lines(*known)))["difference"] == pytest.approx(result["difference"])


def _without(row: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in row.items() if name != "distributions"}


def test_without_an_expression_there_is_no_difference(write):
    found = measure("entropy", write("p.jsonl", lines({"entropies": [1.0, 2.0]})))
    assert (found["expression"], found["other"], found["difference"]) == (None, 1.5, None)
    assert found["reasons"] == {"difference": "Words of expressions and other words are both needed."}


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        ({"distributions": [[0.5, 0.6]]}, "line 1: Distribution 1 is not one"),
        ({"distributions": [[1.5, -0.5]]}, "line 1: Distribution 1 is not one"),
        ({"distributions": [[1.0], []]}, "line 1: Distribution 2 is not one"),
        ({"entropies": [1], "expression": [1]}, "line 1: Word 1 of the expression is not among the words"),
        ({"entropies": [1, 2], "words": [0]}, "line 1: There are 2 tokens, but “words” names the words of 1"),
        ({"entropies": [-1]}, "line 1: An entropy must be a number of 0 or more"),
        ({"entropies": [1], "expression": 3}, "line 1: The values of the line must be lists of numbers"),
        ({"words": [1]}, "line 1: The line must have either"),
    ],
)
def test_lines_that_cannot_be_measured_are_named(write, row, sentence):
    refuse(sentence, "entropy", write("p.jsonl", lines(row)))


def test_an_empty_file_is_refused(write):
    refuse("The file has no sentences", "entropy", write("p.jsonl", "\n"))
