"""Documents of alignment tools, parsed as XML, JSON or text, and the pairs of words that they link."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from itertools import pairwise
from typing import Any
from xml.etree.ElementTree import Element

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import ParseError, fromstring

from alignment.formats.links.aligned import MAX_SENTENCE_NUMBER, AlignedRow, AlignedSentence, reject_past_end
from alignment.formats.parallel.xml_text import detect_xml_encoding
from alignment.readings.links import Cell, Reading
from annotation_site.texts.faults import FormatError, Rejected
from annotation_site.texts.json_lines import read_json
from annotation_site.texts.lines import BYTE_ORDER_MARK
from annotation_site.texts.unpacking import Documents, read_text


def is_xml(data: bytes) -> bool:
    """Return whether a document begins as XML does, in whatever encoding."""
    return data[:200].replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n").startswith(b"<")


def parse_json(name: str, data: bytes) -> Any:
    """Return the value of a JSON document. Raise FormatError if it is none."""
    try:
        return read_json(read_text(data))
    except json.JSONDecodeError as error:
        raise FormatError(name, error.lineno, "The JSON is not well-formed here.") from None
    except (ValueError, RecursionError):
        raise FormatError(name, None, "The file is not well-formed JSON.") from None


def parse_xml(name: str, data: bytes) -> Element:
    """Return the root of an XML document. Raise FormatError if it is none, or declares entities."""
    try:
        # Decoded here, because a declaration may be wrong, and byte-order marks may be several.
        text = data.decode(detect_xml_encoding(BytesIO(data)), "replace").replace(BYTE_ORDER_MARK, "")
        root: Element = fromstring(text, forbid_dtd=True)
    except ParseError as error:
        problem = f"The XML is not well-formed here: {str(error).partition(':')[0]}."
        raise FormatError(name, error.position[0], problem) from None
    except DefusedXmlException:
        problem = "The file declares a document type or entities, which are not allowed for security reasons."
        raise FormatError(name, None, problem) from None
    except (ValueError, LookupError):
        raise FormatError(name, None, "The encoding of the XML is unknown. Save it as UTF-8.") from None
    return root


def find_children(element: Element, name: str) -> Iterator[Element]:
    """Yield the children of this local name, in whatever namespace."""
    return (child for child in element if child.tag.rpartition("}")[2] == name)


def clean_word(text: str | None) -> str:
    """Return the word without outer spaces; inner ones, of words that were joined, become no-break spaces."""
    return "\N{NO-BREAK SPACE}".join(split_tokens(text or ""))


@dataclass(slots=True)
class LinkedTexts:
    """The two sides of a pair while it is read: words by the names by which links refer to them."""

    identifier: str
    line: int = 0
    # The number of the pair in the corpus, 0 where the document gives none.
    position: int = 0
    source: dict[str, str] = field(default_factory=dict)
    target: dict[str, str] = field(default_factory=dict)
    links: set[tuple[str, str]] = field(default_factory=set)
    confidences: dict[tuple[str, str], float] = field(default_factory=dict)
    unaligned_source: set[str] = field(default_factory=set)
    unaligned_target: set[str] = field(default_factory=set)
    annotator: str | None = None

    def to_row(self, number: int) -> AlignedRow:
        """Return the pair, or the reason why it is unusable: an empty side, or a link to a word that is not there."""
        line = self.line or number
        for side, words in (("source", self.source), ("target", self.target)):
            if not words:
                return Rejected(line, f"{self.identifier}: the {side} side has no words.")
        sources, targets = _number(self.source), _number(self.target)
        for name, indices in (
            *((source, sources) for source, _ in self.links),
            *((target, targets) for _, target in self.links),
        ):
            if name not in indices:
                return Rejected(line, f"{self.identifier}: a link names the word “{name[:40]}”, which is not there.")
        reading = Reading(
            {(sources[source], targets[target]): "S" for source, target in sorted(self.links)},
            frozenset(sources[name] for name in self.unaligned_source if name in sources),
            frozenset(targets[name] for name in self.unaligned_target if name in targets),
        )
        scores: dict[Cell, float] = {
            (sources[source], targets[target]): score for (source, target), score in self.confidences.items()
        }
        tokens = tuple(self.source.values()), tuple(self.target.values())
        sentence = AlignedSentence(
            number, reading, line, self.identifier, *tokens, confidences=scores or None, annotator=self.annotator
        )
        return reject_past_end(sentence, len(tokens[0]), len(tokens[1]))


def _number(words: Mapping[str, str]) -> dict[str, int]:
    return {name: index for index, name in enumerate(words)}


def number_pairs(pairs: Iterable[LinkedTexts], *, by_position: bool = False) -> Iterator[AlignedRow]:
    """Yield the pairs as rows in their order. `by_position`: they may have numbers of the corpus."""
    listed = list(pairs)
    numbers = [pair.position for pair in listed] if by_position else [0]
    if 0 in numbers or any(second <= first for first, second in pairwise(numbers)):
        numbers = list(range(1, len(listed) + 1))
    for number, pair in zip(numbers, listed, strict=True):
        yield pair.to_row(number)


def parse_position(text: str) -> int:
    """Return the number of a pair in the corpus, or 0 if the text is none."""
    is_number = text.isascii() and text.isdigit() and len(text) < len(str(MAX_SENTENCE_NUMBER))
    return int(text) if is_number else 0


def split_tokens(text: str) -> list[str]:
    """Return the parts between ASCII spaces."""
    return [part for part in text.replace("\t", " ").replace("\n", " ").replace("\r", " ").split(" ") if part]


def require_some(rows: Sequence[AlignedRow], documents: Documents, wanted: str) -> Sequence[AlignedRow]:
    """Return the rows. Raise FormatError that names the file if there are none."""
    if not rows:
        raise FormatError(next(iter(documents), "The file"), None, f"There is no {wanted} in this file.")
    return rows
