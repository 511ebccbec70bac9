"""`measure expression-agreement`: agreement of annotators on expressions in the same text."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import combinations
from typing import Any

from annotation_site.texts.faults import FormatError
from evaluation.cli.alignment.link_agreement import name_annotators
from evaluation.cli.arguments import add_bootstrap_arguments
from evaluation.cli.identification.files import add_format_arguments, open_same_text, write_figures
from evaluation.metrics.signature import write_signature
from expressions.agreement.comparisons import Comparison, SpanCounts, bootstrap_comparisons, bootstrap_words
from expressions.agreement.spans import KINDS, PairAgreement, count_items
from expressions.agreement.tokens import WordSums, WordTable, find_values
from expressions.formats.sentences import MarkedSentence
from expressions.identification.scores import VALUES

FIGURES = ("f_span", "kappa_span", "kappa_cat", "token_f", "kappa_token")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help="one file per annotator, two or more")
    add_format_arguments(parser)
    add_bootstrap_arguments(parser)


class Agreement:
    """Counts of every pair of annotators, and of the words of all, by sentence."""

    def __init__(self, names: Sequence[str], *, keeps_not_mwe: bool) -> None:
        self.couples = list(combinations(range(len(names)), 2))
        self.names = [(names[one], names[other]) for one, other in self.couples]
        self.pairs = [PairAgreement(keeps_not_mwe=keeps_not_mwe) for _ in self.couples]
        self.tables = [WordTable() for _ in self.couples]
        self.by_sentence: list[WordSums] = []
        self._keeps_not_mwe = keeps_not_mwe

    def add(self, row: Sequence[MarkedSentence]) -> None:
        """Add a sentence, as every annotator has it."""
        words = row[0].word_count
        values = [find_values(sentence, keeps_not_mwe=self._keeps_not_mwe) for sentence in row]
        self.by_sentence.append(WordSums.of(words, values))
        for (one, other), pair, table in zip(self.couples, self.pairs, self.tables, strict=True):
            pair.add(row[one], row[other])
            table.add(words, values[one], values[other])

    @property
    def total(self) -> WordSums:
        total = WordSums()
        for sums in self.by_sentence:
            total += sums
        return total


def measure(options: dict[str, Any], version: str) -> dict[str, Any]:
    """Return the output as JSON; raise FormatError for input that cannot be measured."""
    paths = options["files"]
    if len(paths) < 2:
        raise FormatError(paths[0], None, "Agreement needs the files of at least two annotators.")
    text = open_same_text(paths, options, needs_same_words=True)
    agreement = Agreement(name_annotators(paths), keeps_not_mwe=options["keep_not_mwe"])
    for row in text.read():
        agreement.add(row)
    reasons: dict[str, str] = {}
    compared = zip(agreement.names, agreement.pairs, agreement.tables, strict=True)
    rows = [_pair_to_json(names, pair, table, reasons) for names, pair, table in compared]
    result: dict[str, Any] = {"pairs": rows}
    if len(rows) > 1:
        result["mean"] = {}
        for name in FIGURES:
            result["mean"][name] = _find_mean([row[name] for row in rows])
    result |= write_figures(agreement.total.figures, reasons)
    result |= {"sentences": text.sentences, "words": text.words}
    if reasons:
        result["reasons"] = reasons
    signed: dict[str, Any] = {
        "spans": "estimated",
        "notmwe": "kept" if options["keep_not_mwe"] else "left-out",
        "raters": len(paths),
        "sentences": text.sentences,
    }
    if resamples := options["bootstrap"]:
        result["interval"] = _find_intervals(agreement, resamples, options["seed"])
        signed |= {"bs": resamples, "seed": options["seed"]}
    notes = [*text.notes, *_warn_of_twins(agreement.names, agreement.pairs)]
    if notes:
        result["notes"] = notes
    result["signature"] = write_signature("expression-agreement", version, **signed)
    return result


def _pair_to_json(
    names: tuple[str, str], pair: PairAgreement, table: WordTable, reasons: dict[str, str]
) -> dict[str, Any]:
    first, second, common = pair.counts
    prefix = f"{names[0]} {names[1]} "
    return {
        "annotators": list(names),
        "first": first,
        "second": second,
        "common": common,
        "items": count_items(first, second, common, pair.sentences),
        **write_figures({**pair.figures, "kappa_token": table.kappa}, reasons, prefix),
        "disagreements": {kind: pair.disagreements[kind] for kind in KINDS},
        "confusion": [
            {"first": one, "second": other, "count": count} for (one, other), count in sorted(pair.categories.items())
        ],
        "rows": _parts_to_json(pair, reasons, prefix),
    }


def _parts_to_json(pair: PairAgreement, reasons: dict[str, str], prefix: str) -> list[dict[str, Any]]:
    rows = []
    for name, value, score in pair.evaluation.list_parts():
        common, first, second = score.expressions
        if name in VALUES and not first + second:
            continue
        figures = {"f_span": score.expressions.f, "token_f": score.words.f}
        rows.append(
            {
                "by": name,
                "value": value,
                "first": first,
                "second": second,
                "common": common,
                **write_figures(figures, reasons, f"{prefix}{name} {value} "),
            }
        )
    return rows


def _find_mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None


def _warn_of_twins(couples: Sequence[tuple[str, str]], pairs: Sequence[PairAgreement]) -> list[str]:
    """Return a sentence for each pair of files with the same marks throughout."""
    return [
        f"{one} and {other} have the same expressions throughout. Check that they are the work of two annotators."
        for (one, other), pair in zip(couples, pairs, strict=True)
        if pair.counts[0] and not pair.disagreements.total()
    ]


def _find_intervals(agreement: Agreement, resamples: int, seed: int) -> dict[str, Any]:
    """Return 95 % intervals from sentences sampled with replacement, the same ones for every figure."""
    return {
        "pairs": [_find_pair_intervals(pair, resamples, seed) for pair in agreement.pairs],
        **bootstrap_words(agreement.by_sentence, resamples=resamples, seed=seed),
    }


def _find_pair_intervals(pair: PairAgreement, resamples: int, seed: int) -> dict[str, Any]:
    sentences = []
    for number, (row, categories) in enumerate(zip(pair.evaluation.rows, pair.by_sentence, strict=True)):
        sentences.append(Comparison(number, ("", ""), SpanCounts(1, *row), categories))
    intervals = bootstrap_comparisons(sentences, resamples=resamples, seed=seed)
    return {name: intervals[name] for name in ("f_span", "kappa_span", "token_f", "kappa_cat")}
