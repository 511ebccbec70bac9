"""Weights of a bootstrap: each resample picks as many segments as there are."""

import numpy as np
import pytest

from annotation_site.coefficients.resampling import resample_sums, sample_weights

SEED = 7


def pick(segments: int, resamples: int) -> np.ndarray:
    """Pick by numpy alone, one resample after another."""
    generator = np.random.default_rng(SEED)
    picked = [generator.integers(0, segments, segments) for _ in range(resamples)]
    return np.array([[list(row).count(segment) for segment in range(segments)] for row in picked])


@pytest.mark.parametrize(("segments", "resamples"), [(1, 5), (7, 100), (300, 170)])
def test_weights_are_numpys_picks_however_many_there_are(segments: int, resamples: int) -> None:
    for _ in range(2):  # the second time those of a small table are kept ones
        weights = np.concatenate(list(sample_weights(segments, resamples=resamples, seed=SEED)))
        assert (weights == pick(segments, resamples)).all()


def test_kept_weights_can_be_changed_by_nobody_and_each_seed_has_its_own() -> None:
    [weights] = sample_weights(5, resamples=20, seed=SEED)
    with pytest.raises(ValueError, match="read-only"):
        weights[0, 0] = 9
    [others] = sample_weights(5, resamples=20, seed=SEED + 1)
    assert (weights != others).any()


def test_sums_are_those_of_the_picked_segments() -> None:
    table = np.array([[1.0, 10.0], [2.0, 20.0], [4.0, 40.0]])
    assert (resample_sums(table, resamples=50, seed=SEED) == pick(3, 50) @ table).all()


@pytest.mark.parametrize(("segments", "resamples"), [(0, 10), (3, 0)])
def test_nothing_is_sampled_from_nothing(segments: int, resamples: int) -> None:
    with pytest.raises(ValueError, match="at least one segment and one resample"):
        list(sample_weights(segments, resamples=resamples, seed=SEED))
