"""`measure alpha`: Krippendorff's alpha of ratings in a table, one rating per row."""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any

from alignment.formats import FormatError
from annotation_site.coefficients.agreement import LEVELS, Ratings, krippendorff_alpha
from evaluation.cli.arguments import add_bootstrap_arguments, add_encoding_argument
from evaluation.cli.ratings.alpha_parts import measure_most_in_common, measure_without_each, resample_alpha
from evaluation.files.tables import read_cells, read_number
from evaluation.metrics.signature import write_signature


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("ratings", metavar="RATINGS", help="csv, tsv, jsonl or xlsx, with a header")
    parser.add_argument("--unit", required=True, metavar="COLUMN[,COLUMN…]", help="columns that identify a unit")
    parser.add_argument("--annotator", required=True, metavar="COLUMN")
    parser.add_argument("--value", required=True, metavar="COLUMN")
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
    add_encoding_argument(parser)
    add_bootstrap_arguments(parser)


MOST_COMMON = 10


@dataclass(slots=True)
class RatingTable:
    """Ratings in long form, one entry of each list per rating. `missing` is the number of empty values."""

    units: list[tuple[str, ...]] = field(default_factory=list)
    annotators: list[str] = field(default_factory=list)
    values: list[Any] = field(default_factory=list)
    missing: int = 0


def measure(options: dict[str, Any], version: str) -> dict[str, Any]:
    """Return the output as JSON; raise FormatError for a table that cannot be read."""
    level = options["level"]
    table = _read_table(options)
    long_form = table.units, table.annotators, table.values
    pairable = Ratings.from_long_form(*long_form, level)
    figure = krippendorff_alpha(*long_form, level)
    result: dict[str, Any] = {
        "alpha": figure.value,
        "level": level,
        "units": pairable.units,
        "annotators": pairable.annotators,
        "values": pairable.values,
        "missing": table.missing,
    }
    signed: dict[str, Any] = {"level": level, "units": pairable.units}
    if dropped := options["drop_annotators"]:
        signed["dropped"] = ",".join(dropped)
    if figure.reason:
        result["reasons"] = {"alpha": figure.reason}
    if k := options["most_in_common"]:
        result["most_in_common"] = measure_most_in_common(*long_form, level, k)
    if options["without_each"]:
        result["without"] = measure_without_each(*long_form, level)
    if resamples := options["bootstrap"]:
        interval = resample_alpha(*long_form, level, resamples=resamples, seed=options["seed"])
        result["interval"] = {"alpha": None if interval.low is None else (interval.low, interval.high)}
        if interval.reason:
            result.setdefault("reasons", {})["interval"] = interval.reason
        signed |= {"bs": resamples, "seed": interval.seed} if interval.method == "bootstrap" else {"jackknife": "yes"}
    result["signature"] = write_signature("alpha", version, **signed)
    return result


def _size(text: str) -> int:
    if not 2 <= (size := int(text)) <= MOST_COMMON:
        raise argparse.ArgumentTypeError(f"the number of annotators must be 2 to {MOST_COMMON}")
    return size


def _read_table(options: dict[str, Any]) -> RatingTable:
    table = RatingTable()
    seen: set[tuple[tuple[str, ...], str]] = set()
    columns = [*options["unit"].split(","), options["annotator"], options["value"]]
    for line, cells in read_cells(options["ratings"], columns, options["encoding"]):
        *unit, annotator, text = cells
        if any(fnmatchcase(annotator, pattern) for pattern in options["drop_annotators"]):
            continue
        if not text:
            table.missing += 1
            continue
        key = tuple(unit), annotator
        if key in seen:
            problem = f"{annotator} has already rated “{', '.join(unit)}”."
            raise FormatError(options["ratings"], line, problem)
        seen.add(key)
        table.units.append(key[0])
        table.annotators.append(annotator)
        table.values.append(text if options["level"] == "nominal" else _number(options, line, text))
    if not table.values:
        raise FormatError(options["ratings"], None, "The table has no ratings.")
    return table


def _number(options: dict[str, Any], line: int, text: str) -> float:
    value = read_number(options["ratings"], line, text)
    if options["level"] == "ratio" and value < 0:
        raise FormatError(options["ratings"], line, f"The ratio level needs values of 0 or more, not {text[:40]}.")
    return value
