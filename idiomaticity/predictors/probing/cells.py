"""The figures of the experiments: Spearman's ρ with its n and p, over all compounds and by class."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from itertools import permutations
from typing import Any

import numpy as np

from idiomaticity.ratings.scores import CLASSES, spearman

NAMES = {
    "nc_out": "NC_out",
    "nc_out_comp": "NC_outComp",
    "sentence_similarity": "sentence vectors",
    "compound_similarity": "compound vectors",
    "ds": "DS",
    "ss": "SS",
    "ss_ds": "SS+DS",
    "ppmi": "PPMI",
    "frequency": "frequency",
}
CORPUS_MEASURES = ("ppmi", "frequency")
# Up to this many values, p is exact.
MOST_PERMUTED = 7
_ROUNDING = 1e-9
# One point of a correlation: the class it is of, and both values.
Points = Iterable[tuple[str, float | None, float | None]]


@dataclass(frozen=True, slots=True)
class Cell:
    """One correlation. Class "" is all; `n` counts sentences at token level, else compounds; `sd` is of the averaged ρ
    of an experiment with pairs; `left_out` are compounds for which there was no ρ to average."""

    experiment: str
    measure: str
    against: str
    level: str
    compound_class: str
    rho: float | None
    n: int
    p: float | None = None
    sd: float | None = None
    left_out: int = 0
    reason: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return the cell as jobs store it and the API presents it."""
        return asdict(self)


def correlate_by_class(heading: tuple[str, str, str, str], points: Points) -> list[Cell]:
    """Return a cell for all compounds, then one for each class that has a point."""
    groups: dict[str, tuple[list[float], list[float]]] = {"": ([], [])}
    for name, model, people in points:
        if model is None or people is None:
            continue
        for group in {"", name}:
            left, right = groups.setdefault(group, ([], []))
            left.append(model)
            right.append(people)
    return [_correlate(heading, name, *groups[name]) for name in ("", *CLASSES) if name in groups]


def _correlate(heading: tuple[str, str, str, str], name: str, model: Sequence[float], people: Sequence[float]) -> Cell:
    rho = spearman(model, people)
    p = None if rho.value is None else _find_p(rho.value, model, people)
    return Cell(*heading, name, rho.value, len(model), p=p, reason=rho.reason)


def _find_p(rho: float, model: Sequence[float], people: Sequence[float]) -> float:
    """Return the two-sided p: t = ρ·√((n−2)/(1−ρ²)) with n − 2 degrees of freedom.

    For a few values, it is the share of all their orders that correlate as strongly, since t is unreliable for them.
    """
    from scipy import stats  # scipy weighs 100 MB in every process: loaded by those that need it

    n = len(model)
    if n <= MOST_PERMUTED:
        left, right = (stats.rankdata(side) - (n + 1) / 2 for side in (model, people))
        products = left[_orders(n)] @ right
        return float(np.mean(np.abs(products) >= abs(float(left @ right)) - _ROUNDING))
    if abs(rho) >= 1:
        return 0.0
    return float(2 * stats.t.sf(abs(rho) * math.sqrt((n - 2) / (1 - rho * rho)), n - 2))


@lru_cache
def _orders(n: int) -> Any:
    return np.array(list(permutations(range(n))))
