"""`measure word-alignment`: a system's links against a gold standard."""

from __future__ import annotations

import argparse
from collections.abc import Collection, Sequence
from typing import Any

from alignment.formats import AlignedSentence, FormatError
from alignment.readings.links import Cell, Label
from evaluation.cli.alignment.bands import (
    BandReport,
    TokenFinder,
    Tokens,
    WordFrequencies,
    add_band_arguments,
    compare,
    find_target_words,
)
from evaluation.cli.alignment.files import AlignmentFile, add_format_argument, describe_links, match_sentences
from evaluation.cli.arguments import add_bootstrap_arguments, add_encoding_argument
from evaluation.metrics.alignment.bands import keep_touching
from evaluation.metrics.alignment.scores import (
    MEASURES,
    AlignmentCounts,
    EmptySystemError,
    as_table,
    bootstrap,
    count_links,
    score,
)
from evaluation.metrics.signature import write_signature


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("gold", metavar="GOLD")
    parser.add_argument("system", metavar="SYSTEM")
    for side in ("gold", "system"):
        add_format_argument(parser, side)
        add_encoding_argument(parser, side)
    parser.add_argument(
        "--reverse-system", action="store_true", help="links of the system output are written target–source"
    )
    parser.add_argument("--second-system", metavar="FILE", help="links of a second system, in the same format")
    parser.add_argument("--only-sure", action="store_true", help="count Possible links of gold as wrong")
    parser.add_argument(
        "--f-alpha", type=_share, default=0.5, metavar="A", help="weight of precision in F (default 0.5)"
    )
    add_bootstrap_arguments(parser)
    add_band_arguments(parser)


def _share(text: str) -> float:
    if not 0 <= (share := float(text)) <= 1:
        raise argparse.ArgumentTypeError("the weight must be between 0 and 1")
    return share


def measure(options: dict[str, Any], version: str) -> dict[str, Any]:
    """Return the output as JSON; raise FormatError for unusable input, such as a system without links."""
    gold, *systems = _open_files(options)
    pairs = PairReader(options, gold)
    totals = [AlignmentCounts() for _ in systems]
    tables: list[list[AlignmentCounts]] = [[] for _ in systems]
    possible = count = 0
    for sentences in match_sentences([gold, *systems]):
        gold_links, *drawn = pairs.read(sentences)
        possible, count = possible + len(gold_links), count + 1
        for index, links in enumerate(drawn):
            counted = count_links(gold_links, links)
            totals[index] += counted
            if options["bootstrap"]:
                tables[index].append(counted)
    if possible == 0:
        raise FormatError(gold.path, None, "The gold standard has no links.")
    result: dict[str, Any] = {
        **_score(totals[0], systems[0].path, options),
        "n": count,
        "sure": totals[0].sure,
        "possible": possible - totals[0].sure,
        "links": totals[0].system,
    }
    resamples, seed = options["bootstrap"], options["seed"]
    if resamples:
        result["interval"] = bootstrap(tables[0], resamples=resamples, seed=seed, f_alpha=options["f_alpha"])
    if len(systems) > 1:
        result["second"] = _score(totals[1], systems[1].path, options) | {"links": totals[1].system}
        if resamples:
            result["comparison"] = compare(as_table(tables[0]), as_table(tables[1]), options)
    if pairs.report is not None:
        result |= pairs.report.to_json(options)
    if pairs.notes:
        result["notes"] = list(pairs.notes)
    return result | {"signature": write_signature("word-alignment", version, **_sign(options, count))}


def _open_files(options: dict[str, Any]) -> list[AlignmentFile]:
    """Return the gold standard, the system, and the second system if there is one."""
    named = [("gold", options["gold"]), ("system", options["system"])]
    if options["second_system"]:
        named.append(("system", options["second_system"]))
    return [
        describe_links(
            path,
            options,
            side,
            encoding=options[f"{side}_encoding"],
            reverse=side == "system" and options["reverse_system"],
        )
        for side, path in named
    ]


class PairReader:
    """Links of a pair after the chosen filters, also added to the report by frequency band."""

    def __init__(self, options: dict[str, Any], gold: AlignmentFile) -> None:
        self._options = options
        self._bands, self._target_bands = options["bands"], options["target_words"]
        self._needs_words = bool(self._bands or self._target_bands)
        self._frequencies = WordFrequencies(options) if self._needs_words else None
        self._tokens = TokenFinder(options, gold)
        self.notes = self._tokens.notes
        self.report = BandReport(self._bands, 1 + bool(options["second_system"])) if self._bands else None

    def read(self, sentences: Sequence[AlignedSentence]) -> tuple[dict[Cell, Label], *tuple[set[Cell], ...]]:
        """Return the gold standard's links, and each system's."""
        first = sentences[0]
        gold = dict(first.reading.links)
        drawn = [set(sentence.reading.links) for sentence in sentences[1:]]
        if self._options["only_sure"]:
            gold = {cell: label for cell, label in gold.items() if label == "S"}
        if self._frequencies is None:
            return gold, *drawn
        tokens = self._tokens.find(first)
        _require_inside(tokens, [gold.keys(), *drawn], first, self._options)
        if self._target_bands:
            keep = find_target_words(self._frequencies, tokens, self._target_bands)
            gold = {cell: gold[cell] for cell in keep_touching(gold, *keep)}
            drawn = [keep_touching(links, *keep) for links in drawn]
        if self.report is not None:
            self.report.add(gold, drawn, self._frequencies.find_bands(tokens, self._bands))
        return gold, *drawn


def _require_inside(
    tokens: Tokens, links: Sequence[Collection[Cell]], sentence: AlignedSentence, options: dict[str, Any]
) -> None:
    """Raise FormatError for a link past the end of its sentence: it has no words, and so no frequency band."""
    paths = [options["gold"], options["system"], options["second_system"]]
    for path, cells in zip(paths, links, strict=False):
        for source, target in cells:
            if source >= len(tokens[0]) or target >= len(tokens[1]):
                sizes = f"{len(tokens[0])} and {len(tokens[1])}"
                reason = f"Sentence {sentence.number} has {sizes} words, so there is no link {source}-{target}."
                raise FormatError(path, None, reason)


def _score(counts: AlignmentCounts, path: str, options: dict[str, Any]) -> dict[str, Any]:
    try:
        scores = score(counts, options["f_alpha"])
    except EmptySystemError as error:
        raise FormatError(path, None, str(error)) from error
    output: dict[str, Any] = {name: getattr(scores, name) for name in MEASURES}
    return output | ({"reasons": dict(scores.reasons)} if scores.reasons else {})


def _sign(options: dict[str, Any], pairs: int) -> dict[str, object]:
    signed: dict[str, object] = {"average": "micro", "nulls": "dropped", "a": options["f_alpha"], "pairs": pairs}
    if options["only_sure"]:
        signed["gold"] = "sure"
    for name in ("bands", "target_words"):
        if options[name]:
            signed[name] = ",".join(map(str, options[name]))
    if options["bootstrap"]:
        signed |= {"bs": options["bootstrap"], "seed": options["seed"]}
    return signed
