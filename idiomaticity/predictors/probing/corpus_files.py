"""Text files of a corpus, plain or gzipped, line by line."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from contextlib import closing
from typing import IO, Any

from annotation_site.texts.faults import FormatError
from annotation_site.texts.lines import MAX_LINE, SAMPLE, detect_encoding, open_text

_PACKED = b"\x1f\x8b"
# Text packs to a third or a tenth; one repeated letter to a thousandth, and a few kB would keep a worker busy.
MOST_RATIO = 200
_ALWAYS_READ = 64 << 20


def read_corpus_lines(file: IO[bytes], name: str, encoding: str = "") -> Iterator[str]:
    """Yield lines of the file from its start; raise FormatError for a damaged gzip file or a line over 1 MB."""
    size = file.seek(0, 2)
    file.seek(0)
    is_packed = file.read(2) == _PACKED
    file.seek(0)
    unpacked: Any = gzip.GzipFile(fileobj=file) if is_packed else file
    try:
        encoding = encoding or detect_encoding(unpacked.read(SAMPLE))
        unpacked.seek(0)
        with closing(open_text(unpacked, encoding, name)) as lines:
            for number, line in enumerate(lines, 1):
                if len(line) > MAX_LINE:
                    raise FormatError(name, number, "The line is longer than 1 MB. Write one sentence per line.")
                if "\0" in line:
                    raise FormatError(name, number, "The file is not text.")
                if is_packed and unpacked.tell() > max(_ALWAYS_READ, MOST_RATIO * size):
                    raise FormatError(name, number, f"The file unpacks to more than {MOST_RATIO} times its size.")
                yield line
    except (gzip.BadGzipFile, zlib.error, EOFError) as error:
        raise FormatError(name, None, "The gzip file is damaged.") from error
