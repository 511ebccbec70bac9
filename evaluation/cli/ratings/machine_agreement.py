"""Ratings and judgements of `measure machine-agreement`: a machine's answers compared with those of annotators, one
answer a row.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Self

from alignment.formats import FormatError
from annotation_site.tables.arguments import read_table_options
from annotation_site.tables.missing import is_missing
from annotation_site.tables.reading import TableOptions
from evaluation.cli.arguments import find_columns, tell_columns
from evaluation.files.judgement_roles import ANNOTATOR, UNIT, VALUE
from evaluation.files.numbers import NumberColumn
from evaluation.files.tables import read_cells
from evaluation.machine_reports.comparison import RESAMPLES, SEED
from evaluation.machine_reports.judgements import JudgedUnit
from evaluation.machine_reports.report import Report, report_judgements, report_ratings
from evaluation.metrics.signature import write_signature

ROLES = (UNIT, ANNOTATOR, VALUE)
NAMED = ("unit", "annotator", "value")
Unit = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Columns:
    """The columns of both tables, and the values of columns whose rows are left out."""

    units: Sequence[str]
    groups: Sequence[str]
    annotator: str
    value: str
    left_out: Sequence[tuple[str, str]]
    tables: TableOptions

    @classmethod
    def from_options(cls, path: str, options: dict[str, Any]) -> Self:
        """Return the columns; raise FormatError for one that is missing, or a rule that is none."""
        columns = find_columns(path, ROLES, options, named=NAMED)
        tell_columns(path, columns, options, NAMED)
        if wrong := [rule for rule in options["leave_out"] if "=" not in rule]:
            raise FormatError(path, None, f"--leave-out takes COLUMN=VALUE, not “{wrong[0]}”.")
        parts = [rule.partition("=") for rule in options["leave_out"]]
        rules = [(name, value) for name, _, value in parts]
        groups = options["group"].split(",") if options["group"] else []
        annotator, value = columns["annotator"][0], columns["value"][0]
        return cls(columns["unit"], groups, annotator, value, rules, read_table_options(options))

    def numbers(self, path: str) -> NumberColumn:
        return NumberColumn(path, self.value, self.tables)

    def read(self, path: str, others: Sequence[str] = ()) -> Iterator[tuple[int, Unit, list[str], str]]:
        """Yield line, unit, the cells of the other columns and the value of rows that have one and count."""
        names = [*self.units, *others, self.value, *(name for name, _ in self.left_out)]
        end = len(self.units) + len(others)
        for line, cells in read_cells(path, names, self.tables):
            rules = zip(cells[end + 1 :], self.left_out, strict=True)
            if not is_missing(cells[end]) and not any(cell == value for cell, (_, value) in rules):
                yield line, tuple(cells[: len(self.units)]), cells[len(self.units) : end], cells[end]


def measure_ratings(options: dict[str, Any], version: str) -> dict[str, Any]:
    """Return the output as JSON; raise FormatError for tables that cannot be measured."""
    if len(options["files"]) != 1:
        raise FormatError(options["files"][1], None, "Ratings of all annotators stand in one file.")
    [path] = options["files"]
    columns = _Columns.from_options(path, options)
    machine = _load_machine_ratings(options["machine"], columns)
    rated = _load_judged_units(path, columns, machine)
    if not any(len(unit.people) > 1 for unit, _ in rated):
        raise FormatError(path, None, "No unit has scores of the machine and of two annotators.")
    signed: dict[str, Any] = {"epsilon": options["epsilon"], "units": len(rated), "bs": RESAMPLES, "seed": SEED}
    if options["preference"]:
        signed["answers"] = "preference"
    return {
        **_report(rated, options),
        "n": len(rated),
        "signature": write_signature("machine-agreement", version, **signed),
    }


def _report(rated: list[tuple[JudgedUnit, list[str]]], options: dict[str, Any]) -> Report:
    if options["preference"]:
        return report_judgements(rated, "preference", epsilon=options["epsilon"])
    return report_ratings(rated, epsilon=options["epsilon"])


def _load_machine_ratings(path: str, columns: _Columns) -> dict[Unit, float]:
    ratings: dict[Unit, float] = {}
    numbers = columns.numbers(path)
    for line, unit, _, text in columns.read(path):
        if unit in ratings:
            raise FormatError(path, line, f"The machine has already rated “{', '.join(unit)}”.")
        if (value := numbers.read(line, text)) is not None:
            ratings[unit] = value
    return ratings


def _load_judged_units(path: str, columns: _Columns, machine: dict[Unit, float]) -> list[tuple[JudgedUnit, list[str]]]:
    """Return the units that the machine rated, in its order, as on the site, each with its groups; units alike in the
    first column are one item.
    """
    scores: dict[Unit, dict[str, float]] = {}
    named: dict[Unit, list[str]] = {}
    numbers = columns.numbers(path)
    for line, unit, (annotator, *cells), text in columns.read(path, [columns.annotator, *columns.groups]):
        if unit not in machine:
            continue
        given = scores.setdefault(unit, {})
        if annotator in given:
            raise FormatError(path, line, f"{annotator} has already rated “{', '.join(unit)}”.")
        if (value := numbers.read(line, text)) is not None:
            given[annotator] = value
        values = zip(columns.groups, cells, strict=True)
        named.setdefault(unit, [f"{group} {value}" for group, value in values if value])
    items: dict[str, int] = {}
    return [
        (JudgedUnit(items.setdefault(unit[0], len(items)), scores[unit], value, position), named[unit])
        for position, (unit, value) in enumerate(machine.items())
        if unit in scores
    ]
