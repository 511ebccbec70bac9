"""Calibration: the distance of confidences from the share of links that are right."""

from collections.abc import Sequence

BINS = 10


def expected_calibration_error(links: Sequence[tuple[float, bool]]) -> float:
    """Return the mean difference, over links, between the mean confidence of ten equal bins and the share of right
    links in them (Naeini et al. 2015), from each link's confidence and whether it is right.
    """
    bins: dict[int, list[tuple[float, bool]]] = {}
    for confidence, is_right in links:
        bins.setdefault(min(int(confidence * BINS), BINS - 1), []).append((confidence, is_right))
    return sum(abs(sum(confidence - is_right for confidence, is_right in each)) for each in bins.values()) / len(links)
