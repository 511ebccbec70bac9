"""`measure link-agreement`: agreement of annotators on links."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any, get_args

import numpy as np

from alignment.coefficients.agr import Flavour, LinkItems, PairCounts, agr, count_pair, link_items
from alignment.formats import ALIGNMENT_FORMATS, AlignedSentence, FormatError
from annotation_site.coefficients.figure import Figure
from annotation_site.coefficients.kappa import CategorySums, fleiss_kappa, nominal_alpha
from annotation_site.coefficients.percentiles import percentile_interval
from annotation_site.coefficients.resampling import resample_sums
from evaluation.cli.alignment.files import AlignmentFile, add_format_argument, describe_links, match_sentences
from evaluation.cli.arguments import add_bootstrap_arguments, add_encoding_argument
from evaluation.metrics.signature import write_signature

FLAVOURS: tuple[Flavour, ...] = get_args(Flavour)
LABELS = ("S", "P", "N")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help="one file per annotator, two or more")
    add_format_argument(parser)
    parser.add_argument(
        "--count-unaligned",
        action="store_true",
        help="count tokens that both mark as unaligned as agreement (any, both)",
    )
    add_encoding_argument(parser)
    add_bootstrap_arguments(parser)


@dataclass(slots=True)
class Totals:
    """Sums over the sentence pairs read so far. `rows` are kept per pair only if an interval needs them."""

    items: LinkItems
    counts: list[PairCounts]
    # Of each couple of annotators, whether all their readings are the same.
    are_same: list[bool]
    links: int = 0
    pairs: int = 0
    rows: list[tuple[float, ...]] = field(default_factory=list)


def measure(options: dict[str, Any], version: str) -> dict[str, Any]:
    """Return the output as JSON; raise FormatError for input that cannot be measured."""
    if len(options["files"]) < 2:
        raise FormatError(options["files"][0], None, "Agreement needs the files of at least two annotators.")
    files = [describe_links(path, options, encoding=options["encoding"]) for path in options["files"]]
    totals = _add_up(files, keep_rows=bool(options["bootstrap"]))
    if not totals.pairs:
        raise FormatError(files[0].path, None, "The file has no sentences.")
    return _summarise(totals, options, version)


def _add_up(files: Sequence[AlignmentFile], *, keep_rows: bool) -> Totals:
    null_token = ALIGNMENT_FORMATS[files[0].format].null_token
    couples = list(combinations(range(len(files)), 2))
    nothing = LinkItems(CategorySums(len(files), 0, 0.0, dict.fromkeys(LABELS, 0)), Counter())
    totals = Totals(nothing, [PairCounts() for _ in couples], [True] * len(couples))
    for row in match_sentences(files):
        readings = [sentence.reading for sentence in row]
        items = link_items(readings, source_length(row, files), artificial_null=null_token)
        totals.items += items
        for index, (first, second) in enumerate(couples):
            totals.counts[index] += count_pair(readings[first], readings[second])
            totals.are_same[index] = totals.are_same[index] and readings[first] == readings[second]
        totals.links += sum(len(reading.links) for reading in readings)
        totals.pairs += 1
        if keep_rows:
            labels = (items.sums.labels[label] for label in LABELS)
            totals.rows.append((items.sums.items, items.sums.agreement, *labels))
    return totals


def source_length(row: Sequence[AlignedSentence], files: Sequence[AlignmentFile]) -> int:
    """Return the number of source tokens, in formats without text up to the last one that is linked or marked."""
    lengths = [None if sentence.source_tokens is None else len(sentence.source_tokens) for sentence in row]
    for file, sentence, length in zip(files, row, lengths, strict=True):
        if length != lengths[0]:
            problem = f"Sentence {sentence.number} has {length} source tokens, but {lengths[0]} in {files[0].path}."
            raise FormatError(file.path, sentence.line, problem)
    if lengths[0] is not None:
        return lengths[0]
    seen = [cell[0] for sentence in row for cell in sentence.reading.links]
    seen += [token for sentence in row for token in sentence.reading.unaligned_source]
    return max(seen, default=-1) + 1


def _summarise(totals: Totals, options: dict[str, Any], version: str) -> dict[str, Any]:
    sums = totals.items.sums
    unaligned = options["count_unaligned"]
    reasons: dict[str, str] = {}
    couples = list(combinations(name_annotators(options["files"]), 2))
    pairs = [
        {"annotators": list(couple), **_flavours(counts, reasons, count_unaligned=unaligned)}
        for couple, counts in zip(couples, totals.counts, strict=True)
    ]
    result: dict[str, Any] = {
        "pairs": pairs,
        "pooled": _flavours(sum(totals.counts, PairCounts()), reasons, count_unaligned=unaligned),
        "fleiss_kappa": _value("fleiss_kappa", fleiss_kappa([sums]), reasons),
        "alpha": _value("alpha", nominal_alpha([sums]), reasons),
        "items": sums.items,
        "majorities": {str(raters): n for raters, n in sorted(totals.items.majorities.items(), reverse=True)},
        "labels": dict(sums.labels),
        "n": totals.pairs,
    }
    signed: dict[str, Any] = {
        "labels": "SPN",
        "raters": sums.raters,
        "unaligned": "counted" if unaligned else "ignored",
        "pairs": totals.pairs,
    }
    if reasons:
        result["reasons"] = reasons
    if resamples := options["bootstrap"]:
        result["interval"] = _intervals(totals, resamples, options["seed"])
        signed |= {"bs": resamples, "seed": options["seed"]}
    twins = [couple for couple, is_same in zip(couples, totals.are_same, strict=True) if is_same and totals.links]
    if twins:
        result["identical"] = [list(couple) for couple in twins]
        result["notes"] = [warn_of_twins(*couple, totals.pairs) for couple in twins]
    result["signature"] = write_signature("link-agreement", version, **signed)
    return result


def warn_of_twins(first: str, second: str, pairs: int) -> str:
    """Return a sentence on two files whose agreement says nothing if they are one person's work."""
    where = "in the only pair" if pairs == 1 else f"in all {pairs:,} pairs"
    return f"{first} and {second} have the same links {where}. Check that they are the work of two annotators."


def name_annotators(paths: Sequence[str]) -> list[str]:
    """Return the files' names, or whole paths if two files have the same name."""
    names = [Path(path).name for path in paths]
    return names if len(set(names)) == len(names) else list(paths)


def _flavours(counts: PairCounts, reasons: dict[str, str], *, count_unaligned: bool) -> dict[str, float | None]:
    return {
        flavour: _value(flavour, agr(counts, flavour, count_unaligned=count_unaligned), reasons) for flavour in FLAVOURS
    }


def _value(name: str, figure: Figure, reasons: dict[str, str]) -> float | None:
    if figure.value is None:
        reasons[name] = figure.reason
    return figure.value


def _intervals(totals: Totals, resamples: int, seed: int) -> dict[str, tuple[float, float] | None]:
    raters = totals.items.sums.raters
    sampled = [
        CategorySums(raters, round(count), agreement, dict(zip(LABELS, map(round, labels), strict=True)))
        for count, agreement, *labels in resample_sums(np.array(totals.rows), resamples=resamples, seed=seed).tolist()
    ]
    intervals = {}
    for name, function in {"fleiss_kappa": fleiss_kappa, "alpha": nominal_alpha}.items():
        values = [function([sums]).value for sums in sampled]
        intervals[name] = percentile_interval([value for value in values if value is not None])
    return intervals
