"""The k annotators who have most units in common, all sets of them that tie (Garcia et al. 2021, table 1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from annotation_site.languages.marks import gettext_noop
from idiomaticity.results.score_table import ScoreTable
from idiomaticity.scales.judgements import LOWEST, SCALES

# Sets looked at before the search is given up, after about a second.
MOST_LOOKED_AT = 15_000
_Integers = npt.NDArray[np.int64]
TOO_MANY_SETS = gettext_noop(
    "There are too many sets of {k} annotators to compare. Choose another number or leave out annotators."
)


@dataclass(frozen=True, slots=True)
class CommonSets:
    """Sets of k annotators with `units` units in common each, in the order of their annotators.

    Empty if `reason` is given. Annotators are indices into the table.
    """

    k: int
    units: int
    sets: tuple[tuple[int, ...], ...]
    reason: str = ""


def find_most_in_common(table: ScoreTable, k: int, *, most_looked_at: int = MOST_LOOKED_AT) -> CommonSets:
    """Return all sets of k annotators whose members scored the same units most often; a unit is a scale of an item.

    The search is exact: sets are extended annotator by annotator in order, and abandoned as soon as they have fewer
    units in common than the best known. If nearly all sets are equally good, it gives up with a reason.
    """
    row, column = np.nonzero(table.scores >= LOWEST)
    units = table.item[row].astype(np.int64) * len(SCALES) + column
    return find_common_sets(units, table.annotator[row].astype(np.int64), k, most_looked_at=most_looked_at)


def find_common_sets(
    units: _Integers, annotators: _Integers, k: int, *, most_looked_at: int = MOST_LOOKED_AT
) -> CommonSets:
    """Return the sets of annotators with most units in common, from long form.

    Units and annotators are numbers from 0; an annotator has each unit at most once.
    """
    if k < 2:
        raise ValueError("Common units need at least two annotators.")
    search = _Search(_Entries.of(units, annotators), int(annotators.max(initial=-1)) + 1, k, most_looked_at)
    try:
        search.run()
    except _TooManyError:
        return CommonSets(k, 0, (), TOO_MANY_SETS.format(k=k))
    if not search.best:
        return CommonSets(k, 0, (), f"No {k} annotators have rated the same unit.")
    return CommonSets(k, search.best, tuple(search.sets))


def keep_common(table: ScoreTable, annotators: Sequence[int]) -> ScoreTable:
    """Return scores by these annotators on the units that all of them scored."""
    own = table.only(np.isin(table.annotator, annotators))
    scores = own.scores.copy()
    for column in range(len(SCALES)):
        given = scores[:, column] >= LOWEST
        counts = np.bincount(own.item[given], minlength=len(own.items))
        scores[counts[own.item] < len(annotators), column] = LOWEST - 1
    return ScoreTable(own.items, own.annotators, own.item, own.annotator, own.day, scores, own.scale)


class _TooManyError(Exception):
    pass


@dataclass(frozen=True)
class _Entries:
    """Annotators of each unit, sorted by unit; unit u, counted from 0, has the entries starts[u] to starts[u + 1]."""

    unit: _Integers
    annotator: _Integers
    starts: _Integers

    @classmethod
    def of(cls, units: _Integers, annotators: _Integers) -> _Entries:
        order = np.lexsort((annotators, units))
        unit = np.unique(units[order], return_inverse=True)[1].reshape(-1)
        return cls.sorted(unit, annotators[order])

    @classmethod
    def sorted(cls, unit: _Integers, annotator: _Integers) -> _Entries:
        sizes = np.bincount(unit)
        # One more start than units: the last is the end of all entries.
        return cls(unit, annotator, np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64))

    def of_units(self, units: _Integers) -> _Entries:
        """Return the entries of these units, renumbered from 0."""
        sizes = self.starts[units + 1] - self.starts[units]
        unit = np.repeat(np.arange(len(units)), sizes)
        # 0, 1, 2 … within each unit, without a loop over units.
        offsets = np.arange(len(unit)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        return _Entries.sorted(unit, self.annotator[np.repeat(self.starts[units], sizes) + offsets])


class _Search:
    """Depth-first search over sets in order; `best` and `sets` hold the best found so far."""

    def __init__(self, entries: _Entries, annotators: int, k: int, most_looked_at: int) -> None:
        self._entries, self._annotators, self._k = entries, annotators, k
        self._left = most_looked_at
        self.best = 0
        self.sets: list[tuple[int, ...]] = []

    def run(self) -> None:
        self.best = self._guess()
        self._extend((), self._entries)

    def _guess(self) -> int:
        """Return the units that a greedily built set has in common; sets with fewer need not be examined."""
        entries, count = self._entries, 0
        chosen: list[int] = []
        for _ in range(self._k):
            counts = np.bincount(entries.annotator, minlength=self._annotators)
            counts[chosen] = 0
            nearest = int(counts.argmax()) if len(counts) else 0
            count = int(counts[nearest]) if len(counts) else 0
            if not count:
                return 0
            chosen.append(nearest)
            entries = entries.of_units(entries.unit[entries.annotator == nearest])
        return count

    def _extend(self, chosen: tuple[int, ...], entries: _Entries) -> None:
        if self._left == 0:
            raise _TooManyError
        self._left -= 1
        counts = np.bincount(entries.annotator, minlength=self._annotators)
        first = chosen[-1] + 1 if chosen else 0
        possible = first + np.flatnonzero(counts[first:] >= max(self.best, 1))
        if len(chosen) == self._k - 1:
            self._keep(chosen, counts, possible)
            return
        # Entries by annotator: those of one end at `ends` and are as many as `counts` says.
        order = np.argsort(entries.annotator, kind="stable")
        units, ends = entries.unit[order], np.cumsum(counts)
        for candidate in possible:
            # The best may have risen since the candidates were chosen.
            if counts[candidate] >= self.best:
                own = units[ends[candidate] - counts[candidate] : ends[candidate]]
                self._extend((*chosen, int(candidate)), entries.of_units(own))

    def _keep(self, chosen: tuple[int, ...], counts: _Integers, possible: _Integers) -> None:
        if not len(possible):
            return
        most = int(counts[possible].max())
        if most > self.best:
            self.best, self.sets = most, []
        self.sets += [(*chosen, int(candidate)) for candidate in possible if counts[candidate] == self.best]
        if len(self.sets) > self._left:
            raise _TooManyError
