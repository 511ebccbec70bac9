"""`measure alpha`: Krippendorff's alpha of ratings in a table, one rating per row or a column for each annotator."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any

from annotation_site.coefficients.figure import LEVELS
from annotation_site.tables.arguments import TABLES, add_table_arguments, read_table_options
from annotation_site.tables.missing import MISSING, list_names, parse_names
from annotation_site.tables.similar_names import describe_similar_names, find_similar_names
from evaluation.cli.arguments import add_bootstrap_arguments
from evaluation.cli.ratings.alpha_parts import measure_most_in_common, measure_without_each, resample_alpha
from evaluation.cli.ratings.rating_columns import ROLES, add_rating_arguments, find_rating_columns
from evaluation.cli.ratings.rating_table import RatingTable, read_ratings
from evaluation.metrics.signature import write_signature


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("ratings", metavar="RATINGS", help=f"{TABLES}, with a header")
    add_rating_arguments(parser, "columns that identify a unit")
    parser.add_argument("--level", choices=LEVELS, required=True)
    parser.add_argument(
        "--drop-annotators", action="append", default=[], metavar="PATTERN", help='such as "*_excluded"'
    )
    parser.add_argument(
        "--most-in-common", type=_size, metavar="K", help="add alpha of the K annotators with most units in common"
    )
    parser.add_argument(
        "--without-each", action="store_true", help="add alpha without each annotator in turn, highest first"
    )
    parser.add_argument(
        "--missing",
        metavar="NAME[,NAME…]",
        help=f'values that are missing, besides empty ones, instead of {", ".join(MISSING)}; "" for none',
    )
    add_table_arguments(parser, ROLES)
    add_bootstrap_arguments(parser)


MOST_COMMON = 10


def measure(options: dict[str, Any], version: str) -> dict[str, Any]:
    """Return the output as JSON; raise FormatError for a table that cannot be read."""
    level = options["level"]
    columns = find_rating_columns(options["ratings"], options)
    table = read_ratings(
        options["ratings"],
        columns,
        level,
        dropped=options["drop_annotators"],
        tables=read_table_options(options),
        missing=MISSING if options["missing"] is None else parse_names(options["missing"]),
    )
    similar = find_similar_names(table.names)
    sentences = [columns.describe(), _explain_missing(table), describe_similar_names(similar)]
    _print_notes(options["ratings"], sentences)
    pairable = table.pairable(level)
    figure = pairable.plain_alpha
    result: dict[str, Any] = {
        "alpha": figure.value,
        "level": level,
        "units": pairable.units,
        "annotators": pairable.annotators,
        "values": pairable.values,
        "missing": {"count": table.missing.total(), "read_as": [name for name in table.missing if name]},
    }
    if similar:
        result["similar_annotators"] = similar
    signed: dict[str, Any] = {"level": level, "units": pairable.units}
    if dropped := options["drop_annotators"]:
        signed["dropped"] = ",".join(dropped)
    if figure.reason:
        result["reasons"] = {"alpha": figure.reason}
    if k := options["most_in_common"]:
        result["most_in_common"] = measure_most_in_common(table, level, k)
    if options["without_each"]:
        result["without"] = measure_without_each(table, level)
    if resamples := options["bootstrap"]:
        interval = resample_alpha(table, level, resamples=resamples, seed=options["seed"])
        result["interval"] = {"alpha": None if interval.low is None else (interval.low, interval.high)}
        if interval.reason:
            result.setdefault("reasons", {})["interval"] = interval.reason
        signed |= {"bs": resamples, "seed": interval.seed} if interval.method == "bootstrap" else {"jackknife": "yes"}
    result["signature"] = write_signature("alpha", version, **signed)
    return result


def _explain_missing(table: RatingTable) -> str:
    """Return a sentence on the names that were read as missing values, or nothing."""
    named = {name: count for name, count in table.missing.items() if name}
    if not named:
        return ""
    count = sum(named.values())
    read = "1 value was" if count == 1 else f"{count:,} values were"
    return f"{read} read as missing: {list_names(named)}. If one of them is a value, name the others with --missing."


def _print_notes(path: str, sentences: Sequence[str]) -> None:
    """Write to standard error what the number rests on."""
    for sentence in filter(None, sentences):
        sys.stderr.write(f"{path}: {sentence}\n")


def _size(text: str) -> int:
    if not 2 <= (size := int(text)) <= MOST_COMMON:
        raise argparse.ArgumentTypeError(f"the number of annotators must be 2 to {MOST_COMMON}")
    return size
