"""The XML of aligned texts that Alpheios defined and Ugarit writes, too: words with references to the other side.

`<aligned-text><sentence id="1"><wds lnum="L1"><w n="1-1"><text>il</text><refs nrefs="1-1"/></w></wds>…`
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import escape
from xml.etree.ElementTree import Element

from alignment.formats.links.aligned import AlignedSentence, Base, require_tokens
from alignment.formats.links.documents.contents import LinkedTexts, clean_word, find_children, parse_position, parse_xml
from annotation_site.texts.faults import FormatError

NAMESPACE = "http://alpheios.net/namespaces/aligned-text"
_NOT_XML = re.compile("[\ufffe\uffff]")


def read_aligned_text(name: str, data: bytes, prefix: str = "") -> Iterator[LinkedTexts]:
    """Yield the sentences of one document, named by their ids. Raise FormatError if it is none, or has three sides."""
    root = parse_xml(name, data)
    inner = root if root.tag.rpartition("}")[2] == "aligned-text" else next(find_children(root, "aligned-text"), None)
    if inner is None:
        raise FormatError(name, None, "There is no <aligned-text> in this XML.")
    for position, sentence in enumerate(find_children(inner, "sentence"), start=1):
        sides = list(find_children(sentence, "wds"))
        if len(sides) != 2:
            problem = f"The file aligns {len(sides)} texts with each other. Export it with two of them."
            raise FormatError(name, None, problem)
        identifier = sentence.get("id") or sentence.get("n") or str(position)
        pair = _read_sentence(f"{prefix}{identifier}", sides)
        pair.position = parse_position(sentence.get("n") or str(position))
        yield pair


def find_title(data: bytes, name: str) -> str:
    """Return Ugarit's id of a document, which stands before its text, or nothing."""
    element = next(find_children(parse_xml(name, data), "id"), None)
    return clean_word(element.text) if element is not None else ""


def _read_sentence(identifier: str, sides: list[Element]) -> LinkedTexts:
    pair = LinkedTexts(identifier)
    (pair.source, forward), (pair.target, backward) = map(_read_words, sides)
    pair.links = {*forward, *((source, target) for target, source in backward)}
    return pair


def _read_words(side: Element) -> tuple[dict[str, str], list[tuple[str, str]]]:
    """Return the words of a side by number, and its references; line ends, which have no number, are skipped."""
    words: dict[str, str] = {}
    references = []
    for word in find_children(side, "w"):
        number, text = word.get("n", ""), clean_word("".join(_text_of(word)))
        if not number or not text:
            continue
        words[number] = text
        for reference in find_children(word, "refs"):
            references += [(number, other) for other in reference.get("nrefs", "").split()]
    return words, references


def _text_of(word: Element) -> Iterator[str]:
    return ("".join(text.itertext()) for text in find_children(word, "text"))


def write_aligned_text(sentences: Iterable[AlignedSentence], _base: Base) -> Iterator[str]:
    """Yield one document; words are numbered within their sentence. Raise ValueError for what XML cannot hold."""
    yield (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<aligned-text xmlns="{NAMESPACE}">\n<language lnum="L1" xml:lang="und"/>\n'
        '<language lnum="L2" xml:lang="und"/>\n'
    )
    for position, sentence in enumerate(sentences, start=1):
        source, target = require_tokens(sentence, "alpheios")
        if _NOT_XML.search("".join((*source, *target))):
            raise ValueError(f"Sentence {sentence.number} has a character that XML does not allow.")
        links = sorted(sentence.reading.links)
        identifier = escape(sentence.identifier or str(sentence.number))
        number = f' n="{sentence.number}"' if sentence.number != position else ""
        yield f'<sentence id="{identifier}" document_id=""{number}>\n'
        yield _write_side("L1", position, source, links)
        yield _write_side("L2", position, target, sorted((j, i) for i, j in links))
        yield "</sentence>\n"
    yield "</aligned-text>\n"


def _write_side(name: str, sentence: int, words: tuple[str, ...], links: list[tuple[int, int]]) -> str:
    lines = [f'<wds lnum="{name}">\n']
    for index, word in enumerate(words):
        references = " ".join(f"{sentence}-{there + 1}" for here, there in links if here == index)
        refs = f'<refs nrefs="{references}"/>' if references else ""
        lines.append(f'<w n="{sentence}-{index + 1}"><text>{escape(word, quote=False)}</text>{refs}</w>\n')
    return "".join([*lines, "</wds>\n"])
