"""Pairs of a text whose ID an earlier pair has, of the text or of the project: links by ID would go to the first."""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Iterable, Iterator
from typing import IO, Any, Literal

import numpy as np

from alignment.formats import Pair
from alignment.imports.jobs.copy_rows import escape
from alignment.imports.line_ranges import LineRanges
from annotation_site.assignments.models import Item
from annotation_site.projects.models import Project
from annotation_site.texts.names import LONGEST_IDENTIFIER

Choice = Literal["rename", "leave_out"]
CHUNK = 10_000
SHOWN_IDS = 5


class SeenIds:
    """The IDs of a text, 16 bytes for each, compared at its end with each other and with those of the project."""

    def __init__(self, project: Project) -> None:
        known = (_hash(identifier) for identifier in find_project_ids(project))
        self._known = np.fromiter(known, dtype=np.int64)
        self._hashes, self._lines = array("q"), array("q")

    def add(self, pair: Pair) -> None:
        """Note the ID of a pair, if it has one."""
        if pair.identifier is not None:
            self._hashes.append(_hash(pair.identifier))
            self._lines.append(pair.line)

    def to_json(self, rows: IO[bytes]) -> dict[str, Any]:
        """Return number and lines of pairs with an ID that an earlier one has, how many of these IDs are the project's,
        and the first IDs with their lines, found in the rows of the pairs.
        """
        hashes = np.frombuffer(self._hashes, dtype=np.int64)
        # Of equal hashes, `return_index` gives the first.
        _, firsts = np.unique(hashes, return_index=True)
        is_first = np.zeros(len(hashes), dtype=bool)
        is_first[firsts] = True
        is_known = np.isin(hashes, self._known)
        repeats = np.flatnonzero(~is_first | is_known)
        lines = LineRanges()
        for index in repeats:
            lines.add(self._lines[index])
        shown = list(dict.fromkeys(hashes[repeats].tolist()))[:SHOWN_IDS]
        return {
            **lines.to_json(),
            "in_project": int(is_known.sum()),
            "examples": _find_examples(rows, frozenset(shown)) if shown else [],
        }


def find_project_ids(project: Project) -> Iterator[str]:
    """Yield the IDs that pairs of the project have."""
    named = Item.versions.filter(project=project).exclude(identifier="")
    identifiers: Iterator[str] = named.values_list("identifier", flat=True).iterator(chunk_size=CHUNK)
    return identifiers


def write_single_ids(rows: Iterable[bytes], file: IO[bytes], project: Project, choice: Choice) -> int:
    """Write the rows, those with an ID that an earlier pair has under another name or not at all; return how many
    were written.
    """
    seen = {escape(identifier_of_project).encode() for identifier_of_project in find_project_ids(project)}
    count = 0
    for row in rows:
        line, identifier, content = row.split(b"\t", 2)
        name = identifier
        if identifier and identifier in seen:
            if choice == "leave_out":
                continue
            name = _rename(identifier, line, seen)
        seen.add(name)
        count += 1
        file.write(b"%b\t%b\t%b\n" % (line, name, content))
    return count


def _rename(identifier: bytes, line: bytes, seen: set[bytes]) -> bytes:
    """Return the ID with its line, and with a number where several pairs stand in a line."""
    number = 1
    while True:
        end = f":{line.decode()}" if number == 1 else f":{line.decode()}.{number}"
        name = (identifier.decode()[: LONGEST_IDENTIFIER - len(end)].rstrip("\\") + end).encode()
        if name not in seen:
            return name
        number += 1


def _find_examples(rows: IO[bytes], wanted: frozenset[int]) -> list[dict[str, Any]]:
    lines: dict[str, LineRanges] = {}
    rows.seek(0)
    for row in rows:
        line, identifier, _ = row.split(b"\t", 2)
        name = identifier.decode()
        if name and _hash(name) in wanted:
            lines.setdefault(name, LineRanges()).add(int(line))
    return [{"id": name, "lines": ranges.to_json()["lines"]} for name, ranges in lines.items()]


def _hash(identifier: str) -> int:
    digest = hashlib.blake2b(identifier.encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)
