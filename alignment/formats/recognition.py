"""Candidate formats of a file from its first lines, with the reasons; shown to the user before anything is written."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from alignment.formats.detection import base_that_fits, guess_base
from alignment.formats.links.aligned import AlignedRow, AlignedSentence, Base
from alignment.formats.links.registry import ALIGNMENT_FORMATS
from annotation_site.texts.faults import Rejected

SAMPLE_LINES = 1000
Kind = Literal["links", "text"]
_LINK = "|".join(each.link for each in ALIGNMENT_FORMATS.values() if each.link)
_LINK_LINE = re.compile(rf"(?:[^\t]+\t)?\s*(?:(?:{_LINK})(?:\s+|$))*")
_NUMBERS = re.compile(r"[0-9]+\s+[0-9]+")
_NAACL_LINK = re.compile(r"[0-9]+\s+[0-9]+\s+[0-9]+(?:\s+(?:[SP]|[0-9.eE+-]+)){0,2}\s*")
_NAACL_TEXT = re.compile(r"\s*<s\s+snum\s*=.*", re.IGNORECASE)
_GIZA_HEADER = re.compile(r"#\s*sentence pair.*", re.IGNORECASE)
_MT_EQUAL_ROW = re.compile(r"[^\t]*\t[^\t]*\t[^\t]*\t[01]\t[^\t]*\t(?:[0-9]+-[0-9]+ ?)*(?:\t.*)?")
_XML_ROOT = re.compile(r"<(tmx|xliff)[\s>]")


@dataclass(frozen=True, slots=True)
class Candidate:
    """One possible format of a file. `base` is None if the file does not show it or the format has none; `is_reversed`
    is None if the lengths of the sentences are unknown or do not show it.
    """

    name: str
    kind: Kind
    reason: str
    base: Base | None = None
    is_reversed: bool | None = None


@dataclass(frozen=True, slots=True)
class Detection:
    """Candidates, the likeliest first; `questions` are left for the user to answer."""

    candidates: tuple[Candidate, ...]
    questions: tuple[str, ...]
    encoding: str | None = None

    def to_json(self) -> dict[str, object]:
        """Return the candidates for the command line and for pages."""
        fields = ("name", "kind", "base", "is_reversed", "reason")
        return {
            "encoding": self.encoding,
            "candidates": [{field: getattr(each, field) for field in fields} for each in self.candidates],
            "questions": list(self.questions),
        }


def detect_format(
    lines: Iterable[str], lengths: Sequence[tuple[int, int]] = (), encoding: str | None = None
) -> Detection:
    """Return formats that fit the first lines. `lengths` are the numbers of source and target tokens of the project's
    pairs in order, if known, and show base and direction.
    """
    sample = list(islice(lines, SAMPLE_LINES))
    filled = [line for line in sample if line.strip()]
    if not filled:
        return Detection((), ("The file is empty. Choose its format.",), encoding)
    found = [candidate for recognise in _RECOGNISERS for candidate in recognise(filled)]
    candidates = tuple(_place(candidate, sample, lengths) for candidate in found)
    return Detection(candidates, tuple(_ask(candidates)), encoding)


def _ask(candidates: Sequence[Candidate]) -> Iterator[str]:
    if not candidates:
        yield "No format matches. Choose one."
    elif len(candidates) > 1:
        names = ", ".join(candidate.name for candidate in candidates)
        yield f"The file matches {names}. Choose one."
    for candidate in candidates[:1]:
        is_unsure = candidate.kind == "links" and ALIGNMENT_FORMATS[candidate.name].is_base_unsure
        if is_unsure and candidate.base is None:
            yield "Are words counted from 0 or from 1?"
        if candidate.kind == "links" and candidate.is_reversed is None and candidate.name not in ("xl-wa", "giza-sp"):
            yield "Does a link name the source word first, or the target word?"


def _recognise_xml(lines: Sequence[str]) -> Iterator[Candidate]:
    if lines[0].lstrip().startswith("<") and (match := _XML_ROOT.search("\n".join(lines[:50]))):
        yield Candidate(match[1], "text", f"It begins with <{match[1]}>.")


def _recognise_giza(lines: Sequence[str]) -> Iterator[Candidate]:
    if not _GIZA_HEADER.fullmatch(lines[0]):
        return
    if any("/ /" in line or re.search(r"\(\{[^}]* p[0-9]", line) for line in lines[2::3]):
        yield Candidate("giza-sp", "links", "It has headers “# sentence pair” and groups with “/ /” or p.", 1)
    else:
        yield Candidate("giza", "links", "It has headers “# Sentence pair” and groups ({ … }).", 1)


def _recognise_jsonl(lines: Sequence[str]) -> Iterator[Candidate]:
    try:
        keys = {key for line in lines[:20] for key in json.loads(line)}
    except (ValueError, RecursionError, TypeError):
        return
    if keys & {"sure", "possible", "unaligned_source", "unaligned_target"}:
        yield Candidate("jsonl", "links", "Every line is a JSON object with links.", 0)
    elif keys & {"source", "source_tokens"}:
        yield Candidate("jsonl", "text", "Every line is a JSON object with source and target.")


def _recognise_numbers(lines: Sequence[str]) -> Iterator[Candidate]:
    if all(_NAACL_LINK.fullmatch(line) for line in lines):
        yield Candidate("naacl", "links", "Every line has a sentence number, two positions and optionally S or P.", 1)
    elif all(_NUMBERS.fullmatch(line.strip()) for line in lines):
        yield Candidate("blinker", "links", "Every line has two positions.", 1)


def _recognise_links(lines: Sequence[str]) -> Iterator[Candidate]:
    if not all(_LINK_LINE.fullmatch(line) for line in lines):
        return
    links = " ".join(line.rpartition("\t")[2] for line in lines)
    for each in ALIGNMENT_FORMATS.values():
        if each.sign and re.search(each.sign[0], links):
            yield Candidate(each.name, "links", each.sign[1])
            return
    yield Candidate(
        "pharaoh", "links", "Every link is written 3-4; talp and question are identical without Possible links."
    )


def _recognise_tables(lines: Sequence[str]) -> Iterator[Candidate]:
    cells = [line.split("\t") for line in lines]
    if lines[0].startswith("ID\tlanguage_pair\t") or all(_MT_EQUAL_ROW.fullmatch(line) for line in lines):
        yield Candidate("mt-equal", "links", "The columns are those of MT-EQuAl word alignment.", 1)
    elif all(len(row) == 3 and _LINK_LINE.fullmatch(row[2]) for row in cells):
        yield Candidate("xl-wa", "links", "Each row has source, target and links.")
    elif all(len(row) > 1 for row in cells) and not all(_LINK_LINE.fullmatch(line) for line in lines):
        yield Candidate("tsv", "text", "Each row has columns separated by tabs.")


def _recognise_text(lines: Sequence[str]) -> Iterator[Candidate]:
    if all(line.count("|||") == 1 for line in lines):
        yield Candidate("bitext", "text", "Each line has “|||” once.")
    elif all(_NAACL_TEXT.fullmatch(line) for line in lines):
        yield Candidate("naacl", "text", "Each line is <s snum=…>; the translation is a second file.")


def _recognise_moses(lines: Sequence[str]) -> Iterator[Candidate]:
    """Yield moses only if nothing else fits: any text can be one of two parallel files."""
    others = [each for recognise in _RECOGNISERS if recognise is not _recognise_moses for each in recognise(lines)]
    if not others and not any(line.startswith(("{", "<")) for line in lines[:1]):
        yield Candidate("moses", "text", "Plain lines; the translation is a second, line-aligned file.")


_RECOGNISERS: tuple[Callable[[Sequence[str]], Iterator[Candidate]], ...] = (
    _recognise_xml,
    _recognise_giza,
    _recognise_jsonl,
    _recognise_numbers,
    _recognise_tables,
    _recognise_links,
    _recognise_text,
    _recognise_moses,
)


def _place(candidate: Candidate, sample: Sequence[str], lengths: Sequence[tuple[int, int]]) -> Candidate:
    """Return the candidate with base and direction, as far as indices and lengths show them."""
    if candidate.kind == "text":
        return candidate
    alignment_format = ALIGNMENT_FORMATS[candidate.name]
    base = candidate.base
    read_base: Base = 0 if base is None else base
    sentences = [row for row in alignment_format.read(sample, read_base) if isinstance(row, AlignedSentence)]
    known = [(row, *_lengths_of(row, lengths)) for row in sentences]
    if base is None:
        # Without lengths only an index 0 tells anything: no index can equal the length −1.
        base = guess_base((row.reading, source or -1, target or -1) for row, source, target in known)
        if base is None and alignment_format.needs_tokens:
            base = base_that_fits(lambda wanted: _fits(alignment_format.read(sample, wanted)))
    is_reversed = _guess_direction(known, 1 if candidate.base is None and base == 1 else 0)
    return Candidate(candidate.name, candidate.kind, candidate.reason, base, is_reversed)


def _fits(rows: Iterable[AlignedRow]) -> bool:
    return not any(isinstance(row, Rejected) for row in rows)


def _lengths_of(row: AlignedSentence, lengths: Sequence[tuple[int, int]]) -> tuple[int, int]:
    if row.source_tokens is not None and row.target_tokens is not None:
        return len(row.source_tokens), len(row.target_tokens)
    return lengths[row.number - 1] if row.number <= len(lengths) else (0, 0)


def _guess_direction(known: Sequence[tuple[AlignedSentence, int, int]], offset: int) -> bool | None:
    """Return False or True if links fit the sentences in only one of the two directions, else None."""
    forward = backward = True
    for row, source_length, target_length in known:
        if not source_length:
            continue
        for source, target in row.reading.links:
            i, j = source - offset, target - offset
            forward = forward and i < source_length and j < target_length
            backward = backward and j < source_length and i < target_length
    return None if forward == backward else backward
