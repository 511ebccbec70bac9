"""Score_mwe: how near a translation comes to each word of an expression's reference translation.

    per word x of the expression: d = least Levenshtein distance to a word of the hypothesis; s = 1 − min(1, d / |x|)
    expression = mean over its words

Both sides are lower-cased, ASCII punctuation becomes spaces, words stand between spaces. An empty hypothesis scores 0;
an empty expression has no score and is counted. Source: Zaninello & Birch 2020.

Languages without spaces are ours to define: words are ICU's, and an expression that stands verbatim in the hypothesis
is cut there as it is cut alone, since the words of a text depend on their neighbours.
"""

from __future__ import annotations

import string
from collections.abc import Sequence
from dataclasses import dataclass

from rapidfuzz.distance import Levenshtein
from rapidfuzz.process import extractOne

from annotation_site.texts.segmentation import is_unspaced, space_words

_PUNCTUATION = str.maketrans(dict.fromkeys(string.punctuation, " "))


def split_words(text: str, language: str = "", *, around: str = "") -> list[str]:
    """Split the text into words as Score_mwe compares them; without spaces in the language, also around an expression
    that stands in the text.
    """
    text = text.lower()
    if is_unspaced(language):
        if expression := around.strip().lower():
            text = text.replace(expression, f" {expression} ")
        words = space_words(text.translate(_PUNCTUATION), language).split()
        return [word for word in words if any(map(str.isalnum, word))]
    return text.translate(_PUNCTUATION).split()


@dataclass(frozen=True, slots=True)
class NearestWord:
    """A word of the expression, the first of the nearest words of the hypothesis (None: there is no word), their
    distance, and the score."""

    word: str
    nearest: str | None
    distance: int | None
    score: float


@dataclass(frozen=True, slots=True)
class ExpressionMatch:
    words: tuple[NearestWord, ...]

    @property
    def score(self) -> float:
        return sum(word.score for word in self.words) / len(self.words)


def match_expression(expression: str, hypothesis: Sequence[str], language: str = "") -> ExpressionMatch | None:
    """Match the expression's words with words of the hypothesis: all of them, or only those aligned to the expression.

    Words are those of `split_words`. Return None if the expression has none.
    """
    words = split_words(expression, language)
    return ExpressionMatch(tuple(_find_nearest(word, hypothesis) for word in words)) if words else None


def _find_nearest(word: str, hypothesis: Sequence[str]) -> NearestWord:
    if word in hypothesis:
        return NearestWord(word, word, 0, 1.0)
    extracted = extractOne(word, hypothesis, scorer=Levenshtein.distance, processor=None)
    if extracted is None:
        return NearestWord(word, None, None, 0.0)
    nearest, distance, _ = extracted
    return NearestWord(word, nearest, distance, max(0.0, 1 - distance / len(word)))
