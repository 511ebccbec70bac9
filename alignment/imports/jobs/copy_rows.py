"""Pairs as rows that COPY takes, but for what only an import knows: their items.

A preview keeps those of all pairs that it found, so that its import copies them and reads, splits and checks nothing
again. Rows made by other code, or under another scope of the project, are left alone, and the import reads the text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import IO, Any

from django.conf import settings

from alignment.formats import Pair
from alignment.imports.jobs.texts import TargetWords
from annotation_site.jobs.models import Job, Upload
from annotation_site.jobs.running import JobRun
from annotation_site.jobs.uploads import keep_made_file

# Raise it when a reader, a splitter, a check or the columns below begin to give other rows.
FORM = 2
CONTENT_COLUMNS = (
    "source_tokens", "target_tokens", "source_text", "target_text", "source_target_words", "target_target_words",
    "is_indexed",
)  # fmt: skip
SEAM = '","'
PIECE = 1 << 16


def write_row(pair: Pair, target_words: TargetWords) -> bytes:
    """Return the line of a pair, its identifier and its columns, without an end of line."""
    source, target = pair.source_tokens or (), pair.target_tokens or ()
    # The text is kept only where its tokens, joined by spaces, do not give it back.
    source_text = "" if " ".join(source) == pair.source else escape(pair.source)
    target_text = "" if " ".join(target) == pair.target else escape(pair.target)
    source_words, target_words_found = map(_write_indices, target_words.find(pair))
    identifier = escape(pair.identifier) if pair.identifier else ""
    columns = f"{_write_array(source)}\t{_write_array(target)}\t{source_text}\t{target_text}"
    return f"{pair.line}\t{identifier}\t{columns}\t{source_words}\t{target_words_found}\tf".encode()


def keep_rows(run: JobRun, file: IO[bytes], target_words: TargetWords) -> dict[str, Any]:
    """Keep the rows of a preview with its uploads, while it completes; return what its result says of them."""
    upload = keep_made_file(run.job, file, f"preview-{run.job.pk}.rows")
    return {"upload": upload.pk, "made_as": _list_conditions(target_words)}


def find_kept_rows(preview: Job) -> Upload | None:
    """Return the file in which a preview kept its rows, if it did."""
    rows = preview.result.get("rows")
    return preview.uploads.filter(pk=rows["upload"]).first() if rows else None


def are_as_now(preview: Job, target_words: TargetWords) -> bool:
    """Return whether the rows of a preview are those that this code would make for its project now."""
    return bool(preview.result["rows"]["made_as"] == _list_conditions(target_words))


def read_rows(run: JobRun, file: IO[bytes], total: int) -> Iterator[bytes]:
    """Yield kept rows, and report how many there were."""
    count, rest = 0, b""
    while piece := file.read(PIECE):
        *rows, rest = (rest + piece).split(b"\n")
        yield from rows
        count += len(rows)
        run.report(min(count, total), total)


def escape(text: str) -> str:
    """Return a text as COPY reads it."""
    if "\\" not in text and text.isprintable():
        return text
    return text.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r")


def _list_conditions(target_words: TargetWords) -> list[Any]:
    return [settings.VERSION, FORM, target_words.is_needed]


def _write_indices(indices: Sequence[int]) -> str:
    return "{" + ",".join(map(str, indices)) + "}" if indices else "{}"


def _write_array(tokens: Sequence[str]) -> str:
    text = SEAM.join(tokens)
    if "\\" in text or text.count('"') > 2 * (len(tokens) - 1):
        quoted = (token.replace("\\", "\\\\").replace('"', '\\"') for token in tokens)
        text = escape(SEAM.join(quoted))
    return f'{{"{text}"}}'
