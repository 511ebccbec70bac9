"""Finding compounds in a sentence: those of a list, or sequences of nouns that WordNet lists."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from evaluation.metrics.tesla import Compound
from evaluation.metrics.tesla_tokens import TeslaToken
from evaluation.metrics.wordnet import WordNet

CompoundScores = Mapping[tuple[str, ...], float]
_NOUNS = frozenset({"NOUN", "PROPN"})


def read_compound_scores(rows: Iterable[tuple[str, float]]) -> dict[tuple[str, ...], float]:
    """Compound, compositionality from 0 to 1; ValueError for anything else, and for a compound that comes twice."""
    scores: dict[tuple[str, ...], float] = {}
    for compound, score in rows:
        words = tuple(compound.lower().split())
        if len(words) < 2:
            raise ValueError(f"“{compound}” is not a compound of two words or more.")
        if not 0 <= score <= 1:
            raise ValueError(f"A compositionality lies between 0 and 1, not {score}.")
        if words in scores:
            raise ValueError(f"“{compound}” has a score already.")
        scores[words] = score
    return scores


def find_listed(tokens: Sequence[TeslaToken], scores: CompoundScores) -> list[Compound]:
    """Compounds by their words or their lemmas, from left to right, the longest first, none inside another."""
    lengths = sorted({len(words) for words in scores}, reverse=True)
    forms = [token.form.lower() for token in tokens]
    lemmas = [token.lemma for token in tokens]
    found: list[Compound] = []
    start = 0
    while start < len(tokens):
        compound = _find_at(start, forms, lemmas, lengths, scores)
        if compound is not None:
            found.append(compound)
        start += compound.length if compound is not None else 1
    return found


def _find_at(
    start: int, forms: Sequence[str], lemmas: Sequence[str], lengths: Sequence[int], scores: CompoundScores
) -> Compound | None:
    for length in lengths:
        for words in (tuple(forms[start : start + length]), tuple(lemmas[start : start + length])):
            if len(words) == length and words in scores:
                return Compound(start, length, scores[words])
    return None


def find_in_wordnet(tokens: Sequence[TeslaToken], wordnet: WordNet) -> list[tuple[str, str]]:
    """Lemmas of two nouns in a row that WordNet lists as one noun; their scores come from elsewhere."""
    return [
        (first.lemma, second.lemma)
        for first, second in zip(tokens, tokens[1:], strict=False)
        if first.pos in _NOUNS and second.pos in _NOUNS and wordnet.has_noun(f"{first.lemma}_{second.lemma}")
    ]
