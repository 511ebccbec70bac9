"""brat: a text and a file of marks beside it under the same name, `T1⇥Idiom 0 5;16 20⇥spill beans`.

Relations, events, attributes and notes are not read. Of annotators with a folder each, the folder is the name.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import PurePosixPath

from annotation_site.texts.faults import FormatError, Rejected, reject
from annotation_site.texts.marked_texts.marks import Mark, MarkedDocument, fit_mark
from annotation_site.texts.unpacking import Documents, read_text

_MARK = re.compile(r"(T\S*)\t(\S+) ([0-9]+ [0-9]+(?:;[0-9]+ [0-9]+)*)(?:\t(.*))?")
_LINE = re.compile(r"(?:[TREAMNWF][0-9]\S*|#[0-9]*|\*)\t")


def is_brat(name: str, head: str) -> bool:
    """Return whether a document that begins so is a file of marks."""
    lines = [line for line in head.splitlines()[:20] if line.strip()]
    is_of_marks = bool(lines) and all(_LINE.match(line) for line in lines[:-1] or lines)
    return (is_of_marks and any(_MARK.match(line) for line in lines)) or (name.lower().endswith(".ann") and not lines)


def read_brat(documents: Documents) -> Iterator[MarkedDocument | Rejected]:
    """Yield a document for each pair of files. Raise FormatError for marks without their text."""
    marks = {name: read_text(data) for name, data in documents.items() if is_brat(name, read_text(data[:4000]))}
    counts = Counter(PurePosixPath(name).stem for name in marks)
    for name, written in marks.items():
        path = PurePosixPath(name)
        text = next((documents[name] for name in _list_texts(path, documents)), None)
        if text is None:
            problem = (
                f"The text of these marks, {path.stem}.txt, is missing. Choose both files, or a ZIP archive with both."
            )
            raise FormatError(name, None, problem)
        annotator = path.parent.name if counts[path.stem] > 1 else ""
        yield from _read_document(path.stem, read_text(text).replace("\r\n", "\n"), written, annotator)


def _list_texts(path: PurePosixPath, documents: Documents) -> list[str]:
    """Return the names of the files that may hold the text, likeliest first: beside the marks, else anywhere."""
    beside = str(path.with_suffix(".txt"))
    return [
        *([beside] if beside in documents else []),
        *(name for name in documents if name.endswith(f"/{path.stem}.txt")),
    ]


def _read_document(name: str, text: str, written: str, annotator: str) -> Iterator[MarkedDocument | Rejected]:
    marks: list[Mark] = []
    for line, row in enumerate(written.splitlines(), start=1):
        if not row.startswith("T"):
            continue
        match = _MARK.fullmatch(row)
        if match is None:
            yield reject(line, f"{name}.ann: a line such as “T1⇥Idiom 0 5;16 20⇥words” is expected.", row)
            continue
        places = [span.split(" ") for span in match[3].split(";")]
        covered = [match[4].replace("\\n", "\n")] if match[4] else []
        spans = fit_mark(text, [(int(start), int(end)) for start, end in places], covered)
        if spans is None:
            reason = f"{name}.ann: {match[1]} marks “{(match[4] or '')[:40]}”, which is not at that place of the text."
            yield reject(line, reason, row)
        else:
            marks.append(Mark(match[2], spans))
    yield MarkedDocument(name, 1, text, annotator, tuple(marks))
