"""Static vectors of words, from GloVe or word2vec as text or from a plain `.npz`, and what they give.

A word has one vector whatever its sentence, so that NC_out says nothing here and NC_outComp needs a vector of the
compound as one word (`police_car`), as in Cordeiro et al. 2019. A sentence is the mean of its words' vectors; words
without one are skipped (Garcia et al. 2021, §4.1).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import IO

import numpy as np
from numpy.typing import NDArray

from annotation_site.texts.faults import FormatError
from idiomaticity.predictors.formulas import Vector, cosine, nc_out_comp
from idiomaticity.predictors.probing.corpus_files import read_corpus_lines
from idiomaticity.predictors.probing.similarities import MOST_ROWS, Similarities
from idiomaticity.predictors.probing.vectors import list_arrays, read_arrays, require_finite, require_text
from idiomaticity.scales.paraphrase_texts import normalise

WORDS, MATRIX = "words", "vectors"
MOST_DIMENSIONS, MOST_WORDS = 10_000, 5_000_000
Split = Callable[[str], Sequence[str]]


@dataclass(frozen=True, slots=True)
class SoughtSentences:
    """A compound with its parts, and its sentences by number."""

    compound: str
    modifier: str
    head: str
    sentences: Mapping[int, str]


def read_word_vectors(
    file: IO[bytes], name: str, sought: Sequence[SoughtSentences], split: Split
) -> tuple[Similarities, dict[str, int]]:
    """Return similarities, and how many of the words sought the file has; memory holds only vectors of these.

    Raise FormatError, naming the line or the array, for a file that has no vectors of one length.
    """
    wanted = _list_words(sought, split)
    is_packed = file.read(2) == b"PK"
    file.seek(0)
    rows = _read_matrix(file, name, wanted) if is_packed else _read_lines(file, name, wanted)
    vectors: dict[str, Vector] = {}
    for word, vector in rows:
        key = word.lower()
        if key not in vectors or word == key:
            vectors[key] = vector
    if not vectors:
        raise FormatError(name, None, "None of the words of this project has a vector in this file.")
    similarities = compare_words(vectors, sought, split)
    return similarities, {"words_found": len(vectors), "words_sought": len(wanted)}


def compare_words(vectors: Mapping[str, Vector], sought: Sequence[SoughtSentences], split: Split) -> Similarities:
    """Return NC_outComp of every sentence, and the similarity of every pair of a compound's sentences."""
    similarities = Similarities()
    for compound in sought:
        key = normalise(compound.compound)
        whole = vectors.get(_join(split(compound.compound)))
        parts = [_average(vectors, split(part)) for part in (compound.modifier, compound.head)]
        composed = None
        if whole is not None and parts[0] is not None and parts[1] is not None:
            composed = nc_out_comp(whole, parts[0], parts[1])
        means = {number: _average(vectors, split(text)) for number, text in sorted(compound.sentences.items())}
        for number in means:
            similarities.sentences[key, number] = {"nc_out": None, "nc_out_comp": composed}
        for (first, one), (second, other) in combinations(means.items(), 2):
            similarity = None if one is None or other is None else cosine(one, other)
            similarities.pairs[key, first, second] = {"sentence_similarity": similarity, "compound_similarity": None}
            if len(similarities.pairs) > MOST_ROWS:
                raise FormatError("", None, f"The sentences give more than {MOST_ROWS:,} pairs.")
    return similarities


def holds_words(file: IO[bytes]) -> bool:
    """Return whether the file has vectors of words, not of compounds in their sentences; leaves it at its start."""
    is_packed = file.read(2) == b"PK"
    names = list_arrays(file) if is_packed else [WORDS]
    file.seek(0)
    return WORDS in names


def _list_words(sought: Sequence[SoughtSentences], split: Split) -> frozenset[str]:
    words: set[str] = set()
    for compound in sought:
        words.add(_join(split(compound.compound)))
        for text in (compound.modifier, compound.head, *compound.sentences.values()):
            words.update(split(text))
    return frozenset(words)


def _join(words: Sequence[str]) -> str:
    return "_".join(words)


def _average(vectors: Mapping[str, Vector], words: Sequence[str]) -> Vector | None:
    known = [vectors[word] for word in words if word in vectors]
    return np.mean(known, axis=0) if known else None


def _read_lines(file: IO[bytes], name: str, wanted: frozenset[str]) -> Iterator[tuple[str, Vector]]:
    """Yield words with their vectors; the first line may tell the number of words and of dimensions."""
    dimensions = 0
    for number, line in enumerate(read_corpus_lines(file, name), start=1):
        if number == 1 and len(head := line.split()) == 2 and all(map(str.isdecimal, head)):
            dimensions = int(head[1])
            continue
        # A word may hold spaces, the numbers after it do not.
        cells = line.rstrip(" ").split(" ")
        dimensions = dimensions or len(cells) - 1
        if not 1 <= dimensions <= MOST_DIMENSIONS or len(cells) <= dimensions:
            raise FormatError(name, number, f"The line is not a word with {max(dimensions, 1):,} numbers.")
        word = " ".join(cells[:-dimensions])
        if word.lower() in wanted:
            yield word, _read_numbers(cells[-dimensions:], name, number)


def _read_numbers(cells: Sequence[str], name: str, line: int) -> NDArray[np.float64]:
    try:
        vector = np.array([float(cell) for cell in cells])
    except ValueError:
        raise FormatError(name, line, "The line has a value that is not a number.") from None
    if not np.isfinite(vector).all():
        raise FormatError(name, line, "The line has a value that is not a number.")
    return vector


def _read_matrix(file: IO[bytes], name: str, wanted: frozenset[str]) -> Iterator[tuple[str, Vector]]:
    arrays = read_arrays(file, name, {WORDS: ("U", 1), MATRIX: ("f", 2)}, MOST_WORDS)
    for array in (WORDS, MATRIX):
        if array not in arrays:
            raise FormatError(name, None, f"There is no array called {array}.")
    if len(arrays[WORDS]) != len(arrays[MATRIX]):
        raise FormatError(name, None, f"There are {len(arrays[WORDS]):,} words, but {len(arrays[MATRIX]):,} vectors.")
    require_text(arrays[WORDS], WORDS, name)
    require_finite(arrays[MATRIX], MATRIX, name)
    for word, vector in zip(arrays[WORDS], arrays[MATRIX], strict=True):
        if str(word).lower() in wanted:
            yield str(word), np.asarray(vector, dtype=np.float64)
