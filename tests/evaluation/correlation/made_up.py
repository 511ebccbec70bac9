"""Human scores and measures that follow them more or less, drawn with a seed."""

from itertools import product
from typing import Any

import numpy as np

from evaluation.correlation.inputs import Metric
from evaluation.correlation.report import correlate
from evaluation.metrics.correlation.judgements import HumanScore

SYSTEMS = ("one", "two", "three", "four")
SEGMENTS = tuple(str(number) for number in range(1, 41))


def make_people(seed: int = 0) -> tuple[list[HumanScore], dict[tuple[str, str], float]]:
    """Scores from 1 to 5 by three people, and how good each translation is."""
    generator = np.random.default_rng(seed)
    good = {
        (system, segment): float(np.clip(2 + 0.6 * SYSTEMS.index(system) + generator.normal(), 1, 5))
        for system, segment in product(SYSTEMS, SEGMENTS)
    }
    scores = [
        HumanScore(segment, system, name, float(np.clip(round(value + generator.normal(0, 0.7)), 1, 5)))
        for (system, segment), value in good.items()
        for name in "ABC"
    ]
    return scores, good


def make_metric(name: str, good: dict[tuple[str, str], float], noise: float, *, is_error: bool = False) -> Metric:
    generator = np.random.default_rng(len(name))
    sign = -1 if is_error else 1
    scores = {item: sign * value + float(generator.normal(0, noise)) for item, value in good.items()}
    corpus = {name: float(np.mean([scores[name, segment] for segment in SEGMENTS])) for name in SYSTEMS}
    return Metric(name, name.upper(), f"{name}|v:1", is_error, scores, corpus)


def correlate_two() -> dict[str, Any]:
    """Return the report on a measure that follows people closely and one of errors that hardly does."""
    scores, good = make_people()
    return correlate(scores, [], [make_metric("near", good, 0.3), make_metric("far", good, 3, is_error=True)])
