"""Tables as Parquet: typed columns, which R, Python and DuckDB read without being told anything."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Literal

ColumnType = Literal["text", "integer", "number", "truth"]
# Rows that are in memory at a time.
ROW_GROUP = 20_000


def write_parquet(columns: Mapping[str, ColumnType], rows: Iterable[Sequence[object]]) -> Iterator[bytes]:
    """Yield the bytes of a file, a row group at a time; None is a missing value."""
    # 60 MB in every process that has it: loaded by those that need it.
    import pyarrow
    from pyarrow import parquet

    types = {
        "text": pyarrow.string(),
        "integer": pyarrow.int64(),
        "number": pyarrow.float64(),
        "truth": pyarrow.bool_(),
    }
    schema = pyarrow.schema([(name, types[kind]) for name, kind in columns.items()])
    written = _Written()
    given = iter(rows)
    with parquet.ParquetWriter(pyarrow.PythonFile(written, mode="w"), schema, compression="zstd") as writer:
        while group := list(islice(given, ROW_GROUP)):
            cells = [
                pyarrow.array(column, type=field.type)
                for column, field in zip(zip(*group, strict=True), schema, strict=True)
            ]
            writer.write_table(pyarrow.Table.from_arrays(cells, schema=schema), row_group_size=ROW_GROUP)
            yield written.take()
    yield written.take()


class _Written:
    """A sink that gives away what was written since the last time, and knows how much there was in all."""

    closed = False

    def __init__(self) -> None:
        self._pieces: list[bytes] = []
        self._length = 0

    def write(self, data: Any) -> int:
        piece = bytes(data)
        self._pieces.append(piece)
        self._length += len(piece)
        return len(piece)

    def take(self) -> bytes:
        taken = b"".join(self._pieces)
        self._pieces.clear()
        return taken

    def tell(self) -> int:
        return self._length

    def flush(self) -> None:
        """Keep everything: it is taken, not flushed."""

    def close(self) -> None:
        """Stay readable: the file's end is taken after it was closed."""
