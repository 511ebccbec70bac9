"""Parallel text in lines: moses, bitext, jsonl and naacl, read and written one pair at a time."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from alignment.formats.detection import BYTE_ORDER_MARK, is_too_long
from alignment.formats.parallel.line_ids import LineWithId, find_disagreement, join_ids, open_lines_with_ids
from alignment.formats.parallel.pairs import Languages, Pair, Row, make_pair
from annotation_site.texts.faults import FormatError, Rejected, reject
from annotation_site.texts.in_step import drop_blank_end, is_blank_line, read_in_step, read_lines_in_step
from annotation_site.texts.json_lines import read_json, split_array

# Of a line, or of a line of both files.
BLANK = "The line is blank."
_NAACL_SENTENCE = re.compile(r"<s\s+snum\s*=\s*\"?0*([0-9]{1,9})\"?\s*>(.*)</s>\s*", re.IGNORECASE)


def read_moses(
    source_lines: Iterable[str], target_lines: Iterable[str], names: Sequence[str] = ("source", "target")
) -> Iterator[Row]:
    """Yield pairs: line i of one file translates line i of the other; an ID and a tab may come first, in one or both.

    Blank lines at the end of a file do not count; a blank line inside is a rejected row. Raise FormatError if one file
    ends before a line of the other, or if their IDs disagree.
    """
    sides = [open_lines_with_ids(lines) for lines in (source_lines, target_lines)]
    if not any(side.has_ids for side in sides):
        plain = read_lines_in_step([side.lines for side in sides], _refuse_end(names))
        for line, (source, target) in enumerate(plain, start=1):
            row = make_pair(line, source, target)
            is_blank = isinstance(row, Rejected) and is_blank_line(source) and is_blank_line(target)
            yield reject(line, BLANK) if is_blank else row
        return
    rows = read_in_step(
        [side.split() for side in sides], _refuse_end(names), is_blank=LineWithId.is_blank, make_blank=LineWithId.blank
    )
    for line, (first, second) in enumerate(rows, start=1):
        if fault := find_disagreement(first, second, names):
            raise FormatError(names[1], line, fault)
        yield _pair_with_id(line, first, second)


def _refuse_end(names: Sequence[str]) -> Callable[[int, int, int], FormatError]:
    def refuse(shorter: int, longer: int, line: int) -> FormatError:
        problem = f"The file ends here, but {names[longer]} has more lines. The files are not line-aligned."
        return FormatError(names[shorter], line, problem)

    return refuse


def _pair_with_id(line: int, source: LineWithId, target: LineWithId) -> Row:
    if is_blank_line(source.text) and is_blank_line(target.text):
        return reject(line, BLANK)
    if missing := next((side for side in (source, target) if side.lacks_id), None):
        return reject(line, "The line has no ID before a tab, unlike the others.", missing.text)
    return make_pair(line, source.text, target.text, join_ids(source, target))


def read_bitext(lines: Iterable[str], _names: Sequence[str] = ("text",)) -> Iterator[Row]:
    """Yield pairs from lines of the form `source ||| target`; an ID and a tab may come first."""
    side = open_lines_with_ids(drop_blank_end(lines))
    for line, row in enumerate(side.split(), start=1):
        sides = row.text.split("|||")
        if row.is_blank():
            yield reject(line, BLANK)
        elif row.lacks_id:
            yield reject(line, "The line has no ID before a tab, unlike the others.", row.text)
        elif len(sides) == 2:
            yield make_pair(line, sides[0], sides[1], row.identifier)
        else:
            yield reject(line, f"The row has “|||” {len(sides) - 1} times; exactly one is required.", row.text)


def read_jsonl(lines: Iterable[str], _names: Sequence[str] = ("text",)) -> Iterator[Row]:
    """Yield pairs, one JSON object per line: source and target, or source_tokens and target_tokens if tokenised."""
    for line, text in enumerate(drop_blank_end(split_array(lines)), start=1):
        if is_blank_line(text):
            yield reject(line, BLANK)
            continue
        if is_too_long(text):
            yield reject(line, "The line is longer than 1 MB.", text)
            continue
        try:
            yield _pair_from_json(line, read_json(text))
        except (ValueError, RecursionError) as error:
            reason = str(error) if isinstance(error, _RowError) else "The line is not a JSON object."
            yield reject(line, reason, text)


class _RowError(ValueError):
    """An error in one row, as a message for the user."""


def _pair_from_json(line: int, data: object) -> Row:
    if not isinstance(data, dict):
        raise _RowError("The line is not a JSON object.")
    identifier = data.get("id")
    if identifier is not None and (not isinstance(identifier, str | int) or isinstance(identifier, bool)):
        raise _RowError("The id must be text or a number.")
    source, source_tokens = _read_side(data, "source")
    target, target_tokens = _read_side(data, "target")
    name = None if identifier is None else str(identifier)
    row = make_pair(line, source, target, name, source_tokens, target_tokens)
    if isinstance(row, Rejected):
        return row
    marked = _read_target_words(data, "source", source_tokens), _read_target_words(data, "target", target_tokens)
    return row if marked == (None, None) else row._replace(source_target_words=marked[0], target_target_words=marked[1])


def _read_target_words(data: dict[str, Any], side: str, tokens: tuple[str, ...] | None) -> tuple[int, ...] | None:
    """Return the indices of the target words, if the row has any."""
    words = data.get(f"{side}_target_words")
    if words is None:
        return None
    if tokens is None:
        raise _RowError(f"The row has {side} target words but no {side} tokens.")
    if not isinstance(words, list) or not all(type(word) is int and 0 <= word < len(tokens) for word in words):
        raise _RowError(f"The {side} target words must be a list of indices of {side} tokens, from 0.")
    return tuple(sorted(set(words)))


def _read_side(data: dict[str, Any], side: str) -> tuple[str, tuple[str, ...] | None]:
    """Return text and tokens; tokens alone are joined by spaces, text alone has no tokens yet."""
    tokens = data.get(f"{side}_tokens")
    if tokens is not None:
        if not isinstance(tokens, list) or not all(isinstance(token, str) for token in tokens):
            raise _RowError(f"The {side} tokens must be a list of strings.")
        tokens = tuple(token.replace(BYTE_ORDER_MARK, "") for token in tokens)
    text = data.get(side, " ".join(tokens) if tokens else None)
    if not isinstance(text, str):
        raise _RowError(f"The row has no {side} text.")
    return text, tokens


def read_naacl(
    source_lines: Iterable[str], target_lines: Iterable[str], names: Sequence[str] = ("source", "target")
) -> Iterator[Row]:
    """Yield pairs of two files of `<s snum=0001>mr. speaker , …</s>`; the sentence number becomes the identifier."""
    for row in read_moses(source_lines, target_lines, names):
        if isinstance(row, Rejected):
            yield row
            continue
        source, target = _NAACL_SENTENCE.fullmatch(row.source), _NAACL_SENTENCE.fullmatch(row.target)
        if source is None or target is None:
            yield reject(row.line, "The row is not of the form <s snum=1>text</s>.", row.source)
        elif source[1] != target[1]:
            yield reject(row.line, f"Sentence {source[1]} is paired with sentence {target[1]}.", row.source)
        else:
            inner = make_pair(row.line, source[2], target[2], source[1])
            yield inner if isinstance(inner, Rejected) else inner._replace(replaced=row.replaced, removed=row.removed)


def write_moses(pairs: Iterable[Pair], _languages: Languages) -> Iterator[tuple[str, ...]]:
    """Yield one line for each of the two files."""
    for pair in pairs:
        yield f"{pair.source}\n", f"{pair.target}\n"


def write_bitext(pairs: Iterable[Pair], _languages: Languages) -> Iterator[tuple[str, ...]]:
    """Yield lines of the form `source ||| target`."""
    for pair in pairs:
        yield (f"{pair.source} ||| {pair.target}\n",)


def write_jsonl(pairs: Iterable[Pair], _languages: Languages) -> Iterator[tuple[str, ...]]:
    """Yield JSON objects without empty keys."""
    for pair in pairs:
        row: dict[str, Any] = {} if pair.identifier is None else {"id": pair.identifier}
        row |= {"source": pair.source, "target": pair.target}
        if pair.source_tokens is not None:
            row["source_tokens"] = pair.source_tokens
        if pair.target_tokens is not None:
            row["target_tokens"] = pair.target_tokens
        if pair.source_target_words is not None:
            row["source_target_words"] = pair.source_target_words
        if pair.target_target_words is not None:
            row["target_target_words"] = pair.target_target_words
        yield (json.dumps(row, ensure_ascii=False) + "\n",)


def write_naacl(pairs: Iterable[Pair], _languages: Languages) -> Iterator[tuple[str, ...]]:
    """Yield lines numbered by the identifier if that is a number, else by the place in the file."""
    for position, pair in enumerate(pairs, start=1):
        number = pair.identifier if is_number(pair.identifier) else position
        yield f"<s snum={number}>{pair.source}</s>\n", f"<s snum={number}>{pair.target}</s>\n"


def is_number(identifier: str | None) -> bool:
    """Return whether naacl can write it and read it back."""
    return identifier is not None and re.fullmatch("[1-9][0-9]{0,8}", identifier) is not None


def find_separator(pair: Pair) -> str | None:
    """Return a sentence that says why bitext cannot hold the pair, or None."""
    return (
        "The text contains “|||”, the separator of the format." if "|||" in pair.source + "\n" + pair.target else None
    )


def find_tab(pair: Pair) -> str | None:
    """Return a sentence that says why tsv cannot hold the pair, or None."""
    return "The text contains a tab, the separator of the format." if "\t" in pair.source + pair.target else None
