"""Files of system outputs: one line per segment, or a table with a column for each system."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing

from alignment.formats import FormatError
from annotation_site.tables.column_words import find_words
from annotation_site.tables.columns import Role
from annotation_site.tables.numbers import read_whole_number
from annotation_site.texts.format_characters import bare, may_need_removal, remove_format_characters
from annotation_site.texts.in_step import is_blank_line
from evaluation.files.lines import read_texts
from evaluation.files.tables import read_cells, read_header
from evaluation.metrics.conllu import ConlluWord
from evaluation.test_sets.files import SEGMENT_COLUMN, read_sentences, refuse_unstorable
from evaluation.test_sets.files.removal import remove_from_words

_SEGMENT = Role("segment", "Segment", (SEGMENT_COLUMN, *find_words("segment")))
_IDENTIFIER = Role("identifier", "ID", find_words("identifier"))
# What stands beside translations in the tables of test sets, so that it is no system's output.
_OTHERS = tuple(
    Role(concept, concept, find_words(concept))
    for concept in (
        *("segment", "identifier", "source", "reference", "expression", "label", "span", "class", "note"),
        *("previous", "next"),
    )
)


def read_hypotheses(path: str, count: int) -> list[str]:
    """Return a line for each segment, empty where there is no translation.

    Raise FormatError if the number of lines differs, since nobody could know which one is missing.
    """
    lines = []
    for number, line in enumerate(read_texts(path), 1):
        if number > count and not is_blank_line(line):
            fault = f"The file has more lines than the {count:,} segments. If it is an output of a whole text, add the"
            raise FormatError(path, number, f"{fault} source of that text.")
        if number <= count:
            lines.append(line.strip())
    if len(lines) < count:
        fault = (
            f"The file ends here, but the test set has {count:,} segments. Use empty lines for missing translations."
        )
        raise FormatError(path, len(lines) + 1, fault)
    return lines


def read_conllu_hypotheses(path: str, count: int) -> tuple[list[str], dict[int, tuple[ConlluWord, ...]]]:
    """Return the texts of a CoNLL-U file with a sentence for each segment, and the words of each by its number."""
    texts, words = [], {}
    for number, sentence in enumerate(read_sentences(path), 1):
        if number > count:
            raise FormatError(path, sentence.line, f"The file has more lines than the {count:,} segments.")
        texts.append(sentence.text.strip())
        words[number] = sentence.words
    if len(texts) < count:
        raise FormatError(
            path, None, f"The file has {len(texts):,} sentences, but the test set has {count:,} segments."
        )
    return texts, words


def read_lemmas_of(path: str, texts: Iterable[tuple[int, str]]) -> Iterator[tuple[int, tuple[ConlluWord, ...]]]:
    """Yield the words of each of these texts by number, from CoNLL-U with a sentence for every non-empty text.

    Raise FormatError if a sentence differs from its text, spaces aside, or if their numbers differ.
    """
    with closing(read_sentences(path)) as sentences:
        for number, text in texts:
            if not text.strip():
                continue
            sentence = next(sentences, None)
            if sentence is None:
                raise FormatError(path, None, f"The file ends before the sentence of segment {number:,}.")
            places = dict.fromkeys(word.span for word in sentence.words)
            words = "".join(sentence.text[start:end] for start, end in places)
            if "".join(bare(words).split()) != "".join(bare(text).split()):
                fault = f"The words of this sentence differ from segment {number:,}, which begins “{text[:60]}”."
                raise FormatError(path, sentence.line, fault)
            is_cleaned = not may_need_removal(text)
            removal = remove_format_characters(sentence.text)
            yield number, remove_from_words(sentence.words, removal) if is_cleaned else sentence.words
        if (sentence := next(sentences, None)) is not None:
            raise FormatError(path, sentence.line, "The file has more sentences than segments with this text.")


def read_hypothesis_columns(path: str, names: Sequence[str], count: int) -> dict[str, list[str]]:
    """Return translations by column: of the columns named, else of all but those that are known to hold others.

    Rows of a table with a column of segments refer to segments by number, and some may be missing; without that
    column, there is a row for each segment, empty where nothing is known of it.
    """
    header = read_header(path)
    number_column = _find_numbers(path, header, names)
    wanted = list(names) or list_outputs(header)
    if not wanted:
        raise FormatError(path, 1, f"No column is a system output. Columns: {', '.join(header)}.")
    texts = {name: [""] * count for name in wanted}
    seen: set[int] = set()
    rows = read_cells(path, [number_column or header[0], *wanted], keeps_empty=not number_column)
    for place, (line, cells) in enumerate(rows, 1):
        if not number_column and place > count and not any(cells):
            continue
        refuse_unstorable(path, line, cells)
        number = _read_number(path, line, cells[0]) if number_column else place
        if not 1 <= number <= count:
            raise FormatError(path, line, f"There is no segment {number:,}; the test set has {count:,}.")
        if number in seen:
            raise FormatError(path, line, f"Segment {number:,} occurs twice.")
        seen.add(number)
        for name, cell in zip(wanted, cells[1:], strict=True):
            texts[name][number - 1] = cell
    if not number_column and len(seen) < count:
        fault = f"The table has {len(seen):,} rows, but the test set has {count:,} segments. Add a column “segment”."
        raise FormatError(path, None, fault)
    return texts


def list_outputs(header: Sequence[str]) -> list[str]:
    """Return the columns that may be outputs of systems, which have names of their own."""
    return [name for name in header if not any(role.rank(name) is not None for role in _OTHERS)]


def _find_numbers(path: str, header: Sequence[str], names: Sequence[str]) -> str:
    """Return the column of segments' numbers, or nothing; an ID is one if it counts the segments."""
    ranked = [(rank, name) for name in header if name not in names and (rank := _SEGMENT.rank(name)) is not None]
    if ranked:
        return min(ranked)[1]
    for name in header:
        if name in names or _IDENTIFIER.rank(name) is None:
            continue
        numbers = [read_whole_number(text) or 0 for _, (text,) in read_cells(path, [name])]
        if numbers and min(numbers) > 0 and len(set(numbers)) == len(numbers):
            return name
    return ""


def _read_number(path: str, line: int, text: str) -> int:
    number = read_whole_number(text) if len(text) < 12 else None
    if number is None or number < 0:
        raise FormatError(path, line, f"“{text[:40]}” is not a segment number.")
    return number
