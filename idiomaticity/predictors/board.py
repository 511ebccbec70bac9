"""Correlations of several predictors side by side, as the tables of NCTTI's §4 have them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from annotation_site.coefficients.alpha import MIN_UNITS_FOR_BOOTSTRAP
from idiomaticity.predictors.probing.cells import CORPUS_MEASURES, NAMES

# In the order of the paper's tables: all, then from idiomatic to compositional.
CLASS_COLUMNS = {"": "all", "NC": "idiomatic", "PC": "partly", "C": "compositional"}
CORPUS_NAMES = [NAMES[measure] for measure in CORPUS_MEASURES]
LEVELS = ("token", "type")
SIGNIFICANT, HIGHLY_SIGNIFICANT = 0.05, 0.01
Cell = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class BoardCell:
    """One figure of a table, with its note."""

    cell: Cell

    @property
    def stars(self) -> str:
        """Return ** for p < 0.01, * for p ≤ 0.05, as the paper prints them; none for too few values."""
        p = self.cell["p"]
        if p is None or p > SIGNIFICANT or self.cell["n"] < MIN_UNITS_FOR_BOOTSTRAP:
            return ""
        return "**" if p < HIGHLY_SIGNIFICANT else "*"

    @property
    def note(self) -> str:
        """Return n, p and, for an undefined figure, the reason."""
        parts = [f"n = {self.cell['n']:,}"]
        if self.cell["p"] is not None:
            parts.append("p < 0.001" if self.cell["p"] < 0.001 else f"p = {self.cell['p']:.3f}")
        if self.cell["n"] < MIN_UNITS_FOR_BOOTSTRAP:
            parts.append(f"too few for stars, which need {MIN_UNITS_FOR_BOOTSTRAP}")
        if self.cell["left_out"]:
            parts.append(f"{self.cell['left_out']:,} compounds without a ρ")
        return "; ".join([*parts, *filter(None, [self.cell["reason"]])])


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A predictor's measure across the columns; None where the table has nothing."""

    predictor: Any
    measure: str
    cells: tuple[BoardCell | None, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """The four tables; a table without rows is not shown."""

    prediction: list[BoardRow]
    association: list[BoardRow]
    pairs: list[BoardRow]
    spread: list[BoardRow]


def make_board(predictors: Iterable[Any]) -> Board:
    """Return rows in the order of the predictors, read from `cells` of each."""
    board = Board([], [], [], [])
    classes = list(CLASS_COLUMNS)
    for predictor in predictors:
        by_place: dict[tuple[str, ...], Cell] = {
            (cell["experiment"], cell["measure"], cell["against"], cell["level"], cell["compound_class"]): cell
            for cell in predictor.cells
        }
        for measure, name in NAMES.items():
            people = [("prediction", measure, "human", level, each) for level in LEVELS for each in classes]
            corpus = [("prediction", measure, other, level, "") for level in LEVELS for other in CORPUS_MEASURES]
            _add(board.prediction, predictor, name, by_place, people)
            _add(board.association, predictor, name, by_place, corpus)
        pairs = [("pairs", "sentence_similarity", "human", "compound", each) for each in classes]
        spreads = [("spread", "compound_similarity", "human", "compound", each) for each in classes]
        _add(board.pairs, predictor, "", by_place, pairs)
        _add(board.spread, predictor, "", by_place, spreads)
    return board


def _add(
    rows: list[BoardRow],
    predictor: Any,
    measure: str,
    by_place: Mapping[tuple[str, ...], Cell],
    places: Sequence[tuple[str, ...]],
) -> None:
    found = [by_place.get(place) for place in places]
    # Predictors that know no pairs would fill the tables with dashes.
    if any(cell is not None and (cell["rho"] is not None or cell["n"]) for cell in found):
        rows.append(BoardRow(predictor, measure, tuple(BoardCell(cell) if cell else None for cell in found)))
