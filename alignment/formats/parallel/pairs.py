"""A sentence pair from a file, and the faults that make it unusable."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from alignment.formats.detection import BYTE_ORDER_MARK, is_too_long
from annotation_site.texts.faults import Rejected, reject
from annotation_site.texts.format_characters import (
    SPACE_OF_NO_WIDTH,
    clean,
    may_need_removal,
    remove_format_characters,
)
from annotation_site.texts.names import LONGEST_IDENTIFIER
from annotation_site.texts.tokens import MAX_TOKENS, TokenMethod, tokenise

SPACES = " \t"
_EDGES = SPACES + BYTE_ORDER_MARK
_CONTROL = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f]")
# Not NUL: no text has it, but bytes read in a wrong encoding do.
_REPLACED = re.compile("[\x01-\x08\x0a-\x1f\x7f-\x9f]")
_SURROGATE = re.compile("[\ud800-\udfff]")


class Pair(NamedTuple):
    """A sentence pair from a file. It has tokens only if the file, or tokenise_pair, has split it, and target words
    (indices of tokens) only if the file names them. `replaced` are the control characters that it had, `removed` the
    characters without a shape; `lacks_words` if words between spaces consisted of nothing else.

    An import makes two for every row; a frozen dataclass takes four times as long to make.
    """

    identifier: str | None
    source: str
    target: str
    source_tokens: tuple[str, ...] | None
    target_tokens: tuple[str, ...] | None
    line: int
    source_target_words: tuple[int, ...] | None = None
    target_target_words: tuple[int, ...] | None = None
    replaced: str = ""
    removed: str = ""
    lacks_words: bool = False

    def reversed(self) -> Pair:
        """Swap source and target."""
        return Pair(
            self.identifier,
            self.target,
            self.source,
            self.target_tokens,
            self.source_tokens,
            self.line,
            self.target_target_words,
            self.source_target_words,
            self.replaced,
            self.removed,
            self.lacks_words,
        )


Row = Pair | Rejected
Languages = tuple[str, str]


def make_pair(
    line: int,
    source: str,
    target: str,
    identifier: str | None = None,
    source_tokens: tuple[str, ...] | None = None,
    target_tokens: tuple[str, ...] | None = None,
) -> Row:
    """Return the pair without outer spaces and without characters that belong to no word, its control characters
    replaced, or the reason why it is unusable.
    """
    source, target = source.strip(_EDGES), target.strip(_EDGES)
    is_bare = identifier is None and source_tokens is None and target_tokens is None
    text = source + target if is_bare else "".join((source, target, *(source_tokens or ()), *(target_tokens or ())))
    # Nearly all text is printable, which is found out several times as fast; the one space that is has been stripped.
    is_printable = text.isprintable()
    needs_removal = may_need_removal(text)
    if is_printable and is_bare and source and target and not needs_removal and not is_too_long(text):
        return Pair(None, source, target, None, None, line)
    replaced = "" if is_printable else "".join(sorted(set(_REPLACED.findall(text))))
    if replaced:
        source, target = replace_controls(source), replace_controls(target)
    removed, lacks_words = "", False
    if needs_removal:
        sides = remove_format_characters(source), remove_format_characters(target)
        removed = sides[0].characters + sides[1].characters
        lacks_words = _lacks_words(source, sides[0].text) or _lacks_words(target, sides[1].text)
        source, target = sides[0].text.strip(SPACES), sides[1].text.strip(SPACES)
    if replaced or needs_removal:
        identifier = clean(identifier) if identifier else identifier
        source_tokens = source_tokens and tuple(map(clean_token, source_tokens))
        target_tokens = target_tokens and tuple(map(clean_token, target_tokens))
    pair = Pair(
        identifier,
        source,
        target,
        source_tokens,
        target_tokens,
        line,
        replaced=replaced,
        removed=removed,
        lacks_words=lacks_words,
    )
    if reason := _find_fault(pair):
        return reject(line, reason, source or target)
    return pair


def _find_fault(pair: Pair) -> str | None:
    """Return why the pair is unusable, or None."""
    fault = (
        _find_fault_in_text(pair.source, "source")
        or _find_fault_in_text(pair.target, "target")
        or _find_fault_in_identifier(pair.identifier)
    )
    if fault is None and pair.source_tokens is not None:
        fault = find_fault_in_tokens(pair.source_tokens, "source")
    if fault is None and pair.target_tokens is not None:
        fault = find_fault_in_tokens(pair.target_tokens, "target")
    return fault


def replace_controls(text: str) -> str:
    """Return the text with a replacement character for each control character, so that every place stays the same."""
    return _REPLACED.sub("\N{REPLACEMENT CHARACTER}", text)


def clean_token(token: str) -> str:
    """Return a token that a file gives, as `make_pair` leaves it in a text; one of which nothing is left becomes a
    replacement character, because links refer to the places of tokens.
    """
    token = replace_controls(token)
    if not may_need_removal(token):
        return token
    return clean(token).replace(SPACE_OF_NO_WIDTH, "") or "\N{REPLACEMENT CHARACTER}"


def tokenise_pair(
    pair: Pair,
    source_language: str,
    target_language: str,
    method: TokenMethod,
    target_method: TokenMethod | None = None,
) -> Row:
    """Return the pair with tokens on both sides (those from the file stay), or the reason why it cannot be
    annotated. The target is split as the source is unless it has a method of its own.
    """
    target_method = target_method or method
    source = pair.source_tokens or tuple(tokenise(pair.source, source_language, method))
    target = pair.target_tokens or tuple(tokenise(pair.target, target_language, target_method))
    if "spaces" in (method, target_method) and not (pair.source.isprintable() and pair.target.isprintable()):
        source, target, lacks_words = _leave_out_empty(pair, source, target)
        pair = pair._replace(lacks_words=pair.lacks_words or lacks_words)
    elif method == target_method == "words" and pair.lacks_words:
        pair = pair._replace(lacks_words=False)
    # What was split at spaces has none left, and is as printable as before.
    is_split = method == target_method == "spaces" and not pair.source_tokens and not pair.target_tokens
    is_sound = is_split and pair.source.isprintable() and pair.target.isprintable()
    find_fault = _find_fault_in_number if is_sound else find_fault_in_tokens
    reason = find_fault(source, "source") or find_fault(target, "target")
    if reason:
        return reject(pair.line, reason, pair.source)
    return pair._replace(source_tokens=source, target_tokens=target)


def _leave_out_empty(
    pair: Pair, source: tuple[str, ...], target: tuple[str, ...]
) -> tuple[tuple[str, ...], tuple[str, ...], bool]:
    """Return tokens without zero-width spaces, those of no-break spaces left out unless the file gave them, and whether
    there were any.
    """
    kept_source = pair.source_tokens or _list_shown(source)
    kept_target = pair.target_tokens or _list_shown(target)
    return kept_source, kept_target, len(kept_source) + len(kept_target) < len(source) + len(target)


def _list_shown(tokens: Sequence[str]) -> tuple[str, ...]:
    return tuple(token.replace(SPACE_OF_NO_WIDTH, "") for token in tokens if not token.isspace())


def _lacks_words(before: str, now: str) -> bool:
    return sum(map(bool, before.split(" "))) != sum(map(bool, now.split(" ")))


def find_fault_in_tokens(tokens: Sequence[str], side: str) -> str | None:
    """Return a sentence that says why these cannot be the tokens of a side, or None."""
    if fault := _find_fault_in_number(tokens, side):
        return fault
    # Looked at as one text: an import spends a third of its time here when every token is searched by itself.
    joined = " ".join(tokens)
    if "" in tokens or joined.count(" ") != len(tokens) - 1 or "\t" in joined:
        return f"A {side} token is empty or contains a space."
    return _find_forbidden_character(joined, f"{side} side")


def _find_fault_in_number(tokens: Sequence[str], side: str) -> str | None:
    if not 1 <= len(tokens) <= MAX_TOKENS:
        return f"The {side} side has {len(tokens)} tokens; 1 to {MAX_TOKENS} are allowed."
    return None


def _find_fault_in_text(text: str, side: str) -> str | None:
    if not text or text.isspace():
        return f"The {side} side is empty."
    if is_too_long(text):
        return "The line is longer than 1 MB."
    return _find_forbidden_character(text, f"{side} side")


def _find_fault_in_identifier(identifier: str | None) -> str | None:
    if identifier is None:
        return None
    if not identifier or len(identifier) > LONGEST_IDENTIFIER:
        return f"The id must have 1 to {LONGEST_IDENTIFIER} characters."
    return _find_forbidden_character(identifier.replace("\t", "\x00"), "id")


def _find_forbidden_character(text: str, where: str) -> str | None:
    if text.isprintable():
        return None
    if match := _CONTROL.search(text):
        return f"The {where} contains the control character U+{ord(match[0]):04X}."
    if _SURROGATE.search(text):
        return f"The {where} is not valid text in this encoding."
    return None
