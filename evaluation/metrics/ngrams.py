"""Matching n-grams of many pairs of texts at once: n-grams are integers, counted by sorting them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

import numpy as np
import numpy.typing as npt

Integers = npt.NDArray[np.int64]
_BITS = 63


def count_ngrams(first: Sequence[npt.ArrayLike], second: Sequence[npt.ArrayLike], most: int) -> Integers:
    """Return pairs × n × (n-grams of the first, of the second, of both), n from 1 to `most`.

    A text is an array of symbols, which are whole numbers from 0. An n-gram is in both as often as in the one that has
    fewer of it.
    """
    counts = np.zeros((len(first), most, 3), dtype=np.int64)
    texts = list(map(np.asarray, chain.from_iterable(zip(first, second, strict=True))))
    lengths = np.fromiter(map(len, texts), dtype=np.int64, count=len(texts))
    if not lengths.any():
        return counts
    symbols, symbol_bits = _number_densely(np.concatenate(texts))
    shift = _BITS - len(first).bit_length()
    owners = np.repeat(np.arange(len(texts)), lengths)
    # The rest of a key, around its n-gram: the pair above, and below it whether the text is the second.
    frames = owners >> 1 << shift | owners & 1
    left = np.repeat(np.cumsum(lengths), lengths) - np.arange(len(owners))
    grams, bits = symbols, symbol_bits
    for n in range(1, most + 1):
        if n > 1:
            if bits + symbol_bits >= shift:
                grams, bits = np.unique(grams, return_inverse=True)[1], len(grams).bit_length()
            grams, bits = grams[:-1] << symbol_bits | symbols[n - 1 :], bits + symbol_bits
        keys = (grams << 1 | frames[: len(grams)])[left[: len(grams)] >= n]
        counts[:, n - 1, :2] = np.maximum(lengths - n + 1, 0).reshape(-1, 2)
        counts[:, n - 1, 2] = _count_shared(keys, shift, len(first))
    return counts


def _number_densely(symbols: Integers) -> tuple[Integers, int]:
    """Return the symbols numbered without gaps, and the bits that one takes."""
    is_used = np.zeros(int(symbols.max()) + 1, dtype=np.int64)
    is_used[symbols] = 1
    numbers = np.cumsum(is_used)
    return numbers[symbols] - 1, int(numbers[-1]).bit_length()


def _count_shared(keys: Integers, shift: int, pairs: int) -> Integers:
    """Return for each pair how many n-grams both of its texts have."""
    if not len(keys):
        return np.zeros(pairs, dtype=np.int64)
    keys.sort()
    grams = keys >> 1
    ends = np.append(np.flatnonzero(grams[1:] != grams[:-1]), len(keys) - 1)
    # `reduceat` takes three times as long over so many short runs.
    in_second = np.diff(np.cumsum(keys & 1)[ends], prepend=0)
    shared = np.minimum(in_second, np.diff(ends, prepend=-1) - in_second)
    return np.bincount(keys[ends] >> shift, shared, pairs).astype(np.int64)
