"""The rows that a chunk of pairs adds to the tables of its release."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from alignment.releases.columns.chunk import Chunk
from alignment.releases.columns.lines import ChunkLines, make_column

Columns = Sequence[Sequence[object] | NDArray[Any]]


def list_pairs(chunk: Chunk, lines: ChunkLines) -> Columns:
    """Return the columns of PAIRS."""
    return (
        [row.number for row in chunk.rows],
        [row.identifier for row in chunk.rows],
        [" ".join(row.source_tokens) for row in chunk.rows],
        [" ".join(row.target_tokens) for row in chunk.rows],
        lines.sure,
        lines.possible,
        [" ".join(map(str, words)) for words in lines.unaligned_source],
        [" ".join(map(str, words)) for words in lines.unaligned_target],
    )


def list_links(chunk: Chunk) -> Columns:
    """Return the columns of LINKS."""
    return (
        np.array([row.number for row in chunk.rows], np.int64)[chunk.pairs],
        make_column([row.identifier for row in chunk.rows])[chunk.pairs],
        chunk.sources,
        chunk.targets,
        make_column(chunk.source.words)[chunk.source_places],
        make_column(chunk.target.words)[chunk.target_places],
        make_column([pattern.label for pattern in chunk.patterns])[chunk.pattern_numbers],
        make_column([pattern.cause for pattern in chunk.patterns])[chunk.pattern_numbers],
    )
