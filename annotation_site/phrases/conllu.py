"""Sentences with lemmas from CoNLL-U, or from .cupt, which adds columns to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from annotation_site.phrases.words import Sentence, Word
from annotation_site.texts import conllu
from annotation_site.texts.characters import make_comparable
from annotation_site.texts.faults import Rejected
from annotation_site.texts.token_places import fit_tokens


def read_conllu(lines: Iterable[str], language: str = "") -> Iterator[Sentence]:
    """Yield sentences in order. Words that share one form (1-2 du) all have its span; empty nodes (1.1) are skipped.
    Raise ValueError, naming the line, at the first line that is malformed.
    """
    for sentence in conllu.read_conllu(lines):
        if isinstance(sentence, Rejected):
            raise ValueError(f"line {sentence.line}: {sentence.reason}")
        yield _make_sentence(sentence, language)


def _make_sentence(sentence: conllu.ConlluSentence, language: str) -> Sentence:
    """Return the sentence with a text built from the forms and their SpaceAfter=No, so that spans always fit it."""
    forms, spaced, homes = sentence.list_forms()
    text, places = fit_tokens(forms, "", spaced)
    words = list[Word]()
    for row, home in zip(sentence.words, homes, strict=True):
        word = conllu.make_word(row)
        # An unknown lemma leaves the form alone.
        keys = frozenset(make_comparable(writing, language) for writing in (word.form, word.lemma or word.form))
        words.append(Word(*places[home], word.form, keys))
    return Sentence(text, tuple(words))
