"""VNC-Tokens (Cook et al. 2008): labels of verb-noun combinations in sentences of the British National Corpus.

The labels are in one file, the sentences in the XML edition of the corpus, as the ZIP archive that its archive gives
out. Places that the edition does not have (three, by the readers of Haagsma et al. 2020) are left out.
"""

from __future__ import annotations

import zipfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import IO
from xml.etree.ElementTree import Element

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import ParseError, iterparse

from annotation_site.texts.faults import FormatError
from annotation_site.texts.files import open_file, read_lines
from annotation_site.texts.labelled_idioms import VNC_LINE
from annotation_site.texts.zip_members import DAMAGES, list_members
from expressions.formats.occurrences import CONTEXT, LABELS, Context, Source, make_occurrence
from expressions.formats.sentences import NO_SPACE, UNKNOWN, Expression, MarkedSentence

WITHOUT_CORPUS = (
    "These are labels of VNC-Tokens, without their sentences. Join them with the XML edition of the British National "
    "Corpus first: convert VNC-Tokens.csv CORPUS.zip OUT.cupt --from vnc-tokens --to cupt."
)
# Q: the annotators could not say.
_LABELS = {"I": LABELS["i"], "L": LABELS["l"], "Q": LABELS["?"]}
_TAGS = {"VERB": "VERB", "SUBST": "NOUN", "ADJ": "ADJ", "ADV": "ADV", "PREP": "ADP", "PRON": "PRON", "INTERJ": "INTJ"}


@dataclass(frozen=True, slots=True)
class _Label:
    line: int
    category: str
    verb: str
    noun: str
    sentence: int


@dataclass(frozen=True, slots=True)
class _CorpusSentence:
    text: str
    tokens: Sequence[tuple[str, ...]]


def read_vnc_tokens(paths: Sequence[str], encoding: str | None) -> Iterator[MarkedSentence]:
    """Yield the labelled sentences, those of a document together. Raise FormatError."""
    if len(paths) == 1:
        raise FormatError(paths[0], None, WITHOUT_CORPUS)
    labels, corpus = paths
    by_document = _read_labels(labels, encoding)
    with open_file(corpus) as file:
        try:
            with zipfile.ZipFile(file) as archive:
                members = {PurePosixPath(name).stem: entry for name, entry in list_members(archive)}
                for document, wanted in by_document.items():
                    name = PurePosixPath(document).name
                    if name not in members:
                        fault = f"{corpus} has no document {name}. Give the whole corpus."
                        raise FormatError(labels, wanted[0].line, fault)
                    with archive.open(members[name]) as member:
                        sentences = _read_sentences(member, f"{corpus}: {name}", wanted)
                    yield from _make_occurrences(document, wanted, sentences)
        except DAMAGES as error:
            fault = "The file is no ZIP archive, or damaged. Give the archive of the British National Corpus."
            raise FormatError(corpus, None, fault) from error


def _read_labels(path: str, encoding: str | None) -> Mapping[str, list[_Label]]:
    by_document: dict[str, list[_Label]] = defaultdict(list)
    for number, line in enumerate(read_lines(path, encoding), 1):
        if not line.strip():
            continue
        match = VNC_LINE.fullmatch(line.strip())
        if match is None:
            fault = "A line of VNC-Tokens has a label (I, L or Q), a verb_noun, a document and a sentence number."
            raise FormatError(path, number, fault)
        label, combination, document, sentence = match.groups()
        verb, _, noun = combination.rpartition("_")
        by_document[document].append(_Label(number, _LABELS[label], verb, noun, int(sentence)))
    if not by_document:
        raise FormatError(path, None, "The file is empty.")
    return by_document


def _read_sentences(file: IO[bytes], name: str, labels: Sequence[_Label]) -> dict[int, _CorpusSentence]:
    """Return the sentences of a document that are labelled, and those around them, by their numbers."""
    wanted = {label.sentence + offset for label in labels for offset in range(-CONTEXT, CONTEXT + 1)}
    sentences: dict[int, _CorpusSentence] = {}
    try:
        for _, element in iterparse(file, events=("end",), forbid_dtd=True):
            if element.tag != "s":
                continue
            # Some numbers are such as 1343_1, of parts that no label names.
            number = element.get("n", "")
            if number.isdecimal() and int(number) in wanted:
                sentences[int(number)] = _read_sentence(element)
            element.clear()
    except (ParseError, DefusedXmlException) as error:
        line = getattr(error, "position", (None,))[0]
        raise FormatError(name, line, "The document is not well-formed XML, or declares entities.") from error
    return sentences


def _read_sentence(element: Element) -> _CorpusSentence:
    tokens, text = list[tuple[str, ...]](), ""
    for token in element.iter():
        if token.tag not in ("w", "c") or not (form := "".join(token.itertext())).strip():
            continue
        text += form
        spacing = UNKNOWN if form[-1].isspace() else NO_SPACE
        tag = _TAGS.get(token.get("pos", ""), UNKNOWN)
        tokens.append((" ".join(form.split()), token.get("hw", UNKNOWN) or UNKNOWN, tag, spacing))
    return _CorpusSentence(" ".join(text.split()), tokens)


def _make_occurrences(
    document: str, labels: Sequence[_Label], sentences: Mapping[int, _CorpusSentence]
) -> Iterator[MarkedSentence]:
    for label in labels:
        sentence = sentences.get(label.sentence)
        if sentence is None or not sentence.tokens:
            continue
        before = _list_texts(sentences, range(label.sentence - CONTEXT, label.sentence))
        after = _list_texts(sentences, range(label.sentence + 1, label.sentence + CONTEXT + 1))
        words = _find_words(sentence.tokens, label)
        expressions = (Expression(words, label.category, f"{label.verb} {label.noun}"),) if words else ()
        source = Source("vnc-tokens", f"{PurePosixPath(document).name}.{label.sentence}.{label.line}", label.line)
        yield make_occurrence(source, sentence.tokens, sentence.text, Context(before, after), expressions)


def _list_texts(sentences: Mapping[int, _CorpusSentence], numbers: Iterable[int]) -> list[str]:
    return [sentences[number].text for number in numbers if number in sentences]


def _find_words(tokens: Sequence[tuple[str, ...]], label: _Label) -> tuple[int, ...]:
    """Return the verb and the noun that are nearest to each other; nothing if one of them is not there."""
    verbs = [index for index, (_, lemma, tag, _) in enumerate(tokens) if (lemma, tag) == (label.verb, "VERB")]
    nouns = [index for index, (_, lemma, tag, _) in enumerate(tokens) if (lemma, tag) == (label.noun, "NOUN")]
    pairs = [(abs(noun - verb), min(verb, noun), max(verb, noun)) for verb in verbs for noun in nouns]
    return min(pairs)[1:] if pairs else ()
