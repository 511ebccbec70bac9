"""Files that people give to a command by mistake."""

import zipfile
from collections.abc import Callable, Mapping
from io import BytesIO
from pathlib import Path


def _make_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def _write(content: bytes) -> Callable[[Path], object]:
    return lambda path: path.write_bytes(content)


def _zip(*names: str) -> bytes:
    file = BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name in names:
            archive.writestr(name, "<x/>")
    return file.getvalue()


UNUSABLE: Mapping[str, Callable[[Path], object]] = {
    "missing": Path.unlink,
    "folder": _make_folder,
    "empty": _write(b""),
    "pdf": _write(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<< /Type /Catalog >>\nendobj\n"),
    "picture": _write(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\x08\6\0\0\0"),
    "word": _write(_zip("[Content_Types].xml", "word/document.xml")),
    "zeros": _write(bytes(64)),
}
