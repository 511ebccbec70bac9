"""DS, PPMI and frequency of compounds from a corpus: one sentence a line, words parted by spaces, in any number.

Two passes: the first counts words and finds which are the dimensions, the second counts what stands beside what.
A compound is one word where its words follow each other, the longest first, from left to right. What is kept in memory
is the vocabulary and a vector for each compound and each of their words.

    DS = 0.7·cos(compound, modifier) + 0.3·cos(compound, head), over the 51st–1050th most frequent words
    PPMI = max(0, log2(N·c(modifier, head) / (c(modifier)·c(head)))), N words in all, c(modifier, head) = the compound
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from annotation_site.texts.faults import FormatError
from idiomaticity.predictors.formulas import FIRST_RANK, LAST_RANK, distributional_similarity, ppmi
from idiomaticity.predictors.probing.corpus_words import JOINED, WHOLE_SENTENCE, CorpusOptions, Join, make_joiner

MOST_DIFFERENT_WORDS = 4_000_000
Sentences = Callable[[], Iterable[Sequence[str]]]


@dataclass(frozen=True, slots=True)
class SoughtCompound:
    """A compound as the project has it."""

    compound: str
    modifier: str
    head: str


@dataclass(frozen=True, slots=True)
class CorpusValues:
    """A compound's values from a corpus; undefined ones are None, with a reason by the measure's name."""

    frequency: int
    ppmi: float | None
    ds: float | None
    reasons: Mapping[str, str]


def read_corpus(
    sentences: Sentences, sought: Mapping[str, SoughtCompound], options: CorpusOptions, name: str = "corpus"
) -> tuple[dict[str, CorpusValues], dict[str, Any]]:
    """Return values by the keys of `sought`, and counts of words, sentences, different words and dimensions.

    `sentences` reopens the corpus for each pass and gives lists of words. Raise FormatError if it is empty or its
    vocabulary does not fit into memory.
    """
    words = {key: _Words.of(compound, options) for key, compound in sought.items()}
    join = make_joiner([compound_words.compound for compound_words in words.values()])
    counts, total, lines = _count_words(sentences, join, name)
    if not total:
        raise FormatError(name, None, "The corpus has no words.")
    # Equal counts in alphabetical order, so that the same corpus always gives the same dimensions.
    ranked = sorted(counts, key=lambda word: (-counts[word], word))
    dimensions = ranked[FIRST_RANK - 1 : LAST_RANK]
    targets = {
        JOINED.join(part)
        for compound_words in words.values()
        for part in (compound_words.compound, compound_words.modifier, compound_words.head)
    }
    vectors = count_neighbours(sentences, join, targets & counts.keys(), dimensions, options.window)
    single = _count_single(counts)
    values = {
        key: _measure_words(compound_words, counts, single, total, vectors) for key, compound_words in words.items()
    }
    counted = {"words": total, "sentences": lines, "different_words": len(counts), "dimensions": len(dimensions)}
    return values, counted


@dataclass(frozen=True, slots=True)
class _Words:
    compound: tuple[str, ...]
    modifier: tuple[str, ...]
    head: tuple[str, ...]

    @classmethod
    def of(cls, sought: SoughtCompound, options: CorpusOptions) -> _Words:
        return cls(*(tuple(options.split(text)) for text in (sought.compound, sought.modifier, sought.head)))


def count_neighbours(
    sentences: Sentences, join: Join, targets: Iterable[str], dimensions: Sequence[str], window: int
) -> dict[str, NDArray[np.float64]]:
    """Return target → occurrences of each dimension within the window; a word is no neighbour of itself."""
    columns = {word: index for index, word in enumerate(dimensions)}
    rows = {word: index for index, word in enumerate(sorted(targets))}
    table = np.zeros((len(rows), len(dimensions)), dtype=np.float64)
    for words in sentences():
        joined = join(words)
        positions = [position for position, word in enumerate(joined) if word in rows]
        if not positions:
            continue
        near = [(position, columns[word]) for position, word in enumerate(joined) if word in columns]
        for position in positions:
            own, row = columns.get(joined[position]), table[rows[joined[position]]]
            for other, column in near:
                if column != own and (window == WHOLE_SENTENCE or abs(other - position) <= window):
                    row[column] += 1
    return {word: table[index] for word, index in rows.items()}


def _count_words(sentences: Sentences, join: Join, name: str) -> tuple[Counter[str], int, int]:
    counts: Counter[str] = Counter()
    total = lines = 0
    for words in sentences():
        lines += 1
        total += len(words)
        counts.update(join(words))
        if len(counts) > MOST_DIFFERENT_WORDS:
            raise FormatError(
                name, None, f"The corpus has more than {MOST_DIFFERENT_WORDS:,} different words. Use a smaller corpus."
            )
    return counts, total, lines


def _count_single(counts: Counter[str]) -> Counter[str]:
    """Return occurrences of single words, including those inside compounds."""
    single: Counter[str] = Counter()
    for word, count in counts.items():
        if JOINED in word:
            for part in word.split(JOINED):
                single[part] += count
    for word in list(single):
        single[word] += counts[word]
    return single


def _measure_words(
    words: _Words,
    counts: Counter[str],
    single: Counter[str],
    total: int,
    vectors: Mapping[str, NDArray[np.float64]],
) -> CorpusValues:
    compound, modifier, head = (JOINED.join(part) for part in (words.compound, words.modifier, words.head))
    frequency = counts[compound]
    reasons: dict[str, str] = {}
    if not frequency:
        reasons = dict.fromkeys(("ppmi", "ds"), "The compound does not occur in the corpus.")
        return CorpusValues(0, None, None, reasons)
    if len(words.compound) < 2:
        reasons["ppmi"] = "The compound is a single word."
    elif modifier not in words.compound or head not in words.compound:
        reasons["ppmi"] = "Its modifier and head are not its words."
    missing = [word for word in (modifier, head) if word not in vectors]
    if missing:
        reasons["ds"] = f"“{missing[0]}” does not occur on its own in the corpus."
    ds = None if missing else distributional_similarity(vectors, compound, modifier, head)
    if ds is None:
        reasons.setdefault("ds", "No frequent word of the corpus occurs near the compound or one of its words.")
    association = None if "ppmi" in reasons else ppmi(frequency, single[modifier], single[head], total)
    return CorpusValues(frequency, association, ds, reasons)
