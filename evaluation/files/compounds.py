"""Tables of compounds and how compositional they are."""

from __future__ import annotations

from alignment.formats import FormatError
from evaluation.files.numbers import NumberColumn
from evaluation.files.tables import read_cells, read_header
from evaluation.metrics.tesla.compounds import CompoundScores, compound_words

COMPOUND, COMPOSITIONALITY = "compound", "compositionality"


def read_compounds(
    path: str, columns: tuple[str, str], encoding: str | None = None, *, highest: float, is_exact: bool
) -> CompoundScores:
    """Read scores from 0 to 1, skipping rows without one.

    For an exact match they are all 0, and their column may be absent.
    """
    scores: dict[tuple[str, ...], float] = {}
    is_list = is_exact and columns[1] not in read_header(path, encoding)
    numbers = NumberColumn(path, columns[1], encoding)
    for line, (compound, text) in read_cells(path, [columns[0], columns[not is_list]], encoding):
        number = 0.0 if is_list and text else numbers.read(line, text)
        if number is None:
            continue
        try:
            score = number / highest
        except ZeroDivisionError as error:
            raise FormatError(path, line, str(error)) from error
        words = _read_words(path, line, compound, score)
        if words in scores:
            raise FormatError(path, line, f"“{compound}” already has a score.")
        scores[words] = 0.0 if is_exact else score
    if not scores:
        raise FormatError(path, None, "The table has no compounds with scores.")
    return scores


def keep_listed(path: str, scores: CompoundScores) -> CompoundScores:
    """Return the scores of the compounds that the table lists."""
    cells = ((line, compound) for line, (compound,) in read_cells(path, [COMPOUND]) if compound)
    listed = {_read_words(path, line, compound) for line, compound in cells}
    kept = {words: score for words, score in scores.items() if words in listed}
    if not kept:
        raise FormatError(path, None, "None of the compounds in the table have scores in the project.")
    return kept


def _read_words(path: str, line: int, compound: str, score: float = 0.0) -> tuple[str, ...]:
    try:
        return compound_words(compound, score)
    except ValueError as error:
        raise FormatError(path, line, str(error)) from error
