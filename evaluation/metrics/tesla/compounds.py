"""Finding compounds in a sentence: those of a list, or sequences of nouns that WordNet lists."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from evaluation.metrics.tesla.score import Compound
from evaluation.metrics.tesla.tokens import TeslaToken
from evaluation.metrics.tesla.wordnet import WordNet

CompoundScores = Mapping[tuple[str, ...], float]
_NOUNS = frozenset({"NOUN", "PROPN"})


def compound_words(compound: str, score: float) -> tuple[str, ...]:
    """Return the compound's key in a list of scores.

    Raise ValueError for a single word, or a score outside 0 to 1.
    """
    words = tuple(compound.lower().split())
    if len(words) < 2:
        raise ValueError(f"“{compound}” is not a compound of two words or more.")
    if not 0 <= score <= 1:
        raise ValueError(f"Compositionality must be between 0 and 1, not {score:g}.")
    return words


def find_listed(tokens: Sequence[TeslaToken], scores: CompoundScores) -> list[Compound]:
    """Return compounds by their words or lemmas, from left to right, the longest first, none inside another."""
    lengths = sorted({len(words) for words in scores}, reverse=True)
    forms = [token.form.lower() for token in tokens]
    lemmas = [token.lemma for token in tokens]
    compounds: list[Compound] = []
    start = 0
    while start < len(tokens):
        compound = _find_at(start, forms, lemmas, lengths, scores)
        if compound is not None:
            compounds.append(compound)
        start += compound.length if compound is not None else 1
    return compounds


def _find_at(
    start: int, forms: Sequence[str], lemmas: Sequence[str], lengths: Sequence[int], scores: CompoundScores
) -> Compound | None:
    for length in lengths:
        for words in (tuple(forms[start : start + length]), tuple(lemmas[start : start + length])):
            if len(words) == length and words in scores:
                return Compound(start, length, scores[words])
    return None


def find_in_wordnet(
    tokens: Sequence[TeslaToken], wordnet: WordNet, score: Callable[[tuple[str, ...]], float | None]
) -> list[Compound]:
    """Return pairs of adjacent nouns that WordNet lists as one noun, without those that `score` does not know."""
    compounds = []
    for start, (first, second) in enumerate(pairwise(tokens)):
        if first.pos in _NOUNS and second.pos in _NOUNS and wordnet.has_noun(f"{first.lemma}_{second.lemma}"):
            compositionality = score((first.lemma, second.lemma))
            if compositionality is not None:
                compounds.append(Compound(start, 2, compositionality))
    return compounds
