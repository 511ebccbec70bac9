"""MT-EQuAl's export of word alignment: a table for every annotator, one row for each sentence and label.

Columns: id, language pair, system, type, label, links, and then, where the tool wrote them, number of target tokens,
target tokens, number of source tokens, source tokens. Type 0 is Possible, 1 is Sure.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from alignment.formats.detection import is_too_long
from alignment.formats.links.aligned import (
    MAX_SENTENCE_NUMBER,
    AlignedRow,
    AlignedSentence,
    AlignmentFormat,
    Base,
    reject_past_end,
)
from alignment.formats.links.lines import PHARAOH_LINK, parse_links, write_links
from alignment.readings.links import Cell, Label, Reading
from annotation_site.texts.faults import reject
from annotation_site.texts.in_step import drop_blank_end
from annotation_site.texts.tokens import tokenise

_LABELS: dict[str, Label] = {"0": "P", "1": "S"}
_COLUMNS = 6
_HEADER = (
    "ID\tlanguage_pair\tsystem\tannotation_typeid\tannotation_label\ttokenIDs\ttarget_tok_num\ttokenized_target_text"
    "\tsource_tok_num\ttokenized_source_text\n"
)
_DEFAULTS = {"language_pair": "und_und", "system": "sys1"}


@dataclass
class _OpenSentence:
    """The rows of one sentence read so far."""

    line: int
    identifier: str
    language_pair: str
    system: str
    source_tokens: tuple[str, ...] | None = None
    target_tokens: tuple[str, ...] | None = None
    links: dict[Cell, Label] = field(default_factory=dict)

    def close(self, number: int) -> AlignedRow:
        details = {"language_pair": self.language_pair, "system": self.system}
        reading = Reading(self.links)
        tokens = self.source_tokens, self.target_tokens
        sentence = AlignedSentence(number, reading, self.line, self.identifier or None, *tokens, details=details)
        if self.source_tokens is None or self.target_tokens is None:
            return sentence
        return reject_past_end(sentence, len(self.source_tokens), len(self.target_tokens))


def _read_rows(lines: Iterable[str], base: Base) -> Iterator[AlignedRow]:
    """Yield sentences; rows of one sentence need not be adjacent, so the whole table is held in memory.

    If all ids are numbers, they are the pairs' places in the corpus; otherwise the order of first rows decides.
    """
    sentences: dict[str, _OpenSentence] = {}
    for line, text in enumerate(drop_blank_end(lines), start=1):
        if not text or (line == 1 and text.startswith("ID\t")):
            continue
        try:
            _add_row(sentences, line, text, base)
        except ValueError as error:
            yield reject(line, str(error), text)
    numbers = [_parse_number(identifier) for identifier in sentences]
    if None in numbers or len(set(numbers)) < len(numbers):
        numbers = list(range(1, len(sentences) + 1))
    for number, sentence in sorted(
        zip(numbers, sentences.values(), strict=True), key=lambda numbered: numbered[0] or 0
    ):
        yield sentence.close(number or 0)


def _add_row(sentences: dict[str, _OpenSentence], line: int, text: str, base: Base) -> None:
    """Add a row to its sentence. Raise ValueError with a message for the user."""
    cells = text.split("\t")
    if is_too_long(text):
        raise ValueError("The line is longer than 1 MB.")
    if len(cells) < _COLUMNS:
        raise ValueError(
            f"The row has {len(cells)} columns; id, languages, system, type, label and links are required."
        )
    identifier, language_pair, system, kind, _, links = cells[:_COLUMNS]
    drawn = parse_links(links, base, PHARAOH_LINK).links
    if drawn and kind.strip() not in _LABELS:
        raise ValueError(f"“{kind[:20]}” is not a link type; use 0 (Possible) or 1 (Sure).")
    if identifier not in sentences:
        sentences[identifier] = _OpenSentence(line, identifier, language_pair, system)
    sentence = sentences[identifier]
    if (language_pair, system) != (sentence.language_pair, sentence.system):
        raise ValueError(f"Sentence {identifier[:40]} is that of {sentence.system}, not of {system[:40]}.")
    for cell in drawn:
        if _LABELS[kind.strip()] == "S":
            sentence.links[cell] = "S"
        else:
            sentence.links.setdefault(cell, "P")
    sentence.target_tokens = _tokens(cells, 7) or sentence.target_tokens
    sentence.source_tokens = _tokens(cells, 9) or sentence.source_tokens


def _parse_number(identifier: str) -> int | None:
    if not identifier.isascii() or not identifier.isdigit() or len(identifier) > len(str(MAX_SENTENCE_NUMBER)):
        return None
    return int(identifier) if 1 <= int(identifier) <= MAX_SENTENCE_NUMBER else None


def _tokens(cells: list[str], column: int) -> tuple[str, ...] | None:
    return tuple(tokenise(cells[column], "", "spaces")) or None if len(cells) > column else None


def _write_rows(sentences: Iterable[AlignedSentence], base: Base) -> Iterator[str]:
    """Yield rows; a sentence without links has one row with no links."""
    yield _HEADER
    for sentence in sentences:
        details = {**_DEFAULTS, **(sentence.details or {})}
        name = [str(sentence.identifier or sentence.number), str(details["language_pair"]), str(details["system"])]
        if any("\t" in cell or "\n" in cell for cell in name):
            raise ValueError(f"Sentence {sentence.number}: a tab in its id cannot be written in mt-equal.")
        texts = [_write_tokens(sentence.target_tokens), _write_tokens(sentence.source_tokens)]
        for kind, label, title in (("1", "S", "Sure alignment"), ("0", "P", "Possible alignment")):
            drawn = Reading({cell: given for cell, given in sentence.reading.links.items() if given == label})
            if drawn.links or (label == "S" and not sentence.reading.links):
                links = " ".join(write_links(drawn, base, PHARAOH_LINK))
                yield "\t".join([*name, kind, title, links, *texts]) + "\n"


def _write_tokens(tokens: tuple[str, ...] | None) -> str:
    return f"{len(tokens)}\t{' '.join(tokens)}" if tokens else "\t"


MT_EQUAL = AlignmentFormat(
    "mt-equal",
    1,
    _read_rows,
    _write_rows,
    sparse=True,
    keeps=frozenset({"identifiers", "tokens"}),
    detail_keys=frozenset(_DEFAULTS),
    example="113 it_en sys1 1 Sure alignment 4-2 4-3",
)
