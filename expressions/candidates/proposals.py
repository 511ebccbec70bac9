"""Candidates from known expressions, and from marks of the same sentences."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from expressions.consistency.items import GoldText, ItemSearch, Lemmas, find_sentences, find_together
from expressions.formats.sentences import MarkedSentence
from expressions.identification.training import find_lemmas

# Of known expressions of English text, 36 % of what is found with this gap is one, and 27 % of all are found.
USUAL_GAP = 3
MOST_GAP = 10


class Proposal(NamedTuple):
    """Words of the passage with a number that may be an expression of a category."""

    passage: int
    words: tuple[int, ...]
    category: str


def collect_lexicon(sentences: Iterable[MarkedSentence]) -> dict[Lemmas, str]:
    """Return the most frequent category of each expression in the sentences, by its lemmas."""
    counts: dict[Lemmas, Counter[str]] = defaultdict(Counter)
    for sentence in sentences:
        for each in sentence.expressions:
            if each.is_expression:
                counts[find_lemmas(sentence, each, sentence.forms)][each.category] += 1
    return {lemmas: found.most_common(1)[0][0] for lemmas, found in counts.items()}


def count_lemmas(texts: Sequence[GoldText]) -> Mapping[str, int]:
    """Return the number of words with each lemma."""
    return ItemSearch(texts).frequencies


def propose_known(
    texts: Sequence[GoldText], lexicon: Mapping[Lemmas, str], gap: int, frequencies: Mapping[str, int]
) -> Iterator[Proposal]:
    """Yield the places where known expressions may stand, their lemmas in whatever order; `frequencies` of lemmas say
    which to look for first.
    """
    for text, sentence, lemmas in find_sentences(texts, lexicon, frequencies):
        for words in find_together(lemmas, sentence, gap):
            yield Proposal(text.passage, words, lexicon[lemmas])


def propose_marks(texts: Sequence[GoldText], sentences: Iterable[MarkedSentence]) -> Iterator[Proposal]:
    """Yield the marks of sentences with the same words; of sentences that are repeated the first, second and so on."""
    places: dict[tuple[str, ...], list[tuple[int, int]]] = defaultdict(list)
    for text in reversed(texts):
        for sentence in reversed(text.sentences):
            places[tuple(sentence.forms)].append((text.passage, sentence.start))
    for marked in sentences:
        if same := places.get(tuple(marked.forms)):
            passage, start = same.pop()
            for each in marked.expressions:
                if each.is_expression:
                    yield Proposal(passage, tuple(word + start for word in each.words), each.category)
