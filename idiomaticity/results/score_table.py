"""The scores of a project side by side, in arrays of a few bytes each, for figures over annotators, units and time.

A unit is one question about one item: scores on different scales are of different units. Pure numbers, no database.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from annotation_site.coefficients.unit_counts import UnitCounts
from idiomaticity.scales.judgements import LOWEST, SCALES, Scale
from idiomaticity.scales.score_scale import PAPER_SCALE, ScoreScale

# Items, annotators, days of submission (counted as datetime.date.toordinal does), and scores with a column for each
# scale; NO_SCORE where there is none.
Columns = tuple[npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any]]
NO_SCORE = -1
_Integers = npt.NDArray[np.int64]
_Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class ScoreTable:
    """Ratings in order of submission.

    `item` and `annotator` are indices into `items` and `annotators`; `scores` has a column for each scale, with
    NO_SCORE for missing scores.
    """

    items: _Integers
    annotators: tuple[str, ...]
    item: npt.NDArray[np.int32]
    annotator: npt.NDArray[np.int32]
    day: npt.NDArray[np.int32]
    scores: npt.NDArray[np.int8]
    scale: ScoreScale = PAPER_SCALE

    @classmethod
    def from_columns(
        cls, pieces: Sequence[Columns], names: dict[int, str], scale: ScoreScale = PAPER_SCALE
    ) -> ScoreTable:
        """Return a table of pieces of columns, one at least, with pseudonyms by key in order of joining in `names`."""
        columns = zip(*pieces, strict=True)
        item, annotator, day, scores = (np.concatenate(column) for column in columns)
        index_of = {pk: index for index, pk in enumerate(names)}
        items, item = np.unique(item, return_inverse=True)
        raters, annotator = np.unique(annotator, return_inverse=True)
        # np.unique numbers annotators by key, the table by their order of joining.
        in_order = np.array([index_of[int(pk)] for pk in raters], dtype=np.int32)
        return cls(items, tuple(names.values()), item.astype(np.int32), in_order[annotator], day, scores, scale)

    def __len__(self) -> int:
        return len(self.item)

    @property
    def score_count(self) -> int:
        """Return the number of scores on all scales."""
        return int((self.scores >= LOWEST).sum())

    @cached_property
    def rated_by(self) -> frozenset[str]:
        """Return the pseudonyms of annotators with any rating."""
        return frozenset(self.annotators[index] for index in np.unique(self.annotator))

    @property
    def scales(self) -> list[Scale]:
        """Return the scales that have a score."""
        return [scale for column, scale in enumerate(SCALES) if (self.scores[:, column] >= LOWEST).any()]

    def only(self, wanted: _Bools) -> ScoreTable:
        """Return the ratings for which `wanted` is true; items and annotators keep their indices."""
        chosen = self.item[wanted], self.annotator[wanted], self.day[wanted], self.scores[wanted]
        return ScoreTable(self.items, self.annotators, *chosen, self.scale)

    def without(self, pseudonyms: Collection[str]) -> ScoreTable:
        """Return the ratings of all other annotators."""
        if not pseudonyms:
            return self
        left_out = [index for index, name in enumerate(self.annotators) if name in pseudonyms]
        return self.only(~np.isin(self.annotator, left_out))

    @property
    def values(self) -> tuple[int, ...]:
        """Return the scores of the scale, ascending."""
        return tuple(self.scale.values)

    def place_values(self, scores: npt.NDArray[Any]) -> _Integers:
        """Return the place of each score among `values`."""
        return (scores.astype(np.int64) - self.scale.lowest) // self.scale.step

    def unit_table(self, scale: Scale) -> _Integers:
        """Return the number of times each item was given each of `values`, as items × values."""
        column, size = self.scores[:, SCALES.index(scale)], len(self.values)
        given = column >= LOWEST
        cells = self.item[given].astype(np.int64) * size + self.place_values(column[given])
        return np.bincount(cells, minlength=len(self.items) * size).reshape(-1, size)

    def count_units(self, scale: Scale) -> UnitCounts:
        """Return the units of one scale, for Krippendorff's alpha."""
        return UnitCounts.from_table(self.values, self.unit_table(scale))

    def count_all_units(self, scales: Sequence[Scale] = SCALES) -> UnitCounts:
        """Return the units of several scales together."""
        return UnitCounts.add_up([self.count_units(scale) for scale in scales])
