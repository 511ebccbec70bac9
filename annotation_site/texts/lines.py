"""Lines from bytes: detecting the encoding, and reading line by line."""

from __future__ import annotations

import codecs
import re
from collections.abc import Generator, Iterable, Iterator, Sequence
from itertools import chain
from typing import IO

from annotation_site.texts.faults import FormatError
from annotation_site.texts.not_text import refuse_document

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
# What spreadsheets and editors of the last thirty years write. Code pages of mainframes and others of that age fit
# nearly anything, and were taken for texts in which a few words were repeated often.
_GUESSED = [
    *(f"cp{number}" for number in range(1250, 1259)),
    *("latin_1", "iso8859_2", "iso8859_5", "iso8859_6", "iso8859_7", "iso8859_8", "iso8859_9"),
    *("koi8_r", "koi8_u", "cp874", "cp932", "euc_jp", "gb18030", "big5", "cp949"),
]
# Letters and signs of Western Europe; without õ and û, which are the Hungarian ő and ű of another code page.
_WESTERN = frozenset("äöüßáàâãåæéèêëíìîïñóòôøœúùçÄÖÜÉÈÀÁÅÆØÓÚÍÇÑ«»„“”‚‘’–—…€¡¿°§ªº·")
_FEW_BYTES = 4


def detect_encoding(first_bytes: bytes) -> str:
    """Return Python's name of the likeliest encoding; a suggestion that the user can correct.

    A byte-order mark decides, then UTF-8 if the bytes are valid UTF-8 (the last character may be cut), then Western
    European if it is among the plausible ones, then the likeliest other.
    """
    for mark, name in _MARKS:
        if first_bytes.startswith(mark):
            return name
    if first_bytes.count(0) > len(first_bytes) // 5:
        return "utf-16-le" if first_bytes[1::2].count(0) >= first_bytes[::2].count(0) else "utf-16-be"
    if _is_utf_8(codecs.getincrementaldecoder("utf-8")(), first_bytes):
        return "utf-8"
    return _guess_legacy_encoding(first_bytes)


def is_encoding(name: str) -> bool:
    """Return whether Python decodes text by this name. Packers such as bz2 are codecs too: a small input of theirs
    fills the memory, and they encode no text.
    """
    try:
        "".encode(name)
    except (LookupError, UnicodeError):
        return False
    return True


def detect_file_encoding(file: IO[bytes]) -> str:
    """Return the encoding as detect_encoding does, over the whole file in small pieces, so that an accent at the end
    counts too; leaves the file at its start.
    """
    file.seek(0)
    first = file.read(SAMPLE)
    guess = detect_encoding(first)
    decoder = codecs.getincrementaldecoder("utf-8")()
    if guess == "utf-8" and _is_utf_8(decoder, first):
        while chunk := file.read(SAMPLE):
            if not _is_utf_8(decoder, chunk):
                guess = _guess_legacy_encoding(chunk)
                break
    file.seek(0)
    return guess


def _is_utf_8(decoder: codecs.IncrementalDecoder, chunk: bytes) -> bool:
    try:
        decoder.decode(chunk)
    except UnicodeDecodeError:
        return False
    return True


def _guess_legacy_encoding(sample: bytes) -> str:
    western = "latin-1" if not re.search(rb"[\x80-\x9f]", sample) else "cp1252"
    if (
        b"\r" in sample
        and b"\n" not in sample
        and _count_small_letters(sample, "mac-roman") > _count_small_letters(sample, western)
    ):
        return "mac-roman"
    if len(re.findall(rb"[\x80-\xff]", sample)) < _FEW_BYTES:
        return western
    from charset_normalizer import from_bytes  # most files are UTF-8 and need no guess

    guesses = from_bytes(sample, cp_isolation=_GUESSED)
    best = guesses.best()
    if best is None or any(guess.encoding in ("cp1252", "latin_1") for guess in guesses) or _is_western(sample):
        return western
    # German quotation marks and umlauts are the same bytes in the Central European code page, which is rarer.
    if sample.decode(best.encoding, "replace") == sample.decode(western, "replace"):
        return western
    return best.encoding


def _is_western(sample: bytes) -> bool:
    """Return whether nearly all signs beyond ASCII are those of Western Europe, and few stand beside each other, as all
    do in other scripts.
    """
    signs = [character for character in sample.decode("cp1252", "replace") if character > "\x7f"]
    in_runs = sum(map(len, re.findall(rb"[\x80-\xff]{2,}", sample)))
    return sum(map(_WESTERN.__contains__, signs)) >= 0.9 * len(signs) and in_runs < 0.3 * len(signs)


def _count_small_letters(sample: bytes, encoding: str) -> int:
    """Return the number of small letters outside ASCII: in the wrong one of two encodings, many become other signs."""
    return sum(character > "\x7f" and character.islower() for character in sample.decode(encoding, "replace"))


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
