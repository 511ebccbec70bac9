"""brat: a text, and marks as fragments of its characters (`T1⇥VID 0 4;12 17⇥take … account`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from annotation_site.phrases import Lemmatiser, split_sentence
from annotation_site.texts.faults import FormatError, Rejected
from annotation_site.texts.marked_texts.brat import read_brat as read_documents
from annotation_site.texts.marked_texts.marks import MarkedDocument
from annotation_site.texts.token_places import find_tokens, join_neighbours
from annotation_site.texts.unpacking import Documents
from expressions.formats.sentences import NO_SPACE, UNKNOWN, Expression, MarkedSentence, make_sentence

_UNNAMED = "MWE"


def read_brat(documents: Documents, name: str, language: str = "") -> Iterator[MarkedSentence]:
    """Yield a sentence for each line of the texts, cut into words; a mark inside a word is one of the whole word.

    Raise FormatError for a mark that does not fit its text.
    """
    lemmatiser = Lemmatiser(language or "und")
    for document in read_documents(documents):
        if isinstance(document, Rejected):
            raise FormatError(name, document.line, document.reason)
        for line in document.split():
            yield _make_sentence(line, lemmatiser)


def _make_sentence(document: MarkedDocument, lemmatiser: Lemmatiser) -> MarkedSentence:
    text = document.text
    places = [(word.start, word.end) for word in split_sentence(text, lemmatiser).words]
    expressions = tuple(Expression(find_tokens(places, mark.spans), mark.label) for mark in document.marks)
    tokens = []
    for place, (start, end) in enumerate(places):
        is_joined = place + 1 < len(places) and places[place + 1][0] == end
        tokens.append((text[start:end], UNKNOWN, UNKNOWN, NO_SPACE if is_joined else UNKNOWN))
    comments = ["# text = " + " ".join(text.split())]
    return MarkedSentence(
        make_sentence(document.line, tokens, comments), tuple(each for each in expressions if each.words)
    )


def write_brat(sentences: Iterable[MarkedSentence]) -> Iterator[tuple[str, str]]:
    """Yield pieces of the text, a line for each sentence, and of the file of marks."""
    start, number = 0, 0
    for sentence in sentences:
        text, words = sentence.conllu.place_words()
        marks = []
        for each in sentence.expressions:
            number += 1
            spans = join_neighbours(text, sorted({words[word].span for word in each.words}))
            places = ";".join(f"{start + first} {start + last}" for first, last in spans)
            covered = " ".join(text[first:last] for first, last in spans)
            marks.append(f"T{number}\t{each.category or _UNNAMED} {places}\t{covered}\n")
            if each.comment:
                marks.append(f"#{number}\tAnnotatorNotes T{number}\t{each.comment}\n")
        yield f"{text}\n", "".join(marks)
        start += len(text) + 1
