"""`measure litter`: share of translations that translate a word of an expression literally."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

from alignment.formats import FormatError
from alignment.formats.files import read_lines
from evaluation.cli.arguments import add_bootstrap_arguments, add_encoding_argument
from evaluation.cli.averages import find_interval
from evaluation.files.lines import read_parallel, read_texts, show_progress
from evaluation.metrics.averages import Observation
from evaluation.metrics.dictionaries import BilingualDictionary, Entries, read_dictionary
from evaluation.metrics.litter import LitterOptions, LitterSums, find_literal_words
from evaluation.metrics.signature import write_signature
from evaluation.metrics.spans import MarkedExpression, parse_spans
from evaluation.metrics.words import Lemmatise, lemmatiser, split_sentence

LEMMA_SIDES = ("none", "source", "target", "both")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    for name, meaning in (
        ("source", "raw source sentences, one per line"),
        ("reference", "their reference translations"),
        ("hypothesis", "the system's translations"),
        ("spans", "label, tab, character spans such as [(35, 48)]"),
    ):
        parser.add_argument(f"--{name}", metavar="FILE", required=True, help=meaning)
    parser.add_argument(
        "--dictionary", metavar="FILE", action="append", required=True, help="source target on a line; may be repeated"
    )
    parser.add_argument("--reverse-dictionary", metavar="FILE", action="append", default=[], help="target source")
    parser.add_argument("--source-language", metavar="CODE", required=True)
    parser.add_argument("--target-language", metavar="CODE", required=True)
    parser.add_argument("--stop-words", metavar="FILE", help="source words that count for nothing, one per line")
    parser.add_argument("--lemmas", choices=LEMMA_SIDES, default="none", help="also look up, and compare, by lemmas")
    add_encoding_argument(parser)
    add_bootstrap_arguments(parser)


def measure(options: dict[str, Any], version: str) -> dict[str, Any]:
    """Raises FormatError for input that cannot be measured."""
    dictionary, skipped = _read_dictionaries(options)
    litter_options = _read_options(options)
    sums = LitterSums()
    triggered: list[dict[str, Any]] = []
    observations: list[Observation] = []
    source_language, target_language = options["source_language"], options["target_language"]
    for number, expression, (source, reference, hypothesis) in show_progress(_read_segments(options), "sentences"):
        span = [token for text in expression.texts(source) for token in split_sentence(text, source_language)]
        result = find_literal_words(
            span,
            split_sentence(reference, target_language),
            split_sentence(hypothesis, target_language),
            dictionary,
            litter_options,
        )
        sums.put(expression.label, result)
        if result is not None:
            observations.append((number, expression.label, float(result.is_error)))
            if result.is_error:
                triggered.append({"segment": number, "label": expression.label, "words": list(result.triggered)})
    return _summarise(sums, observations, triggered, skipped, options, version)


def _summarise(
    sums: LitterSums,
    observations: list[Observation],
    triggered: list[dict[str, Any]],
    skipped: list[str],
    options: dict[str, Any],
    version: str,
) -> dict[str, Any]:
    result: dict[str, Any] = {
        "macro": sums.errors.macro,
        "micro": sums.errors.micro.mean,
        "n": sums.errors.micro.count,
        "not_counted": sums.not_counted,
        "rows": sums.errors.rows(),
        "triggered": triggered,
        "skipped_dictionary_lines": skipped,
    }
    if not result["n"]:
        reason = "No sentence has an expression with a word."
        result["reasons"] = {"macro": reason, "micro": reason}
    signed: dict[str, Any] = {
        "languages": f"{options['source_language']}-{options['target_language']}",
        "tokens": "moses",
        "case": "lower",
        "accents": "stripped",
        "lemmas": options["lemmas"],
        "stop_words": "yes" if options["stop_words"] else "no",
        "n": result["n"],
    }
    if options["bootstrap"]:
        result["interval"] = {
            "macro": find_interval(observations, options, is_macro=True),
            "micro": find_interval(observations, options, is_macro=False),
        }
        signed |= {"bs": options["bootstrap"], "seed": options["seed"]}
    result["signature"] = write_signature("litter", version, **signed)
    return result


def _read_segments(options: dict[str, Any]) -> Iterator[tuple[int, MarkedExpression, tuple[str, str, str]]]:
    paths = [options[name] for name in ("source", "reference", "hypothesis", "spans")]
    for number, (source, reference, hypothesis, spans) in read_parallel(paths, options["encoding"]):
        try:
            expression = parse_spans(spans, source)
        except ValueError as error:
            raise FormatError(options["spans"], number, str(error)) from error
        if expression is not None:
            yield number, expression, (source, reference, hypothesis)


def _read_dictionaries(options: dict[str, Any]) -> tuple[BilingualDictionary, list[str]]:
    """The dictionary, and a sentence for each line of it that was skipped; a file without a usable line is an error."""
    lists: list[Entries] = []
    skipped = []
    for paths, invert in ((options["dictionary"], False), (options["reverse_dictionary"], True)):
        for path in paths:
            words = read_dictionary(read_lines(path, options["encoding"]), invert=invert)
            if not words.entries:
                raise FormatError(path, None, "The dictionary has no line of two words.")
            lists.append(words.entries)
            skipped += [f"{path}, line {row.line}: {row.reason}" for row in words.rejected]
    return BilingualDictionary(tuple(lists)), skipped


def _read_options(options: dict[str, Any]) -> LitterOptions:
    stop_words = frozenset[str]()
    if options["stop_words"]:
        stop_words = frozenset(line.strip().lower() for line in read_texts(options["stop_words"], options["encoding"]))
    lemmas = options["lemmas"]
    return LitterOptions(
        stop_words,
        _find_lemmatiser("source", options) if lemmas in ("source", "both") else None,
        _find_lemmatiser("target", options) if lemmas in ("target", "both") else None,
    )


def _find_lemmatiser(side: str, options: dict[str, Any]) -> Lemmatise:
    try:
        return lemmatiser(options[f"{side}_language"])
    except ValueError as error:
        raise FormatError(f"--{side}-language", None, str(error)) from error
