r"""USFM 3 with word alignment, as unfoldingWord's tools write it: milestones around the words of the translation name
words of the original, `\zaln-s |x-content="Παῦλος" x-occurrence="1"\*\w Paul\w*\zaln-e\*`.

The file names aligned words of the original only, in the order of the translation. The original in USFM, in the same
ZIP archive, gives all of its words in their own order.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from alignment.formats.links.aligned import AlignedRow, AlignmentFormat, Kept
from alignment.formats.links.documents.contents import (
    LinkedTexts,
    clean_word,
    number_pairs,
    require_some,
    split_tokens,
)
from alignment.formats.links.documents.reading import of_documents, refuse_to_write
from annotation_site.texts.faults import Rejected
from annotation_site.texts.unpacking import Documents, read_text

# Of what is read whole, a part that is no text: notes up to their end, and lines of headings.
_PIECE = re.compile(
    r"\\(?P<note>f|fe|ef|x|ex|fig|rq|va|vp|ca|cat)(?=\s).*?\\(?P=note)\*"
    # translationCore ended these at the line until 2018, without a sign.
    r"|\\zaln-s\s*\|?(?P<opens>[^\\]*)(?:\\\*)?"
    r"|(?P<closes>\\zaln-e\s*(?:\|[^\\]*)?\\\*)"
    r"|\\[a-z]+[0-9]*(?:-[se])?\s*(?:\|[^\\\n]*)?\\\*"
    r"|\\\+?w\s+(?P<word>[^|\\]*)(?:\|[^\\]*)?\\\+?w\*"
    r"|\\id\s+(?P<book>\S+)[^\n]*"
    r"|\\c\s+(?P<chapter>[0-9]+)"
    r"|\\v\s+(?P<verse>[0-9]+[a-z]?(?:[-,][0-9]+[a-z]?)*)"
    r"|\\(?:ide|usfm|rem|sts|h[0-9]?|toca?[0-9]|mte?[0-9]?|ms[0-9]?|mr|s[0-9]?|sr|r|sp|cl|cp|cd|qa|i[a-z]+[0-9]?)\b[^\n]*"
    r"|\\\+?[a-z]+[0-9]*\*?"
    r"|(?P<text>[^\\]+)"
    r"|\\",
    re.DOTALL,
)
_ATTRIBUTE = re.compile(r'([a-z-]+)\s*=\s*"([^"]*)"')
_ALIGNMENT = "\\zaln-s"
# Attributes that hold the word of the original; older files have it by the name of the edition.
_CONTENT = ("x-content", "x-ugnt", "x-uhb", "x-lemma")


@dataclass(slots=True)
class _Verse:
    """The words of a verse, and for each the words of the original around it, by content and occurrence."""

    name: str
    line: int
    words: list[str] = field(default_factory=list)
    links: list[tuple[str, int]] = field(default_factory=list)
    named: dict[str, str] = field(default_factory=dict)
    is_unclosed: bool = False


def _read_rows(documents: Documents) -> Iterator[AlignedRow]:
    texts = {name: read_text(data) for name, data in documents.items()}
    aligned = [text for text in texts.values() if _ALIGNMENT in text]
    originals: dict[str, list[str]] = {}
    for text in texts.values():
        if _ALIGNMENT not in text:
            originals |= {verse.name: verse.words for verse in _read_verses(text)}
    verses = [verse for text in aligned for verse in _read_verses(text)]
    rows: list[AlignedRow] = [
        Rejected(verse.line, f"{verse.name}: an alignment that begins here (\\zaln-s) has no end (\\zaln-e).")
        for verse in verses
        if verse.is_unclosed
    ]
    pairs = [_pair(verse, originals) for verse in verses if not verse.is_unclosed]
    rows += [pair for pair in pairs if isinstance(pair, Rejected)]
    rows += number_pairs(pair for pair in pairs if isinstance(pair, LinkedTexts))
    yield from require_some(rows, documents, "aligned verse (\\zaln-s)")


def _read_verses(text: str) -> Iterator[_Verse]:
    book, chapter, line = "", "0", 1
    verse: _Verse | None = None
    around: list[str] = []
    for match in _PIECE.finditer(text):
        kind = match.lastgroup
        if kind == "book":
            book = match["book"]
        elif kind == "chapter":
            chapter = match["chapter"]
        elif kind == "verse":
            if verse is not None:
                verse.is_unclosed = bool(around)
                yield verse
            verse, around = _Verse(f"{book} {chapter}:{match['verse']}".strip(), line), []
        elif verse is not None:
            _read_piece(verse, around, match)
        line += match[0].count("\n")
    if verse is not None:
        verse.is_unclosed = bool(around)
        yield verse


def _read_piece(verse: _Verse, around: list[str], match: re.Match[str]) -> None:
    """Add a piece of a verse; `around` names the words of the original whose milestones are open."""
    if match["opens"] is not None:
        attributes = dict(_ATTRIBUTE.findall(match["opens"]))
        words = (attributes.get(name) for name in _CONTENT)
        content = _normalise(clean_word(next(filter(None, words), "")))
        name = f"{content}#{attributes.get('x-occurrence') or 1}"
        verse.named[name] = content
        around.append(name)
    elif match["closes"] is not None:
        del around[-1:]
    elif match["word"] is not None:
        if word := clean_word(match["word"]):
            verse.links += [(name, len(verse.words)) for name in around]
            verse.words.append(word)
    elif match["text"] is not None:
        verse.words += split_tokens(match["text"])


def _normalise(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def _pair(verse: _Verse, originals: dict[str, list[str]]) -> LinkedTexts | Rejected:
    pair = LinkedTexts(verse.name, verse.line)
    pair.target = {str(index): word for index, word in enumerate(verse.words)}
    pair.links = {(name, str(index)) for name, index in verse.links}
    if not originals and not verse.named:
        return Rejected(
            verse.line,
            f"{verse.name} is not aligned yet. Put the original text into the same ZIP, or leave the verse out.",
        )
    if not originals:
        pair.source = {name: content for name, content in verse.named.items() if content}
        return pair
    words = [word for name in _list_verses(verse.name) for word in originals.get(name, [])]
    if not words:
        return Rejected(verse.line, f"{verse.name}: this verse is not in the original text.")
    pair.source = _number_words(words)
    missing = next((name for name in verse.named if name not in pair.source), None)
    if missing is not None:
        content, _, occurrence = missing.rpartition("#")
        return Rejected(
            verse.line, f"{verse.name}: “{content[:40]}” (occurrence {occurrence}) is not in the original text."
        )
    return pair


def _list_verses(name: str) -> list[str]:
    """Return the names of the verses that a range, such as TIT 1:1-2, joins."""
    chapter, _, verses = name.rpartition(":")
    first, _, last = verses.partition("-")
    if not (first.isdigit() and last.isdigit() and int(first) <= int(last) < int(first) + 200):
        return [name]
    return [name, *(f"{chapter}:{number}" for number in range(int(first), int(last) + 1))]


def _number_words(words: list[str]) -> dict[str, str]:
    """Return words by content and occurrence, as milestones name them."""
    counts = Counter[str]()
    numbered = {}
    for word in words:
        content = _normalise(word)
        counts[content] += 1
        numbered[f"{content}#{counts[content]}"] = word
    return numbered


USFM = AlignmentFormat(
    "usfm",
    0,
    of_documents(_read_rows),
    refuse_to_write("usfm"),
    labelled=False,
    keeps=frozenset[Kept]({"identifiers", "tokens"}),
    needs_tokens=True,
    document_reader=_read_rows,
    is_written=False,
    caveat="Without the original text in the same ZIP, the source has aligned words only, in the translation's order.",
    example='\\zaln-s |x-content="…"\\*\\w Paul\\w*',
)
