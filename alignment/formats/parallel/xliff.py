"""XLIFF 1.2 and 2.x, the exchange format of localisation: units with source and target."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import IO

from alignment.formats.parallel.language_tags import fits_language
from alignment.formats.parallel.pairs import Languages, Pair, Row, make_pair
from alignment.formats.parallel.tmx import UNKNOWN_LANGUAGE
from alignment.formats.parallel.xml_text import (
    PairHandler,
    RefusedXml,
    detect_xml_encoding,
    escape_xml,
    read_xml,
)
from annotation_site.texts.faults import Untranslated, reject

# Where a pair's texts stand: in a trans-unit (1.2), or in a segment of a unit (2.x).
_PAIR_ELEMENTS = frozenset({"trans-unit", "segment"})
_SIDES = frozenset({"source", "seg-source", "target"})
# Tools fill the target with the source until somebody translates it.
_UNTOUCHED_STATES = frozenset({"new", "needs-translation", "initial"})
# Phrase (formerly Memsource) writes codes as text: {1>bold<1}, {2}, {i>italic<i}.
_PHRASE_NAMES = "{http://www.memsource.com/mxlf/"
_PHRASE_CODE = re.compile(r"\{(?:\d{1,4}|[biu^_]{1,3}|j)>|<(?:\d{1,4}|[biu^_]{1,3}|j)\}|\{(?:\d{1,4}|j)\}")


@dataclass(slots=True)
class _Unit:
    """The texts of a trans-unit or segment, and the segments that <mrk mtype="seg"> marks in each, by their mid."""

    line: int = 0
    is_translatable: bool = True
    state: str = ""
    texts: dict[str, str] = field(default_factory=dict)
    segments: dict[str, dict[str, str]] = field(default_factory=dict)

    def pairs(self) -> Iterator[tuple[str, str, str]]:
        """Yield name, source and target of each segment; the name of a whole unit is empty."""
        sources = self.segments.get("seg-source") or self.segments.get("source") or {}
        targets = self.segments.get("target") or {}
        source, target = self.texts.get("source", ""), self.texts.get("target", "")
        if len(sources) == 1 and not targets:
            targets = dict.fromkeys(sources, target)
        if sources and (targets or not target.strip()):
            for mid in {**sources, **targets}:
                yield mid, sources.get(mid, ""), targets.get(mid, "")
        else:
            yield "", source, target


class _XliffHandler(PairHandler):
    root = "xliff"
    codes = frozenset({"bpt", "ept", "ph", "it", "sub"})

    def __init__(self, languages: Languages) -> None:
        super().__init__()
        self._languages = languages
        self._is_reversed = self._is_of_phrase = False
        self._name = ""
        self._segments = 0
        self._unit = _Unit()
        self._cut: dict[str, str] = {}
        self._mark: tuple[str, int] | None = None

    def open_element(self, name: str, attributes: Mapping[str, str]) -> None:
        if name in ("xliff", "file"):
            self._is_of_phrase = self._is_of_phrase or any(name.startswith(_PHRASE_NAMES) for name in attributes)
            self._compare_languages(attributes)
        elif name in ("unit", "trans-unit"):
            self._name, self._segments = attributes.get("id", ""), 0
        if name in _PAIR_ELEMENTS:
            self._segments += 1
            is_translatable = attributes.get("translate") != "no"
            self._unit = _Unit(self.locate(), is_translatable, attributes.get("state", ""))
        elif self._is_side(name):
            if name == "target" and "state" in attributes:
                self._unit.state = attributes["state"]
            self._cut = {}
            self.open_text()

    def is_code(self, name: str, attributes: Mapping[str, str]) -> bool:
        # Tracked changes of Trados Studio keep what was deleted.
        return super().is_code(name, attributes) or attributes.get("mtype", "").endswith("deleted")

    def open_inline(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "mrk" and attributes.get("mtype") == "seg" and "mid" in attributes and self._mark is None:
            self._mark = attributes["mid"], len(self.path)
            self.cut_text()

    def close_inline(self, name: str) -> None:
        if self._mark is not None and len(self.path) == self._mark[1]:
            self._cut[self._mark[0]] = self.cut_text()
            self._mark = None

    def close_element(self, name: str) -> None:
        if self._is_side(name):
            text = self.take_text()
            self._unit.texts[name] = " ".join(self._cut.values()) if self._cut else text
            self._unit.segments[name] = self._cut
        elif name in _PAIR_ELEMENTS:
            for mid, source, target in self._unit.pairs():
                self._add_pair(self._identify(mid), source, target)

    def _identify(self, mid: str) -> str:
        """Return an ID: the second segment of unit 7 is 7.2, the first goes by the unit's own name."""
        has_marks = len(self._unit.segments.get("seg-source", {})) > 1
        if mid and has_marks:
            return f"{self._name}.{mid}"
        return self._name if self._segments == 1 else f"{self._name}.{self._segments}"

    def _add_pair(self, identifier: str, source: str, target: str) -> None:
        if self._is_of_phrase:
            source, target = _PHRASE_CODE.sub("", source), _PHRASE_CODE.sub("", target)
        is_copy = source.strip() == target.strip()
        is_untouched = not target.strip() or (is_copy and self._unit.state in _UNTOUCHED_STATES)
        if not source.strip() and not target.strip():
            return
        if not self._unit.is_translatable and (is_untouched or is_copy):
            return
        if is_untouched:
            left_out = reject(self._unit.line, "The segment has no translation yet.", source)
            self.rows.append(Untranslated(left_out.line, left_out.reason, left_out.text))
            return
        if self._is_reversed:
            source, target = target, source
        self.rows.append(make_pair(self._unit.line, source, target, identifier or None))

    def _is_side(self, name: str) -> bool:
        """Return whether the element is a side itself; those in alternatives, matches and notes lie deeper."""
        return name in _SIDES and bool(self.path) and self.path[-1] in _PAIR_ELEMENTS

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
    for position, pair in enumerate(pairs, start=1):
        identifier = str(position) if pair.identifier is None else escape_xml(pair.identifier)
        yield (
            f'<trans-unit id="{identifier}"><source>{escape_xml(pair.source)}</source>'
            f"<target>{escape_xml(pair.target)}</target></trans-unit>\n",
        )
    yield ("</body>\n</file>\n</xliff>\n",)
