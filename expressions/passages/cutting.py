"""Cutting a text into passages, which are read as a whole."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from annotation_site.texts.conllu import ConlluSentence

# Reading stays comfortable up to about so many words.
USUAL_WORDS = 150
FEWEST_WORDS, MOST_WORDS = 20, 2_000
_DOCUMENT = "newdoc id"
_SOURCE = "source_sent_id"


@dataclass(slots=True)
class CutPassage:
    """Sentences of one document that are read together."""

    document: str
    sentences: list[int] = field(default_factory=list)
    words: int = 0


def cut_passages(sentences: Iterable[ConlluSentence], most_words: int) -> Iterator[CutPassage]:
    """Yield passages of at most so many words, each with the places of its sentences, in the order of the text.

    A passage ends with its document. A sentence that is longer than a passage makes one of its own.
    """
    passage: CutPassage | None = None
    document = ""
    for place, sentence in enumerate(sentences):
        document = find_document(sentence) or document
        words = len(sentence.words)
        if passage is None or passage.document != document or passage.words + words > most_words:
            if passage is not None:
                yield passage
            passage = CutPassage(document)
        passage.sentences.append(place)
        passage.words += words
    if passage is not None:
        yield passage


def find_document(sentence: ConlluSentence) -> str:
    """Return the document that the sentence begins, or to which its source belongs; empty where none is named."""
    if name := sentence.find_comment(_DOCUMENT):
        return name
    parts = (sentence.find_comment(_SOURCE) or "").split()
    named = [part for part in parts[:2] if part != "."]
    return " ".join(named)


def find_identifier(sentence: ConlluSentence) -> str:
    """Return the sentence's identifier: that of its source, else its own."""
    parts = (sentence.find_comment(_SOURCE) or "").split()
    return parts[-1] if parts and parts[-1] != "." else sentence.find_comment("sent_id") or ""
