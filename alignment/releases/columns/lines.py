"""The lines that a chunk of pairs adds to the files of its release."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from alignment.formats import ALIGNMENT_FORMATS, Link
from alignment.formats.links.jsonl import encode_object
from alignment.formats.links.naacl import write_marks
from alignment.readings.links import Cell, write_cells
from alignment.releases.columns.chunk import LABELS, Chunk, Integers, Pattern, Truths, number_rows
from alignment.releases.columns.sides import split_by_pair
from alignment.releases.files import GOLD, GOLD_FILES, PROVENANCE, READINGS, SOURCE, TARGET, TEXTS, GoldFile
from alignment.releases.provenance import LinkOrigin
from annotation_site.releases.archives import to_json, to_json_line

_SURE, _POSSIBLE = LABELS.index("S"), LABELS.index("P")
Strings = NDArray[np.object_]


class ChunkLines:
    """The texts of a chunk's cells, of which many files take the same ones: a list has a text for each pair."""

    def __init__(self, chunk: Chunk) -> None:
        self._chunk = chunk
        self._number = len(chunk.rows)
        self._cells = make_column(write_cells([cell]) for cell in chunk.cells)
        self.sure, self.possible = (self._write_cells(chunk.labels == label) for label in (_SURE, _POSSIBLE))
        self.unaligned_source, self.unaligned_target = (
            side.list_by_pair(unaligned)
            for side, unaligned in zip((chunk.source, chunk.target), chunk.unaligned, strict=True)
        )

    def write(self, first: int) -> dict[str, str]:
        """Return the text that goes to the end of each file; the first pair gets this line."""
        rows = self._chunk.rows
        return {
            TEXTS: "".join(
                [
                    to_json_line(
                        {
                            "number": row.number,
                            "id": row.identifier,
                            "source_tokens": row.source_tokens,
                            "target_tokens": row.target_tokens,
                            "source_target_words": row.source_target_words,
                            "target_target_words": row.target_target_words,
                        }
                    )
                    for row in rows
                ]
            ),
            READINGS: "".join(self._write_readings()),
            PROVENANCE: "".join(self._write_origins()),
            GOLD: "".join(self._write_gold()),
            SOURCE: "".join([" ".join(row.source_tokens) + "\n" for row in rows]),
            TARGET: "".join([" ".join(row.target_tokens) + "\n" for row in rows]),
            **{name: "".join(self._write_gold_file(file, first)) for name, file in GOLD_FILES.items()},
        }

    def _write_cells(self, is_meant: Truths) -> list[str]:
        chunk = self._chunk
        return self._join(" ", self._cells[chunk.cell_numbers[is_meant]], chunk.pairs[is_meant])

    def _join(self, separator: str, texts: Strings, pairs: Integers) -> list[str]:
        return list(map(separator.join, split_by_pair(texts.tolist(), pairs, self._number)))

    def _write_gold(self) -> Iterable[str]:
        """Yield lines of gold.jsonl."""
        gold = self.sure, self.possible, self.unaligned_source, self.unaligned_target
        for row, sure, possible, source, target in zip(self._chunk.rows, *gold, strict=True):
            links = {"sure": sure, "possible": possible, "unaligned_source": source, "unaligned_target": target}
            yield encode_object({"id": row.identifier, **links}) + "\n"

    def _write_gold_file(self, file: GoldFile, first: int) -> list[str]:
        """Return the lines of each pair in one of GOLD_FILES."""
        chunk, written = self._chunk, ALIGNMENT_FORMATS[file.format]
        is_meant = chunk.labels == _SURE if file.is_sure_alone else chunk.labels > 0
        links: list[Link] = [(cell, label) for cell in chunk.cells for label in ("S", "P")]
        assert written.link_writer is not None
        texts = make_column([written.link_writer(link, file.base) for link in links])
        texts = texts[2 * chunk.cell_numbers[is_meant] + chunk.labels[is_meant] - _SURE]
        if not written.sparse:
            return [line + "\n" for line in self._join(" ", texts, chunk.pairs[is_meant])]
        by_pair = split_by_pair(texts.tolist(), chunk.pairs[is_meant], self._number)
        marks = zip(self.unaligned_source, self.unaligned_target, strict=True)
        return [
            "".join([*[f"{number} {link}" for link in links], *write_marks(number, source, target)])
            for number, (links, (source, target)) in enumerate(zip(by_pair, marks, strict=True), start=first)
        ]

    def _write_origins(self) -> Iterable[str]:
        """Yield lines of provenance.jsonl."""
        chunk = self._chunk
        numbers, firsts = number_rows([chunk.cell_numbers, chunk.pattern_numbers])
        cells, patterns = chunk.cell_numbers[firsts].tolist(), chunk.pattern_numbers[firsts].tolist()
        texts = make_column(
            [
                _write_origin(chunk.cells[cell], chunk.patterns[pattern])
                for cell, pattern in zip(cells, patterns, strict=True)
            ]
        )
        for row, links in zip(chunk.rows, self._join(",", texts[numbers], chunk.pairs), strict=True):
            yield f'{{"number":{row.number},"id":{to_json(row.identifier)},"links":[{links}]}}\n'

    def _write_readings(self) -> Iterable[str]:
        """Yield lines of readings.jsonl. A decision is source, target, the decision, and whether it has a reason."""
        chunk = self._chunk
        sure, possible = ([self._write_cells(votes == label) for votes in chunk.votes] for label in (_SURE, _POSSIBLE))
        source, target = (
            [side.list_by_pair(marked) for marked in marks]
            for side, marks in zip((chunk.source, chunk.target), chunk.marks, strict=True)
        )
        for place, (row, readings) in enumerate(zip(chunk.rows, chunk.readings, strict=True)):
            written = {
                name: {
                    "sure": sure[slot][place],
                    "possible": possible[slot][place],
                    "unaligned_source": source[slot][place],
                    "unaligned_target": target[slot][place],
                    "guideline": guideline,
                }
                for slot, (name, guideline, _) in enumerate(readings)
            }
            beside = {"readings": written, "decisions": sorted(row.decisions)}
            yield to_json_line({"number": row.number, "id": row.identifier, **beside})


def make_column(texts: Iterable[str | None]) -> Strings:
    given = list(texts)
    column = np.empty(len(given), object)
    column[:] = given
    return column


# Few cells and patterns of votes occur, many times each.
@lru_cache(maxsize=1 << 14)
def _write_origin(cell: Cell, pattern: Pattern) -> str:
    return LinkOrigin(cell, pattern.label, pattern.cause, pattern.is_noted, pattern.is_left_open).written
