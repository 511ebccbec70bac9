"""Parsers for single cells of a compound file: sentences, spans, classes and scores."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from annotation_site.tables.missing import is_missing
from annotation_site.tables.numbers import NotANumber, read_number
from annotation_site.texts.format_characters import Removal, remove_format_characters
from idiomaticity.compounds.labels import LONGEST_LABEL
from idiomaticity.formats.naming import Naming
from idiomaticity.formats.sentence_columns import StudyRow
from idiomaticity.scales.paraphrase_texts import LONGEST_PARAPHRASE, normalise

LONGEST_COMPOUND = 200
LONGEST_SENTENCE = 5_000
LONGEST_NOTE = 2_000
MOST_PARAPHRASES = 1_000
# What an occurrence has beside its sentence, with the most characters of each.
CONTEXT = {"label": LONGEST_LABEL, "previous": LONGEST_SENTENCE, "next": LONGEST_SENTENCE}
_CONTROL = re.compile("[\x00-\x08\x0e-\x1b\x7f-\x9f]")
_TAGGED_WORD = re.compile(r"\w.*-[a-z]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_SPAN = re.compile(r"(\d+)\s*[-–,:]\s*(\d+)")


class Unusable(Exception):
    """Raised for a row that cannot be used, with the reason."""


@dataclass(slots=True)
class SentenceEntry:
    """One sentence of a compound; the text is empty if only its published mean is known.

    `words` is the compound's form in the sentence, if the file gives that instead of a span; `seams` are places where a
    character was removed that may have parted two words.
    """

    line: int
    text: str = ""
    spans: tuple[tuple[int, int], ...] = ()
    words: str = ""
    mean: float | None = None
    paraphrases: tuple[str, ...] = ()
    seams: tuple[int, ...] = ()
    # The label as the file has it, and the sentences around.
    label: str = ""
    previous: str = ""
    next: str = ""


def read_sentences(row: StudyRow) -> list[SentenceEntry]:
    """Return the row's one sentence, or the sentences without a number in a JSON object."""
    if row.listed is not None:
        return [_read_listed(row.line, value) for value in row.listed if _find_number(value) is None]
    return [_read_sentence(row.line, row.single)] if row.single.get("sentence") else []


def read_listed(row: StudyRow) -> dict[int, SentenceEntry]:
    """Return the numbered sentences in a JSON object, as our own releases list them."""
    by_number: dict[int, SentenceEntry] = {}
    for value in row.listed or ():
        if (number := _find_number(value)) is None:
            continue
        if number in by_number or not 0 < number < 1_000:
            raise Unusable("Sentences must be numbered from 1 to 999, each number once.")
        by_number[number] = _read_listed(row.line, value)
    return by_number


def _find_number(value: object) -> int | None:
    number = value.get("number") if isinstance(value, dict) else None
    return number if type(number) is int else None


def _read_listed(line: int, value: object) -> SentenceEntry:
    if isinstance(value, str):
        return _read_sentence(line, {"sentence": value})
    if not isinstance(value, dict):
        raise Unusable("A sentence must be a string, or an object with text, spans and mean.")
    value = {key: cell for key, cell in value.items() if cell is not None}
    return _read_sentence(
        line,
        {
            "sentence": value.get("text", ""),
            "span": value.get("spans", value.get("span", "")),
            "mean": value.get("mean", value.get("published_mean", "")),
            "sentence_paraphrases": value.get("published_paraphrases", ""),
            **{name: value.get(name, "") for name in CONTEXT},
        },
    )


def read_numbered(row: StudyRow) -> dict[int, SentenceEntry]:
    """Return the sentences of a row with several, by number."""
    return {number: _read_sentence(row.line, cells) for number, cells in row.numbered.items()}


def _read_sentence(line: int, cells: Mapping[str, Any]) -> SentenceEntry:
    spans, words = read_spans(cells.get("span", ""))
    removal = _remove_invisible(cells.get("sentence", ""), "sentence", LONGEST_SENTENCE)
    return SentenceEntry(
        line=line,
        text=removal.text,
        # The file counts in the text as it has it.
        spans=removal.shift_spans(spans),
        words=words,
        mean=read_score(cells.get("mean", ""), "mean"),
        paraphrases=read_paraphrases(cells.get("sentence_paraphrases", "")),
        seams=tuple(removal.seams),
        **{name: read_text(_to_text(cells.get(name)), name, most) for name, most in CONTEXT.items()},
    )


def _to_text(cell: object) -> object:
    """Return a cell as text where JSON has nothing, or a number: a label may be 0."""
    if cell is None:
        return ""
    return str(cell) if isinstance(cell, int) and not isinstance(cell, bool) else cell


def read_paraphrases(value: object) -> tuple[str, ...]:
    """Return a published list, parted by semicolons or as JSON has lists, with what it names several times."""
    listed = value if isinstance(value, list) else read_text(value, "list of paraphrases", 20_000).split(";")
    paraphrases = tuple(text for part in listed if (text := read_text(part, "paraphrase", LONGEST_PARAPHRASE)))
    if len(paraphrases) > MOST_PARAPHRASES or not all(map(normalise, paraphrases)):
        raise Unusable(f"A compound can have at most {MOST_PARAPHRASES:,} published paraphrases.")
    return paraphrases


def part_words(compound: str, sentences: Iterable[str] = ()) -> str:
    """Return a compound as `olive oil` whose words corpora join or tag, as `olive_oil`, `olive-n_oil-n` and
    `olive-n oil-n`; as it is where a sentence has it so.
    """
    words = compound.split(" ") if " " in compound else compound.split("_")
    if len(words) < 2 or not all(words) or any(compound in sentence for sentence in sentences):
        return compound
    if all(_TAGGED_WORD.fullmatch(word) for word in words):
        return " ".join(word[:-2] for word in words)
    return compound if " " in compound else " ".join(words)


def read_text(value: object, name: str, most: int) -> str:
    """Return the text with single spaces, without characters that belong to no word."""
    return _remove_invisible(value, name, most).text


def _remove_invisible(value: object, name: str, most: int) -> Removal:
    if not isinstance(value, str):
        raise Unusable(f"The {name} is not a string.")
    removal = remove_format_characters(value, joins_spaces=True)
    if len(removal.text) > most:
        raise Unusable(f"The {name} is longer than {most:,} characters.")
    if match := _CONTROL.search(removal.text):
        raise Unusable(f"The {name} contains the control character U+{ord(match[0]):04X}. Remove it.")
    if _SURROGATE.search(removal.text):
        raise Unusable(f"The {name} is not valid text in this encoding.")
    return removal


def read_note(value: object) -> str:
    """Return a note, whose lines stay apart."""
    lines = value.split("\n") if isinstance(value, str) else [value]
    return "\n".join(read_text(line, "note", LONGEST_NOTE) for line in lines)


def read_class(value: object, naming: Naming) -> str:
    text = read_text(value, "class", LONGEST_COMPOUND)
    compound_class = naming.find_class(text) if text else ""
    if compound_class is None:
        raise Unusable(f"“{text[:20]}” is not a class. Use C, PC or NC, or assign it.")
    return compound_class


def read_score(value: object, name: str) -> float | None:
    """Return the score, None for a missing one. It has no thousands, so that every comma stands before decimals."""
    text = "" if value is None else str(value)
    if is_missing(text):
        return None
    try:
        return read_number(text, decimal_comma=True if "," in text else None)
    except NotANumber:
        raise Unusable(f"The {name} “{text[:20]}” is not a number.") from None


def _are_integers(values: Sequence[Any]) -> bool:
    """Return whether all are whole numbers; JSON's true and false, which Python counts among them, are none."""
    return all(type(value) is int for value in values)


def read_spans(value: object) -> tuple[tuple[tuple[int, int], ...], str]:
    """Return spans in order, from `14-27`, `3-8 14-19`, `[(3, 8)]`, or lists of two numbers, or else the words.

    Spans are code points, with the end excluded; words have `…` where others intervene.
    """
    if isinstance(value, list):
        pairs = [value] if value and _are_integers(value) else value
        if all(isinstance(pair, list) and len(pair) == 2 and _are_integers(pair) for pair in pairs):
            return tuple(sorted((start, end) for start, end in pairs)), ""
        raise Unusable("A span must be a list of start and end.")
    text = read_text(value, "span", LONGEST_COMPOUND)
    if any(character.isalpha() for character in text):
        return (), text
    spans = tuple(sorted((int(start), int(end)) for start, end in _SPAN.findall(text)))
    if text and not spans:
        raise Unusable(f"“{text[:20]}” is not a span. Use start-end, such as 14-27, or the words of the sentence.")
    return spans, ""
