"""Alpheios: XML of its first alignment editor, JSON of the present one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from alignment.formats.links.aligned import AlignedRow, AlignmentFormat, Kept
from alignment.formats.links.documents.aligned_text import read_aligned_text, write_aligned_text
from alignment.formats.links.documents.contents import (
    LinkedTexts,
    clean_word,
    is_xml,
    number_pairs,
    parse_json,
    require_some,
)
from alignment.formats.links.documents.reading import of_documents
from annotation_site.texts.faults import FormatError
from annotation_site.texts.unpacking import Documents


def _read_rows(documents: Documents) -> Iterator[AlignedRow]:
    pairs: list[LinkedTexts] = []
    for name, data in documents.items():
        pairs += read_aligned_text(name, data) if is_xml(data) else _read_json(name, data)
    yield from require_some(list(number_pairs(pairs, by_position=True)), documents, "aligned sentence")


def _read_json(name: str, data: bytes) -> Iterator[LinkedTexts]:
    """Yield the segments with their links; they correspond by index."""
    value = parse_json(name, data)
    try:
        targets = dict(value["targets"])
        if len(targets) != 1:
            problem = f"The file has {len(targets)} translations. Export it with one of them."
            raise FormatError(name, None, problem)
        ((target_name, target),) = targets.items()
        sources, translated = _read_segments(value["origin"]), _read_segments(target)
        groups: dict[Any, set[tuple[str, str]]] = {}
        for group in value.get("alignmentGroups") or []:
            actions = group["actions"]
            if actions["targetId"] == target_name:
                links = {(str(source), str(there)) for source in actions["origin"] for there in actions["target"]}
                groups.setdefault(actions["segmentIndex"], set()).update(links)
    except (KeyError, TypeError, AttributeError, ValueError):
        raise FormatError(name, None, "This is not the JSON that the Alpheios alignment editor writes.") from None
    for index in dict.fromkeys([*sources, *translated]):
        yield LinkedTexts(
            str(index),
            source=sources.get(index, {}),
            target=translated.get(index, {}),
            links=groups.get(index, set()),
        )


def _read_segments(text: Any) -> dict[Any, dict[str, str]]:
    segments: dict[Any, dict[str, str]] = {}
    for segment in text["alignedText"]["segments"]:
        words = {str(token["idWord"]): clean_word(token["word"]) for token in segment["tokens"]}
        segments[segment["index"]] = {name: word for name, word in words.items() if word}
    return segments


ALPHEIOS = AlignmentFormat(
    "alpheios",
    0,
    of_documents(_read_rows),
    write_aligned_text,
    labelled=False,
    keeps=frozenset[Kept]({"identifiers", "tokens"}),
    needs_tokens=True,
    document_reader=_read_rows,
    example='<aligned-text><sentence id="1">…',
)
