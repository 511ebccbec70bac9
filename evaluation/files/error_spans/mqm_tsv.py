"""Google's table of MQM ratings: one error a line, marked as <v>…</v> in the source or the target.

    system  doc  doc_id  seg_id  rater  source  target  category  severity

As in https://github.com/google/wmt-mqm-human-evaluation. A translation without errors has one line, `No-error`. Cells
hold no tabs and are not quoted; one that a spreadsheet would run as a formula has an apostrophe before it. Newer files
call two columns docSegId and globalSegId, and add others.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from alignment.formats import FormatError
from annotation_site.tables.cells import unescape_cell, write_tab_row
from evaluation.files.error_spans.records import RatedTranslation, RatingFile
from evaluation.files.lines import read_texts
from evaluation.metrics.error_spans.schemes import NO_ERROR, SOURCE, TARGET, ErrorSpan

COLUMNS = ("system", "doc", "doc_id", "seg_id", "rater", "source", "target", "category", "severity")
_ALSO: Mapping[str, str] = {"docSegId": "doc_id", "globalSegId": "seg_id"}
_MARKED = re.compile(r"(.*?)<v>(.*?)</v>(.*)", re.DOTALL)
_UNCLOSED = re.compile(r"(.*?)<v>(.*)()", re.DOTALL)
# Silent tests of raters (“hands-on-the-wheel”), with errors that no system made.
_TEST = "hotw"
_CONTROL = str.maketrans({"\t": " ", "\n": " ", "\r": " "})
_Key = tuple[str, str, str, str, str]


def read_mqm_tsv(file: RatingFile) -> Iterator[RatedTranslation]:
    """Yield each rater's marks on each translation, in the order of the file.

    An error that is marked nowhere covers the whole translation, as Non-translation does in these files. Where a line
    has a fault, the rater's whole rating of that translation is left out: it would have one error less.
    """
    rated: dict[_Key, RatedTranslation] = {}
    faulty: set[_Key] = set()
    for line, width, cells in _iterate_rows(file):
        if cells.get("severity", "").lower().startswith(_TEST):
            continue
        key = _find_key(cells)
        try:
            if len(cells) != width:
                raise FormatError(file.path, line, f"The row has {len(cells)} cells, but the header has {width}.")
            rated[key] = _add_line(file.path, line, cells, rated.get(key))
        except FormatError as fault:
            file.reject(fault)
            faulty.add(key)
    if not rated and not file.rejected:
        raise FormatError(file.path, None, "The file has no ratings.")
    yield from (rating for key, rating in rated.items() if key not in faulty)


def _find_key(cells: Mapping[str, str]) -> _Key:
    system, doc, doc_id, seg_id, rater = (cells.get(name, "") for name in COLUMNS[:5])
    return system, doc, doc_id, seg_id, rater


def _add_line(path: str, line: int, cells: Mapping[str, str], before: RatedTranslation | None) -> RatedTranslation:
    source, target = (_split(path, line, cells[name]) for name in (SOURCE, TARGET))
    before = before or RatedTranslation(*_find_key(cells), source[0], target[0], ())
    if (before.source, before.target) != (source[0], target[0]):
        raise FormatError(path, line, "The text differs from that of the rater’s other lines on this translation.")
    return replace(before, spans=(*before.spans, *_find_spans(cells, source, target)))


def rename_column(name: str) -> str:
    """Return the older name of a column."""
    return _ALSO.get(name, name)


def write_mqm_tsv(rated: Iterable[RatedTranslation]) -> Iterator[str]:
    """Yield the lines of a table, with its header."""
    yield write_tab_row(COLUMNS)
    for rating in rated:
        named = [rating.system, rating.doc, rating.doc_id, rating.seg_id, rating.rater]
        source, target = _clean(rating.source), _clean(rating.target)
        for span in rating.spans:
            texts = [_mark(source, span, SOURCE), _mark(target, span, TARGET)]
            yield write_tab_row([*named, *texts, span.category, span.severity])
        if not rating.spans:
            yield write_tab_row([*named, source, target, NO_ERROR, NO_ERROR.lower()])


def _iterate_rows(file: RatingFile) -> Iterator[tuple[int, int, dict[str, str]]]:
    """Yield each row with its line and with the number of cells that it should have."""
    header: list[str] = []
    for number, text in enumerate(read_texts(file.path, file.encoding), 1):
        if not header:
            header = [rename_column(name) for name in text.rstrip("\r\n").split("\t")]
            for name in COLUMNS:
                if name not in header:
                    raise FormatError(file.path, number, f"There is no column “{name}”. Columns: {', '.join(header)}.")
            continue
        if text.strip():
            cells = [unescape_cell(cell) for cell in text.rstrip("\r\n").split("\t")]
            names = [*header, *map(str, range(len(cells)))]
            yield number, len(header), dict(zip(names, cells, strict=False))


def _split(path: str, line: int, text: str) -> tuple[str, tuple[int, int] | None]:
    """Return the text without marks, and the place of its mark."""
    # Some published rows lack the end of a mark, where a tool cut it off.
    marked = _MARKED.fullmatch(text) or _UNCLOSED.fullmatch(text)
    plain = "".join(marked.groups()) if marked else text
    if "<v>" in plain or "</v>" in plain:
        raise FormatError(path, line, "A text has one <v> and one </v> after it, or none.")
    return plain, (len(marked[1]), len(marked[1]) + len(marked[2])) if marked else None


def _find_spans(
    cells: Mapping[str, str], source: tuple[str, tuple[int, int] | None], target: tuple[str, tuple[int, int] | None]
) -> list[ErrorSpan]:
    severity = cells["severity"].lower()
    if severity == NO_ERROR.lower() or cells["category"].lower() == NO_ERROR.lower():
        return []
    marks = [(side, span) for side, (_, span) in ((SOURCE, source), (TARGET, target)) if span is not None]
    return [
        ErrorSpan(side, *span, cells["category"], severity) for side, span in marks or [(TARGET, (0, len(target[0])))]
    ]


def _clean(text: str) -> str:
    """Return the text without what would end a cell or pass for a mark; it keeps its length, so that places hold."""
    return text.translate(_CONTROL).replace("<v>", "‹v›").replace("</v>", "‹/v›")


def _mark(text: str, span: ErrorSpan, side: str) -> str:
    if span.side != side:
        return text
    return f"{text[: span.start]}<v>{text[span.start : span.end]}</v>{text[span.end :]}"
