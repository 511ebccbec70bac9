"""`measure machine-agreement`: a machine's links, ratings or judgements compared with those of annotators."""

from __future__ import annotations

import argparse
from typing import Any

from alignment.formats import FormatError
from annotation_site.tables.arguments import TABLES, add_table_arguments
from evaluation.cli.alignment.files import add_format_argument, describe_links, match_sentences
from evaluation.cli.alignment.link_agreement import name_annotators, source_length
from evaluation.cli.ratings.machine_agreement import ROLES, measure_ratings
from evaluation.cli.ratings.rating_columns import add_rating_arguments
from evaluation.machine_reports.alternative_annotator import EPSILON
from evaluation.machine_reports.comparison import RESAMPLES, SEED
from evaluation.machine_reports.links import LinkedPair
from evaluation.machine_reports.report import report_links
from evaluation.metrics.signature import write_signature


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help=f"links: one file per annotator; otherwise one table of all: {TABLES}"
    )
    parser.add_argument("--machine", metavar="FILE", required=True, help="the answers of the machine")
    add_format_argument(parser)
    parser.add_argument("--epsilon", type=float, default=EPSILON, help="of the alternative annotator test")
    ratings = parser.add_argument_group("ratings and judgements")
    add_rating_arguments(ratings, "columns that identify a unit; the first is resampled")
    ratings.add_argument("--group", metavar="COLUMN[,COLUMN…]", help="columns whose values are reported one by one")
    ratings.add_argument("--preference", action="store_true", help="answers are preferences, not scores")
    ratings.add_argument(
        "--leave-out", action="append", default=[], metavar="COLUMN=VALUE", help="rows, such as repeat=1"
    )
    add_table_arguments(parser, ROLES)


def measure(options: dict[str, Any], version: str) -> dict[str, Any]:
    """Return the output as JSON; raise FormatError for input that cannot be measured."""
    if not options["format"] and len(options["files"]) == 1:
        return measure_ratings(options, version)
    if len(options["files"]) < 2:
        raise FormatError(options["files"][0], None, "Agreement needs the files of at least two annotators.")
    paths = (*options["files"], options["machine"])
    files = [describe_links(path, options, encoding=options["encoding"]) for path in paths]
    names = name_annotators(options["files"])
    pairs = []
    for *people, machine in match_sentences(files):
        readings = {name: sentence.reading for name, sentence in zip(names, people, strict=True)}
        pairs.append(LinkedPair(readings, machine.reading, source_length([*people, machine], files)))
    if not pairs:
        raise FormatError(files[0].path, None, "The file has no sentences.")
    signed: dict[str, Any] = {"epsilon": options["epsilon"], "pairs": len(pairs), "bs": RESAMPLES, "seed": SEED}
    return {
        **report_links(pairs, {}, epsilon=options["epsilon"]),
        "n": len(pairs),
        "signature": write_signature("machine-agreement", version, **signed),
    }
