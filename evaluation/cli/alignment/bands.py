"""`measure word-alignment --bands …`: scores by the frequency of the linked words, fertility, comparison."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import product
from typing import Any

import numpy as np

from alignment.formats import ALIGNMENT_FORMATS, FormatError, Rejected
from alignment.formats.convert_files import read_texts
from alignment.formats.links.aligned import AlignedSentence
from alignment.formats.parallel.line_ids import do_ids_differ
from alignment.selection.frequencies.bands import FrequencyBand, parse_bands
from alignment.selection.frequencies.vocabulary import read_frequency_list
from annotation_site.coefficients.resampling import Floats
from annotation_site.texts.files import read_lines
from annotation_site.texts.tokens import tokenise
from evaluation.cli.alignment.files import AlignmentFile
from evaluation.metrics.alignment.bands import Fertility, Gold, as_counts, count_cells, find_bands
from evaluation.metrics.alignment.scores import Cell, EmptySystemError, bootstrap_table, rate_aer, score
from evaluation.metrics.significance import paired_bootstrap

Tokens = tuple[Sequence[str], Sequence[str]]
SIDES = ("source", "target")


def add_band_arguments(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("by word frequency in a training text")
    for side in SIDES:
        group.add_argument(f"--{side}-frequencies", metavar="LIST", help="a word and its count per line")
    group.add_argument(
        "--texts", nargs=2, metavar=("SOURCE", "TARGET"), help="the sentences, if the gold file has none"
    )
    group.add_argument("--bands", type=_bands, metavar="0,1-15,16-", help="adds rows for each pair of frequency bands")
    group.add_argument("--target-words", type=_bands, metavar="0-15", help="keep links of words in these bands")
    group.add_argument("--fold-case", action="store_true", help="ignore case")


class WordFrequencies:
    """The two frequency lists, and the bands into which they sort a pair's words."""

    def __init__(self, options: dict[str, Any]) -> None:
        self._fold_case = options["fold_case"]
        self._lists = [
            self._load_frequencies(options[f"{side}_frequencies"], options["gold_encoding"]) for side in SIDES
        ]

    def find_bands(self, tokens: Tokens, bands: Sequence[FrequencyBand]) -> list[list[int | None]]:
        """Return the band of each source word and of each target word."""
        return [
            find_bands(side, words, bands, fold_case=self._fold_case)
            for side, words in zip(tokens, self._lists, strict=True)
        ]

    def _load_frequencies(self, path: str | None, encoding: str | None) -> dict[str, int]:
        if path is None:
            raise FormatError("--bands", None, "Give --source-frequencies and --target-frequencies.")
        with closing(read_lines(path, encoding)) as lines:
            return dict(read_frequency_list(lines, fold_case=self._fold_case, name=path).frequencies)


class TokenFinder:
    """The words of a sentence pair: those of the gold file, else those of the texts, split at spaces."""

    def __init__(self, options: dict[str, Any], gold: AlignmentFile) -> None:
        self._gold = gold.path
        layout = ALIGNMENT_FORMATS[gold.format]
        self._is_by_line = layout.is_base_unsure and not layout.needs_tokens
        self.notes: dict[str, None] = {}
        self._texts = self._iterate_sentences(options["texts"]) if options["texts"] else None

    def find(self, sentence: AlignedSentence) -> Tokens:
        """Return the words of a pair. Call it with rising numbers: the texts are streamed."""
        if sentence.source_tokens is not None and sentence.target_tokens is not None:
            return sentence.source_tokens, sentence.target_tokens
        if self._texts is None:
            raise FormatError(self._gold, sentence.line, "The file has no words. Give --texts SOURCE TARGET.")
        for number, identifier, tokens in self._texts:
            if number == sentence.number:
                if do_ids_differ(sentence.identifier, identifier) and self._is_by_line:
                    problem = f"The links are those of “{sentence.identifier}”, but --texts has “{identifier}” here."
                    raise FormatError(self._gold, sentence.line, problem)
                return tokens
        raise FormatError("--texts", None, f"Sentence {sentence.number} of {self._gold} is missing.")

    def _iterate_sentences(self, paths: tuple[str, str]) -> Iterator[tuple[int, str | None, Tokens]]:
        for number, row in enumerate(read_texts((paths[0], paths[1]), notes=self.notes), start=1):
            if isinstance(row, Rejected):
                yield number, None, ((), ())
            else:
                tokens = tokenise(row.source, "", "spaces"), tokenise(row.target, "", "spaces")
                yield number, row.identifier, tokens


class BandReport:
    """Sums over sentence pairs by frequency band. A second system's counts are kept beside the first's."""

    def __init__(self, bands: Sequence[FrequencyBand], systems: int) -> None:
        self._bands = bands
        self._tables: list[list[Floats]] = [[] for _ in range(systems)]
        self._fertility = {(who, side): Fertility() for who in ("gold", "system") for side in SIDES}

    def add(self, gold: Gold, systems: Sequence[set[Cell]], words: list[list[int | None]]) -> None:
        for table, system in zip(self._tables, systems, strict=True):
            table.append(count_cells(gold, system, words[0], words[1], len(self._bands)).ravel())
        sure = [cell for cell, label in gold.items() if label == "S"]
        for who, links in (("gold", sure), ("system", list(systems[0]))):
            for index, side in enumerate(SIDES):
                self._fertility[who, side].add(words[index], [cell[index] for cell in links])

    def to_json(self, options: dict[str, Any]) -> dict[str, Any]:
        """Return `rows` for every pair of bands, and `margins` for a band of one side with all of the other (null)."""
        size = len(self._bands)
        tables = [np.array(table).reshape(-1, size, size, 4) for table in self._tables]
        rows = [self._row(options, tables, i, j) for i, j in product(range(size), repeat=2)]
        margins = [self._row(options, tables, i, None) for i in range(size)]
        margins += [self._row(options, tables, None, j) for j in range(size)]
        fertility = {}
        for side in SIDES:
            fertility[side] = [self._fertility_of_band(side, band) for band in range(size)]
        return {"bands": list(map(str, self._bands)), "rows": rows, "margins": margins, "fertility": fertility}

    def _row(self, options: dict[str, Any], tables: list[Floats], i: int | None, j: int | None) -> dict[str, Any]:
        names = [None if band is None else str(self._bands[band]) for band in (i, j)]
        rows, columns = (slice(None) if band is None else slice(band, band + 1) for band in (i, j))
        counts = [table[:, rows, columns].sum(axis=(1, 2)) for table in tables]
        row: dict[str, Any] = {"source": names[0], "target": names[1], **tell_scores(counts[0], options)}
        if len(counts) > 1:
            row["second"] = tell_scores(counts[1], options)
            row["comparison"] = compare(counts[0], counts[1], options)
        return row

    def _fertility_of_band(self, side: str, band: int) -> dict[str, Any]:
        gold, system = self._fertility["gold", side], self._fertility["system", side]
        return {
            "band": str(self._bands[band]),
            "words": gold.words[band],
            "words_with_sure": gold.linked[band],
            "gold": gold.average(band),
            "system": system.average(band),
        }


def tell_scores(counts: Floats, options: dict[str, Any]) -> dict[str, Any]:
    """Return the scores of a cell, null with a reason if the system or the gold standard has no link in it."""
    total = as_counts(counts.sum(axis=0))
    output: dict[str, Any] = {"links": total.system, "sure": total.sure, "hits": total.system_possible}
    try:
        scores = score(total, options["f_alpha"])
    except EmptySystemError as error:
        # An empty cell does not mean an empty alignment: its Sure links, if any, were all missed.
        missed = {"aer": 1.0, "recall": 0.0} if total.sure else {"aer": None, "recall": None}
        return output | missed | {"precision": None, "f": None, "reasons": {"precision": str(error)}}
    output |= {name: getattr(scores, name) for name in ("aer", "precision", "recall", "f")}
    if scores.reasons:
        output["reasons"] = dict(scores.reasons)
    if options["bootstrap"]:
        output["interval"] = bootstrap_table(
            counts, resamples=options["bootstrap"], seed=options["seed"], f_alpha=options["f_alpha"]
        )
    return output


def compare(first: Floats, second: Floats, options: dict[str, Any]) -> dict[str, Any] | None:
    """Return the second system's AER minus the first's, with a paired bootstrap; None without --bootstrap."""
    if not options["bootstrap"]:
        return None
    difference = paired_bootstrap(first, second, rate_aer, resamples=options["bootstrap"], seed=options["seed"])
    return {
        "difference": difference.difference,
        "p": difference.p,
        "interval": difference.interval,
        "resamples": difference.resamples,
    }


def find_target_words(
    frequencies: WordFrequencies, tokens: Tokens, bands: Sequence[FrequencyBand]
) -> tuple[set[int], set[int]]:
    """Return the positions of words in these bands, on either side."""
    source, target = frequencies.find_bands(tokens, bands)
    return _positions_in_bands(source), _positions_in_bands(target)


def _positions_in_bands(bands: Sequence[int | None]) -> set[int]:
    return {position for position, band in enumerate(bands) if band is not None}


def _bands(text: str) -> tuple[FrequencyBand, ...]:
    try:
        return parse_bands(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error
