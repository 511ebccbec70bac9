"""The languages in a translation memory, and which two of them are source and target."""

from __future__ import annotations

import codecs
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from html import unescape
from typing import IO

from alignment.formats.parallel.language_tags import fits_language, normalise_tag
from alignment.formats.parallel.pairs import Languages
from alignment.formats.parallel.xml_text import PIECE
from annotation_site.texts.faults import FormatError

# A tag of a text is not longer; a shorter rest of a piece may hold the beginning of one.
_LONGEST_TAG = 400
_TEXT = re.compile(r"<(?:\w+:)?tuv\b[^>]*?\s(?:xml:)?lang\s*=\s*[\"']([^\"'<>]{1,60})[\"']")
_HEADER = re.compile(r"<(?:\w+:)?header\b[^>]*?\ssrclang\s*=\s*[\"']([^\"'<>]{1,60})[\"']")
_SHOWN = 20


@dataclass(frozen=True, slots=True)
class MemoryLanguages:
    """The numbers of texts by language tag, in the order of the file, and the source language that it names."""

    counts: Counter[str]
    source: str = ""

    def __str__(self) -> str:
        shown = [f"{tag} ({count:,})" for tag, count in self.counts.most_common(_SHOWN)]
        return ", ".join([*shown, "…"] if len(self.counts) > _SHOWN else shown) or "none"


class UnclearLanguagesError(FormatError):
    """A file with several languages, of which two must be chosen."""

    def __init__(self, file: str, question: str) -> None:
        super().__init__(file, None, f"{question} Choose the languages of source and target.")
        self.question = question


@dataclass(frozen=True, slots=True)
class LanguageChoice:
    """The tags of source and target, empty for one that the file lacks; `question` is empty if they are certain."""

    source: str
    target: str
    question: str = ""


def count_languages(file: IO[bytes], encoding: str) -> MemoryLanguages:
    """Return the languages of all texts; leaves the file at its start. A file that is no XML has none."""
    spellings: dict[str, list[str]] = {}
    counts = Counter[str]()
    header = ""
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    file.seek(0)
    rest = ""
    while data := file.read(PIECE):
        text = rest + decoder.decode(data)
        if not counts and not header and (match := _HEADER.search(text)):
            header = match[1]
        end = 0
        for match in _TEXT.finditer(text):
            # Tools write en-US and EN-us in one file.
            names = spellings.setdefault(normalise_tag(unescape(match[1])), [unescape(match[1])])
            counts[names[0]] += 1
            end = match.end()
        rest = text[max(end, len(text) - _LONGEST_TAG) :]
    file.seek(0)
    return MemoryLanguages(counts, next((tag for tag in counts if fits_language(tag, header) == 0), ""))


def choose_languages(languages: MemoryLanguages, wanted: Languages) -> LanguageChoice:
    """Return the tags that fit the wanted languages, or the only two of the file; with a question where several fit, or
    none.
    """
    tags = list(languages.counts)
    if not tags:
        return LanguageChoice(*wanted)
    if not any(wanted) and len(tags) <= 2:
        first = languages.source or (tags[0] if tags else "")
        return LanguageChoice(first, next((tag for tag in tags if tag != first), ""))
    if not any(wanted):
        (first, _), (second, _) = languages.counts.most_common(2)
        pair = (first, second) if first == languages.source or second != languages.source else (second, first)
        return LanguageChoice(*pair, f"The file has {len(tags)} languages: {languages}.")
    source, source_question = _choose(languages, wanted[0], ())
    target, target_question = _choose(languages, wanted[1], (source,))
    if not wanted[0]:
        source, source_question = _choose(languages, "", (target,))
    return LanguageChoice(source, target, source_question or target_question)


def _choose(languages: MemoryLanguages, wanted: str, taken: Sequence[str]) -> tuple[str, str]:
    """Return the tag for a language, and a question if there is not exactly one."""
    free = [tag for tag, _ in languages.counts.most_common() if tag not in taken]
    exact = [tag for tag in free if fits_language(tag, wanted) == 0]
    fitting = exact or [tag for tag in free if not wanted or fits_language(tag, wanted) is not None]
    if len(fitting) == 1:
        return fitting[0], ""
    if not fitting:
        return "", f"The file has no text in “{wanted}”. Its languages are {languages}."
    several = " and ".join(f"{tag} ({languages.counts[tag]:,})" for tag in fitting[:_SHOWN])
    reason = f"“{wanted}” can be {several}" if wanted else f"The other language can be {several}"
    return fitting[0], f"{reason}. The languages of the file are {languages}."
