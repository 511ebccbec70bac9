"""The command of a measure: its arguments, and a function from options to a JSON object."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Any, Protocol

from alignment.formats import FormatError
from annotation_site.phrases.span_units import describe_units, find_units
from annotation_site.tables.arguments import read_columns_argument, read_table_options
from annotation_site.texts.removed_characters import RemovedCharacters
from evaluation.cli.arguments import add_bootstrap_arguments, add_encoding_argument
from evaluation.cli.measures import aligned, expressions, parallel, spans, words
from evaluation.cli.measures.removal import remove_from_measured
from evaluation.files.lines import show_progress
from evaluation.measures.base import Measure
from evaluation.measures.options import Choice, Flag, Number, Option
from evaluation.measures.reports import Report
from evaluation.measures.segments import Given, Measured, NoLemmas
from evaluation.measures.sums import Bootstrap
from evaluation.metrics.tesla.wordnet import read_wordnet

CHUNK = 500  # as on the site, so that the same trials are sampled
Row = tuple[int, Sequence[Measured]]


class Reader(Protocol):
    """A module that reads sentences from files named on the command line."""

    LANGUAGES: Mapping[str, str]  # the argument with the language of a side

    def add_arguments(self, parser: argparse.ArgumentParser) -> None: ...
    def describe(self, options: dict[str, Any]) -> dict[str, Any]: ...
    def read(self, options: dict[str, Any]) -> Iterator[Row]: ...


READERS: Mapping[str, Reader] = {
    "aligned": aligned,
    "expressions": expressions,
    "parallel": parallel,
    "spans": spans,
    "words": words,
}


class MeasureCommand:
    """The command of a measure: the same values, figures and intervals as on the site, from files."""

    def __init__(self, measure: Measure[Any]) -> None:
        self._measure, self._reader, self._report = measure, READERS[measure.reader], measure.report or Report

    @property
    def __doc__(self) -> str:  # type: ignore[override]
        return self._measure.help

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        self._reader.add_arguments(parser)
        for file in self._measure.files:
            many: dict[str, Any] = {"action": "append", "default": []} if file.is_many else {}
            arguments: dict[str, Any] = {"dest": file.part, "required": file.is_required, "help": file.help, **many}
            parser.add_argument(file.argument, metavar="FILE", **arguments)
        for option in self._measure.options:
            if option.on_command_line:
                _add_option(parser, option)
        if self._measure.reads_wordnet:
            parser.add_argument("--wordnet", metavar="FOLDER", help="WordNet 3.0, such as /usr/share/wordnet")
        self._report.add_arguments(parser)
        if self._report.tells_segments:
            parser.add_argument("--segments", action="store_true", help="add the score of every segment")
        if self._measure.looks_up:
            parser.add_argument(
                "--allow-missing-expressions",
                action="store_true",
                help="measure even if fewer than half of the expressions are where they are said to be",
            )
        add_encoding_argument(parser)
        add_bootstrap_arguments(parser)

    def measure(self, options: dict[str, Any], version: str) -> dict[str, Any]:
        """Return the output as JSON; raise FormatError for input that cannot be measured."""
        given = self._find_given(options)
        try:
            for option in self._measure.options:
                if option.on_command_line:
                    option.check(options[option.name])
            report = self._report(self._measure.with_options(given.options, given.target_language), options, given)
        except NoLemmas as error:
            raise FormatError(self._reader.LANGUAGES[error.side], None, str(error)) from error
        except FormatError:
            raise
        except ValueError as error:
            raise FormatError(f"measure {self._measure.command}", None, str(error)) from error
        removed = RemovedCharacters.none()
        rows = remove_from_measured(self._reader.read(options), removed)
        for chunk in _split(show_progress(rows, "sentences")):
            report.add(chunk)
        if sentence := removed.describe():
            sys.stderr.write(f"{sentence}\n")
        self._require_expressions(report, options)
        result = report.tell() | report.tell_presence()
        signed = {**report.sign(), "n": report.sums.n}
        if options["bootstrap"]:
            bootstrap = Bootstrap(options["bootstrap"], options["seed"])
            result["interval"] = report.tell_intervals(bootstrap)
            signed |= bootstrap.signed
        result["signature"] = report.measure.write_signature(
            signed, name=report.measure.command, version=version, reference_counts=given.reference_counts
        )
        return result

    def _require_expressions(self, report: Report[Any], options: dict[str, Any]) -> None:
        """Raise FormatError if most expressions are not where they are said to be; tell on standard error of some."""
        for presence in report.presences.values():
            if not (sentence := presence.describe()):
                continue
            if presence.in_source and (units := find_units(report.marked)):
                sentence += f" {describe_units(units)} Give --span-units {units}."
            path = next(filter(None, (options.get(name) for name in ("table", "expressions", "spans"))), "")
            if presence.is_refused and not options["allow_missing_expressions"]:
                raise FormatError(path, None, f"{sentence} Measure all the same with --allow-missing-expressions.")
            sys.stderr.write(f"{path}: {sentence}\n")

    def _find_given(self, options: dict[str, Any]) -> Given:
        named = {file.part: options[file.part] for file in self._measure.files}
        folder = options.get("wordnet")
        return Given(
            options=self._report.settle(options),
            files={part: [given] if isinstance(given, str) else given or [] for part, given in named.items()},
            encoding=options["encoding"],
            tables=read_table_options(options),
            columns=read_columns_argument(options),
            wordnet=partial(read_wordnet, folder) if folder else None,
            **self._reader.describe(options),
        )


def _add_option(parser: argparse.ArgumentParser, option: Option) -> None:
    name, help_text = f"--{option.name.replace('_', '-')}", option.help or option.label
    if isinstance(option, Flag):
        parser.add_argument(name, action="store_true", help=help_text)
    elif isinstance(option, Choice):
        parser.add_argument(name, choices=option.values, default=option.default, help=help_text)
    elif isinstance(option, Number):
        parser.add_argument(
            name, type=int if option.is_whole else float, default=option.default, metavar="N", help=help_text
        )


def _split(rows: Iterable[Row]) -> Iterator[list[Row]]:
    stream = iter(rows)
    while chunk := list(islice(stream, CHUNK)):
        yield chunk
