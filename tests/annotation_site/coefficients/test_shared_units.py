"""Competences are determined where log θ_i + log θ_j = log p_ij, of all who share units, have one solution."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation_site.coefficients.shared_units import find_obstacles

PAIRS = st.lists(st.tuples(st.integers(0, 8), st.integers(0, 6)), max_size=24)


def find(units: list[list[int]], raters: int) -> list[str]:
    """Return the obstacles where each unit has these raters."""
    unit = [number for number, members in enumerate(units) for _ in members]
    rater = [member for members in units for member in members]
    return list(find_obstacles(np.array(unit, dtype=np.int64), np.array(rater, dtype=np.int64), raters))


@pytest.mark.parametrize(
    ("units", "expected"),
    [
        ([[0, 1]], ["in pairs", "in pairs"]),
        ([[0, 1, 2]], ["", "", ""]),
        ([[0, 1], [1, 2]], ["in pairs"] * 3),
        ([[0, 1], [1, 2], [2, 0]], ["", "", ""]),
        ([[0, 1], [1, 2], [2, 3], [3, 0]], ["in pairs"] * 4),
        ([[0, 1, 2], [2, 3], [4, 5], [6]], ["", "", "", "", "in pairs", "in pairs", "alone"]),
        ([[0, 0, 1]], ["in pairs", "in pairs"]),
    ],
)
def test_three_who_share_units_are_determined_and_two_are_not(units: list[list[int]], expected: list[str]) -> None:
    assert find(units, len(expected)) == expected


@given(PAIRS)
def test_they_are_those_that_the_equations_determine(answers: list[tuple[int, int]]) -> None:
    members: dict[int, set[int]] = {}
    for unit, rater in answers:
        members.setdefault(unit, set()).add(rater)
    joined = {(one, other) for raters in members.values() for one in raters for other in raters if one < other}
    equations = np.zeros((len(joined), 7))
    for row, (one, other) in enumerate(sorted(joined)):
        equations[row, [one, other]] = 1
    rank = np.linalg.matrix_rank(equations) if joined else 0
    found = find([sorted(raters) for raters in members.values()], 7)
    for rater in range(7):
        # Determined if adding “this rater's value is known” says nothing new.
        known = np.vstack([equations, np.eye(7)[rater]])
        assert (found[rater] == "") == (bool(joined) and np.linalg.matrix_rank(known) == rank)
        assert (found[rater] == "alone") == (not any(rater in pair for pair in joined))
