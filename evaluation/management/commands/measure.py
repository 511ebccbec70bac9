"""`python manage.py measure …`: every measure from files alone, without a database."""

import json
from argparse import ArgumentParser
from collections.abc import Mapping
from typing import Any, Protocol

from django.conf import settings
from django.core.management.base import CommandError, CommandParser

from alignment.formats import FormatError
from annotation_site.tables.arguments import explain
from annotation_site.texts.text_command import TextCommand
from evaluation.cli import compositionality, runs
from evaluation.cli.alignment import link_agreement, machine_agreement, word_alignment
from evaluation.cli.identification import agreement, scores
from evaluation.cli.measures.command import MeasureCommand
from evaluation.cli.people import correlation, error_spans, meta_evaluation
from evaluation.cli.probes import entropy, perplexity
from evaluation.cli.ratings import alpha, anchoring, separation
from evaluation.measures.registry import MEASURES


class Subcommand(Protocol):
    """Its docstring is its help."""

    def add_arguments(self, parser: ArgumentParser) -> None: ...
    def measure(self, options: dict[str, Any], version: str) -> dict[str, Any]: ...


COMMANDS: Mapping[str, Subcommand] = {
    "word-alignment": word_alignment,
    "link-agreement": link_agreement,
    "machine-agreement": machine_agreement,
    "alpha": alpha,
    "anchoring": anchoring,
    "separation": separation,
    **{measure.command: MeasureCommand(measure) for measure in MEASURES.values() if measure.command},
    "correlation": correlation,
    "meta-evaluation": meta_evaluation,
    "error-spans": error_spans,
    "expressions": scores,
    "expression-agreement": agreement,
    "runs": runs,
    "entropy": entropy,
    "perplexity": perplexity,
    "compositionality": compositionality,
}


class Command(TextCommand):
    """Prints one JSON object, and its notes on standard error; input that cannot be measured is one sentence there and
    exit status 2.
    """

    help = "Measure annotation and systems from files, and print one JSON object."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        measures = parser.add_subparsers(dest="measure", metavar="MEASURE", required=True)
        for name, command in COMMANDS.items():
            command.add_arguments(measures.add_parser(name, help=command.__doc__))

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            result = COMMANDS[options["measure"]].measure(options, settings.VERSION)
        except FormatError as error:
            raise CommandError(explain(error), returncode=2) from error
        for note in result.get("notes", ()):
            self.stderr.write(note)
        self.stdout.write(json.dumps(result, ensure_ascii=False, allow_nan=False))
