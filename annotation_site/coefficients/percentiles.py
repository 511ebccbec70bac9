"""The interval that resampled estimates give."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt


def percentile_interval(estimates: npt.ArrayLike) -> tuple[float, float] | None:
    """Return the range of the middle 95 % of the defined (not NaN) estimates, or None if none is defined."""
    values = np.asarray(estimates, dtype=np.float64)
    defined = values[~np.isnan(values)]
    if not len(defined):
        return None
    low, high = np.percentile(defined, [2.5, 97.5])
    return float(low), float(high)
