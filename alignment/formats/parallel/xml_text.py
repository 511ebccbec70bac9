"""XML read in small pieces as it arrives: no tree, no document type definition, no entities, no network."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import suppress
from html import escape
from typing import IO, Any

from defusedxml import DefusedXmlException, DTDForbidden
from defusedxml.ElementTree import DefusedXMLParser, ParseError

from alignment.formats.detection import BYTE_ORDER_MARK, MAX_LINE, detect_file_encoding
from alignment.formats.parallel.pairs import Pair, Row
from annotation_site.texts.faults import FormatError
from annotation_site.texts.not_text import refuse_document

PIECE = 1 << 16
# One start tag, comment or attribute cannot be longer: the parser holds it whole.
LONGEST_TOKEN = 4 << 20
DEEPEST = 200
# The parser remembers every name it has met.
MOST_NAMES = 2_000
XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
_DECLARED = re.compile(rb"<\?xml[^>]*?\sencoding\s*=\s*[\"']([A-Za-z][A-Za-z0-9._-]*)[\"']")
# Not begun inside a run of blanks: each of a million blanks would look ahead to the end of all of them.
_LINE_END = re.compile(r"(?<![ \t])[ \t]*[\r\n][ \t\r\n]*")
# Inline elements that stand for the end of a line or page: XLIFF 1.2 and TMX, XLIFF 2.
_LINE_BREAKS = frozenset({"lb", "pb", "x-br", "xlf:lb", "xlf:pb"})
_NOT_XML = re.compile("[\ufffe\uffff]")


class RefusedXml(Exception):
    """Raised inside the parser for a file that is unusable as a whole."""


class PairHandler:
    """Base of the readers of XML formats, which override the methods for elements, named by their local names, and add
    rows.

    `path` holds the names of the open elements, `locate` gives the line.
    """

    root = ""
    # Elements within a text whose content is code of the original, not text.
    codes: frozenset[str] = frozenset()

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.path: list[str] = []
        self.locate: Callable[[], int] = int
        self._names: set[str] = set()
        self._text: list[str] = []
        self._length = 0
        self._text_depth = 0
        self._code_depth = 0

    def open_element(self, name: str, attributes: Mapping[str, str]) -> None:
        """Handle the start of an element; `path` still ends with the parent."""
        raise NotImplementedError

    def close_element(self, name: str) -> None:
        """Handle the end of an element; `path` ends with the parent again."""
        raise NotImplementedError

    def open_inline(self, name: str, attributes: Mapping[str, str]) -> None:
        """Handle the start of an element within a text, outside of codes."""

    def close_inline(self, name: str) -> None:
        """Handle the end of an element within a text, outside of codes."""

    def is_code(self, name: str, attributes: Mapping[str, str]) -> bool:
        """Return whether the content of an element within a text is no text."""
        return name in self.codes

    def open_text(self) -> None:
        """Collect the text of the element that opens now."""
        self._text, self._length, self._text_depth = [], 0, len(self.path) + 1

    def cut_text(self) -> str:
        """Return what was collected since the last cut, with line ends as spaces, and go on collecting."""
        text = _LINE_END.sub(" ", "".join(self._text))
        self._text, self._length = [], 0
        return text

    def take_text(self) -> str:
        """Return the text collected, with line ends as spaces; truncated beyond the usable length."""
        self._text_depth = self._code_depth = 0
        return self.cut_text()

    def add_text(self, text: str) -> None:
        """Collect text outside codes; past the limit it is cut, one character too long, so that the row is rejected."""
        if self._text_depth and not self._code_depth and self._length <= MAX_LINE:
            self._text.append(text[: MAX_LINE + 1 - self._length])
            self._length += len(self._text[-1])

    # The names below are those the parser calls.

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        name = tag.rpartition("}")[2]
        if not self.path and name != self.root:
            raise RefusedXml(f"The file begins with <{name[:40]}>; <{self.root}> is expected.")
        self._remember(tag, *attributes)
        if len(self.path) == DEEPEST:
            raise RefusedXml(f"Elements are nested more than {DEEPEST} levels deep.")
        if not self._text_depth:
            self.open_element(name, attributes)
        elif not self._code_depth:
            self._open_within(name, attributes)
        self.path.append(name)

    def _open_within(self, name: str, attributes: Mapping[str, str]) -> None:
        if any(attributes.get(key) in _LINE_BREAKS for key in ("ctype", "subType", "type")):
            self.add_text("\n")  # between two words, and a space where the text is taken
        if self.is_code(name, attributes):
            self._code_depth = len(self.path) + 1
        elif name == "cp":
            self.add_text(_character(attributes.get("hex", "")))
        else:
            self.open_inline(name, attributes)

    def end(self, tag: str) -> None:
        depth = len(self.path)
        name = self.path.pop()
        if depth == self._code_depth:
            self._code_depth = 0
        elif depth > self._text_depth > 0 == self._code_depth:
            self.close_inline(name)
        if not self._text_depth or depth == self._text_depth:
            self.close_element(name)

    def data(self, text: str) -> None:
        self.add_text(text)

    def start_ns(self, prefix: str | None, uri: str | None) -> None:
        self._remember(f"{prefix}={uri}")

    def _remember(self, *names: str) -> None:
        self._names.update(names)
        if len(self._names) > MOST_NAMES:
            raise RefusedXml(f"The file uses more than {MOST_NAMES:,} different names of elements and attributes.")


class _Parser(DefusedXMLParser):
    """A parser that refuses every declaration inside the file. A bare `<!DOCTYPE tmx SYSTEM "tmx14.dtd">`, which many
    tools write, is ignored: nothing is ever fetched.
    """

    def __init__(self, target: PairHandler) -> None:
        super().__init__(target=target, forbid_dtd=True, forbid_entities=True, forbid_external=True)

    def defused_start_doctype_decl(
        self, name: str, sysid: str | None, pubid: str | None, has_internal_subset: int
    ) -> None:
        if has_internal_subset:
            raise DTDForbidden(name, sysid, pubid)

    @property
    def line(self) -> int:
        return int(self.parser.CurrentLineNumber)

    @property
    def waiting_from(self) -> int:
        return int(self.parser.CurrentByteIndex)


def read_xml(file: IO[bytes], handler: PairHandler, encoding: str, name: str) -> Generator[Row]:
    """Yield rows as their elements end. Raise FormatError if the file is not such XML, or is unsafe."""
    parser = _Parser(handler)
    handler.locate = lambda: parser.line
    refuse_document(file, name)
    fed = 0
    try:
        for text in _decode(file, encoding, name):
            fed += len(text.encode("utf-8", "surrogatepass"))
            parser.feed(text)
            if fed - max(parser.waiting_from, 0) > LONGEST_TOKEN:
                raise RefusedXml("A tag or comment is longer than 4 MB.")
            yield from _take(handler)
        parser.close()
        yield from _take(handler)
    except ParseError as error:
        raise FormatError(
            name, error.position[0], f"The XML is not well-formed here: {_explain_error(error)}."
        ) from None
    except DefusedXmlException:
        problem = "The file declares a document type or entities, which are not allowed for security reasons."
        raise FormatError(name, parser.line, problem) from None
    except (RefusedXml, UnicodeEncodeError) as error:
        problem = str(error) if isinstance(error, RefusedXml) else "The file is not valid text."
        raise FormatError(name, parser.line, problem) from None


def _take(handler: PairHandler) -> Iterator[Row]:
    rows, handler.rows = handler.rows, []
    yield from rows


def _explain_error(error: Any) -> str:
    return str(error).partition(":")[0]


def _decode(file: IO[bytes], encoding: str, name: str) -> Iterator[str]:
    try:
        decoder = codecs.getincrementaldecoder(encoding)("strict")
    except LookupError:
        raise FormatError(name, None, f"“{encoding}” is not an encoding.") from None
    line, is_start = 1, True
    while True:
        piece = file.read(PIECE)
        try:
            text = decoder.decode(piece, final=not piece)
        except UnicodeError:
            raise FormatError(name, line, f"The file is not valid {encoding} from about this line.") from None
        line += text.count("\n")
        if is_start:
            text = text.lstrip(BYTE_ORDER_MARK)
            is_start = not text
        if text:
            yield text
        if not piece:
            return


def detect_xml_encoding(file: IO[bytes], name: str = "") -> str:
    """Return the encoding by byte-order mark, else XML declaration, else bytes; leaves the file at its start."""
    file.seek(0)
    head = file.read(1000)
    file.seek(0)
    # A declaration that can be read as ASCII stands in no file of UTF-16, where each character has two bytes.
    declared = None if head.startswith(codecs.BOM_UTF8) else _DECLARED.search(head)
    if declared is not None:
        with suppress(LookupError):
            return codecs.lookup(declared[1].decode("ascii")).name
    return detect_file_encoding(file, name)


def _character(code: str) -> str:
    """Return the character of `<cp hex="001A"/>`, by which XLIFF 2 writes characters that XML cannot hold."""
    try:
        return chr(int(code, 16))
    except (ValueError, OverflowError):
        return "\N{REPLACEMENT CHARACTER}"


def escape_xml(text: str) -> str:
    """Return text that is safe in elements and attributes alike."""
    return escape(text, quote=True).replace("\t", "&#9;")


def find_fault_for_xml(pair: Pair) -> str | None:
    """Return a sentence that says why XML cannot hold the pair, or None."""
    if match := _NOT_XML.search("\n".join((pair.source, pair.target, pair.identifier or ""))):
        return f"The text holds U+{ord(match[0]):04X}, which XML does not allow."
    return None
