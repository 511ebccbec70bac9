"""`measure perplexity`: how likely references are under a model, whose contexts of an expression may differ."""

from __future__ import annotations

import argparse
from typing import Any

from evaluation.cli.probes.contexts import add_context_arguments, measure_contexts
from evaluation.measures.probes.perplexity import EXPRESSION, FIGURES, OTHER, find_perplexities, sum_sentence


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_context_arguments(
        parser,
        "“log_probabilities” of the reference's tokens (natural logarithms); optionally “expression”, the words "
        "aligned to the expression, and “words”, the word of each token, if tokens are pieces (numbers from 0)",
    )


def measure(options: dict[str, Any], version: str) -> dict[str, Any]:
    """Return the output as JSON; raise FormatError for input that cannot be measured."""
    result, table = measure_contexts(
        options, version, name="perplexity", unit="tokens", figures=FIGURES, sum_row=_sum_row, rate=find_perplexities
    )
    tokens = table.sum(axis=0)
    result["tokens"] = {EXPRESSION: int(tokens[3]), OTHER: int(tokens[5])}
    missing = [name for name in FIGURES if result[name] is None]
    return {**result, "reasons": dict.fromkeys(missing, "There is no such token.")} if missing else result


def _sum_row(row: dict[str, Any]) -> list[float]:
    if "log_probabilities" not in row:
        raise ValueError("The line must have “log_probabilities”.")
    return sum_sentence(row["log_probabilities"], row.get("words"), set(row.get("expression", ())))
