"""Ratings of `measure machine-agreement`: a machine's scores compared with those of annotators, one score a row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from alignment.formats import FormatError
from evaluation.files.tables import read_cells, read_number
from evaluation.machines.comparison import RESAMPLES, SEED
from evaluation.machines.ratings import RatedUnit
from evaluation.machines.report import report_ratings
from evaluation.metrics.signature import write_signature

Unit = tuple[str, ...]


def measure_ratings(options: dict[str, Any], version: str) -> dict[str, Any]:
    """Return the output as JSON; raise FormatError for tables that cannot be measured."""
    if len(options["files"]) != 1:
        raise FormatError(options["files"][1], None, "Ratings of all annotators stand in one file.")
    [path] = options["files"]
    if missing := [name for name in ("unit", "annotator", "value") if not options[name]]:
        raise FormatError(path, None, f"Ratings need --{missing[0]}.")
    units = options["unit"].split(",")
    groups = options["group"].split(",") if options["group"] else []
    machine = _read_machine(options["machine"], units, options["value"], options["encoding"])
    rated = _read_people(path, units, groups, options, machine)
    if not any(len(unit.people) > 1 for unit, _ in rated):
        raise FormatError(path, None, "No unit has scores of the machine and of two annotators.")
    signed: dict[str, Any] = {"epsilon": options["epsilon"], "units": len(rated), "bs": RESAMPLES, "seed": SEED}
    return {
        **report_ratings(rated, epsilon=options["epsilon"]),
        "n": len(rated),
        "signature": write_signature("machine-agreement", version, **signed),
    }


def _read_machine(path: str, units: Sequence[str], value: str, encoding: str | None) -> dict[Unit, float]:
    found: dict[Unit, float] = {}
    for line, (*unit, text) in read_cells(path, [*units, value], encoding):
        if not text:
            continue
        if tuple(unit) in found:
            raise FormatError(path, line, f"The machine has already rated “{', '.join(unit)}”.")
        found[tuple(unit)] = read_number(path, line, text)
    return found


def _read_people(
    path: str, units: Sequence[str], groups: Sequence[str], options: dict[str, Any], machine: dict[Unit, float]
) -> list[tuple[RatedUnit, list[str]]]:
    """Return the units that the machine rated, each with its groups; units alike in the first column are one item."""
    columns = [*units, *groups, options["annotator"], options["value"]]
    scores: dict[Unit, dict[str, float]] = {}
    named: dict[Unit, list[str]] = {}
    for line, (*cells, annotator, text) in read_cells(path, columns, options["encoding"]):
        unit = tuple(cells[: len(units)])
        if not text or unit not in machine:
            continue
        given = scores.setdefault(unit, {})
        if annotator in given:
            raise FormatError(path, line, f"{annotator} has already rated “{', '.join(unit)}”.")
        given[annotator] = read_number(path, line, text)
        values = zip(groups, cells[len(units) :], strict=True)
        named.setdefault(unit, [f"{group} {value}" for group, value in values if value])
    items: dict[str, int] = {}
    return [
        (RatedUnit(items.setdefault(unit[0], len(items)), people, machine[unit]), named[unit])
        for unit, people in scores.items()
    ]
