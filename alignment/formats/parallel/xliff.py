"""XLIFF 1.2 and 2.x, the exchange format of localisation: units with source and target."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from typing import IO

from alignment.formats.parallel.pairs import Languages, Pair, Row, make_pair
from alignment.formats.parallel.tmx import UNKNOWN_LANGUAGE
from alignment.formats.parallel.xml_text import (
    PairHandler,
    RefusedXml,
    detect_xml_encoding,
    escape_xml,
    fits_language,
    read_xml,
)

# Where a pair's texts stand: in a trans-unit (1.2), or in a segment of a unit (2.x).
_PAIR_ELEMENTS = frozenset({"trans-unit", "segment"})


class _XliffHandler(PairHandler):
    root = "xliff"
    codes = frozenset({"bpt", "ept", "ph", "it"})

    def __init__(self, languages: Languages) -> None:
        super().__init__()
        self._languages = languages
        self._is_reversed = False
        self._unit = ""
        self._segments = 0
        self._line = 0
        self._texts = {"source": "", "target": ""}

    def open_element(self, name: str, attributes: Mapping[str, str]) -> None:
        if name in ("xliff", "file"):
            self._compare_languages(attributes)
        elif name == "unit":
            self._unit, self._segments = attributes.get("id", ""), 0
        elif name in _PAIR_ELEMENTS:
            if name == "trans-unit":
                self._unit, self._segments = attributes.get("id", ""), 0
            self._segments += 1
            self._line = self.locate()
            self._texts = {"source": "", "target": ""}
        elif self._is_side(name):
            self.open_text()

    def close_element(self, name: str) -> None:
        if self._is_side(name):
            self._texts[name] = self.take_text()
        elif name in _PAIR_ELEMENTS:
            # The second segment of unit 7 is 7.2; the first goes by the unit's own name.
            identifier = self._unit if self._segments == 1 else f"{self._unit}.{self._segments}"
            source, target = self._texts["source"], self._texts["target"]
            if self._is_reversed:
                source, target = target, source
            self.rows.append(make_pair(self._line, source, target, identifier or None))

    def _is_side(self, name: str) -> bool:
        """Return whether the element is a side itself; those in alternatives, matches and notes lie deeper."""
        return name in self._texts and bool(self.path) and self.path[-1] in _PAIR_ELEMENTS

    def _compare_languages(self, attributes: Mapping[str, str]) -> None:
        source = attributes.get("source-language") or attributes.get("srcLang")
        target = attributes.get("target-language") or attributes.get("trgLang")
        wanted_source, wanted_target = self._languages
        if source is None or not wanted_source or not wanted_target:
            return
        self._is_reversed = False
        if _fit(source, wanted_source) and _fit(target, wanted_target):
            return
        if not (_fit(source, wanted_target) and _fit(target, wanted_source)):
            has = f"{source} to {target}" if target else source
            raise RefusedXml(f"The file translates from {has}; {wanted_source} to {wanted_target} is expected.")
        self._is_reversed = True


def _fit(given: str | None, wanted: str) -> bool:
    return given in (None, UNKNOWN_LANGUAGE) or fits_language(given or "", wanted) is not None


def read_xliff(
    file: IO[bytes], names: Sequence[str] = ("file",), encoding: str = "", languages: Languages = ("", "")
) -> Generator[Row]:
    """Yield units of both versions; a file that translates in the other direction is reversed."""
    return read_xml(file, _XliffHandler(languages), encoding or detect_xml_encoding(file), names[0])


def write_xliff(pairs: Iterable[Pair], languages: Languages) -> Iterator[tuple[str, ...]]:
    """Yield XLIFF 1.2, which every tool reads. A unit must have an id: without an identifier it is the place in the
    file.
    """
    source, target = (escape_xml(language or UNKNOWN_LANGUAGE) for language in languages)
    yield (
        '<?xml version="1.0" encoding="UTF-8"?>\n<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">\n'
        f'<file original="pairs" source-language="{source}" target-language="{target}" datatype="plaintext">\n<body>\n',
    )
    for place, pair in enumerate(pairs, start=1):
        identifier = str(place) if pair.identifier is None else escape_xml(pair.identifier)
        yield (
            f'<trans-unit id="{identifier}"><source>{escape_xml(pair.source)}</source>'
            f"<target>{escape_xml(pair.target)}</target></trans-unit>\n",
        )
    yield ("</body>\n</file>\n</xliff>\n",)
