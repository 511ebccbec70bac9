"""Tables as Parquet: typed columns, which R, Python and DuckDB read without options."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from types import TracebackType
from typing import IO, Any, Literal

ColumnType = Literal["text", "integer", "number", "truth"]
# Bytes of a row group before it is encoded, and rows that are taken at a time.
ROW_GROUP = 1 << 20
ROWS_AT_A_TIME = 5_000


class ParquetWriter:
    """A file that is made from batches of rows and handed to `write` a row group at a time."""

    def __init__(self, columns: Mapping[str, ColumnType], write: Callable[[bytes], object]) -> None:
        # Read when pyarrow is loaded. Its own pools keep 10 to 25 MB beside what the process has to spare already.
        os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")
        # 30 MB in every process that has it: loaded by those that need it.
        import pyarrow
        from pyarrow import parquet

        self._pyarrow = pyarrow
        self._schema = _make_schema(columns)
        self._waiting: list[Any] = []
        sink = pyarrow.PythonFile(_Sink(write), mode="w")
        self._writer = parquet.ParquetWriter(sink, self._schema, compression="zstd")
        # It encodes a group while the rows of the next are made: another core's time.
        self._thread = ThreadPoolExecutor(1, "tables")
        self._handed_over: Future[None] | None = None

    def __enter__(self) -> ParquetWriter:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        with self._thread:
            if error is None:
                self._hand_over()
                self._wait()
        self._writer.close()

    def add(self, columns: Sequence[Any]) -> None:
        """Append rows, given as lists or arrays of each column's values; None is a missing value."""
        cells = [
            self._pyarrow.array(column, type=field.type) for column, field in zip(columns, self._schema, strict=True)
        ]
        self._waiting.append(self._pyarrow.RecordBatch.from_arrays(cells, schema=self._schema))
        if sum(batch.nbytes for batch in self._waiting) >= ROW_GROUP:
            self._hand_over()

    def _hand_over(self) -> None:
        if self._waiting:
            self._wait()
            batches, self._waiting = self._waiting, []
            self._handed_over = self._thread.submit(self._write_group, batches)

    def _wait(self) -> None:
        """Let no more than one group wait, and raise what went wrong with it."""
        if self._handed_over is not None:
            self._handed_over.result()

    def _write_group(self, batches: list[Any]) -> None:
        group = self._pyarrow.Table.from_batches(batches)
        batches.clear()
        self._writer.write_table(group, row_group_size=max(group.num_rows, 1))
        del group
        # Kept for the next one otherwise, 30 MB of it.
        self._pyarrow.default_memory_pool().release_unused()


def write_parquet(columns: Mapping[str, ColumnType], rows: Iterable[Sequence[object]]) -> Iterator[bytes]:
    """Yield the bytes of a file with these rows, a row group at a time."""
    pieces: list[bytes] = []
    given = iter(rows)
    with ParquetWriter(columns, pieces.append) as writer:
        while group := list(islice(given, ROWS_AT_A_TIME)):
            writer.add(list(zip(*group, strict=True)))
            # The writer's thread may append between the two lines.
            if count := len(pieces):
                yield b"".join(pieces[:count])
                del pieces[:count]
    yield b"".join(pieces)


def read_parquet(file: IO[bytes], columns: Mapping[str, ColumnType]) -> Iterator[tuple[object, ...]]:
    """Yield the rows of a file that `ParquetWriter` wrote. Raise ValueError if its columns are others."""
    from pyarrow import parquet

    stored = parquet.ParquetFile(file)
    if stored.schema_arrow != _make_schema(columns):
        raise ValueError(f"the columns are not {', '.join(columns)}")
    for batch in stored.iter_batches(ROWS_AT_A_TIME):
        yield from zip(*(column.to_pylist() for column in batch.columns), strict=True)


def _make_schema(columns: Mapping[str, ColumnType]) -> Any:
    import pyarrow

    types = {
        "text": pyarrow.string(),
        "integer": pyarrow.int64(),
        "number": pyarrow.float64(),
        "truth": pyarrow.bool_(),
    }
    return pyarrow.schema([(name, types[kind]) for name, kind in columns.items()])


class _Sink:
    """The file that pyarrow writes to, which passes on what it gets and knows how much there was in all."""

    closed = False

    def __init__(self, write: Callable[[bytes], object]) -> None:
        self._write = write
        self._length = 0

    def write(self, data: Any) -> int:
        piece = bytes(data)
        self._length += len(piece)
        self._write(piece)
        return len(piece)

    def tell(self) -> int:
        return self._length

    def flush(self) -> None:
        """Pass everything on at once: nothing is kept."""

    def close(self) -> None:
        """Leave the file to those who gave `write`."""
