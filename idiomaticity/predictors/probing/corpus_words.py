"""The words of a corpus: a line cut into them, and compounds made one word."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from string import punctuation

from annotation_site.texts.characters import lower
from annotation_site.texts.format_characters import clean

WIDEST_WINDOW = 50
WHOLE_SENTENCE = 0
# The words of a compound, as one word of the corpus: no word holds a space.
JOINED = " "
_EDGES = punctuation + "“”„‘’«»‹›…–—¡¿·、。，！？；：（）「」『』"
_HYPHENS = str.maketrans({"-": " ", "\u2010": " ", "\u2011": " ", "\u2019": "'"})
Join = Callable[[Sequence[str]], list[str]]


@dataclass(frozen=True, slots=True)
class CorpusOptions:
    """`window`: so many words on either side, 0 for the whole sentence; `lemmas`: forms of a word count as one."""

    language: str
    window: int = WHOLE_SENTENCE
    lemmas: bool = False

    def split(self, line: str) -> list[str]:
        """Return the words of a line: in lower case, hyphens as spaces, without the punctuation around them."""
        words = [
            word
            for token in lower(clean(line), self.language).translate(_HYPHENS).split()
            if (word := token.strip(_EDGES))
        ]
        base = self.language.lower().partition("-")[0]
        if not self.lemmas or not _has_lemmas(base):
            return words
        return [_find_lemma(word, base) for word in words]


@cache
def _has_lemmas(language: str) -> bool:
    from simplemma.strategies.dictionaries.dictionary_factory import SUPPORTED_LANGUAGES  # slow to load

    return language in SUPPORTED_LANGUAGES


@lru_cache(maxsize=200_000)
def _find_lemma(word: str, language: str) -> str:
    import simplemma

    return simplemma.lemmatize(word, lang=language).lower()


def make_joiner(compounds: Iterable[tuple[str, ...]]) -> Join:
    """Return a function that joins each compound in a sentence into one word, longest first, from left to right."""
    by_first: dict[str, list[tuple[str, ...]]] = {}
    for compound in sorted({compound for compound in compounds if len(compound) > 1}, key=len, reverse=True):
        by_first.setdefault(compound[0], []).append(compound)

    def join(words: Sequence[str]) -> list[str]:
        joined, position = [], 0
        while position < len(words):
            for compound in by_first.get(words[position], ()):
                if tuple(words[position : position + len(compound)]) == compound:
                    joined.append(JOINED.join(compound))
                    position += len(compound)
                    break
            else:
                joined.append(words[position])
                position += 1
        return joined

    return join
