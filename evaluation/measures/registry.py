"""The measures by name, and the columns of a board."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from evaluation.measures.base import Measure
from evaluation.measures.kinds import KINDS
from evaluation.measures.kinds.outside import OutsideMeasure, is_outside
from evaluation.measures.options import FileInput, Option, Options, ScoresInput

# In the order of the board.
MEASURES: Mapping[str, Measure[Any]] = {measure.name: measure for measure in KINDS}
# Those with a value for each expression, so that expressions can be listed by them.
BY_EXPRESSION = tuple(name for name, measure in MEASURES.items() if measure.by_expression)
OPTIONS: tuple[Option, ...] = tuple(dict.fromkeys(option for each in KINDS for option in each.options))
FILES: tuple[FileInput, ...] = tuple(dict.fromkeys(file for each in KINDS for file in each.files))
SCORES: tuple[ScoresInput, ...] = tuple(dict.fromkeys(each.scores for each in KINDS if each.scores))
REASON_KEYS = tuple(dict.fromkeys(key for each in KINDS for key in each.reason_keys))


class Column(NamedTuple):
    """Of a board: the measure's name, the figure, what it is called, and the decimals it is written with."""

    measure: str
    figure: str
    name: str
    decimals: int


def find_measure(name: str) -> Measure[Any]:
    """One that is computed here or elsewhere; ValueError for another."""
    if is_outside(name):
        return OutsideMeasure(name)
    if name not in MEASURES:
        raise ValueError(f"There is no measure “{name}”.")
    return MEASURES[name]


def sort_measures(names: Iterable[str]) -> list[Measure[Any]]:
    """In the order of the board; those computed elsewhere stand last, by their titles."""
    there = set(names)
    others = sorted((OutsideMeasure(name) for name in there if is_outside(name)), key=lambda each: each.title)
    return [*(measure for name, measure in MEASURES.items() if name in there), *others]


def find_columns(names: Iterable[str]) -> list[Column]:
    """The columns of a board with these measures."""
    return [
        Column(measure.name, figure.name, figure.title, measure.decimals)
        for measure in sort_measures(names)
        for figure in measure.figures
    ]


def main_columns(columns: Sequence[Column]) -> list[Column]:
    """The first figure of each measure: what a board shows before more is asked for."""
    return list({column.measure: column for column in reversed(columns)}.values())[::-1]


def complete_options(chosen: Options) -> Options:
    """Every option, as it was chosen or by default; ValueError, in a sentence, for a value that is not possible."""
    defaults = {option.name: option.default for option in OPTIONS}
    if unknown := [name for name in chosen if name not in defaults]:
        raise ValueError(f"There is no option “{unknown[0]}”; there are {', '.join(defaults)}.")
    options = {**defaults, **chosen}
    for option in OPTIONS:
        option.check(options[option.name])
    return {**{name: value for each in KINDS for name, value in each.settled.items()}, **options}


def name_measures(names: Collection[str]) -> str:
    """Their titles in a sentence."""
    return " and ".join(measure.title for measure in sort_measures(names))
