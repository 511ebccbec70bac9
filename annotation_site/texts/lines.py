"""Lines from bytes: detecting the encoding, and reading line by line."""

from __future__ import annotations

import codecs
import re
from collections.abc import Generator, Iterable, Iterator, Sequence
from itertools import chain
from typing import IO, TYPE_CHECKING

from annotation_site.texts.expected_languages import expected_languages
from annotation_site.texts.faults import FormatError
from annotation_site.texts.not_text import refuse_document

if TYPE_CHECKING:
    from annotation_site.texts.legacy_encodings import Guess

MAX_LINE = 1_000_000
SAMPLE = 1 << 16
_BLOCK = 1 << 13
BYTE_ORDER_MARK = "\ufeff"
# UTF-32 before UTF-16, whose mark is a prefix of it.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# In a file of UTF-8, so many characters for each byte that does not fit: one spoilt line makes it no other encoding.
_CHARACTERS_A_FAULT = 9
_BEYOND_ASCII = re.compile(rb"[\x80-\xff]")


def detect_encoding(first_bytes: bytes) -> str:
    """Return Python's name of the likeliest encoding; a suggestion that the user can correct.

    A byte-order mark decides, then UTF-8 if the bytes are valid UTF-8 (the last character may be cut), then the letters
    of the expected languages, then those of others.
    """
    return _detect_by_mark(first_bytes) or _name_legacy(_guess(first_bytes).encoding, first_bytes)


def _detect_by_mark(first_bytes: bytes) -> str | None:
    """Return the encoding if it is one of Unicode's."""
    for mark, name in _MARKS:
        if first_bytes.startswith(mark):
            return name
    if first_bytes.count(0) > len(first_bytes) // 5:
        return "utf-16-le" if first_bytes[1::2].count(0) >= first_bytes[::2].count(0) else "utf-16-be"
    is_utf_8 = _is_utf_8(codecs.getincrementaldecoder("utf-8")(), first_bytes) or _is_spoilt_utf_8(first_bytes)
    return "utf-8" if is_utf_8 else None


def is_encoding(name: str) -> bool:
    """Return whether Python decodes text by this name. Packers such as bz2 are codecs too: a small input of theirs
    fills the memory, and they encode no text.
    """
    try:
        "".encode(name)
    except (LookupError, UnicodeError):
        return False
    return True


def detect_file_encoding(file: IO[bytes], name: str = "") -> str:
    """Return the encoding as detect_encoding does, over the whole file in small pieces, so that an accent at the end
    counts too; leaves the file at its start. Raise FormatError if the text is none in any encoding.
    """
    file.seek(0)
    sample = file.read(SAMPLE)
    encoding = _detect_by_mark(sample)
    decoder = codecs.getincrementaldecoder("utf-8")()
    if encoding == "utf-8" and sample.isascii() and _is_utf_8(decoder, sample):
        while chunk := file.read(SAMPLE):
            if not _is_utf_8(decoder, chunk):
                sample, encoding = chunk, "utf-8" if _is_spoilt_utf_8(chunk) else None
                break
    file.seek(0)
    if encoding is not None:
        return encoding
    guess = _guess(sample)
    if not guess.is_readable:
        refuse_document(file, name)
        raise FormatError(name, None, _explain_unreadable())
    return _name_legacy(guess.encoding, sample)


def _is_utf_8(decoder: codecs.IncrementalDecoder, chunk: bytes) -> bool:
    try:
        decoder.decode(chunk)
    except UnicodeDecodeError:
        return False
    return True


def _is_spoilt_utf_8(sample: bytes) -> bool:
    """Return whether nearly all characters beyond ASCII are those of UTF-8, so that only some lines are at fault."""
    text = sample.decode("utf-8", "surrogateescape")
    faults = sum("\udc80" <= character <= "\udcff" for character in text)
    return len(text) - faults - _count_ascii(sample) >= _CHARACTERS_A_FAULT * faults


def _count_ascii(sample: bytes) -> int:
    return len(sample) - len(_BEYOND_ASCII.findall(sample))


def _guess(sample: bytes) -> Guess:
    from annotation_site.texts.legacy_encodings import guess_legacy_encoding  # most files are UTF-8 and need no guess

    return guess_legacy_encoding(sample, expected_languages())


def _name_legacy(encoding: str, sample: bytes) -> str:
    """Return the name of the standard where a text has nothing that only Windows adds to it."""
    return "latin-1" if encoding == "cp1252" and not re.search(rb"[\x80-\x9f]", sample) else encoding


def _explain_unreadable() -> str:
    languages = ", ".join(expected_languages())
    where = f" in a project or command for {languages}" if languages else ""
    return (
        f"The encoding of the text was not recognised{where}. Choose it under “Encoding” (--encoding in commands, "
        "encoding in the API), or save the file as UTF-8."
    )


def open_text(file: IO[bytes], encoding: str, name: str = "") -> Generator[str]:
    """Yield lines without their end, split at LF and CRLF, or at CR if the first line ends in one; a last line without
    end counts. U+2028 and U+0085 are characters of a line.

    Byte-order marks are dropped everywhere (tools that join files leave them inside the first token). Bytes that do not
    fit the encoding come out as lone surrogates, which every reader rejects row by row. A line over the limit is cut,
    one character too long, so that readers can reject it without holding it. Raise FormatError for a document, a
    picture or an archive.
    """
    refuse_document(file, name)
    if not is_encoding(encoding):
        raise FormatError(name, None, f"“{encoding}” is not an encoding.")
    number = 0
    try:
        for lines in _split_lines(_end_in_line_feeds(_decode(file, encoding))):
            yield from lines
            number += len(lines)
    except UnicodeError:
        raise FormatError(name, number + 1, f"The file is not {encoding} from about this line.") from None


def _decode(file: IO[bytes], encoding: str) -> Iterator[str]:
    """Yield the text in blocks, those before a fault first."""
    decoder = codecs.getincrementaldecoder(encoding)("surrogateescape")
    while data := file.read(_BLOCK):
        yield decoder.decode(data)
    yield decoder.decode(b"", final=True)


def _end_in_line_feeds(blocks: Iterator[str]) -> Iterator[str]:
    """Yield the blocks, those of a text whose lines end in CR alone with LF instead. The first block with an end of a
    line decides, so that all others cost nothing.
    """
    held = ""
    for block in blocks:
        text = held + block
        if "\n" in text:
            yield text
            yield from blocks
            return
        if "\r" in text[:-1]:
            yield from _replace_returns(chain([text], blocks))
            return
        # A CR at the end of a block may be the first half of CRLF.
        held = text[-1:] if text.endswith("\r") else ""
        yield text.removesuffix(held)
    yield held


def _replace_returns(blocks: Iterable[str]) -> Iterator[str]:
    held = ""
    for block in blocks:
        text = held + block
        held = text[-1:] if text.endswith("\r") else ""
        yield text.removesuffix(held).replace("\r\n", "\n").replace("\r", "\n")
    yield held.replace("\r", "\n")


def _split_lines(blocks: Iterable[str]) -> Iterator[Sequence[str]]:
    """Yield the lines of each block together: looking for what is rare costs once a block, not once a line."""
    rest = ""
    for block in blocks:
        if len(rest) > MAX_LINE + 1 and "\n" not in block:
            continue  # of a line that is cut already
        text = rest + block
        first, *others = text.split("\n")
        # Only the first, which may have begun in an earlier block, can be above the limit.
        *lines, rest = [first[: MAX_LINE + 1], *others] if others else [first[: MAX_LINE + 2]]
        yield _clean(lines, text)
    if rest:
        yield _clean([rest[: MAX_LINE + 1]], rest)


def _clean(lines: Sequence[str], text: str) -> Sequence[str]:
    if "\r" in text:
        lines = [line.removesuffix("\r") for line in lines]
    if BYTE_ORDER_MARK in text:
        lines = [line.replace(BYTE_ORDER_MARK, "") for line in lines]
    return lines


def is_too_long(line: str) -> bool:
    """Return whether the line has more than 1 MB in UTF-8."""
    if len(line) <= MAX_LINE // 4:
        return False
    return len(line) > MAX_LINE or len(line.encode("utf-8", "surrogatepass")) > MAX_LINE
