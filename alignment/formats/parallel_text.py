"""Readers of parallel text: lines in, pairs and rejected rows out, one at a time."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any

from alignment.formats.detection import BYTE_ORDER_MARK, is_too_long
from alignment.formats.errors import FormatError, Rejected, reject
from alignment.tokens import MAX_TOKENS, TokenMethod, tokenise

MAX_IDENTIFIER = 200
_SPACES = " \t"
_CONTROL = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_NAACL_SENTENCE = re.compile(r"<s\s+snum\s*=\s*\"?0*([0-9]{1,9})\"?\s*>(.*)</s>\s*", re.IGNORECASE)
_HEADER_NAMES = {
    "source": {"source", "src", "source_text", "source text", "source_sentence"},
    "target": {"target", "tgt", "trg", "target_text", "target text", "target_sentence"},
    "identifier": {"id", "identifier", "segment", "segment_id", "sentence_id"},
}


@dataclass(frozen=True, slots=True)
class Pair:
    """A sentence pair as a file gives it; tokens only where the file, or tokenise_pair, has split it."""

    identifier: str | None
    source: str
    target: str
    source_tokens: tuple[str, ...] | None
    target_tokens: tuple[str, ...] | None
    line: int


Row = Pair | Rejected


@dataclass(frozen=True, slots=True)
class ParallelFormat:
    """`read` takes one iterable of lines per file, then the files' names for its errors."""

    name: str
    files: int
    read: Callable[..., Iterator[Row]]


def read_moses(
    source_lines: Iterable[str], target_lines: Iterable[str], names: Sequence[str] = ("source", "target")
) -> Iterator[Row]:
    """Line i of one file translates line i of the other; raises FormatError where one ends before the other."""
    for line, (source, target) in enumerate(zip_longest(source_lines, target_lines), start=1):
        if source is None or target is None:
            shorter, longer = (names[0], names[1]) if source is None else (names[1], names[0])
            raise FormatError(shorter, line, f"The file ends here, but {longer} goes on: not line by line parallel.")
        yield make_pair(line, source, target)


def read_bitext(lines: Iterable[str], _names: Sequence[str] = ("text",)) -> Iterator[Row]:
    """`source ||| target`."""
    for line, text in enumerate(lines, start=1):
        sides = text.split("|||")
        if len(sides) == 2:
            yield make_pair(line, sides[0], sides[1])
        else:
            yield reject(line, f"The row has “|||” {len(sides) - 1} times; once is needed.", text)


def read_tsv(lines: Iterable[str], names: Sequence[str] = ("table",)) -> Iterator[Row]:
    """Header names decide the columns, in any order; without a header the first two are source and target."""
    columns = {"source": 0, "target": 1}
    for line, text in enumerate(lines, start=1):
        cells = text.split("\t")
        if line == 1 and (found := _find_columns(cells)):
            columns = found
            if "source" not in found or "target" not in found:
                missing = "target" if "source" in found else "source"
                raise FormatError(names[0], 1, f"The header names no {missing} column.")
            continue
        if len(cells) <= max(columns.values()):
            yield reject(line, f"The row has {len(cells)} of {max(columns.values()) + 1} columns.", text)
            continue
        identifier = cells[columns["identifier"]].strip() or None if "identifier" in columns else None
        yield make_pair(line, cells[columns["source"]], cells[columns["target"]], identifier)


def _find_columns(cells: list[str]) -> dict[str, int]:
    """Empty where the first row is no header: it then names neither side."""
    found: dict[str, int] = {}
    for index, cell in enumerate(cells):
        for column, header_names in _HEADER_NAMES.items():
            if cell.strip().strip('"').casefold() in header_names:
                found.setdefault(column, index)
    return found if "source" in found or "target" in found else {}


def read_jsonl(lines: Iterable[str], _names: Sequence[str] = ("text",)) -> Iterator[Row]:
    """One JSON object per line: source and target, or source_tokens and target_tokens where already split."""
    for line, text in enumerate(lines, start=1):
        if is_too_long(text):
            yield reject(line, "The line is longer than 1 MB.", text)
            continue
        try:
            yield _pair_from_json(line, json.loads(text))
        except (ValueError, RecursionError) as error:
            reason = str(error) if isinstance(error, _RowError) else "The line is not a JSON object."
            yield reject(line, reason, text)


class _RowError(ValueError):
    """A sentence about one row."""


def _pair_from_json(line: int, data: object) -> Row:
    if not isinstance(data, dict):
        raise _RowError("The line is not a JSON object.")
    identifier = data.get("id")
    if identifier is not None and (not isinstance(identifier, str | int) or isinstance(identifier, bool)):
        raise _RowError("The id must be text or a number.")
    source, source_tokens = _read_side(data, "source")
    target, target_tokens = _read_side(data, "target")
    name = None if identifier is None else str(identifier)
    return make_pair(line, source, target, name, source_tokens, target_tokens)


def _read_side(data: dict[str, Any], side: str) -> tuple[str, tuple[str, ...] | None]:
    """Text and tokens; tokens alone are joined by spaces, text alone has none yet."""
    tokens = data.get(f"{side}_tokens")
    if tokens is not None:
        if not isinstance(tokens, list) or not all(isinstance(token, str) for token in tokens):
            raise _RowError(f"The {side} tokens must be a list of texts.")
        tokens = tuple(token.replace(BYTE_ORDER_MARK, "") for token in tokens)
    text = data.get(side, " ".join(tokens) if tokens else None)
    if not isinstance(text, str):
        raise _RowError(f"The row has no {side} text.")
    return text, tokens


def read_naacl(
    source_lines: Iterable[str], target_lines: Iterable[str], names: Sequence[str] = ("source", "target")
) -> Iterator[Row]:
    """Two files of `<s snum=0001>mr. speaker , …</s>`; the sentence number becomes the identifier."""
    for row in read_moses(source_lines, target_lines, names):
        if isinstance(row, Rejected):
            yield row
            continue
        source, target = _NAACL_SENTENCE.fullmatch(row.source), _NAACL_SENTENCE.fullmatch(row.target)
        if source is None or target is None:
            yield reject(row.line, "The row is not of the form <s snum=1>text</s>.", row.source)
        elif source[1] != target[1]:
            yield reject(row.line, f"Sentence {source[1]} stands beside sentence {target[1]}.", row.source)
        else:
            yield make_pair(row.line, source[2], target[2], source[1])


def make_pair(
    line: int,
    source: str,
    target: str,
    identifier: str | None = None,
    source_tokens: tuple[str, ...] | None = None,
    target_tokens: tuple[str, ...] | None = None,
) -> Row:
    """The pair with outer spaces and byte-order marks dropped, or the reason why it cannot be one."""
    source = source.replace(BYTE_ORDER_MARK, "").strip(_SPACES)
    target = target.replace(BYTE_ORDER_MARK, "").strip(_SPACES)
    reason = (
        _find_fault_in_text(source, "source")
        or _find_fault_in_text(target, "target")
        or _find_fault_in_identifier(identifier)
        or (source_tokens is not None and find_fault_in_tokens(source_tokens, "source"))
        or (target_tokens is not None and find_fault_in_tokens(target_tokens, "target"))
    )
    if reason:
        return reject(line, reason, source or target)
    return Pair(identifier, source, target, source_tokens, target_tokens, line)


def tokenise_pair(pair: Pair, source_language: str, target_language: str, method: TokenMethod) -> Row:
    """The pair with tokens on both sides (those the file gave stay), or why it cannot be annotated."""
    source = pair.source_tokens or tuple(tokenise(pair.source, source_language, method))
    target = pair.target_tokens or tuple(tokenise(pair.target, target_language, method))
    reason = find_fault_in_tokens(source, "source") or find_fault_in_tokens(target, "target")
    if reason:
        return reject(pair.line, reason, pair.source)
    return replace(pair, source_tokens=source, target_tokens=target)


def find_fault_in_tokens(tokens: Sequence[str], side: str) -> str | None:
    """Why these cannot be the tokens of a side: a sentence, or None."""
    if not 1 <= len(tokens) <= MAX_TOKENS:
        return f"The {side} side has {len(tokens)} tokens; 1 to {MAX_TOKENS} are possible."
    # Looked at as one text: an import spends a third of its time here when every token is searched by itself.
    joined = " ".join(tokens)
    if "" in tokens or joined.count(" ") != len(tokens) - 1 or "\t" in joined:
        return f"A {side} token is empty or holds a space."
    return _find_forbidden_character(joined, f"{side} side")


def _find_fault_in_text(text: str, side: str) -> str | None:
    if not text or text.isspace():
        return f"The {side} side is empty."
    if is_too_long(text):
        return "The line is longer than 1 MB."
    return _find_forbidden_character(text, f"{side} side")


def _find_fault_in_identifier(identifier: str | None) -> str | None:
    if identifier is None:
        return None
    if not identifier or len(identifier) > MAX_IDENTIFIER:
        return f"The id must have 1 to {MAX_IDENTIFIER} characters."
    return _find_forbidden_character(identifier.replace("\t", "\x00"), "id")


def _find_forbidden_character(text: str, where: str) -> str | None:
    if match := _CONTROL.search(text):
        return f"The {where} holds the control character U+{ord(match[0]):04X}."
    if _SURROGATE.search(text):
        return f"The {where} holds bytes that are not text in this encoding."
    return None


PARALLEL_FORMATS = {
    each.name: each
    for each in (
        ParallelFormat("moses", 2, read_moses),
        ParallelFormat("bitext", 1, read_bitext),
        ParallelFormat("tsv", 1, read_tsv),
        ParallelFormat("jsonl", 1, read_jsonl),
        ParallelFormat("naacl", 2, read_naacl),
    )
}
