"""`measure separation`: how well values tell literal from idiomatic occurrences, by the area under the ROC curve."""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from alignment.formats import FormatError
from annotation_site.coefficients.separation import SEED, separate
from annotation_site.tables.arguments import TABLES, add_table_arguments, read_table_options
from annotation_site.tables.column_words import find_words
from annotation_site.tables.columns import Role
from annotation_site.tables.missing import is_missing
from evaluation.cli.arguments import add_bootstrap_arguments, find_single_columns, tell_columns
from evaluation.files.judgement_roles import VALUE
from evaluation.files.numbers import NumberColumn
from evaluation.files.tables import read_cells
from evaluation.metrics.signature import write_signature
from idiomaticity.compounds.labels import IDIOMATIC, LITERAL, USUAL_LABELS

SHOWN_LABELS = 10
ROLES = (
    Role("label", "Label of the occurrence", find_words("occurrence label"), is_required=True),
    VALUE,
    # Rows are resampled by themselves unless compounds are named, so no column is taken for one by its name.
    Role("compound", "Compound"),
)
NAMED = ("label", "value", "compound")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("table", metavar="TABLE", help=f"{TABLES}, with a header, one occurrence per row")
    parser.add_argument("--label", metavar="COLUMN", help="labels of the occurrences; as --columns label=…")
    parser.add_argument("--value", metavar="COLUMN", help="numbers, higher for literal use; as --columns value=…")
    parser.add_argument("--compound", metavar="COLUMN", help="what is resampled (default: every row by itself)")
    for side in (IDIOMATIC, LITERAL):
        parser.add_argument(
            f"--{side}", metavar="NAME[,NAME…]", help=f"names of the label {side} in the table (default: usual ones)"
        )
    add_table_arguments(parser, ROLES)
    add_bootstrap_arguments(parser)


@dataclass(slots=True)
class _Labelled:
    values: list[float] = field(default_factory=list)
    is_literal: list[bool] = field(default_factory=list)
    compounds: list[object] = field(default_factory=list)
    missing: int = 0
    is_by_compound: bool = False
    # Names of labels that are neither, with their frequency.
    others: Counter[str] = field(default_factory=Counter)


def measure(options: dict[str, Any], version: str) -> dict[str, Any]:
    """Return the output as JSON; raise FormatError for a table that cannot be measured."""
    labelled = _load_labelled(options)
    resamples, seed = options["bootstrap"], options["seed"]
    if not labelled.values and labelled.others:
        names = ", ".join(f"“{name}”" for name in list(labelled.others)[:SHOWN_LABELS])
        fault = f"No label is known: they are {names}. Name them with --{IDIOMATIC} and --{LITERAL}."
        raise FormatError(options["table"], None, fault)
    separation = separate(
        labelled.values,
        labelled.is_literal,
        labelled.compounds,
        names=(LITERAL, IDIOMATIC),
        resamples=resamples or 0,
        seed=seed if resamples else SEED,
    )
    result: dict[str, Any] = {
        "auc": separation.auc.value,
        "n": {IDIOMATIC: separation.negative, LITERAL: separation.positive},
        "compounds": separation.clusters,
        "missing": labelled.missing,
        "other": dict(labelled.others),
    }
    signed: dict[str, Any] = {"unit": "compound" if labelled.is_by_compound else "row", "n": len(labelled.values)}
    reasons = {"auc": separation.auc.reason} if separation.auc.reason else {}
    if resamples:
        result["interval"] = {"auc": separation.range}
        signed |= {"bs": resamples, "seed": seed}
        if separation.interval.reason:
            reasons["interval"] = separation.interval.reason
    if reasons:
        result["reasons"] = reasons
    return {**result, "signature": write_signature("separation", version, **signed)}


def _load_labelled(options: dict[str, Any]) -> _Labelled:
    path, tables, sides = options["table"], read_table_options(options), _name_sides(options)
    columns = find_single_columns(path, ROLES, options, named=NAMED)
    tell_columns(path, {role: [column] for role, column in columns.items()}, options, NAMED)
    labelled = _Labelled(is_by_compound="compound" in columns)
    numbers = NumberColumn(path, columns["value"], tables)
    wanted = [columns[name] for name in NAMED if name in columns]
    for line, (label, value, *named) in read_cells(path, wanted, tables):
        side = sides.get(label.casefold())
        if is_missing(label) or is_missing(value):
            labelled.missing += 1
        elif side is None:
            labelled.others[label] += 1
        elif (number := numbers.read(line, value)) is not None:
            labelled.values.append(number)
            labelled.is_literal.append(side == LITERAL)
            labelled.compounds.append(named[0].casefold() if named else len(labelled.compounds))
    return labelled


def _name_sides(options: dict[str, Any]) -> dict[str, str]:
    """Return names of labels, case-folded, with the side that they stand for."""
    given = {side: options[side].split(",") for side in (IDIOMATIC, LITERAL) if options[side]}
    sides = {name: side for name, side in USUAL_LABELS.items() if side in (IDIOMATIC, LITERAL) and side not in given}
    for side, names in given.items():
        sides |= dict.fromkeys((name.strip().casefold() for name in names), side)
    return sides
