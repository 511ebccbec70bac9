"""Tables as Excel, LibreOffice, pandas, R and Numbers write them, byte for byte in their ways."""

import csv
import io
import json
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from xml.sax.saxutils import escape

from openpyxl import Workbook

Rows = Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Dialect:
    """A way to write a table, and the name that its program gives the file."""

    name: str
    file_name: str
    write: Callable[[Rows], bytes]


def _delimited(encoding: str, delimiter: str, end: str, **options: Any) -> Callable[[Rows], bytes]:
    def write(rows: Rows) -> bytes:
        file = io.StringIO()
        csv.writer(file, delimiter=delimiter, lineterminator=end, **options).writerows(rows)
        return file.getvalue().encode(encoding, "replace")

    return write


def _r_table(rows: Rows) -> bytes:
    """Quote every text, as write.table of R does with tabs and `qmethod="double"`."""
    return _delimited("utf-8", "\t", "\n", quoting=csv.QUOTE_ALL)(rows)


def _plain_tabs(rows: Rows) -> bytes:
    return "".join("\t".join(row) + "\n" for row in rows).encode()


def _workbook(rows: Rows) -> bytes:
    book, file = Workbook(), io.BytesIO()
    assert book.active is not None
    for row in rows:
        book.active.append([float(cell) if cell.isascii() and cell.isdigit() else cell for cell in row])
    book.save(file)
    return file.getvalue()


def _open_document(rows: Rows) -> bytes:
    lines = []
    for row in rows:
        cells = [
            f'<table:table-cell office:value-type="string"><text:p>{escape(cell)}</text:p></table:table-cell>'
            for cell in row
        ]
        lines.append(f"<table:table-row>{''.join(cells)}</table:table-row>")
    names = " ".join(
        f'xmlns:{prefix}="urn:oasis:names:tc:opendocument:xmlns:{prefix}:1.0"' for prefix in ("office", "table", "text")
    )
    content = (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document-content {names}><office:body><office:spreadsheet>'
        f'<table:table table:name="Tabelle1">{"".join(lines)}</table:table></office:spreadsheet></office:body>'
        "</office:document-content>"
    )
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr(
            "META-INF/manifest.xml",
            '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>',
        )
        archive.writestr("content.xml", content)
    return file.getvalue()


def _json_records(rows: Rows) -> bytes:
    header, *others = rows
    return json.dumps([dict(zip(header, row, strict=True)) for row in others]).encode()


def _json_lines(rows: Rows) -> bytes:
    header, *others = rows
    objects = (json.dumps(dict(zip(header, row, strict=True)), ensure_ascii=False) for row in others)
    return "".join(f"{line}\n" for line in objects).encode()


DIALECTS = [
    Dialect("Excel, CSV UTF-8, comma", "table.csv", _delimited("utf-8-sig", ",", "\r\n")),
    Dialect("Excel, CSV UTF-8, semicolon", "table.csv", _delimited("utf-8-sig", ";", "\r\n")),
    Dialect("Excel, Unicode text", "table.txt", _delimited("utf-16", "\t", "\r\n")),
    Dialect("Excel, xlsx", "table.xlsx", _workbook),
    Dialect("LibreOffice, all quoted", "table.csv", _delimited("utf-8", ",", "\n", quoting=csv.QUOTE_ALL)),
    Dialect("LibreOffice, semicolon", "table.csv", _delimited("utf-8", ";", "\n")),
    Dialect("LibreOffice, ods", "table.ods", _open_document),
    Dialect("Numbers, semicolon", "table.csv", _delimited("utf-8", ";", "\r\n")),
    Dialect("pandas, to_csv", "table.csv", _delimited("utf-8", ",", "\n")),
    Dialect("pandas, to_csv with tabs", "table.tsv", _delimited("utf-8", "\t", "\n")),
    Dialect("pandas, to_json records", "table.json", _json_records),
    Dialect("pandas, to_json lines", "table.jsonl", _json_lines),
    Dialect("R, write.csv", "table.csv", _delimited("utf-8", ",", "\n", quoting=csv.QUOTE_ALL)),
    Dialect("R, write.csv2", "table.csv", _delimited("utf-8", ";", "\n", quoting=csv.QUOTE_ALL)),
    Dialect("R, write.table with tabs", "table.txt", _r_table),
    Dialect("tabs as they are", "table.tsv", _plain_tabs),
    Dialect("vertical bars", "table.txt", _delimited("utf-8", "|", "\n")),
]
