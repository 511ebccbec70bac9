"""Blinker: a folder for every annotator, in it a file for every pair, in it a line for every link.

`samp2.SentPair3` is pair (2 - 1) × 10 + 3 + 1 = 14. A line `4 1` links the fourth source token with the first target
token; 0 stands for no counterpart. Nothing tells Sure from Possible.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from alignment.formats.links.aligned import MAX_SENTENCE_NUMBER, AlignedRow, AlignedSentence, AlignmentFormat, Base
from alignment.readings.links import Cell, Reading
from annotation_site.texts.faults import reject

_LINK = re.compile("[ \t]*([0-9]{1,6})[ \t]+([0-9]{1,6})[ \t]*")
_MEMBER = re.compile(r"(?:.*/)?samp([0-9]{1,7})\.SentPair([0-9]{1,7})", re.DOTALL)
_PAIRS_IN_SAMPLE = 10
_FOLDER = re.compile(r"[\w-][\w.-]{0,99}")


class Member(NamedTuple):
    """One file of the folder, which stands for one annotator's reading of one pair."""

    annotator: str | None
    number: int
    path: str


def find_members(paths: Iterable[str]) -> list[Member]:
    """Return the files that hold links, by annotator and pair; other files in the folder (texts, statistics) are
    ignored.
    """
    members = []
    for path in paths:
        match = _MEMBER.fullmatch(path)
        if match is None:
            continue
        sample, pair = int(match[1]), int(match[2])
        number = (sample - 1) * _PAIRS_IN_SAMPLE + pair + 1
        if sample >= 1 and pair < _PAIRS_IN_SAMPLE and number <= MAX_SENTENCE_NUMBER:
            folders = path.split("/")[:-1]
            members.append(Member(folders[-1] if folders else None, number, path))
    return sorted(members, key=lambda member: (member.annotator or "", member.number))


def read_member(lines: Iterable[str], member: Member, base: Base, *, reverse: bool = False) -> AlignedRow:
    """Return the reading in one file; one bad line rejects the whole of it."""
    links: set[Cell] = set()
    unaligned_source, unaligned_target = set(), set()
    for line, text in enumerate(lines, start=1):
        if not text.strip():
            continue
        match = _LINK.fullmatch(text)
        if match is None:
            return reject(line, "A line needs a source and a target position, such as “4 1”.", text)
        source, target = int(match[1]) - base, int(match[2]) - base
        if min(source, target) >= 0:
            links.add((source, target))
        elif source >= 0:
            unaligned_source.add(source)
        elif target >= 0:
            unaligned_target.add(target)
    reading = Reading(dict.fromkeys(sorted(links), "S"), frozenset(unaligned_source), frozenset(unaligned_target))
    sentence = AlignedSentence(member.number, reading, 1, annotator=member.annotator)
    return sentence.reversed() if reverse else sentence


def place_member(sentence: AlignedSentence) -> str:
    """Return the path of the reading in the folder. Raise ValueError if the annotator's name cannot name a folder."""
    sample, pair = divmod(sentence.number - 1, _PAIRS_IN_SAMPLE)
    name = f"samp{sample + 1}.SentPair{pair}"
    if sentence.annotator is None:
        return name
    if not _FOLDER.fullmatch(sentence.annotator):
        raise ValueError(f"“{sentence.annotator[:40]}” is not a valid folder name.")
    return f"{sentence.annotator}/{name}"


def write_member(sentence: AlignedSentence, base: Base) -> Iterator[str]:
    """Yield lines of one file: links, then unaligned tokens (base 1 only, because 0 marks them)."""
    for source, target in sorted(sentence.reading.links):
        yield f"{source + base} {target + base}\n"
    if base == 1:
        for source in sorted(sentence.reading.unaligned_source):
            yield f"{source + 1} 0\n"
        for target in sorted(sentence.reading.unaligned_target):
            yield f"0 {target + 1}\n"


def _read_rows(lines: Iterable[str], base: Base) -> Iterator[AlignedRow]:
    """Yield the single pair of which a file is the whole corpus."""
    yield read_member(lines, Member(None, 1, ""), base)


def _write_rows(sentences: Iterable[AlignedSentence], base: Base) -> Iterator[str]:
    for number, sentence in enumerate(sentences, start=1):
        if number > 1:
            raise ValueError("A blinker file contains one pair. Write several pairs to a folder or ZIP archive.")
        yield from write_member(sentence, base)


BLINKER = AlignmentFormat(
    "blinker",
    1,
    _read_rows,
    _write_rows,
    labelled=False,
    keeps=frozenset({"marks", "annotators"}),
    is_folder=True,
    zero_is_null=True,
    example="A1/samp1.SentPair0 in a ZIP archive",
)
