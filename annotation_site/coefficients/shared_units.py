"""The raters whose competence can be estimated from their answers, by who answered the same units. Pure numbers.

Two raters who answer alike show how large the product of their competences is, and no more; a third who shares units
with both tells the three apart. In general all competences of a connected group are determined if and only if the graph
of raters, joined where they share a unit, has a cycle of odd length (Ma, Olshevsky, Saligrama and Szepesvári 2018,
"Gradient Descent for Sparse Rank-One Matrix Completion for Crowd-Sourced Aggregation of Sparsely Interacting Workers").
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import numpy as np
import numpy.typing as npt

# Why the competence of a rater is not determined; empty if it is.
Obstacle = Literal["", "alone", "in pairs"]
_Integers = npt.NDArray[np.int64]


class _Groups:
    """Raters who are joined by shared units. In each group, sides alternate along the joins as long as they can."""

    def __init__(self, raters: int) -> None:
        self._parent, self._side = list(range(raters)), [0] * raters
        self.size, self.has_odd_cycle = [1] * raters, [False] * raters

    def find(self, rater: int) -> tuple[int, int]:
        """Return the group's root and the side on which the rater is of it."""
        side = 0
        while self._parent[rater] != rater:
            side ^= self._side[rater]
            rater = self._parent[rater]
        return rater, side

    def join(self, first: int, second: int) -> None:
        (one, side), (other, opposite) = self.find(first), self.find(second)
        if one == other:
            self.has_odd_cycle[one] |= side == opposite
            return
        if self.size[one] < self.size[other]:
            one, other = other, one
        self._parent[other], self._side[other] = one, 1 ^ side ^ opposite
        self.size[one] += self.size[other]
        self.has_odd_cycle[one] |= self.has_odd_cycle[other]


def find_obstacles(unit: _Integers, rater: _Integers, raters: int) -> list[Obstacle]:
    """Return for each rater, numbered from 0, why their competence is not determined: `alone` shares no unit with
    anybody, `in pairs` belongs to a group without an odd cycle, such as two raters. One entry of `unit` and `rater` for
    each answer.
    """
    groups = _Groups(raters)
    for members in _list_raters(unit, rater):
        for member in members[1:]:
            groups.join(members[0], member)
        # Three raters of one unit are a triangle.
        if len(members) > 2:
            groups.join(members[1], members[2])
    obstacles: list[Obstacle] = []
    for each in range(raters):
        root, _ = groups.find(each)
        is_alone, is_determined = groups.size[root] == 1, groups.has_odd_cycle[root]
        obstacles.append("alone" if is_alone else "" if is_determined else "in pairs")
    return obstacles


def _list_raters(unit: _Integers, rater: _Integers) -> Iterable[list[int]]:
    """Yield the different raters of each unit that has several."""
    pairs = np.unique(np.stack([unit, rater], axis=1), axis=0)
    bounds = np.flatnonzero(np.diff(pairs[:, 0])) + 1
    return (group.tolist() for group in np.split(pairs[:, 1], bounds) if len(group) > 1)
