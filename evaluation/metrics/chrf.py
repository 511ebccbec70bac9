"""Statistics of chrF, equal to sacrebleu's for each segment, counted for many segments at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from evaluation.metrics.ngrams import Integers, count_ngrams

if TYPE_CHECKING:
    from sacrebleu.metrics.chrf import CHRF

# Pairs of a text and a reference whose n-grams are sorted together: more leave the processor's cache.
TOGETHER = 100


def count_chrf(metric: CHRF, hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> Integers:
    """Return segments × (n-grams of the hypothesis, of the reference, of both, for each n); of several references, the
    one with the highest score.
    """
    pairs = [(text, reference) for text, texts in zip(hypotheses, references, strict=True) for reference in texts]
    parts = [_count_pairs(metric, pairs[start : start + TOGETHER]) for start in range(0, len(pairs), TOGETHER)]
    counts = np.concatenate(parts) if parts else np.zeros((0, metric.order * 3), dtype=np.int64)
    numbers = list(map(len, references))
    ends = np.cumsum(numbers)
    chosen = [
        end - 1 if number == 1 else end - number + _find_best(metric, counts[end - number : end])
        for number, end in zip(numbers, ends, strict=True)
    ]
    return counts[chosen]


def _find_best(metric: CHRF, counts: Integers) -> int:
    """Return the first row with the highest score."""
    return int(np.argmax([metric._compute_f_score(row) for row in counts.tolist()]))


def _count_pairs(metric: CHRF, pairs: Sequence[tuple[str, str]]) -> Integers:
    texts = [metric._preprocess_segment(text) for text in chain.from_iterable(pairs)]
    characters = [
        np.frombuffer(spelled.encode("utf-32-le", "surrogatepass"), np.uint32) for spelled in _spell(metric, texts)
    ]
    counts = count_ngrams(characters[::2], characters[1::2], metric.char_order)
    if metric.word_order:
        words = _number_words(metric._remove_punctuation(text) for text in texts)
        counts = np.concatenate([counts, count_ngrams(words[::2], words[1::2], metric.word_order)], axis=1)
    # No n-gram of a hypothesis counts where the reference is too short to have one.
    counts[:, :, 0] *= counts[:, :, 1] > 0
    return counts.reshape(len(pairs), -1)


def _spell(metric: CHRF, texts: Iterable[str]) -> Iterable[str]:
    return texts if metric.whitespace else ("".join(text.split()) for text in texts)


def _number_words(texts: Iterable[Sequence[str]]) -> list[Integers]:
    numbers: dict[str, int] = {}
    numbered = []
    for words in texts:
        numbered.append(np.array([numbers.setdefault(word, len(numbers)) for word in words], dtype=np.int64))
    return numbered
