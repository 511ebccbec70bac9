"""Correlations of several predictors in one matrix, with the figures that the tables of NCTTI's §4 have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from annotation_site.coefficients.alpha import MIN_UNITS_FOR_BOOTSTRAP
from idiomaticity.predictors.probing.cells import CORPUS_MEASURES, NAMES

# In the order of the paper's tables: all, then from idiomatic to compositional.
CLASS_COLUMNS = {"": "all", "NC": "idiomatic", "PC": "partly", "C": "compositional"}
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
    """A figure of a predictor over all compounds and by class; None where a class has none."""

    measure: str
    compared: str
    cells: tuple[BoardCell | None, ...]


@dataclass(frozen=True, slots=True)
class PredictorRows:
    """A predictor and the figures that it has."""

    predictor: Any
    rows: list[BoardRow]


def make_board(predictors: Iterable[Any]) -> list[PredictorRows]:
    """Return the rows of the matrix in the order of the predictors, read from `cells` of each."""
    return [PredictorRows(predictor, list(_list_rows(predictor.cells))) for predictor in predictors]


def _list_rows(cells: Iterable[Cell]) -> Iterator[BoardRow]:
    """Yield the rows that have a figure: predictors differ in what they know."""
    by_figure: dict[tuple[str, ...], Cell] = {
        (cell["experiment"], cell["measure"], cell["against"], cell["level"], cell["compound_class"]): cell
        for cell in cells
    }
    for title, compared, experiment, measure, against, level in _list_figures():
        row = [by_figure.get((experiment, measure, against, level, compound_class)) for compound_class in CLASS_COLUMNS]
        if any(cell is not None and (cell["rho"] is not None or cell["n"]) for cell in row):
            yield BoardRow(title, compared, tuple(BoardCell(cell) if cell else None for cell in row))


def _list_figures() -> Iterator[tuple[str, str, str, str, str, str]]:
    """Yield the label of a measure, what it is compared with, and the place of its cells but for the class."""
    for measure, name in NAMES.items():
        for level in LEVELS:
            yield name, f"{level} scores", "prediction", measure, "human", level
    for measure, name in NAMES.items():
        for other in CORPUS_MEASURES:
            for level in LEVELS:
                yield name, f"{NAMES[other]}, {level} level", "prediction", measure, other, level
    yield "Sentence similarity", "score differences", "pairs", "sentence_similarity", "human", "compound"
    yield "Similarity spread", "score spread", "spread", "compound_similarity", "human", "compound"
