"""TMX, the exchange format of translation memories: units with one text for each language."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from typing import IO

from alignment.formats.detection import MAX_LINE
from alignment.formats.parallel.language_tags import fits_language
from alignment.formats.parallel.pairs import Languages, Pair, Row, make_pair
from alignment.formats.parallel.xml_text import (
    XML_LANG,
    PairHandler,
    detect_xml_encoding,
    escape_xml,
    read_xml,
)
from annotation_site.texts.faults import Untranslated, reject

# A unit may hold many languages; only so much of it is kept until it ends.
_MOST_VARIANTS = 200
UNKNOWN_LANGUAGE = "und"


class _TmxHandler(PairHandler):
    root = "tmx"
    codes = frozenset({"bpt", "ept", "ph", "it", "ut"})

    def __init__(self, languages: Languages) -> None:
        super().__init__()
        self._languages = languages
        self._identifier: str | None = None
        self._line = 0
        self._language = ""
        self._variants: list[tuple[str, str]] = []
        self._size = 0

    def open_element(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "tu":
            self._identifier, self._line = attributes.get("tuid") or None, self.locate()
            self._variants, self._size = [], 0
        elif name == "tuv":
            self._language = attributes.get(XML_LANG) or attributes.get("lang") or ""
        elif name == "seg" and self.path[-1] == "tuv":
            self.open_text()

    def close_element(self, name: str) -> None:
        if name == "seg" and self.path[-1] == "tuv":
            text = self.take_text()
            self._size += len(text)
            if len(self._variants) <= _MOST_VARIANTS and self._size <= 4 * MAX_LINE:
                self._variants.append((self._language, text))
            else:
                self._size = 5 * MAX_LINE
        elif name == "tu":
            self._close_unit()

    def _close_unit(self) -> None:
        if self._size > 4 * MAX_LINE:
            self.rows.append(reject(self._line, "The unit is longer than 4 MB or has more than 200 languages."))
            return
        source = _choose(self._variants, self._languages[0])
        others = [variant for index, variant in enumerate(self._variants) if index != source]
        target = _choose(others, self._languages[1])
        if source is None or target is None:
            missing = self._languages[0 if source is None else 1]
            has = ", ".join(language or "no language" for language, _ in self._variants[:5]) or "no text"
            text = self._variants[0][1] if self._variants else ""
            reason = (
                f"The unit has no text in “{missing}”; it has {has}." if missing else "The unit has no second text."
            )
            left_out = reject(self._line, reason, text)
            self.rows.append(Untranslated(left_out.line, left_out.reason, left_out.text))
            return
        self.rows.append(make_pair(self._line, self._variants[source][1], others[target][1], self._identifier))


def _choose(variants: Sequence[tuple[str, str]], wanted: str) -> int | None:
    """Return the index of the text in this very language, else in a related tag (en for en-GB); the first if no
    language is asked for.
    """
    if not wanted:
        return 0 if variants else None
    fits = [(fit, index) for index, (tag, _) in enumerate(variants) if (fit := fits_language(tag, wanted)) is not None]
    return min(fits)[1] if fits else None


def read_tmx(
    file: IO[bytes], names: Sequence[str] = ("memory",), encoding: str = "", languages: Languages = ("", "")
) -> Generator[Row]:
    """Yield units with a text in both languages; without languages, the first two texts of every unit."""
    return read_xml(file, _TmxHandler(languages), encoding or detect_xml_encoding(file), names[0])


def write_tmx(pairs: Iterable[Pair], languages: Languages) -> Iterator[tuple[str, ...]]:
    """Yield TMX 1.4; an unknown language is “und”."""
    source, target = (escape_xml(language or UNKNOWN_LANGUAGE) for language in languages)
    yield (
        '<?xml version="1.0" encoding="UTF-8"?>\n<tmx version="1.4">\n'
        '<header creationtool="Interlinea" creationtoolversion="1" segtype="sentence" o-tmf="Interlinea" adminlang="en"'
        f' srclang="{source}" datatype="plaintext"/>\n<body>\n',
    )
    for pair in pairs:
        identifier = "" if pair.identifier is None else f' tuid="{escape_xml(pair.identifier)}"'
        texts = (
            f'<tuv xml:lang="{language}"><seg>{escape_xml(text)}</seg></tuv>'
            for language, text in ((source, pair.source), (target, pair.target))
        )
        yield (f"<tu{identifier}>{''.join(texts)}</tu>\n",)
    yield ("</body>\n</tmx>\n",)
