"""FoLiA, the XML of FLAT, as PARSEME's teams use it: words with the columns of CoNLL-U in `foreign-data`, expressions
as entities, comments of a sentence as pairs of key and value.

Files come from strangers: no document type definition, no entities, no network.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from html import escape
from typing import IO
from xml.etree.ElementTree import Element

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import ParseError, iterparse

from annotation_site.texts.conllu import COLUMN_NAMES, COLUMNS, FORM, MISC, ConlluRow, ConlluSentence, read_conllu
from annotation_site.texts.faults import FormatError, Rejected
from expressions.formats.sentences import NO_SPACE, UNKNOWN, Expression, MarkedSentence

_SPACE = "{http://ilk.uvt.nl/folia}"
_ID = "{http://www.w3.org/XML/1998/namespace}id"
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
# Between columns; one inside a column is written as a tab.
_BAR = "`"
_CATEGORIES = "https://github.com/proycon/parseme-support/raw/master/parseme-mwe-alllanguages2018.foliaset.xml"
_HEAD = """<?xml version="1.0" encoding="utf-8"?>
<FoLiA xmlns="http://ilk.uvt.nl/folia" xml:id="_" version="2.0.1">
 <metadata type="native">
  <annotations><text-annotation/><sentence-annotation/><token-annotation/>
   <entity-annotation set="{set}"/><comment-annotation/></annotations>
  <meta id="conllup-colnames">{columns}</meta>
 </metadata>
 <text xml:id="_.text">
"""


def read_folia(file: IO[bytes], name: str) -> Iterator[MarkedSentence]:
    """Yield the sentences of a file. Raise FormatError for what is no FoLiA, for marks without words, and for
    expressions across sentences, which CoNLL-U cannot hold.
    """
    events = iterparse(file, events=("start", "end"), forbid_dtd=True)
    names: list[str] = []
    number, is_folia = 0, False
    try:
        for event, element in events:
            tag = element.tag.removeprefix(_SPACE)
            if event == "start":
                is_folia = _check_root(name, tag, is_folia=is_folia)
                continue
            if tag == "meta" and element.get("id") == "conllup-colnames":
                names = (element.text or "").split(_BAR)
            elif tag == "s":
                number += 1
                yield _FoliaSentence(name, number, names).read(element)
                element.clear()
    except (ParseError, DefusedXmlException) as error:
        line = getattr(error, "position", (None,))[0]
        raise FormatError(name, line, "The file is not well-formed XML, or declares entities.") from error


def _check_root(name: str, tag: str, *, is_folia: bool) -> bool:
    if not is_folia and tag != "FoLiA":
        raise FormatError(name, None, f"The file is XML, but not FoLiA: it begins with <{tag[:40]}>.")
    return True


@dataclass(slots=True)
class _FoliaSentence:
    name: str
    number: int
    columns: list[str]
    places: dict[str, list[int]] = field(default_factory=dict)

    def read(self, element: Element) -> MarkedSentence:
        rows, identifiers = list[list[str]](), list[str]()
        for word in element.iter(f"{_SPACE}w"):
            rows.append(self._read_word(word, len(rows) + 1))
            identifiers.append(word.get(_ID, ""))
        comments = list(self._read_comments(element))
        lines = [*comments, *("\t".join(cells) for cells in rows)]
        sentence = next(read_conllu(lines), None)
        if sentence is None:
            raise self._fault("has no words")
        if isinstance(sentence, Rejected):
            raise FormatError(self.name, None, f"Sentence {self.number:,}: {sentence.reason}")
        # The parser knows no lines; faults name the number of the sentence.
        sentence = ConlluSentence(0, sentence.lines, sentence.rows, sentence.column)
        self._place_words(sentence, identifiers)
        layers = element.iter(f"{_SPACE}entity")
        return MarkedSentence(sentence, tuple(self._read_expression(entity) for entity in layers))

    def _read_word(self, word: Element, number: int) -> list[str]:
        cells = [str(number), *[UNKNOWN] * (COLUMNS - 1)]
        columns = word.find(f".//{_SPACE}conllup-columns")
        if columns is not None:
            given = [cell.replace("\t", _BAR) for cell in columns.get("columns", "").split(_BAR)]
            known = dict(zip(self.columns or COLUMN_NAMES, given, strict=False))
            return [known.get(column) or UNKNOWN for column in COLUMN_NAMES]
        cells[FORM] = " ".join(word.findtext(f"{_SPACE}t", "").split()) or UNKNOWN
        if word.get("space") == "no":
            cells[MISC] = NO_SPACE
        return cells

    def _read_comments(self, element: Element) -> Iterator[str]:
        for child in element:
            if child.tag == f"{_SPACE}comment":
                yield f"# metadata = {json.dumps(_read_comment(child), ensure_ascii=False)}"
            for pair in child.iter(f"{_SPACE}kv-pair") if child.tag == f"{_SPACE}foreign-data" else ():
                key, value = pair.get("key", ""), re.sub(r"[\r\n\t]", " ", pair.get("value", ""))
                if key == "RAWLINE":
                    yield f"# {value}" if value else "#"
                elif key == "sent_id":
                    yield f"# source_sent_id = . . {value}"
                else:
                    yield f"# {key} = {value}"

    def _place_words(self, sentence: ConlluSentence, identifiers: list[str]) -> None:
        """Note the words of each identifier; a range stands for its words."""
        places = {row.first: place for place, row in enumerate(sentence.words)}
        for row, identifier in zip(sentence.rows, identifiers, strict=True):
            if row.kind != "empty":
                self.places[identifier] = [
                    places[number] for number in range(row.first, row.last + 1) if number in places
                ]

    def _read_expression(self, entity: Element) -> Expression:
        words: set[int] = set()
        for reference in entity.iter(f"{_SPACE}wref"):
            identifier = reference.get("id", "")
            if identifier not in self.places:
                raise self._fault(f"has an expression with the word “{identifier[:60]}”, which is not in the sentence")
            words.update(self.places[identifier])
        if not words:
            raise self._fault("has an expression without words")
        comment = entity.findtext(f"{_SPACE}comment", "")
        return Expression(
            tuple(sorted(words)),
            entity.get("class", ""),
            " ".join(comment.split()),
            entity.get("annotator", ""),
            self._read_confidence(entity),
        )

    def _read_confidence(self, entity: Element) -> float | None:
        given = entity.get("confidence")
        try:
            return None if given is None else float(given)
        except ValueError:
            raise self._fault(f"has the confidence “{given[:20] if given else ''}”, which is no number") from None

    def _fault(self, fault: str) -> FormatError:
        return FormatError(self.name, None, f"Sentence {self.number:,} {fault}. Correct the file.")


def _read_comment(element: Element) -> Mapping[str, str]:
    told = {"kind": "comment", "text": " ".join((element.text or "").split())}
    return {**told, **{key: element.attrib[key] for key in ("annotator", "datetime") if key in element.attrib}}


def write_folia(sentences: Iterable[MarkedSentence]) -> Iterator[str]:
    """Yield a FoLiA file piece by piece, with every column and comment. Raise FormatError for a character that XML
    cannot hold.
    """
    names = _BAR.join((*COLUMN_NAMES, "PARSEME:MWE"))
    yield _HEAD.format(set=_CATEGORIES, columns=names)
    for number, sentence in enumerate(sentences, 1):
        written = "".join(f"{line}\n" for line in _write_sentence(sentence, f"_.text.s.{number}"))
        if found := _NOT_XML.search(written):
            fault = f"Sentence {number:,} has the character U+{ord(found[0]):04X}, which XML cannot hold. Remove it."
            raise FormatError("FoLiA", None, fault)
        yield written
    yield " </text>\n</FoLiA>\n"


def _write_sentence(sentence: MarkedSentence, identifier: str) -> Iterator[str]:
    yield f'  <s xml:id="{identifier}">'
    names = dict[int, str]()
    for place, row in enumerate(sentence.conllu.rows, 1):
        name = f"{identifier}.w.{place}"
        if row.kind == "word":
            names[len(names)] = name
        yield from _write_word(row, name)
    if sentence.expressions:
        yield "   <entities>"
        for place, each in enumerate(sentence.expressions, 1):
            yield from _write_expression(each, names, f"{identifier}.entity.{place}")
        yield "   </entities>"
    for comment in sentence.conllu.comments:
        key, sign, value = comment.removeprefix("#").partition("=")
        # Spaces at the end belong to some texts.
        key, value = key.strip(), value.removeprefix(" ")
        if key == "global.columns":
            continue
        if key == "source_sent_id" and value.startswith(". . "):
            key, value = "sent_id", value.removeprefix(". . ")
        key, value = (key, value) if sign else ("RAWLINE", key)
        pair = f'<kv-pair key="{escape(key)}" value="{escape(value)}"/>'
        yield f"   <foreign-data>{pair}</foreign-data>"
    yield "  </s>"


def _write_word(row: ConlluRow, name: str) -> Iterator[str]:
    space = "" if row.is_spaced else ' space="no"'
    columns = _BAR.join(cell.replace(_BAR, "\t") for cell in row.cells[:COLUMNS])
    # A tab in an attribute would be read as a space.
    columns = escape(columns).replace("\t", "&#9;")
    yield f'   <w xml:id="{name}"{space}><t>{escape(row.cells[FORM])}</t>'
    yield f'    <foreign-data><conllup-columns columns="{columns}{_BAR}_"/></foreign-data></w>'


def _write_expression(each: Expression, names: Mapping[int, str], identifier: str) -> Iterator[str]:
    known = {"annotator": each.annotator, "confidence": "" if each.confidence is None else str(each.confidence)}
    attributes = "".join(f' {key}="{escape(value)}"' for key, value in known.items() if value)
    yield f'    <entity xml:id="{identifier}" class="{escape(each.category)}"{attributes}>'
    yield from (f'     <wref id="{names[word]}"/>' for word in each.words)
    if each.comment:
        yield f"     <comment>{escape(each.comment)}</comment>"
    yield "    </entity>"
