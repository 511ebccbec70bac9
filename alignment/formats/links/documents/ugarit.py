"""Ugarit's exports: XML, and JSON in which the words of both sides name each other."""

from __future__ import annotations

from collections.abc import Iterator

from alignment.formats.links.aligned import AlignedRow, AlignmentFormat, Kept
from alignment.formats.links.documents.aligned_text import find_title, read_aligned_text
from alignment.formats.links.documents.contents import (
    LinkedTexts,
    clean_word,
    is_xml,
    number_pairs,
    parse_json,
    require_some,
)
from alignment.formats.links.documents.reading import of_documents, refuse_to_write
from annotation_site.texts.faults import FormatError
from annotation_site.texts.unpacking import Documents


def _read_rows(documents: Documents) -> Iterator[AlignedRow]:
    pairs: list[LinkedTexts] = []
    for name, data in documents.items():
        if is_xml(data):
            title = find_title(data, name)
            sentences = list(read_aligned_text(name, data, f"{title}." if title else ""))
            if title and len(sentences) == 1:
                sentences[0].identifier = title
            pairs += sentences
        else:
            pairs.append(_read_json(name, data))
    yield from require_some(list(number_pairs(pairs)), documents, "aligned text")


def _read_json(name: str, data: bytes) -> LinkedTexts:
    value = parse_json(name, data)
    try:
        sides = value["tokens"]
        if len(sides) != 2:
            problem = f"The file aligns {len(sides)} texts with each other. Export it with two of them."
            raise FormatError(name, None, problem)
        pair = LinkedTexts(str(value.get("ugarit_id") or name))
        for words, tokens in ((pair.source, sides["l1"]), (pair.target, sides["l2"])):
            words.update({str(token["id"]): word for token in tokens if (word := clean_word(token["text"]))})
        pair.links = {(str(token["id"]), str(there)) for token in sides["l1"] for there in token["refs"]}
        pair.links |= {(str(there), str(token["id"])) for token in sides["l2"] for there in token["refs"]}
    except (KeyError, TypeError, AttributeError):
        raise FormatError(name, None, "This is not the JSON that Ugarit writes.") from None
    return pair


UGARIT = AlignmentFormat(
    "ugarit",
    0,
    of_documents(_read_rows),
    refuse_to_write("ugarit"),
    labelled=False,
    keeps=frozenset[Kept]({"identifiers", "tokens"}),
    needs_tokens=True,
    document_reader=_read_rows,
    is_written=False,
    example="<document>…<aligned-text>…",
)
