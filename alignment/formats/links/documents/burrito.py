"""The alignment of Scripture Burrito, as Clear Bible publishes it: JSON that names words by number, and a table of
the words of each text.

A word's number has its book, chapter and verse in its first eight digits; a verse is a pair. Verses that are linked
with each other become one pair, and a verse of which no record speaks is left out.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any

from alignment.formats.links.aligned import AlignedRow, AlignmentFormat, Kept
from alignment.formats.links.documents.contents import (
    LinkedTexts,
    clean_word,
    number_pairs,
    parse_json,
    require_some,
)
from alignment.formats.links.documents.reading import of_documents, refuse_to_write
from annotation_site.texts.faults import FormatError, Rejected
from annotation_site.texts.unpacking import Documents, read_text

_VERSE = 8  # BBCCCVVV
_MISSING = (
    "This alignment names words by number only. Put it into one ZIP with the tables of the words of both texts "
    "(such as SBLGNT.tsv and nt_YLT.tsv), and choose that."
)
_OF_SOURCE = {"strongs", "lemma", "gloss", "morph"}
_OF_TARGET = {"source_verse", "skip_space_after", "ispunc", "isprimary"}
_NOT_IT = "This is not the JSON of a Scripture Burrito alignment."


@dataclass(slots=True)
class _Words:
    """The words of a text by number, and the verse of the source that each belongs to."""

    name: str
    columns: frozenset[str]
    texts: dict[str, str] = field(default_factory=dict)
    verses: dict[str, str] = field(default_factory=dict)

    def find(self, number: str) -> str | None:
        """Return the number under which the table has a word; it may lack the sign of the canon, or the word's part."""
        bare = _bare(number)
        return next((candidate for candidate in (bare, bare[:11], f"{bare}1") if candidate in self.texts), None)


@dataclass(frozen=True, slots=True)
class _Record:
    source: Sequence[str]
    target: Sequence[str]
    annotator: str | None
    confidence: float | None


def _read_rows(documents: Documents) -> Iterator[AlignedRow]:
    tables = [_read_table(name, data) for name, data in documents.items() if name.lower().endswith((".tsv", ".txt"))]
    alignments = {name: data for name, data in documents.items() if name.lower().endswith(".json")}
    if not alignments and len(documents) == 1:
        alignments = dict(documents)
    rows: list[AlignedRow] = []
    for name, data in alignments.items():
        documented, records = _read_records(name, parse_json(name, data))
        source, target = _assign(name, tables, documented, records)
        rows += _pair_verses(records, source, target)
    yield from require_some(rows, documents, "alignment record")


def _read_records(name: str, value: Any) -> tuple[list[str], list[_Record]]:
    """Return the names of the two texts, if the file has them, and the records that nobody rejected."""
    try:
        if isinstance(value, list):
            return [], [_read_legacy(alignment) for record in value for alignment in record.values()]
        groups = value.get("groups", [value])
        creators = {_find_creator(group) for group in groups}
        records, documented = [], list[str]()
        for group in groups:
            roles = list(group.get("roles") or ("source", "target"))
            names = [str(document.get("docid") or "") for document in group.get("documents") or []]
            if len(names) == 2:
                documented = [names[roles.index("source")], names[roles.index("target")]]
            creator = _find_creator(group) if len(creators) > 1 else None
            for record in group["records"]:
                meta = record.get("meta") or {}
                if meta.get("status") != "rejected":
                    units = dict(zip(roles, record["references"], strict=True)) if "references" in record else record
                    sides = _selectors(units["source"]), _selectors(units["target"])
                    records.append(_Record(*sides, creator, _read_confidence(meta.get("confidence"))))
    except (LookupError, TypeError, AttributeError, ValueError):
        raise FormatError(name, None, _NOT_IT) from None
    return documented, records


def _read_legacy(record: Any) -> _Record:
    return _Record(_selectors(record["source_ids"]), _selectors(record["target_ids"]), None, None)


def _find_creator(group: Any) -> str | None:
    creator = (group.get("meta") or {}).get("creator")
    return str(creator) if creator else None


def _selectors(unit: Any) -> list[str]:
    return [_bare(str(selector)) for selector in (unit["selectors"] if isinstance(unit, dict) else unit)]


def _bare(number: str) -> str:
    return number.lstrip("no")


def _read_confidence(value: object) -> float | None:
    is_number = isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
    return float(value) if is_number else None  # type: ignore[arg-type]


def _read_table(name: str, data: bytes) -> _Words:
    """Return the words of a text. Raise FormatError for a table without numbers or texts."""
    header, *lines = read_text(data).splitlines() or [""]
    columns = [column.strip().lower() for column in header.split("\t")]
    number = next((columns.index(name) for name in ("id", "identifier") if name in columns), None)
    if number is None or "text" not in columns:
        raise FormatError(name, 1, "A table of words needs the columns id and text.")
    words, text = _Words(PurePosixPath(name).stem, frozenset(columns)), columns.index("text")
    verse = columns.index("source_verse") if "source_verse" in columns else None
    for line, cells in enumerate((line.split("\t") for line in lines), start=2):
        if len(cells) <= max(number, text):
            continue
        key, word = _bare(cells[number].strip()), clean_word(cells[text])
        if not word or word == "--":
            raise FormatError(name, line, f"The word {key} has no text: this edition was published without its words.")
        own = cells[verse].strip() if verse is not None and len(cells) > verse else ""
        words.texts[key], words.verses[key] = word, _bare(own) or key[:_VERSE]
    return words


def _assign(
    name: str, tables: Sequence[_Words], documented: Sequence[str], records: Sequence[_Record]
) -> tuple[_Words, _Words]:
    """Return the tables of source and target: by the names of the texts, else by their columns. Raise FormatError."""
    if len(tables) < 2:
        raise FormatError(name, None, _MISSING)
    for marks in ([{title} for title in documented], [_OF_SOURCE, _OF_TARGET]):
        if len(marks) != 2:
            continue
        of_source = [table for table in tables if _is_of(table, marks[0])]
        of_target = [table for table in tables if _is_of(table, marks[1])]
        if len(of_source) == len(of_target) == 1 and of_source[0] is not of_target[0]:
            return of_source[0], of_target[0]
    problem = "Which table of words belongs to which text is unclear. Name the tables after the texts in “documents”."
    raise FormatError(name, None, problem)


def _is_of(table: _Words, marks: set[str]) -> bool:
    is_named = any(mark and mark.casefold() in table.name.casefold().split("_") for mark in marks)
    return is_named or bool(marks & table.columns)


class _Verses:
    """Verses that records link with each other, each group under its first verse."""

    def __init__(self) -> None:
        self._first: dict[str, str] = {}

    def find(self, verse: str) -> str:
        first = self._first.setdefault(verse, verse)
        while first != self._first[first]:
            first = self._first[first]
        return first

    def join(self, verses: Sequence[str]) -> None:
        firsts = sorted(map(self.find, verses))
        self._first.update(dict.fromkeys(firsts, firsts[0]))

    def __contains__(self, verse: str) -> bool:
        return verse in self._first

    def groups(self) -> Mapping[str, list[str]]:
        groups: dict[str, list[str]] = {}
        for verse in sorted(self._first):
            groups.setdefault(self.find(verse), []).append(verse)
        return groups


def _pair_verses(records: Sequence[_Record], source: _Words, target: _Words) -> Iterator[AlignedRow]:
    """Yield the pairs of each annotator, numbered alike."""
    for annotator in dict.fromkeys(record.annotator for record in records):
        verses = _Verses()
        usable: list[tuple[_Record, list[str], list[str]]] = []
        for position, record in enumerate(records, start=1):
            if record.annotator != annotator:
                continue
            unknown, sources, targets = _find_words(record, source, target)
            if unknown:
                yield Rejected(
                    position, f"Record {position} names the word {unknown[:20]}, which is in neither table of words."
                )
            elif touched := [*map(source.verses.__getitem__, sources), *map(target.verses.__getitem__, targets)]:
                verses.join(touched)
                usable.append((record, sources, targets))
        pairs = list(_fill(verses, usable, source, target))
        for pair in pairs:
            pair.annotator = annotator
        yield from number_pairs(pairs)


def _find_words(record: _Record, source: _Words, target: _Words) -> tuple[str, list[str], list[str]]:
    """Return the numbers of a record's words as the tables have them, and one that they do not have, or nothing."""
    unknown, sides = "", []
    for named, words in ((record.source, source), (record.target, target)):
        numbers = [(name, words.find(name)) for name in named]
        unknown = unknown or next((name for name, number in numbers if number is None), "")
        sides.append([number for _, number in numbers if number is not None])
    return unknown, sides[0], sides[1]


def _fill(
    verses: _Verses, records: Sequence[tuple[_Record, list[str], list[str]]], source: _Words, target: _Words
) -> Iterator[LinkedTexts]:
    """Yield a pair for each group of verses; its words without a counterpart are marked."""
    groups = verses.groups()
    pairs = {
        first: LinkedTexts("-".join(dict.fromkeys((members[0], members[-1])))) for first, members in groups.items()
    }
    for number, text in source.texts.items():
        if source.verses[number] in verses:
            pairs[verses.find(source.verses[number])].source[number] = text
    for number, text in target.texts.items():
        if target.verses[number] in verses:
            pairs[verses.find(target.verses[number])].target[number] = text
    for record, sources, targets in records:
        verse = source.verses[sources[0]] if sources else target.verses[targets[0]]
        pair = pairs[verses.find(verse)]
        links = {(here, there) for here in sources for there in targets}
        pair.links |= links
        if record.confidence is not None:
            pair.confidences |= dict.fromkeys(links, record.confidence)
        pair.unaligned_source |= set() if targets else set(sources)
        pair.unaligned_target |= set() if sources else set(targets)
    yield from pairs.values()


BURRITO = AlignmentFormat(
    "burrito",
    0,
    of_documents(_read_rows),
    refuse_to_write("burrito"),
    labelled=False,
    keeps=frozenset[Kept]({"marks", "identifiers", "tokens", "confidences", "annotators"}),
    needs_tokens=True,
    document_reader=_read_rows,
    is_written=False,
    example='{"records": [{"source": […]}]} in a ZIP',
)
