"""Columns of a table of ratings: units, annotators and values, or a column of values for each annotator."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from annotation_site.tables.arguments import read_columns_argument, read_table_options
from annotation_site.tables.columns import ColumnsError, find_unused, propose_columns
from annotation_site.tables.missing import is_missing
from annotation_site.tables.numbers import is_number
from evaluation.cli.arguments import find_columns, tell_columns
from evaluation.files.judgement_roles import RATER, UNIT, VALUES
from evaluation.files.tables import read_cells, read_header

ROLES = (UNIT, RATER, VALUES)
NAMED = ("unit", "annotator", "value")
# Rows by which columns of ratings are recognised, for an example in a message.
SAMPLE = 50


@dataclass(frozen=True, slots=True)
class RatingColumns:
    """With an `annotator` there is one column of values; without, each annotator has one, and rows are units if no
    column names these.
    """

    units: Sequence[str]
    annotator: str | None
    values: Sequence[str]

    def describe(self) -> str:
        """Return a sentence on how a table with several columns of values was read, or nothing."""
        if self.annotator is not None:
            return ""
        rows = f"units are in {_list(self.units)}" if self.units else "each row is a unit"
        return f"Each of the columns {_list(self.values)} was read as the values of an annotator; {rows}."


def add_rating_arguments(parser: argparse.ArgumentParser | argparse._ArgumentGroup, units: str) -> None:
    """Add `--unit`, `--annotator` and `--value`, short for the roles of `--columns`."""
    parser.add_argument("--unit", metavar="COLUMN[,COLUMN…]", help=f"{units}; as --columns unit=…")
    parser.add_argument("--annotator", metavar="COLUMN", help="as --columns annotator=…")
    parser.add_argument("--value", metavar="COLUMN", help="as --columns value=…")


def find_rating_columns(path: str, options: Mapping[str, Any]) -> RatingColumns:
    """Return the columns that are named, else those of usual names. Raise ColumnsError if some are missing."""
    wanted = read_columns_argument(options)
    is_wide = len(wanted.get("value", ())) > 1 and not (options["annotator"] or wanted.get("annotator"))
    roles = (replace(UNIT, is_required=not is_wide), RATER, VALUES)
    try:
        columns_by_role = find_columns(path, roles, options, named=NAMED)
    except ColumnsError as error:
        raise _suggest_column_each(path, options, error) from error
    units, annotators, values = (columns_by_role.get(name, []) for name in NAMED)
    if len(values) > 1 and annotators:
        problem = f"Several columns are {VALUES.title}: {', '.join(values)}. Choose one."
        raise ColumnsError(path, 1, problem, example=f"value={values[0]}")
    if len(values) == 1 and not annotators:
        columns = read_header(path, read_table_options(options))
        problem = f"There is no column for “{RATER.title}”. Columns: {', '.join(columns)}."
        free = find_unused(columns_by_role, columns)
        raise ColumnsError(path, 1, problem, example=f"annotator={free[0]}" if free else "")
    tell_columns(path, columns_by_role, options, NAMED)
    return RatingColumns(units, annotators[0] if annotators else None, values)


def _suggest_column_each(path: str, options: Mapping[str, Any], error: ColumnsError) -> ColumnsError:
    """Return the error with an example that fits a column for each annotator, if the table has columns of numbers
    after one of other contents; else the error itself.
    """
    if error.line is None:
        return error
    tables = read_table_options(options)
    columns = read_header(path, tables)
    sample = [cells for _, cells in islice(read_cells(path, columns, tables), SAMPLE)]
    rated = [name for name, cells in zip(columns, zip(*sample, strict=True), strict=False) if _are_ratings(cells)]
    unit = next((name for name in columns if name not in rated), None)
    values = rated if unit is None else [name for name in columns[columns.index(unit) + 1 :] if name in rated]
    is_wide = unit is not None and len(values) > 1 and not any("," in name for name in (unit, *values))
    if not is_wide or propose_columns((RATER,), columns).get(RATER.name):
        return error
    example = f"{shlex.quote(f'unit={unit}')} {shlex.quote('value=' + ','.join(values))}"
    sentence = f"{error.sentence} If each annotator has a column, name all of them."
    return ColumnsError(path, error.line, sentence, example=example)


def _are_ratings(cells: Sequence[str]) -> bool:
    written = [cell for cell in cells if not is_missing(cell)]
    return bool(written) and all(is_number(cell) for cell in written)


def _list(names: Sequence[str]) -> str:
    return ", ".join(f"“{name}”" for name in names)
