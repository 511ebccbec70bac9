"""A stratified sample that depends on seed and line numbers only."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from hashlib import blake2b
from heapq import nsmallest
from typing import TypeVar

S = TypeVar("S", bound=Hashable)


def allocate(counts: Mapping[S, int], size: int) -> dict[S, int]:
    """Return the size of the sample by stratum: proportional, by largest remainder (the earlier stratum first if
    equal); everything if there are not more than wanted.
    """
    total = sum(counts.values())
    if total <= size:
        return dict(counts)
    shares = {stratum: divmod(count * size, total) for stratum, count in counts.items()}
    taken = {stratum: whole for stratum, (whole, _) in shares.items()}
    by_remainder = sorted(counts, key=lambda stratum: -shares[stratum][1])
    for stratum in by_remainder[: size - sum(taken.values())]:
        taken[stratum] += 1
    return taken


def sample_numbers(numbers: Sequence[int], size: int, seed: int) -> list[int]:
    """Return that many of the numbers, ascending: those whose hash with the seed is smallest. A larger sample of the
    same numbers contains the smaller one, and no version of Python or numpy changes it.
    """
    if size >= len(numbers):
        return sorted(numbers)
    return sorted(nsmallest(size, numbers, key=lambda number: _place(seed, number)))


def _place(seed: int, number: int) -> bytes:
    return blake2b(f"{seed}:{number}".encode(), digest_size=8).digest()
