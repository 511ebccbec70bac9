"""`measure entropy`: how uncertain a decoder is about words of expressions and about other words."""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

from evaluation.cli.probes.contexts import add_context_arguments, measure_contexts
from evaluation.measures.probes.entropy import FIGURES, average_words, find_entropies, mean_entropies, sum_sentence


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_context_arguments(
        parser,
        "“distributions” (a row for each token) or “entropies” of tokens in nats; “expression”, the words aligned to "
        "the expression; “words”, the word of each token, if tokens are pieces (numbers from 0)",
    )


def measure(options: dict[str, Any], version: str) -> dict[str, Any]:
    """Return the output as JSON; raise FormatError for input that cannot be measured."""
    result, table = measure_contexts(
        options, version, name="entropy", unit="nats", figures=FIGURES, sum_row=_sum_row, rate=mean_entropies
    )
    sums = table.sum(axis=0)
    result["words"] = {"expression": int(sums[1]), "other": int(sums[3])}
    if None in (result[name] for name in FIGURES):
        result["reasons"] = {"difference": "Words of expressions and other words are both needed."}
    return result


def _sum_row(row: dict[str, Any]) -> list[float]:
    if ("distributions" in row) == ("entropies" in row):
        raise ValueError("The line must have either “distributions” or “entropies”.")
    entropies = find_entropies(row["distributions"]) if "distributions" in row else _numbers(row["entropies"])
    words = row.get("words", list(range(len(entropies))))
    return sum_sentence(average_words(entropies, words), set(row.get("expression", ())))


def _numbers(values: list[Any]) -> list[float]:
    numbers = [float(value) for value in values]
    if not all(0 <= number < np.inf for number in numbers):
        raise ValueError("An entropy must be a number of 0 or more.")
    return numbers
