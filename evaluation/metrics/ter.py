"""Edits of TER, equal to sacrebleu's for each segment, with all shifts of a step compared at once.

sacrebleu fills a matrix in Python for every shift that it tries: up to 1,000 in a segment, 15 seconds in one of 150
words. Here a row of the matrix is filled for all of them together.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

import numpy as np

# Limits of sacrebleu 2, of which the first three are those of Tercom.
_LONGEST_SHIFT, _FURTHEST_SHIFT, _BEAM, _MOST_SHIFTS = 10, 50, 25, 1000
_INFINITE = np.int32(1 << 29)
_FLIPPED = str.maketrans("id", "di")
# Start, length and target of a shift.
Shift = tuple[int, int, int]
Word = TypeVar("Word")


def count_edits(hypothesis: Sequence[str], references: Sequence[Sequence[str]]) -> tuple[int, float]:
    """Return the edits to the reference that needs fewest, and the mean length of all references."""
    fewest = min(_count_edits(list(hypothesis), list(reference)) for reference in references)
    return fewest, sum(map(len, references)) / len(references)


def _count_edits(words: list[str], reference: list[str]) -> int:
    """Return the number of shifts, each of which must save edits, and of edits after them."""
    from sacrebleu.metrics.lib_ter import BeamEditDistance

    if not reference:
        return len(words)
    distance = BeamEditDistance(reference)
    shifts = tried = 0
    while True:
        edits, trace = distance(words)
        candidates = _list_shifts(words, reference, trace, _MOST_SHIFTS - tried)
        tried += len(candidates)
        if not candidates or tried >= _MOST_SHIFTS:
            return shifts + edits
        left = _measure_distances(words, candidates, reference)
        # Tercom's order: the fewest edits left, the longest shift, the first one, the first target.
        ranked = sorted(zip(left, candidates, strict=True), key=_rank)
        if ranked[0][0] >= edits:
            return shifts + edits
        words = _shift(words, ranked[0][1])
        shifts += 1


def _rank(candidate: tuple[int, Shift]) -> tuple[int, int, int, int]:
    left, (start, length, target) = candidate
    return left, -length, start, target


def _list_shifts(words: list[str], reference: list[str], trace: str, room: int) -> list[Shift]:
    """Return the shifts to try, in order, with all targets of the last one beyond `room`."""
    from sacrebleu.metrics.lib_ter import trace_to_alignment

    # Of a rewriting of the reference into the hypothesis.
    aligned, reference_errors, errors = trace_to_alignment(trace.translate(_FLIPPED))
    shifts: list[Shift] = []
    for start, at, length in _find_common(words, reference):
        if not any(errors[start : start + length]) or not any(reference_errors[at : at + length]):
            continue
        if start <= aligned[at] < start + length:
            continue
        shifts += [(start, length, target) for target in _list_targets(aligned, at, length)]
        if len(shifts) >= room:
            break
    return shifts


def _find_common(words: list[str], reference: list[str]) -> Iterator[Shift]:
    """Yield the start in both texts and the length of every common stretch, which may be part of a longer one."""
    places: dict[str, list[int]] = {}
    for at, word in enumerate(reference):
        places.setdefault(word, []).append(at)
    for start, word in enumerate(words):
        for at in places.get(word, ()):
            if abs(at - start) > _FURTHEST_SHIFT:
                continue
            most = min(_LONGEST_SHIFT, len(words) - start, len(reference) - at)
            for length in range(1, most + 1):
                if words[start + length - 1] != reference[at + length - 1]:
                    break
                yield start, at, length


def _list_targets(aligned: Mapping[int, int], at: int, length: int) -> Iterator[int]:
    """Yield the places to which a stretch may be moved, for its words in the reference from `at`."""
    before = -1
    for place in range(at - 1, at + length):
        if place != -1 and place not in aligned:
            return
        target = 0 if place == -1 else aligned[place] + 1
        if target != before:
            yield target
        before = target


def _shift(words: list[Word], shift: Shift) -> list[Word]:
    """Return the words with a stretch moved before its target, or, past its own end, as far again."""
    start, length, target = shift
    moved, rest = words[start : start + length], words[:start] + words[start + length :]
    if target > start + length:
        target -= length
    return rest[:target] + moved + rest[target:]


def _measure_distances(words: list[str], shifts: Sequence[Shift], reference: list[str]) -> list[int]:
    """Return the edit distance to the reference after each shift, within sacrebleu's beam around the diagonal."""
    numbers: dict[str, int] = {}
    numbered = np.array([numbers.setdefault(word, len(numbers)) for word in reference], dtype=np.int32)
    codes = np.array([numbers.get(word, -1) for word in words], dtype=np.int32)
    indexes = list(range(len(words)))
    texts = codes[np.array([_shift(indexes, shift) for shift in shifts])]
    slope, width = len(reference) / len(words), len(reference) + 1
    beam = math.ceil(slope / 2 + _BEAM) if slope / 2 > _BEAM else _BEAM
    before = np.broadcast_to(np.arange(width, dtype=np.int32), (len(shifts), width))
    for number in range(1, len(words) + 1):
        diagonal = math.floor(number * slope)
        low = max(0, diagonal - beam)
        high = width if number == len(words) else min(width, diagonal + beam)
        row = np.full((len(shifts), width), _INFINITE)
        row[:, low:high] = before[:, low:high] + 1
        first = max(low, 1)
        if first < high:
            differs = texts[:, number - 1, None] != numbered[first - 1 : high - 1]
            np.minimum(row[:, first:high], before[:, first - 1 : high - 1] + differs, out=row[:, first:high])
        # An insertion costs one more than the cell before: the least of all cells before, each with its distance.
        steps = np.arange(low, high, dtype=np.int32)
        row[:, low:high] = np.minimum.accumulate(row[:, low:high] - steps, axis=1) + steps
        before = np.minimum(row, _INFINITE)
    return [int(distance) for distance in before[:, -1]]
