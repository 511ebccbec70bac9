"""Score_mwe and LitTER as plain scripts, straight from the definition, as people compute them today."""

import string
import unicodedata
from collections.abc import Iterable, Mapping, Sequence

from sacremoses import MosesTokenizer


def score_mwe_plainly(rows: Iterable[tuple[str, str]]) -> float:
    """Mean over (expression, translation): every word against every word."""
    scores = []
    for expression, translation in rows:
        words = []
        for word in _split(expression):
            least = min((_distance(word, other) for other in _split(translation)), default=len(word))
            words.append(1 - min(1, least / len(word)))
        scores.append(sum(words) / len(words))
    return sum(scores) / len(scores)


def _split(text: str) -> list[str]:
    for mark in string.punctuation:
        text = text.replace(mark, " ")
    return text.lower().split()


def _distance(first: str, second: str) -> int:
    """Levenshtein's, by the textbook."""
    above = list(range(len(second) + 1))
    for row, a in enumerate(first, 1):
        line = [row]
        for column, b in enumerate(second, 1):
            line.append(min(above[column] + 1, line[-1] + 1, above[column - 1] + (a != b)))
        above = line
    return above[-1]


def find_litter_plainly(rows: Iterable[tuple[str, str, str]], translations: Mapping[str, Sequence[str]]) -> float:
    """Share of (span, reference, translation) with a literal error; sacremoses splits the texts."""
    source, target = MosesTokenizer(lang="en"), MosesTokenizer(lang="fr")
    errors = []
    for span, reference, translation in rows:
        allowed = {_fold(word) for word in target.tokenize(reference, escape=False)}
        found = {_fold(word) for word in target.tokenize(translation, escape=False)}
        blocked: set[str] = set()
        for token in source.tokenize(span, escape=False):
            words = {_fold(word) for word in translations.get(token, ())}
            if not words & allowed:
                blocked |= words
        errors.append(bool(blocked & found))
    return sum(errors) / len(errors)


def _fold(word: str) -> str:
    decomposed = unicodedata.normalize("NFKD", word.lower())
    return "".join(character for character in decomposed if not unicodedata.combining(character))
