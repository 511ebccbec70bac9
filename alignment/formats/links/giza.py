"""GIZA++ A3 files and their kin with Possible links (`giza-sp`, the three RTE2 annotators).

Three lines per pair: a header, the target sentence, and the source tokens each with the target positions it is
linked to. The first group belongs to an artificial NULL token: its positions are target tokens without counterpart;
a source token with an empty group has none either.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from operator import attrgetter

from alignment.formats.links.aligned import (
    MAX_SENTENCE_NUMBER,
    AlignedRow,
    AlignedSentence,
    AlignmentFormat,
    Base,
    Kept,
    reject_past_end,
    require_tokens,
)
from alignment.readings.links import Cell, Label, Reading
from annotation_site.texts.faults import Rejected, reject
from annotation_site.texts.tokens import tokenise

# Possessive: a run of blanks could otherwise be shared out in as many ways as it is long.
_HEADER = re.compile(r"#\s*+sentence pair\s*+\(?\s*+([0-9]{1,9})\s*+\)?.*", re.IGNORECASE)
_GROUP = re.compile(r"[ \t]*([^ \t]+)[ \t]+\(\{([^{}]*)\}\)[ \t]*")
_POSITION = re.compile("(p?)([0-9]{1,6})")


def _read_sp(lines: Iterable[str], base: Base) -> Iterator[AlignedRow]:
    numbered = enumerate(lines, start=1)
    for line, header in numbered:
        match = _HEADER.fullmatch(header)
        if match is None:
            if header.strip():
                yield reject(line, "A header such as “# sentence pair 1” is missing here.", header)
            continue
        target = next(numbered, (line, ""))[1]
        at, groups = next(numbered, (line, ""))
        try:
            yield _parse_pair(int(match[1]), line, target, groups, base)
        except ValueError as error:
            yield reject(at, str(error), groups)


def _read_plain(lines: Iterable[str], base: Base) -> Iterator[AlignedRow]:
    """Yield sentences sorted by number; runs on several processors write them in any order, so the file is held in
    memory.
    """
    rows = list(_read_sp(lines, base))
    yield from (row for row in rows if isinstance(row, Rejected))
    yield from sorted((row for row in rows if isinstance(row, AlignedSentence)), key=attrgetter("number"))


def _parse_pair(number: int, line: int, target: str, groups: str, base: Base) -> AlignedRow:
    """Return the reading of three lines. Raise ValueError with a message for the user."""
    if not 1 <= number <= MAX_SENTENCE_NUMBER:
        raise ValueError(f"Sentence numbers go from 1 to {MAX_SENTENCE_NUMBER}, not {number}.")
    target_tokens = tuple(tokenise(target, "", "spaces"))
    source_tokens: list[str] = []
    links: dict[Cell, Label] = {}
    unaligned_source, unaligned_target = set(), frozenset[int]()
    for index, (token, linked) in enumerate(_parse_groups(groups, base), start=-1):
        if index == -1:
            unaligned_target = frozenset(linked)
            continue
        source_tokens.append(token)
        links.update({(index, position): label for position, label in linked.items()})
        if not linked:
            unaligned_source.add(index)
    reading = Reading(links, frozenset(unaligned_source), unaligned_target)
    sentence = AlignedSentence(number, reading, line, str(number), tuple(source_tokens), target_tokens)
    return reject_past_end(sentence, len(source_tokens), len(target_tokens))


def _parse_groups(text: str, base: Base) -> Iterator[tuple[str, dict[int, Label]]]:
    end = 0
    while match := _GROUP.match(text, end):
        if end == 0 and match[1] != "NULL":
            raise ValueError("The first group must be that of NULL.")
        end = match.end()
        yield match[1], _parse_positions(match[2], base)
    if end == 0 or end != len(text):
        raise ValueError(f"Groups such as “house ({{ 2 }})” are expected, not “{text[end : end + 30]}”.")


def _parse_positions(text: str, base: Base) -> dict[int, Label]:
    linked: dict[int, Label] = {}
    for part in text.split():
        if part == "/":
            continue
        match = _POSITION.fullmatch(part)
        if match is None or int(match[2]) < base:
            raise ValueError(f"“{part[:30]}” is not a position in the target sentence.")
        position = int(match[2]) - base
        if not match[1]:
            linked[position] = "S"
        else:
            linked.setdefault(position, "P")
    return linked


def _write_plain(sentences: Iterable[AlignedSentence], base: Base) -> Iterator[str]:
    """Yield lines with score 1: GIZA++ writes the model's score into the header, and manual links have none."""
    for sentence in sentences:
        source, target = require_tokens(sentence, "giza")
        yield (
            f"# Sentence pair ({sentence.number}) source length {len(source)} target length {len(target)}"
            " alignment score : 1\n"
        )
        yield " ".join(target) + "\n"
        plain = dict.fromkeys(sentence.reading.links, "")
        yield _write_groups(sentence.reading, source, plain, base, "") + "\n"


def _write_sp(sentences: Iterable[AlignedSentence], base: Base) -> Iterator[str]:
    for sentence in sentences:
        source, target = require_tokens(sentence, "giza-sp")
        yield f"# sentence pair {sentence.number}\n"
        yield " ".join(target) + "\n"
        prefixes = {cell: "" if label == "S" else "p" for cell, label in sentence.reading.links.items()}
        yield _write_groups(sentence.reading, source, prefixes, base, "/ / ") + "\n"


def _write_groups(reading: Reading, source: tuple[str, ...], prefixes: dict[Cell, str], base: Base, ending: str) -> str:
    """Return every source token with its target positions, Sure ones first; NULL has the unaligned target tokens."""
    linked: defaultdict[int, list[tuple[str, int]]] = defaultdict(list)
    for (index, position), prefix in prefixes.items():
        linked[index].append((prefix, position))
    linked[-1] = [("", position) for position in reading.unaligned_target]
    groups = []
    for index, token in enumerate(("NULL", *source), start=-1):
        positions = "".join(f"{prefix}{position + base} " for prefix, position in sorted(linked[index]))
        groups.append(f"{token} ({{ {positions}{ending}}})")
    return " ".join(groups)


_KEPT = frozenset[Kept]({"marks", "tokens"})
GIZA = AlignmentFormat(
    "giza",
    1,
    _read_plain,
    _write_plain,
    labelled=False,
    null_token=True,
    keeps=_KEPT,
    needs_tokens=True,
    example="NULL ({ 3 }) the ({ 1 })",
)
GIZA_SP = AlignmentFormat(
    "giza-sp", 1, _read_sp, _write_sp, null_token=True, keeps=_KEPT, needs_tokens=True, example="Regina ({ 4 p1 / / })"
)
