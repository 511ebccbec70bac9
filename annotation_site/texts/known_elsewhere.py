"""Texts of known formats that are read, but in another place than the one where they were chosen."""

from __future__ import annotations

import re
from typing import Literal

from annotation_site.texts.faults import FormatError
from annotation_site.texts.marked_texts.registry import find_marked_format
from annotation_site.texts.unpacking import ZIP_SIGN, read_text

Destination = Literal["parallel text", "links", "compounds", "test set", "table of a test set"]
PARALLEL_TEXT: Destination = "parallel text"
LINKS: Destination = "links"
COMPOUNDS: Destination = "compounds"
TEST_SET: Destination = "test set"
TABLE: Destination = "table of a test set"
HEAD = 1 << 14
_CUPT = re.compile(r"\s*#\s*global\.columns\s*=.*PARSEME:MWE", re.IGNORECASE)
_CONLLU = re.compile(
    r"(?:\s*#[^\n]*\n)*1(?:-[0-9]+)?\t[^\t\n]+\t[^\t\n]*\t(?:[A-Z]{1,5}|_)\t[^\t\n]*\t[^\t\n]*\t(?:[0-9]+|_)(?:\t[^\t\n]*){3}(?:\n|\Z)"
)
_ALIGNED = re.compile(r'(?s:.*?)(?:<(?:\w+:)?aligned-text[\s/>]|"docSource"|"alignedText"|"ugarit_id"|\\zaln-s)')
_USFM = re.compile(r"\s*\\id [A-Z0-9]{3}\b[^\n]*\n(?:[^\n]*\n)*?\\[cv] \d")
# Columns of Google's tables of error spans.
_MQM = re.compile(r"system\t(?:\w+\t)*rater\t(?:\w+\t)*category\tseverity\b")
_MAGPIE = re.compile(r'\s*\{(?=[^\n]*"idiom"\s*:)(?=[^\n]*"offsets"\s*:)')
# Pairs of a text without any link, such as texts.jsonl of a release.
_PAIRS = re.compile(
    r'\s*\[?\s*\{(?![^\n]*"(?:sure|possible|unaligned_source|unaligned_target|readings)"\s*:)'
    r'(?=[^\n]*"source(?:_tokens)?"\s*:)(?=[^\n]*"target(?:_tokens)?"\s*:)'
)
_BITEXT = re.compile(r"[^\n|]+ \|\|\| [^\n|]+\n")
_PARALLEL = re.compile(r"\s*(?:<\?[^>]*\?>\s*|<!DOCTYPE[^>]*>\s*|<!--.*?-->\s*)*<(?:\w+:)?(tmx|xliff)[\s>]", re.DOTALL)

_ALL = frozenset({PARALLEL_TEXT, LINKS, COMPOUNDS, TEST_SET, TABLE})
# Formats by their beginnings, the destinations that do not read them, and what to say there.
_SIGNS = (
    (_CUPT, _ALL - {TEST_SET}, "This is .cupt (PARSEME). Choose it as the source of a test set."),
    (
        _CONLLU,
        _ALL - {TEST_SET},
        "This is CoNLL-U. Choose it as the source of a test set, or save its sentences as plain text.",
    ),
    (
        _ALIGNED,
        _ALL - {LINKS},
        "This is an alignment of words. Import it as annotation of a word alignment project, with its text.",
    ),
    (
        _USFM,
        _ALL - {LINKS},
        "This is a Bible text (USFM). Save its verses as a table with a column for each language.",
    ),
    (
        _MAGPIE,
        _ALL - {COMPOUNDS},
        "These are occurrences of idioms in the form of MAGPIE. Import them as compounds.",
    ),
    (_MQM, _ALL, "This is a table of MQM ratings. Import it as judgements of a test set with its systems."),
    (
        _PAIRS,
        frozenset({LINKS}),
        "This is a text in two languages. Import it as the text first, and then its links.",
    ),
    (
        _BITEXT,
        frozenset({LINKS}),
        "This is a text in two languages. Import it as the text first, and then its links.",
    ),
)


def refuse_known(data: bytes, name: str, destination: Destination) -> None:
    """Raise FormatError if the file is of a known format that this destination does not read."""
    if sentence := describe_known(data, destination):
        raise FormatError(name, None, sentence)


def holds_word_lines(data: bytes) -> bool:
    """Return whether a file that begins so is CoNLL-U or .cupt."""
    head = read_text(data[:HEAD])
    return _CUPT.match(head) is not None or _CONLLU.match(head) is not None


def describe_known(data: bytes, destination: Destination) -> str | None:
    """Return the name of the format and the place where it is read, or None if the file is none of them."""
    if data.startswith(ZIP_SIGN):
        return None
    head = read_text(data[:HEAD])
    if destination in (PARALLEL_TEXT, LINKS) and (marked := find_marked_format({"": data[: 1 << 16]})):
        return f"This is an export of {marked.title}. Import it as compounds, or as a test set."
    for pattern, elsewhere, sentence in _SIGNS:
        if destination in elsewhere and pattern.match(head):
            return sentence
    if destination != PARALLEL_TEXT and (match := _PARALLEL.match(head)):
        return f"This is {match[1].upper()}. Import it as the text of a word alignment project."
    return None
