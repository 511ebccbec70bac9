"""Encodings for people to choose, under the names of their programs."""

from __future__ import annotations

import codecs

ENCODINGS = [
    ("", "Detect automatically"),
    ("utf-8", "UTF-8"),
    ("utf-16", "UTF-16"),
    ("latin-1", "Western European (ISO 8859-1)"),
    ("cp1252", "Western European (Windows 1252)"),
    ("mac-roman", "Western European (Macintosh)"),
    ("cp850", "Western European (DOS 850)"),
    ("iso8859-2", "Central European (ISO 8859-2)"),
    ("cp1250", "Central European (Windows 1250)"),
    ("cp852", "Central European (DOS 852)"),
    ("cp1257", "Baltic (Windows 1257)"),
    ("iso8859-9", "Turkish (ISO 8859-9)"),
    ("cp1254", "Turkish (Windows 1254)"),
    ("cp1251", "Cyrillic (Windows 1251)"),
    ("koi8-r", "Cyrillic (KOI8-R)"),
    ("koi8-u", "Cyrillic (KOI8-U)"),
    ("iso8859-5", "Cyrillic (ISO 8859-5)"),
    ("cp866", "Cyrillic (DOS 866)"),
    ("iso8859-7", "Greek (ISO 8859-7)"),
    ("cp1253", "Greek (Windows 1253)"),
    ("iso8859-6", "Arabic (ISO 8859-6)"),
    ("cp1256", "Arabic (Windows 1256)"),
    ("iso8859-8", "Hebrew (ISO 8859-8)"),
    ("cp1255", "Hebrew (Windows 1255)"),
    ("cp874", "Thai (Windows 874)"),
    ("cp1258", "Vietnamese (Windows 1258)"),
    ("gb18030", "Chinese (GB 18030)"),
    ("big5", "Chinese (Big5)"),
    ("shift_jis", "Japanese (Shift JIS)"),
    ("euc_jp", "Japanese (EUC)"),
    ("euc_kr", "Korean (EUC)"),
]
# Supersets that are detected in place of the standards, since programs write their further characters, too.
_STANDARDS = {"cp932": "shift_jis", "cp949": "euc_kr", "big5hkscs": "big5"}


def name_encoding(encoding: str) -> str:
    """Return an encoding's name from the list, else its own name."""
    try:
        plain = codecs.lookup(encoding).name
    except LookupError:
        return encoding
    plain = _STANDARDS.get(plain, plain)
    names = {codecs.lookup(tag).name: label for tag, label in ENCODINGS if tag}
    return "UTF-8" if plain == "utf-8-sig" else names.get(plain, encoding.upper())
