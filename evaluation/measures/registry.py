"""The measures by name, and the columns of a board."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from evaluation.measures.base import Measure
from evaluation.measures.kinds import KINDS
from evaluation.measures.kinds.external import ExternalMeasure, is_external
from evaluation.measures.options import FileInput, Option, Options, ScoresInput

# In the order of the board.
MEASURES: Mapping[str, Measure[Any]] = {measure.name: measure for measure in KINDS}
# Measures with a value for each expression, which can list expressions.
BY_EXPRESSION = tuple(name for name, measure in MEASURES.items() if measure.by_expression)
OPTIONS: tuple[Option, ...] = tuple(dict.fromkeys(option for measure in KINDS for option in measure.options))
FILES: tuple[FileInput, ...] = tuple(dict.fromkeys(file for measure in KINDS for file in measure.files))
SCORES: tuple[ScoresInput, ...] = tuple(dict.fromkeys(measure.scores for measure in KINDS if measure.scores))
REASON_KEYS = tuple(
    dict.fromkeys([*(key for measure in KINDS for key in measure.reason_keys), *ExternalMeasure.reason_keys])
)


class Column(NamedTuple):
    """A column of a board: the measure's name, the figure, its title, and the number of decimals shown."""

    measure: str
    figure: str
    name: str
    decimals: int


def find_measure(name: str) -> Measure[Any]:
    """Return a measure computed here or elsewhere; raise ValueError for an unknown name."""
    if is_external(name):
        return ExternalMeasure(name)
    if name not in MEASURES:
        raise ValueError(f"There is no measure “{name}”.")
    return MEASURES[name]


def sort_measures(names: Iterable[str]) -> list[Measure[Any]]:
    """Return the names in the order of the board, then measures computed elsewhere by title."""
    there = set(names)
    others = sorted((ExternalMeasure(name) for name in there if is_external(name)), key=lambda measure: measure.title)
    return [*(measure for name, measure in MEASURES.items() if name in there), *others]


def find_columns(names: Iterable[str]) -> list[Column]:
    return [
        Column(measure.name, figure.name, figure.title, measure.decimals)
        for measure in sort_measures(names)
        for figure in measure.figures
    ]


def main_columns(columns: Sequence[Column]) -> list[Column]:
    """Return the first figure of each measure, which a board shows by default."""
    return list({column.measure: column for column in reversed(columns)}.values())[::-1]


def complete_options(chosen: Options) -> Options:
    """Return every option, as chosen or by default; raise ValueError, with a full sentence, for an invalid value."""
    defaults = {option.name: option.default for option in OPTIONS}
    if unknown := [name for name in chosen if name not in defaults]:
        raise ValueError(f"There is no option “{unknown[0]}”; there are {', '.join(defaults)}.")
    options = {**defaults, **chosen}
    for option in OPTIONS:
        option.check(options[option.name])
    return {**{name: value for measure in KINDS for name, value in measure.settled.items()}, **options}


def name_measures(names: Collection[str]) -> str:
    """Return the measures' titles as an enumeration for a sentence."""
    return " and ".join(measure.title for measure in sort_measures(names))
