"""Signs by which formats are recognised, each with the reason that people are shown."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from alignment.formats.links.aligned import Base
from alignment.formats.links.registry import ALIGNMENT_FORMATS
from annotation_site.texts.faults import FormatError
from annotation_site.texts.json_lines import read_json, split_array

Kind = Literal["links", "text"]
_LINK = "|".join(layout.link for layout in ALIGNMENT_FORMATS.values() if layout.link)
# Possessive: a link fits several notations, and a line of 30 with a fault at its end would be tried in 4³⁰ ways.
_LINK_LINE = re.compile(rf"(?:[^\t]+\t)?\s*+(?>(?:{_LINK})(?:\s+|$))*+")
_NUMBERS = re.compile(r"[0-9]+\s+[0-9]+")
_NAACL_LINK = re.compile(r"[0-9]+\s+[0-9]+\s+[0-9]+(?:\s+(?:[SP]|[0-9.eE+-]+)){0,2}\s*")
_NAACL_TEXT = re.compile(r"\s*<s\s+snum\s*=.*", re.IGNORECASE)
_GIZA_HEADER = re.compile(r"#\s*sentence pair.*", re.IGNORECASE)
_MT_EQUAL_ROW = re.compile(r"[^\t]*\t[^\t]*\t[^\t]*\t[01]\t[^\t]*\t(?:[0-9]+-[0-9]+ ?)*+(?:\t.*)?")
_ALIGNED_TEXT = re.compile(r"<(?:[a-z]+:)?aligned-text[\s/>]")
_RECORDS = re.compile(r'"(?:source_ids|selectors|references|source)"\s*:\s*[\[{]')
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

    def to_json(self) -> dict[str, object]:
        """Return the format as the command line and pages have it."""
        return {
            "name": self.name,
            "kind": self.kind,
            "base": self.base,
            "is_reversed": self.is_reversed,
            "reason": self.reason,
        }


def _recognise_xml(lines: Sequence[str]) -> Iterator[Candidate]:
    if lines[0].lstrip().startswith("<") and (match := _XML_ROOT.search("\n".join(lines[:50]))):
        yield Candidate(match[1], "text", f"It begins with <{match[1]}>.")


def _recognise_documents(lines: Sequence[str]) -> Iterator[Candidate]:
    """Yield the format of an alignment tool whose files are read whole, by the names that it gives its parts."""
    text = "\n".join(lines)
    first = text.lstrip()[:1]
    if first == "<" and _ALIGNED_TEXT.search(text):
        is_ugarit = "<document" in text[:500]
        reason = "It begins with <document> and has <aligned-text>." if is_ugarit else "It begins with <aligned-text>."
        yield Candidate("ugarit" if is_ugarit else "alpheios", "links", reason, 0, is_reversed=False)
    elif first == "{" and ('"docSource"' in text or '"alignedText"' in text):
        yield Candidate("alpheios", "links", "It is JSON with alignedText and alignment groups.", 0, is_reversed=False)
    elif first == "{" and '"ugarit_id"' in text:
        yield Candidate("ugarit", "links", "It is JSON with a ugarit_id.", 0, is_reversed=False)
    elif first in ("{", "[") and _is_burrito(text):
        yield Candidate("burrito", "links", "It is JSON with records of source and target words.", 0, is_reversed=False)
    elif "\\zaln-s" in text:
        yield Candidate("usfm", "links", "It is USFM with alignment milestones (\\zaln-s).", 0, is_reversed=False)


def _is_burrito(text: str) -> bool:
    return ('"records"' in text or '"source_ids"' in text) and _RECORDS.search(text) is not None


def _recognise_giza(lines: Sequence[str]) -> Iterator[Candidate]:
    if not _GIZA_HEADER.fullmatch(lines[0]):
        return
    if any("/ /" in line or re.search(r"\(\{[^}]* p[0-9]", line) for line in lines[2::3]):
        yield Candidate("giza-sp", "links", "It has headers “# sentence pair” and groups with “/ /” or p.", 1)
    else:
        yield Candidate("giza", "links", "It has headers “# Sentence pair” and groups ({ … }).", 1)


def _recognise_jsonl(lines: Sequence[str]) -> Iterator[Candidate]:
    try:
        keys = {key for line in islice(split_array(lines), 20) for key in read_json(line)}
    except (FormatError, ValueError, RecursionError, TypeError):  # no JSON, and so another format
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
    for layout in ALIGNMENT_FORMATS.values():
        if layout.sign and re.search(layout.sign[0], links):
            yield Candidate(layout.name, "links", layout.sign[1])
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
    elif (
        all(len(row) > 1 for row in cells)
        and not all(_LINK_LINE.fullmatch(line) for line in lines)
        and not all(line.count("|||") == 1 for line in lines)  # an ID before a pair
    ):
        yield Candidate("table", "text", "Each row has columns separated by tabs.")


def _recognise_text(lines: Sequence[str]) -> Iterator[Candidate]:
    if all(line.count("|||") == 1 for line in lines):
        yield Candidate("bitext", "text", "Each line has “|||” once.")
    elif all(_NAACL_TEXT.fullmatch(line) for line in lines):
        yield Candidate("naacl", "text", "Each line is <s snum=…>; the translation is a second file.")


def _recognise_moses(lines: Sequence[str]) -> Iterator[Candidate]:
    """Yield moses only if nothing else fits: any text can be one of two parallel files."""
    others = [
        candidate for recognise in RECOGNISERS if recognise is not _recognise_moses for candidate in recognise(lines)
    ]
    if not others and not any(line.startswith(("{", "<")) for line in lines[:1]):
        yield Candidate("moses", "text", "Plain lines; the translation is a second, line-aligned file.")


RECOGNISERS: tuple[Callable[[Sequence[str]], Iterator[Candidate]], ...] = (
    _recognise_xml,
    _recognise_documents,
    _recognise_giza,
    _recognise_jsonl,
    _recognise_numbers,
    _recognise_tables,
    _recognise_links,
    _recognise_text,
    _recognise_moses,
)
