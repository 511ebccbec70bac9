"""Vectors of compounds and sentences in one `.npz`, read without unpickling anything, and what they give.

    NC_out = cos(compound in its sentence, compound alone)
    NC_outComp = cos(compound in its sentence, modifier alone + head alone)

Source: Garcia et al. 2021 (NCTTI), §4. Which arrays the file holds: docs/formats.md.
"""

from __future__ import annotations

import tokenize
import zipfile
from collections import defaultdict
from collections.abc import Mapping
from itertools import combinations
from typing import IO, Any

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from annotation_site.texts.faults import FormatError
from annotation_site.texts.format_characters import clean, is_shown_in_text
from annotation_site.texts.zip_members import DAMAGES
from idiomaticity.predictors.formulas import cosine, nc_out, nc_out_comp
from idiomaticity.predictors.probing.similarities import MOST_ROWS, Similarities
from idiomaticity.scales.paraphrase_texts import normalise

# Memory that all arrays of a file may take together.
MOST_BYTES = 512 << 20
MOST_ARRAYS = 50
TEXT, NUMBER, VECTOR = "U", "iu", "f"
# Name → kind, number of dimensions, and the array of names whose length it shares.
ARRAYS = {
    "compound": (TEXT, 1, "compound"),
    "sentence": (NUMBER, 1, "compound"),
    "in_sentence": (VECTOR, 2, "compound"),
    "sentence_vector": (VECTOR, 2, "compound"),
    "compounds": (TEXT, 1, "compounds"),
    "alone": (VECTOR, 2, "compounds"),
    "modifier": (VECTOR, 2, "compounds"),
    "head": (VECTOR, 2, "compounds"),
}
REQUIRED = ("compound", "sentence", "in_sentence")
OF_ONE_LENGTH = ("in_sentence", "alone", "modifier", "head")
_KINDS = {TEXT: "texts", NUMBER: "whole numbers", VECTOR: "floating-point numbers"}
# The head of an array is read as Python, so that a damaged one can be wrong as Python is.
_BROKEN = (
    *DAMAGES,
    *(ValueError, SyntaxError, tokenize.TokenError),
)
Arrays = dict[str, NDArray[Any]]


def read_vectors(file: IO[bytes], name: str) -> Similarities:
    """Return similarities of every compound in every sentence and of every pair of its sentences.

    FormatError names the array, and the row, at fault. Undefined (a zero vector, an array left out) is None.
    """
    arrays = read_arrays(file, name, {array: (kind, dimensions) for array, (kind, dimensions, _) in ARRAYS.items()})
    _check(arrays, name)
    table = _Table(arrays, name)
    similarities = Similarities()
    rows_of: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for row, (text, number) in enumerate(zip(arrays["compound"], arrays["sentence"], strict=True)):
        key = (normalise(str(text)), int(number))
        if not key[0] or not 1 <= key[1] <= 30_000:
            raise _fault(name, "sentence" if key[0] else "compound", row, "does not name a compound and a sentence.")
        if key in similarities.sentences:
            raise _fault(name, "sentence", row, f"names sentence {number} of {str(text)[:60]} a second time.")
        similarities.sentences[key] = table.compare_row(key[0], row)
        rows_of[key[0]].append((key[1], row))
    for compound, rows in rows_of.items():
        for (first, row), (second, other) in combinations(sorted(rows), 2):
            similarities.pairs[compound, first, second] = table.compare_pair(row, other)
            if len(similarities.pairs) > MOST_ROWS:
                raise FormatError(name, None, f"The sentences give more than {MOST_ROWS:,} pairs.")
    return similarities


class _Table:
    """The arrays, with the place of each compound among those that stand alone."""

    def __init__(self, arrays: Arrays, name: str) -> None:
        self.arrays = arrays
        self.row_of: dict[str, int] = {}
        for row, text in enumerate(arrays.get("compounds", ())):
            if self.row_of.setdefault(normalise(str(text)), row) != row:
                raise _fault(name, "compounds", row, "names a compound a second time.")

    def compare_row(self, compound: str, row: int) -> dict[str, float | None]:
        """Return NC_out and NC_outComp of one row."""
        index, vector = self.row_of.get(compound), self._vector("in_sentence", row)
        values: dict[str, float | None] = {"nc_out": None, "nc_out_comp": None}
        if index is not None and "alone" in self.arrays:
            values["nc_out"] = nc_out(vector, self._vector("alone", index))
        if index is not None and "head" in self.arrays:
            values["nc_out_comp"] = nc_out_comp(vector, self._vector("modifier", index), self._vector("head", index))
        return values

    def compare_pair(self, first: int, second: int) -> dict[str, float | None]:
        """Return the similarities of two rows' sentences, and of their compounds in context; None without vectors."""
        return {
            measure: cosine(self._vector(array, first), self._vector(array, second)) if array in self.arrays else None
            for measure, array in (("sentence_similarity", "sentence_vector"), ("compound_similarity", "in_sentence"))
        }

    def _vector(self, array: str, row: int) -> NDArray[np.float64]:
        return np.asarray(self.arrays[array][row], dtype=np.float64)


def read_arrays(file: IO[bytes], name: str, kinds: Mapping[str, tuple[str, int]], most_rows: int = MOST_ROWS) -> Arrays:
    """Return every array that `kinds` names, with its kind and number of dimensions, after checking the size of all."""
    try:
        with zipfile.ZipFile(file) as archive:
            if len(archive.infolist()) > MOST_ARRAYS:
                raise FormatError(name, None, f"The file has more than {MOST_ARRAYS} arrays.")
            members = {member.filename.removesuffix(".npy"): member.filename for member in archive.infolist()}
            known = {array: members[array] for array in kinds if array in members}
            size = 0
            for array, member in known.items():
                with archive.open(member) as stream:
                    size += _measure(stream, array, name, kinds[array], most_rows)
            if size > MOST_BYTES:
                raise FormatError(
                    name, None, f"Its arrays need {size >> 20:,} MB of memory; the limit is {MOST_BYTES >> 20} MB."
                )
            arrays = {}
            for array, member in known.items():
                with archive.open(member) as stream:
                    arrays[array] = npy.read_array(stream, allow_pickle=False)
            return arrays
    except _BROKEN as error:
        raise FormatError(name, None, "The file is not a valid NumPy .npz file.") from error


def _measure(stream: IO[bytes], array: str, name: str, of: tuple[str, int], most_rows: int) -> int:
    """Return the bytes of an array by its header; raise FormatError if its kind or shape does not fit its name."""
    major, _ = npy.read_magic(stream)
    read = npy.read_array_header_1_0 if major == 1 else npy.read_array_header_2_0
    shape, _, dtype = read(stream)
    kind, dimensions = of
    if dtype.kind not in kind:
        raise FormatError(name, None, f"The array {array} must have {_KINDS[kind]}, not {dtype}.")
    if len(shape) != dimensions or (dimensions == 2 and not shape[1]):
        wanted = "rows of vectors" if dimensions == 2 else "a simple list"
        raise FormatError(name, None, f"The array {array} is not {wanted} (its shape is {shape}).")
    if shape[0] > most_rows:  # also where each entry takes no bytes
        raise FormatError(
            name, None, f"The array {array} has {max(shape):,} rows or columns; {most_rows:,} are read at most."
        )
    size = dtype.itemsize
    for length in shape:
        size *= length
    return size


def _check(arrays: Arrays, name: str) -> None:
    if missing := [array for array in REQUIRED if array not in arrays]:
        raise FormatError(name, None, f"There is no array called {missing[0]}.")
    if ("modifier" in arrays) != ("head" in arrays):
        raise FormatError(name, None, "The arrays modifier and head must be given together.")
    if not len(arrays["compound"]) or len(arrays["compound"]) > MOST_ROWS:
        raise FormatError(
            name, None, f"The array compound has {len(arrays['compound']):,} rows; 1–{MOST_ROWS:,} are allowed."
        )
    for array, values in arrays.items():
        lengths = ARRAYS[array][2]
        if lengths not in arrays:
            raise FormatError(name, None, f"The array {array} requires the array {lengths}.")
        if len(values) != len(arrays[lengths]):
            raise FormatError(
                name, None, f"The array {array} has {len(values):,} rows, {lengths} has {len(arrays[lengths]):,}."
            )
        if array in OF_ONE_LENGTH and values.shape[1] != arrays["in_sentence"].shape[1]:
            raise FormatError(
                name,
                None,
                f"The vectors of {array} have {values.shape[1]} numbers, "
                f"those of in_sentence {arrays['in_sentence'].shape[1]}.",
            )
        if ARRAYS[array][0] == VECTOR:
            require_finite(values, array, name)
        elif ARRAYS[array][0] == TEXT:
            require_text(values, array, name)


def list_arrays(file: IO[bytes]) -> list[str]:
    """Return the names of the arrays in a `.npz`, none for a file of another kind."""
    file.seek(0)
    if not zipfile.is_zipfile(file):
        return []
    with zipfile.ZipFile(file) as archive:
        return [member.removesuffix(".npy") for member in archive.namelist()]


def require_text(values: NDArray[Any], array: str, name: str) -> None:
    """Raise FormatError for invalid characters, which numpy would not report before they are read."""
    if values.dtype.itemsize:
        codes = np.ascontiguousarray(values).view(np.dtype("u4").newbyteorder(values.dtype.byteorder))
        if np.any((codes > 0x10FFFF) | ((codes >= 0xD800) & (codes <= 0xDFFF))):
            raise FormatError(name, None, f"The array {array} contains invalid characters.")
    for row, text in enumerate(values):
        if not all(map(is_shown_in_text, clean(str(text)).replace("\xa0", " "))):
            raise _fault(name, array, row, "contains a control character.")


def require_finite(values: NDArray[Any], array: str, name: str) -> None:
    """Raise FormatError, naming the row, for a value that is not a finite number."""
    # Row by row: a mask of everything would take as much memory again.
    for row, vector in enumerate(values):
        if not np.isfinite(vector).all():
            raise _fault(name, array, row, "contains a value that is not a number.")


def _fault(name: str, array: str, row: int, sentence: str) -> FormatError:
    """Return an error that numbers rows from 1."""
    return FormatError(name, None, f"Row {row + 1} of the array {array} {sentence}")
