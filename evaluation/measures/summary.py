"""What is said of a measure of one system: figures with intervals and what every resample gave, rows by label."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from evaluation.metrics.averages import Observation, bootstrap_mean, macro_table, micro_table
from evaluation.metrics.resampling import percentile_interval

RESAMPLES = 1000
SEED = 12345
Result = dict[str, Any]


@dataclass(slots=True)
class Summary:
    """Figures by name, `draws` with the value of each in every resample, rows by label, and what was left out."""

    figures: dict[str, Result] = field(default_factory=dict)
    draws: dict[str, list[float | None]] = field(default_factory=dict)
    rows: list[Result] = field(default_factory=list)
    n: int = 0
    left_out: int = 0
    reason: str = ""
    signature: str = ""

    def put(self, name: str, value: float | None, draws: npt.NDArray[np.float64] | None) -> None:
        """A figure with its interval; draws None where it is undefined."""
        interval = None if draws is None else percentile_interval(draws)
        self.figures[name] = {"value": value, "interval": interval}
        self.draws[name] = [] if draws is None else [None if np.isnan(each) else each for each in draws.tolist()]

    def put_mean(
        self, name: str, value: float | None, observations: Sequence[Observation], *, is_macro: bool = False
    ) -> None:
        """A mean over observations, or over their labels."""
        if not observations:
            self.put(name, None, None)
            return
        table = macro_table(observations) if is_macro else micro_table(observations)
        self.put(name, value, bootstrap_mean(table, is_macro=is_macro, resamples=RESAMPLES, seed=SEED))

    def to_json(self) -> Result:
        """As a score keeps it: every undefined figure with the sentence that says why."""
        reasons = {name: self.reason for name, figure in self.figures.items() if figure["value"] is None}
        counts = {"n": self.n, "left_out": self.left_out}
        return {"figures": self.figures, "reasons": reasons, **counts, "rows": self.rows}
