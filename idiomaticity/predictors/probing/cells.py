"""The figures of the experiments: Spearman's ρ with its n and p, over all compounds and by class."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from idiomaticity.ratings.scores import CLASSES, find_p, spearman

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
    return Cell(*heading, name, rho.value, len(model), p=find_p(model, people), reason=rho.reason)
