"""Encodings for people to choose, under the names of their programs."""

from __future__ import annotations

import codecs

ENCODINGS = [
    ("", "Detect automatically"),
    ("utf-8", "UTF-8"),
    ("utf-16", "UTF-16"),
    ("latin-1", "Western European (ISO 8859-1)"),
    ("cp1252", "Western European (Windows 1252)"),
    ("iso8859-2", "Central European (ISO 8859-2)"),
    ("cp1250", "Central European (Windows 1250)"),
    ("cp1251", "Cyrillic (Windows 1251)"),
    ("koi8-r", "Cyrillic (KOI8-R)"),
    ("iso8859-7", "Greek (ISO 8859-7)"),
    ("cp1256", "Arabic (Windows 1256)"),
    ("cp1255", "Hebrew (Windows 1255)"),
    ("gb18030", "Chinese (GB 18030)"),
    ("big5", "Chinese (Big5)"),
    ("shift_jis", "Japanese (Shift JIS)"),
    ("euc_jp", "Japanese (EUC)"),
    ("euc_kr", "Korean (EUC)"),
]


def name_encoding(encoding: str) -> str:
    """Return an encoding's name from the list, else its own name."""
    try:
        plain = codecs.lookup(encoding).name
    except LookupError:
        return encoding
    names = {codecs.lookup(tag).name: label for tag, label in ENCODINGS if tag}
    return "UTF-8" if plain == "utf-8-sig" else names.get(plain, encoding.upper())
